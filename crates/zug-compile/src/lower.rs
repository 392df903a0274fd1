//! Compiles one routine after the other: what is read, and the routine that is built from it.

use super::emitter::RoutineEmitter;
use super::input::CompileInput;
use super::present::RoutineScope;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::source::Span;
use zug_machine::ir::Reg;

/// A result, or a diagnostic about size.
pub(super) type Made<T> = Result<T, Diagnostic>;

/// The deepest nesting of expressions and statements.
const MOST_NESTED: usize = 150;

/// Emits one arm of an `if`.
type StatementArm<'a, 'p> = &'a mut dyn FnMut(&mut RoutineCompiler<'p>, &mut RoutineScope<'p>) -> Made<()>;

/// Compiles one routine after the other: reads the program, and has instructions emitted.
pub(super) struct RoutineCompiler<'p> {
    /// What is compiled.
    pub input: CompileInput<'p>,
    /// The routine that is built.
    pub emit: RoutineEmitter,
    nested: usize,
}

impl<'p> RoutineCompiler<'p> {
    /// A compiler that has compiled nothing.
    pub fn new(input: CompileInput<'p>) -> RoutineCompiler<'p> {
        RoutineCompiler { input, emit: RoutineEmitter::new(input.optimizations), nested: 0 }
    }

    /// Begins a routine whose inputs are the words of a position and, with `with_move`, a packed
    /// move.
    pub fn begin(&mut self, with_move: bool) {
        self.emit.begin(self.input.layout, self.input.optimizations, with_move);
    }

    /// Runs `inside` one level deeper. An error if the nesting is too deep or the routine too
    /// large.
    pub fn deeper<T>(&mut self, span: Span, inside: impl FnOnce(&mut Self) -> Made<T>) -> Made<T> {
        if self.emit.b.overflow {
            return Err(too_large(span));
        }
        if self.nested >= MOST_NESTED {
            return Err(too_deep(span));
        }
        self.nested += 1;
        let made = inside(self);
        self.nested -= 1;
        made
    }

    /// Emits an `if`; registers that the arms leave different are joined.
    pub fn branch(
        &mut self,
        scope: &mut RoutineScope<'p>,
        condition: Reg,
        arms: [StatementArm<'_, 'p>; 2],
    ) -> Made<()> {
        let [then, otherwise] = arms;
        match self.emit.b.value(condition) {
            Some(0) => return otherwise(self, scope),
            Some(_) => return then(self, scope),
            None => {}
        }
        let before = (self.emit.flow.clone(), scope.locals.clone());
        self.emit.b.open_arm();
        then(self, scope)?;
        let mut first = (
            std::mem::replace(&mut self.emit.flow, before.0.clone()),
            std::mem::replace(&mut scope.locals, before.1.clone()),
        );
        let then_block = self.emit.b.close_block();
        self.emit.b.open_arm();
        otherwise(self, scope)?;
        let else_block = self.emit.b.close_block();
        self.emit.join(scope, condition, &before.1, &mut first, (then_block, else_block));
        Ok(())
    }

    /// Emits `inside` under a condition. It must not change registers that are used later.
    pub fn when(&mut self, condition: Reg, inside: impl FnOnce(&mut Self) -> Made<()>) -> Made<()> {
        match self.emit.b.value(condition) {
            Some(0) => return Ok(()),
            Some(_) => return inside(self),
            None => {}
        }
        let flow = self.emit.flow.clone();
        self.emit.b.open_arm();
        inside(self)?;
        let then = self.emit.b.close_block();
        self.emit.flow = flow;
        if !then.is_empty() {
            self.emit.b.push_if(condition, then, Vec::new());
        }
        Ok(())
    }
}

/// The error for what is nested too deeply.
fn too_deep(span: Span) -> Diagnostic {
    refused(span, format!("calls, conditions and loops are nested more than {MOST_NESTED} deep here"))
}

/// The error for a routine that is too large.
pub(super) fn too_large(span: Span) -> Diagnostic {
    refused(span, "it takes more than 60,000 registers".to_owned())
}

fn refused(span: Span, label: String) -> Diagnostic {
    Diagnostic::error("Z0714", "this is too large to be compiled", span, label)
        .help("use `def`s less deep inside each other, or fewer nested loops")
}
