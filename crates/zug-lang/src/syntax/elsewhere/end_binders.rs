//! `end when C for p in Player => p wins`: what a rule runs through stands before its condition.

use super::Mistake;
use super::place::Place;
use crate::syntax::grammar::Rule;

/// Searches the token `at`: a `for` between the condition and the arrow of an ending.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    let start = place.range.start;
    let rule = place.rule == Some(Rule::end_item) && place.word(start + 1) != "for";
    let when = place.find(start..at, &["when"]).filter(|_| rule && place.word(at) == "for")?;
    let outside = place.find(when..at + 1, &["for"]) == Some(at) && place.ends_operand(at - 1);
    let arrow = place.find(at..place.range.end, &["=>"])?;
    let quantified = matches!(place.word(at + 1), "some" | "every" | "each" | "any" | "all");
    let name = at + 1 + usize::from(quantified);
    let binds = place.is_name(name) && matches!(place.word(name + 1), "in" | "∈") && name + 2 < arrow;
    if !outside || when + 1 == at || place.find(when..at, &["=>"]).is_some() || !binds {
        return None;
    }
    // An outcome that does not speak of it lets a quantifier bind it.
    if !(arrow..place.range.end).any(|each| place.word(each) == place.word(name)) {
        return None;
    }
    let binder = format!("for {} in {}", place.word(name), place.text(name + 2..arrow));
    let (condition, outcome) = (place.text(when..at), place.text(arrow..place.range.end));
    let message = "what runs through a set stands before `when`";
    let mut found = place
        .likely(at..arrow, message, "")
        .label("belongs behind `end`")
        .help(format!("write `end {binder} {condition} {outcome}`"));
    found.report = found.report.likely(place.span(start).after(), format!(" {binder}"));
    Some(Mistake { covers: when..arrow, ..found })
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    #[test]
    fn what_a_rule_runs_through_stands_first() {
        let state = "state { at: C = a1, s[Player]: set of C, n: 0..9 }";
        let helps = |line: &str| {
            helps_beside(state, &format!("move m(c in C) {{ at = c n = 1 s[me] += c }}\n{line}"))
        };
        assert_eq!(
            helps("end when at in s[p] for p in Player => p wins"),
            ["write `end for p in Player when at in s[p] => p wins`"]
        );
        assert_eq!(
            helps("end when n = 3 and at in s[p] for each p in Player => p wins"),
            ["write `end for p in Player when n = 3 and at in s[p] => p wins`"]
        );
        assert_eq!(helps("end for p in Player when at in s[p] => p wins"), [""; 0]);
        assert_eq!(helps("end when count({ {c, c} for c in C }) = n => draw").len(), 1);
    }
}
