//! Prints a syntax tree.
//!
//! The text parses to the same tree. Brackets stand only where precedence needs them, and comments
//! are left out. An `Error` node is printed as `<unreadable>`.

mod expressions;
mod outcomes;
mod statements;

use super::ast::{Chain, Declared, Game, Index, Initial, Item, ItemKind, Name, Text, Type, TypeKind};
use expressions::{SUM, binders, expr, exprs};
use outcomes::{expect, outcome, tree};
use statements::move_;

/// The text of an `Error` node.
const UNREADABLE: &str = "<unreadable>";

/// Prints all items, each on lines of its own.
pub fn print(game: &Game) -> String {
    game.items.iter().map(|printed| item(printed) + "\n").collect()
}

/// Prints an item.
fn item(item: &Item) -> String {
    match &item.kind {
        ItemKind::Game(title) => format!("game {}", text(title)),
        ItemKind::Players(players) => format!("players {}", names(players)),
        ItemKind::Param(declaration) => format!("param {}", declared(declaration)),
        ItemKind::Enum { name, members } => format!("enum {} {{ {} }}", name.text, names(members)),
        ItemKind::Range { name, low, high } => {
            format!("range {} = {}..{}", name.text, expr(low, SUM), expr(high, SUM))
        }
        ItemKind::Board { name, constructor, arguments, cut } => {
            let shape = format!("{}({})", constructor.text, exprs(arguments));
            match cut {
                None => format!("board {} = {shape}", name.text),
                Some((cell, kept)) => {
                    format!("board {} = {{ {} in {shape} where {} }}", name.text, cell.text, expr(kept, 0))
                }
            }
        }
        ItemKind::Graph { name, chains } => format!("graph {} {}", name.text, graph(chains)),
        ItemKind::Family { name, of, members } => {
            format!("family {} of {} = {}", name.text, of.text, expr(members, 0))
        }
        ItemKind::Let { name, indexes: by, ty, value } => {
            let ty = ty.as_ref().map_or(String::new(), |ty| format!(": {}", type_(ty)));
            format!("let {}{}{ty} = {}", name.text, indexes(by), initial(value))
        }
        ItemKind::Def { name, parameters: of, body } => {
            format!("def {}{} = {}", name.text, parameters(of), expr(body, 0))
        }
        ItemKind::State { fields, turn } => state(fields, turn.as_ref().map(|(_, value)| expr(value, 0))),
        ItemKind::Move(written) => move_(written),
        ItemKind::End { binders: by, when, outcome: then } => {
            let by = by.as_ref().map_or(String::new(), |by| format!("for {} ", binders(by)));
            format!("end {by}when {} => {}", expr(when, 0), outcome(then))
        }
        ItemKind::Stuck(then) => format!("stuck => {}", outcome(then)),
        ItemKind::Endless(then) => format!("endless => {}", outcome(then)),
        ItemKind::Progress(measure) => format!("progress {}", exprs(measure)),
        ItemKind::Tree(root) => format!("tree {}", tree(root)),
        ItemKind::Show { domain, entries } => {
            format!("show {} {{ {} }}", domain.text, outcomes::show(entries))
        }
        ItemKind::Start(rows) => format!("start {}", joined(rows, " ", text)),
        ItemKind::Expect(fact) => expect(fact),
        ItemKind::Allow(lints) => format!("allow {}", names(lints)),
        ItemKind::Error => UNREADABLE.to_string(),
    }
}

/// Prints some nodes with `between` between them.
fn joined<T>(things: &[T], between: &str, print: impl Fn(&T) -> String) -> String {
    things.iter().map(print).collect::<Vec<_>>().join(between)
}

fn names(names: &[Name]) -> String {
    joined(names, ", ", |name| name.text.clone())
}

/// A text literal.
fn text(text: &Text) -> String {
    format!("\"{}\"", escaped(&text.text))
}

/// The characters of a text literal between its quotes.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

/// A graph, `{ a-b->c, d }`.
fn graph(chains: &[Chain]) -> String {
    if chains.is_empty() {
        return "{}".to_string();
    }
    format!("{{ {} }}", joined(chains, ", ", chain))
}

/// A chain of a graph, `a-b->c`.
fn chain(chain: &Chain) -> String {
    let mut points = chain.points.iter();
    let first = points.next().map_or(String::new(), |point| point.text.clone());
    let rest = points.zip(&chain.arrows).map(|(point, arrow)| {
        let link = if *arrow { "->" } else { "-" };
        format!("{link}{}", point.text)
    });
    first + &rest.collect::<String>()
}

/// `state { .. }` with one field a line.
fn state(fields: &[Declared], turn: Option<String>) -> String {
    let turn = turn.map(|turn| format!("  turn = {turn}\n")).unwrap_or_default();
    let fields: String = fields.iter().map(|field| format!("  {}\n", declared(field))).collect();
    format!("state {{\n{turn}{fields}}}")
}

/// A param or a field, `points[Player]: 0..9 = 0`.
fn declared(declared: &Declared) -> String {
    let value = declared.initial.as_ref().map_or(String::new(), |value| format!(" = {}", initial(value)));
    format!("{}{}: {}{value}", declared.name.text, indexes(&declared.indexes), type_(&declared.ty))
}

/// Indexes, `[Player, h: Heap]`; empty if there are none.
fn indexes(indexes: &[Index]) -> String {
    if indexes.is_empty() {
        return String::new();
    }
    let index = |index: &Index| match &index.name {
        Some(name) => format!("{}: {}", name.text, index.domain.text),
        None => index.domain.text.clone(),
    };
    format!("[{}]", joined(indexes, ", ", index))
}

/// Parameters, `(t: Triangle)`; empty if there are none.
fn parameters(parameters: &[(Name, Type)]) -> String {
    if parameters.is_empty() {
        return String::new();
    }
    format!("({})", joined(parameters, ", ", |(name, ty)| format!("{}: {}", name.text, type_(ty))))
}

/// A value or a list of values.
fn initial(value: &Initial) -> String {
    match value {
        Initial::One(value) => expr(value, 0),
        Initial::List(values, _) => format!("[{}]", joined(values, ", ", initial)),
    }
}

fn type_(ty: &Type) -> String {
    let none = if ty.or_none { " or none" } else { "" };
    let plain = match &ty.kind {
        TypeKind::Bool => "bool".to_string(),
        TypeKind::Range(low, high) => format!("{}..{}", expr(low, SUM), expr(high, SUM)),
        TypeKind::OneOf(choices) => format!("{{{}}}", exprs(choices)),
        TypeKind::Named(name) => name.text.clone(),
        TypeKind::SetOf(member) => format!("set of {}", type_(member)),
        TypeKind::ListOf(member) => format!("list of {}", type_(member)),
        TypeKind::Error => UNREADABLE.to_string(),
    };
    plain + none
}

/// Prints an expression as the operand of a comparison.
pub(crate) fn operand(written: &super::ast::Expr) -> String {
    expressions::expr(written, expressions::SUM)
}

/// Prints an expression that stands alone.
pub fn whole(written: &super::ast::Expr) -> String {
    expressions::expr(written, 0)
}
