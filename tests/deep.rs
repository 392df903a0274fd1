//! `zug check --deep` finds what only play can show, each once, with the shortest moves that lead
//! there; and it finds nothing in the library.

mod common;
#[path = "deep/meant.rs"]
mod meant;
mod random;
#[path = "deep/right_games.rs"]
mod right_games;
#[path = "common/sticks.rs"]
mod sticks;

use std::collections::{BTreeMap, BTreeSet};
use sticks::{TAKE, sticks};
use zug::answer::{EngineKind, Limits, Prepared};
use zug::deep::{self, Cut, Longest, Report};
use zug_game::Player;
use zug_lang::program::Choice;
use zug_lang::semantics::{Expansion, MoveErrorKind, Position, RuntimeError, Semantics};

/// What a walk over at most so many positions finds.
fn explore(text: &str, engine: EngineKind, positions: usize) -> Report {
    let definition = common::compile(text, &[]).unwrap_or_else(|mistakes| panic!("{mistakes}\n{text}"));
    let prepared = Prepared::new(&definition.program, engine).expect("it fits");
    deep::explore(&prepared, positions, &Limits::default())
}

/// Codes with moves, and the moves that lead round.
fn found(report: &Report) -> Vec<(&'static str, Option<(String, String)>)> {
    let told = report.findings.iter().map(|finding| {
        let witness = finding.witness.as_ref();
        (finding.diagnostic.code, witness.map(|w| (w.moves.join(", "), w.round.join(", "))))
    });
    told.collect()
}

/// Both engines find just this, with these moves.
fn finds(text: &str, code: &str, moves: &str) -> Report {
    let report = explore(text, EngineKind::Interpret, 10_000);
    assert_eq!(found(&report), vec![(code, Some((moves.into(), String::new())))], "{text}");
    assert_eq!(found(&explore(text, EngineKind::Semantics, 10_000)), found(&report), "{text}");
    report
}

/// Both engines find that just this never happens.
fn never(text: &str, code: &str) {
    for engine in [EngineKind::Interpret, EngineKind::Semantics] {
        assert_eq!(found(&explore(text, engine, 10_000)), vec![(code, None)], "{text}");
    }
}

#[test]
fn an_integer_that_leaves_its_bounds_is_found_by_the_shortest_play() {
    finds(&sticks("move take(n in 1..2) { left -= n }\nstuck => me loses"), "Z0801", "2, 2, 2");
}

#[test]
fn a_stored_none_is_found() {
    let text = "game \"Step\"\nplayers A, B\nboard Cell = path(4)\nstate { at: Cell = 1 }\n\
        move go(k in 1..2) { at = step(at, forward, k) }\nstuck => draw";
    finds(text, "Z0802", "2, 2");
}

#[test]
fn a_missing_stuck_rule_is_found() {
    finds(&sticks(TAKE), "Z0805", "1, 2, 2");
}

#[test]
fn two_passes_in_a_row_are_found_before_the_first() {
    finds(&sticks(&format!("{TAKE}stuck => pass\nallow pass_loop")), "Z0806", "1, 2, 2, pass");
}

#[test]
fn two_winners_at_once_are_found() {
    let rule = "end for p in Player when left <= 1 => p wins\nstuck => draw";
    finds(&sticks(&format!("{TAKE}{rule}")), "Z0807", "2, 2");
}

#[test]
fn moves_that_read_alike_are_found_also_where_the_notation_looks_at_the_position() {
    let alike = |notation: &str, take: &str| {
        format!("move take(n in 1..2) when n <= left as \"{notation}\" {{ {take} }}\nstuck => draw")
    };
    finds(&sticks(&alike("some", "left -= n")), "Z0811", "");
    // Of 5 it leaves 4 or 3, halved 2 or 1; of the 4 that `2` leaves, 3 or 2, both halved 1.
    finds(&sticks(&alike("{(left - n) / 2}", "left -= n")), "Z0811", "2");
}

#[test]
fn moves_that_read_alike_do_not_end_the_walk() {
    let text = sticks("move take(n in 1..2) when n <= left as \"some\" { left -= n }\nstuck => draw");
    let report = explore(&text, EngineKind::Interpret, 10_000);
    assert_eq!((report.cut, report.broken, report.longest), (None, false, Longest::Plies(5)));
}

#[test]
fn all_faults_are_found_in_one_run_each_at_its_place_once() {
    let text = "game \"Many\"\nplayers A, B\nboard Cell = path(3)\nstate { at: Cell = 1, left: 0..3 = 3 }\n\
        move go { at = forward(at) }\n\
        move take(n in 1..2) { left -= n }\n\
        end for p in Player when left = 0 and at = 3 => p wins";
    let report = explore(text, EngineKind::Interpret, 10_000);
    let moves: Vec<_> = found(&report).into_iter().map(|(code, way)| (code, way.unwrap().0)).collect();
    let expected =
        [("Z0801", "take 2, take 2"), ("Z0802", "go, go, go"), ("Z0807", "go, go, take 1, take 2")];
    assert_eq!(moves, expected.map(|(code, way)| (code, way.to_string())));
    assert!(report.broken);
}

#[test]
fn what_never_happens_is_found_where_all_was_seen() {
    let twos = "state { left: 0..4 = 4 }\nmove pair when left >= 2 { left -= 2 }\nstuck => me loses\n";
    let head = "game \"Twos\"\nplayers A, B\n";
    never(&format!("{head}{twos}move last when left = 1 {{ left -= 1 }}"), "Z0920");
    never(&format!("{head}{twos}end when left = 1 => draw"), "Z0921");
    let idle = "state { most: 1..2 = 2 }\nmove take(n in 1..2) when n <= min(most, left) { left -= n }\n";
    never(&sticks(&format!("{idle}stuck => draw")).replace(" }\nstate {", ","), "Z0922");
    never(&sticks("move take when left > 0 { left -= 1 again }\nstuck => draw"), "Z0923");
}

#[test]
fn an_end_rule_that_an_earlier_one_hides_never_decides() {
    let rules = "end when left <= 2 => draw\nend when left < 5 and left != 4 and left != 3 => me wins";
    never(&sticks(&format!("{TAKE}{rules}\nstuck => draw")), "Z0921");
}

#[test]
fn what_a_param_switches_off_is_not_missed() {
    let text = sticks(&format!(
        "param odd: bool = false\n{TAKE}move skip when odd and left > 2 {{ left = 2 }}\n\
        end when odd and left = 1 => draw\nstuck => draw"
    ));
    assert_eq!(found(&explore(&text, EngineKind::Interpret, 10_000)), vec![]);
}

#[test]
fn what_was_not_seen_proves_nothing_where_positions_are_left() {
    let text =
        sticks(&format!("{TAKE}end when left = 0 => me loses\nend when left = 1 => draw\nstuck => draw"));
    let report = explore(&text, EngineKind::Interpret, 3);
    assert_eq!((report.positions, report.cut, report.within), (3, Some(Cut::Positions), 1));
    assert_eq!((found(&report), report.unseen.len()), (vec![], 2));
    assert_eq!(report.longest, Longest::Unknown);
    let all = explore(&text, EngineKind::Interpret, 10_000);
    assert_eq!((found(&all), all.unseen.len()), (vec![], 0));
}

#[test]
fn what_was_not_seen_proves_nothing_where_faults_cut_play_short() {
    let text = sticks(
        "move take(n in 1..2) { left -= n }\nend when left = 0 => draw\nend when left = 9 / 9 - 1 => draw",
    );
    let report = explore(&text, EngineKind::Interpret, 10_000);
    assert_eq!(found(&report).len(), 1, "{:?}", found(&report));
    assert_eq!((report.cut, report.broken, report.unseen.len()), (None, true, 1));
}

#[test]
fn a_warning_of_play_can_be_switched_off_in_the_file() {
    let text = "game \"Twos\"\nplayers A, B\nstate { left: 0..4 = 4 }\nmove pair when left >= 2 { left -= 2 }\n\
        end when left = 1 => draw\nstuck => me loses\nallow never_fires";
    assert_eq!(found(&explore(text, EngineKind::Interpret, 10_000)), vec![]);
}

#[test]
fn a_cycle_in_a_game_that_claims_progress_is_shown_all_round() {
    let text = "game \"Walk\"\nplayers A, B\nboard Cell = path(4)\nstate { at: Cell = 1 }\n\
        move go(c in near(at)) when at < 3 or c < at { at = c }\nmove sit when at = 3 { }\n\
        end when at = 4 => me loses\nstuck => me loses\nprogress at\nallow never_fires";
    for engine in [EngineKind::Interpret, EngineKind::Semantics] {
        let report = explore(text, engine, 10_000);
        let round = Some((String::new(), "go 2, go 1".to_string()));
        assert_eq!(found(&report), vec![("Z0813", round)]);
        assert_eq!(report.longest, Longest::Repeats);
    }
}

#[test]
fn a_move_without_progress_that_leads_round_nowhere_is_told_as_such() {
    finds(&sticks(&format!("{TAKE}stuck => draw\nprogress left")), "Z0810", "1");
}

/// All positions by the definition, breadth first: how many, and the moves in all and at most.
fn plainly(semantics: &Semantics<'_>) -> (u64, u64, u64) {
    let (mut met, mut next) = (BTreeSet::new(), vec![semantics.start()]);
    let (mut moves, mut most) = (0, 0);
    while let Some(here) = next.pop() {
        if !met.insert(here.clone()) {
            continue;
        }
        let legal = semantics.legal(&here).expect("no fault");
        moves += legal.len() as u64;
        most = most.max(legal.len() as u64);
        next.extend(legal.iter().map(|choice| semantics.play(&here, choice).expect("no fault")));
    }
    (met.len() as u64, moves, most)
}

/// Plies of the longest play, by trying all.
fn longest(semantics: &Semantics<'_>, here: &Position) -> u64 {
    let legal: Vec<Choice> = match semantics.expand(here).expect("no fault") {
        Expansion::Over(_) => return 0,
        Expansion::Moves(legal) => legal,
    };
    let after = legal.iter().map(|choice| semantics.play(here, choice).expect("no fault"));
    1 + after.map(|after| longest(semantics, &after)).max().unwrap_or(0)
}

#[test]
fn the_summary_is_what_counting_plainly_gives() {
    for (name, few) in [("tic_tac_toe.game", false), ("nim.game", false), ("chopsticks.game", true)] {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join(name);
        let definition = common::load(&path, &[]);
        let prepared = Prepared::new(&definition.program, EngineKind::Interpret).expect("it fits");
        let report = deep::explore(&prepared, usize::MAX, &Limits::default());
        let semantics = Semantics::new(&definition.program);
        assert_eq!((report.positions, report.moves, report.most), plainly(&semantics), "{name}");
        if few {
            assert_eq!(report.longest, Longest::Plies(longest(&semantics, &semantics.start())), "{name}");
        }
    }
}

#[test]
fn nothing_is_found_in_the_library() {
    for path in common::library() {
        let definition = common::load(&path, &[]);
        let prepared = Prepared::new(&definition.program, EngineKind::Interpret).expect("it fits");
        let report = deep::explore(&prepared, 3_000, &Limits::default());
        assert_eq!(found(&report), vec![], "{}", path.display());
        assert!(report.cut.is_some() || report.unseen.is_empty(), "{}", path.display());
    }
}

#[test]
fn a_witness_is_played_again_by_its_moves() {
    let text = sticks("move take(n in 1..2) { left -= n }\nstuck => me loses");
    let definition = common::compile(&text, &[]).expect("no mistakes");
    let prepared = Prepared::new(&definition.program, EngineKind::Interpret).expect("it fits");
    let report = deep::explore(&prepared, 1_000, &Limits::default());
    let witness = report.findings[0].witness.as_ref().expect("a witness");
    let semantics = Semantics::new(&definition.program);
    let error = semantics.read_moves(&semantics.start(), &witness.moves.join(", ")).expect_err("the fault");
    assert!(matches!(error.kind, MoveErrorKind::Broken(_)));
    assert_eq!((error.before, witness.position.turn), (witness.position.clone(), Player::First));
}

#[test]
fn endless_is_asked_where_play_goes_round_and_nowhere_else() {
    let around = |endless: &str| {
        format!(
            "game \"T\"\nplayers A, B\nstate {{ who: Player or none = none, at: 0..3 = 0 }}\n\
             move begin when at = 0 {{ who = me at = 1 }}\nmove go when at > 0 {{ at = at % 3 + 1 }}\nendless => {endless}\n"
        )
    };
    let calm = explore(&around("who wins"), EngineKind::Auto, 1000);
    assert!(calm.findings.is_empty(), "{:?}", found(&calm));
    let nobody = around("who wins").replace("{ at = at", "{ who = none at = at");
    finds(&nobody, "Z0808", "begin, go");
    // Three steps lead back to the cell, and six to the position, since whose turn it is counts.
    let varies = explore(&around("if at = 3 then draw else A wins"), EngineKind::Auto, 1000);
    let round = ["go"; 6].join(", ");
    assert_eq!(found(&varies), vec![("Z0814", Some(("begin".into(), round)))]);
    let note = &varies.findings[0].diagnostic.notes[0];
    assert_eq!(note, "at the position it is `A wins`, and `draw` after 2 plies more");
    let once = explore(&around("if at = 0 then draw else A wins"), EngineKind::Auto, 1000);
    assert!(once.findings.is_empty(), "{:?}", found(&once));
}

/// The least number of moves that leads to each code by the definition alone, over at most so many
/// positions: nothing if there are more.
fn least(semantics: &Semantics<'_>, positions: usize) -> Option<BTreeMap<&'static str, usize>> {
    let mut least = BTreeMap::new();
    let mut met = BTreeSet::from([semantics.start()]);
    let mut level = vec![semantics.start()];
    for depth in 0.. {
        let mut after = Vec::new();
        for here in &level {
            let mut fault = |error: &RuntimeError, moves: usize| {
                let code = error.diagnostic(semantics.program()).code;
                least.entry(code).and_modify(|known: &mut usize| *known = moves.min(*known)).or_insert(moves);
            };
            let legal = match semantics.expand(here) {
                Ok(Expansion::Over(_)) => continue,
                Ok(Expansion::Moves(legal)) => legal,
                Err(error) => {
                    fault(&error, depth);
                    continue;
                }
            };
            if let Err(error) = semantics.texts(here) {
                fault(&error, depth);
            }
            for choice in &legal {
                if let Err(error) = semantics.play(here, choice) {
                    fault(&error, depth + 1);
                }
                after.extend(semantics.advance(here, choice).ok().filter(|next| met.insert(next.clone())));
            }
        }
        if met.len() > positions {
            return None;
        }
        if after.is_empty() {
            break;
        }
        level = after;
    }
    Some(least)
}

/// The definition with another `stuck` rule or none, or with a claim of progress.
fn damaged(text: &str, how: usize) -> String {
    let kept = |line: &&str| !line.starts_with("stuck =>");
    let without: String = text.lines().filter(kept).map(|line| format!("{line}\n")).collect();
    match how % 4 {
        0 => text.to_string(),
        1 => without,
        2 => without + "stuck => pass\n",
        _ => format!("{text}progress n, count(marks)\n"),
    }
}

#[test]
fn on_random_definitions_every_fault_is_found_by_a_shortest_play_on_both_engines() {
    let mut random = common::Random(23);
    let (mut whole, mut faulty) = (0, 0);
    for round in 0..100 {
        let numbers: Vec<u32> = (0..90).map(|_| random.below(1_000_000) as u32).collect();
        let text = damaged(&random::definition(&numbers), round);
        let Ok(definition) = common::compile(&text, &[]) else { continue };
        let report = explore(&text, EngineKind::Interpret, 300);
        assert_eq!(found(&report), found(&explore(&text, EngineKind::Semantics, 300)), "{text}");
        let semantics = Semantics::new(&definition.program);
        if report.cut.is_some() {
            continue;
        }
        let Some(mut least) = least(&semantics, 300) else { continue };
        let mut shortest: BTreeMap<&'static str, usize> = BTreeMap::new();
        for (code, way) in found(&report).iter().rev() {
            // A cell in two sets is no fault.
            if way.is_none() || *code == "Z0949" {
                continue;
            }
            let finding = report.findings.iter().find(|finding| finding.diagnostic.code == *code);
            let witness = finding.and_then(|finding| finding.witness.as_ref()).expect("a witness");
            shortest.insert(code, witness.moves.len());
        }
        if shortest.remove("Z0813").is_some() {
            least.remove("Z0810");
        }
        assert_eq!(shortest, least, "{text}");
        whole += 1;
        faulty += usize::from(!shortest.is_empty());
    }
    assert!(whole >= 50 && faulty >= 20, "{whole} games, {faulty} with faults");
}

#[test]
fn a_piece_that_a_step_takes_off_the_board_is_found_with_the_moves() {
    let walk = |guard: &str| {
        format!(
            "game \"Walk\"\nplayers A, B\nboard Cell = grid(4, 1)\nstate {{ men: set of Cell = {{b1}} }}\n\
             move go(c in men) {guard}{{ men = men - c + east(c) }}\nstuck => me loses\n"
        )
    };
    let report = finds(&walk(""), "Z0924", "b1, c1, d1");
    assert!(report.findings.iter().all(|finding| finding.diagnostic.code == "Z0924"), "{:?}", found(&report));
    assert_eq!(found(&explore(&walk("when east(c) != none "), EngineKind::Interpret, 100)), Vec::new());
    let allowed = walk("") + "allow lost_piece\n";
    assert_eq!(found(&explore(&allowed, EngineKind::Interpret, 100)), Vec::new());
}

#[test]
fn some_is_offered_for_every_where_the_rule_then_decides() {
    let game = |word: &str| {
        format!(
            "game \"Marks\"\nplayers A, B\nboard Cell = grid(2, 1)\nenum Kind {{ high, low }}\n\
             state {{ marks[Kind]: set of Cell }}\n\
             move put(c in Cell - marks[high] - marks[low], k in Kind) {{ marks[k] += c }}\n\
             end when {word} k in Kind: marks[k] = Cell => me loses\nstuck => draw\n"
        )
    };
    let report = explore(&game("every"), EngineKind::Interpret, 1000);
    let dead = report.findings.iter().find(|finding| finding.diagnostic.code == "Z0921").expect("a finding");
    let help = dead.diagnostic.help.as_deref().unwrap_or_default();
    assert!(
        help.contains("With `some` for `every` the rule decides, first after a1 high, b1 high"),
        "{help}"
    );
    let report = explore(&game("some"), EngineKind::Interpret, 1000);
    assert!(!report.findings.iter().any(|finding| finding.diagnostic.code == "Z0921"));
}

#[test]
fn a_cell_in_two_sets_that_are_taken_for_disjoint_is_found_with_the_moves() {
    let steps = |men: &str, body: &str| {
        format!(
            "game \"Steps\"\nplayers A, B\nboard Cell = grid(3, 1)\n\
             state {{ men[Player]: set of Cell = [{{a1}}, {men}], left: 0..3 = 3 }}\n\
             def empty = Cell - men[A] - men[B]\n\
             move go(c in men[me], d in near(c) - men[me]) when left > 0 {{ left -= 1 {body} }}\n\
             end when empty = {{}} => draw\nstuck => me loses\n"
        )
    };
    let report = explore(&steps("{c1}", "men[me] = men[me] - c + d"), EngineKind::Interpret, 10_000);
    let shared =
        report.findings.iter().find(|finding| finding.diagnostic.code == "Z0949").expect("it is found");
    assert_eq!(shared.witness.as_ref().expect("a witness").moves, ["a1 b1", "c1 b1"]);
    let codes = |text: &str| -> Vec<&'static str> {
        found(&explore(text, EngineKind::Semantics, 10_000)).into_iter().map(|(code, _)| code).collect()
    };
    let taken = steps("{c1}", "men[opponent] -= d men[me] = men[me] - c + d");
    assert!(!codes(&taken).contains(&"Z0949"), "{:?}", codes(&taken));
    let both = steps("{a1}", "men[opponent] -= d men[me] = men[me] - c + d");
    assert!(codes(&both).contains(&"Z0949"), "{:?}", codes(&both));
    assert!(!codes(&(both + "allow shared_cell\n")).contains(&"Z0949"));
}

#[test]
fn a_move_without_effect_and_play_that_is_never_over_are_found() {
    let marks = |clear: &str| {
        format!(
            "game \"Marks\"\nplayers A, B\nboard Cell = grid(2, 1)\nstate {{ marked: set of Cell }}\n\
             move mark(c in Cell - marked) {{ marked += c }}\n{clear}\nstuck => me loses\nendless => draw\n"
        )
    };
    never(&marks("move clear(c in Cell - marked) { marked -= c }"), "Z0950");
    let right = marks("move clear(c in marked) when count(marked) < 2 { marked -= c }");
    assert_eq!(found(&explore(&right, EngineKind::Interpret, 100)), Vec::new());
    // A move that passes has an empty body.
    let pass = marks("move wait when count(marked) = 1 { }");
    assert_eq!(found(&explore(&pass, EngineKind::Interpret, 100)), Vec::new());
    let round = "game \"Steps\"\nplayers A, B\nboard Cell = path(4)\nstate { at: Cell = 1 }\n\
        move go(c in near(at)) { at = c }\nstuck => me loses\nendless => draw\n";
    never(round, "Z0951");
}
