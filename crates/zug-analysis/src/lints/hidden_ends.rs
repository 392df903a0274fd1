//! Finds `end` rules that never decide, because an earlier one holds wherever they do.

use super::HIDDEN_END;
use super::constant::{conjuncts, depends, settable};
use super::contradictions::{facts_of, follow};
use super::exclusion::{ComparedFact, shape};
use super::inclusions::AskedMember;
use super::units::Unit;
use std::collections::HashSet;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::*;
use zug_lang::syntax::ast;

/// Warns of `end` rules that hold only where an earlier one holds.
pub(super) fn hidden(game: &ast::Game, units: &[Unit], program: &Program, found: &mut Vec<Diagnostic>) {
    let settable = settable(game, units);
    // Numbers that a param may set are others in another game.
    let is_free = |end: &End| !depends(units, &settable, end.when.span);
    let rules: Vec<ComparedEnd<'_>> =
        program.ends.iter().map(|end| ComparedEnd::new(end, is_free(end))).collect();
    for (at, later) in rules.iter().enumerate() {
        if let Some(earlier) = rules[..at].iter().find(|earlier| earlier.hides(program, later)) {
            let message = "an earlier `end` rule holds wherever this one does".to_owned();
            let warning = HIDDEN_END.warn(message, later.end.span, "never decides anything");
            found.push(
                warning
                    .because(earlier.end.span, "this one comes first")
                    .help("put the narrower rule first, or leave it out: the first rule that holds decides"),
            );
        }
    }
}

/// A rule with what is compared of it.
struct ComparedEnd<'p> {
    end: &'p End,
    /// The shapes of the sets of its binders.
    bindings: Vec<String>,
    /// The shapes of the parts of its condition that are joined by `and`.
    parts: HashSet<String>,
    /// The shapes of the parts that are joined by `or`.
    choices: Vec<String>,
    /// Whether no param sets its numbers.
    is_free: bool,
    facts: Vec<ComparedFact>,
    asked: Option<AskedMember>,
}

impl<'p> ComparedEnd<'p> {
    fn new(end: &'p End, is_free: bool) -> ComparedEnd<'p> {
        let mut choices = Vec::new();
        disjuncts(&end.when, &mut choices);
        let mut parts = Vec::new();
        conjuncts(&end.when, &mut parts);
        ComparedEnd {
            end,
            bindings: end.binders.iter().map(|(_, set)| shape(set)).collect(),
            parts: parts.into_iter().map(shape).collect(),
            choices: choices.into_iter().map(shape).collect(),
            is_free,
            facts: facts_of(&end.when),
            asked: AskedMember::of(&end.when),
        }
    }

    /// Whether this rule holds wherever a later one does.
    fn hides(&self, program: &Program, later: &ComparedEnd<'_>) -> bool {
        self.hides_by_parts(later)
            || self.is_free
                && later.is_free
                && (self.hides_by_numbers(later) || self.hides_by_members(program, later))
    }

    /// Whether the conditions are among those of the later rule, for the same bindings or for none.
    fn hides_by_parts(&self, later: &ComparedEnd<'_>) -> bool {
        (self.bindings.is_empty() || self.bindings == later.bindings)
            && (self.parts.is_subset(&later.parts)
                || self.choices.iter().any(|choice| later.parts.contains(choice)))
    }

    fn hides_by_numbers(&self, later: &ComparedEnd<'_>) -> bool {
        self.bindings.is_empty() && later.bindings.is_empty() && follow(&self.facts, &later.facts)
    }

    /// Whether each member of the family of the later rule has a member of that of this one in it.
    fn hides_by_members(&self, program: &Program, later: &ComparedEnd<'_>) -> bool {
        let (Some(own), Some(other)) = (&self.asked, &later.asked) else { return false };
        self.bindings == later.bindings && own.follows_from(program, other)
    }
}

fn disjuncts<'a>(expr: &'a Expr, parts: &mut Vec<&'a Expr>) {
    match &expr.kind {
        ExprKind::Or(all) => all.iter().for_each(|each| disjuncts(each, parts)),
        _ => parts.push(expr),
    }
}
