//! The two players as other languages name them: `players are Fox and Hen`.

use crate::syntax::codes;
use crate::syntax::elsewhere::Mistake;
use crate::syntax::elsewhere::place::Place;
use crate::syntax::scan::Kind;
use std::ops::Range;

/// `players X and O`, `players { X, O }`, `players X; O`, `players "X", "O"`, `players = X, O`
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    let all = at..place.range.end;
    let end = (at + 1..place.range.end)
        .find(|each| {
            place.first(*each)
                && !matches!(place.word(each - 1), "," | "{" | "(")
                && !matches!(place.word(*each), "}" | ")")
        })
        .unwrap_or(place.range.end);
    let mut named: Vec<usize> = (at..end)
        .filter(|each| {
            place.is_name(*each)
                || place.kind(*each) == Some(Kind::Text)
                || place.kind(*each) == Some(Kind::Unknown) && place.word(*each).len() > 2
        })
        .filter(|each| !matches!(place.word(*each), "vs" | "versus" | "against" | "und" | "then"))
        .collect();
    if named.len() > 2 {
        named.retain(|each| !is_verb(place.word(*each)));
    }
    let bare = |each: &usize| place.word(*each).trim_matches(['"', '\'', '‘', '’']).to_string();
    let names: Vec<String> = named.iter().map(bare).collect();
    if names.is_empty() && place.is_number(at) {
        let help = "write two names, `players A, B`: the first one moves first";
        let report = place.reported(
            all,
            at..at + 1,
            "players are told apart by names, not by numbers",
            help,
            "First_, Second_",
        );
        return Some(report);
    }
    let plain = names.iter().all(|name| {
        name.chars().all(|c| c.is_alphanumeric() || c == '_') && name.starts_with(char::is_alphabetic)
    });
    let text = names.join(", ");
    let is_wrong = |each: &usize| !(named.contains(each) && place.is_name(*each)) && place.word(*each) != ",";
    let mark = (at..end).find(is_wrong).unwrap_or(at);
    let label = place.span(mark);
    let written = place.text(at..end);
    let trailing = written.trim_end_matches(',').trim_end() == text;
    (plain && names.len() == 2 && !trailing).then(|| {
        let missing = mark == at && named.first() == Some(&at) && place.is_name(at);
        let help = format!("write `players {text}`");
        if missing {
            // `players X O`
            let gap = place.span(at).after();
            let message = format!("a comma is missing before `{}`", names[1]);
            let mistake = place.certain(at..end, message, &text).code(codes::MISSING_COMMA);
            return mistake.at(gap).label("add `,` here").help(help);
        }
        let message = not_written(place, at..named[0], named[0] + 1..named[1])
            .unwrap_or_else(|| "the two players stand behind each other, with a comma".to_owned());
        place.certain(at..end, message, &text).at(label).label("not written so").help(help)
    })
}

/// Whether a word says nothing but that names follow.
fn is_verb(word: &str) -> bool {
    matches!(word, "are" | "is" | "be" | "were" | "named" | "called" | "the" | "both" | "two" | "between")
}

/// What stands before the names or between them and is not written; none if that is quotes or
/// braces alone.
fn not_written(place: &Place, before: Range<usize>, between: Range<usize>) -> Option<String> {
    let (lead, sign) = (place.text(before), place.text(between));
    let worded = |text: &str| !text.is_empty() && !text.contains(['{', '(', '[', '"', '\'', '\n']);
    let lead =
        Some(lead).filter(|lead| worded(lead)).map(|lead| format!("no `{lead}` stands behind `players`"));
    let sign = Some(sign).filter(|sign| worded(sign) && *sign != ",");
    match (lead, sign) {
        (Some(lead), Some(sign)) => Some(format!("{lead}, and a comma, not `{sign}`, between the two names")),
        (Some(lead), None) => Some(lead),
        (None, Some(sign)) => Some(format!("a comma stands between the two players, not `{sign}`")),
        (None, None) => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::source::FileId;
    use crate::syntax::parse;

    /// The message and the help of the only report about an item `players`.
    fn only_report(players: &str) -> (String, String) {
        let text =
            format!("game \"G\"\n{players}\nstate {{ n: 0..9 }}\nmove m {{ n += 1 }}\nstuck => draw\n");
        let (_, mut reports) = parse(FileId::DEFINITION, &text);
        assert_eq!(reports.len(), 1, "{players}: {reports:#?}");
        let report = reports.remove(0);
        (report.message, report.help.unwrap_or_default())
    }

    #[test]
    fn what_is_not_written_is_named() {
        let both = |lead: &str, sign: &str| {
            format!("no `{lead}` stands behind `players`, and a comma, not `{sign}`, between the two names")
        };
        let between = |sign: &str| format!("a comma stands between the two players, not `{sign}`");
        let cases = [
            ("players are Fox and Hen", both("are", "and")),
            ("players: Fox and Hen", both(":", "and")),
            ("players = Fox, Hen", "no `=` stands behind `players`".to_owned()),
            ("players: Fox, Hen", "no `:` stands behind `players`".to_owned()),
            ("players are called Fox, Hen", "no `are called` stands behind `players`".to_owned()),
            ("players Fox and Hen", between("and")),
            ("players Fox vs Hen", between("vs")),
            ("players Fox against Hen", between("against")),
            ("players Fox & Hen", between("&")),
            ("players Fox / Hen", between("/")),
        ];
        for (players, message) in cases {
            assert_eq!(only_report(players), (message, "write `players Fox, Hen`".to_owned()), "{players}");
        }
        assert_eq!(only_report("players Fox Hen").0, "a comma is missing before `Hen`");
        assert_eq!(only_report("players { Fox, Hen }").1, "write `players Fox, Hen`");
    }
}
