//! One outcome as other languages write it: `X won`, `winner = X`, `3`, `X gets 3`, `{ draw }`.

use super::Mistake;
use super::outcome_words::{FORMS, alone, in_brackets, outcome_end, scored, spelled, word_outcome};
use super::place::Place;
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
            "I" | "i" => "me",
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

    fn goal(&self) -> Decided {
        super::goals::goal(self.place, self.whole()).map(Some)
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
        let (amount, (first, _)) = (place.text(self.at..sign), place.players());
        if is_to && sign == self.end - 1 {
            let text = format!("{amount} to {first}");
            let help = format!("write `{text}`, `{amount} to me` ..");
            return Some(place.likely(self.whole(), "the points go to nobody", &text).help(help));
        }
        let last = self.last_word();
        let is_player = place.is_name(self.end - 1) || matches!(last, "me" | "opponent");
        Some(self.counted(amount, if is_player { last } else { first }))
    }

    /// Points for a player.
    fn counted(&self, amount: &str, player: &str) -> Mistake {
        let text = format!("{amount} to {player}");
        self.place.certain(self.whole(), "points are written `NUMBER to PLAYER`", text)
    }

    /// A number that says of nobody whom it favours.
    fn bare_number(&self) -> Mistake {
        let number = self.place.text(self.whole());
        let (first, _) = self.place.players();
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
        self.place.likely(self.whole(), "a number alone does not say whom it favours", text).help(help)
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
        Some(named.then(|| {
            let player = self.place.text(self.whole());
            let text = format!("{player} wins");
            let help = format!("write `{text}` or `{player} loses`");
            self.place.likely(self.whole(), "an outcome says what happens to the player", &text).help(help)
        }))
    }

    /// `score for X`, `score -> X`
    fn for_a_player(&self) -> Decided {
        let signs = |each: &usize| matches!(self.place.word(*each), "for" | "->" | "goes");
        let sign = self.whole().find(signs).filter(|sign| sign + 2 == self.end && *sign > self.at)?;
        Some(Some(self.counted(self.place.text(self.at..sign), self.last_word())))
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
        Some(amount.map(|amount| self.counted(place.text(amount..last), self.player())))
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
        let text = match kind {
            "draw" => "draw".to_string(),
            _ if of_two || by_turn => {
                spelled(kind, if word == "last" || verb == "last" { "opponent" } else { "me" })
            }
            _ => spelled(kind, self.player()),
        };
        let why = match by_turn {
            true => ": `me` is the player to move, `opponent` the one who moved last",
            false => "",
        };
        let help = format!("write `{text}`{why}");
        let guess = matches!(word, "the" | "a" | "my" | "your" | "this" | "that");
        let sure = if guess { Place::likely } else { Place::certain };
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
