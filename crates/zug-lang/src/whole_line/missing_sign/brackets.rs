//! The other bracket of a pair, at the one place at which the item has no error with it.

use super::{Insertion, SignSearch};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// The most places of a bracket that are checked: where more can be read nothing is known.
const PLACES: usize = 8;

impl SignSearch<'_> {
    /// The report with the place of a bracket, where one place alone fits, and nothing is mended by
    /// what the report offers or without the other bracket.
    pub(super) fn with_bracket(&self, tried: Vec<Insertion>) -> Option<Diagnostic> {
        let [one] = self.fitting(tried).try_into().ok()?;
        let is_fixed = self.own().is_some() || self.is_whole_without();
        (!is_fixed).then(|| self.with_one(&one))
    }

    /// The report with its closing bracket left out, where the item has no error then and the
    /// report gives it a partner around one token: `n = 3 }` is not meant to be `n = { 3 }`.
    pub(super) fn without_bracket(&self) -> Option<Diagnostic> {
        let closer = self.report.span();
        let opener = self.report.fixes.first().filter(|fix| matches!(fix.text.trim(), "(" | "[" | "{"))?;
        let within = opener.span.start as usize..closer.start as usize;
        let is_one = self.tokens().iter().filter(|token| within.contains(&token.start)).count() <= 1;
        let report = || Diagnostic { fixes: Vec::new(), ..self.report.clone() };
        (is_one && self.is_whole_without()).then(|| report().help("delete it").likely(closer, ""))
    }

    /// The closing bracket at every place behind its opening one.
    pub(super) fn closers(&self) -> Option<Vec<Insertion>> {
        let (opener, closer) = self.partner()?;
        let behind = self.tokens().into_iter().filter(|token| token.start > opener.start as usize);
        self.few(behind.map(|token| Insertion { at: token.end, sign: closer.to_owned() }))
    }

    /// The opening bracket at every place before its closing one.
    pub(super) fn openers(&self) -> Option<Vec<Insertion>> {
        let (closer, opener) = self.partner()?;
        let before = self.tokens().into_iter().skip(1).filter(|token| token.end <= closer.start as usize);
        self.few(before.map(|token| Insertion { at: token.start, sign: opener.to_owned() }))
    }

    /// The place of the bracket that is reported, and the other one of its pair.
    fn partner(&self) -> Option<(Span, &'static str)> {
        const PAIRS: [(&str, &str); 3] = [("(", ")"), ("[", "]"), ("{", "}")];
        let place = self.report.span();
        let bracket = self.text.get(place.start as usize..place.end as usize)?;
        PAIRS.into_iter().find_map(|(opener, closer)| match bracket {
            _ if bracket == opener => Some((place, closer)),
            _ if bracket == closer => Some((place, opener)),
            _ => None,
        })
    }

    /// Whether the item has no error without the bracket that is reported.
    fn is_whole_without(&self) -> bool {
        let Span { start, end, .. } = self.report.span();
        let (start, end) = (start as usize, end as usize);
        let copy = format!("{}{}", &self.text[..start], &self.text[end..]);
        let part = self.unit.start..self.unit.end.saturating_sub(end - start).max(self.unit.start);
        self.bench.is_free(&copy, &part)
    }

    /// The insertions with which the item can be read; `None` where they are too many to be tried.
    fn few(&self, tried: impl Iterator<Item = Insertion>) -> Option<Vec<Insertion>> {
        let read: Vec<Insertion> = tried.filter(|each| self.is_read(each)).take(PLACES + 1).collect();
        (read.len() <= PLACES).then_some(read)
    }
}
