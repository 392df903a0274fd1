//! Brackets without a partner that are one slip: an item within the braces of another, and several
//! brackets that are open where one line ends.

use super::brackets::{Brackets, closer_of};
use super::codes;
use super::parse_error::TokenView;
use super::unclosed::MANY;
use crate::diagnostic::Diagnostic;

/// Puts one report in the place of those that tell one slip. Every bracket is looked at a bounded
/// number of times.
pub(super) fn one_report_each(view: &TokenView, brackets: &Brackets, reports: &mut Vec<Diagnostic>) {
    if brackets.unclosed.is_empty() || brackets.unclosed.len() > MANY {
        return;
    }
    late_brace(view, brackets, reports);
    open_together(view, brackets, reports);
}

/// An item keyword within braces whose `}` stands behind the item.
fn late_brace(view: &TokenView, brackets: &Brackets, reports: &mut Vec<Diagnostic>) {
    for (open, keyword) in &brackets.unclosed {
        let (open, keyword) = (*open, *keyword);
        let next_open = brackets.unclosed.iter().map(|(at, _)| *at).filter(|at| *at > open).min();
        let close = brackets.stray.iter().map(|(at, _)| *at).find(|at| *at > keyword);
        let Some(close) = close.filter(|close| next_open.is_none_or(|next| *close < next)) else { continue };
        let braces = view.word(open) == "{" && view.word(close) == "}";
        let at = reports.iter().position(|report| {
            report.code == codes::UNCLOSED && report.span() == view.span(open) && !report.fixes.is_empty()
        });
        let Some(at) = at.filter(|_| braces && keyword < view.tokens.len()) else { continue };
        reports[at] = nested(view, open, keyword, close);
        reports.retain(|report| {
            !(report.code == codes::STRAY_CLOSER && report.span() == view.span(close))
                || report.message.contains(WITHIN)
        });
    }
    reports.sort_by_key(Diagnostic::span);
}

/// What the report about a nested item says.
const WITHIN: &str = "stands within the braces of another item";

fn nested(view: &TokenView, open: usize, keyword: usize, close: usize) -> Diagnostic {
    let word = view.word(keyword);
    let message = format!("`{word}` {WITHIN}");
    let gap = view.span(keyword - 1).after();
    Diagnostic::error(codes::STRAY_CLOSER, message, view.span(keyword), "an item of its own")
        .because(view.span(open), "these braces are still open")
        .because(view.span(close), "they are closed here")
        .help(format!("write the `}}` before `{word}`, and not behind it: items stand one behind the other"))
        .likely(gap, "\n}")
        .likely(view.span(close), "")
}

/// `move take(h in Heap, n in 1..left[h`: brackets that are open where a line ends are told once.
fn open_together(view: &TokenView, brackets: &Brackets, reports: &mut Vec<Diagnostic>) {
    let mut at = 0;
    while at < brackets.unclosed.len() {
        let (open, proof) = brackets.unclosed[at];
        let same = brackets.unclosed[at..].iter().take_while(|(_, end)| *end == proof).count();
        let opens: Vec<usize> = brackets.unclosed[at..at + same].iter().map(|(open, _)| *open).collect();
        at += same;
        let line =
            (open + 1..view.tokens.len()).find(|each| view.tokens[*each].first).unwrap_or(view.tokens.len());
        let sets = opens.iter().all(|each| *each < line && matches!(view.word(*each), "(" | "["));
        let of = |report: &Diagnostic, open: usize| {
            report.code == codes::UNCLOSED && report.span() == view.span(open)
        };
        let given: Vec<usize> =
            opens.iter().filter_map(|open| reports.iter().position(|each| of(each, *open))).collect();
        if opens.len() < 2 || !sets || given.len() != opens.len() || line > proof {
            continue;
        }
        let report = together(view, &opens, line - 1);
        reports.retain(|each| !opens.iter().any(|open| of(each, *open)));
        reports.push(report);
    }
    reports.sort_by_key(Diagnostic::span);
}

fn together(view: &TokenView, opens: &[usize], last: usize) -> Diagnostic {
    let signs: Vec<String> = opens.iter().map(|open| format!("`{}`", view.word(*open))).collect();
    let closers: String = opens.iter().rev().map(|open| closer_of(view.word(*open))).collect();
    let (inner, outer) = (opens[opens.len() - 1], &opens[..opens.len() - 1]);
    let end = view.span(last).after();
    let from = (0..=opens[0]).rev().find(|at| view.tokens[*at].first).unwrap_or(0);
    let shown = view.text.get(view.tokens[from].start..view.tokens[last].end).unwrap_or("..");
    let shown = if shown.len() > LONGEST {
        &view.text[view.tokens[inner].start..view.tokens[last].end]
    } else {
        shown
    };
    let message = format!("{} are never closed", signs.join(" and "));
    let report = Diagnostic::error(codes::UNCLOSED, message, view.span(inner), "opened here");
    let report = outer.iter().fold(report, |report, open| report.because(view.span(*open), "and here"));
    report.help(format!("add `{closers}` where they end: write `{shown}{closers}`")).likely(end, closers)
}

/// The longest line that is shown.
const LONGEST: usize = 80;

#[cfg(test)]
mod tests {
    use crate::source::FileId;
    use crate::syntax::parse;

    fn reports_of(text: &str) -> Vec<(String, String)> {
        let (_, reports) = parse(FileId::DEFINITION, text);
        reports.into_iter().map(|report| (report.message, report.help.unwrap_or_default())).collect()
    }

    const HEAD: &str = "game \"G\"\nplayers A, B\n";

    #[test]
    fn an_item_within_braces_is_one_mistake() {
        let within = |word: &str| {
            let help = format!(
                "write the `}}` before `{word}`, and not behind it: items stand one behind the other"
            );
            vec![(format!("`{word}` stands within the braces of another item"), help)]
        };
        let in_state = "state {\n  n: 0..9\n  move m when n < 9 { n += 1 }\n}\nstuck => draw\n";
        assert_eq!(reports_of(&format!("{HEAD}{in_state}")), within("move"));
        let in_move =
            "state { n: 0..9 }\nmove m when n < 9 {\n  n += 1\n  end when n = 3 => draw\n}\nstuck => draw\n";
        assert_eq!(reports_of(&format!("{HEAD}{in_move}")), within("end"));
    }

    #[test]
    fn brackets_that_are_open_together_are_told_once() {
        let text = "state { n: 0..9 }\nmove m(k in 1..max(n, 2\nstuck => draw\n";
        let found = reports_of(&format!("{HEAD}{text}"));
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].0, "`(` and `(` are never closed");
        assert!(found[0].1.contains("write `move m(k in 1..max(n, 2))`"), "{}", found[0].1);
    }
}
