//! The rows: which games, and at which sizes.

/// One size of a game, as both sides are told it.
pub struct Size {
    /// What `--set` gets.
    pub settings: Vec<String>,
    /// What the program in C++ gets.
    pub arguments: Vec<String>,
}

/// A game with the size that is measured and two smaller ones at which the values are compared too.
pub struct Row {
    /// A file of `games/` and one of `benches/peers/`.
    pub game: &'static str,
    /// How the table names the measured size.
    pub shown: String,
    pub measured: Size,
    pub smaller: [Size; 2],
}

/// A size in words: the settings and the arguments, each apart by spaces.
fn size(settings: &str, arguments: &str) -> Size {
    let words = |text: &str| text.split_whitespace().map(str::to_string).collect();
    Size { settings: words(settings), arguments: words(arguments) }
}

/// A row whose sizes are words: the smaller ones first.
fn row(game: &'static str, sizes: [(&str, &str); 3]) -> Row {
    let [one, two, measured] = sizes;
    let sized = |(settings, arguments)| size(settings, arguments);
    Row {
        game,
        shown: measured.0.split_whitespace().collect::<Vec<_>>().join(", "),
        measured: sized(measured),
        smaller: [sized(one), sized(two)],
    }
}

/// Subset take-away: the poset of all subsets of so many numbers but the empty and the whole one,
/// with `poisoned`.
fn subsets(numbers: u32) -> Size {
    let name = |set: u32| {
        (0..numbers).filter(|i| set >> i & 1 == 1).map(|i| (i + 1).to_string()).collect::<String>()
    };
    let sets = 1..(1_u32 << numbers) - 1;
    let above = |set: u32| (0..numbers).map(move |i| set | 1 << i).filter(move |more| *more != set);
    let arrows: Vec<(String, String)> = sets
        .clone()
        .flat_map(|set| above(set).filter(|more| sets.contains(more)).map(move |more| (set, more)))
        .map(|(set, more)| (name(set), name(more)))
        .collect();
    let graph: Vec<String> = arrows.iter().map(|(from, to)| format!("{from}->{to}")).collect();
    let pairs = arrows.into_iter().flat_map(|(from, to)| [from, to]);
    Size {
        settings: vec!["poisoned=true".to_string(), format!("Element={{ {} }}", graph.join(", "))],
        arguments: std::iter::once("1".to_string()).chain(pairs).collect(),
    }
}

/// Every row, in the order of the alphabet.
pub fn rows() -> Vec<Row> {
    vec![
        row(
            "atari_go",
            [("columns=3 rows=3", "3 3"), ("columns=4 rows=3", "4 3"), ("columns=7 rows=3", "7 3")],
        ),
        row(
            "connect_6",
            [
                ("columns=4 rows=3 k=4", "4 3 4"),
                ("columns=5 rows=3 k=3", "5 3 3"),
                ("columns=5 rows=5 k=5", "5 5 5"),
            ],
        ),
        row(
            "cram",
            [("columns=5 rows=4", "5 4"), ("columns=5 rows=5", "5 5"), ("columns=12 rows=3", "12 3")],
        ),
        row(
            "dobutsu",
            [
                ("start=.l./.../.C./.L.", ".l. ... .C. .L."),
                ("start=.l./.c./.C./.L.", ".l. .c. .C. .L."),
                ("start=gle/.../.C./.L.", "gle ... .C. .L."),
            ],
        ),
        row("draughts", [("n=4", "4 0"), ("n=4 turn=White", "4 1"), ("n=5", "5 0")]),
        row("go", [("columns=3 rows=2", "3 2"), ("columns=3 rows=3", "3 3"), ("columns=4 rows=3", "4 3")]),
        row("halma", [("n=3 deep=2", "3 2"), ("n=4 deep=1", "4 1"), ("n=4 deep=2", "4 2")]),
        row(
            "hexapawn",
            [("columns=4 rows=4", "4 4"), ("columns=5 rows=5", "5 5"), ("columns=5 rows=7", "5 7")],
        ),
        row(
            "konane",
            [("columns=4 rows=4", "4 4"), ("columns=5 rows=5", "5 5"), ("columns=7 rows=5", "7 5")],
        ),
        row("notakto", [("boards=2", "2 3 3"), ("size=4 k=4", "1 4 4"), ("size=5 k=5", "1 5 5")]),
        row("pentago", [("k=3", "2 3 0"), ("k=3 turn=Black", "2 3 1"), ("k=4", "2 4 0")]),
        Row {
            game: "poset_chomp",
            shown: "subsets of 6, poisoned".to_string(),
            measured: subsets(6),
            smaller: [subsets(4), subsets(5)],
        },
        row(
            "reversi",
            [("width=4 height=4", "4 4 0"), ("width=2 height=6", "2 6 0"), ("width=6 height=4", "6 4 0")],
        ),
        row("slimetrail", [("n=4", "4 0"), ("n=5", "5 0"), ("n=6", "6 0")]),
        row("triangle_dots", [("side=2", "2"), ("side=3", "3"), ("side=4", "4")]),
    ]
}
