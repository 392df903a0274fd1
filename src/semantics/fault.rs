//! Says what promise of a definition was broken while it was played.
//!
//! Made where something is stored, where an outcome is given, where nobody can move. Holds facts; the words come
//! from [`RuntimeError::diagnostic`], which needs the program for its names.

use crate::diagnostic::Diagnostic;
use crate::program::{DomainId, FieldId, Kind, MoveId, Program, Value};
use crate::source::Span;

/// Where something was to be stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stored {
    /// An entry of a field, with its indexes.
    Field(FieldId, Vec<Value>),
    /// A `var`, by its name.
    Local(String),
}

/// What went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// An integer left the bounds it was declared with.
    OutOfBounds {
        /// Where it was to be stored.
        place: Stored,
        /// The integer; wider than the language's, so that it can always be told.
        value: i128,
        /// Lower bound.
        low: i64,
        /// Upper bound.
        high: i64,
    },
    /// `none` was to be stored where a value must be.
    StoredNone(Stored),
    /// `none` was to be put into a set, or taken out of it.
    ChangedByNone(Stored),
    /// An index of the entry to be stored to is `none`: the field, and which index, from 0.
    NoIndex(FieldId, usize),
    /// The player to move has no legal move, and there is no `stuck` rule.
    NoMove,
    /// A player had to pass right after a pass.
    TwoPasses,
    /// Two bindings of one `end` rule hold and give these two outcomes.
    Disagree(i64, i64),
    /// The player of an outcome came out `none`.
    NoPlayer,
    /// The points of an outcome came out `none`.
    NoPoints,
    /// A move (a pass, where there is none) did not take the `progress` rule's integers where it must.
    NoProgress {
        /// What was played.
        played: Option<MoveId>,
        /// The integers before it.
        before: Vec<Value>,
        /// The integers after it.
        after: Vec<Value>,
        /// Whether they had to increase, not only to stay.
        strictly: bool,
    },
    /// Two legal moves are written alike.
    SameText(String),
    /// A set `low..high` with too many members to be made.
    WideRange {
        /// First member.
        low: i64,
        /// Last member.
        high: i64,
    },
}

/// What went wrong, and where in the definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuntimeError {
    /// What went wrong.
    pub fault: Fault,
    /// The place.
    pub span: Span,
}

impl RuntimeError {
    /// This fault at this place.
    pub fn new(fault: Fault, span: Span) -> RuntimeError {
        RuntimeError { fault, span }
    }

    /// The fault in the author's words. The moves that led to it are for the caller to add.
    pub fn diagnostic(&self, program: &Program) -> Diagnostic {
        let error = |code, message: String, label: &str| Diagnostic::error(code, message, self.span, label);
        match &self.fault {
            Fault::OutOfBounds { place, value, low, high } => {
                let place = stored(program, place);
                error(
                    "Z0801",
                    format!("`{place}` would become {value}, but it is declared {low}..{high}"),
                    "this leaves the bounds",
                )
                .help("widen the bounds where it is declared, or guard the move so that they are kept")
            }
            Fault::StoredNone(place) => error(
                "Z0802",
                format!("`{}` would become `none`, which its type does not allow", stored(program, place)),
                "this is `none` here",
            )
            .help("guard the move so that there is a value, or declare it `or none`"),
            Fault::ChangedByNone(place) => error(
                "Z0803",
                format!("`{}` is changed by a value that is `none`", stored(program, place)),
                "this is `none` here",
            )
            .help("guard the move so that there is a value to put in or take out"),
            Fault::NoIndex(field, which) => error(
                "Z0804",
                format!("index {} of `{}` is `none`", which + 1, field_name(program, *field)),
                "there is no such entry to store to",
            ),
            Fault::NoMove => error(
                "Z0805",
                "the player to move has no legal move, and there is no `stuck` rule".into(),
                "none of the moves is legal here",
            )
            .help("say what happens then: `stuck => draw`, `stuck => me loses`, `stuck => pass`"),
            Fault::TwoPasses => error(
                "Z0806",
                "both players would have to pass, one after the other".into(),
                "this says `pass` a second time",
            )
            .help("let the rule end the game: `stuck => if stuck(opponent) then draw else pass`"),
            Fault::Disagree(one, two) => error(
                "Z0807",
                format!(
                    "this rule gives two outcomes at once: {} and {}",
                    payoff(program, *one),
                    payoff(program, *two)
                ),
                "the condition holds for several, and they do not agree",
            ),
            Fault::NoPlayer => {
                error("Z0808", "the player of this outcome is `none`".into(), "no player comes out here")
            }
            Fault::NoPoints => {
                error("Z0809", "the points of this outcome are `none`".into(), "no number comes out here")
            }
            Fault::NoProgress { played, before, after, strictly } => {
                let played = match played.and_then(|id| program.moves.get(id.index())) {
                    Some(played) => format!("the move `{}`", played.name),
                    None => "a pass".into(),
                };
                let must = if *strictly { "must increase" } else { "may not lower" };
                error(
                    "Z0810",
                    format!(
                        "{played} takes the progress from ({}) to ({}), but it {must} it",
                        integers(before),
                        integers(after)
                    ),
                    "compared from left to right",
                )
            }
            Fault::SameText(text) => {
                error("Z0811", format!("two legal moves both read `{text}`"), "they must read differently")
                    .help("say in the notation, `as \"…\"`, what tells them apart")
            }
            Fault::WideRange { low, high } => {
                error("Z0812", format!("the set {low}..{high} has too many members"), "made here")
            }
        }
    }
}

/// `points[A]`
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

/// `A wins`, `2 to B`, `draw`
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
