//! Rules that are told in a sentence, as in the instructions of a game:
//! `A player who cannot move loses`.

use super::codes;
use super::items::{is_reserved, rule_of};
use super::own_names::{self, OwnNames};
use super::parse_error::TokenView;
use super::scan::Kind;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use std::cell::OnceCell;
use std::ops::Range;

/// So many plain words one behind the other stand in no rule.
const WORDS: usize = 3;

/// The sentences that stand where items begin, with what lets the parser read what is around them.
pub(super) fn find(view: &TokenView) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let known = Known { view, own: OnceCell::new(), players: OnceCell::new(), stuck: OnceCell::new() };
    let (mut depth, mut at) = (0usize, 0);
    while at < view.tokens.len() {
        let end =
            (at + 1..view.tokens.len()).find(|each| view.tokens[*each].first).unwrap_or(view.tokens.len());
        if depth == 0 && rule_of(view.word(at)).is_none() && is_sentence(view, at..end) {
            found.push(report(&known, at..end));
        }
        for each in at..end {
            match view.word(each) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        at = end;
    }
    found
}

/// What a text declares, looked for once for all its sentences.
struct Known<'v, 't> {
    view: &'v TokenView<'t>,
    own: OnceCell<OwnNames<'t>>,
    players: OnceCell<Vec<&'t str>>,
    stuck: OnceCell<Option<usize>>,
}

impl<'t> Known<'_, 't> {
    fn own(&self) -> &OwnNames<'t> {
        self.own.get_or_init(|| OwnNames::of(self.view))
    }

    /// Whether the item `players` has a name.
    fn is_player(&self, name: &str) -> bool {
        self.players.get_or_init(|| own_names::players(self.view)).contains(&name)
    }

    /// The rule `stuck` of the text.
    fn stuck(&self) -> Option<usize> {
        let view = self.view;
        let is_item =
            |at: &usize| view.tokens[*at].first && view.word(*at) == "stuck" && view.word(at + 1) == "=>";
        *self.stuck.get_or_init(|| (0..view.tokens.len()).find(is_item))
    }
}

/// Words for the end of a game.
const WINS: [&str; 4] = ["win", "wins", "won", "winner"];
const LOSES: [&str; 4] = ["lose", "loses", "lost", "loser"];
const DRAWS: [&str; 4] = ["draw", "drawn", "tie", "tied"];

/// Words for a move, behind `no` or `last`.
const MOVES: [&str; 7] = ["move", "moves", "go", "play", "plays", "take", "takes"];

/// Signs that a rule has and no sentence.
const SIGNS: [&str; 16] =
    ["=>", "then", "{", "[", ":", "=", ":-", "==", "!=", "<", "<=", ">", ">=", "+=", "-=", ".."];

/// Whether a word of a line is one of these, however it is spelt at the beginning of a sentence.
fn is_one_of(view: &TokenView, at: usize, words: &[&str]) -> bool {
    words.iter().any(|word| word.eq_ignore_ascii_case(view.word(at)))
}

/// Whether a line is a sentence about the end of the game.
fn is_sentence(view: &TokenView, line: Range<usize>) -> bool {
    let is_word = |at: usize| view.tokens[at].kind == Kind::Word && !is_reserved(view.word(at));
    let (mut row, mut longest) = (0, 0);
    for at in line.clone() {
        // `Ann wins within 3` is a fact of an `expect`.
        row = if is_word(at) && view.word(at) != "within" { row + 1 } else { 0 };
        longest = longest.max(row);
    }
    let has = |words: &[&str]| line.clone().any(|at| is_one_of(view, at, words));
    let ends = has(&WINS) || has(&LOSES) || has(&DRAWS);
    let called =
        |at: usize| view.word(at + 1) == "(" && is_word(at) && view.span(at).end == view.span(at + 1).start;
    let code = has(&SIGNS) || line.clone().any(called);
    let in_words = longest >= WORDS || longest + 1 == WORDS && without_move(view, &line).is_some();
    ends && !code && in_words && line.len() >= 4
}

/// The word of a line from which on it says that somebody has no move, or makes the last one.
fn without_move(view: &TokenView, line: &Range<usize>) -> Option<usize> {
    let moves = |from: usize| (from + 1..line.end).take(4).any(|at| is_one_of(view, at, &MOVES));
    line.clone().find(|at| match view.word(*at).to_lowercase().as_str() {
        "cannot" | "unable" | "no" | "without" => moves(*at),
        "can" => is_denied(view, *at) && moves(*at),
        "stuck" | "blocked" => true,
        "last" => is_last_move(view, line, *at),
        _ => false,
    })
}

/// Whether `last` is said of the last move: `takes the last stone`, `the last player to move`.
fn is_last_move(view: &TokenView, line: &Range<usize>, last: usize) -> bool {
    let mut before = line.start.max(last.saturating_sub(2))..last;
    let to_move = |at: usize| view.word(at) == "to" && is_one_of(view, at + 1, &MOVES);
    let made = ["make", "makes", "made", "moves", "plays", "take", "takes", "took", "taking", "making"];
    before.any(|at| is_one_of(view, at, &made)) || (last + 1..line.end).take(2).any(to_move)
}

/// Whether `not` or `'t` stands behind a word.
fn is_denied(view: &TokenView, at: usize) -> bool {
    let behind = view.text.get(view.tokens[at].end..).unwrap_or("");
    view.word(at + 1) == "not" || behind.starts_with(['\'', '’'])
}

/// Of whom a sentence speaks.
#[derive(Clone, Copy, PartialEq)]
enum Who<'t> {
    Named(&'t str),
    Other,
    Any,
    /// The one that was spoken of before.
    Same,
}

/// Of whom the word at `at` speaks, if it speaks of somebody.
fn speaks_of<'t>(known: &Known<'_, 't>, line: &Range<usize>, at: usize) -> Option<Who<'t>> {
    let view = known.view;
    let other = ["opponent", "other", "enemy", "opponents", "previous"];
    Some(match view.word(at).to_lowercase().as_str() {
        "opponent" | "opponents" | "other" | "enemy" => Who::Other,
        "player" | "players" if at > line.start && is_one_of(view, at - 1, &other) => Who::Other,
        "player" | "players" | "you" | "one" | "mover" | "whoever" => Who::Any,
        "who" | "he" | "she" | "they" | "it" => Who::Same,
        _ if known.is_player(view.word(at)) => Who::Named(view.word(at)),
        _ => return None,
    })
}

/// Of whom the last word before `at` speaks that speaks of somebody, and its place.
fn last_spoken_of<'t>(known: &Known<'_, 't>, line: &Range<usize>, at: usize) -> Option<(usize, Who<'t>)> {
    (line.start..at).rev().find_map(|at| Some((at, speaks_of(known, line, at)?)))
}

/// Who does what a verb says: `he` is the one before. Behind `whose opponent cannot move`, and
/// behind `the opponent of the player who cannot move`, the verb is of the one who is named first.
fn subject<'t>(known: &Known<'_, 't>, line: &Range<usize>, verb: usize, main: bool) -> Option<Who<'t>> {
    let view = known.view;
    let is_before =
        |at: usize, word: &str| (at.saturating_sub(2).max(line.start)..at).any(|at| view.word(at) == word);
    let (mut at, mut of) = last_spoken_of(known, line, verb)?;
    while of == Who::Same {
        let Some(before) = last_spoken_of(known, line, at) else { return Some(Who::Any) };
        (at, of) = before;
    }
    if main
        && (is_before(at, "of") || is_before(at, "whose"))
        && let Some((_, owner)) = last_spoken_of(known, line, at)
    {
        of = owner;
    }
    Some(of)
}

/// The outcome that a sentence tells for the player who has no move. After the last move it is the
/// turn of the other one.
fn outcome_of_stuck(known: &Known, line: &Range<usize>, stuck: usize) -> String {
    let view = known.view;
    let finds = |words: &[&str]| line.clone().find(|at| is_one_of(view, *at, words));
    let verb = finds(&[WINS, LOSES].concat()).filter(|_| finds(&DRAWS).is_none());
    let Some(verb) = verb else { return "draw".to_owned() };
    let denied = verb > line.start && view.word(verb - 1) == "not";
    let wins = is_one_of(view, verb, &WINS) != denied;
    let after_last = view.word(stuck).eq_ignore_ascii_case("last");
    let without = subject(known, line, stuck, false);
    // What stands between them is said of the one who has no move.
    let clause = stuck < verb && !(stuck..verb).any(|at| matches!(view.word(at), "," | "then" | "and"));
    let ends = match is_one_of(view, verb, &["winner", "loser"]) {
        true => (verb + 1..line.end).find_map(|at| speaks_of(known, line, at)),
        false => subject(known, line, verb, clause),
    };
    let same = match (without, ends) {
        (Some(Who::Any), Some(Who::Named(name))) if !after_last => {
            return format!("{name} {}", if wins { "wins" } else { "loses" });
        }
        (Some(Who::Named(one)), Some(Who::Named(two))) => one == two,
        (Some(one), Some(two)) => (one == Who::Other) == (two == Who::Other),
        _ => true,
    };
    if wins == (same != after_last) { "me wins".to_owned() } else { "me loses".to_owned() }
}

/// The report about a sentence that says what happens without a move: a rule `stuck`, or, where the
/// text has one, what becomes of it.
fn stuck_report(known: &Known, report: Diagnostic, outcome: &str) -> Diagnostic {
    let view = known.view;
    let at = report.span();
    let text = format!("stuck => {outcome}");
    let Some(item) = known.stuck() else {
        let about = if outcome.starts_with("me ") { ": `me` is the player who has no move" } else { "" };
        return report.help(format!("write `{text}`{about}")).likely(at, text);
    };
    let end = (item + 1..view.tokens.len()).find(|at| view.tokens[*at].first);
    let rule = view.span(item).to(view.span(end.unwrap_or(view.tokens.len()) - 1));
    let known_text = &view.text[rule.start as usize - view.base..rule.end as usize - view.base];
    let report = report.because(rule, "the rule for a player without a move");
    if known_text == text {
        return report.help(format!("delete it: `{text}` says so")).likely(at, "");
    }
    report
        .help(format!(
            "write `{text}` in the place of `{known_text}` if that is meant, and delete the sentence"
        ))
        .recovery(at, "")
}

fn report(known: &Known, line: Range<usize>) -> Diagnostic {
    let view = known.view;
    let has = |words: &[&str]| line.clone().any(|at| words.contains(&view.word(at)));
    let at = Span { end: view.span(line.end - 1).end, ..view.span(line.start) };
    let report = Diagnostic::error(codes::ELSEWHERE, "a rule is no sentence", at, "told in words");
    if let Some(stuck) = without_move(view, &line) {
        let outcome = outcome_of_stuck(known, &line, stuck);
        return stuck_report(known, report, &outcome);
    }
    let own = known.own();
    if let Some(set) = own.set_of_each().filter(|_| has(&["row", "line"])) {
        let length = line.clone().find_map(|at| number(view.word(at))).unwrap_or(3);
        return report
            .help(format!(
                "write `end for p in Player when (some l in Line: l <= {set}[p]) => p wins`, with `family Line of {} = lines({}, {length})`",
                own.domain, own.domain
            ))
            .recovery(at, "");
    }
    let outcome = match has(&DRAWS) {
        true => "draw".to_owned(),
        false => format!("{} wins", own.player),
    };
    report
        .help(format!(
            "write the condition and the outcome, `end when {} => {outcome}` for one",
            own.condition()
        ))
        .recovery(at, "")
}

/// A small number, or the word for it.
fn number(word: &str) -> Option<usize> {
    let words = ["two", "three", "four", "five", "six"];
    word.parse().ok().or_else(|| words.iter().position(|each| *each == word).map(|at| at + 2))
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    fn helps(lines: &str) -> Vec<String> {
        let head = "game \"G\"\nplayers Ann, Bob\nstate { hand[Player]: 0..9, n: 0..9 }\nmove m when n < 9 { n += 1 }\n";
        helps_about(&format!("{head}{lines}\n"))
    }

    #[test]
    fn who_cannot_move_is_told_by_a_rule() {
        let stuck = ["write `stuck => me loses`: `me` is the player who has no move"];
        assert_eq!(helps("player who cannot move loses"), stuck);
        assert_eq!(helps("if Ann cannot move, Bob wins"), stuck);
        assert_eq!(helps("A player who can't move loses"), stuck);
        assert_eq!(helps("A player with no moves left loses"), stuck);
        assert_eq!(helps("the other player wins if a player cannot move"), stuck);
        assert_eq!(helps("a player whose opponent cannot move wins"), stuck);
        assert_eq!(helps("Ann loses when she cannot move"), stuck);
    }

    #[test]
    fn the_rule_is_about_the_player_to_move() {
        let loses = ["write `stuck => me loses`: `me` is the player who has no move"];
        for line in [
            "You win when the opponent cannot move",
            "You win if your opponent is stuck",
            "The opponent of the player who cannot move wins",
            "the previous player wins if the next player cannot move",
            "The player unable to move does not win",
            "The winner is the player whose opponent cannot move",
            "The last player to move wins",
            "Whoever takes the last stone wins",
            "You win by leaving your opponent without a move",
        ] {
            assert_eq!(helps(line), loses, "{line}");
        }
        let wins = ["write `stuck => me wins`: `me` is the player who has no move"];
        for line in [
            "You lose if the opponent has no moves",
            "The player who takes the last stone loses",
            "The winner is the player who cannot move",
        ] {
            assert_eq!(helps(line), wins, "{line}");
        }
    }

    #[test]
    fn names_of_an_author_make_no_sentence() {
        let text = |guard: &str| {
            format!(
                "game \"G\"\nplayers Ann, Bob\nstate {{ won: 0..9, lost: bool, blocked: bool }}\nmove go\n  when {guard}\n{{ won += 1 + }}\nstuck => draw\nexpect slow\n  Ann wins within 3\n"
            )
        };
        for guard in ["blocked and not lost", "lost and no draw in {blocked}: draw"] {
            let found = helps_about(&text(guard));
            let mut rules = found.iter().filter(|help| help.contains("=>") || help.contains("sentence"));
            assert!(rules.next().is_none(), "{found:?}");
        }
    }

    #[test]
    fn who_cannot_move_may_win() {
        let stuck = ["write `stuck => me wins`: `me` is the player who has no move"];
        assert_eq!(helps("A player who cannot move wins"), stuck);
        assert_eq!(helps("if Ann cannot move, Ann wins"), stuck);
        assert_eq!(helps("if a player cannot move, the opponent loses"), stuck);
        assert_eq!(helps("if a player cannot move then_ Ann wins"), ["write `stuck => Ann wins`"]);
        assert_eq!(helps("a player who cannot move makes a draw"), ["write `stuck => draw`"]);
    }

    #[test]
    fn who_can_move_is_not_stuck() {
        assert_eq!(
            helps("A player who can move wins\nstuck => draw"),
            ["write the condition and the outcome, `end when hand[me] > 0 => Ann wins` for one"]
        );
    }

    #[test]
    fn one_rule_for_who_cannot_move_is_enough() {
        assert_eq!(
            helps("A player who cannot move loses\nstuck => me loses"),
            ["delete it: `stuck => me loses` says so"]
        );
        assert_eq!(
            helps("A player who cannot move loses\nstuck => draw"),
            [
                "write `stuck => me loses` in the place of `stuck => draw` if that is meant, and delete the sentence"
            ]
        );
    }

    #[test]
    fn a_condition_is_no_sentence() {
        let text = "game \"G\"\nplayers Ann, Bob\nstate { won: 0..9, lost: bool }\nmove go { won += 1 }\n\
            move end_it\n  when can(go) and won > 0\n{ won += 1 }\n\
            move halt\n  when can(go) and lost\n{ won += 1 + }\nstuck => draw\n";
        let found = helps_about(text);
        assert!(!found.is_empty() && found.iter().all(|help| !help.contains("stuck")), "{found:?}");
    }

    #[test]
    fn a_row_is_a_member_of_a_family() {
        let text = "game \"G\"\nplayers Ann, Bob\nboard C = grid(4, 4)\nstate { men[Player]: set of C }\nmove m(c in C) { men[me] += c }\nAnn wins when she has a line of four\nstuck => draw\n";
        assert_eq!(
            helps_about(text),
            [
                "write `end for p in Player when (some l in Line: l <= men[p]) => p wins`, with `family Line of C = lines(C, 4)`"
            ]
        );
    }

    #[test]
    fn an_ending_has_a_condition_and_an_outcome() {
        assert_eq!(
            helps("when hands are empty the player with the higher score wins\nstuck => draw"),
            ["write the condition and the outcome, `end when hand[me] > 0 => Ann wins` for one"]
        );
        assert_eq!(helps("stuck => me loses\nend when n = 9 => draw"), [""; 0]);
    }
}
