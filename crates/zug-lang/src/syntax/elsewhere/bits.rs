//! Powers, shifts, bits and remainders of other languages: integers have none of these operators.

use super::Mistake;
use super::context::side_start;
use super::place::Place;
use crate::syntax::items::is_operator;
use std::ops::Range;

/// The number of entries of a table that is shown.
const SHOWN: u32 = 6;
/// What is said of `^=`.
const NO_ASSIGNMENT: &str = "`^=` is no assignment of this language: there are `=`, `+=` and `-=`";

/// Searches the token `at`, behind an operand.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    if at == place.range.start || !place.ends_operand(at - 1) {
        return None;
    }
    parity(place, at)
        .or_else(|| shift(place, at))
        .or_else(|| outside(place, at))
        .or_else(|| each_bit(place, at))
}

/// `n is even`, `c.x + c.y is odd`
fn parity(place: &Place, at: usize) -> Option<Mistake> {
    let negated = place.word(at + 1) == "not";
    let word = if negated { at + 2 } else { at + 1 };
    let rest = match (place.word(at), place.word(word)) {
        ("is", "even") => 0,
        ("is", "odd") => 1,
        _ => return None,
    };
    let from = side_start(place, at - 1);
    let sign = if negated { "!=" } else { "=" };
    let text = format!("{} % 2 {sign} {rest}", place.operand_text(from..at));
    let message = "whether a number is even is asked of its remainder";
    Some(place.certain(from..word + 1, message, text).at(place.span_of(&(at..word + 1))))
}

/// `A & ~B`, `A & ~(B | C)`: a set without others. Of integers it would be their bits, so that
/// nothing is sure where the sets are not known.
pub(super) fn without(place: &Place, at: usize) -> Mistake {
    let first = at + 2;
    let end = place.operand_end(first);
    let left = place.text(place.operand_start(at - 1)..at);
    let inside = first + 1..end - 1;
    let bars = place.word(first) == "(" && place.partner(first) == Some(end - 1) && !inside.is_empty();
    let parts: Vec<&str> = match bars {
        true => alternatives(place, inside),
        false => vec![place.text(first..end)],
    };
    let taken: Vec<String> = parts.iter().map(|part| format!("- {part}")).collect();
    let text = taken.join(" ");
    let help = format!("write `{left} {text}`");
    let message = "a set without another is written `-`";
    // `&` binds more tightly than `-`.
    let start = place.operand_start(at - 1);
    let mistake = match place.begins_set(start) && !is_operator(place.before(start)) {
        true => place.certain(at..end, message, text),
        false => place.likely(at..end, message, text),
    };
    mistake.at(place.span_of(&(at..at + 2))).label("write `-`").help(help)
}

/// The parts between `|`; all in one if other signs join them too.
fn alternatives<'t>(place: &Place<'_, 't>, range: Range<usize>) -> Vec<&'t str> {
    let mut parts = Vec::new();
    let mut from = range.start;
    loop {
        let end = place.operand_end(from);
        parts.push(place.text(from..end));
        match place.word(end) {
            "|" | "+" if end < range.end => from = end + 1,
            _ if end == range.end => return parts,
            _ => return vec![place.text(range.start - 1..range.end + 1)],
        }
    }
}

/// `~S`, `~k`: the cells that are not in a set, or the bits of a number.
pub(super) fn complement(place: &Place, at: usize) -> Option<Mistake> {
    let free = place.word(at) == "~" && !place.ends_operand(at.wrapping_sub(1)) && place.is_name(at + 1);
    let end = place.operand_end(at + 1);
    let operand = place.text(at + 1..end);
    let name = place.word(at + 1);
    if free && place.begins_set(at + 1) {
        let text = format!("{} - {operand}", place.board());
        return Some(
            place.likely(at..end, "what is not in a set is taken from all", text).at(place.span(at)),
        );
    }
    let word = |each: usize| place.view.word(each);
    let numbered = |each: usize| {
        let typed = matches!(word(each + 1), ":" | "in") && word(each + 3) == "..";
        word(each) == name && typed && place.kind_is_number(each + 2)
    };
    (free && (0..place.view.tokens.len()).any(numbered)).then(|| {
        let text = format!("(-1 - {operand})");
        let message = "integers have no bits to turn round";
        let help = format!("write `-1 - {operand}`, which is `~{operand}` elsewhere");
        place.likely(at..end, message, text).at(place.span(at)).help(help)
    })
}

/// `1 << k`, `x >> 2`
fn shift(place: &Place, at: usize) -> Option<Mistake> {
    let sign = place.word(at);
    let doubled = matches!(sign, "<" | ">") && place.beside(at) && place.word(at + 1) == sign;
    let first = at + 2;
    if !doubled || !(place.is_number(first) || place.is_name(first) || place.word(first) == "(") {
        return None;
    }
    let (from, to) = (place.operand_start(at - 1), place.operand_end(first));
    let (left, right) = (place.text(from..at), place.text(first..to));
    let ours = if sign == "<" { "*" } else { "/" };
    let message =
        format!("integers have no bits to shift: `{sign}{sign}` is written `{ours}`, with a power of 2");
    let power =
        right.parse::<u32>().ok().and_then(|times| 2i64.checked_pow(times)).filter(|_| right.len() < 3);
    Some(match power {
        Some(power) if left == "1" && ours == "*" => place.likely(from..to, message, power.to_string()),
        Some(power) => place.likely(from..to, message, format!("{left} {ours} {power}")),
        None => {
            let entry = entry("power", right);
            let used = if left == "1" && ours == "*" { entry } else { format!("{left} {ours} {entry}") };
            place.reported(from..to, at..first, message, with_table(2, &used), left)
        }
    })
}

/// An entry of a table.
fn entry(table: &str, index: &str) -> String {
    let bare = index.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(index);
    format!("{table}[{bare}]")
}

/// What to write for powers of a constant: a table of them.
fn with_table(base: i64, used: &str) -> String {
    let powers: Vec<String> =
        (0..=SHOWN).map_while(|times| base.checked_pow(times)).map(|n| n.to_string()).collect();
    format!(
        "write `{used}` with a table of the powers: `range Exponent = 0..{}` and `let power[Exponent] = [{}]`",
        powers.len() - 1,
        powers.join(", ")
    )
}

/// What to write for a power whose exponent is not written out.
pub(super) fn power_help(base: &str, exponent: &str) -> String {
    match base.parse::<i64>() {
        Ok(number @ 2..=100) => with_table(number, &entry("power", exponent)),
        _ => format!(
            "write a product if a power of `{base}` is meant; integers have no bits: their `xor` is 0 where `{base} = {exponent}`"
        ),
    }
}

/// `c in ~S`, `c in !S`
fn outside(place: &Place, at: usize) -> Option<Mistake> {
    let negated = place.word(at) == "in" && matches!(place.word(at + 1), "~" | "!" | "¬" | "not");
    // A `let` ends its value with `in`, and `not` may begin what follows.
    let bound = place.find(place.range.start..at, &["let"]).is_some();
    (negated && !bound && at + 2 < place.range.end).then(|| {
        let left = place.text(place.operand_start(at - 1)..at);
        let right = place.text(at + 2..place.operand_end(at + 2));
        let message = "that something is in no set is written `not in`";
        place.certain(at..at + 2, message, "not in").help(format!("write `{left} not in {right}`"))
    })
}

/// `x ^= y`: what differs in each bit.
fn each_bit(place: &Place, at: usize) -> Option<Mistake> {
    let assigned = place.word(at) == "^" && place.beside(at) && matches!(place.word(at + 1), "=" | "==");
    let start = place.operand_start(at - 1);
    if !assigned || !place.begins_statement(start) {
        return None;
    }
    let end = place.statement_end(start);
    if place.begins_set(start) {
        return Some(each_member(place, start..end, at).at(place.span_of(&(at..at + 2))));
    }
    let (target, right) = (place.text(start..at), place.operand_text(at + 2..end));
    let help = format!(
        "write `{target} = {target} != {right}` for truth values; integers have no bits, and of two up to 3 it is `{target} = ({target} % 2 + {right} % 2) % 2 + 2 * (({target} / 2 + {right} / 2) % 2)`"
    );
    Some(place.reported(start..end, at..at + 2, NO_ASSIGNMENT, help, &format!("{target} = {target}")))
}

/// Whether the operand is an element, as far as the tokens show it: a name that is bound or
/// declared by no set, or one that is declared nowhere, as that of a cell.
fn known_element(place: &Place, operand: Range<usize>) -> bool {
    let name = place.word(operand.start);
    let word = |each: usize| place.view.word(each);
    let is_declared = |each: &usize| word(*each) == name && matches!(word(*each - 1), "let" | "def");
    let written_out = (1..place.view.tokens.len()).any(|each| is_declared(&each));
    operand.len() == 1 && place.is_name(operand.start) && !written_out && !place.begins_set(operand.start)
}

/// `S ^= T`, `S ^= c`: the symmetric difference.
fn each_member(place: &Place, statement: Range<usize>, at: usize) -> Mistake {
    let operand = at + 2..statement.end;
    let (target, right) = (place.text(statement.start..at), place.operand_text(operand.clone()));
    let written = |right: &str| format!("{target} = ({target} - {right}) + ({right} - {target})");
    let text = match &right {
        element if known_element(place, operand.clone()) => written(&format!("{{{element}}}")),
        set if place.word(operand.start) != "(" && place.begins_set(operand.start) => written(set),
        unclear => {
            let help =
                format!("write `{}`, with braces round `{unclear}` if it is an element", written(unclear));
            return place.reported(
                statement,
                at..at + 2,
                NO_ASSIGNMENT,
                help,
                &format!("{target} = {target}"),
            );
        }
    };
    let help = format!("write `{text}`: what is in one of the two sets alone");
    place.likely(statement, NO_ASSIGNMENT, text).help(help)
}

/// `n + 1 mod 3`: the remainder of the sum.
pub(super) fn remainder_of_sum(place: &Place, at: usize, behind: usize) -> Option<Mistake> {
    let start = place.operand_start(at - 1);
    if !matches!(place.before(start), "+" | "-") || !place.ends_operand(start.wrapping_sub(2)) {
        return None;
    }
    let (from, end) = (side_start(place, at - 1), place.operand_end(behind));
    let (sum, by) = (place.text(from..at), place.text(behind..end));
    let text = format!("({sum}) % {by}");
    let message = format!("`{}` is written `%`, and binds as a product does", place.text(at..behind));
    let help = format!("write `{text}` for the remainder of the sum");
    Some(place.likely(from..end, message, text).at(place.span_of(&(at..behind))).help(help))
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    /// What is told of a move with this guard.
    fn helps(guard: &str) -> Vec<String> {
        let text = format!(
            "game \"G\"\nplayers Ann, Bob\nboard C = grid(3, 3)\nstate {{ held: set of C, n: 0..9 }}\n\
             move m(c in C) when {guard} {{ held += c }}\nstuck => draw\n"
        );
        helps_about(&text)
    }

    #[test]
    fn sets_that_differ_are_written_with_two_differences() {
        let helps = |choice: &str, statement: &str| {
            let text = format!(
                "game \"G\"\nplayers Ann, Bob\nboard C = grid(3, 3)\nfamily Row of C = lines(C, 3)\nrange Take = 1..2\nlet rim = {{a1, c3}}\nlet edge = near(b2)\n\
                 state {{ held: set of C, lit[Player]: set of C, by[Player, Take]: set of C, best: Row, spot: C, n: 0..9 }}\nmove m({choice}) {{ {statement} }}\nstuck => draw\n"
            );
            helps_about(&text)
        };
        let written = |left: &str, right: &str| {
            let text = format!("{left} = ({left} - {right}) + ({right} - {left})");
            [format!("write `{text}`: what is in one of the two sets alone")]
        };
        assert_eq!(helps("c in C", "held ^= c"), written("held", "{c}"));
        assert_eq!(helps("c in C", "held ^= {c}"), written("held", "{c}"));
        assert_eq!(helps("c in C", "held ^= lit[me]"), written("held", "lit[me]"));
        assert_eq!(helps("c in C", "lit[me] ^= rim"), written("lit[me]", "rim"));
        assert_eq!(helps("r in Row", "held ^= r"), written("held", "r"));
        assert_eq!(helps("r in Row", "held ^= best"), written("held", "best"));
        assert_eq!(helps("c in C", "held ^= spot"), written("held", "{spot}"));
        assert_eq!(helps("c in C", "held ^= b2"), written("held", "{b2}"));
        assert_eq!(helps("k in Take", "by[me, k] ^= rim"), written("by[me, k]", "rim"));
        assert_eq!(helps("c in C", "held ^= edge"), written("held", "edge"));
        let unclear = "(rim - {a1})";
        let text = format!("held = (held - {unclear}) + ({unclear} - held)");
        let help = format!("write `{text}`, with braces round `{unclear}` if it is an element");
        assert_eq!(helps("c in C", &format!("held ^= {unclear}")), [help]);
        assert!(helps("c in C", "n ^= 1")[0].contains("for truth values"));
    }

    #[test]
    fn a_move_called_range_is_told_as_a_reserved_word() {
        let text = "game \"G\"\nplayers Ann, Bob\nboard C = grid(3, 3)\nstate { held: set of C }\n\
                    move range(c in C) { held += {c} }\nstuck => draw\n";
        assert_eq!(helps_about(text), ["choose another name, `range_` for one"]);
    }

    #[test]
    fn powers_stand_in_tables() {
        let table = "with a table of the powers: `range Exponent = 0..6` and `let power[Exponent] =";
        assert_eq!(helps("n < 3 ** n"), [format!("write `power[n]` {table} [1, 3, 9, 27, 81, 243, 729]`")]);
        assert_eq!(helps("n < 1 << n"), [format!("write `power[n]` {table} [1, 2, 4, 8, 16, 32, 64]`")]);
        assert_eq!(helps("n >> 2 = 1"), ["write `n / 4`"]);
        assert_eq!(helps("1 << 3 > n"), ["write `8`"]);
    }

    #[test]
    fn remainders_are_of_sums() {
        assert_eq!(helps("c.x + c.y mod 2 = 0"), ["write `(c.x + c.y) % 2` for the remainder of the sum"]);
        assert_eq!(helps("n mod 2 = 0"), ["write `n % 2`"]);
        assert_eq!(helps("c.x + c.y is odd"), ["write `(c.x + c.y) % 2 = 1`"]);
        assert_eq!(helps("n is not even and n < 7"), ["write `n % 2 != 0`"]);
        assert_eq!(helps("c in ~held"), ["write `c not in held`"]);
    }
}
