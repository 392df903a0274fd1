//! A value that does not fit, or a name that nothing declares, where one name that is bound here
//! does fit: a parameter, a `let`, a binder.

use super::{Cause, Look, Rivals, without_fixes};
use crate::check::codes;
use crate::check::parts::{all_within, parts};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind};

/// The searches for all values.
pub(super) fn search(look: &Look) -> Vec<Rivals> {
    let unknown = look.unknown().filter_map(|(name, report)| for_unknown(look, name, report));
    let misfits = look.errors.iter().filter(|report| report.code == codes::MISMATCH);
    let misfits = misfits.filter_map(|report| for_misfit(look, report));
    unknown.chain(misfits).collect()
}

/// The names that are bound in the item of a place, those of inner binders last.
fn bound<'a>(look: &Look<'a>, at: Span) -> Vec<(&'a str, Span)> {
    let Some(item) = look.item_at(at) else { return Vec::new() };
    let mut names: Vec<(&str, Span)> = Vec::new();
    for name in parts(&item.kind).bound {
        let known = names.iter().any(|(known, _)| *known == name.text);
        if !known && !name.text.starts_with('_') {
            names.push((&name.text, name.span));
        }
    }
    names
}

/// Whether a help about an unknown name leaves it open which one is meant. What stands for a set
/// is no element.
fn is_open(help: &str) -> bool {
    let begins = ["the elements of", "did you mean `"];
    begins.iter().any(|begin| help.starts_with(begin))
        || help.starts_with("declare it: `let") && help.contains(" = 3`")
        || help.contains(" only: store in a field ")
        || help.contains("which is chosen here, if it is meant; ")
}

fn for_unknown(look: &Look, name: &str, report: &Diagnostic) -> Option<Rivals> {
    let help = report.help.as_deref().unwrap_or_default();
    if !report.message.starts_with("there is nothing called") || !is_open(help) {
        return None;
    }
    let near = help.strip_prefix("did you mean `").and_then(|rest| rest.split('`').next());
    let marks: Vec<Span> = marks(report);
    let item = look.item_at(report.span()).filter(|item| marks.iter().all(|at| item.span.holds(*at)))?;
    // What a value is compared with is an element, or a number, as often as a name that is bound.
    if are_compared(&parts(&item.kind).exprs, &marks) {
        return None;
    }
    let names = bound(look, report.span()).into_iter().filter(|(each, _)| *each != name);
    let mut edits: Vec<Cause> =
        names.map(|(each, place)| unknown_edit(report, &marks, each, place)).collect();
    // A name that is spelt nearly so is meant, unless it does not mend the text.
    if let Some(near) = near {
        let known = |each: &Cause| each.report.fixes.iter().any(|fix| fix.text == near);
        if edits.iter().any(known) {
            return None;
        }
        let said = marks.iter().fold(report.clone(), |report, at| report.likely(*at, near));
        edits
            .push(Cause::from(Diagnostic { fixes: report.fixes.clone(), ..said.clone() }).trying(said.fixes));
    }
    (!edits.is_empty()).then_some(())?;
    Some(Rivals { error: look.number(report)?, edits })
}

/// The places where a name stands that nothing declares.
fn marks(report: &Diagnostic) -> Vec<Span> {
    let marks = report.labels.iter().filter(|label| label.primary || label.text == "and here");
    marks.map(|label| label.span).collect()
}

fn unknown_edit(report: &Diagnostic, marks: &[Span], name: &str, place: Span) -> Cause {
    let mut said = without_fixes(report);
    said.labels.retain(|label| label.primary || label.text == "and here");
    let said = said.because(place, format!("`{name}` is bound here"));
    let said = said.help(format!("write `{name}`: of the names that are bound here, it alone fits"));
    marks.iter().fold(said, |said, at| said.likely(*at, name)).into()
}

/// Whether one of these places is a side of a comparison.
fn are_compared(exprs: &[&Expr], marks: &[Span]) -> bool {
    exprs.iter().any(|e| match &e.kind {
        ExprKind::Compare(first, rest) => {
            let mut sides = [&**first].into_iter().chain(rest.iter().map(|(.., right)| right));
            sides.any(|side| marks.contains(&side.span))
        }
        _ => false,
    })
}

fn is_name(e: &Expr, name: &str) -> bool {
    matches!(&e.kind, ExprKind::Name(own) if own.text == name)
}

/// A value of one type where an element is wanted.
fn for_misfit(look: &Look, report: &Diagnostic) -> Option<Rivals> {
    let help = report.help.as_deref().unwrap_or_default();
    let of_set = help.starts_with("a set has many members");
    let of_element = ["write the name of a", "write one of "].iter().any(|begin| help.starts_with(begin));
    if !of_set && !of_element {
        return None;
    }
    let at = report.span();
    let exprs = parts(&look.item_at(at)?.kind).exprs;
    let misfit = exprs.iter().find(|e| e.span == at)?;
    let speaks = |name: &str| all_within(misfit).into_iter().any(|e| is_name(e, name));
    let names = bound(look, at).into_iter();
    let names = names.filter(|(name, _)| !is_name(misfit, name) && (!of_set || speaks(name)));
    let edit = |(name, place): (&str, Span)| -> Cause {
        let help = format!("write `{name}`: of the names that are bound here, it alone fits");
        let said = without_fixes(report).because(place, format!("`{name}` is bound here"));
        said.help(help).likely(at, name).into()
    };
    let edits: Vec<Cause> = names.map(edit).collect();
    (!edits.is_empty()).then_some(())?;
    Some(Rivals { error: look.number(report)?, edits })
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    fn helps(lines: &str) -> Vec<String> {
        helps_beside(
            "range Card = 1..6 family Pair of C = { {c, east(c)} for c in C } \
             state { at: C = a1, left[Card]: 0..4 = 4, men[Player]: set of C, last: Pair or none }",
            lines,
        )
    }

    fn fits(name: &str) -> [String; 1] {
        [format!("write `{name}`: of the names that are bound here, it alone fits")]
    }

    #[test]
    fn the_one_name_that_fits_stands_for_an_unknown_one() {
        assert_eq!(helps("move go(d in orthogonal) when d != north { at = step(at, dir) }"), fits("d"));
        let of_other =
            "move go(d in orthogonal) when d != east { at = step(at, e) }\nmove put(e in C) { men[me] += e }";
        assert_eq!(helps(of_other), fits("d"));
        let sum = "move go(c in C) when sum(k in Card: left[card]) > 3 { at = c }";
        assert_eq!(helps(sum), fits("k"));
        let rule = "move go(c in C) { at = c }\nend for p in Player when at in men[p] => q wins";
        assert_eq!(helps(rule), fits("p"));
    }

    #[test]
    fn where_two_names_fit_none_is_told() {
        let two = helps(
            "move go(d in orthogonal, e in diagonal) { at = step(step(at, d), dir) men[me] += step(at, e) }",
        );
        assert!(two.iter().all(|help| !help.contains("it alone fits")), "{two:?}");
        // Beside a comparison sign an element may be meant, or a number.
        let compared = helps(
            "def is_red(c: C, d: C or none) = c = red_cell and d != none\nmove go(c in C) when is_red(c, at) { at = c }",
        );
        assert!(compared.iter().all(|help| !help.contains("it alone fits")), "{compared:?}");
        // A name that is spelt nearly so, and fits, stays the one that is offered.
        let near = helps("let start_cell = a1\nmove go(c in C) { at = start_cel men[me] += c }");
        assert_eq!(near, ["did you mean `start_cell`?"]);
    }

    #[test]
    fn the_one_name_that_fits_stands_for_a_value_of_another_type() {
        assert_eq!(helps("move go(c in near(at)) { at = near(c) }"), fits("c"));
        assert_eq!(helps("move go(d in orthogonal) { at = step(at, at) }"), fits("d"));
        assert_eq!(helps("move go(f in Pair) { last = f.1 men[me] += f }"), fits("f"));
    }

    #[test]
    fn a_set_of_which_no_bound_name_speaks_is_told_as_before() {
        let found = helps("move go(c in C) { at = near(b2) men[me] += c }");
        assert!(found[0].starts_with("a set has many members"), "{found:?}");
    }
}
