//! Boards as other languages write them.

use crate::built_ins::board;
use crate::diagnostic::Diagnostic;
use crate::syntax::codes;
use crate::syntax::elsewhere::Mistake;
use crate::syntax::elsewhere::place::Place;

/// The two sizes in `3x3`, `3 x 3`, `3 by 3`, `3*3`.
pub(super) fn sizes(place: &Place, at: usize) -> Option<(String, usize)> {
    let word = place.word(at);
    if let Some((width, height)) = word.split_once(['x', 'X', '×'])
        && !width.is_empty()
        && width.chars().chain(height.chars()).all(|c| c.is_ascii_digit())
        && !height.is_empty()
    {
        return Some((format!("{width}, {height}"), at + 1));
    }
    let sign = matches!(place.word(at + 1), "x" | "X" | "by" | "*" | "×");
    (sign && (place.is_number(at) || place.is_name(at)))
        .then(|| (format!("{word}, {}", place.word(at + 2)), at + 3))
}

/// `board Cell = 3x3`, `grid 3x3`, `grid(3x3)`, `grid[3, 3]`, `board Cell: grid(3, 3)`,
/// `board grid(3, 3)`
pub(super) fn board_item(place: &Place, at: usize) -> Option<Mistake> {
    let start = place.range.start;
    let name = place.word(start + 1);
    let end = place.range.end;
    if matches!(place.word(at), "new" | "a" | "an" | "make" | "create")
        && place.before(at) == "="
        && place.is_name(at + 1)
    {
        let kind = place.word(at + 1).to_lowercase();
        let rest = place.text(at + 2..end);
        return Some(
            place
                .certain(
                    at..at + 2,
                    format!("no `{}` stands before the kind of a board", place.word(at)),
                    &kind,
                )
                .help(format!("write `board {name} = {kind}{rest}`")),
        );
    }
    if place.word(at) == "(" && place.before(at) == "=" && place.is_name(at + 1) {
        // `(square 3)`
        let close = place.partner(at)?;
        let numbers: Vec<&str> =
            (at + 2..close).filter(|each| place.is_number(*each)).map(|each| place.word(each)).collect();
        let kind = crate::syntax::elsewhere::board(place.word(at + 1)).unwrap_or("grid");
        let sizes = match (numbers.as_slice(), kind) {
            ([one], "grid" | "hex" | "torus" | "hextorus") => format!("{one}, {one}"),
            (all, _) => all.join(", "),
        };
        let text = format!("{kind}({sizes})");
        return (!numbers.is_empty()).then(|| {
            place
                .certain(at..close + 1, "a board is made by its kind, with its sizes in brackets", &text)
                .help(format!("write `board {name} = {text}`"))
        });
    }
    if at == start + 1 {
        // `board grid(3, 3)`, `board 3x3`
        let nameless =
            board(name).is_some() && matches!(place.word(at + 1), "(" | "[") || sizes(place, at).is_some();
        return nameless.then(|| {
            let rest = sizes(place, at)
                .map_or(place.text(at..end).to_string(), |(sizes, _)| format!("grid({sizes})"));
            let text = format!("Cell = {rest}");
            place
                .likely(at..end, "a board has a name, which is that of its cells", &text)
                .label("no name")
                .help(format!("write `board {text}`"))
        });
    }
    if at == start + 2 {
        let rest = place.text(at + 1..end);
        return match place.word(at) {
            ":" | "is" | "as" | "of" | "<-" | "->" | ":=" => Some(
                place
                    .certain(at..at + 1, "the kind of a board stands behind `=`", "=")
                    .help(format!("write `board {name} = {rest}`")),
            ),
            "(" | "[" => {
                doubled(place, at).map(|(sizes, _)| sizes).or_else(|| sizes_in(place, at)).map(|sizes| {
                    let text = format!("= grid({sizes})");
                    place
                        .likely(at..end, "a board says its kind", &text)
                        .help(format!("write `board {name} {text}`"))
                })
            }
            _ if sizes(place, at).is_some() || board(place.word(at)).is_some() => {
                let gap = place.span(at - 1).after();
                let report = Diagnostic::error(
                    codes::ELSEWHERE,
                    "`=` is missing before the kind of the board",
                    place.span(at),
                    "write `=` before it",
                );
                let kind = sizes(place, at)
                    .map_or(place.text(at..end).to_string(), |(sizes, _)| format!("grid({sizes})"));
                Some(Mistake {
                    report: report.help(format!("write `board {name} = {kind}`")).fix(gap, " ="),
                    covers: at - 1..at,
                })
            }
            _ => None,
        };
    }
    if at == start + 3 && matches!(place.before(at), "=" | ":=") {
        if let Some((sizes, stop)) = sizes(place, at) {
            let text = format!("grid({sizes})");
            return Some(
                place
                    .certain(at..stop.min(end), "a board says its kind and its sizes", &text)
                    .help(format!("write `board {name} = {text}`")),
            );
        }
        if place.word(at) == "(" {
            let sizes = sizes_in(place, at)?;
            return Some(place.certain(at..end, "a board says its kind", format!("grid({sizes})")));
        }
    }
    if at >= start + 4 && board(place.before(at)).is_some() {
        let kind = place.before(at);
        if let Some((sizes, stop)) = sizes(place, at) {
            let text = format!("{kind}({sizes})");
            return Some(
                place
                    .certain(
                        at - 1..stop.min(end),
                        "the sizes of a board stand in round brackets, with a comma",
                        &text,
                    )
                    .at(place.span_of(&(at..stop.min(end))))
                    .help(format!("write `board {name} = {text}`")),
            );
        }
        if place.word(at) == "[" || place.word(at) == "{" {
            let (sizes, close) = doubled(place, at)
                .unwrap_or((place.text(at + 1..place.partner(at)?).to_string(), place.partner(at)?));
            let text = format!("{kind}({sizes})");
            return Some(
                place
                    .certain(at - 1..close + 1, "the sizes of a board stand in round brackets", &text)
                    .help(format!("write `board {name} = {text}`")),
            );
        }
        if place.is_number(at) {
            let numbers: Vec<&str> =
                (at..end).filter(|each| place.is_number(*each)).map(|each| place.word(each)).collect();
            let text = format!("{kind}({})", numbers.join(", "));
            return Some(
                place
                    .certain(at - 1..end, "the sizes of a board stand in round brackets", &text)
                    .help(format!("write `board {name} = {text}`")),
            );
        }
    }
    if place.before(at) == "("
        && let Some((sizes, stop)) = sizes(place, at)
        && place.word(at + 1) != "*"
    {
        let message = "the sizes of a board are separated by a comma";
        return Some(
            place
                .certain(at..stop, message, &sizes)
                .code(codes::MISSING_COMMA)
                .help(format!("write `board {name} = {}({sizes})`", place.word(at - 2))),
        );
    }
    None
}

/// The sizes of `[3][4]`, and the last bracket.
fn doubled(place: &Place, at: usize) -> Option<(String, usize)> {
    let first = place.partner(at)?;
    let last = place.partner(first + 1).filter(|last| *last > first + 1)?;
    let sizes = format!("{}, {}", place.text(at + 1..first), place.text(first + 2..last));
    (place.word(first + 1) == place.word(at)).then_some((sizes, last))
}

/// The sizes in the brackets at `at`.
fn sizes_in(place: &Place, at: usize) -> Option<String> {
    let close = place.partner(at)?;
    match sizes(place, at + 1) {
        Some((sizes, _)) => Some(sizes),
        None => Some(place.text(at + 1..close).to_string()).filter(|sizes| sizes.contains(',')),
    }
}
