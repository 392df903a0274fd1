//! Items as other languages write them: `const n = 3`, `role X`, `board Cell: 3x3`,
//! `enum M = a | b`.

mod boards;
mod clauses;
mod definitions;
mod first_values;
mod functions;
mod goal_values;
mod players;
mod shapes;
mod state;
mod strays;
mod torus;
pub(super) mod untyped;
mod without_keyword;

use strays::{bracketed, key_colon, prose};

use super::place::Place;
use super::{Mistake, endings, top_level};
use crate::syntax::codes;
use crate::syntax::grammar::Rule;
use crate::syntax::scan::Kind;

/// Searches the token `at`.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    if place.rule.is_none() {
        return if at == place.range.start { unknown_item(place, at) } else { None };
    }
    key_colon(place, at)
        .or_else(|| stray_line(place, at))
        .or_else(|| shapes::search(place, at))
        .or_else(|| (place.rule == Some(Rule::state_item)).then(|| state::search(place, at)).flatten())
}

/// The items that a word of another language may mean here.
enum Meant {
    /// The keyword that is written instead.
    Keyword(&'static str),
    /// Nothing: the line goes.
    Nothing(&'static str),
}

fn meaning(word: &str) -> Option<Meant> {
    use Meant::{Keyword, Nothing};
    Some(match word.to_lowercase().as_str() {
        "const" | "constant" | "val" | "final" | "constants" | "const_int" | "static" | "define" | "var" => {
            Keyword("let")
        }
        "role" | "roles" | "player" | "agents" | "sides" | "colors" | "colours" => Keyword("players"),
        "title" | "name" | "gamename" => Keyword("game"),
        "piece" | "slide" | "jump" | "place" => Keyword("piece"),
        "type" | "domain" | "enumeration" | "kind" | "pieces" | "item" | "items" | "resource"
        | "resources" | "class" | "sort" | "elements" | "datatype" => Keyword("enum"),
        "function" | "fn" | "func" | "fun" | "predicate" | "macro" | "formula" | "definition" | "helper"
        | "sub" | "let_fun" => Keyword("def"),
        "action" | "rule" | "legal" | "play" | "choice" | "ply" | "moves" | "act" | "transition"
        | "command" | "actions" | "operator" => Keyword("move"),
        "init" | "initial" | "variables" | "vars" | "fields" | "position" | "setup" | "data" | "struct"
        | "store" | "var_state" => Keyword("state"),
        "terminal" | "goal" | "win" | "lose" | "loss" | "endgame" | "over" | "gameover" | "ending"
        | "finish" | "when" | "if" | "result" | "endif" => Keyword("end"),
        "assert" | "test" | "check" | "assume" | "verify" | "should" | "ensure" | "facts" | "fact" => {
            Keyword("expect")
        }
        "square" | "grid" | "lattice" | "field" | "map" => Keyword("board"),
        "edges" | "network" | "nodes" => Keyword("graph"),
        "lines" | "sets" => Keyword("family"),
        "draw" | "print" | "display" | "render" | "view" => Keyword("show"),
        "parameter" | "option" | "setting" | "config" | "input" => Keyword("param"),
        "import" | "include" | "using" | "package" | "module" | "version" | "author" | "endmodule"
        | "require" | "use" | "from" | "description" | "rules" => Nothing(
            "delete it: a definition is one file, and says nothing but the game; what is for people stands behind `//`",
        ),
        _ => return None,
    })
}

/// An item that begins with a word of another language.
fn unknown_item(place: &Place, at: usize) -> Option<Mistake> {
    let word = place.word(at);
    let declared = meaning(word).is_some() && crate::syntax::brackets::is_declared_name(place.view, at);
    if let Some(found) = goal_values::search(place, at) {
        return Some(found);
    }
    declared
        .then(|| without_keyword::define(place, at))
        .flatten()
        .or_else(|| top_level::unknown(place, at))
        .or_else(|| prose(place, at))
        .or_else(|| bracketed(place, at))
        .or_else(|| late_outcome(place, at))
        .or_else(|| no_moves(place, at))
        .or_else(|| condition_first(place, at))
        .or_else(|| without_keyword::define(place, at))
        .or_else(|| {
            let line = at..place.line_end(at);
            match meaning(word)? {
                Meant::Nothing(why) => {
                    let message = format!("`{word}` does not begin an item");
                    Some(place.reported(line, at..at + 1, message, why, "").code(codes::UNKNOWN_ITEM))
                }
                Meant::Keyword(keyword) => keyword_for(place, at, keyword),
            }
        })
}

/// `const n = 3` as `let n = 3`, `function f(..) { .. }` as `def`, and so on.
fn keyword_for(place: &Place, at: usize, keyword: &'static str) -> Option<Mistake> {
    let word = place.word(at);
    let braces = place.word(at + 1) == "{" || place.body.is_some();
    let message = format!("`{word}` does not begin an item");
    if place.is_keyword(at + 1) && !place.first(at + 1) {
        // `const players = ..`
        let line = at + 1..place.line_end(at);
        let rest = place.text(line.clone());
        let names: Vec<&str> = (at + 3..line.end)
            .filter(|each| place.is_name(*each) || place.kind(*each) == Some(Kind::Text))
            .map(|each| place.word(each).trim_matches('"'))
            .collect();
        if place.word(at + 1) == "players" && place.word(at + 2) == "=" && names.len() == 2 {
            let text = format!("players {}", names.join(", "));
            return Some(place.certain(at..line.end, message, text).code(codes::UNKNOWN_ITEM));
        }
        return Some(
            place
                .certain(at..at + 1, message, "")
                .code(codes::UNKNOWN_ITEM)
                .help(format!("an item begins with its keyword: write `{rest}`")),
        );
    }
    if matches!(word, "var" | "if") && place.find(at..place.range.end, &[":", "=>", "->"]).is_none() {
        return None; // A statement outside of a move.
    }
    let keyword = match (keyword, word) {
        ("piece", _)
            if place.word(at + 1) == "{"
                || place.word(at + 2) == "{" && place.body.is_none()
                || place.word(at + 2) == "=" =>
        {
            "enum"
        }
        ("piece", _) => "move",
        ("enum", _) if place.word(at + 2) == "=" && place.find(at..place.range.end, &[".."]).is_some() => {
            "range"
        }
        // `rule place(..) when .. { .. }` is a move, `rule owns(..) = ..` a definition.
        ("def", _) if braces && place.find(at..place.range.end, &["=", "return"]).is_none() => "move",
        ("move", _) if !braces && place.find(at..place.range.end, &["="]).is_some() => "def",
        ("let", "var" | "static") if place.find(at..place.range.end, &[":"]).is_some() => "state",
        ("end", "if" | "when") if place.find(at..place.range.end, &["=>", "->"]).is_none() => return None,
        ("show", "draw") => return None,
        ("players", _) if let Some(roles) = clauses::roles(place, at) => return Some(roles),
        (other, _) => other,
    };
    if keyword == "enum" && place.word(at + 1) == "{" {
        let text = format!("enum {}", unnamed(place, word));
        let help = format!("write `{text} {}`", place.text(at + 1..place.line_end(at)));
        return Some(place.likely(at..at + 1, message, text).code(codes::UNKNOWN_ITEM).help(help));
    }
    if place.range.end == at + 1 && place.view.word(at + 1) == keyword {
        // `legal move m(..)`: the keyword follows, and begins an item of its own.
        return Some(place.certain(at..at + 1, message, "").code(codes::UNKNOWN_ITEM));
    }
    let rest = place.text(at + 1..place.line_end(at));
    let (text, shown) = match keyword {
        "state" if place.word(at + 1) != "{" => {
            let help = format!("what changes during play stands in `state {{ {rest} }}`");
            return Some(
                place
                    .reported(at..place.line_end(at), at..at + 1, message, help, "")
                    .code(codes::UNKNOWN_ITEM),
            );
        }
        "end"
            if word != "when"
                && word != "if"
                && (place.word(at + 1) != "when"
                    || place.find(at..place.range.end, &["=>", "->"]).is_none()) =>
        {
            return Some(ending(place, at));
        }
        "end" if matches!(word, "when" | "if") => ("end when".to_owned(), format!("end when {rest}")),
        // The word is the name of the move: its keyword is missing.
        "move" if place.word(at + 1) == "(" => {
            (format!("move {word}"), format!("move {}", place.text(at..place.line_end(at))))
        }
        _ => (keyword.to_owned(), format!("{keyword} {rest}")),
    };
    let help = format!("write `{shown}`");
    Some(place.certain(at..at + 1, message, text).code(codes::UNKNOWN_ITEM).help(help))
}

/// The name for an enum that has none: that of a type which is used and not declared, else the
/// word.
fn unnamed(place: &Place, word: &str) -> String {
    let view = place.view;
    let named = |at: usize| view.word(at).starts_with(char::is_uppercase);
    let declared = |name: &str| {
        (1..view.tokens.len()).any(|at| {
            let keyword = matches!(view.word(at - 1), "enum" | "board" | "range" | "graph" | "family");
            keyword && view.word(at) == name
        })
    };
    let used = (1..view.tokens.len()).filter(|at| matches!(view.word(at - 1), ":" | "of") && named(*at));
    let mut types = used.map(|at| view.word(at)).filter(|name| !matches!(*name, "Player" | "Direction"));
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    let own = capital(word.strip_suffix('s').unwrap_or(word));
    types.find(|name| !declared(name)).map_or(own, str::to_string)
}

/// `terminal C => O`, `goal C`, `win when C`: an ending.
fn ending(place: &Place, at: usize) -> Mistake {
    let word = place.word(at);
    let end = place.range.end;
    if let Some(mistake) = clauses::ending(place, at) {
        return mistake;
    }
    if place.word(at + 1) == "for"
        && place.find(at..end, &["when"]).is_some()
        && place.find(at..end, &["=>", "->"]).is_none()
    {
        let name = place.word(at + 2);
        let verb = if matches!(word, "lose" | "loss") { "loses" } else { "wins" };
        let (first, second) = place.players();
        let rest = if [first, second].contains(&name) { at + 3..end } else { at + 1..end };
        let text = format!("end {} => {name} {verb}", place.text(rest));
        let message = format!("`{word}` does not begin an item: the game is over by an `end` rule");
        return place
            .likely(at..end, message, &text)
            .code(codes::UNKNOWN_ITEM)
            .at(place.span(at))
            .label("write an `end` rule");
    }
    if place.is_name(at + 1) && place.is_number(at + 2) && at + 3 == end {
        // `goal robot 100`
        let text = format!("end when .. => {} wins", place.word(at + 1));
        let message = format!("`{word}` does not begin an item: the game is over by an `end` rule");
        return place
            .reported(at..end, at..at + 1, message, format!("write `{text}` with the condition for it"), "")
            .code(codes::UNKNOWN_ITEM);
    }
    let message = format!("`{word}` does not begin an item: the game is over by an `end` rule");
    let arrow = place.find(at..end, &["=>", "->", "⇒", "→"]);
    let when = place.find(at..end, &["when", "if"]).filter(|when| *when < at + 3);
    let from = when.map_or(at + 1, |when| when + 1);
    match arrow {
        Some(_) => place
            .certain(at..from, message, "end when")
            .code(codes::UNKNOWN_ITEM)
            .help(format!("write `end when {}`", place.text(from..end))),
        None => {
            let (first, _) = place.players();
            let outcome = match word.to_lowercase().as_str() {
                "lose" | "loss" => "me loses".to_string(),
                "win" => "opponent wins".to_string(),
                "draw" | "tie" => "draw".to_string(),
                _ => format!("{first} wins"),
            };
            let text = format!("end when {} => {outcome}", place.text(from..end));
            place
                .likely(at..end, message, &text)
                .code(codes::UNKNOWN_ITEM)
                .at(place.span(at))
                .label("write an `end` rule")
                .help(format!("write `{text}`"))
        }
    }
}

/// `X wins when C`, `draw when C`: an outcome before its condition.
fn late_outcome(place: &Place, at: usize) -> Option<Mistake> {
    let when = place.find(at..place.range.end, &["when", "if"]).filter(|when| *when > at)?;
    let begins = |each: &usize| {
        let outcome = matches!(place.word(*each), "draw" | "tie" | "win" | "lose")
            || matches!(place.word(each + 1), "wins" | "loses");
        place.first(*each) && outcome
    };
    let end = (when + 1..place.range.end).find(begins).unwrap_or(place.range.end);
    outcome_before(place, at, when, end)
}

/// `loses when no legal moves => me`: the verb, the condition, and then the player.
fn verb_first(place: &Place, at: usize, when: usize, end: usize) -> Option<Mistake> {
    let verb = match place.word(at) {
        "loses" | "lose" | "loser" => "loses",
        "wins" | "win" | "winner" => "wins",
        _ => return None,
    };
    let arrow =
        place.find(when..end, &["=>", "->", "⇒"]).filter(|arrow| when == at + 1 && arrow + 2 == end)?;
    let (first, second) = place.players();
    let who = place.word(arrow + 1);
    if ![first, second, "me", "opponent"].contains(&who) || when + 1 == arrow {
        return None;
    }
    let condition: Vec<&str> = (when + 1..arrow).map(|each| place.word(each)).collect();
    let blocked = matches!(
        condition[..],
        ["no", "legal" | "more" | "possible" | "valid", "move" | "moves"]
            | ["no", "move" | "moves"]
            | ["stuck" | "blocked" | "stalemate"]
    );
    let text = if blocked {
        format!("stuck => {who} {verb}")
    } else {
        format!("end when {} => {who} {verb}", place.text(when + 1..arrow))
    };
    let message = "an outcome stands behind `=>`: who, and then `wins` or `loses`";
    Some(place.certain(at..end, message, &text).code(codes::UNKNOWN_ITEM).help(format!("write `{text}`")))
}

fn outcome_before(place: &Place, at: usize, when: usize, end: usize) -> Option<Mistake> {
    if let Some(found) = verb_first(place, at, when, end) {
        return Some(found);
    }
    let condition = place.view.word(when + 1);
    let blocked = condition == "stuck" || matches!(condition, "no" | "blocked" | "stalemate");
    if blocked && (when + 1 >= end || condition != "no" || place.word(when + 2) == "moves") {
        let outcome = place.text(at..when);
        let text = format!("stuck => {outcome}");
        let stop = if when + 1 >= end && condition == "stuck" { when + 1 } else { end };
        let message = "what happens when the player to move has no move is said by `stuck`";
        let mut mistake = place.certain(
            at..stop,
            message,
            if stop == when + 1 && condition == "stuck" { String::new() } else { text.clone() },
        );
        if stop == when + 1 && condition == "stuck" {
            // `stuck` itself was cut off as the next item.
            let stuck = place.view.span(when + 1);
            mistake.report.fixes.clear();
            mistake.report = mistake.report.fix(place.span_of(&(at..stop)).to(stuck), &text);
        }
        return Some(
            mistake
                .code(codes::UNKNOWN_ITEM)
                .at(place.span_of(&(at..when)))
                .label("belongs behind `stuck =>`")
                .help(format!("write `{text}`")),
        );
    }
    if matches!(
        condition,
        "repeated" | "repetition" | "endless" | "forever" | "threefold" | "cycle" | "infinite" | "repeats"
    ) {
        let text = format!("endless => {}", place.text(at..when));
        let message = "what play without end is worth is said by `endless`";
        return Some(
            place
                .certain(at..end, message, &text)
                .code(codes::UNKNOWN_ITEM)
                .at(place.span_of(&(at..when)))
                .label("belongs behind `endless =>`"),
        );
    }
    let outcome = place.text(at..when);
    let word = place.word(when - 1);
    let known =
        matches!(word, "wins" | "loses" | "draw" | "win" | "lose" | "tie" | "draws") && when <= at + 4;
    let alone = when == at + 1 && matches!(word, "win" | "lose");
    if !known || alone {
        return None;
    }
    let outcome = match word {
        "win" => outcome.replace(" win", " wins"),
        "lose" => outcome.replace(" lose", " loses"),
        "tie" | "draws" => "draw".to_string(),
        _ => outcome.to_string(),
    };
    let text = format!("end when {} => {outcome}", place.text(when + 1..end));
    let message = "an ending is an `end` rule, its condition first";
    Some(
        place
            .certain(at..end, message, &text)
            .code(codes::UNKNOWN_ITEM)
            .at(place.span_of(&(at..when)))
            .label("belongs behind the condition")
            .help(format!("write `{text}`")),
    )
}

/// `no moves => draw`, `otherwise => draw`, `else => draw`
fn no_moves(place: &Place, at: usize) -> Option<Mistake> {
    if let Some(found) = endings::no_condition(place, at, at) {
        return Some(found.code(codes::UNKNOWN_ITEM));
    }
    let (word, next) = (place.word(at), place.word(at + 1));
    let words = match (word, next) {
        ("no", "moves" | "move") | ("nomoves" | "cannot", "move") => 2,
        (
            "no_moves" | "noMoves" | "stalemate" | "blocked" | "otherwise" | "stuck_" | "nomove" | "nomoves"
            | "immobile",
            _,
        ) => 1,
        _ => return None,
    };
    let sign = place.word(at + words);
    matches!(sign, "=>" | "->" | ":" | "=").then(|| {
        let rest = place.text(at + words + 1..place.range.end);
        let message = "what happens when the player to move has no move is said by `stuck`";
        place
            .certain(at..at + words + 1, message, "stuck =>")
            .code(codes::UNKNOWN_ITEM)
            .at(place.span_of(&(at..at + words)))
            .label("write `stuck`")
            .help(format!("write `stuck => {rest}`"))
    })
}

/// `C => X wins` without `end when`.
fn condition_first(place: &Place, at: usize) -> Option<Mistake> {
    let arrow = place.find(at..place.range.end, &["=>", "⇒"])?;
    let known = meaning(place.word(at)).is_some();
    let outcome = place.text(arrow + 1..place.range.end);
    let ends = outcome.ends_with("wins")
        || outcome.ends_with("loses")
        || outcome == "draw"
        || outcome.contains(" to ");
    if place.word(at) == "for" && ends && place.find(at..arrow, &["when"]).is_some() {
        let message = "an ending begins with `end`";
        return Some(
            place
                .likely(at..at + 1, message, "end for")
                .code(codes::UNKNOWN_ITEM)
                .label("write `end` before it")
                .help(format!("write `end {}`", place.text(at..place.range.end))),
        );
    }
    (!known && ends && arrow > at).then(|| {
        let text = format!("end when {}", place.word(at));
        let message = "an ending begins with `end when`";
        place
            .likely(at..at + 1, message, text)
            .code(codes::UNKNOWN_ITEM)
            .label("write `end when` before it")
            .help(format!("write `end when {}`", place.text(at..place.range.end)))
    })
}

/// A line in an item that the item before it swallowed: `draw when C` behind an `end`.
fn stray_line(place: &Place, at: usize) -> Option<Mistake> {
    if place.word(at) == "(" && place.first(at) && place.word(at + 1) == "no" {
        return bracketed(place, at);
    }
    let begins = place.first(at)
        && at > place.range.start
        && !place.in_body(at)
        && place.rule != Some(Rule::state_item);
    if !begins || !place.ends_operand(at - 1) && !matches!(place.before(at), "draw" | "wins" | "loses") {
        return None;
    }
    let when = place.find(at..place.range.end, &["when", "if"]).filter(|when| *when <= at + 3);
    let end = place.line_end(at);
    if let Some(found) =
        when.filter(|when| (at + 1..end).contains(when)).and_then(|when| outcome_before(place, at, when, end))
    {
        return Some(found);
    }
    let arrow = place.find(at..end, &["=>"])?;
    (place.word(at) == "else" || matches!(place.word(at), "otherwise" | "default")).then(|| {
        let rest = place.text(arrow + 1..end);
        let message = format!("`{}` does not begin an item", place.word(at));
        let help = format!("write `stuck => {rest}` for when the player to move has no move; rules of `end` are tried in their order, each with its own condition");
        place.likely(at..arrow + 1, message, "stuck =>").code(codes::UNKNOWN_ITEM).at(place.span(at)).help(help)
    })
}
