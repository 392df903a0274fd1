//! Words faults for the author of a definition: a [`Diagnostic`] with a code `Z08xx`.

use super::fault::{Fault, RuntimeError, Stored};
use crate::diagnostic::Diagnostic;
use crate::program::{DomainId, FieldId, Kind, MoveId, Program, Value};
use std::cmp::Ordering;

/// The code of a move that did not change the measure of `progress` as it must.
pub const WITHOUT_PROGRESS: &str = "Z0810";

/// The code of a position in which nobody can move, and no rule says what happens then.
pub const NO_MOVES: &str = "Z0805";

impl RuntimeError {
    /// The diagnostic of the fault. The caller adds the moves that lead to it.
    pub fn diagnostic(&self, program: &Program) -> Diagnostic {
        match &self.fault {
            Fault::OutOfBounds { .. }
            | Fault::StoredNone(_)
            | Fault::ChangedByNone(_)
            | Fault::NoIndex(..) => self.storing(program),
            Fault::Disagree(..) | Fault::NoPlayer | Fault::NoPoints => self.outcome(program),
            Fault::NoProgress { played, before, after, strictly } => {
                let must = if *strictly { "must increase" } else { "may not lower" };
                let fell = first_change(before, after) == Some(Ordering::Less);
                let is_none = before.iter().chain(after).any(|value| *value == Value::None);
                let (before, after) = (integers(before), integers(after));
                let played = move_name(program, *played);
                let message =
                    format!("{played} takes the progress from ({before}) to ({after}), but it {must} it");
                let help = if is_none { NO_NUMBER } else { progress_help(fell) };
                self.says(WITHOUT_PROGRESS, message, "compared from left to right").help(help)
            }
            _ => self.moving(),
        }
    }

    fn says(&self, code: &'static str, message: impl Into<String>, label: &str) -> Diagnostic {
        Diagnostic::error(code, message, self.span, label)
    }

    /// Words faults of stores.
    fn storing(&self, program: &Program) -> Diagnostic {
        match &self.fault {
            Fault::OutOfBounds { place, value, low, high } => {
                let place = stored(program, place);
                let message = format!("`{place}` would become {value}, but it is declared {low}..{high}");
                self.says("Z0801", message, "this leaves the bounds")
                    .help(bounds_help(begins_low(program, &self.fault)))
            }
            Fault::StoredNone(place) => {
                let place = stored(program, place);
                let message = format!("`{place}` would become `none`, which its type does not allow");
                self.says("Z0802", message, "this is `none` here")
                    .help("guard the move so that there is a value, or declare it `or none`")
            }
            Fault::ChangedByNone(place) => {
                let message = format!("`{}` is changed by a value that is `none`", stored(program, place));
                self.says("Z0803", message, "this is `none` here")
                    .help("guard the move so that there is a value to put in or take out")
            }
            Fault::NoIndex(field, which) => {
                let message = format!("index {} of `{}` is `none`", which + 1, field_name(program, *field));
                self.says("Z0804", message, "there is no such entry to store to")
                    .help("guard the move so that there is an index, or ask `if .. != none` before")
            }
            _ => self.moving(),
        }
    }

    /// Words faults of outcomes.
    fn outcome(&self, program: &Program) -> Diagnostic {
        match &self.fault {
            Fault::Disagree(one, two) => {
                let (one, two) = (payoff(program, *one), payoff(program, *two));
                let message = format!("this rule gives two outcomes at once: {one} and {two}");
                self.says("Z0807", message, "the condition holds for several, and they do not agree")
                    .help("say in the condition which of them counts: `p = opponent` for the one who has just moved")
            }
            Fault::NoPlayer => self
                .says("Z0808", "the player of this outcome is `none`", "no player comes out here")
                .help("ask for `!= none` in the condition, or say who wins otherwise"),
            _ => self
                .says("Z0809", "the points of this outcome are `none`", "no number comes out here")
                .help("division by zero, and `min` and `max` of nothing, are `none`: ask before"),
        }
    }

    /// Words faults of moves and sets.
    fn moving(&self) -> Diagnostic {
        match &self.fault {
            Fault::TwoPasses => {
                let message = "both players would have to pass, one after the other";
                self.says("Z0806", message, "this says `pass` a second time")
                    .help("let the rule end the game: `stuck => if stuck(opponent) then draw else pass`")
            }
            Fault::SameText(text) => {
                let message = format!("two legal moves both read `{text}`");
                self.says("Z0811", message, "they must read differently")
                    .help("say in the notation, `as \"…\"`, what tells them apart")
            }
            _ => {
                let message = "the player to move has no legal move, and there is no `stuck` rule";
                self.says(NO_MOVES, message, "none of the moves is legal here")
                    .help("say what happens then: `stuck => draw`, `stuck => me loses`, `stuck => pass`")
            }
        }
    }
}

/// How the first of the integers that changes has changed.
fn first_change(before: &[Value], after: &[Value]) -> Option<Ordering> {
    before.iter().zip(after).find_map(|pair| match pair {
        (Value::Int(before), Value::Int(after)) if before != after => Some(after.cmp(before)),
        _ => None,
    })
}

/// The help where a measure is `none`.
const NO_NUMBER: &str =
    "`none` is no number here: write `if E = none then 0 else E + 1` for a measure E that may be none";

fn progress_help(fell: bool) -> &'static str {
    match fell {
        true => {
            "it fell: where every move makes it less, write its negative, `progress -(..)`; else leave the rule out"
        }
        false => "name integers that every move makes greater, or leave the rule out",
    }
}

fn move_name(program: &Program, played: Option<MoveId>) -> String {
    match played.and_then(|id| program.moves.get(id.index())) {
        Some(played) => format!("the move `{}`", played.name),
        None => "a pass".into(),
    }
}

/// The name of the field whose bounds are left, and its least value, if it lies below 0 and the
/// field begins with it.
fn begins_low<'a>(program: &'a Program, fault: &Fault) -> Option<(&'a str, i64)> {
    let Fault::OutOfBounds { place: Stored::Field(field, _), low, .. } = fault else { return None };
    let field = program.fields.get(field.index())?;
    let lowest = |value: &Value| matches!(value, Value::Int(first) if first == low);
    (*low < 0 && field.initial.iter().all(lowest)).then_some((&*field.name, *low))
}

fn bounds_help(begins: Option<(&str, i64)>) -> String {
    let help = "widen the bounds where it is declared, or guard the move so that they are kept";
    match begins {
        Some((name, low)) => format!(
            "`{name}` begins with its least value, {low}: write the first value where it is declared, `= 0` for one; or {help}"
        ),
        None => help.to_owned(),
    }
}

/// The target of a store as text, `points[A]`.
fn stored(program: &Program, place: &Stored) -> String {
    match place {
        Stored::Local(name) => name.clone(),
        Stored::Field(field, entry) if entry.is_empty() => field_name(program, *field),
        Stored::Field(field, entry) => {
            let indexes: &[DomainId] = program.fields.get(field.index()).map_or(&[], |f| &f.indexes);
            let shown: Vec<String> = indexes
                .iter()
                .zip(entry)
                .map(|(domain, value)| program.show_value(value, Kind::Element(*domain).always()).to_string())
                .collect();
            format!("{}[{}]", field_name(program, *field), shown.join(", "))
        }
    }
}

fn field_name(program: &Program, field: FieldId) -> String {
    program.fields.get(field.index()).map_or_else(String::new, |field| field.name.clone())
}

/// A payoff in the words of the definition: `A wins`, `2 to B`, `draw`.
fn payoff(program: &Program, value: i64) -> String {
    let winner = program.players()[usize::from(value < 0)];
    match (value, program.points) {
        (0, _) => "draw".into(),
        (_, false) => format!("{winner} wins"),
        (_, true) => format!("{} to {winner}", value.unsigned_abs()),
    }
}

fn integers(values: &[Value]) -> String {
    let shown: Vec<String> = values
        .iter()
        .map(|value| match value {
            Value::Int(n) => n.to_string(),
            _ => "none".into(),
        })
        .collect();
    shown.join(", ")
}
