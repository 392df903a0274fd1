//! A name that was changed at its declaration and at some of its uses: of the declared names that
//! fit wherever the old one is left, the one that is used alike is told.
//!
//! [`likeness`] says how alike the uses are.

use super::declared_names::{Candidate, Sort, UndeclaredName, Words, declared, uses};
use super::likeness::{ALIKE, SURE, elements, likeness};
use super::{Cause, FittingNames, Look, without_fixes};
use crate::check::parts::parts;
use crate::diagnostic::{Applicability, Diagnostic, Fix};
use crate::source::Span;
use crate::syntax::ast::{Declared, Item, ItemKind, TypeKind};

/// So many names are tried for one that nothing declares.
const TRIED: usize = 5;
/// The searches for all names that nothing declares.
pub(super) fn search(look: &Look) -> Vec<FittingNames> {
    let words = Words::of(&look.game.text, look.game.span.file);
    look.unknown().filter_map(|(name, report)| for_name(look, &words, name, report)).collect()
}

fn for_name(look: &Look, words: &Words, name: &str, report: &Diagnostic) -> Option<FittingNames> {
    let lost = UndeclaredName { name, report, uses: uses(look, words, name, report) };
    let mut fitting: Vec<(i32, Candidate)> = candidates(look)
        .filter(|each| each.name.text != name && lost.takes(look, each, words))
        .map(|each| (likeness(look, words, &lost, &each), each))
        .collect();
    fitting.sort_by_key(|(likeness, _)| -likeness);
    if !is_surer_than_the_next(&fitting) {
        fitting.retain(|(_, each)| each.sort != Sort::Element);
    }
    let edit = |(likeness, each): &(i32, Candidate)| {
        let cause = match *likeness < 0 {
            true => lost.declared_like(look, each)?,
            false => lost.report_with(look, each, *likeness),
        };
        Some(cause)
    };
    let edits: Vec<Cause> = fitting.iter().filter_map(edit).take(TRIED).collect();
    (!lost.uses.is_empty() && !edits.is_empty()).then_some(())?;
    Some(FittingNames { error: look.number(report)?, offered: lost.offered()?, edits })
}

/// Whether the likeliest name is one of several elements that are used alike: none of them is meant
/// more than the others.
fn is_surer_than_the_next(fitting: &[(i32, Candidate)]) -> bool {
    let mut elements = fitting.iter().filter(|(_, each)| each.sort == Sort::Element);
    match (elements.next(), elements.next()) {
        (Some((first, _)), Some((next, _))) => first - next >= SURE,
        _ => true,
    }
}

/// The names that items declare, and those that are bound within one.
fn candidates<'a>(look: &Look<'a>) -> impl Iterator<Item = Candidate<'a>> {
    let whole = look.game.span;
    look.game.items.iter().flat_map(move |item| {
        let bound = parts(&item.kind).bound.into_iter();
        let bound = bound.map(|name| Candidate { name, sort: Sort::Value, scope: item.span });
        let elements = elements(item).iter().map(|name| (name, Sort::Element));
        let global = declared(item).into_iter().chain(elements);
        bound.chain(global.map(move |(name, sort)| Candidate { name, sort, scope: whole }))
    })
}

/// Whether a help leaves it open which name is meant.
fn is_open(help: &str) -> bool {
    let declares = help.starts_with("declare it") && !help.starts_with("declare it: write");
    let sets = help.starts_with("leave this fact out") || help.starts_with("what can be set");
    declares || sets || help.starts_with("the elements of") || help.contains(" only: store in a field ")
}

impl UndeclaredName<'_> {
    /// Whether a declared name is of the sort that stands where this one does.
    fn takes(&self, look: &Look, each: &Candidate, words: &Words) -> bool {
        let behind = |sign| self.uses.iter().any(|at| words.behind(*at) == Some(sign));
        let domain = self.report.message.starts_with("there is no domain");
        let of_sort = match each.sort {
            Sort::Move => self.report.message.starts_with("there is no move"),
            Sort::Domain => domain || self.name.starts_with(char::is_uppercase),
            Sort::Function => !domain && behind('('),
            Sort::List => !domain && !behind('('),
            Sort::Table => !domain && behind('['),
            Sort::Value | Sort::Element => !domain && !behind('(') && !behind('['),
        };
        of_sort && !self.is_other_kind(look, each) && self.uses.iter().all(|at| each.scope.holds(*at))
    }

    /// Whether a set is meant, and a field or a param holds one value, or a family, and it is none.
    fn is_other_kind(&self, look: &Look, each: &Candidate) -> bool {
        let is_set =
            |declared: &Declared| matches!(declared.ty.kind, TypeKind::SetOf(_) | TypeKind::ListOf(_));
        let help = self.report.help.as_deref().unwrap_or_default();
        let is_family =
            |item: &Item| matches!(&item.kind, ItemKind::Family { name, .. } if name.span == each.name.span);
        let of_family = !help.contains("`family ") || look.game.items.iter().any(is_family);
        let of_set = !help.contains(": set of ") || each.declared(look).is_none_or(is_set);
        !(of_family && of_set)
    }

    /// What the report offers now: where it says what is meant and offers no edit, it stays.
    fn offered(&self) -> Option<Vec<Fix>> {
        let help = self.report.help.as_deref().unwrap_or_default();
        let near = help.strip_prefix("did you mean `").and_then(|rest| rest.split('`').next());
        if self.report.fixes.is_empty()
            && let Some(near) = near
        {
            let fix = |at: &Span| Fix { span: *at, text: near.into(), applicability: Applicability::Likely };
            return Some(self.uses.iter().map(fix).collect());
        }
        (!self.report.fixes.is_empty() || is_open(help)).then(|| self.report.fixes.clone())
    }

    /// The report that tells this name.
    fn report_with(&self, look: &Look, meant: &Candidate, likeness: i32) -> Cause {
        let (text, name) = (&meant.name.text, self.name);
        let fits = match self.uses.len() {
            1 => "which fits here".to_string(),
            _ => format!("which fits wherever `{name}` stands"),
        };
        let declaration = || match self.declaration(look, meant) {
            Some(declaration) => format!(", or declare it: {declaration}"),
            None => format!(", or declare `{name}`"),
        };
        let all = self.report.help.as_deref().filter(|help| help.starts_with("the elements of"));
        let or = match (meant.sort, all) {
            (Sort::Element, Some(all)) => format!("; {all}"),
            _ if likeness < ALIKE => declaration(),
            _ => String::new(),
        };
        let said = self.beside(meant).help(format!("write `{text}`, {fits}{or}"));
        self.edit(meant).into_iter().fold(said, |said, fix| said.likely(fix.span, fix.text)).into()
    }

    /// The report that tells how the name is declared, where one that fits is another thing.
    fn declared_like(&self, look: &Look, like: &Candidate) -> Option<Cause> {
        (!self.is_setting()).then_some(())?;
        let is_offered =
            |help: &str| help.starts_with("the elements of") || self.offered_declaration().is_some();
        let declaration = self.declaration(look, like)?;
        (!self.report.help.as_deref().is_some_and(is_offered)).then_some(())?;
        let said = self.beside(like).help(format!("declare it: {declaration}"));
        Some(Cause::from(said).trying(self.edit(like)))
    }

    /// The report without what it offers, beside a declaration.
    fn beside(&self, like: &Candidate) -> Diagnostic {
        let mut said = without_fixes(self.report);
        said.labels.retain(|label| label.primary || label.text == "and here");
        said.because(like.name.span, format!("`{}` is declared here", like.name.text))
    }

    /// A declared name at each place of the lost one.
    fn edit(&self, meant: &Candidate) -> Vec<Fix> {
        let fix = |at: &Span| Fix {
            span: *at,
            text: meant.name.text.clone(),
            applicability: Applicability::Likely,
        };
        self.uses.iter().map(fix).collect()
    }

    /// How the name can be declared: as the report says, or as a field or a param is that fits
    /// wherever it stands.
    fn declaration(&self, look: &Look, like: &Candidate) -> Option<String> {
        if let Some(offered) = self.offered_declaration() {
            return Some(offered.to_owned());
        }
        let declared = like.declared(look)?;
        let text = look.text(declared.span);
        let named = format!("{}{}", self.name, text.strip_prefix(like.name.text.as_str())?);
        Some(match look.field(&like.name.text) {
            Some(field) if field.name.span == like.name.span => format!("`state {{ {named} }}`"),
            _ => format!("`param {named}`"),
        })
    }

    /// The declaration that the report offers, where it is written out from the uses.
    fn offered_declaration(&self) -> Option<&str> {
        let offered = self.report.help.as_deref()?.strip_prefix("declare it: ")?;
        Some(offered).filter(|offered| !offered.starts_with("`let ") || offered.contains("set of"))
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    fn helps(state: &str, lines: &str) -> Vec<String> {
        helps_beside(&format!("state {{ {state} }}"), lines)
    }

    #[test]
    fn a_field_that_was_renamed_at_some_places_is_told() {
        let rules = "move put(c in C - pawns[Ann] - pawns[Bob]) { pawns[me] += c }\n\
                     move go(c in men[me]) { men[me] -= c last = c }\n\
                     end when men[me] = C => draw";
        let state = "pawns[Player]: set of C, last: C or none";
        let begin = "write `pawns`, which fits wherever `men` stands, or declare it: ";
        assert!(helps(state, rules)[0].starts_with(begin), "{:?}", helps(state, rules));
        // It does not fit where numbers are wanted.
        let number = rules.replace("men[me] = C", "men[me] > 3");
        assert!(helps(state, &number)[0].starts_with("declare it"), "{:?}", helps(state, &number));
    }

    #[test]
    fn a_name_that_misses_the_uses_that_are_left_is_told_alone() {
        let rules = "move go(c in C) when c != from { from = c }";
        assert_eq!(
            helps("at: C = a1, here: C = a3", &format!("{rules}\nend when at = a3 => draw")),
            ["write `here`, which nothing uses so far, or name it `from` where it is declared"]
        );
        let stored = "move go(c in C) { here = c }\nend when from = a3 => draw\nend when here = at and at = a1 => draw";
        let found = helps("at: C = a1, here: C = a3", stored);
        assert!(found[0].starts_with("write `here`, which fits here"), "{found:?}");
    }

    #[test]
    fn two_names_on_one_line_are_two_things() {
        let found = helps("n: 0..9", "move go(c in C) when n < most { n += 1 }");
        assert_eq!(found, ["declare it: `state { most: 0..9 }`"]);
    }

    #[test]
    fn a_player_that_was_renamed_is_told_by_the_uses_that_are_missing() {
        let text = |lines: &str| {
            crate::check::tests::helps_about(&format!(
                "game \"G\" players Red, Blue board C = grid(3, 3) state {{ men[Player]: set of C }}\n\
                 move put(c in C - men[Red] - men[Blue]) {{ men[me] += c }}\n{lines}\nstuck => draw"
            ))
        };
        let helps = text("end when men[White] = C => White wins\nend when men[Blue] = C => Blue wins");
        let elements = "the elements of `Player` are `Red` and `Blue`";
        assert_eq!(helps, [format!("write `Red`, which fits wherever `White` stands; {elements}")]);
        // Where both players stand as often, either may be meant.
        let both = text("end when men[White] = C => draw");
        assert_eq!(both, [elements]);
    }
}
