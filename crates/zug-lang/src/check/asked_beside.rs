//! A move that is asked for beside others, `again with jump(to) or stop`, and is not declared.

use super::input::CheckInput;
use super::parts::parts;
use crate::source::Span;
use crate::syntax::ast::{Name, StatementKind};

impl CheckInput<'_> {
    /// The words that ask for a move of this name beside others, `or stop`, and their place: from
    /// the request before it on, or up to the one behind it.
    pub(super) fn asked_beside_others(&self, name: &Name) -> Option<(Span, &str)> {
        let item = self.item_at(name.span)?;
        let (with, end) = parts(&item.kind).statements.into_iter().find_map(|each| match &each.kind {
            StatementKind::Again { with, when } => {
                let asked = with.iter().any(|(asked, _)| asked.span == name.span);
                asked.then(|| (with, when.as_ref().map_or(each.span.end, |when| when.span.start)))
            }
            _ => None,
        })?;
        let at = with.iter().position(|(asked, _)| asked.span == name.span)?;
        let own_end = |at: usize| {
            let next = with.get(at + 1).map_or(end, |(next, _)| next.span.start);
            let text = self.game.text.get(with[at].0.span.start as usize..next as usize)?.trim_end();
            let text = ["or", "when"].iter().find_map(|word| text.strip_suffix(word)).unwrap_or(text);
            Some(with[at].0.span.start + text.trim_end().len() as u32)
        };
        let place = match at {
            0 => Span { start: name.span.start, end: with.get(1)?.0.span.start, ..name.span },
            _ => Span { start: own_end(at - 1)?, end: own_end(at)?, ..name.span },
        };
        Some((place, self.written(place).trim()))
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    fn helps(request: &str) -> Vec<String> {
        helps_beside(
            "state { at: C = a1, n: 0..9 }",
            &format!("move jump(c in near(at)) {{ at = c {request} }}\nfollowup rest {{ n = 1 }}"),
        )
    }

    #[test]
    fn a_request_beside_others_may_be_left_out() {
        let said = |text: &str, name: &str| {
            [format!(
                "leave `{text}` out, or declare the followup: `followup {name} {{ .. }}`; the moves are `jump` and `rest`"
            )]
        };
        assert_eq!(helps("again with jump or stop"), said("or stop", "stop"));
        assert_eq!(helps("again with halt or jump(c) when n = 0"), said("halt or", "halt"));
        assert_eq!(helps("again with jump or halt(c) or rest when n = 0"), said("or halt(c)", "halt"));
    }

    #[test]
    fn a_request_alone_and_a_misspelt_one_are_told_as_before() {
        assert_eq!(helps("again with stop"), ["write `rest`: it is the only followup"]);
        assert_eq!(helps("again with jump or rast"), ["did you mean `rest`?"]);
    }
}
