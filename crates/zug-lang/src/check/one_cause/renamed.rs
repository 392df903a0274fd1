//! A name that was changed at its declaration alone, or at its uses alone: nothing declares the
//! one, and nothing uses the other. And an index that is used by a name that it was not given.

use super::declared_names::{Sort, Words, declared, indexes, uses};
use super::{Cause, Look, without_fixes};
use crate::check::codes;
use crate::check::parts::parts;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{Index, Item, ItemKind, Name};

/// The searches for such names.
pub(super) fn search(look: &Look) -> Vec<Cause> {
    let words = Words::of(&look.game.text, look.game.span.file);
    let unnamed = look.unknown().filter_map(|(name, report)| {
        let uses = uses(look, &words, name, report);
        unnamed_index(look, (name, uses), report)
    });
    let unused = unused(look, &words);
    let renamed = look.unknown().flat_map(|(name, report)| {
        let uses = uses(look, &words, name, report);
        renamed(&words, &unused, (name, uses), report)
    });
    unnamed.chain(members(look, &words)).chain(renamed).collect()
}

/// A declared name that nothing uses, and where it is known.
struct Unused<'a> {
    name: &'a Name,
    sort: Sort,
    scope: Span,
    /// The enum of which it is an element.
    member_of: Option<&'a str>,
}

/// The names that nothing uses, those of single items first. Of what is refused itself it is not
/// seen whether it suits another use.
fn unused<'a>(look: &Look<'a>, words: &Words) -> Vec<Unused<'a>> {
    let whole = look.game.span;
    let is_refused = |item: &Item| look.errors.iter().any(|error| item.span.holds(error.span()));
    let of_items = look.game.items.iter().flat_map(|item| {
        let known = |scope: Span| move |(name, sort)| Unused { name, sort, scope, member_of: None };
        let value = |name| (name, Sort::Value);
        let local = parts(&item.kind).bound.into_iter().chain(indexes(item)).map(value);
        let local = local.map(known(item.span));
        let global = declared(item).into_iter().filter(move |_| !is_refused(item));
        local.chain(global.map(known(whole))).chain(elements(item, whole))
    });
    let mut found: Vec<Unused> =
        of_items.filter(|each| words.places(&each.name.text, each.scope).len() == 1).collect();
    found.sort_by_key(|each| each.scope == whole);
    found
}

/// The elements of an enum.
fn elements(item: &Item, scope: Span) -> impl Iterator<Item = Unused<'_>> {
    let (of, members) = match &item.kind {
        ItemKind::Enum { name, members } => (name.text.as_str(), members.as_slice()),
        _ => ("", &[][..]),
    };
    let element = move |name| Unused { name, sort: Sort::Value, scope, member_of: Some(of) };
    members.iter().map(element)
}

/// Whether a report says of an unknown name already which one is meant.
fn is_explained(report: &Diagnostic) -> bool {
    let open = [
        "declare it: `let",
        "declare it: `state",
        "declare it, `def",
        "declare it: `range",
        "the elements of",
    ];
    !report.help.as_deref().is_some_and(|help| open.iter().any(|begin| help.starts_with(begin)))
}

/// An unused name for one that nothing declares; with the places where that stands.
fn renamed(
    words: &Words,
    unused: &[Unused],
    (name, uses): (&str, Vec<Span>),
    report: &Diagnostic,
) -> Vec<Cause> {
    let wanted = |sort: Sort| match sort {
        Sort::Move => report.message.starts_with("there is no move"),
        Sort::Function => report.message.starts_with("there is no function"),
        Sort::Domain => {
            report.message.starts_with("there is no domain") || name.starts_with(char::is_uppercase)
        }
        Sort::Table => uses.iter().all(|at| words.behind(*at) == Some('[')),
        Sort::List => true,
        Sort::Value | Sort::Element => !uses.iter().any(|at| matches!(words.behind(*at), Some('(' | '['))),
    };
    let fits = |each: &&Unused| {
        uses.iter().all(|at| each.scope.holds(*at)) && wanted(each.sort) && !each.name.text.starts_with('_')
    };
    // An element is meant only where the elements of its domain are wanted.
    let suits = |each: &&Unused| {
        let wanted = |of: &str| {
            report.help.as_deref().is_some_and(|help| help.contains(&format!("elements of `{of}`")))
        };
        each.member_of.is_none_or(wanted)
    };
    if is_explained(report) || uses.is_empty() {
        return Vec::new();
    }
    unused.iter().filter(fits).filter(suits).take(2).map(|each| instead(report, each, name, &uses)).collect()
}

/// The report that says which name is meant.
fn instead(report: &Diagnostic, meant: &Unused, name: &str, uses: &[Span]) -> Cause {
    let text = &meant.name.text;
    let mut report = without_fixes(report);
    report.labels.retain(|label| label.primary || label.text == "and here");
    let report = report
        .because(meant.name.span, "declared here, and used nowhere")
        .help(format!("write `{text}`, which nothing uses so far, or name it `{name}` where it is declared"));
    uses.iter().fold(report, |report, at| report.likely(*at, text.clone())).into()
}

/// `left[Pile]: 0..9 = piles[p]`: the index has no name.
fn unnamed_index(look: &Look, (name, uses): (&str, Vec<Span>), report: &Diagnostic) -> Option<Cause> {
    let item = look.game.items.iter().find(|item| item.span.holds(report.span()))?;
    let (declared, indexes, scope) = match &item.kind {
        ItemKind::Let { name, indexes, .. } => (name, indexes, item.span),
        ItemKind::Param(param) => (&param.name, &param.indexes, item.span),
        ItemKind::State { fields, .. } => {
            let field = fields.iter().find(|field| field.span.holds(report.span()))?;
            (&field.name, &field.indexes, field.span)
        }
        _ => return None,
    };
    let mut unnamed = indexes.iter().filter(|index| index.name.is_none());
    let (index, None) = (unnamed.next()?, unnamed.next()) else { return None };
    let inside = uses.iter().all(|at| scope.holds(*at));
    let index_text = |each: &Index| match &each.name {
        Some(known) => format!("{}: {}", known.text, each.domain.text),
        None => format!("{name}: {}", each.domain.text),
    };
    let written: Vec<String> = indexes.iter().map(index_text).collect();
    let named = without_fixes(report).help(format!(
        "write `{}[{}]`: so the index has a name",
        declared.text,
        written.join(", ")
    ));
    (inside && !is_explained(report))
        .then(|| named.likely(super::before(index.domain.span), format!("{name}: ")).into())
}

/// An enum of which nothing uses a member, where as many names are used that nothing declares.
fn members(look: &Look, words: &Words) -> Option<Cause> {
    let whole = look.game.span;
    let is_plain = |name: &str| {
        let uses = words.places(name, whole);
        !uses.iter().any(|at| matches!(words.behind(*at), Some('(' | '[')))
    };
    let unknown: Vec<(&str, &Diagnostic)> =
        look.unknown().filter(|(name, report)| !is_explained(report) && is_plain(name)).collect();
    look.game.items.iter().find_map(|item| {
        let ItemKind::Enum { name, members } = &item.kind else { return None };
        let nowhere = |member: &Name| words.places(&member.text, whole).len() == 1;
        if members.len() < 2 || unknown.len() != members.len() || !members.iter().all(nowhere) {
            return None;
        }
        let names: Vec<&str> = unknown.iter().map(|(name, _)| *name).collect();
        let message =
            format!("nothing uses the elements of `{}`, and nothing declares those that are used", name.text);
        let at = members.first()?.span.to(members.last()?.span);
        let report = Diagnostic::error(codes::UNKNOWN_NAME, message, at, "used nowhere");
        let report =
            unknown.iter().fold(report, |report, (_, each)| report.because(each.span(), "not declared"));
        let help = format!(
            "write `enum {} {{ {} }}`, or these elements where the others are used",
            name.text,
            names.join(", ")
        );
        Some(report.help(help).likely(at, names.join(", ")).into())
    })
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    const MOVE: &str = "move m(c in C) { s[me] += c }";

    fn helps(items: &str, state: &str, lines: &str) -> Vec<String> {
        helps_beside(
            &format!("{items}\nstate {{ s[Player]: set of C, {state} }}"),
            &format!("{MOVE}\n{lines}"),
        )
    }

    fn named(text: &str, name: &str) -> [String; 1] {
        [format!("write `{text}`, which nothing uses so far, or name it `{name}` where it is declared")]
    }

    #[test]
    fn a_parameter_that_was_renamed_in_its_head_is_named() {
        let moved =
            |head: &str| helps("", "n: 0..9", &format!("move take({head}) as \"{{k + 1}}\" {{ n = k }}"));
        assert_eq!(moved("k in 1..3"), [""; 0]);
        assert_eq!(moved("number in 1..3"), named("number", "k"));
        let pass =
            helps("", "n: 0..9", "def few(p: Player) = count(s[q]) < 3\nmove take when few(me) { n = 1 }");
        assert_eq!(pass, ["write `p`"]);
    }

    #[test]
    fn a_field_that_was_renamed_is_named() {
        let rules = "move take(c in stones[me]) { stones[me] -= c }\nend when stones[Ann] = {} => draw";
        assert_eq!(helps("", "pawns[Player]: set of C", rules), named("pawns", "stones"));
        let refused = format!("let ahead[Player] = [ up, 3 ]\n{rules}");
        assert!(!helps("", "k: 0..9", &refused).concat().contains("ahead"));
        // Another type does not mend it.
        assert!(!helps("", "pawns[Player]: 0..9", rules).concat().contains("pawns"));
        let domain = "move take(h in Pile) { left[h] = 0 }";
        assert_eq!(helps("range Heap = 1..3", "left[Pile]: 0..3 = 3", domain), named("Heap", "Pile"));
        let function = "move take when few(Ann) { n = 1 }";
        assert_eq!(helps("def low(p: Player) = count(s[p]) < 3", "n: 0..9", function), named("low", "few"));
    }

    #[test]
    fn an_index_that_has_no_name_gets_one() {
        let field = |field: &str| helps("let size[C] = 3", field, "move take(c in C) { left[c] = 0 }");
        assert_eq!(field("left[e: C]: 0..3 = size[e]"), [""; 0]);
        assert_eq!(field("left[C]: 0..3 = size[e]"), ["write `left[e: C]`: so the index has a name"]);
    }

    #[test]
    fn elements_that_were_all_renamed_are_one_mistake() {
        let rules = "move take when hand[less] > 0 { hand[less] -= 1 hand[more] += 1 }";
        assert_eq!(
            helps("enum Hand { left, right }", "hand[Hand]: 0..3 = 1", rules),
            ["write `enum Hand { less, more }`, or these elements where the others are used"]
        );
        assert_eq!(helps("enum Hand { left, more }", "hand[Hand]: 0..3 = 1", rules), named("left", "less"));
    }
}
