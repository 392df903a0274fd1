//! The table of the keywords: where each stands, what it means in one line, and an example.
//!
//! The parser does not read it: the words themselves are those of the grammar, and a test holds
//! that none is missing here.

use Place as P;

/// A keyword.
#[derive(Clone, Copy, Debug)]
pub struct Keyword {
    /// The word.
    pub word: &'static str,
    /// The places where it may begin something.
    pub place: Place,
    /// Its meaning in one line.
    pub about: &'static str,
    /// An example of its use.
    pub example: &'static str,
    /// What an editor writes for it: `${1:text}` is to be filled in, `$0` is where writing goes on.
    /// Empty if it is the word alone.
    pub snippet: &'static str,
}

/// The place of a keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Begins an item.
    Item,
    /// Begins a statement in the body of a move.
    Statement,
    /// Begins an expression.
    Expression,
    /// Stands between or behind expressions.
    Between,
    /// Stands in a type.
    Type,
    /// Stands in an outcome.
    Outcome,
    /// Stands in an `expect`.
    Fact,
    /// Stands in the head of a move or an `end` rule.
    Head,
}

const fn word(
    word: &'static str,
    place: Place,
    about: &'static str,
    example: &'static str,
    snippet: &'static str,
) -> Keyword {
    Keyword { word, place, about, example, snippet }
}

/// The keyword that is written so; of two, the item.
pub fn keyword(word: &str) -> Option<&'static Keyword> {
    KEYWORDS.iter().find(|it| it.word == word)
}

/// All keywords; `let`, `for`, `if` and `stuck` stand once for each kind of place.
#[rustfmt::skip] // A row is a keyword.
pub static KEYWORDS: [Keyword; 79] = [
    word("game", P::Item, "the title; it stands first", "game \"Five sticks\"", "game \"${1:Title}\"$0"),
    word("players", P::Item, "the two players; the first one moves first", "players White, Black",
        "players ${1:A}, ${2:B}$0"),
    word("param", P::Item, "a constant that can be set from outside", "param size: 1..9 = 3",
        "param ${1:n}: ${2:1..9} = ${3:3}$0"),
    word("enum", P::Item, "a domain of named elements", "enum Piece { man, king }",
        "enum ${1:Piece} { ${2:man, king} }$0"),
    word("range", P::Item, "integers as a domain", "range Take = 1..3", "range ${1:Number} = ${2:1..3}$0"),
    word("board", P::Item, "a domain with geometry", "board Square = grid(3, 3)",
        "board ${1:Cell} = ${2|grid(3\\, 3),torus(3\\, 3),hex(3\\, 3),hextorus(3\\, 3),hexagon(3),triangle(3),ring(6),path(6)|}$0"),
    word("graph", P::Item, "a domain given by its edges", "graph Point { u-v-w, v->z }",
        "graph ${1:Point} { ${2:u-v-w} }$0"),
    word("family", P::Item, "a domain whose members are sets", "family Line of Cell = lines(Cell, 3)",
        "family ${1:Line} of ${2:Cell} = ${3:lines(Cell, 3)}$0"),
    word("let", P::Item, "a constant, or a table of constants", "let middle = b2", "let ${1:name} = $0"),
    word("def", P::Item, "a named expression over the position", "def twice(k: 0..3) = k + k",
        "def ${1:empty} = $0"),
    word("state", P::Item, "what a position holds", "state { seen: bool }",
        "state { ${1:stones[Player]: set of Cell} }$0"),
    word("move", P::Item, "what a player may do", "move wait when n < 2 { n += 1 }",
        "move ${1:put}(${2:c in Cell}) {\n  $0\n}"),
    word("followup", P::Item, "a move that is legal only where `again with` asks for it",
        "followup more when n < 3 { n += 1 }", "followup ${1:go_on} {\n  $0\n}"),
    word("end", P::Item, "when play is over, and how it ends", "end when n = 3 => draw",
        "end when ${1:condition} => ${2:me} wins$0"),
    word("stuck", P::Item, "how play ends, or goes on, where the player to move has no move",
        "stuck => me loses", "stuck => ${1:me loses}$0"),
    word("endless", P::Item, "what play without end is worth", "endless => draw", "endless => ${1:draw}$0"),
    word("progress", P::Item, "integers of which the first that changes grows with every move",
        "progress n", "progress $0"),
    word("tree", P::Item, "a game given as a tree", "tree [[2, 4], [1, 3]]", "tree [${1:[2, 4], [1, 3]}]$0"),
    word("show", P::Item, "how a board is drawn", "show Cell { {a1}: \"x\", else: \".\" }",
        "show ${1:Cell} { ${2:{a1}}: \"x\", else: \".\" }$0"),
    word("start", P::Item, "the first position as a picture", "start \"...\" \"...\" \"...\"", "start \"$0\""),
    word("expect", P::Item, "facts that `zug test` checks", "expect positions = 4", "expect $0"),
    word("allow", P::Item, "switches warnings off in this file", "allow unused", "allow ${1:unused}$0"),

    word("let", P::Statement, "names a value in the rest of the body", "let k = n", "let ${1:name} = $0"),
    word("var", P::Statement, "a variable of the body", "var k = 1", "var ${1:name} = $0"),
    word("if", P::Statement, "the statements that are done where a condition holds",
        "if n = 1 { n += 1 } else { n += 2 }", "if ${1:condition} {\n  $0\n}"),
    word("for", P::Statement, "the statements once for each member of a set", "for c in Cell { n += 0 }",
        "for ${1:c} in ${2:Cell} {\n  $0\n}"),
    word("repeat", P::Statement, "the statements so many times", "repeat 2 { n += 1 }",
        "repeat ${1:2} {\n  $0\n}"),
    word("repeat while", P::Statement, "the same as long as a condition holds", "repeat 2 while n < 2 { n += 1 }",
        "repeat ${1:2} while ${2:n < 2} {\n  $0\n}"),
    word("again", P::Statement, "the same player moves again", "again when n < 2", "again$0"),
    word("again with", P::Statement, "the same player moves again, by one of these moves",
        "again with put when n < 2", "again with ${1:move}$0"),

    word("if", P::Expression, "one of two values", "if n = 1 then 2 else 3",
        "if ${1:condition} then ${2:a} else ${3:b}$0"),
    word("let in", P::Expression, "names a value within an expression", "let k = n + 1 in k * k < 9",
        "let ${1:name} = ${2:value} in $0"),
    word("some", P::Expression, "whether a condition holds for a member of a set", "some c in Cell: c = a1",
        "some ${1:c} in ${2:Cell}: $0"),
    word("every", P::Expression, "whether a condition holds for all members of a set",
        "every c in Cell: c.x < 4", "every ${1:c} in ${2:Cell}: $0"),
    word("no", P::Expression, "whether a condition holds for no member of a set", "no c in Cell: c.x = 4",
        "no ${1:c} in ${2:Cell}: $0"),
    word("not", P::Expression, "the opposite of a condition", "not n = 1", ""),
    word("none", P::Expression, "no value: what a step off the board gives", "north(c3) = none", ""),
    word("true", P::Expression, "the condition that always holds", "true", ""),
    word("false", P::Expression, "the condition that never holds", "false", ""),
    word("me", P::Expression, "the player to move", "other(me)", ""),
    word("opponent", P::Expression, "the player who is not to move", "other(opponent)", ""),

    word("and", P::Between, "both conditions", "n > 0 and n < 3", ""),
    word("or", P::Between, "at least one of two conditions", "n = 0 or n = 3", ""),
    word("implies", P::Between, "the second condition, wherever the first one holds", "n > 1 implies n > 0", ""),
    word("in", P::Between, "whether a set has this member", "a1 in near(b1)", ""),
    word("then", P::Between, "the value where the condition holds", "if n = 1 then 2 else 3", ""),
    word("else", P::Between, "what is so, or done, where the condition does not hold",
        "if n = 1 then 2 else 3", ""),
    word("where", P::Between, "which members of the sets are meant", "count(c in Cell where c.x = 1)", ""),
    word("for", P::Between, "the members of a set, each of which gives a value", "{ c.x for c in Cell }", ""),

    word("when", P::Head, "where the move is legal, or the rule decides", "move wait when n < 2 { n += 1 }", ""),
    word("as", P::Head, "how the move is written", "move wait when n < 2 as \"w\" { n += 1 }",
        "as \"$0\""),
    word("provided", P::Head, "a condition on the position after the move",
        "move wait when n < 2 { n += 1 } provided n < 3", ""),
    word("for", P::Head, "the rule once for each member of a set", "end for p in Player when n = 3 => p wins",
        "for ${1:p} in ${2:Player} "),

    word("set", P::Type, "a set of elements of a domain", "state { seen: set of Cell }", "set of ${1:Cell}"),
    word("list", P::Type, "several values of one type; of a `param` alone", "param l: list of 0..9 = [1, 2]",
        "list of ${1:0..9}"),
    word("of", P::Type, "what a set, a list or a family is made of", "state { seen: set of Cell }", ""),
    word("bool", P::Type, "true or false", "state { seen: bool }", ""),
    word("or none", P::Type, "a value that may be missing", "state { last: Cell or none }", ""),
    word("turn", P::Type, "who moves first, in `state`", "state { turn = O }", ""),

    word("wins", P::Outcome, "this player wins", "end when n = 3 => me wins", ""),
    word("loses", P::Outcome, "this player loses", "end when n = 3 => me loses", ""),
    word("draw", P::Outcome, "nobody wins", "end when n = 3 => draw", ""),
    word("pass", P::Outcome, "the turn passes; in `stuck` alone", "stuck => pass", ""),
    word("to", P::Outcome, "so many points to a player", "end when n = 3 => 2 to X", ""),

    word("value", P::Fact, "what the first position is worth", "expect value = X wins", "value = $0"),
    word("positions", P::Fact, "how many positions can be reached", "expect positions = 4", "positions = $0"),
    word("perft", P::Fact, "how many sequences of 1, 2, .. moves there are", "expect perft = [1, 1]",
        "perft = [$0]"),
    word("nimber", P::Fact, "the nimber of the first position, where both players have the same moves", "expect nimber = 3",
        "nimber = $0"),
    word("best", P::Fact, "the moves that keep the value, all of them", "expect best = \"put\"",
        "best = \"$0\""),
    word("within", P::Fact, "the value is forced within so many plies, found by a search forward", "expect X wins within 3",
        "within ${0:5}"),
    word("slow", P::Fact, "checked only by `zug test --slow`", "expect slow value = X wins", ""),
    word("after", P::Fact, "the moves that are played first", "expect after \"put\": value = X wins",
        "after \"$0\":"),
    word("with", P::Fact, "the settings under which the fact holds", "expect with n = 1: value = X wins",
        "with ${1:name} = $0"),
    word("in", P::Fact, "after how many plies play ends", "expect X wins in 3", ""),
    word("wins", P::Fact, "this player wins", "expect X wins", ""),
    word("draw", P::Fact, "nobody wins", "expect draw", ""),
    word("loses", P::Fact, "this player loses", "expect X loses", ""),
    word("to", P::Fact, "so many points to a player", "end when n = 3 => 2 to X", ""),
    word("start", P::Fact, "the first position as a picture", "expect with start = \".../.../...\": draw", ""),
];

#[cfg(test)]
mod tests {
    use super::{KEYWORDS, Keyword, Place};
    use crate::check::tests::checked;
    use crate::diagnostic::{Severity, all_short};
    use std::collections::BTreeSet;

    /// A small definition that contains the example.
    fn around(it: &Keyword) -> String {
        let e = it.example;
        let begins = |word: &str| e.split_whitespace().next() == Some(word);
        let title = if begins("game") { "" } else { "game \"G\"" };
        let players = if begins("players") { "" } else { "players X, O" };
        let stuck = match () {
            () if begins("stuck") || begins("tree") => "",
            () if e.contains("2 to X") => "stuck => draw",
            () => "stuck => me loses",
        };
        let rest = match it.place {
            Place::Statement => format!("move put when n < 2 {{ {e} n += 1 }}"),
            Place::Expression | Place::Between => format!("def it = {e}\nmove put when n < 3 {{ n += 1 }}"),
            _ if begins("tree") => e.to_owned(),
            _ => format!("{e}\nmove put when n < 3 {{ n += 1 }}"),
        };
        let state = if begins("tree") { "" } else { "state { n: 0..4, on: set of Cell }" };
        let show = if begins("start") || e.contains("start =") {
            "show Cell { on: \"x\", else: \".\" }"
        } else {
            ""
        };
        format!("{title} {players} board Cell = grid(3, 3) {show}\n{state}\n{rest}\n{stuck}")
    }

    #[test]
    fn every_example_is_accepted_and_has_its_word() {
        for it in &KEYWORDS {
            let text = around(it);
            let (program, diagnostics, sources) = checked(&text);
            let errors: Vec<_> = diagnostics.into_iter().filter(|d| d.severity == Severity::Error).collect();
            assert!(program.is_some(), "{}: {}\n{text}", it.word, all_short(&sources, &errors));
            let words: Vec<&str> = it.example.split(|c: char| !c.is_alphanumeric()).collect();
            assert!(it.word.split(' ').all(|word| words.contains(&word)), "{}", it.word);
        }
    }

    #[test]
    fn every_word_of_the_grammar_is_here() {
        let grammar = include_str!("../../../grammar/game.pest");
        let rule = |line: &&str| line.starts_with("word_") || line.starts_with("kw_");
        let mut wanted: BTreeSet<&str> =
            grammar.lines().filter(rule).filter_map(|line| line.split('"').nth(1)).collect();
        wanted
            .extend(grammar.lines().filter_map(|line| line.split("_item ").next().filter(|it| *it != line)));
        wanted.insert("followup");
        let here: BTreeSet<&str> = KEYWORDS.iter().flat_map(|it| it.word.split(' ')).collect();
        assert!(wanted.len() > 50, "{wanted:?}");
        let missing: Vec<_> = wanted.difference(&here).collect();
        assert!(missing.is_empty(), "{missing:?}");
        assert_eq!(here.difference(&wanted).collect::<Vec<_>>(), [&"bool"]);
    }
}
