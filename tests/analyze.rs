//! Reports about positions: the figures against what is known of small games, every form of every
//! library game.

mod common;

use common::{compile, library, load};
use zug::answer::{EngineKind, Limits, Prepared, SessionLimits};
use zug::definition::Definition;
use zug_lang::semantics::Semantics;
use zug_view::analyze::{self, PositionAnalysis};
use zug_view::json::{AnswerHead, Command};

/// So much memory is enough for the small games, and ends the large ones soon.
const ROOM: u64 = 2 << 20;

fn analyzed(definition: &Definition, moves: &str) -> PositionAnalysis {
    let prepared = Prepared::new(&definition.program, EngineKind::Interpret).expect("it fits the machine");
    let semantics = Semantics::new(&definition.program);
    let start = semantics.start();
    let line = semantics.read_moves(&start, moves).expect("legal moves");
    let position = line.positions.last().unwrap_or(&start);
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(1);
    let limits = Limits { deadline: Some(deadline), ..Limits::default() };
    analyze::gather(&prepared, &semantics, (position, &[]), &limits, ROOM).expect("no fault")
}

fn of(path: &str, moves: &str) -> PositionAnalysis {
    analyzed(&load(std::path::Path::new(path), &[]), moves)
}

#[test]
fn tic_tac_toe_has_the_counts_that_everybody_finds() {
    let analysis = of("games/tic_tac_toe.game", "");
    let state_space = analysis.state_space.expect("it is small");
    assert_eq!(state_space.positions, 5478);
    assert_eq!(state_space.terminal, 958);
    assert_eq!(state_space.depths, [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]);
    // 131,184, 77,904 and 46,080 of 255,168 games, weighted by how likely each is.
    let chance = analysis.chance;
    assert_eq!(chance.sampled, None);
    assert!((chance.first - 0.584_920_634_9).abs() < 1e-9, "{chance:?}");
    assert!((chance.second - 0.288_095_238_1).abs() < 1e-9, "{chance:?}");
    assert!((chance.draw - 0.126_984_126_98).abs() < 1e-9, "{chance:?}");
}

#[test]
fn the_only_move_is_told_with_what_the_others_would_lose() {
    let analysis = of("games/tic_tac_toe.game", "a1, b2, b1");
    let key = &analysis.key_moves[0];
    assert_eq!((key.ply, &key.player[..], &key.text[..], key.legal), (0, "O", "c1", 6));
}

#[test]
fn chances_on_cycles_add_up_to_one() {
    let analysis = of("games/pong_hau_ki.game", "");
    let state_space = analysis.state_space.expect("it is small");
    let chance = analysis.chance;
    assert!(state_space.cyclic > 0);
    assert_eq!(chance.sampled, None);
    assert!((chance.first + chance.draw + chance.second + chance.endless - 1.0).abs() < 1e-9, "{chance:?}");
}

#[test]
fn play_that_cannot_end_goes_on_for_ever() {
    let text = "game \"G\" players A, B board Spot = ring(3) state { at: Spot = 1 }
                move on { at = forward(at) }";
    let analysis = analyzed(&compile(text, &[]).expect("a definition"), "");
    assert_eq!(analysis.chance.endless, 1.0);
    assert!(analysis.lines[0].repeats);
}

#[test]
fn a_walk_on_a_line_is_won_as_often_as_gamblers_know() {
    // Begun at 2 of 0..5, one step each way at random: 5 is reached before 0 with chance 2/5.
    let text = "game \"G\" players A, B state { at: 0..5 = 2 }
                move up { at += 1 } move down { at -= 1 }
                end when at = 5 => A wins end when at = 0 => B wins";
    let analysis = analyzed(&compile(text, &[]).expect("a definition"), "");
    assert!((analysis.chance.first - 0.4).abs() < 1e-9, "{:?}", analysis.chance);
}

#[test]
fn the_mean_is_that_of_the_games_that_end() {
    // One of two moves ends with 2 points for A, the other goes round for ever.
    let text = "game \"G\" players A, B state { at: 0..3 = 0 }
                move halt when at = 0 { at = 3 } move leave when at = 0 { at = 1 }
                move on when at = 1 { at = 2 } move back when at = 2 { at = 1 }
                end when at = 3 => 2 to A endless => 5 to A stuck => draw";
    let definition = compile(text, &[]).expect("a definition");
    let analysis = analyzed(&definition, "");
    assert_eq!((analysis.chance.endless, analysis.chance.mean), (0.5, 2.0), "{:?}", analysis.chance);
    let told = analyze::text(&definition.program, &analysis);
    assert!(told.contains("Of the games that end, the mean is 2.000 to A."), "{told}");
    // From 1 on no game ends, and what does not end has no mean.
    let endless = analyzed(&definition, "leave");
    assert_eq!((endless.chance.endless, endless.chance.mean), (1.0, 0.0), "{:?}", endless.chance);
    let told = analyze::text(&definition.program, &endless);
    assert!(told.contains("play goes on for ever 100.00%") && !told.contains("the mean"), "{told}");
}

#[test]
fn one_legal_move_is_no_only_move_that_keeps_the_value() {
    let text = "game \"G\" players A, B state { left: 0..3 = 3 } move take when left > 0 { left -= 1 }
                stuck => me loses";
    let definition = compile(text, &[]).expect("a definition");
    let told = analyze::text(&definition.program, &analyzed(&definition, ""));
    assert!(told.contains("no player ever has several moves of which only one keeps the value"), "{told}");
}

#[test]
fn the_limit_that_kept_positions_from_being_listed_is_told() {
    let definition = load(std::path::Path::new("games/connect_four.game"), &["columns=7", "rows=6"]);
    let prepared = Prepared::new(&definition.program, EngineKind::Interpret).expect("it fits the machine");
    let semantics = Semantics::new(&definition.program);
    let end = std::time::Instant::now() + std::time::Duration::from_secs(2);
    let limits = Limits { deadline: Some(end), ..Limits::default() };
    let start = semantics.start();
    let analysis =
        analyze::gather(&prepared, &semantics, (&start, &[]), &limits, u64::MAX).expect("no fault");
    let told = analyze::text(&definition.program, &analysis);
    assert!(told.contains("`--timeout` gives more"), "{told}");
    assert!(!told.contains("`--memory` gives more"), "{told}");
}

#[test]
fn every_form_of_every_library_game_is_the_same_each_time() {
    for path in library() {
        let definition = load(&path, &[]);
        let analysis = analyzed(&definition, "");
        let program = &definition.program;
        for form in [analyze::text, analyze::markdown, analyze::html] {
            let told = form(program, &analysis);
            assert_eq!(told, form(program, &analysis), "{}", path.display());
            assert!(told.contains("Play at random"), "{}", path.display());
        }
        let json = analyze::json(program, &analysis, AnswerHead::new(Command::Analyze, "f", &[]));
        assert!((0.0..=1.0).contains(&json.random.first), "{}", path.display());
        if let (Ok(answer), Ok(state_space)) = (&analysis.answer, &analysis.state_space) {
            assert!(state_space.values.contains_key(&answer.value), "{}", path.display());
            for line in &analysis.lines {
                assert!(line.end.is_none_or(|end| end == answer.value), "{}: {line:?}", path.display());
            }
        }
    }
}

/// The pictures of a page that steps through lines are those of the positions of the lines.
#[test]
fn the_lines_of_a_page_are_stepped_through_on_the_positions_they_lead_to() {
    use zug_view::draw::{PictureMarks, svg};
    for name in ["tic_tac_toe", "hexapawn", "nim", "pong_hau_ki", "dots_and_boxes"] {
        let definition = load(std::path::Path::new(&format!("games/{name}.game")), &[]);
        let (analysis, program) = (analyzed(&definition, ""), &definition.program);
        let page = analyze::html(program, &analysis);
        let data =
            page.split("id=\"lines\">").nth(1).expect("the lines").split("</script>").next().expect("an end");
        let steps: serde_json::Value = serde_json::from_str(data).expect("JSON");
        let semantics = Semantics::new(program);
        for (line, shown) in analysis.lines.iter().zip(steps["lines"].as_array().expect("a list")) {
            assert_eq!(shown.as_array().expect("a list").len(), line.moves.len() + 1, "{name}");
            let mut here = analysis.position.clone();
            for (at, choice) in line.choices.iter().enumerate() {
                let after = semantics.play(&here, choice).expect("no fault");
                let marks = PictureMarks {
                    last: Some((here, choice.clone())),
                    bare: true,
                    ..PictureMarks::default()
                };
                let whole = svg(program, &after, &marks);
                let body = whole.split_once("class=\"ground\"").and_then(|(_, rest)| rest.split_once('\n'));
                let numbers = shown[at + 1]["picture"].as_array().expect("a list");
                let text = |number: &serde_json::Value| {
                    steps["text"][number.as_u64().expect("a number") as usize]
                        .as_str()
                        .expect("a line")
                        .to_string()
                };
                let drawn: Vec<String> = numbers[1..].iter().map(text).collect();
                assert_eq!(drawn, body.expect("a ground").1.lines().collect::<Vec<_>>(), "{name} {at}");
                assert!(shown[at + 1]["words"].as_str().expect("words").starts_with(&format!(
                    "{}. {}: ",
                    at + 1,
                    line.moves[at]
                )));
                here = after;
            }
        }
        assert!(page.contains("class=\"bar\""), "{name}: counts have bars");
    }
}

/// Random play comes to the end of a long chain with probability 1, but in more rounds than anybody
/// waits: then the chances are not told as computed.
#[test]
fn chances_are_computed_only_where_they_add_up() {
    let chain = |length: u32| {
        let text = format!(
            "game \"Chain\"\nplayers A, B\nstate {{ n: 0..{length} }}\nmove up when n < {length} {{ n += 1 }}\n\
             move down when n < {length} {{ n = 0 }}\nend when n = {length} => A wins\nendless => draw\n"
        );
        analyzed(&compile(&text, &[]).expect("it has no mistakes"), "").chance
    };
    let short = chain(8);
    assert!(short.sampled.is_none() && (short.first - 1.0).abs() < 1e-9, "{short:?}");
    let long = chain(50);
    assert!(long.sampled.is_some(), "{long:?}");
}

/// Where positions repeat, a move that keeps the value may go round for ever and lose it.
#[test]
fn perfect_play_comes_nearer_to_the_end() {
    let wiggle = "state { flag: bool, done: bool }\nmove wiggle when not done { flag = not flag }\n\
        move stop when not done and me = A { done = true }\n";
    for rest in ["end when done => draw\nendless => B wins\n", "end when done => 3 to B\nendless => 5 to B\n"]
    {
        let text = format!("game \"Wiggle\"\nplayers A, B\n{wiggle}{rest}");
        let definition = compile(&text, &[]).expect("it has no mistakes");
        let prepared =
            Prepared::new(&definition.program, EngineKind::Interpret).expect("it fits the machine");
        let semantics = Semantics::new(&definition.program);
        let limits = SessionLimits { memory: 64 << 20, time: None, stop: None, process: None };
        let start = semantics.start();
        let chosen = prepared.session(&limits, |session| {
            let known = session.ask(&start).expect("no fault");
            known.chosen(true).map(|choice| semantics.text(&start, choice))
        });
        assert_eq!(chosen.as_deref(), Some("stop"), "{text}");
    }
}
