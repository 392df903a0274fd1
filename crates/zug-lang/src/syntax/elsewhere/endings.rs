//! Outcomes and endings in words: `nobody wins`, `p wins for p in Player`, `three in a row`.

use super::greatest::{self, COMPARES, compared, words_end};
use super::place::Place;
use super::{Mistake, arrows, choices, conditions, let_outcomes, returns, turn_words};
use crate::diagnostic::Diagnostic;
use crate::syntax::codes;
use crate::syntax::grammar::Rule;
use crate::syntax::scan::Kind;

/// Searches the token `at` of an `end`, `stuck` or `endless`.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    if place.rule == Some(Rule::end_item)
        && let Some(found) = otherwise(place, at)
            .or_else(|| after_plies(place, at))
            .or_else(|| in_a_row(place, at))
            .or_else(|| at_least(place, at))
    {
        return Some(found);
    }
    if let Some(found) = choices::of_rules(place, at).or_else(|| conditions::behind_outcome(place, at)) {
        return Some(found);
    }
    let begins = matches!(place.before(at), "=>" | "->" | "⇒" | "→" | "then" | "else");
    if !begins || place.find(place.range.start..at, &["=>", "->", "⇒", "→"]).is_none() {
        return None;
    }
    arrows::keyword_as_outcome(place, at)
        .or_else(|| arrows::condition_of_rule(place, at))
        .or_else(|| returns::behind_arrow(place, at))
        .or_else(|| choices::of_outcomes(place, at))
        .or_else(|| let_outcomes::search(place, at))
        .or_else(|| conditions::ahead(place, at))
        .or_else(|| turn_words::search(place, at))
        .or_else(|| for_each(place, at))
        .or_else(|| greatest::most(place, at))
        .or_else(|| greatest::entries(place, at))
        .or_else(|| prose(place, at))
        .or_else(|| pair(place, at))
        .or_else(|| points(place, at))
        .or_else(|| nobody(place, at))
        .or_else(|| passing(place, at))
        .or_else(|| last_one(place, at))
}

/// `end when n => 2 => draw`: the first of two arrows compares, or joins conditions.
fn at_least(place: &Place, at: usize) -> Option<Mistake> {
    let when = place.find(place.range.start..at, &["when"]).filter(|_| place.word(at) == "=>")?;
    let second = place.find(at + 1..place.range.end, &["=>"]).filter(|second| *second > at + 1)?;
    let outcome = ["wins", "loses", "draw", "to", "then", "else", "pass"];
    if !place.ends_operand(at - 1) || place.find(at + 1..second, &outcome).is_some() {
        return None;
    }
    let mut start = place.clause_start(at);
    while matches!(place.before(start), "=" | "not") {
        start = place.clause_start(start - 1);
    }
    let start = start.max(when + 1);
    let compares = ["=", "==", "!=", "<", ">", "<=", ">=", "in", "is"];
    let (left, right) = (place.text(start..at), place.text(at + 1..second));
    let mistake = match place.find(start..second, &compares) {
        Some(_) => arrows::implication(place, at).help(format!("write `{left} implies {right}`")),
        None => {
            let message = "`=>` stands before the outcome; what is at least a number is written with `>=`";
            place.certain(at..at + 1, message, ">=").help(format!("write `{left} >= {right}`"))
        }
    };
    Some(Mistake { covers: at..second, ..mistake })
}

/// `end otherwise => draw`: rules of `end` have each their own condition.
fn otherwise(place: &Place, at: usize) -> Option<Mistake> {
    let start = place.range.start;
    let first = at == start + 1 || at == start + 2 && place.before(at) == "when";
    first.then(|| no_condition(place, start, at)).flatten()
}

/// `end after 50 moves => draw`: the moves are counted by a field.
fn after_plies(place: &Place, at: usize) -> Option<Mistake> {
    let number = (at..at + 2).find(|each| place.is_number(*each))?;
    let first = at == place.range.start + 1 + usize::from(place.before(at) == "when");
    let said =
        matches!(place.word(number + 1), "moves" | "plies" | "turns" | "rounds" | "ply" | "half-moves");
    let ahead = number == at || matches!(place.word(at), "after" | "at" | "in" | "within");
    let arrow = number + 2;
    if !first || !said || !ahead || !matches!(place.word(arrow), "=>" | "->" | ":") {
        return None;
    }
    let name = place.unused(&["plies", "moves_made", "move_number"]);
    let (most, outcome) = (place.word(number), place.text(arrow + 1..place.line_end(arrow)));
    let message = "how many moves were made is counted by a field";
    let help = format!(
        "write `end when {name} = {most} => {outcome}`, with `{name}: 0..{most}` in `state {{ .. }}` and `{name} += 1` in every move"
    );
    let start = place.range.start + 1;
    Some(place.reported(start..arrow + 1, start..arrow, message, help, "when true =>"))
}

/// `otherwise => draw`, with the word at `at` and the rule from the token `start` on.
pub(super) fn no_condition(place: &Place, start: usize, at: usize) -> Option<Mistake> {
    let word = place.word(at);
    let arrow = at + 1;
    if !matches!(word, "otherwise" | "else" | "default") || !matches!(place.word(arrow), "=>" | "->" | ":") {
        return None;
    }
    let end = place.line_end(arrow);
    let message = format!("play goes on where no `end` rule holds: there is no `{word}`");
    let tokens = &place.view.tokens;
    if (0..tokens.len()).any(|each| place.view.word(each) == "stuck" && tokens[each].first) {
        let help = "delete it: `stuck` says already what happens when the player to move has no move";
        return Some(place.reported(start..end, at..at + 1, message, help, ""));
    }
    let rest = place.text(arrow + 1..end);
    let help = format!("write `stuck => {rest}` for when the player to move has no move");
    Some(place.likely(start..arrow + 1, message, "stuck =>").at(place.span(at)).help(help))
}

/// Whether the words from `at` up to `end` are among these, in small letters or in capitals.
fn says(place: &Place, at: usize, end: usize, known: impl Fn(&[&str]) -> bool) -> bool {
    let words: Vec<String> = (at..end).map(|each| place.word(each).to_lowercase()).collect();
    known(&words.iter().map(String::as_str).collect::<Vec<_>>())
}

/// `=> p wins for p in Player`: what is bound stands before the condition.
fn for_each(place: &Place, at: usize) -> Option<Mistake> {
    let start = place.range.start;
    if place.rule != Some(Rule::end_item) || place.word(start + 1) == "for" {
        return None;
    }
    let end = words_end(place, at);
    let sign = place.find(at + 1..end, &["for"])?;
    let quantified = matches!(place.word(sign + 1), "some" | "every" | "each" | "any" | "all");
    let name = if quantified { sign + 2 } else { sign + 1 };
    if !place.is_name(name) || !matches!(place.word(name + 1), "in" | "∈") || name + 2 >= end {
        return None;
    }
    let binder = format!("for {} in {}", place.word(name), place.text(name + 2..end));
    let outcome = place.text(at..sign);
    let when = place.text(start + 1..at);
    let message = "what is bound stands before the condition";
    let mut mistake = place
        .likely(sign..end, message, "")
        .label("belongs behind `end`")
        .help(format!("write `end {binder} {when} {outcome}`"));
    mistake.report = mistake.report.likely(place.span(start).after(), format!(" {binder}"));
    Some(Mistake { covers: at..end, ..mistake })
}

/// `winner is whoever has more`: words that nothing is called, which ask for a comparison.
fn prose(place: &Place, at: usize) -> Option<Mistake> {
    let end = words_end(place, at);
    let compares = [
        "whoever",
        "whichever",
        "whomever",
        "who",
        "whose",
        "most",
        "more",
        "majority",
        "highest",
        "higher",
        "largest",
        "larger",
        "biggest",
        "bigger",
        "greatest",
        "fewest",
        "fewer",
        "least",
    ];
    let elsewhere = |word: &str| {
        let mut tokens = (0..place.view.tokens.len()).filter(|each| !(at..end).contains(each));
        tokens.any(|each| place.view.word(each) == word)
    };
    let words = (at..end).all(|each| place.kind(each) == Some(Kind::Word));
    let said = (at..end).any(|each| compares.contains(&place.word(each)) && !elsewhere(place.word(each)));
    let verb = matches!(place.word(at), "the" | "player") && matches!(place.word(end - 1), "wins" | "loses");
    (words && said && !verb && end > at + 2).then(|| {
        let help = format!("{}; here write {}", super::outcome_words::FORMS, compared(place));
        place.reported(at..end, at..end, COMPARES, help, "draw")
    })
}

/// `stuck => (E, F)`: what each of the players gets.
fn pair(place: &Place, at: usize) -> Option<Mistake> {
    let close = place.partner(at).filter(|close| matches!(place.word(at), "(" | "[" | "{") && *close > at)?;
    let comma = place.find(at + 1..close, &[","])?;
    let alone = close + 1 == place.range.end || place.first(close + 1) || place.word(close + 1) == "else";
    let more = place.find(comma + 1..close, &[",", "to", "wins", "loses"]).is_some();
    let first = place.find(at + 1..comma, &["to", "wins", "loses"]).is_some();
    if !alone || more || first || comma == at + 1 || comma + 1 == close {
        return None;
    }
    // `{Ann: 3, Bob: 1}`
    let named = |from: usize| matches!(place.word(from + 1), ":" | "=") && place.is_name(from);
    let both = named(at + 1) && named(comma + 1);
    let (whose, skipped) = if both { (place.word(at + 1), 2) } else { (place.players().0, 0) };
    let ours = place.text(at + 1 + skipped..comma);
    let theirs = place.operand_text(comma + 1 + skipped..close);
    let text = format!("{ours} - {theirs} to {whose}");
    let message = "an outcome is one number, and whom it favours: what one player gets more than the other";
    if let (Ok(ours), Ok(theirs), false) =
        (ours.parse::<i64>(), place.text(comma + 1 + skipped..close).replace(' ', "").parse::<i64>(), both)
    {
        let (first, second) = place.players();
        let word = |each: usize| place.view.word(each);
        let wins = (0..place.view.tokens.len()).any(|each| matches!(word(each), "wins" | "loses"));
        let text = match ours.checked_sub(theirs)? {
            0 => "draw".to_string(),
            more if !wins => format!("{more} to {first}"),
            more => format!("{} wins", if more > 0 { first } else { second }),
        };
        return Some(place.likely(at..close + 1, message, text));
    }
    Some(place.likely(at..close + 1, message, text))
}

/// `count(held[Ann]) - 3`, `n points to Ann`: points go to a player.
fn points(place: &Place, at: usize) -> Option<Mistake> {
    let end = words_end(place, at);
    let message = "points are written `NUMBER to PLAYER`";
    let said = |word: &usize| {
        matches!(place.word(*word), "points" | "point" | "pts") && place.ends_operand(word - 1)
    };
    if let Some(word) = (at + 1..end).rev().find(said) {
        let player = word + 1 + usize::from(matches!(place.word(word + 1), "to" | "for"));
        if place.is_name(player) && player + 1 == end || matches!(place.word(player), "me" | "opponent") {
            let text = format!("{} to {}", place.text(at..word), place.word(player));
            return Some(place.certain(at..end, message, text));
        }
    }
    // A bound player alone is no number, though a field may have the same name.
    if at + 1 == end && binds(place, place.word(at)) {
        return None;
    }
    let sum = matches!(place.word(at), "count" | "sum" | "(")
        || place.is_field(place.word(at)) && !place.is_player(place.word(at));
    let last = end - 1;
    let (first, second) = place.players();
    let named = matches!(place.word(last), "me" | "opponent") || [first, second].contains(&place.word(last));
    let joined = matches!(place.word(last - 1), "to" | "for" | "wins" | "loses");
    if sum && named && last > at && place.ends_operand(last - 1) && !joined && !place.first(last) {
        let gap = place.span(last - 1).after();
        let message = "`to` is missing before the player";
        let help = format!("write `{} to {}`", place.text(at..last), place.word(last));
        let report = Diagnostic::error(codes::ELSEWHERE, message, gap, "write `to` here").help(help);
        return Some(Mistake { report: report.fix(gap, " to"), covers: at..end });
    }
    let words = ["wins", "loses", "to", "win", "lose", "draw", "then", "for", "pass", "if", "won", "lost"];
    let joined = place.find(at..end, &["+", "-", "*"]).is_some() || place.operand_end(at) == end;
    let said = (at..end).any(|each| words.contains(&place.word(each)) && !place.is_field(place.word(each)));
    let whole = place.ends_operand(end - 1) && !said;
    // `(result p Win)` is no number.
    let words = place.word(at) == "(" && place.is_name(at + 1) && place.is_name(at + 2);
    (sum && joined && whole && !words).then(|| {
        // What is told of a player first are his points.
        let whom = (at..end).map(|each| place.word(each)).find(|word| place.is_player(word));
        let whom = whom.unwrap_or(place.players().0);
        let text = format!("{} to {whom}", place.text(at..end));
        place.likely(at..end, "a number alone does not say whom it favours", text)
    })
}

/// Whether the rule binds this name: `end for p in Player`.
fn binds(place: &Place, name: &str) -> bool {
    let start = place.range.start;
    place.word(start + 1) == "for" && place.word(start + 2) == name && place.word(start + 3) == "in"
}

/// `nobody wins`, `neither player wins`, `both lose`
fn nobody(place: &Place, at: usize) -> Option<Mistake> {
    let end = words_end(place, at);
    let none = says(place, at, end, |said| {
        matches!(
            said,
            ["nobody" | "noone" | "neither" | "none", "wins" | "win" | "won" | "loses"]
                | ["no", "one" | "player", "wins" | "won"]
                | ["neither", "player" | "side" | "one", "wins" | "win"]
                | ["no", "winner"]
                | ["both" | "everyone" | "everybody" | "all", "win" | "wins" | "lose" | "loses" | "draw"]
        )
    });
    none.then(|| place.certain(at..end, "where nobody wins it is a draw", "draw"))
}

/// `stuck => skip`, `stuck => opponent moves`
fn passing(place: &Place, at: usize) -> Option<Mistake> {
    let end = words_end(place, at);
    let passes = says(place, at, end, |said| {
        matches!(
            said,
            ["skip"
                | "skips"
                | "passes"
                | "continue"
                | "nothing"
                | "wait"
                | "next"
                | "skip_turn"
                | "pass_turn"]
                | ["opponent", "moves" | "plays" | "continues" | "again"]
                | ["turn", "passes" | "skipped"]
                | ["next", "player" | "turn"]
                | ["skip" | "pass" | "lose" | "miss" | "end", "turn"]
                | ["me", "passes" | "skips" | "waits"]
        )
    });
    (passes && place.rule == Some(Rule::stuck_item)).then(|| {
        let message = "the turn goes to the other player by `pass`";
        place.likely(at..end, message, "pass").help("write `pass`")
    })
}

/// `endless => last mover loses`: in play without end nobody moves last.
fn last_one(place: &Place, at: usize) -> Option<Mistake> {
    let end = words_end(place, at);
    let named =
        (at..end).any(|each| matches!(place.word(each), "last" | "mover" | "current" | "me" | "opponent"));
    (named && place.rule == Some(Rule::endless_item)).then(|| {
        let (first, _) = place.players();
        let message = "play without end has no last move and no player to move";
        let help = format!("write `endless => draw`, or name the player: `endless => {first} wins`");
        place.reported(at..end, at..end, message, help, "draw")
    })
}

/// The number that a word says.
fn number(word: &str) -> Option<u32> {
    let words = ["two", "three", "four", "five", "six", "seven"];
    let place = words.iter().position(|each| word.eq_ignore_ascii_case(each));
    word.parse().ok().or_else(|| place.map(|at| at as u32 + 2)).filter(|count| (2..=20).contains(count))
}

/// The length of the row that is spoken of at `at`, and the index behind.
fn row(place: &Place, at: usize) -> Option<(u32, usize)> {
    let is_row = |word: &str| matches!(word, "row" | "line" | "column" | "chain" | "rows" | "lines");
    if is_row(place.word(at)) && place.word(at + 1) == "of" {
        return Some((number(place.word(at + 2))?, at + 3));
    }
    let length = number(place.word(at))?;
    match (place.word(at + 1), place.word(at + 2), place.word(at + 3)) {
        ("in", "a" | "one" | "the", last) if is_row(last) => Some((length, at + 4)),
        ("in", last, _) if is_row(last) => Some((length, at + 3)),
        _ => None,
    }
}

/// `end when three in a row => ..`: a row is a member of a family of lines.
fn in_a_row(place: &Place, at: usize) -> Option<Mistake> {
    let arrow = place.find(at..place.range.end, &["=>", "->", "⇒", "→"])?;
    let owned =
        matches!(place.word(at), "has" | "gets" | "makes" | "have" | "forms") && at >= place.range.start + 3;
    let first = if owned { at + 1 } else { at };
    let (length, mut end) = row(place, first).filter(|(_, end)| *end <= arrow)?;
    if matches!(place.word(end), "for" | "of" | "by") && end + 2 <= arrow {
        end += 2;
    }
    let from = if owned { at - 1 } else { at };
    let board = place.board();
    let (stones, by_player) = place.set_field().unwrap_or(("stones", true));
    let whole = if by_player {
        format!("end for p in Player when (some l in Line: l <= {stones}[p]) => p wins")
    } else {
        format!("end when (some l in Line: l <= {stones}) => {}", place.text(arrow + 1..place.range.end))
    };
    let message = "a row is a member of a family of lines, all of whose cells are in a set";
    let help = format!("write `{whole}`, with `family Line of {board} = lines({board}, {length})`");
    Some(place.reported(from..end, from..end, message, help, "true"))
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    /// What is told of a definition that ends with this line.
    fn helps(line: &str) -> Vec<String> {
        let text = format!(
            "game \"G\"\nplayers Ann, Bob\nboard C = grid(3, 3)\nstate {{ held[Player]: set of C, n: 0..9 }}\n\
             move m(c in C) when c not in held[me] {{ held[me] += c }}\n{line}\n"
        );
        helps_about(&text)
    }

    #[test]
    fn two_arrows_are_at_least_or_implies() {
        assert_eq!(helps("end when n => 2 => Ann wins"), ["write `n >= 2`"]);
        let inner = "end for p in Player when count(c in held[p]: c in C) => 2 => p wins";
        assert_eq!(helps(inner), ["write `count(c in held[p]: c in C) >= 2`"]);
        assert_eq!(helps("end when n = 1 => n > 2 => draw"), ["write `n = 1 implies n > 2`"]);
    }

    #[test]
    fn moves_are_counted_by_a_field() {
        let help = "write `end when plies = 50 => draw`, with `plies: 0..50` in `state { .. }` and `plies += 1` in every move";
        for said in ["after 50 moves", "when after 50 turns", "when 50 moves"] {
            assert_eq!(helps(&format!("end {said} => draw")), [help], "{said}");
        }
    }

    #[test]
    fn a_choice_between_outcomes_has_a_condition() {
        let help = ["write `if C then Ann wins else Bob wins` with the condition as C"];
        assert_eq!(helps("end when n = 3 => Ann wins else Bob wins"), help);
        assert_eq!(helps("stuck => Ann wins otherwise Bob wins"), help);
    }

    #[test]
    fn prose_is_one_mistake_without_a_mend() {
        for outcome in ["winner is whoever has more", "whoever has more wins", "who has most"] {
            let found = helps(&format!("stuck => {outcome}"));
            assert!(found.len() == 1 && found[0].starts_with("an outcome is `PLAYER wins`"), "{found:?}");
        }
    }

    #[test]
    fn a_pair_of_points_is_a_difference() {
        assert_eq!(
            helps("stuck => (n, count(held[Bob]) + 1)"),
            ["write `n - (count(held[Bob]) + 1) to Ann`"]
        );
        assert_eq!(helps("stuck => (count(held[Ann]), n)"), ["write `count(held[Ann]) - n to Ann`"]);
        assert_eq!(helps("stuck => [3, -1]"), ["write `4 to Ann`"]);
        assert_eq!(helps("end when n = 3 => Ann wins\nstuck => [-1, 1]"), ["write `Bob wins`"]);
        assert_eq!(helps("stuck => (0, 0)"), ["write `draw`"]);
    }

    #[test]
    fn outcomes_in_words_are_those_of_the_language() {
        let both = "if count(held[Ann]) > count(held[Bob]) then Ann wins else if count(held[Ann]) < count(held[Bob]) then Bob wins else draw";
        let cases = [
            ("end when n = 3 => neither side wins", "write `draw`".to_string()),
            ("end when n = 3 => if n = 2 then Ann wins else no one wins", "write `draw`".to_string()),
            ("stuck => next player", "write `pass`".to_string()),
            ("end when n = 3 => more cells wins", format!("write `{both}`")),
            ("end when n = 3 => the player with more cells wins", format!("write `{both}`")),
            ("end when n = 3 => n points to Bob", "write `n to Bob`".to_string()),
            ("end when n = 3 => count(held[Ann]) - 3", "write `count(held[Ann]) - 3 to Ann`".to_string()),
            (
                "end when count(held[p]) = 4 => p loses for each p in Player",
                "write `end for p in Player when count(held[p]) = 4 => p loses`".to_string(),
            ),
            (
                "endless => last player wins",
                "write `endless => draw`, or name the player: `endless => Ann wins`".to_string(),
            ),
        ];
        for (line, help) in cases {
            assert_eq!(helps(line), [help], "{line}");
        }
    }

    #[test]
    fn players_are_told_by_the_turn() {
        let help = |text: &str| {
            [format!("write `{text}`: `me` is the player to move, `opponent` the one who moved last")]
        };
        assert_eq!(helps("stuck => last player to move wins"), help("opponent wins"));
        assert_eq!(helps("end when n = 3 => previous player loses"), help("opponent loses"));
        assert_eq!(helps("end when n = 3 => the player to move loses"), help("me loses"));
        assert_eq!(helps("end when n = 3 => whoever moved last wins"), help("opponent wins"));
        let remains = ["write `stuck => draw` for when the player to move has no move"];
        assert_eq!(helps("end otherwise => draw"), remains);
        assert_eq!(helps("end when n = 3 => Ann wins\notherwise => draw"), remains);
        let said = "delete it: `stuck` says already what happens when the player to move has no move";
        assert_eq!(helps("stuck => Ann wins\nend otherwise => draw"), [said]);
    }

    #[test]
    fn rows_are_members_of_a_family() {
        let help = |length: u32| {
            format!(
                "write `end for p in Player when (some l in Line: l <= held[p]) => p wins`, with `family Line of C = lines(C, {length})`"
            )
        };
        assert_eq!(helps("end when four in a row => me wins"), [help(4)]);
        assert_eq!(helps("end for p in Player when p has row of 3 => p wins"), [help(3)]);
    }
}
