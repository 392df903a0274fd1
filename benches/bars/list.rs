//! The bars: what is measured, beside what, and how far one may be from the other.

/// What is done with a game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Work {
    /// The sequences of so many moves are counted.
    Perft(u32),
    /// Minimax: every line of play.
    Minimax,
    /// Alpha-beta with an open window, moves in the stated order, nothing remembered.
    Plain,
    /// The same from a thousand starts.
    Starts,
    /// The value, as `zug solve` finds it.
    Value,
    /// The value and the plies to the end of every position, from the ends backwards.
    Backwards,
    /// Every position, as `zug solve --strong` does it, by one thread.
    Every,
    /// The whole process `zug solve`, from a text to an answer.
    Process,
}

/// What stands beside it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Other {
    /// Nothing: the limits are seconds.
    Nothing,
    /// The same game written by hand in Rust, under the same search.
    ByHand,
    /// A program in C++ and the text that chooses its row.
    Cpp(&'static str, &'static str),
}

/// One row of the table.
#[derive(Clone, Copy)]
pub struct Bar {
    pub number: u8,
    pub name: &'static str,
    /// A file of `games/`, and settings.
    pub game: &'static str,
    pub settings: &'static [&'static str],
    pub work: Work,
    pub other: Other,
    /// Ours over the other may be this; and should be this.
    pub bar: Option<f64>,
    pub stretch: Option<f64>,
    /// Both look at the same positions.
    pub same: bool,
    /// More than a few seconds; left out unless it is asked for.
    pub slow: bool,
}

/// What most rows have in common.
const ROW: Bar = Bar {
    number: 0,
    name: "",
    game: "",
    settings: &[],
    work: Work::Value,
    other: Other::Nothing,
    bar: Some(1.0),
    stretch: Some(0.5),
    same: false,
    slow: false,
};

const CONNECT_FOUR: Bar = Bar { game: "connect_four", ..ROW };
const REVERSI: Bar = Bar { game: "reversi", ..ROW };
const TRIANGLES: Bar = Bar { game: "poj1085", ..ROW };
const TIC_TAC_TOE: Bar = Bar { game: "tic_tac_toe", ..ROW };
const DOTS: Bar = Bar { game: "dots_and_boxes", settings: &["columns=3", "rows=3"], ..ROW };

/// All rows, by number.
pub const BARS: [Bar; 17] = [
    Bar {
        number: 1,
        name: "perft connect four 5x5",
        settings: &["columns=5", "rows=5"],
        work: Work::Perft(9),
        other: Other::ByHand,
        bar: Some(1.3),
        stretch: Some(1.0),
        same: true,
        ..CONNECT_FOUR
    },
    Bar {
        number: 1,
        name: "perft reversi 6x6",
        settings: &["width=6", "height=6"],
        work: Work::Perft(9),
        other: Other::ByHand,
        bar: Some(1.3),
        stretch: Some(1.0),
        same: true,
        ..REVERSI
    },
    Bar {
        number: 2,
        name: "poj1085 plain, 1000 starts",
        work: Work::Starts,
        other: Other::Cpp("triangle_war", "plain ab, 1000"),
        bar: Some(2.5),
        stretch: Some(1.3),
        same: true,
        ..TRIANGLES
    },
    Bar {
        number: 2,
        name: "poj1085 plain, empty",
        work: Work::Plain,
        other: Other::Cpp("triangle_war", "plain ab (-INF,INF), empty"),
        bar: Some(2.5),
        stretch: Some(1.3),
        same: true,
        slow: true,
        ..TRIANGLES
    },
    Bar {
        number: 3,
        name: "poj1085",
        other: Other::Cpp("triangle_war", "memo(mask,player,ca)"),
        stretch: None,
        ..TRIANGLES
    },
    Bar {
        number: 3,
        name: "poj1085 beside the sweep",
        other: Other::Cpp("triangle_war", "margin sweep"),
        bar: None,
        stretch: Some(1.0),
        ..TRIANGLES
    },
    Bar {
        number: 4,
        name: "tic-tac-toe minimax",
        work: Work::Minimax,
        other: Other::Cpp("ttt", "tictactoe full minimax"),
        bar: Some(2.0),
        stretch: Some(1.2),
        same: true,
        ..TIC_TAC_TOE
    },
    Bar {
        number: 4,
        name: "tic-tac-toe plain",
        work: Work::Plain,
        other: Other::Cpp("ttt", "tictactoe plain ab"),
        bar: Some(2.0),
        stretch: Some(1.2),
        same: true,
        ..TIC_TAC_TOE
    },
    Bar {
        number: 5,
        name: "connect four 5x5",
        settings: &["columns=5", "rows=5"],
        other: Other::Cpp("connect4", "5x5 ab+tt 2^24, + win-in-1 + mirror"),
        ..CONNECT_FOUR
    },
    Bar {
        number: 6,
        name: "connect four 6x5",
        settings: &["columns=6", "rows=5"],
        other: Other::Cpp("connect4", "6x5 ab+tt 2^24, + win-in-1 + mirror"),
        slow: true,
        ..CONNECT_FOUR
    },
    Bar {
        number: 7,
        name: "connect four 5x4, every position",
        settings: &["columns=5", "rows=4"],
        work: Work::Every,
        other: Other::Cpp("connect4", "connect4_5x4 strong"),
        ..CONNECT_FOUR
    },
    Bar {
        number: 8,
        name: "dots 3x3, every position",
        work: Work::Every,
        other: Other::Cpp("dots", "dots_3x3 sweep"),
        ..DOTS
    },
    Bar { number: 8, name: "dots 3x3", other: Other::Cpp("dots", "3x3 ab + bound table"), ..DOTS },
    Bar {
        number: 9,
        name: "reversi 4x4 plain",
        work: Work::Plain,
        other: Other::Cpp("othello", "4x4 plain ab"),
        bar: Some(1.5),
        stretch: Some(1.0),
        ..REVERSI
    },
    Bar {
        number: 9,
        name: "reversi 6x4",
        settings: &["width=6", "height=4"],
        other: Other::Cpp("othello", "6x4 ab + tt"),
        bar: Some(1.5),
        stretch: Some(1.0),
        slow: true,
        ..REVERSI
    },
    Bar {
        number: 10,
        name: "cqoi2013 n=20",
        game: "cqoi2013",
        settings: &["n=20", "white=a1", "black=t20"],
        work: Work::Backwards,
        other: Other::Cpp("pursuit", "pursuit_20"),
        bar: Some(2.0),
        stretch: Some(1.5),
        ..ROW
    },
    Bar {
        number: 11,
        name: "tic-tac-toe, text to answer",
        work: Work::Process,
        bar: Some(0.010),
        stretch: Some(0.003),
        ..TIC_TAC_TOE
    },
];
