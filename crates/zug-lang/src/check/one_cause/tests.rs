//! What one slip explains is told once, with what mends it.

use crate::check::tests::{helps_about, helps_beside};

const MOVE: &str = "move m(c in C) { s[me] += c }";

/// The helps about a definition with these lines beside sets of each player.
fn helps(lines: &str) -> Vec<String> {
    helps_beside("state { s[Player]: set of C, n: 0..9 }", &format!("{MOVE}\n{lines}"))
}

/// The helps about a definition with this field, and this body of a move.
fn field(field: &str, body: &str) -> Vec<String> {
    let declared = "enum Kind { man, king } range Card = 1..4";
    helps_beside(declared, &format!("state {{ {field}, k: 0..9 }}\nmove m(c in C) {{ k = 1\n{body} }}"))
}

#[test]
fn a_type_that_does_not_suit_its_uses_is_told_where_it_stands() {
    let lit = ["write `lit: bool`"];
    assert_eq!(field("lit: 0..1", "if not lit { lit = true }"), lit);
    assert_eq!(field("lit: 0..1 = 0", "lit = true"), lit);
    assert_eq!(field("lit: 0..1 = 1", "lit = false"), ["write `lit: bool = true`"]);
    assert_eq!(field("lit: 0..1", "lit = 1"), [""; 0]);
    assert_eq!(field("led: Card", "led = none"), ["write `led: Card or none`"]);
    assert_eq!(field("kind: {man, king} = man", "kind = king"), ["write `kind: Kind = man`"]);
    assert_eq!(
        field("mood: {calm, angry} = calm", "mood = angry"),
        ["write `enum Mood { calm, angry }` as an item, and `mood: Mood = calm`"]
    );
    assert_eq!(
        field("kind: {man, king} or none", "kind = if k = 1 then man else none"),
        ["write `kind: Kind or none`"]
    );
    assert_eq!(
        field("mood: {calm, angry} or none = calm", "mood = angry"),
        ["write `enum Mood { calm, angry }` as an item, and `mood: Mood or none = calm`"]
    );
    assert_eq!(field("hand: set of 1..4", "hand = {1}"), ["write `hand: set of Card`"]);
    assert_eq!(field("free: set of C = [a1, b1]", ""), ["write `free: set of C = {a1, b1}`"]);
    assert_eq!(field("free[Player]: set of C", "free[me] = none"), ["write `free[me] = {}`"]);
}

#[test]
fn lists_are_told_by_their_form() {
    let heaps = |param: &str, range: &str, field: &str| {
        let lines = "move m(h in Heap) when left[h] > 0 { left[h] -= 1 }";
        helps_beside(&format!("{param}\nrange Heap = {range}\nstate {{ {field} }}"), lines)
    };
    let (param, range, field) =
        ("param heaps: list of 0..9 = [1, 2]", "1..len(heaps)", "left[h: Heap]: 0..9 = heaps[h]");
    assert_eq!(heaps(param, range, field), [""; 0]);
    let written = ["write `param heaps: list of 0..9 = [1, 2]`"];
    assert_eq!(heaps("param heaps: 0..9 = [1, 2]", range, field), written);
    assert_eq!(heaps(param, "1..heaps", field), ["write `range Heap = 1..len(heaps)`"]);
    let written = ["write `left[h: Heap]: 0..9 = heaps[h]`"];
    assert_eq!(heaps(param, range, "left: list of 0..9 = heaps"), written);
}

#[test]
fn the_values_of_a_table_stand_in_brackets() {
    let items = "enum Crop { corn, rye, oat } range Heap = 1..2";
    let sold = |table: &str, value: &str| {
        let state = format!("{items} {table} state {{ sold: 0..30 }}");
        helps_beside(&state, &format!("move m(k in Crop, h in Heap) {{ sold += {value} + h }}"))
    };
    assert_eq!(sold("let price[Crop] = { 3, 2, 1 }", "price[k]"), ["write `let price[Crop] = [ 3, 2, 1 ]`"]);
    assert_eq!(sold("let size[Heap] = {4, 6}", "size[h]"), ["write `let size[Heap] = [4, 6]`"]);
    assert_eq!(sold("let best[Player] = {7, 5}", "best[me]"), ["write `let best[Player] = [7, 5]`"]);
    // A set for each entry that is used as one, and a set of another size.
    assert_eq!(sold("let price[Crop] = { 3, 2, 1 }", "count(price[k])"), [""; 0]);
    let other = sold("let price[Crop] = { 3, 2 }", "price[k]");
    assert!(other.iter().all(|help| !help.contains("[ 3, 2 ]")), "{other:?}");
}

#[test]
fn players_are_declared_as_they_are_used() {
    let text = |players: &str| {
        helps_about(&format!(
            "game \"G\"\n{players}\nstate {{ n[Player]: 0..9 }}\nmove m when me = Red {{ n[Blue] += 1 }}\nstuck => Blue wins\n"
        ))
    };
    assert_eq!(text("players red, blue"), ["write `players Red, Blue`"]);
    assert_eq!(text("players Light, Dark"), ["write `players Red, Blue`"]);
    assert_eq!(text("players Red, Dark").len(), 1);
    assert_eq!(text("players Red, blue"), ["write `players Red, Blue`"]);
    assert_eq!(text("players Red"), ["write `players Red, Blue`"]);
    assert_eq!(text("players Red, Blue"), [""; 0]);
    assert_eq!(helps("end when s[Ann] = C => ann wins"), ["write `Ann`: the players have names"]);
}

#[test]
fn one_declaration_holds_for_both_players() {
    let written = ["write `men[Player]: set of C`"];
    assert_eq!(field("men[Ann]: set of C, men[Bob]: set of C", "men[me] += c"), written);
    let first = ["write `men[Player]: set of C = [ {b1}, {a1} ]`"];
    assert_eq!(field("men[Bob]: set of C = {a1}, men[Ann]: set of C = {b1}", "men[me] += c"), first);
    let ahead = "let ahead[Ann] = north\nlet ahead[Bob] = south\nend when step(a1, ahead[me]) = none => draw";
    assert_eq!(helps(ahead), ["write `let ahead[Player] = [ north, south ]`"]);
}

#[test]
fn what_nothing_declares_is_told_once() {
    let text = |items: &str| {
        helps_about(&format!(
            "game \"G\"\nplayers Ann, Bob\n{items}\nmove m(c in Cell - s) when not lit {{ s += c\n lit = true }}\nshow Cell {{ s: \"x\", else: \".\" }}\nstuck => draw\n"
        ))
    };
    let board = "board Cell = grid(3, 3)";
    assert_eq!(
        text("state { s: set of Cell, lit: bool }"),
        [format!("write `{board}`, with its kind and its sizes")]
    );
    assert_eq!(
        text(board),
        ["write `state { s: set of Cell, lit: bool }`, with the bounds or elements that they may have"]
    );
    let misspelt = text("// c.x\nenum Piece { man }\nstate { s: set of Piec, lit: bool }");
    assert!(misspelt.iter().all(|help| !help.contains("board Piec")), "{misspelt:?}");
    assert_eq!(helps("show D { s[Ann]: \"a\", else: \".\" }"), ["write `show C { .. }`: `C` is the board"]);
    assert_eq!(helps("show s { s[Ann]: \"a\", else: \".\" }"), ["write `show C { .. }`: `C` is the board"]);
}

#[test]
fn conditions_are_asked_of_each() {
    let full = "def full(p: Player) = s[p] = C";
    assert_eq!(
        helps(&format!("{full}\nend when full(p) => p wins")),
        ["write `end for p in Player when full(p) => p wins`: the rule then speaks of each player"]
    );
    assert_eq!(helps(&format!("{full}\nend for p in Player when full => p wins")), ["write `full(p)`"]);
    let side = helps("end when captor = Ann => Ann wins");
    assert!(side.iter().all(|help| !help.contains("for captor in Player")), "{side:?}");
    let guards = |guard: &str| {
        let lines = format!("move m(x in C) when {guard} {{ owner[x] = me }}");
        helps_beside("state { owner[C]: Player or none, left[C]: 0..3 = 3 }", &lines)
    };
    assert_eq!(guards("owner = none"), ["write `owner[x]`"]);
    assert_eq!(guards("left >= 2"), ["write `left[x]`"]);
    let of_player = |guard: &str, body: &str| {
        let lines = format!("move m when {guard} {{ {body} k = 1 }}");
        helps_beside("state { hand[Player]: 0..4 = 4, k: 0..9 }", &lines)
    };
    assert_eq!(of_player("hand > 0", "hand[me] -= 1"), ["write `hand[me]`"]);
    assert_eq!(of_player("2 >= hand", "hand[opponent] += 1"), ["write `hand[opponent]`"]);
    assert_eq!(of_player("hand = 0 and k = 0", ""), ["write `hand[me]`"]);
    assert_eq!(of_player("hand != 1", "hand[me] -= 1 hand[opponent] += 1"), ["write `hand[me]`"]);
    let owners = |condition: &str| {
        let lines =
            format!("move m(c in C) {{ owner[c] = me }}\nend for p in Player when {condition} => p wins");
        helps_beside("state { owner[C]: Player or none, left[C]: 0..3 = 3 }", &lines)
    };
    assert_eq!(owners("left = 0"), ["write `every c in C: left[c] = 0`"]);
    let twice = "write `every c in C: left[c] = 3`";
    assert_eq!(owners("left = 0 or left = 3"), ["write `(every c in C: left[c] = 0)`", twice]);
    assert_eq!(owners("p not in owner"), ["write `every c in C: owner[c] != p`"]);
    assert_eq!(
        owners("owner != none"),
        ["write `some c in C: owner[c] != none`, or `every c in C: owner[c] != none`"]
    );
    assert_eq!(owners("p in owner"), ["write `some c in C: owner[c] = p`"]);
    assert_eq!(owners("count(owner = p) = 3"), ["write `count(c in C: owner[c] = p)`"]);
    assert_eq!(
        owners("owner[a1] = p or none and left[a1] = 0"),
        ["write `(owner[a1] = p or owner[a1] = none)`"]
    );
}

#[test]
fn the_cell_is_left_out_in_pictures() {
    let shown = |entry: &str| {
        let lines = format!("move m(c in C) {{ owner[c] = me }}\nshow C {{ {entry}: \"m\", else: \".\" }}");
        let fields = "enum Kind { man, king } state { kind[C]: Kind or none, owner[C]: Player or none }";
        helps_beside(fields, &lines)
    };
    let written = "write `kind = man and owner = Bob: \"m\"`";
    assert_eq!(shown("kind[c] = man and owner[c] = Bob"), [written]);
    assert_eq!(shown("man and Bob"), [written]);
    assert_eq!(shown("kind[Bob] = man"), [format!("{written}: whose it is, `owner` says")]);
}

#[test]
fn what_breaks_off_or_lacks_a_part_is_written_whole() {
    assert_eq!(
        helps("end when reach({a1} & s[me]) = C => draw"),
        ["write `reach({a1} & s[me], s[me])`: from where, and within what the cells are connected"]
    );
    let side = "let side[Player] = [ {a1}, {c3} ]\ndef linked(p: Player) = reach(side[p]) != {}";
    assert_eq!(
        helps(&format!("{side}\nend for p in Player when linked(p) => p wins")),
        ["write `reach(side[p], s[p])`: from where, and within what the cells are connected"]
    );
    assert_eq!(helps("expect Ann to win"), ["write `expect Ann wins`"]);
    assert_eq!(
        field("left[Player]: 0..9", "let to =\nleft[me] = left[me] + to\nif to in near(c) { k = 2 }"),
        ["write what `to` is behind its `=`"]
    );
    // On the line below, but further to the right, it is its value.
    assert_eq!(field("left[Player]: 0..9", "let low =\n  left[me] = 2\nif low { k = 2 }"), [""; 0]);
}

#[test]
fn two_slips_are_two_reports() {
    assert_eq!(
        field("lit: 0..1, free[Player]: set of C", "if not lit { free[me] = none }"),
        ["write `lit: bool`", "write `free[me] = {}`"]
    );
}

#[test]
fn the_same_slip_is_told_alike_however_often_it_is_made() {
    let found = field("free[Player]: set of C", &"free[me] = none\n".repeat(20));
    assert_eq!(found.len(), 20);
    assert!(found.iter().all(|help| help == "write `free[me] = {}`"), "{found:?}");
}
