//! Pictures of positions: every game of the library, well formed, the same each time, with its
//! moves marked where they are made.

mod common;

use common::{Random, compile, library, load};
use zug_lang::program::Program;
use zug_lang::semantics::{Position, Semantics};
use zug_view::draw::{PictureMarks, Valued, portrait, svg, terminal};

/// A position some plies into a random game, with the last move.
fn some_plies(program: &Program, plies: usize, seed: u64) -> (Position, PictureMarks) {
    let semantics = Semantics::new(program);
    let mut random = Random(seed);
    let mut position = semantics.start();
    let mut marks = PictureMarks::default();
    for _ in 0..plies {
        let legal = semantics.legal(&position).expect("library games keep their promises");
        if legal.is_empty() {
            break;
        }
        let choice = legal[random.below(legal.len())].clone();
        let next = semantics.play(&position, &choice).expect("a legal move");
        marks.last = Some((position, choice));
        position = next;
    }
    (position, marks)
}

/// Every tag is closed in order, and every attribute is quoted; says what is wrong otherwise.
fn well_formed(svg: &str) -> Result<usize, String> {
    let mut open: Vec<String> = Vec::new();
    let mut count = 0;
    let mut rest = svg;
    while let Some(at) = rest.find('<') {
        if rest[..at].contains('>') {
            return Err(format!("a stray `>` in {}", &rest[..at]));
        }
        let end = rest[at..].find('>').ok_or("a tag that does not end")? + at;
        let tag = &rest[at + 1..end];
        count += 1;
        if let Some(name) = tag.strip_prefix('/') {
            if open.pop().as_deref() != Some(name) {
                return Err(format!("`</{name}>` closes nothing"));
            }
        } else if !tag.ends_with('/') {
            open.push(tag.split_whitespace().next().unwrap_or("").to_string());
        }
        if tag.matches('"').count() % 2 == 1 {
            return Err(format!("a quote is missing in `{tag}`"));
        }
        rest = &rest[end + 1..];
    }
    if open.is_empty() && count > 0 { Ok(count) } else { Err(format!("{open:?} are not closed")) }
}

fn picture(
    text: &str,
    moves: &str,
    with: impl FnOnce(&Semantics<'_>, &Position, &mut PictureMarks),
) -> String {
    let definition = compile(text, &[]).expect("a definition");
    let semantics = Semantics::new(&definition.program);
    let start = semantics.start();
    let line = semantics.read_moves(&start, moves).expect("legal moves");
    let position = line.positions.last().unwrap_or(&start).clone();
    let mut marks = PictureMarks::default();
    with(&semantics, &position, &mut marks);
    svg(&definition.program, &position, &marks)
}

#[test]
fn every_library_game_has_pictures_that_are_well_formed_and_the_same_each_time() {
    for path in library() {
        let definition = load(&path, &[]);
        for plies in [0, 1, 5, 400] {
            let (position, mut marks) = some_plies(&definition.program, plies, 7);
            let semantics = Semantics::new(&definition.program);
            let legal = semantics.legal(&position).expect("legal moves");
            marks.best = legal.iter().take(1).cloned().collect();
            let valued = |(at, choice): (usize, &_)| Valued {
                choice: Clone::clone(choice),
                value: at as i64 % 3 - 1,
                plies: Some(at as u64 + 1),
            };
            marks.values = legal.iter().enumerate().map(valued).collect();
            let drawn = svg(&definition.program, &position, &marks);
            well_formed(&drawn).unwrap_or_else(|why| panic!("{} after {plies}: {why}", path.display()));
            assert_eq!(drawn, svg(&definition.program, &position, &marks), "{}", path.display());
            assert!(drawn.contains("<title>") && drawn.contains("<desc>"), "{}", path.display());
            for each in &marks.values {
                let text = zug_lang::wording::value(&definition.program, each.value);
                assert!(drawn.contains(&text), "{}: no `{text}`", path.display());
            }
        }
    }
}

#[test]
fn pieces_stand_where_they_were_put() {
    let drawn = picture(
        "game \"G\" players White, Black board Cell = grid(3, 1) state { men[Player]: set of Cell }
         show Cell { men[White]: \"w\", men[Black]: \"b\", else: \".\" }
         move put(c in Cell - men[White] - men[Black]) { men[me] += c } stuck => draw",
        "c1",
        |_, _, _| {},
    );
    assert!(drawn.contains("<title>c1: w</title>"), "{drawn}");
    assert!(drawn.contains("<title>a1</title>"), "{drawn}");
    assert!(drawn.contains(">Black to move</text>"), "{drawn}");
}

#[test]
fn each_move_is_labelled_with_its_value_for_the_mover() {
    let sticks = "game \"G\" players A, B board Cell = grid(2, 1) state { men[Player]: set of Cell }
         move put(c in Cell - men[A] - men[B]) { men[me] += c } stuck => draw";
    let drawn = picture(sticks, "a1", |semantics, position, marks| {
        let choice = semantics.legal(position).expect("moves")[0].clone();
        marks.values = vec![Valued { choice, value: -1, plies: Some(3) }];
    });
    assert!(drawn.contains(">+3</text>"), "B moves and B wins: {drawn}");
    assert!(drawn.contains("b1: B wins in 3 plies"), "{drawn}");
}

#[test]
fn drawn_lines_and_closed_boxes_are_seen() {
    let text = std::fs::read_to_string("games/dots_and_boxes.game").expect("a file");
    let empty = picture(&text, "", |_, _, _| {});
    let closed = picture(&text, "a1-b1, a1-a2, b1-b2, a2-b2", |_, _, _| {});
    assert_eq!(empty.matches("class=\"area\"").count(), 0);
    assert_eq!(closed.matches("class=\"area\"").count(), 1);
    assert_eq!(empty.matches("stroke-dasharray").count(), 12);
    assert_eq!(closed.matches("stroke-dasharray").count(), 8);
}

#[test]
fn moves_that_no_board_shows_are_listed() {
    let text = std::fs::read_to_string("games/nim.game").expect("a file");
    let drawn = picture(&text, "", |semantics, position, marks| {
        marks.best = semantics.legal(position).expect("moves").into_iter().take(1).collect();
    });
    assert!(drawn.contains(">1:1</text>"), "{drawn}");
}

#[test]
fn names_from_the_file_cannot_break_out_of_the_picture() {
    let drawn = picture(
        "game \"<script> & \\\"co\\\"\" players A, B board Cell = grid(1, 1) state { men: set of Cell }
         show Cell { men: \"<b>\", else: \".\" } move put(c in Cell - men) { men += c } stuck => draw",
        "a1",
        |_, _, _| {},
    );
    assert!(!drawn.contains("<script>") && !drawn.contains("<b>"), "{drawn}");
    well_formed(&drawn).expect("well formed");
}

/// The boxes around all badges of each part of a picture: left, top, right, lower end.
fn badges(svg: &str) -> Vec<Vec<[f64; 4]>> {
    let boxed = |tag: &str| {
        let points = tag.split_once("points=\"")?.1.split('"').next()?;
        let mut around = [f64::MAX, f64::MAX, f64::MIN, f64::MIN];
        for point in points.split(' ') {
            let (x, y) = point.split_once(',')?;
            let (x, y): (f64, f64) = (x.parse().ok()?, y.parse().ok()?);
            around = [around[0].min(x), around[1].min(y), around[2].max(x), around[3].max(y)];
        }
        tag.contains("class=\"v").then_some(around)
    };
    let part = |part: &str| part.split("<polygon ").skip(1).filter_map(boxed).collect();
    svg.split("<g transform=").map(part).collect()
}

#[test]
fn no_badge_lies_on_another() {
    for path in library() {
        let definition = load(&path, &[]);
        for plies in [0, 2, 9] {
            let (position, mut marks) = some_plies(&definition.program, plies, 3);
            let legal = Semantics::new(&definition.program).legal(&position).expect("legal moves");
            let valued = |(at, choice): (usize, &_)| Valued {
                choice: Clone::clone(choice),
                value: at as i64 % 5 - 2,
                plies: Some(at as u64),
            };
            marks.values = legal.iter().enumerate().map(valued).collect();
            for part in badges(&svg(&definition.program, &position, &marks)) {
                for (at, a) in part.iter().enumerate() {
                    for b in &part[at + 1..] {
                        let apart = a[0] >= b[2] || b[0] >= a[2] || a[1] >= b[3] || b[1] >= a[3];
                        assert!(apart, "{} after {plies}: {a:?} and {b:?}", path.display());
                    }
                }
            }
        }
    }
}

#[test]
fn moves_to_one_cell_share_a_badge_and_are_listed_where_they_differ() {
    let text = std::fs::read_to_string("games/tapatan.game").expect("a file");
    let with = |values: [i64; 5]| {
        picture(&text, "", |semantics, position, marks| {
            let legal = semantics.legal(position).expect("moves");
            let valued = |(choice, value)| Valued { choice, value, plies: None };
            marks.values = legal.into_iter().zip(values).map(valued).collect();
        })
    };
    let board = |drawn: &str| badges(drawn).iter().map(Vec::len).max();
    let alike = with([1; 5]);
    assert_eq!(board(&alike), Some(3), "five moves to three points: {alike}");
    assert!(!alike.contains("\u{2026}</text>") && !alike.contains(">a1-b2</text>"), "{alike}");
    let apart = with([1, 1, -1, 1, 1]);
    assert!(apart.contains("\u{2026}</text>"), "{apart}");
    assert!(apart.contains(">a1-b2</text>") && apart.contains(">c1-b2</text>"), "{apart}");
}

#[test]
fn of_very_many_arrows_only_the_best_are_drawn_and_the_rest_is_listed() {
    let text = "game \"G\" players A, B board Cell = grid(5, 5) state { at[Player]: Cell = [a1, e5] }
         move go(c in Cell - at[A] - at[B]) as \"{at[me]}-{c}\" { at[me] = c } stuck => draw endless => draw";
    let drawn = picture(text, "", |semantics, position, marks| {
        let legal = semantics.legal(position).expect("moves");
        marks.best = vec![legal[4].clone()];
        let valued = |(at, choice)| Valued { choice, value: i64::from(at == 4), plies: None };
        marks.values = legal.into_iter().enumerate().map(valued).collect();
    });
    assert_eq!(drawn.matches("class=\"a").count(), 3, "a shaft and two barbs: {drawn}");
    assert!(drawn.contains(">a1-c1</text>") && !drawn.contains(">a1-a2</text>"), "{drawn}");
}

#[test]
fn wallets_are_purses_with_their_notes_and_the_open_one_is_seen() {
    let text = std::fs::read_to_string("games/wallets.game").expect("a file");
    let start = picture(&text, "", |_, _, _| {});
    assert!(
        start.contains("<title>left: 2, 4</title>") && start.contains("<title>right: 1, 3</title>"),
        "{start}"
    );
    assert!(!start.contains(">offered</text>") && !start.contains(">none</text>"), "{start}");
    let open = picture(&text, "choose left", |semantics, position, marks| {
        let legal = semantics.legal(position).expect("moves");
        marks.values = legal.into_iter().map(|choice| Valued { choice, value: 2, plies: None }).collect();
    });
    assert!(open.contains(">offered</text>"), "{open}");
    assert_eq!(
        badges(&open).iter().map(Vec::len).max(),
        Some(2),
        "a badge for each note of the left purse: {open}"
    );
}

#[test]
fn a_tree_is_drawn_with_what_its_leaves_pay_and_the_way_of_play() {
    let text = std::fs::read_to_string("games/wallets_tree.game").expect("a file");
    let start = picture(&text, "", |_, _, _| {});
    for leaf in ["left-1: 2", "left-2: 4", "right-1: 1", "right-2: 3"] {
        assert!(start.contains(&format!("<title>{leaf}</title>")), "{leaf}: {start}");
    }
    assert_eq!(start.matches("class=\"link\"").count(), 6, "an edge to each node but the root: {start}");
    assert_eq!(start.matches("class=\"trail\"").count(), 0);
    let moved = picture(&text, "left, 2", |_, _, _| {});
    assert_eq!(moved.matches("class=\"trail\"").count(), 2, "{moved}");
}

/// The picture of a library game after some moves, without marks.
fn drawn(game: &str, moves: &str) -> String {
    let text = std::fs::read_to_string(format!("games/{game}.game")).expect("a file");
    picture(&text, moves, |_, _, _| {})
}

/// How often a text stands in another.
fn times(drawn: &str, part: &str) -> usize {
    drawn.matches(part).count()
}

#[test]
fn what_lies_between_cells_or_round_them_is_seen() {
    assert_eq!(times(&drawn("quoridor", ""), "class=\"wall\""), 0);
    let walled = drawn("quoridor", "flat a1");
    assert_eq!(times(&walled, "class=\"wall\""), 2, "a wall is as long as two cells: {walled}");
    assert!(!walled.contains(">posts</text>") && !walled.contains(">open</text>"), "{walled}");
    assert_eq!(times(&drawn("hex", ""), "a side of Red"), 2);
    assert_eq!(times(&drawn("hex", ""), "a side of Blue"), 2);
    assert_eq!(times(&drawn("tic_tac_toe", ""), "a side of"), 0);
    assert_eq!(times(&drawn("ultimate_tic_tac_toe", ""), "class=\"part\""), 4);
    assert_eq!(times(&drawn("kalah", ""), "height=\"104\""), 2, "two stores");
    assert_eq!(times(&drawn("oware", ""), "height=\"104\""), 0, "Oware has none");
}

#[test]
fn points_are_joined_by_the_lines_that_a_table_of_the_rules_has() {
    let lines = |game| times(&drawn(game, ""), "class=\"link\"");
    assert_eq!(lines("tapatan"), 16, "twelve along rows and columns, four through the middle");
    assert_eq!(lines("surakarta"), 60, "its pieces step to all sides, but no table of it says so");
    assert_eq!(times(&drawn("surakarta", ""), "class=\"cell\""), 0);
    assert_eq!(lines("tic_tac_toe"), 0, "a board of cells has none");
}

#[test]
fn pieces_on_and_in_one_another_are_told_apart() {
    let nested = drawn("gobblet_gobblers", "1 b2, 3 b2");
    assert!(nested.contains("<title>b2: Blue 3 over Orange 1</title>"), "{nested}");
    let stacked = drawn("tak", "flat a1, flat a2");
    assert!(!stacked.contains("from below"), "one piece is no stack: {stacked}");
    let climbed = drawn("santorini", "b1, b2, b1-a1/b1");
    assert!(climbed.contains("<title>b1: 1</title>") && climbed.contains("class=\"level\""), "{climbed}");
}

#[test]
fn what_is_taken_from_a_whole_board_is_gone() {
    let start = drawn("poset_chomp", "");
    let taken = drawn("poset_chomp", "12");
    assert_eq!(times(&start, ": gone"), 0);
    assert!(times(&taken, ": gone") > 0, "{taken}");
}

#[test]
fn layers_of_a_cube_stand_side_by_side() {
    let cube = drawn("tic_tac_toe_3d", "");
    assert_eq!(times(&cube, ">a</text>"), 3, "three layers have a column a: {cube}");
    assert_eq!(times(&cube, ">7</text>"), 1, "each row is numbered once");
}

#[test]
fn each_player_has_one_row_for_all_that_waits_in_hand() {
    let hands = drawn("dobutsu", "");
    for player in ["Sky", "Forest"] {
        assert_eq!(times(&hands, &format!(">hand[{player}]</text>")), 1, "{hands}");
    }
    assert!(!hands.contains(">hand[Sky, G]</text>"), "{hands}");
}

#[test]
fn boards_that_only_serve_the_rules_are_not_drawn() {
    assert_eq!(times(&drawn("surakarta", ""), "<title>24</title>"), 0, "the ring of places");
    assert_eq!(times(&drawn("pentago", ""), "<title>a1</title>"), 1, "the board of blocks");
}

/// The position of a library game after some moves as a terminal shows it, with these values for
/// its moves.
fn on_terminal(game: &str, moves: &str, values: &[i64]) -> String {
    let text = std::fs::read_to_string(format!("games/{game}.game")).expect("a file");
    let definition = compile(&text, &[]).expect("a definition");
    let semantics = Semantics::new(&definition.program);
    let start = semantics.start();
    let line = semantics.read_moves(&start, moves).expect("legal moves");
    let position = line.positions.last().unwrap_or(&start).clone();
    let legal = semantics.legal(&position).expect("moves");
    let before = line.positions.len().checked_sub(2).map_or(&start, |at| &line.positions[at]).clone();
    let last = line.moves.last().map(|choice| (before, choice.clone()));
    let best = values.first().and(legal.first()).cloned().into_iter().collect();
    let valued = |(choice, value): (_, &i64)| Valued { choice, value: *value, plies: None };
    let values = legal.into_iter().zip(values).map(valued).collect();
    terminal(&definition.program, &position, &PictureMarks { last, best, values, bare: false }, false)
}

#[test]
fn a_terminal_shows_lines_the_last_move_and_values_on_the_board() {
    let drawn = on_terminal("tic_tac_toe", "a1, b2, c3, b1, b3, a3, c1", &[-1, 0]);
    assert_eq!(
        drawn,
        "  ┌─────┬─────┬─────┐\n".to_string()
            + "3 │  O  │  X  │  X  │\n  ├─────┼─────┼─────┤\n2 │ ★+  │  O  │  =  │\n  ├─────┼─────┼─────┤\n"
            + "1 │  X  │  O  │ [X] │\n  └─────┴─────┴─────┘\n     a     b     c\nO to move\n"
            + "[ ] last move: c1; ★: the best move; +: O wins; =: a draw\n"
    );
    let walled = on_terminal("quoridor", "flat a1", &[]);
    assert!(walled.contains("├━━━┼━━━┼───┤") && walled.contains("│ ○ │"), "{walled}");
    let points = on_terminal("tapatan", "", &[]);
    assert!(points.contains("3  ●───●───●\n   │ ╲ │ ╱ │\n2  ├───┼───┤\n"), "{points}");
}

#[test]
fn a_terminal_without_a_square_board_lists_every_value() {
    let heaps = on_terminal("nim", "", &[1, -1, -1]);
    assert!(
        heaps.contains("left[1] = 3\n") && heaps.contains("★+  1:1\n") && heaps.contains("−  1:2, 1:3\n"),
        "{heaps}"
    );
    let wide = "game \"G\" players A, B board Cell = grid(30, 1) state { men: set of Cell }
         move put(c in Cell - men) { men += c } stuck => draw";
    let definition = compile(wide, &[]).expect("a definition");
    let start = Semantics::new(&definition.program).start();
    let lines = terminal(&definition.program, &start, &PictureMarks::default(), false);
    assert!(lines.starts_with("1 .") && lines.lines().all(|line| line.len() < 96), "{lines}");
    let hexes = on_terminal("hex", "a1", &[1, 0]);
    assert!(hexes.contains("1 R . .") && hexes.contains("★−  b1\n"), "{hexes}");
}

#[test]
fn every_library_game_can_be_shown_by_a_terminal_and_has_a_portrait() {
    for path in library() {
        let definition = load(&path, &[]);
        for plies in [0, 5] {
            let (position, marks) = some_plies(&definition.program, plies, 11);
            let lines = terminal(&definition.program, &position, &marks, false);
            assert!(!lines.contains('\u{1b}') && lines.ends_with('\n'), "{}", path.display());
        }
        well_formed(&portrait(&definition.program)).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
    }
}

#[test]
fn lists_are_rows_of_coins_with_the_places_that_fields_point_to() {
    let row = drawn("take_from_the_ends", "right");
    assert!(row.contains("<title>row 1: 5</title>") && row.contains("<title>row 4: 5</title>"), "{row}");
    assert_eq!(
        times(&row, ">left</text>") + times(&row, ">right</text>"),
        2,
        "a name under each pointer: {row}"
    );
    let counted = drawn("coin_game", "1");
    assert_eq!((times(&counted, ">gone</text>"), times(&counted, ">last</text>")), (1, 1), "{counted}");
    assert_eq!(
        times(&counted, "points=\""),
        1,
        "no move reads the coins by how many were taken last: {counted}"
    );
    assert!(!drawn("nim", "").contains("heaps"), "the heaps themselves are drawn");
}

/// What `zug show` prints with these variables.
fn shown(arguments: &[&str], variables: &[(&str, &str)]) -> String {
    let mut zug = std::process::Command::new(env!("CARGO_BIN_EXE_zug"));
    for name in ["NO_COLOR", "FORCE_COLOR", "LC_ALL", "LC_CTYPE", "LANG", "TERM"] {
        zug.env_remove(name);
    }
    let output = zug.arg("show").args(arguments).envs(variables.iter().copied()).output().expect("zug runs");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn box_drawing_lines_are_for_terminals_that_show_them() {
    let board = ["games/tic_tac_toe.game"];
    let plain = "3 . . .\n2 . . .\n1 . . .\n  a b c\nX to move\n";
    assert_eq!(shown(&board, &[]), plain, "no terminal");
    assert_eq!(shown(&board, &[("FORCE_COLOR", "1")]), plain, "no UTF-8");
    assert_eq!(shown(&board, &[("FORCE_COLOR", "1"), ("LANG", "C.UTF-8"), ("NO_COLOR", "1")]), plain);
    assert!(shown(&board, &[("FORCE_COLOR", "1"), ("LANG", "C.UTF-8")]).contains("├───┼───┼───┤"));
    assert!(shown(&["games/tic_tac_toe.game", "--format", "boxes"], &[]).contains("├───┼───┼───┤"));
}
