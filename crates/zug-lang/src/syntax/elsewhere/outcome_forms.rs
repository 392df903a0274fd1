//! One outcome as other languages write it: `X won`, `winner = X`, `3`, `X gets 3`, `{ draw }`.

use super::Mistake;
use super::context::side_end;
use super::outcome_words::{FORMS, alone, in_brackets, outcome_end, scored, spelled, word_outcome};
use super::place::Place;
use crate::diagnostic::near_names;
use crate::syntax::scan::Kind;
use std::ops::Range;

/// The words with which a player is given points.
const GIVES: [&str; 11] =
    ["gets", "scores", "receives", "earns", "takes", "has", "gains", "get", "score", "+=", "="];

/// What one form says of a text: none where it is another form, and else the mistake, or that it is
/// none.
type Decided = Option<Option<Mistake>>;

/// The outcome at `at`, up to `end`, if it is written as elsewhere.
pub(super) fn outcome(place: &Place, at: usize, end: usize) -> Option<Mistake> {
    let end = outcome_end(place, at, end);
    if at >= end || place.word(at) == "if" {
        return None;
    }
    let written = OutcomeText { place, at, end, player_end: place.operand_end(at) };
    let forms = [
        OutcomeText::quoted,
        OutcomeText::goal,
        OutcomeText::goal_value,
        OutcomeText::result,
        OutcomeText::listed,
        OutcomeText::bracketed,
        OutcomeText::several,
        OutcomeText::number,
        OutcomeText::player_behind,
        OutcomeText::dotted,
        OutcomeText::player_alone,
        OutcomeText::for_a_player,
        OutcomeText::given,
        OutcomeText::sound,
        OutcomeText::worded,
        OutcomeText::misspelt,
    ];
    forms.iter().find_map(|form| form(&written)).flatten()
}

/// The tokens of one outcome.
struct OutcomeText<'p, 'v, 't> {
    place: &'p Place<'v, 't>,
    at: usize,
    end: usize,
    /// The end of the operand with which it begins.
    player_end: usize,
}

impl<'t> OutcomeText<'_, '_, 't> {
    fn whole(&self) -> Range<usize> {
        self.at..self.end
    }

    fn word(&self) -> &'t str {
        self.place.word(self.at)
    }

    fn last_word(&self) -> &'t str {
        self.place.word(self.end - 1)
    }

    /// The word behind the player.
    fn verb(&self) -> &'t str {
        self.place.word(self.player_end)
    }

    /// The player with whom the text begins.
    fn player(&self) -> &'t str {
        match self.word() {
            "I" | "i" | "You" | "you" => "me",
            _ => self.place.text(self.at..self.player_end),
        }
    }

    /// `"X wins"`
    fn quoted(&self) -> Decided {
        (self.place.kind(self.at) == Some(Kind::Text)).then(|| {
            let inside = self.word().trim_matches('"');
            let help = format!("write `{inside}` without quotes; {FORMS}");
            Some(self.place.likely(self.whole(), "an outcome is no text", inside).help(help))
        })
    }

    /// Whether these tokens are one player: a name of one, one that the rule binds, a value of the
    /// game.
    fn is_player(&self, range: Range<usize>) -> bool {
        let (place, word) = (self.place, self.place.word(range.start));
        let bound = place.range.clone().any(|at| place.word(at) == word && place.word(at + 1) == "in");
        let holds = bound || place.is_field(word) || place.declared_def(word) && !place.declares_list(word);
        let known = match range.len() {
            1 => place.is_player(word) || place.is_name(range.start) && holds,
            _ => {
                word == "other"
                    || place.is_name(range.start) && holds && place.text(range.clone()).ends_with([']', ')'])
            }
        };
        let dotted = range.len() == 1 && place.word(range.end) == ".";
        known && (dotted || place.operand_end(range.start) == range.end)
    }

    fn goal(&self) -> Decided {
        super::goals::goal(self.place, self.whole()).map(Some)
    }

    /// `goal(X) = 100`, `goal(X, 100)`
    fn goal_value(&self) -> Decided {
        let (outcome, end) = super::goals::goal_value(self.place, self.at)?;
        let message = format!("an outcome names who wins: there is no `{}` here", self.word());
        (end == self.end).then(|| Some(self.place.certain(self.whole(), message, outcome)))
    }

    /// `1-0`, `0-1`, `1/2`: the result as it is written behind a game of chess.
    fn result(&self) -> Decided {
        let (first, second) = self.place.players();
        let written = self.place.text(self.whole()).replace([' ', '(', ')'], "");
        let text = match written.as_str() {
            "1-0" => format!("{first} wins"),
            "0-1" => format!("{second} wins"),
            "1/2" | "1/2-1/2" | "½" | "½-½" => "draw".to_owned(),
            _ => return None,
        };
        Some(Some(self.place.likely(self.whole(), "an outcome names who wins", text)))
    }

    /// `X: 1, Y: -1`: what each player gets.
    fn listed(&self) -> Decided {
        let place = self.place;
        let (first, second) = place.players();
        if place.word(self.end) != ":" || !self.is_player(self.whole()) {
            return None;
        }
        let to = place.line_end(self.at);
        let comma = place.find(self.end + 1..to, &[","])?;
        let value = |range: Range<usize>| place.text(range).replace(' ', "").parse::<i64>().ok();
        let (one, other) = (value(self.end + 1..comma)?, value(comma + 3..to)?);
        let both = [(self.word(), place.word(comma + 1)), (place.word(comma + 1), self.word())];
        let named = both.contains(&(first, second)) && place.word(comma + 2) == ":";
        let (gains, loses) = (self.word(), place.word(comma + 1));
        let text = match (one, other) {
            _ if !named => return None,
            (one, other) if one == other => "draw".to_owned(),
            (1 | 100, 0) | (1, -1) => format!("{gains} wins"),
            (0, 1 | 100) | (-1, 1) => format!("{loses} wins"),
            (one, other) if one == -other && one > 0 => format!("{one} to {gains}"),
            (one, other) if one == -other => format!("{other} to {loses}"),
            _ => return None,
        };
        let message = "one outcome says it all: what one player wins the other loses";
        Some(Some(place.likely(self.at..to, message, text)))
    }

    /// `(X wins)`, `{ X wins }`
    fn bracketed(&self) -> Decided {
        match self.word() {
            "(" => in_brackets(self.place, self.at).map(Some),
            "{" => Some(self.place.partner(self.at).map(|close| {
                let inside = self.place.text(self.at + 1..close);
                self.place.certain(self.at..close + 1, "an outcome stands without braces", inside)
            })),
            _ => None,
        }
    }

    /// `X wins, O loses`
    fn several(&self) -> Decided {
        let place = self.place;
        let sign = place.find(self.whole(), &["wins", "loses", "draw"])?;
        let behind = sign + 1..self.end;
        if behind.is_empty() || !matches!(place.word(sign + 1), "," | "and" | "!" | ".") {
            return None;
        }
        let is_comma = place.word(sign + 1) == "," && behind.len() == 1;
        let (message, help) = match is_comma {
            true => ("rules are not separated by commas", "delete the comma".to_string()),
            false => (
                "one outcome says it all: what one player wins the other loses",
                format!("write `{}`", place.text(self.at..sign + 1)),
            ),
        };
        Some(Some(place.certain(behind, message, "").label("delete this").help(help)))
    }

    /// `3`, `3 for X`, `3 points`
    fn number(&self) -> Decided {
        if self.word() != "-" && !self.place.is_number(self.at) {
            return None;
        }
        let sign = self.place.find(self.whole(), &["to", "for", "point", "points", "each"]);
        Some(match sign {
            Some(sign) => self.points(sign),
            None => Some(self.bare_number()),
        })
    }

    /// Points, with a word for them or for whom they are at `sign`.
    fn points(&self, sign: usize) -> Option<Mistake> {
        let place = self.place;
        let is_to = place.word(sign) == "to";
        if is_to && sign + 2 == self.end {
            return None;
        }
        let (amount, last) = (place.text(self.at..sign), self.last_word());
        let for_all = matches!(last, "each" | "all" | "both" | "players" | "everyone" | "everybody");
        if sign == self.end - 1 || for_all || matches!(last, "point" | "points") {
            return Some(self.for_nobody(amount));
        }
        Some(self.counted(amount, self.end - 1..self.end))
    }

    /// Points of which the text does not say to which of the players they go.
    fn for_nobody(&self, amount: &str) -> Mistake {
        let text = format!("{amount} to {}", self.place.players().0);
        let help = format!("write `{text}`, `{amount} to me` ..");
        let covers = self.whole();
        self.place.reported(covers.clone(), covers, "the points go to one of the players", help, &text)
    }

    /// Points for the player in these tokens.
    fn counted(&self, amount: &str, who: Range<usize>) -> Mistake {
        let (place, message) = (self.place, "points are written `NUMBER to PLAYER`");
        let player = if who == (self.at..self.player_end) { self.player() } else { place.text(who.clone()) };
        let text = format!("{amount} to {player}");
        let me = matches!(place.word(who.start), "I" | "i");
        let whole = place.operand_end(who.start) == who.end;
        if whole && (self.is_player(who) || me) && !place.says_who_wins() {
            return place.certain(self.whole(), message, text);
        }
        place.likely(self.whole(), message, text)
    }

    /// A number that says of nobody whom it favours.
    fn bare_number(&self) -> Mistake {
        let number = self.place.text(self.whole());
        let (first, _) = self.place.players();
        let message = "a number alone does not say whom it favours";
        if self.at + 1 + usize::from(self.word() == "-") != self.end {
            let text = format!("{number} to {first}");
            let help = format!("write in points `{text}`, or what happens to a player, `{first} wins`");
            return self.place.reported(self.whole(), self.whole(), message, help, &text);
        }
        let help = match number.replace(' ', "").as_str() {
            "0" => "write `draw`".to_string(),
            text if text.starts_with('-') => {
                format!("write `me loses`, or in points, `{} to opponent`", &text[1..])
            }
            text => format!("write `me wins` or `{first} wins`, or in points, `{text} to {first}`"),
        };
        let text = match number {
            "0" => "draw".to_string(),
            _ if self.word() == "-" => "me loses".to_string(),
            _ => format!("{first} wins"),
        };
        self.place.likely(self.whole(), message, text).help(help)
    }

    /// `winner = X`, `winner(X)`, `win(X)`, `wins X`, `win for X`, `win`
    fn player_behind(&self) -> Decided {
        let place = self.place;
        let kind = word_outcome(self.word())?;
        let next = place.word(self.at + 1);
        let named = |from: usize| {
            let player = place.text(from..self.end).trim_matches(['(', ')']);
            let message = "an outcome names the player first";
            (!player.is_empty()).then(|| place.certain(self.whole(), message, spelled(kind, player)))
        };
        let joined = matches!(next, "=" | "==" | ":=" | ":" | "is" | "for" | "by" | "of" | "->");
        if joined && self.at + 2 < self.end {
            return Some(named(self.at + 2));
        }
        let is_player = next == "(" || place.is_name(self.at + 1) || matches!(next, "me" | "opponent");
        if is_player
            && !place.first(self.at + 1)
            && let Some(found) = named(self.at + 1)
        {
            return Some(Some(found));
        }
        let is_alone = self.at + 1 == self.end;
        is_alone.then(|| Some(alone(place, self.whole(), self.word(), kind)))
    }

    /// `X.wins`
    fn dotted(&self) -> Decided {
        let place = self.place;
        if place.word(self.player_end.wrapping_sub(2)) != "." || self.player_end != self.end {
            return None;
        }
        let player = place.text(self.at..self.player_end - 2);
        let message = "an outcome is written without a dot";
        let kind = word_outcome(place.word(self.player_end - 1));
        Some(kind.map(|kind| place.certain(self.whole(), message, spelled(kind, player))))
    }

    /// `X`
    fn player_alone(&self) -> Decided {
        if self.player_end != self.end {
            return None;
        }
        let word = self.word();
        let named = self.place.is_name(self.at) && !matches!(word, "draw" | "pass")
            || matches!(word, "me" | "opponent");
        if named && !self.is_player(self.whole()) && !self.resembles_player() {
            let message = format!("`{}` is no outcome", self.place.text(self.whole()));
            return Some(Some(self.place.reported(self.whole(), self.whole(), message, FORMS, "draw")));
        }
        Some(named.then(|| {
            let player = self.place.text(self.whole());
            let text = format!("{player} wins");
            let help = format!("write `{text}` or `{player} loses`");
            self.place.likely(self.whole(), "an outcome says what happens to the player", &text).help(help)
        }))
    }

    /// Whether the first word is nearly the name of a player.
    fn resembles_player(&self) -> bool {
        let (first, second) = self.place.players();
        let word = self.word().to_lowercase();
        let same = [first, second].iter().any(|player| player.to_lowercase() == word);
        same || !near_names(self.word(), [first, second]).is_empty()
    }

    /// `score for X`, `score -> X`
    fn for_a_player(&self) -> Decided {
        let signs = |each: &usize| matches!(self.place.word(*each), "for" | "->" | "goes");
        let sign = self.whole().find(signs).filter(|sign| sign + 2 == self.end && *sign > self.at)?;
        Some(Some(self.counted(self.place.text(self.at..sign), self.end - 1..self.end)))
    }

    /// `X gets 3`, `X += 3`, `X 3`
    fn given(&self) -> Decided {
        let place = self.place;
        let gets = GIVES.contains(&self.verb()) || place.is_number(self.player_end);
        if !gets || place.kind(self.at) != Some(Kind::Word) {
            return None;
        }
        let is_word = |word: &str| GIVES.contains(&word) || matches!(word, "points" | "point");
        let is_amount =
            |each: &usize| place.is_number(*each) || place.is_name(*each) && !is_word(place.word(*each));
        let amount = (self.player_end..self.end).find(is_amount);
        let last = self.end - usize::from(matches!(self.last_word(), "points" | "point"));
        let Some(amount) = amount else { return Some(None) };
        let whole = side_end(place, amount) >= last;
        let who = self.at..place.operand_end(self.at);
        let who = if place.word(self.at + 1) == "." { self.at..self.at + 1 } else { who };
        let me = matches!(self.word(), "I" | "i" | "You" | "you");
        if !whole || !self.is_player(who.clone()) && !me {
            let help =
                format!("write `NUMBER to {}`", if self.is_player(who) { self.word() } else { "PLAYER" });
            let message = "points are written `NUMBER to PLAYER`";
            let instead = format!("1 to {}", place.players().0);
            return Some(Some(place.reported(self.whole(), self.whole(), message, help, &instead)));
        }
        Some(Some(self.counted(place.text(amount..last), who)))
    }

    /// `X wins`, which is right.
    fn sound(&self) -> Decided {
        (matches!(self.verb(), "wins" | "loses") && self.player_end + 1 == self.end).then_some(None)
    }

    /// `X won`, `me win`, `X is the winner`, `I win`, `both draw`
    fn worded(&self) -> Decided {
        let place = self.place;
        let known = word_outcome(self.verb()).or_else(|| word_outcome(self.last_word()));
        let kind = known.filter(|_| place.kind(self.player_end) == Some(Kind::Word))?;
        if let Some(text) = scored(place, self.at..self.player_end, kind, self.end) {
            return Some(Some(place.likely(self.whole(), "points are written `NUMBER to PLAYER`", text)));
        }
        let (word, verb) = (self.word(), self.verb());
        let of_two = matches!(word, "both" | "player" | "players" | "game") || verb == "and";
        let by_turn = matches!(word, "last" | "current" | "the");
        let addressed = matches!(word, "You" | "you");
        let text = match kind {
            "draw" => "draw".to_string(),
            _ if of_two || by_turn => {
                spelled(kind, if word == "last" || verb == "last" { "opponent" } else { "me" })
            }
            _ => spelled(kind, self.player()),
        };
        let why = match by_turn || addressed {
            true => ": `me` is the player to move, `opponent` the one who moved last",
            false => "",
        };
        let help = format!("write `{text}`{why}");
        let named = of_two || by_turn || kind == "draw" || self.is_player(self.at..self.player_end);
        let known = named || matches!(word, "I" | "i");
        let sure = if known { Place::certain } else { Place::likely };
        Some(Some(sure(place, self.whole(), "this is no outcome", text).help(help)))
    }

    /// `A wn`
    fn misspelt(&self) -> Decided {
        let place = self.place;
        if self.player_end + 1 != self.end || !place.is_name(self.player_end) || !place.plain {
            return None;
        }
        let kind = match self.verb().chars().next() {
            Some('w' | 'W') => "me wins",
            Some('l' | 'L') => "me loses",
            _ => return None,
        };
        Some(Some(place.likely(self.whole(), "this is no outcome", spelled(kind, self.player()))))
    }
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::Applicability;
    use crate::source::FileId;
    use crate::syntax::parse;

    /// The helps about an outcome, and whether `--fix` writes something.
    fn rendered(outcome: &str, others: &str) -> (Vec<String>, bool) {
        let text = format!(
            "game \"G\"\nplayers Ann, Bob\nstate {{ n: 0..9, at: Player }}\nmove m {{ n += 1 }}\n\
             end when n = 9 => {outcome}\n{others}\n"
        );
        let (_, reports) = parse(FileId::DEFINITION, &text);
        let mut fixes = reports.iter().flat_map(|report| &report.fixes);
        let certain = fixes.any(|fix| fix.applicability == Applicability::Certain);
        (reports.into_iter().filter_map(|report| report.help).collect(), certain)
    }

    #[test]
    fn points_go_to_a_player_for_certain() {
        let certain = [
            ("Ann gets 3", "write `3 to Ann`"),
            ("3 for Ann", "write `3 to Ann`"),
            ("at gets n points", "write `n to at`"),
        ];
        for (outcome, help) in certain {
            assert_eq!(rendered(outcome, "stuck => draw"), (vec![help.to_owned()], true), "{outcome}");
        }
        let chosen = [
            ("Ann.score += 1", "write `1 to Ann`"),
            ("1 for each", "write `1 to Ann`, `1 to me` .."),
            ("Ann takes 3 of n", "write `NUMBER to Ann`"),
            ("goal(Ann) = 100", "write `Ann wins`"),
        ];
        for (outcome, help) in chosen {
            assert_eq!(rendered(outcome, "stuck => draw"), (vec![help.to_owned()], false), "{outcome}");
        }
        assert!(!rendered("Ann gets 3", "stuck => me loses").1, "a game counts points, or says who wins");
    }

    #[test]
    fn a_result_in_numbers_is_an_outcome() {
        let cases = [
            ("1-0", "write `Ann wins`"),
            ("0 - 1", "write `Bob wins`"),
            ("1/2", "write `draw`"),
            ("Ann: 1, Bob: -1", "write `Ann wins`"),
            ("Ann: 0, Bob: 0", "write `draw`"),
            ("Bob: 3, Ann: -3", "write `3 to Bob`"),
            ("goal(Bob, 0)", "write `Bob loses`"),
            ("You lose", "write `me loses`: `me` is the player to move, `opponent` the one who moved last"),
        ];
        for (outcome, help) in cases {
            assert_eq!(rendered(outcome, "stuck => draw").0, [help], "{outcome}");
        }
        let forms = "an outcome is `PLAYER wins`, `PLAYER loses`, `draw`, or points: `3 to PLAYER`";
        assert_eq!(rendered("continue", "stuck => draw").0, [forms]);
    }
}
