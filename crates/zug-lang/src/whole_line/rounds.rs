//! Applies what the reports about a unit would have written, checks the copy, and goes on with what
//! its reports would have written.

use super::choices::{Choice, choice, overlap};
use super::{Bench, errors, token_edits};
use crate::diagnostic::{Diagnostic, Fix};
use crate::fix::apply_all;
use crate::source::FileId;
use crate::syntax::one_edit;
use std::ops::Range;

/// The most rounds for one unit.
const ROUNDS: usize = 6;

/// The most reports of a unit whose edits are tried one by one.
const ONE_BY_ONE: usize = 4;

/// The most errors of a unit that is mended.
const ERRORS: usize = 12;

/// Keywords of items that declare nothing that other items use: no error may begin elsewhere once
/// they are mended.
const USED_BY_NONE: [&str; 9] =
    ["move", "end", "stuck", "endless", "progress", "expect", "show", "start", "followup"];

/// A copy of a text, what is reported about it, and what was written into it.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    /// The text of the copy.
    pub text: String,
    /// The reports about it.
    pub found: Vec<Diagnostic>,
    /// The edits that are not certain: what they replaced, and by what.
    pub likely: Vec<(String, String)>,
}

impl Draft {
    /// A copy into which nothing was written.
    pub(super) fn new(text: &str, found: &[Diagnostic]) -> Draft {
        Draft { text: text.to_owned(), found: found.to_vec(), likely: Vec::new() }
    }

    /// Where a part lies once this copy was made of another by edits of that part.
    pub(super) fn moved(&self, other: &str, part: &Range<usize>) -> Range<usize> {
        part.start..(self.text.len() + part.end).saturating_sub(other.len()).max(part.start)
    }

    /// How far a part is from being free of errors: the number of errors, and the bytes behind the
    /// first one.
    fn distance(&self, part: &Range<usize>) -> (usize, usize) {
        let count = errors(&self.found, part).count();
        let first = errors(&self.found, part).map(|report| report.span().start as usize).min();
        (count, first.map_or(0, |first| part.end.saturating_sub(first)))
    }

    /// The number of errors that stand outside of a part.
    fn elsewhere(&self, part: &Range<usize>) -> usize {
        errors(&self.found, &(0..usize::MAX)).count() - errors(&self.found, part).count()
    }
}

/// A copy in which a part has no error any more; `None` where none is found, or it has none.
pub(super) fn fix(before: &Draft, part: &Range<usize>, bench: &Bench<'_>) -> Option<Draft> {
    let at_first = errors(&before.found, part).count();
    if at_first == 0 || at_first > ERRORS {
        return None;
    }
    let mut now = Draft { likely: Vec::new(), ..before.clone() };
    for _ in 0..ROUNDS {
        let here = now.moved(&before.text, part);
        let better = attempts(&now, &here).into_iter().find_map(|choices| {
            let next = applied(&now, &choices, bench)?;
            (next.distance(&next.moved(&before.text, part)) < now.distance(&here)).then_some(next)
        });
        now = better.or_else(|| by_token_edits(&now, &here, bench))?;
        let here = now.moved(&before.text, part);
        if errors(&now.found, &here).count() == 0 {
            let alone = USED_BY_NONE.iter().any(|keyword| now.text[here.clone()].starts_with(keyword));
            return (!alone || now.elsewhere(&here) <= before.elsewhere(part)).then_some(now);
        }
    }
    None
}

/// The copy in which the few token edits stand that let the part be read as one item, where there
/// is one way that leaves fewer errors than all others.
fn by_token_edits(now: &Draft, part: &Range<usize>, bench: &Bench<'_>) -> Option<Draft> {
    bench.searches.set(bench.searches.get().checked_sub(1)?);
    let item = &now.text[part.clone()];
    let known = token_edits::words(&now.text[..part.start]).chain(token_edits::words(&now.text[part.end..]));
    let copy = |item: String| {
        let text = format!("{}{item}{}", &now.text[..part.start], &now.text[part.end..]);
        let found = bench.reports(&text)?;
        Some(Draft { text, found, likely: now.likely.clone() })
    };
    let readable = token_edits::readable(item, &known.collect());
    let mut copies: Vec<Draft> = readable.into_iter().map_while(copy).collect();
    let errors_in = |it: &Draft| it.distance(&it.moved(&now.text, part)).0;
    copies.sort_by_key(errors_in);
    let best = errors_in(copies.first()?);
    let is_better = best < errors(&now.found, part).count();
    let is_alone = copies.get(1).is_none_or(|second| errors_in(second) > best);
    (is_better && is_alone).then(|| copies.swap_remove(0))
}

/// What is tried in one round, the best first: all that is known, what is certain, one report
/// alone.
fn attempts(now: &Draft, part: &Range<usize>) -> Vec<Vec<Choice>> {
    let all: Vec<Choice> =
        errors(&now.found, part).filter_map(|report| choice(&now.text, report, part)).collect();
    let (certain, likely): (Vec<Choice>, Vec<Choice>) = all.iter().cloned().partition(|it| it.is_certain);
    let mut attempts = vec![certain.iter().chain(&likely).cloned().collect()];
    if !likely.is_empty() {
        attempts.push(certain);
    }
    if all.len() > 1 {
        attempts.extend(all.into_iter().take(ONE_BY_ONE).map(|one| vec![one]));
    }
    attempts.retain(|choices: &Vec<Choice>| !choices.is_empty());
    attempts
}

/// The copy with some choices applied; of two that overlap the first one.
fn applied(now: &Draft, choices: &[Choice], bench: &Bench<'_>) -> Option<Draft> {
    if !bench.has_room(now.text.len()) {
        return None;
    }
    let mut fixes: Vec<Fix> = Vec::new();
    let mut likely = now.likely.clone();
    for choice in choices {
        if choice.fixes.iter().any(|fix| fixes.iter().any(|other| overlap(other, fix))) {
            continue;
        }
        if !choice.is_certain {
            let was = |fix: &Fix| {
                now.text.get(fix.span.start as usize..fix.span.end as usize).unwrap_or("").to_owned()
            };
            likely.extend(choice.fixes.iter().map(|fix| (was(fix), fix.text.clone())));
        }
        fixes.extend(choice.fixes.iter().cloned());
    }
    let text = apply_all(FileId::DEFINITION, &now.text, fixes).text;
    let stands_in = [one_edit::NAMELESS, one_edit::UNREAD].iter().any(|name| text.contains(name));
    if text == now.text || stands_in {
        return None;
    }
    let found = bench.reports(&text)?;
    Some(Draft { text, found, likely })
}
