//! Every kind of value in every place: what does not fit is refused, and the report says what to
//! write.

use super::codes;
use super::tests::checked;
use crate::diagnostic::{Diagnostic, Severity};

/// A definition with a field of every kind, and a domain of each.
const HEAD: &str = "game \"G\"\nplayers Ann, Bob\nboard C = grid(3, 3)\nboard D = grid(2, 2)\nenum Hue { red, green }\n\
    range Heap = 1..3\nfamily Row of C = lines(C, 3)\nstate { lit: bool, n: 0..9, at: C = a1, spot: D = a1, hue: Hue = red\n\
    heap: Heap = 1, who: Player = Ann, way: Direction = north, row: Row or none\n\
    men: set of C, spots: set of D, hues: set of Hue, heaps: set of Heap, both: set of Player, ways: set of Direction, rows: set of Row\n\
    old: C or none, pile[Heap]: 0..9, score[Player]: 0..9, mark[C]: bool, seen[Hue]: 0..9 }\n\
    def near_to(c: C) = near(c)\ndef of_hue(h: Hue) = seen[h]\n";

/// An expression of every kind.
const VALUES: [&str; 19] = [
    "lit", "n", "at", "spot", "hue", "heap", "who", "way", "row", "men", "spots", "hues", "heaps", "both",
    "ways", "rows", "1..2", "{}", "none",
];

/// Every place in which a kind is wanted; `@` is the expression.
const PLACES: [&str; 39] = [
    "move m when @ { n += 1 }",
    "move m when lit and @ { n += 1 }",
    "move m when not @ { n += 1 }",
    "move m { if @ { n += 1 } }",
    "move m { n = @ }",
    "move m { n += @ }",
    "move m { lit = @ }",
    "move m { at = @ }",
    "move m { hue = @ }",
    "move m { heap = @ }",
    "move m { who = @ }",
    "move m { way = @ }",
    "move m { men = @ }",
    "move m { men += @ }",
    "move m { hues -= @ }",
    "move m { heaps = @ }",
    "move m { rows += @ }",
    "move m { pile[@] = 1 }",
    "move m { n = score[@] }",
    "move m { n = seen[@] }",
    "move m { repeat @ { n += 1 } }",
    "move m { for x in @ { n += 1 } }",
    "move m(x in @) { n += 1 }",
    "move m when near(@) = men { n += 1 }",
    "move m when step(@, north) = at { n += 1 }",
    "move m when step(at, @) = at { n += 1 }",
    "move m when count(@) > 1 { n += 1 }",
    "move m(c in C) when count(@) > 1 { n += 1 }",
    "move m when near_to(@) = men { n += 1 }",
    "move m when of_hue(@) > 1 { n += 1 }",
    "move m when at = @ { n += 1 }",
    "move m when n < @ { n += 1 }",
    "move m when @ in men { n += 1 }",
    "move m when at in @ { n += 1 }",
    "move m when n + @ = 3 { n += 1 }",
    "move m when men & @ = {} { n += 1 }",
    "move m { n += 1 }\nend when n = 3 => @ wins",
    "move m { n += 1 }\nend when n = 3 => @ to Ann",
    "move m { n += 1 }\nshow C { @: \"x\", else: \".\" }",
];

/// Whether dots stand in a code for what the reader is to put there, and not for a range.
fn has_dots(code: &str) -> bool {
    code.match_indices("..").any(|(at, _)| !code[..at].ends_with(|c: char| c.is_ascii_digit()))
}

/// Whether a report says what to write: some code of its help is no word of the text alone.
fn says_what_to_write(report: &Diagnostic, value: &str) -> bool {
    let help = report.help.as_deref().unwrap_or_default();
    help.split('`').skip(1).step_by(2).any(|code| code != value && !has_dots(code))
}

#[test]
fn every_value_that_does_not_fit_is_told_with_what_to_write() {
    let mut silent = Vec::new();
    let mut refused = 0;
    for place in PLACES {
        for value in VALUES {
            let text = format!("{HEAD}{}\nstuck => draw\n", place.replace('@', value));
            let (_, reports, _) = checked(&text);
            for report in reports.iter().filter(|report| report.severity == Severity::Error) {
                refused += 1;
                if !says_what_to_write(report, value) {
                    silent.push(format!(
                        "{} {}: {:?}",
                        place.replace('@', value),
                        report.message,
                        report.help
                    ));
                }
            }
        }
    }
    println!("{refused} reports");
    assert!(refused > 300, "{refused} reports");
    assert!(silent.is_empty(), "{} of {refused}:\n{}", silent.len(), silent.join("\n"));
}

/// The text that a help says to write in the place of the expression.
fn written(report: &Diagnostic) -> Option<&str> {
    let code = report.help.as_deref()?.split_once("write `")?.1.split('`').next()?;
    (!has_dots(code)).then_some(code)
}

/// The places that a help may speak of: the expression, it with the other side, the call around it,
/// the statement, the condition, the outcome, the entry whose index it is.
fn places(text: &str, report: &Diagnostic, length: usize) -> [(usize, usize); 7] {
    let from = report.span().start as usize;
    let to = from + length;
    let all = report.labels.iter().map(|label| label.span).reduce(|a, b| a.to(b)).unwrap_or(report.span());
    let open = text[..from].rfind('(').unwrap_or(from);
    let name = text[..open].rfind(' ').map_or(open, |at| at + 1);
    let close = text[to..].find(')').map_or(to, |at| to + at + 1);
    let body = text[..from].rfind("{ ").map_or(from, |at| at + 2);
    let end = text[to..].find(" }").map_or(to, |at| to + at);
    let guard = text[..from].rfind("when ").map_or(from, |at| at + 5);
    let behind = text[to..].find(" {").map_or(to, |at| to + at);
    let verb = if text[to..].starts_with(" wins") { " wins".len() } else { 0 };
    let all = (all.start as usize, all.end as usize);
    let table = text[..from].strip_suffix('[').and_then(|before| before.rfind(' ')).map_or(from, |at| at + 1);
    let entry = (table, if table < from { to + 1 } else { to });
    [(from, to), all, (name, close), (body, end), (guard, behind), (from, to + verb), entry]
}

/// Whether a text is a definition: nothing is wrong with it but what the author must choose, a
/// value that may leave its bounds or be `none`.
fn is_well_typed(text: &str) -> bool {
    let chosen = [codes::OUTSIDE, codes::NONE_HERE];
    let mut errors = checked(text).1.into_iter().filter(|report| report.severity == Severity::Error);
    errors.all(|report| chosen.contains(&report.code))
}

#[test]
fn what_is_made_of_a_value_fits_where_it_stands() {
    let mut wrong = Vec::new();
    let mut tried = 0;
    for place in PLACES {
        for value in VALUES {
            let text = format!("{HEAD}{}\nstuck => draw\n", place.replace('@', value));
            let (_, reports, sources) = checked(&text);
            let [report] = reports.as_slice() else { continue };
            let Some(code) = written(report) else { continue };
            // Second mistakes: another board, and `&`, which binds tighter than the dots.
            if [("spots", "step(@, north) = at"), ("1..2", "&")]
                .iter()
                .any(|(other, form)| value == *other && place.contains(form))
            {
                continue;
            }
            tried += 1;
            let ranges = places(&text, report, sources.slice(report.span()).len());
            let fixed = ranges.map(|(from, to)| format!("{}{code}{}", &text[..from], &text[to..]));
            if !fixed.iter().any(|text| is_well_typed(text)) {
                wrong.push(format!("{}: `{code}`", place.replace('@', value)));
            }
        }
    }
    println!("{tried} helps were written into the text");
    assert!(tried > 300, "{tried} were tried");
    assert!(wrong.is_empty(), "{} of {tried}:\n{}", wrong.len(), wrong.join("\n"));
}
