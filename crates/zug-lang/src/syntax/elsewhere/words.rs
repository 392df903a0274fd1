//! What the names of other languages mean here, for the checker: names that parse as any other.

/// What is written here for a value that is called so elsewhere: the text, and whether that is
/// sure.
pub(crate) fn value_word(name: &str) -> Option<&'static str> {
    Some(match name {
        "null" | "None" | "nil" | "NULL" | "Null" | "undefined" | "NONE" | "nothing" | "Nothing"
        | "nullptr" | "void" | "NaN" | "unset" | "empty_cell" => "none",
        "True" | "TRUE" | "yes" => "true",
        "False" | "FALSE" => "false",
        "self" | "this" | "current_player" | "currentPlayer" | "current" | "player" | "mover" | "turn"
        | "Me" | "ME" | "I" | "my" | "who" | "active" | "to_move" | "toMove" | "myself" | "active_player"
        | "player_to_move" | "side" | "mine" | "us" | "turn_player" | "activePlayer" | "onMove"
        | "whose_turn" => "me",
        "enemy" | "opp" | "other" | "Opponent" | "other_player" | "otherPlayer" | "notme" | "not_me"
        | "them" | "you" | "adversary" | "foe" | "last_player" | "previous" | "previous_player"
        | "prev_player" | "opponents" | "his" | "their" | "Other" | "rival" | "theirs"
        | "opposite_player" | "nextPlayer" | "next_player" => "opponent",
        "zero" => "0",
        "one" => "1",
        "two" => "2",
        "three" => "3",
        "four" => "4",
        "five" => "5",
        "six" => "6",
        "seven" => "7",
        "eight" => "8",
        "nine" => "9",
        "ten" => "10",
        "eleven" => "11",
        "twelve" => "12",
        "twenty" => "20",
        "emptyset" | "empty_set" | "EmptySet" | "nobody_" => "{}",
        _ => return None,
    })
}

/// What is written here for a function or a member of another language.
#[derive(Clone, Copy)]
pub(crate) enum Form {
    /// A text, whatever the kinds of the arguments: `{0}`, `{1}` stand for them.
    Text(&'static str),
    /// Whether something is empty, or is not.
    Empty { denied: bool },
    /// The neighbours of a cell.
    Neighbours,
    /// Whether two cells are neighbours.
    IsNeighbour,
}

impl Form {
    /// The form where nothing is known of the kinds of the arguments.
    pub fn text(self) -> &'static str {
        match self {
            Form::Text(text) => text,
            Form::Empty { denied: false } => "{0} = {}",
            Form::Empty { denied: true } => "{0} != {}",
            Form::Neighbours => "near({0})",
            Form::IsNeighbour => "{1} in near({0})",
        }
    }
}

/// What is written here for a function that is called so elsewhere.
pub(crate) fn function(name: &str, arguments: usize) -> Option<Form> {
    let lower = name.to_lowercase().replace('_', "");
    Some(Form::Text(match (lower.as_str(), arguments) {
        (
            "size" | "length" | "card" | "cardinality" | "len" | "number" | "num" | "numberof" | "sizeof"
            | "countof" | "howmany" | "tally",
            1,
        ) => "count({0})",
        ("isempty" | "empty" | "nobodyin" | "isfree" | "isvacant" | "vacant", 1) => {
            return Some(Form::Empty { denied: false });
        }
        ("notempty" | "nonempty" | "isnotempty" | "any" | "exists", 1) => {
            return Some(Form::Empty { denied: true });
        }
        ("contains" | "has" | "includes" | "contain" | "elementof" | "holds" | "include", 2) => "{1} in {0}",
        (
            "member" | "elem" | "isin" | "ismember" | "isof" | "belongs" | "inside" | "memberof"
            | "belongsto" | "inset",
            2,
        ) => "{0} in {1}",
        ("subset" | "issubset" | "subsetof" | "within" | "issubsetof" | "subseteq" | "containedin", 2) => {
            "{0} <= {1}"
        }
        ("superset" | "issuperset" | "containsall" | "covers", 2) => "{1} <= {0}",
        ("disjoint" | "isdisjoint", 2) => "{0} & {1} = {}",
        ("union" | "join" | "merge" | "cup", 2) => "{0} + {1}",
        ("intersection" | "intersect" | "inter" | "common" | "cap", 2) => "{0} & {1}",
        ("difference" | "minus" | "diff" | "setminus" | "without" | "except" | "subtract", 2) => "{0} - {1}",
        ("complement", 1) => "DOMAIN - {0}",
        ("mod" | "modulo" | "rem" | "remainder" | "fmod", 2) => "{0} % {1}",
        ("div" | "idiv" | "quotient" | "floordiv", 2) => "{0} / {1}",
        ("floor" | "int" | "integer" | "round", 1) => "{0}",
        ("gcd", 2) => "max(d in 1..max({0}, {1}) where {0} % d = 0 and {1} % d = 0: d)",
        ("add" | "plus", 2) => "{0} + {1}",
        ("not", 1) => "not {0}",
        ("and", 2) => "{0} and {1}",
        ("or", 2) => "{0} or {1}",
        ("eq" | "equals" | "equal" | "same", 2) => "{0} = {1}",
        ("distinct" | "neq" | "ne" | "different", 2) => "{0} != {1}",
        ("lt" | "less", 2) => "{0} < {1}",
        ("gt" | "greater", 2) => "{0} > {1}",
        (
            "neighbors" | "neighbours" | "neighbor" | "neighbour" | "adjacent" | "adj" | "nextto" | "around"
            | "adjacents" | "nbrs" | "surrounding" | "n" | "γ",
            1,
        ) => return Some(Form::Neighbours),
        (
            "neighbors" | "neighbours" | "neighbor" | "neighbour" | "adjacent" | "adj" | "nextto"
            | "isadjacent" | "connected" | "linked" | "edge" | "areadjacent" | "touches",
            2,
        ) => return Some(Form::IsNeighbour),
        ("deg" | "degree" | "valence" | "valency" | "neighborcount" | "neighbourcount", 1) => {
            "count(near({0}))"
        }
        ("up" | "above" | "top", 1) => "north({0})",
        ("down" | "below" | "bottom" | "under", 1) => "south({0})",
        ("left" | "leftof", 1) => "west({0})",
        ("right" | "rightof", 1) => "east({0})",
        ("col" | "column" | "x" | "file" | "xof" | "getx", 1) => "{0}.x",
        ("row" | "y" | "rank" | "yof" | "gety" | "line", 1) => "{0}.y",
        ("cell" | "square" | "at" | "pos" | "coord" | "point" | "field", 2) => "BOARD({0}, {1})",
        ("dist" | "manhattan" | "steps" | "distancebetween", 2) => "distance({0}, {1})",
        ("opponent" | "enemy" | "opp" | "otherplayer" | "opponentof" | "nextplayer", 1) => "other({0})",
        ("next" | "succ" | "successor" | "clockwise", 1) => "forward({0})",
        ("previous" | "prev" | "pred" | "predecessor" | "anticlockwise" | "counterclockwise", 1) => {
            "backward({0})"
        }
        ("reverse" | "inverse" | "back" | "oppositedirection", 1) => "opposite({0})",
        ("go" | "move" | "neighborin" | "walk" | "translate", 2) => "step({0}, {1})",
        ("nomoves" | "isstuck" | "blocked" | "cannotmove" | "stalemated" | "hasnomove" | "hasnomoves", 1) => {
            "stuck({0})"
        }
        ("canmove" | "hasmove" | "hasmoves", 1) => "not stuck({0})",
        ("component" | "group" | "region" | "floodfill" | "reachable", 2) => "reach({0}, {1})",
        ("ray" | "slide" | "beam", 3) => "run({0}, {1}, {2})",
        ("maximum" | "largest", _) => "max(..)",
        ("minimum" | "smallest", _) => "min(..)",
        ("absolute" | "fabs", 1) => "abs({0})",
        ("ite" | "ifelse" | "iif" | "cond", 3) => "if {0} then {1} else {2}",
        ("sqr" | "square", 1) => "{0} * {0}",
        ("pow" | "power", 2) => "{0} * {0}",
        _ => return None,
    }))
}

/// What is written here for what stands behind a dot elsewhere.
pub(crate) fn member(name: &str) -> Option<Form> {
    let lower = name.to_lowercase().replace('_', "");
    Some(Form::Text(match lower.as_str() {
        "size" | "length" | "count" | "len" | "card" | "number" | "num" | "cardinality" => "count({0})",
        "empty" | "isempty" | "free" | "vacant" => return Some(Form::Empty { denied: false }),
        "notempty" | "nonempty" | "any" | "occupied" => return Some(Form::Empty { denied: true }),
        "up" | "above" | "n" => "north({0})",
        "down" | "below" | "s" => "south({0})",
        "left" | "w" => "west({0})",
        "right" | "e" => "east({0})",
        "neighbors" | "neighbours" | "adjacent" | "near" | "neighbor" | "neighbour" | "adj" => {
            return Some(Form::Neighbours);
        }
        "col" | "column" | "file" | "col1" | "xpos" => "{0}.x",
        "row" | "rank" | "ypos" => "{0}.y",
        "other" | "opponent" | "enemy" | "opposite" | "opp" => "other({0})",
        "next" => "forward({0})",
        "prev" | "previous" => "backward({0})",
        "first" => "{0}.1",
        "second" => "{0}.2",
        "stuck" | "blocked" => "stuck({0})",
        _ => return None,
    }))
}

/// Whether a word says of a cell that nothing stands there, or names the set of such cells.
pub(crate) fn is_word_for_empty(word: &str) -> bool {
    let plain = word.to_lowercase().replace('_', "");
    let plain = plain.strip_suffix("cells").or(plain.strip_suffix("squares")).unwrap_or(&plain);
    matches!(plain, "empty" | "free" | "vacant" | "unoccupied" | "untaken" | "open" | "available" | "blank")
}

/// Whether a word says that play goes on without end, or that a position is there again.
pub(crate) fn is_word_for_repetition(word: &str) -> bool {
    matches!(
        word.to_lowercase().as_str(),
        "repetition"
            | "repeat"
            | "repeated"
            | "repeats"
            | "loop"
            | "loops"
            | "threefold"
            | "cycle"
            | "infinite"
            | "forever"
            | "unending"
            | "eternal"
            | "infinite_play"
    )
}

/// What is written here for a type that is called so elsewhere.
pub(crate) fn type_word(name: &str) -> Option<&'static str> {
    Some(match name.to_lowercase().as_str() {
        "int" | "integer" | "nat" | "number" | "natural" | "num" | "counter" | "byte" | "uint" | "long"
        | "short" | "float" | "double" | "real" | "int32" | "i32" | "u8" | "i64" | "z" | "n" | "digit"
        | "score" | "points" => "0..9",
        "boolean" | "truth" | "flag" | "bit" | "logical" | "booln" => "bool",
        "set" | "list" | "array" | "collection" | "bitboard" | "cells" | "stones" | "pieces" | "board" => {
            "set of BOARD"
        }
        "string" | "text" | "char" | "str" | "symbol" => "enum",
        "player" | "role" | "agent" | "colour" | "color" | "players" | "side" => "Player",
        "cell" | "square" | "position" | "point" | "coord" | "location" | "place" | "pos" | "coordinate" => {
            "BOARD"
        }
        "dir" | "direction" => "Direction",
        _ => return None,
    })
}

/// The kind of board that is called so elsewhere.
pub(crate) fn board(name: &str) -> Option<&'static str> {
    Some(match name.to_lowercase().as_str() {
        "square" | "rect" | "rectangle" | "rectangular" | "board" | "squares" | "matrix" | "chessboard"
        | "array" | "cells" | "range2" | "checkerboard" | "grid2d" | "lattice" | "field" | "table"
        | "quad" => "grid",
        "hexagonal" | "hexboard" | "rhombus" | "hexes" | "hexgrid" => "hex",
        "tri" | "triangular" | "pyramid" => "triangle",
        "circle" | "cycle" | "loop" | "circular" | "wheel" => "ring",
        "line" | "row" | "strip" | "track" | "linear" | "chain" | "list" | "segment" | "points" | "range"
        | "pits" => "path",
        "cylinder" | "wrap" | "donut" => "torus",
        "hex_torus" | "torushex" | "torus_hex" | "hexagontorus" => "hextorus",
        _ => return None,
    })
}

/// What to do where a function of elsewhere has no counterpart.
pub(crate) fn advice(name: &str, board: &str) -> Option<String> {
    let lower = name.to_lowercase().replace('_', "");
    Some(match lower.as_str() {
        "random" | "rand" | "dice" | "roll" | "shuffle" | "randint" | "choose" | "flip" => {
            "there is no chance in these games: what is decided is decided by a player, `move choose(n in 1..6)`".into()
        }
        "inrow" | "inarow" | "line" | "haslines" | "hasline" | "isline" | "winningline" | "threeinrow" | "threeinarow" | "kinrow" | "aligned" | "row3"
        | "checkwin" | "wins" | "iswin" | "iswinner" | "haswon" | "won" | "threeinline" | "connected3" | "fourinarow" | "inline" => {
            format!("declare the lines, `family Line of {board} = lines({board}, 3)`, and ask `some l in Line: l <= S`, where S is the set of a player's cells")
        }
        "forall" | "foreach" | "all" => format!("write `every x in {board}: ..`"),
        "exists" | "any" | "some" => format!("write `some x in {board}: ..`"),
        "filter" | "select" => format!("write `{{ x in {board} where .. }}`"),
        "map" | "collect" => format!("write `{{ .. for x in {board} }}`"),
        "set" | "setof" | "list" | "array" | "tuple" | "frozenset" => "a set is written `{a, b}`, the empty set `{}`".into(),
        "sort" | "sorted" | "reversed" => "sets have no order of their own: `min(x in S: ..)` and `max(x in S: ..)` choose".into(),
        "print" | "log" | "echo" | "display" => "a definition prints nothing: `show` says how a board is drawn".into(),
        "legal" | "islegal" | "possible" | "ispossible" | "canplay" => "whether a move is possible is `can(NAME)`, whether a player has none `stuck(PLAYER)`".into(),
        "sqrt" | "log2" | "exp" | "sin" | "cos" => "there are whole numbers only, with `+ - * / %`".into(),
        _ => return None,
    })
}
