//! Looks for the one slip that explains several reports, or that a report tells in other words than
//! its author needs: a field whose type does not suit its uses, players in other letters, a board
//! that nothing declares.
//!
//! Each search proposes an edit for a shape of the text. The edit is tried out: the text is read
//! and checked with it. Where reports vanish and none comes up, the edit explains them, and one
//! report that says what to write stands in their place. So nothing is said of a definition that is
//! right, and nothing that does not mend it.
//!
//! Where several names may be meant, each is tried, and one is told if it alone mends the text.

mod board_sizes;
mod calls;
mod choices;
mod commented;
mod conditions;
mod declarations;
mod declared_names;
mod declared_values;
mod domains;
mod duplicates;
mod exchanged;
mod fitting;
mod hidden;
mod index_commas;
mod likeness;
mod names_in_scope;
mod players;
mod renamed;
mod rule_players;
mod same_index;
mod sets_and_elements;
mod shows;

use super::parts::parts;
use crate::diagnostic::{Diagnostic, Fix, Severity};
use crate::fix::apply_all;
use crate::source::Span;
use crate::syntax::ast::{Declared, Expr, Game, Item, ItemKind, Name, Statement};

/// The longest text, in bytes, that is looked through, the most edits that are tried, the most
/// steps of constants that are worked out for them, and the most reports among which an edit may
/// explain some.
const LONGEST: usize = 1 << 15;
const MOST: usize = 8;
const STEPS: u64 = 10_000_000;
const REPORTS: usize = 40;

/// A slip that may explain reports.
struct Cause {
    /// What is told in their place, with the edit as a likely fix.
    report: Diagnostic,
    /// The edit that is tried, where it is another than that fix.
    tried: Option<Vec<Fix>>,
    /// Whether it must explain all errors.
    whole: bool,
}

impl Cause {
    /// The same report, where another edit is tried.
    fn trying(self, edit: Vec<Fix>) -> Cause {
        Cause { tried: Some(edit), ..self }
    }
}

impl From<Diagnostic> for Cause {
    fn from(report: Diagnostic) -> Cause {
        Cause { report, tried: None, whole: false }
    }
}

/// What the searches look at.
struct Look<'a> {
    game: &'a Game,
    /// The errors of the checker.
    errors: &'a [Diagnostic],
}

/// A search for one kind of slip.
type Search = fn(&Look) -> Vec<Cause>;

const SEARCHES: [Search; 14] = [
    duplicates::search,
    board_sizes::search,
    index_commas::search,
    hidden::search,
    players::search,
    declarations::search,
    declared_values::search,
    sets_and_elements::search,
    domains::search,
    conditions::search,
    shows::search,
    calls::search,
    exchanged::search,
    renamed::search,
];

/// The edits for one error, of which one may mend it. All of them are told about its place.
struct Rivals {
    /// The error, by its number.
    error: usize,
    /// The edits.
    edits: Vec<Cause>,
}

/// A search for edits of which one alone may mend an error.
type SearchRivals = fn(&Look) -> Vec<Rivals>;

/// Those that stand earlier are surer.
const WITH_RIVALS: [SearchRivals; 4] =
    [commented::search, rule_players::search, names_in_scope::search, same_index::search];

/// The names for one that nothing declares, of which the first that mends an error is told.
struct FittingNames {
    /// The error, by its number.
    error: usize,
    /// What the error offers now: if it mends the error, it stays.
    offered: Vec<Fix>,
    /// The edits, the likeliest first.
    edits: Vec<Cause>,
}

/// A text once read and checked: the number of errors of the parser, and the reports of the
/// checker.
pub(super) type Reading = (usize, Vec<Diagnostic>);

/// The reports about a definition, with one report in the place of those that one slip explains.
/// `read` reads and checks a copy of the text, whose constants take about `steps`. What is proved
/// of a slip holds for the same slip at another place, where an error stands too.
pub(super) fn explained(
    game: &Game,
    found: Vec<Diagnostic>,
    steps: u64,
    read: &dyn Fn(&str) -> Reading,
) -> Vec<Diagnostic> {
    let is_error = |report: &Diagnostic| report.severity == Severity::Error;
    let errors: Vec<Diagnostic> = found.iter().filter(|report| is_error(report)).cloned().collect();
    if errors.is_empty() || errors.len() > REPORTS || game.text.len() > LONGEST {
        return found;
    }
    let look = Look { game, errors: &errors };
    let mut tries = (STEPS / steps.max(1)).min(MOST as u64) as usize;
    let mut known: Vec<String> = Vec::new();
    let mut done = vec![false; errors.len()];
    let mut instead = Vec::new();
    for cause in SEARCHES.iter().flat_map(|search| search(&look)) {
        let place = errors.iter().position(|error| error.span() == cause.report.span());
        let again = place.filter(|_| known.contains(&cause.report.message));
        let explains = match again {
            Some(place) => vec![place],
            None if tries == 0 => continue,
            None => {
                tries -= 1;
                let Some(explains) = look.explains(&cause, read) else { continue };
                if cause.whole && explains.len() < errors.len() {
                    continue;
                }
                explains
            }
        };
        if explains.iter().any(|at| done[*at]) {
            continue;
        }
        if place.is_some_and(|place| explains == [place]) {
            known.push(cause.report.message.clone());
        }
        explains.into_iter().for_each(|at| done[at] = true);
        instead.push(cause.report);
    }
    instead.extend(choices::chosen(&look, steps, &mut done, read));
    let mut kept = found;
    let gone: Vec<&Diagnostic> =
        errors.iter().zip(&done).filter(|(_, done)| **done).map(|(e, _)| e).collect();
    kept.retain(|report| !gone.contains(&report));
    kept.extend(instead);
    kept.sort_by_key(Diagnostic::span);
    kept
}

impl<'a> Look<'a> {
    /// The errors that an edit explains: they vanish with it, and no other comes up.
    fn explains(&self, cause: &Cause, read: &dyn Fn(&str) -> Reading) -> Option<Vec<usize>> {
        let fixes = cause.tried.clone().unwrap_or_else(|| cause.report.fixes.clone());
        let file = self.game.span.file;
        let fixed = apply_all(file, &self.game.text, fixes.clone());
        if fixes.is_empty() || fixed.applied.is_empty() {
            return None;
        }
        let (unread, left) = read(&fixed.text);
        if unread > self.game.mistakes.len() {
            return None;
        }
        let mut gone: Vec<usize> = (0..self.errors.len()).collect();
        for report in left.iter().filter(|report| report.severity == Severity::Error) {
            let same = |at: &usize| {
                let known = &self.errors[*at];
                known.code == report.code && known.message == report.message
            };
            // Of several that read alike, those that stand elsewhere are left.
            let places = (0..gone.len()).filter(|each| same(&gone[*each]));
            let here = |at: Span| cause.report.span().holds(at) || at.holds(cause.report.span());
            let place = places.min_by_key(|each| here(self.errors[gone[*each]].span()))?;
            gone.remove(place);
        }
        (!gone.is_empty()).then_some(gone)
    }

    /// The text of a place on one line.
    fn text(&self, at: Span) -> String {
        self.game.text_at(at).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The fields of the position.
    fn fields(&self) -> impl Iterator<Item = &'a Declared> {
        self.game.items.iter().flat_map(|item| match &item.kind {
            ItemKind::State { fields, .. } => fields.as_slice(),
            _ => &[],
        })
    }

    /// The field of this name.
    fn field(&self, name: &str) -> Option<&'a Declared> {
        self.fields().find(|field| field.name.text == name)
    }

    /// The names of the players.
    fn players(&self) -> &'a [Name] {
        let named = self.game.items.iter().find_map(|item| match &item.kind {
            ItemKind::Players(names) => Some(names.as_slice()),
            _ => None,
        });
        named.unwrap_or_default()
    }

    /// The enum of which a name is a member, or `Player`.
    fn domain_of(&self, member: &str) -> Option<&'a str> {
        if self.players().iter().any(|player| player.text == member) {
            return Some("Player");
        }
        self.game.items.iter().find_map(|item| match &item.kind {
            ItemKind::Enum { name, members } if members.iter().any(|each| each.text == member) => {
                Some(name.text.as_str())
            }
            _ => None,
        })
    }

    /// The number of elements of an enum, of the players, or of a range that is written out.
    fn size_of(&self, domain: &str) -> Option<usize> {
        if domain == "Player" {
            return Some(self.players().len());
        }
        self.game.items.iter().find_map(|item| match &item.kind {
            ItemKind::Enum { name, members } if name.text == domain => Some(members.len()),
            ItemKind::Range { name, low, high } if name.text == domain => {
                let size = high.written_integer()?.checked_sub(low.written_integer()?)?.checked_add(1)?;
                usize::try_from(size).ok()
            }
            _ => None,
        })
    }

    /// All expressions.
    fn exprs(&self) -> Vec<&'a Expr> {
        self.game.items.iter().flat_map(|item| parts(&item.kind).exprs).collect()
    }

    /// All statements.
    fn statements(&self) -> Vec<&'a Statement> {
        self.game.items.iter().flat_map(|item| parts(&item.kind).statements).collect()
    }

    /// The item in which a place lies.
    fn item_at(&self, at: Span) -> Option<&'a Item> {
        self.game.items.iter().find(|item| item.span.holds(at))
    }

    /// The unknown names that are reported, each with its report.
    fn unknown(&self) -> impl Iterator<Item = (&'a str, &'a Diagnostic)> {
        let codes = [super::codes::UNKNOWN_NAME, super::codes::UNKNOWN_SETTING];
        let unknown = self.errors.iter().filter(move |report| codes.contains(&report.code));
        unknown.filter_map(|report| {
            let mut quoted = report.message.split('`');
            quoted.next().filter(|begin| begin.starts_with("there is no"))?;
            Some((quoted.next()?, report))
        })
    }

    /// The number of an error.
    fn number(&self, report: &Diagnostic) -> Option<usize> {
        self.errors.iter().position(|error| std::ptr::eq(error, report))
    }

    /// The error at a place, without what it would write.
    fn error_at(&self, at: Span) -> Option<Diagnostic> {
        self.errors.iter().find(|report| report.span() == at).map(without_fixes)
    }
}

/// A report that is told with another help.
fn without_fixes(report: &Diagnostic) -> Diagnostic {
    Diagnostic { fixes: Vec::new(), ..report.clone() }
}

/// The place before a span.
fn before(at: Span) -> Span {
    Span { end: at.start, ..at }
}

#[cfg(test)]
mod renaming_tests;
#[cfg(test)]
mod tests;
