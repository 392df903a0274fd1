//! Prints a checked definition as text, for `--emit program`.
//!
//! The form is for reading and for comparing two runs, not for parsing: names as in the file,
//! locals as `name.number`, core forms written as functions where the language has no notation for
//! them.

use std::fmt::Write;
use zug_lang::program::{
    Arith, Choice, DefId, DomainKind, Expr, ExprKind, FieldId, Frame, Kind, LocalId, MoveId, Order, Outcome,
    OutcomeKind, Piece, Place, Program, Quantifier, Stmt, StmtKind, Store, TableId, TableIndex, Type,
};

/// The whole program as text, ending in a line end.
pub fn program(program: &Program) -> String {
    let mut printer = Printer { program, out: String::new() };
    printer.domains();
    printer.tables();
    printer.defs();
    printer.fields();
    printer.moves();
    printer.rules();
    printer.out
}

/// A type as `--emit` and `info` write it.
pub fn type_name(program: &Program, ty: Type) -> String {
    let name = |domain| &program.domain(domain).name;
    let kind = match ty.kind {
        Kind::Bool => "bool".to_string(),
        Kind::Int { low, high } => format!("{low}..{high}"),
        Kind::Element(domain) => name(domain).clone(),
        Kind::Set(domain) => format!("set of {}", name(domain)),
        Kind::IntSet { low, high } => format!("set of {low}..{high}"),
        Kind::Sets(domain) => format!("set of sets of {}", name(domain)),
        Kind::Nothing => "none".to_string(),
    };
    if ty.or_none && ty.kind != Kind::Nothing { format!("{kind} or none") } else { kind }
}

struct Printer<'a> {
    program: &'a Program,
    out: String,
}

impl Printer<'_> {
    fn line(&mut self, indent: usize, text: &str) {
        let _ = writeln!(self.out, "{:indent$}{text}", "", indent = 2 * indent);
    }

    fn domains(&mut self) {
        self.line(0, &format!("game {:?}", self.program.title));
        for domain in &self.program.domains {
            let kind = match &domain.kind {
                DomainKind::Players => "players".to_string(),
                DomainKind::Directions => "directions".to_string(),
                DomainKind::Enum => "enum".to_string(),
                DomainKind::Range { .. } => "range".to_string(),
                DomainKind::Board(board) => board.to_string(),
                DomainKind::Graph { .. } => "graph".to_string(),
                DomainKind::Family { base, .. } => format!("family of {}", self.program.domain(*base).name),
                DomainKind::Tree => "tree".to_string(),
            };
            let line = format!("domain {} = {kind}: {}", domain.name, domain.members.join(", "));
            self.line(0, &line);
        }
    }

    fn tables(&mut self) {
        let program = self.program;
        for table in &program.tables {
            let indexes: Vec<String> = table
                .indexes
                .iter()
                .map(|index| match index {
                    TableIndex::Domain(domain) => program.domain(*domain).name.clone(),
                    TableIndex::Ints { low, high } => format!("{low}..{high}"),
                })
                .collect();
            let entries: Vec<String> =
                table.entries.iter().map(|entry| program.show_value(entry, table.ty).to_string()).collect();
            let line = format!(
                "table {}[{}]: {} = [{}]",
                table.name,
                indexes.join(", "),
                type_name(program, table.ty),
                entries.join(", ")
            );
            self.line(0, &line);
        }
    }

    fn defs(&mut self) {
        let program = self.program;
        for def in &program.defs {
            let parameters: Vec<String> = (0..def.parameters)
                .map(|i| {
                    let local = LocalId(i as u32);
                    format!("{}: {}", name(&def.frame, local), type_name(program, def.frame.locals[i].ty))
                })
                .collect();
            let ty = type_name(program, def.body.ty);
            let body = self.expr(&def.frame, &def.body);
            self.line(0, &format!("def {}({}): {ty} = {body}", def.name, parameters.join(", ")));
        }
    }

    fn fields(&mut self) {
        let program = self.program;
        for field in &program.fields {
            let indexes: Vec<&str> =
                field.indexes.iter().map(|domain| program.domain(*domain).name.as_str()).collect();
            let indexes =
                if indexes.is_empty() { String::new() } else { format!("[{}]", indexes.join(", ")) };
            let initial: Vec<String> =
                field.initial.iter().map(|value| program.show_value(value, field.ty).to_string()).collect();
            let ty = type_name(program, field.ty);
            self.line(0, &format!("field {}{indexes}: {ty} = [{}]", field.name, initial.join(", ")));
        }
        let first = program.players()[program.first_turn as usize & 1];
        self.line(0, &format!("turn = {first}"));
    }

    fn moves(&mut self) {
        let program = self.program;
        for each in &program.moves {
            let kind = if each.followup { "followup" } else { "move" };
            self.line(0, &format!("{kind} {}", each.name));
            for (local, set) in &each.parameters {
                let set = self.expr(&each.frame, set);
                self.line(1, &format!("choose {} in {set}", name(&each.frame, *local)));
            }
            let when = self.expr(&each.frame, &each.when);
            self.line(1, &format!("when {when}"));
            self.statements(&each.frame, 1, &each.body);
            if let Some(provided) = &each.provided {
                let provided = self.expr(&each.frame, provided);
                self.line(1, &format!("provided {provided}"));
            }
            let pieces: Vec<String> = each
                .notation
                .iter()
                .map(|piece| match piece {
                    Piece::Literal(text) => format!("{text:?}"),
                    Piece::Value(expr) => self.expr(&each.frame, expr),
                })
                .collect();
            self.line(1, &format!("as {}", pieces.join(" ")));
        }
    }

    fn rules(&mut self) {
        let program = self.program;
        for end in &program.ends {
            let binders = self.binders(&end.frame, &end.binders);
            let when = self.expr(&end.frame, &end.when);
            let outcome = self.outcome(&end.frame, &end.outcome);
            self.line(0, &format!("end for ({binders}) when {when} => {outcome}"));
        }
        for (keyword, rule) in [("stuck", &program.stuck), ("endless", &program.endless)] {
            if let Some(rule) = rule {
                let outcome = self.outcome(&rule.frame, &rule.outcome);
                self.line(0, &format!("{keyword} => {outcome}"));
            }
        }
        if let Some(progress) = &program.progress {
            let measures: Vec<String> =
                progress.measures.iter().map(|measure| self.expr(&progress.frame, measure)).collect();
            self.line(0, &format!("progress {}", measures.join(", ")));
        }
    }

    fn outcome(&self, frame: &Frame, outcome: &Outcome) -> String {
        match &outcome.kind {
            OutcomeKind::Wins(player) => format!("{} wins", self.expr(frame, player)),
            OutcomeKind::Draw => "draw".to_string(),
            OutcomeKind::Points(points, player) => {
                format!("{} to {}", self.expr(frame, points), self.expr(frame, player))
            }
            OutcomeKind::Pass => "pass".to_string(),
            OutcomeKind::If(condition, yes, no) => format!(
                "if {} then {} else {}",
                self.expr(frame, condition),
                self.outcome(frame, yes),
                self.outcome(frame, no)
            ),
        }
    }

    fn statements(&mut self, frame: &Frame, indent: usize, statements: &[Stmt]) {
        for statement in statements {
            self.statement(frame, indent, statement);
        }
    }

    fn statement(&mut self, frame: &Frame, indent: usize, statement: &Stmt) {
        match &statement.kind {
            StmtKind::Assign(place, store, value) => {
                let (place, value) = (self.place(frame, place), self.expr(frame, value));
                self.line(indent, &format!("{place} {} {value}", sign(*store)));
            }
            StmtKind::Bind(local, value) => {
                let value = self.expr(frame, value);
                self.line(indent, &format!("bind {} = {value}", name(frame, *local)));
            }
            StmtKind::If(condition, yes, no) => {
                let condition = self.expr(frame, condition);
                self.line(indent, &format!("if {condition}"));
                self.statements(frame, indent + 1, yes);
                if !no.is_empty() {
                    self.line(indent, "else");
                    self.statements(frame, indent + 1, no);
                }
            }
            StmtKind::For(binders, guard, body) => {
                let (binders, guard) = (self.binders(frame, binders), self.expr(frame, guard));
                self.line(indent, &format!("for {binders} where {guard}"));
                self.statements(frame, indent + 1, body);
            }
            StmtKind::Repeat(count, body) => {
                let count = self.expr(frame, count);
                self.line(indent, &format!("repeat {count}"));
                self.statements(frame, indent + 1, body);
            }
            StmtKind::Again(when) => {
                let when = self.expr(frame, when);
                self.line(indent, &format!("again when {when}"));
            }
            StmtKind::AgainWith(request, arguments, when) => {
                let asked = self.asked(frame, *request, arguments);
                let when = self.expr(frame, when);
                self.line(indent, &format!("again with {asked} when {when}"));
            }
        }
    }

    fn asked(
        &self,
        frame: &Frame,
        request: zug_lang::program::FollowupRequestId,
        arguments: &[Vec<Expr>],
    ) -> String {
        let moves = &self.program.requests[request.index()].moves;
        let each: Vec<String> = moves
            .iter()
            .zip(arguments)
            .map(|((id, _), arguments)| {
                let name = &self.program.moves[id.index()].name;
                format!("{name}({})", self.list(frame, arguments))
            })
            .collect();
        each.join(" or ")
    }

    fn place(&self, frame: &Frame, place: &Place) -> String {
        match place {
            Place::Field(field, indexes) => self.field(frame, *field, indexes),
            Place::Local(local) => name(frame, *local),
        }
    }

    fn field(&self, frame: &Frame, field: FieldId, indexes: &[Expr]) -> String {
        let name = &self.program.fields[field.index()].name;
        if indexes.is_empty() { name.clone() } else { format!("{name}[{}]", self.list(frame, indexes)) }
    }

    fn binders(&self, frame: &Frame, binders: &[(LocalId, Expr)]) -> String {
        let each: Vec<String> = binders
            .iter()
            .map(|(local, set)| format!("{} in {}", name(frame, *local), self.expr(frame, set)))
            .collect();
        each.join(", ")
    }

    fn list(&self, frame: &Frame, list: &[Expr]) -> String {
        let each: Vec<String> = list.iter().map(|expr| self.expr(frame, expr)).collect();
        each.join(", ")
    }

    fn call(&self, frame: &Frame, name: &str, arguments: &[&Expr]) -> String {
        let each: Vec<String> = arguments.iter().map(|expr| self.expr(frame, expr)).collect();
        format!("{name}({})", each.join(", "))
    }

    fn infix(&self, frame: &Frame, op: &str, left: &Expr, right: &Expr) -> String {
        format!("({} {op} {})", self.expr(frame, left), self.expr(frame, right))
    }

    fn joined(&self, frame: &Frame, op: &str, empty: &str, list: &[Expr]) -> String {
        let each: Vec<String> = list.iter().map(|expr| self.expr(frame, expr)).collect();
        if each.is_empty() { empty.to_string() } else { format!("({})", each.join(op)) }
    }

    fn expr(&self, frame: &Frame, expr: &Expr) -> String {
        let call = |name: &str, arguments: &[&Expr]| self.call(frame, name, arguments);
        let infix = |op: &str, left: &Expr, right: &Expr| self.infix(frame, op, left, right);
        match &expr.kind {
            ExprKind::Const(value) => self.program.show_value(value, expr.ty).to_string(),
            ExprKind::Local(local) => name(frame, *local),
            ExprKind::Me => "me".to_string(),
            ExprKind::Other(player) => call("other", &[player]),
            ExprKind::Field(field, indexes) => self.field(frame, *field, indexes),
            ExprKind::Table(table, indexes) => {
                format!("{}[{}]", self.table(*table), self.list(frame, indexes))
            }
            ExprKind::Call(def, arguments) => format!("{}({})", self.def(*def), self.list(frame, arguments)),
            ExprKind::Not(inner) => call("not ", &[inner]),
            ExprKind::And(all) => self.joined(frame, " and ", "true", all),
            ExprKind::Or(all) => self.joined(frame, " or ", "false", all),
            ExprKind::Equal(a, b) => infix("=", a, b),
            ExprKind::Compare(Order::Less, a, b) => infix("<", a, b),
            ExprKind::Compare(Order::LessEqual, a, b) => infix("<=", a, b),
            ExprKind::In(a, b) => infix("in", a, b),
            ExprKind::Subset(a, b, proper) => infix(if *proper { "<" } else { "<=" }, a, b),
            ExprKind::Arith(op, a, b) => infix(arith(*op), a, b),
            ExprKind::Negate(inner) => call("-", &[inner]),
            ExprKind::Abs(inner) => call("abs", &[inner]),
            ExprKind::Extreme(greatest, all) => {
                format!("{}({})", if *greatest { "max" } else { "min" }, self.list(frame, all))
            }
            ExprKind::Union(a, b) => infix("+", a, b),
            ExprKind::Intersect(a, b) => infix("&", a, b),
            ExprKind::Minus(a, b) => infix("-", a, b),
            ExprKind::SetOf(all, true) => format!("{{{}}}", self.list(frame, all)),
            ExprKind::SetOf(all, false) => format!("all_of({})", self.list(frame, all)),
            ExprKind::Singleton(inner, true) => call("set_or_empty", &[inner]),
            ExprKind::Singleton(inner, false) => call("set", &[inner]),
            ExprKind::RangeSet(a, b) => infix("..", a, b),
            ExprKind::Count(inner) => call("count", &[inner]),
            ExprKind::Quantified { quantifier, binders, guard, body } => format!(
                "{}({} where {}: {})",
                quantified(*quantifier),
                self.binders(frame, binders),
                self.expr(frame, guard),
                self.expr(frame, body)
            ),
            ExprKind::If(c, a, b) => {
                format!(
                    "(if {} then {} else {})",
                    self.expr(frame, c),
                    self.expr(frame, a),
                    self.expr(frame, b)
                )
            }
            ExprKind::Run(_, a, b, c) => call("run", &[a, b, c]),
            ExprKind::Stop(_, a, b, c) => call("stop", &[a, b, c]),
            ExprKind::Reach(table, a, b) => call(&format!("reach by {} ", self.table(*table)), &[a, b]),
            ExprKind::ReachLinks(_, a, b) => call("reach by links ", &[a, b]),
            ExprKind::Can(id, arguments) => {
                format!("can({}({}))", self.move_name(*id), self.list(frame, arguments))
            }
            ExprKind::Stuck(inner) => call("stuck", &[inner]),
            ExprKind::ToInt(inner) => call("int", &[inner]),
            ExprKind::ToElement(inner) => call("element", &[inner]),
            ExprKind::Ordinal(inner) => call("ordinal", &[inner]),
            ExprKind::ToInts(inner) => call("ints", &[inner]),
            ExprKind::ToElements(inner) => call("elements", &[inner]),
            ExprKind::MemberSet(inner) => call("members", &[inner]),
            ExprKind::SetMember(inner) => call("member", &[inner]),
        }
    }

    fn table(&self, id: TableId) -> &str {
        &self.program.tables[id.index()].name
    }

    fn def(&self, id: DefId) -> &str {
        &self.program.defs[id.index()].name
    }

    fn move_name(&self, id: MoveId) -> &str {
        &self.program.moves[id.index()].name
    }
}

fn name(frame: &Frame, local: LocalId) -> String {
    match frame.locals.get(local.index()) {
        Some(known) => format!("{}.{}", known.name, local.0),
        None => format!("?.{}", local.0),
    }
}

fn sign(store: Store) -> &'static str {
    match store {
        Store::Set => "=",
        Store::Add => "+=",
        Store::Sub => "-=",
    }
}

fn arith(op: Arith) -> &'static str {
    match op {
        Arith::Add => "+",
        Arith::Sub => "-",
        Arith::Mul => "*",
        Arith::Div => "/",
        Arith::Rem => "%",
    }
}

fn quantified(quantifier: Quantifier) -> &'static str {
    match quantifier {
        Quantifier::Some => "some",
        Quantifier::Every => "every",
        Quantifier::Count => "count",
        Quantifier::Sum => "sum",
        Quantifier::Min => "min",
        Quantifier::Max => "max",
        Quantifier::Union => "union",
        Quantifier::Collect => "collect",
    }
}

/// A move as `--emit` forms and internal messages name it: `draw(1-2)`.
pub fn choice(program: &Program, choice: &Choice) -> String {
    match choice {
        Choice::Pass => "pass".to_string(),
        Choice::Play(id, values) => {
            let each = &program.moves[id.index()];
            let values: Vec<String> = each
                .parameters
                .iter()
                .zip(values)
                .map(|((local, _), value)| {
                    program.show_value(value, each.frame.locals[local.index()].ty).to_string()
                })
                .collect();
            format!("{}({})", each.name, values.join(", "))
        }
    }
}
