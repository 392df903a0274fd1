//! Where play is proved to end, it does, and each condition of a proof is needed.

mod common;
mod random;
#[path = "ends/stores.rs"]
mod stores;

use common::facts::{each_alone, games, program};
use common::rising::refuted;
use std::collections::{BTreeMap, HashSet};
use zug_analysis::Ends;
use zug_lang::program::Program;
use zug_lang::semantics::{Expansion, Position, Semantics};

/// Whether play is proved to end.
fn proved(program: &Program) -> bool {
    matches!(zug_analysis::ends(program), Ends::Proven { .. })
}

/// The words of the proof that play of a definition ends.
fn proof(text: &str) -> String {
    match zug_analysis::ends(&program(text)) {
        Ends::Proven { words, .. } => words,
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_move_increases_the_sums_by_which_play_is_proven_to_end() {
    for (name, program) in games() {
        let ends = zug_analysis::ends(&program);
        if !matches!(ends, Ends::Proven { .. }) {
            continue;
        }
        let game = Semantics::new(&program);
        for seed in 0..20 {
            let mut random = common::Random(seed);
            let mut seen = HashSet::new();
            let mut position = game.start();
            while let Ok(Expansion::Moves(moves)) = game.expand(&position) {
                assert!(seen.insert(position.clone()), "{name}: {position:?}");
                let choice = &moves[random.below(moves.len())];
                match game.play(&position, choice) {
                    Ok(next) => {
                        assert_eq!(refuted(&program, &ends, choice, (&position, &next)), None, "{name}");
                        position = next;
                    }
                    Err(error) => panic!("{name}: {}", error.diagnostic(&program).message),
                }
            }
        }
    }
}

/// A pass is a move too, and so is a followup: the sentence leaves out those that the proof does
/// not need.
#[test]
fn the_proof_in_words_speaks_of_the_moves_that_it_is_about() {
    let words = |rest: &str| {
        let text = format!(
            "game \"Words\"\nplayers A, B\nstate {{ left: 0..9 = 9, done: bool }}\n\
             move take when left > 1 {{ left -= 1 again with stop }}\n{rest}\n"
        );
        proof(&text)
    };
    let stuck = "stuck => me loses";
    assert_eq!(words(&format!("followup stop {{ left -= 1 }}\n{stuck}")), "every move lowers `left`");
    assert_eq!(words(&format!("followup stop {{ }}\n{stuck}")), "every move but a followup lowers `left`");
    let pass = "stuck => if stuck(opponent) then draw else pass";
    assert_eq!(
        words(&format!("followup stop {{ left -= 1 }}\n{pass}")),
        "every move but a pass lowers `left`"
    );
    let both = words(&format!("followup stop {{ }}\n{pass}"));
    assert_eq!(both, "every move but a pass or a followup lowers `left`");
}

/// Whether some position can come again, looked for among at most so many; nothing where there are
/// more, or a promise is broken.
fn can_repeat(program: &Program, most: usize) -> Option<bool> {
    let game = Semantics::new(program);
    let mut next: BTreeMap<Position, Vec<Position>> = BTreeMap::new();
    let mut open = vec![game.start()];
    while let Some(position) = open.pop() {
        if next.contains_key(&position) {
            continue;
        }
        if next.len() >= most {
            return None;
        }
        let moves = match game.expand(&position).ok()? {
            Expansion::Moves(moves) => moves,
            Expansion::Over(_) => Vec::new(),
        };
        let after: Option<Vec<Position>> = moves.iter().map(|each| game.play(&position, each).ok()).collect();
        let after = after?;
        open.extend(after.iter().cloned());
        next.insert(position, after);
    }
    // Positions from which play must end are taken away until none is left, or only such as lead to
    // each other.
    loop {
        let ended: Vec<Position> = next
            .iter()
            .filter(|(_, after)| !after.iter().any(|to| next.contains_key(to)))
            .map(|(at, _)| at.clone())
            .collect();
        if ended.is_empty() {
            return Some(!next.is_empty());
        }
        for position in ended {
            next.remove(&position);
        }
    }
}

#[test]
fn no_random_definition_is_proven_to_end_in_which_a_position_comes_again() {
    let mut random = common::Random(23);
    let (mut proven, mut repeating) = (0, 0);
    for turn in 0..500 {
        let numbers: Vec<u32> = (0..110).map(|_| random.below(1_000_000) as u32).collect();
        let text = random::by_turns(turn, &numbers);
        let Ok(definition) = common::compile(&text, &[]) else { continue };
        let ends = zug_analysis::ends(&definition.program);
        match (ends, can_repeat(&definition.program, 400)) {
            (Ends::Proven { words, .. }, Some(repeats)) => {
                assert!(!repeats, "{words}\n{text}");
                proven += 1;
            }
            (_, Some(true)) => repeating += 1,
            _ => {}
        }
    }
    assert!(proven >= 10 && repeating >= 10, "{proven} proven, {repeating} that repeat");
}

/// What stands between the players and the endings of a game of two men on a board.
fn two_men(rest: &str) -> Ends {
    let text = format!(
        "game \"Men\" players A, B board Cell = grid(3, 3) \
         state {{ at[Player]: Cell = [a1, c3], left: set of Cell = Cell, been: set of Cell, men[Player]: set of Cell = [{{a1}}, {{c3}}] }} \
         def free = left - at[A] - at[B] def flights(c: Cell, over: set of Cell) = union(d in compass: run(c, d, over)) \
         def empty = Cell - men[A] - men[B] - been \
         {rest} stuck => me loses"
    );
    let definition = common::compile(&text, &[]).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    zug_analysis::ends(&definition.program)
}

#[test]
fn what_is_taken_out_of_a_set_is_known_to_be_in_it() {
    for proven in [
        // A man always stands on a cell that is left, and no two on one.
        "move go(c in near(at[me]) & free, x in free + at[me] - c) { at[me] = c left -= x }",
        // A man never stands where one has been.
        "move go(c in near(at[me]) - been - at[opponent]) { been += at[me] at[me] = c }",
        // An arrow flies over empty cells, or onto the one that was left.
        "move go(a in men[me], c in flights(a, empty), x in flights(c, empty + a)) { men[me] = men[me] - a + c been += x }",
        // What is reached from a cell holds the cell.
        "move go(c in left) { left -= reach(c, left) }",
    ] {
        assert!(matches!(two_men(proven), Ends::Proven { .. }), "{proven}: {:?}", two_men(proven));
    }
}

#[test]
fn what_may_not_be_in_a_set_proves_nothing() {
    for unproven in [
        // The other's cell may be taken, and then he stands on none that is left.
        "move go(c in near(at[me]) & free, x in free + at[opponent] - c) { at[me] = c left -= x }
         move stay(x in {at[me]}) { left -= x }",
        // He may come back to where he was: only the cell of the other is noted.
        "move go(c in near(at[me]) - been) { been += at[opponent] at[me] = c }",
        // Onto the cell on which the piece stands now, again and again.
        "move go(a in men[me], c in flights(a, empty)) { men[me] = men[me] - a + c been = been - a + c }",
        // A cell that is not reached at once may be out of what is left.
        "move go(c in Cell) { left -= reach(c, left) }",
    ] {
        assert!(matches!(two_men(unproven), Ends::Unproven { .. }), "{unproven}: {:?}", two_men(unproven));
    }
}

#[test]
fn two_that_leave_a_set_count_twice_only_where_they_surely_differ() {
    let jump = "game \"Pegs\" players A, B board C = grid(4, 4) state { pegs: set of C = C - a1 }
        move jump(c in pegs, d in orthogonal) when step(c, d) in pegs and step(c, d, 2) in C - pegs {
          pegs = pegs - c - step(c, d) + step(c, d, 2)
        }
        stuck => me loses";
    assert_eq!(proof(jump), "every move lowers the number of members of `pegs`");
    each_alone(
        jump,
        &proved,
        &[
            // The cell behind the next one may be any.
            ("step(c, d) in pegs and", ""),
            // What enters is not known to be one cell, or it enters where a peg left.
            ("+ step(c, d, 2)", "+ step(c, d, 2) + step(c, d)"),
            ("+ step(c, d, 2)", "+ near(c)"),
        ],
    );
    let pair = "game \"Pairs\" players A, B board C = ring(4) state { pegs: set of C = C - 1 }
        move join(c in pegs, e in pegs, to in C - pegs) when c != e { pegs = pegs - c - e + to }
        stuck => me loses";
    assert!(proved(&program(pair)));
    // Both may be one peg, which moves for ever.
    each_alone(pair, &proved, &[("when c != e", "")]);
}

#[test]
fn a_followup_may_leave_the_sums_only_where_it_cannot_come_again_by_followups_alone() {
    let hops = "game \"Hops\" players A, B state { left: 0..9 = 9, done: bool }
        move take when left > 1 { left -= 1 again with on or stop }
        followup on when left > 1 { left -= 1 again with on or stop }
        followup stop { done = not done }
        stuck => me loses";
    assert_eq!(proof(hops), "every move but a followup lowers `left`");
    each_alone(
        hops,
        &proved,
        &[
            ("{ done = not done }", "{ done = not done again with stop }"),
            ("{ done = not done }", "{ done = not done again with back } followup back { again with stop }"),
            ("followup on when left > 1 { left -= 1", "followup on when left > 1 {"),
        ],
    );
}

#[test]
fn a_number_changed_by_none_is_there_no_more() {
    // The two moves undo each other for ever: 1 / z is `none`, and so is what it is added to.
    let text = "game \"Given\" players A, B state { x: 0..3 or none, y: 0..3, z: 0..1 }
        move give when x = none { x = 0 y = 0 }
        move lose when x != none and y < 3 { x += 1 / z y += 1 }
        stuck => me loses";
    let definition = common::compile(text, &[]).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    assert_eq!(can_repeat(&definition.program, 100), Some(true));
    assert!(matches!(zug_analysis::ends(&definition.program), Ends::Unproven { .. }));
}

#[test]
fn the_turn_proves_an_end_only_where_every_condition_holds() {
    let base = "game \"Chase\" players Keeper, Cat board C = grid(3, 3) state { cat: C = b2, full: set of C }
        move fill(c in C - full - cat) when me = Keeper { full += c }
        move run(c in near(cat) - full) when me = Cat { cat = c }
        stuck => me loses";
    assert_eq!(
        proof(base),
        "every move increases the number of members of `full`, or leaves it and gives the turn to Keeper"
    );
    each_alone(
        base,
        &proved,
        &[
            // A pass hands over the turn, and the other player goes round.
            ("stuck => me loses", "stuck => if stuck(opponent) then draw else pass"),
            // Who leaves the sum keeps the turn.
            ("{ cat = c }", "{ cat = c again when c = a1 }"),
            ("{ cat = c }", "{ cat = c again with run(b2) }"),
            // Both players have moves that leave it.
            ("when me = Cat", ""),
            ("stuck =>", "move wait when me = Keeper { } stuck =>"),
            // A move takes from the sum.
            ("{ cat = c }", "{ cat = c full -= a1 }"),
            ("{ full += c }", "{ full = full - a1 + c }"),
        ],
    );
}

const WAYS: &str = "game \"Ways\" players A, B board C = grid(3, 3)
    state { at: C = a1, men: set of C = {c3}, home: C = a1, been: bool }
    move go(c in near(at, {north, west}) - men) { at = c }
    move step_to(m in men, c in C - men) when c.y <= m.y and c.x > m.x - 1 and c != m { men = men - m + c }
    stuck => me loses";

#[test]
fn choices_that_go_one_way_prove_an_end_only_where_every_condition_holds() {
    let words = proof(WAYS);
    for piece in ["at", "men"] {
        assert!(words.contains(&format!("how far `{piece}` is on its way")), "{words}");
    }
    each_alone(
        WAYS,
        &proved,
        &[
            // Steps lead back to where they began, one by one or several together.
            ("{north, west}", "{north, west, south}"),
            ("c.y <= m.y and", ""),
            ("and c != m", ""),
            ("grid(3, 3)", "torus(3, 3)"),
            ("near(at, {north, west}) - men", "C - men"),
            ("stuck =>", "move back(c in near(at, {south})) { at = c } stuck =>"),
            ("stuck =>", "move back { men = {c3} } stuck =>"),
            // The condition that goes one way need not hold.
            ("c.y <= m.y and c.x > m.x - 1", "(c.y <= m.y and c.x > m.x - 1 or been)"),
            ("c.y <= m.y and c.x > m.x - 1", "not (c.y > m.y and c.x > m.x - 1 and been)"),
            ("near(at, {north, west}) - men", "(if been then near(at, {north, west}) else near(at))"),
            // What is stored is not what was chosen, or not where it was chosen from.
            ("{ at = c }", "{ at = c if been { at = a1 } }"),
            ("men - m + c", "men - c + m"),
            ("men - m + c", "men + c - c"),
            // It leads on from another entry, or from one that may hold nothing.
            ("near(at, {north, west}) - men", "near(home, {north, west}) - men"),
            ("at: C = a1", "at: C or none = a1"),
        ],
    );
}

#[test]
fn a_choice_goes_one_way_in_whatever_words() {
    let chases = [
        "(m in men, c in near(m, {southeast, southwest}) & empty) when me = B",
        "(m in men, c in {southeast(m), southwest(m)} & empty) when me = B",
        "(m in men, c in ahead(m) & empty) when me = B",
        "(m in men, c in empty) when me = B and c in ahead(m)",
        "(c in empty, m in men) when me = B and (c = southeast(m) or c = southwest(m))",
        "(m in men, c in empty) when me = B and c.y < m.y",
        "(m in men, c in { x in empty where x.y < m.y }) when me = B",
        "(m in men, c in { step(m, d) for d in {south, southwest} where step(m, d) in empty }) when me = B",
        "(m in men, c in run(m, south, empty)) when me = B",
        "(m in men, c in empty) when me = B and lower(c, m)",
    ];
    for chase in chases {
        let text = format!(
            "game \"Chase\" players A, B board C = grid(4, 4)
            state {{ fox: C = b1, men: set of C = {{ c in C where c.y = 4 }} }}
            def empty = C - fox - men
            def ahead(m: C) = near(m, {{southeast, southwest}})
            def lower(c: C, m: C) = c.y < m.y
            move run_to(c in near(fox) & empty) when me = A {{ fox = c }}
            move chase{chase} {{ men = men - m + c }}
            stuck => me loses"
        );
        let ends = zug_analysis::ends(&program(&text));
        assert!(matches!(ends, Ends::Proven { .. }), "{chase}: {ends:?}");
    }
}

#[test]
fn a_table_that_may_hold_nothing_is_no_way_on() {
    // What stands in a table at one of the cells that `c` may be is `none`, so two terms may be one
    // element, or one of them none.
    let men = "game \"Back\" players A, B board Cell = grid(6, 2)
        let back[c: Cell]: Cell or none = if c.y = 1 and c.x < 6 then Cell(c.x + 1, 1) else none
        state { men: set of Cell = { b1 } n: 0..1 = 0 }
        move b(m in men, c in Cell) when n = 0 and m.y = 1 and c.x = m.x - 1 { men = men - m + back[c] n = 1 }
        move a(m in {b1, c1, d1}) when n = 1 and m not in men { men = men + m n = 0 }
        move f(m in men, c in Cell - men) when c.x = m.x + 1 and m.y = 1 and c.y = 1 { men = men - m + c }
        stuck => A wins";
    let program = program(men);
    assert!(can_repeat(&program, 400) == Some(true));
    assert!(matches!(zug_analysis::ends(&program), Ends::Unproven { .. }));
}

#[test]
fn choices_that_are_dear_to_relate_are_left_alone() {
    for guard in [
        "count(x in Cell, y in Cell where x.x + y.x = c.x + at.x) > 0",
        "c in { x in Cell where some y in Cell: some z in Cell: y.x + z.x = x.x + at.x }",
    ] {
        let text = format!(
            "game \"Dear\" players A, B board Cell = grid(12, 12) state {{ at: Cell = a1 }}
            move go(c in Cell) when c.y > at.y and {guard} {{ at = c }} stuck => me loses"
        );
        // Play ends, which is proved without that condition; with it a proof would take minutes.
        let ends = zug_analysis::ends(&program(&text));
        assert!(matches!(ends, Ends::Unproven { .. }), "{ends:?}");
        let plain = text.replace(&format!(" and {guard}"), "");
        assert!(matches!(zug_analysis::ends(&program(&plain)), Ends::Proven { .. }), "{plain}");
    }
}

const PAINTED: &str = "game \"Painted\" players A, B enum Colour { red, blue, white } range I = 1..4
    state { c[I]: Colour = red, turns: 0..9 }
    move paint(i in I, j in I) when c[i] != white and c[j] = red { c[i] = white }
    move swap(i in I) when c[i] = red { c[i] = blue }
    stuck => me loses";

#[test]
fn counts_of_single_values_prove_an_end_only_where_every_condition_holds() {
    let words = proof(PAINTED);
    assert!(words.contains("the number of values in `c` that are `white`"), "{words}");
    each_alone(
        PAINTED,
        &proved,
        &[
            // The entry that is stored to does not hold the value yet.
            ("c[i] != white and", ""),
            ("{ c[i] = white }", "{ c[j] = white c[i] = white c[j] = red }"),
            ("{ c[i] = white }", "{ c[j] = c[i] c[j] = red }"),
            // It holds the value afterwards.
            ("{ c[i] = white }", "{ if j > i { c[i] = white } }"),
            ("{ c[i] = white }", "{ c[i] = c[j] }"),
            // No other move takes the value away.
            (
                "move swap(i in I) when c[i] = red { c[i] = blue }",
                "move swap(i in I) when c[i] = white { c[i] = red }",
            ),
            // Two values do not change into each other.
            ("stuck =>", "move back(i in I) when c[i] = blue { c[i] = red } stuck =>"),
            // A loop that may make no pass, or may make what was painted something else.
            ("{ c[i] = white }", "{ for k in I where k > j { c[k] = white } }"),
            ("{ c[i] = white }", "{ c[i] = white for k in I where k != i { c[k] = red } }"),
        ],
    );
}

#[test]
fn a_loop_makes_all_its_passes_only_over_a_constant_set_without_a_condition() {
    let base = "game \"Both\" players A, B range Pile = 1..2 state { left[Pile]: 0..9 = 7 few: set of Pile = {1} }
        move both(k in 1..2) when every p in Pile: left[p] >= k { for p in Pile { left[p] -= k } few = few + 2 }
        stuck => if few = {} then draw else me loses";
    let recognized = |program: &Program| matches!(zug_analysis::ends(program), Ends::Proven { .. });
    each_alone(
        base,
        &recognized,
        &[
            // A condition may skip every pass.
            ("for p in Pile {", "for p in Pile where left[p] > 5 {"),
            // A set that is not constant may be empty.
            ("for p in Pile {", "for p in few {"),
            ("for p in Pile {", "for p in Pile, q in few {"),
            ("for p in Pile {", "for p in Pile & {3} {"),
            // What a pass takes may be nothing.
            ("k in 1..2", "k in 0..2"),
            // One pass may give back.
            ("left[p] -= k", "left[p] -= if p = 1 then k else -k"),
        ],
    );
}

/// What follows from a condition on one way through a move is no law of another way.
#[test]
fn a_bound_of_one_way_is_no_law_of_another() {
    let text = |first: &str| {
        format!(
            "game \"Ways\" players A, B board Spot = path(9)
            state {{ done: set of Spot, left: 0..2 = 2, seen: 0..1, n: 0..9 = 1 }}
            move m(k in Spot - done) when left > 0 {{
              {first}
              if k in reach(1, {{ j in Spot where j <= 2 }}) {{ done += 1 }} else {{ left -= 1 }}
            }}
            stuck => me loses"
        )
    };
    for first in ["", "if k > 2 { seen = 0 }", "if n > 3 { seen = 0 }", "if k > 2 and n > 3 { seen = 0 }"] {
        assert!(!proved(&program(&text(first))), "{first}");
    }
    let union = "game \"Union\" players A, B board Cell = path(2) range K = 1..5
        state { put[K]: set of Cell, left: 0..2 = 1, seen: 0..1, n: 0..9 = 1 }
        move m(c in Cell) when left > 0 {
          if n > 3 { seen = 0 }
          if c in union(j in K where j <= n: put[j]) { left -= 1 } else { put[2] += c }
        }
        stuck => me loses";
    assert!(!proved(&program(union)));
}
