//! Families, pictures and lists over a board.

use super::*;

#[test]
fn a_family_may_be_empty() {
    let end = "end for p in Player when some l in Line: l <= stones[p] => p wins\n";
    only(&format!("{PUT}{STUCK}{end}family Line of Cell = lines(Cell, 4)"), "Z0911");
    silent(&format!("{PUT}{STUCK}{end}family Line of Cell = lines(Cell, 3)"));
}

#[test]
fn a_member_that_the_border_cuts_short_is_noticed() {
    let rows = |members: &str| {
        format!(
            "{PUT}{STUCK}end for p in Player when some r in Row: r <= stones[p] => p wins\nfamily Row of Cell = {members}"
        )
    };
    only(&rows("{ { Cell(x + s, 1) for s in 0..1 } for x in 1..3 }"), "Z0930");
    silent(&rows("{ { Cell(x + s, 1) for s in 0..1 } for x in 1..2 }"));
    silent(&rows(
        "{ { Cell(x + s, 1) for s in 0..1 } for x in 1..3 where (every s in 0..1: Cell(x + s, 1) != none) }",
    ));
    let guarded = |guard: &str| {
        let text =
            with(&rows(&format!("{{ {{ Cell(x + s, 1) for s in 0..1 }} for x in 1..3 where {guard} }}")));
        common::compile(&text, &[]).unwrap().warnings[0].help.clone().unwrap_or_default()
    };
    let whole = "(every s in 0..1: Cell(x + s, 1) != none)";
    assert!(guarded("x = 2 or x > 2").contains(&format!("where (x = 2 or x > 2) and {whole}")));
    assert!(guarded("x > 1").contains(&format!("where x > 1 and {whole}")));
    only(&rows("{ { step(c, east, s) for s in 0..1 } for c in Cell }"), "Z0930");
    let listed = |cells: &str| {
        rows(&format!(
            "{{ {{ t[i + s] for s in 0..1 }} for i in 1..3 }}\nrange I = 1..3\nlet t[I]: Cell = [{cells}]"
        ))
    };
    only(&listed("a1, b1, c1"), "Z0930");
    // Entries that are `none` name no element: they do not coincide, and what they leave is short.
    let listed_or_none = |cells: &str| {
        let table = listed(cells).replace("range I = 1..3", "range I = 1..4");
        table.replace("let t[I]: Cell", "let t[I]: Cell or none")
    };
    only(&listed_or_none("a1, b1, none, none"), "Z0930");
    silent(&listed_or_none("a1, none, b1, none"));
    // Elements that coincide are not cut off.
    silent(&listed("a1, a1, a1").replace("1..3 }", "1..2 }"));
    silent(&listed("a1, a1, b1").replace("1..3 }", "1..2 }"));
    silent(&rows("{ { Cell(x + s * k, 1) for s in 0..1 } for x in 1..2, k in 0..1 }"));
    silent(&rows("{ { Cell(x * s % 3 + 1, 1) for s in 0..1 } for x in 1..3 }"));
    // What has other sizes on purpose.
    silent(&rows("{ { Cell(x, 1) for x in 1..n } for n in 1..3 }"));
    silent(&rows("{ { Cell(x + s, 1) for s in 0..1 where s < 2 } for x in 1..3 }"));
    silent(&rows("{ { Cell(x + s, 1) for s in 0..1 } for x in {1, 3} }"));
}

#[test]
fn a_family_of_single_elements_is_noticed() {
    let family = |members: &str| {
        format!(
            "{PUT}{STUCK}end for p in Player when some r in Row: r <= stones[p] => p wins\nfamily Row of Cell = {members}"
        )
    };
    only(&family("{ a1, b1, c1 }"), "Z0932");
    silent(&family("{ {a1, b1, c1} }"));
    silent(&family("{ {a1}, {b1}, {c1} }"));
    silent(&family("{ {a1, b1}, c1 }"));
    // Members that are chosen or kept may be of one element.
    silent(&format!(
        "family End of Cell = {{ a1, c1 }}\nmove put(e in End) when e & empty != {{}} {{ stones[me] += e }}\n{STUCK}"
    ));
}

#[test]
fn a_second_letter_of_a_field_for_one_element_is_noticed() {
    let picture = |row: &str| {
        codes(&format!(
            "game \"King\"\nplayers A, B\nboard Cell = grid(3, 1)\nstate {{ king: Cell = a1, men: set of Cell }}\n\
             show Cell {{ king: \"K\", men: \"m\", else: \".\" }}\nstart \"{row}\"\n\
             move go(c in near(king) - men) {{ king = c men += c }}\nstuck => me loses\n"
        ))
    };
    assert_eq!(picture("K.K"), ["Z0933"]);
    assert_eq!(picture("K.."), Vec::<&str>::new());
    assert_eq!(picture("Kmm"), Vec::<&str>::new());
}

#[test]
fn a_list_in_the_lines_of_a_board_is_noticed() {
    let gains = |list: &str| {
        codes(&format!(
            "game \"Gains\"\nplayers A, B\nboard Cell = grid(2, 2)\nlet gain[Cell] = {list}\nstate {{ at: Cell or none }}\n\
             move take(c in Cell) when at = none and c.y = 2 {{ at = c }}\nstuck => if at = none then draw else gain[at] to A\n"
        ))
    };
    assert_eq!(gains("[ 9, 1,\n 1, 1 ]"), ["Z0934"]);
    assert_eq!(gains("[ 9, 1, 1, 1 ]"), Vec::<&str>::new());
    assert_eq!(gains("[ 9, 1,\n 9, 1 ]"), Vec::<&str>::new(), "it reads the same from both sides");
    assert_eq!(gains("[ 9,\n 1, 1, 1 ]"), Vec::<&str>::new());
    assert_eq!(gains("[ 9, 1,\n 1, 1 ]\nallow upward_rows"), Vec::<&str>::new());
}
