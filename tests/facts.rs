//! What is proven about the games in `games/` holds when they are played.

mod common;
mod random;

use common::facts::{each_alone, program};
use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;
use zug_analysis::Ends;
use zug_lang::program::Program;
use zug_lang::semantics::{Expansion, Position, Semantics};
use zug_lang::source::FileId;

/// Every game, with its name.
fn games() -> Vec<(String, Program)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("games");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .map(|entries| entries.filter_map(|entry| Some(entry.ok()?.path())).collect())
        .unwrap_or_default();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "game"));
    files.sort();
    files.iter().map(read).collect()
}

fn read(path: &PathBuf) -> (String, Program) {
    let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let text = std::fs::read_to_string(path).expect("the file can be read");
    let (game, _) = zug_lang::syntax::parse(FileId::DEFINITION, &text);
    let checked = zug_lang::check::check(&game, &[]);
    let program = checked.program.unwrap_or_else(|| panic!("{name}: {:?}", checked.diagnostics));
    (name, program)
}

#[test]
fn no_position_comes_again_where_play_is_proven_to_end() {
    for (name, program) in games() {
        if !matches!(zug_analysis::ends(&program), Ends::Proven { .. }) {
            continue;
        }
        let game = Semantics::new(&program);
        for seed in 0..20 {
            let mut random = common::Random(seed);
            let mut seen = HashSet::new();
            let mut position = game.start();
            while let Ok(Expansion::Moves(moves)) = game.expand(&position) {
                assert!(seen.insert(position.clone()), "{name}: {position:?}");
                match game.play(&position, &moves[random.below(moves.len())]) {
                    Ok(next) => position = next,
                    Err(error) => panic!("{name}: {}", error.diagnostic(&program).message),
                }
            }
        }
    }
}

#[test]
fn outcomes_lie_within_their_bounds() {
    for (name, program) in games() {
        let (low, high) = zug_analysis::range(&program);
        let game = Semantics::new(&program);
        for seed in 0..20 {
            let mut random = common::Random(seed);
            let mut position = game.start();
            for _ in 0..200 {
                match game.expand(&position) {
                    Ok(Expansion::Moves(moves)) => {
                        let choice = &moves[random.below(moves.len())];
                        position = game.play(&position, choice).expect("a legal move can be played");
                    }
                    Ok(Expansion::Over(payoff)) => {
                        assert!((low..=high).contains(&payoff), "{name}: {payoff} in {low}..{high}");
                        assert!(payoff != 0 || zug_analysis::can_be_drawn(&program), "{name} was drawn");
                        break;
                    }
                    Err(error) => panic!("{name}: {}", error.diagnostic(&program).message),
                }
            }
        }
    }
}

/// Whether some position can come again, looked for among at most so many; nothing where there are more, or a promise is broken.
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
    // Positions from which play must end are taken away until none is left, or only such as lead to each other.
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

const LINES: &str = "game \"Lines\" players A, B board Cell = grid(3, 2) family Line of Cell = lines(Cell, 3)
    state { men[Player]: set of Cell = [{}, {}] }
    def empty = Cell - men[A] - men[B]
    move put(c in empty) when south(c) not in empty { men[me] += c }
    end for p in Player when some l in Line: l <= men[p] => p wins
    stuck => draw";

#[test]
fn a_line_game_is_recognized_only_where_every_condition_holds() {
    let recognized = |program: &Program| zug_analysis::positional_game(program).is_some();
    each_alone(
        LINES,
        &recognized,
        &[
            // One move, with one parameter, and nothing is asked for.
            ("stuck =>", "move more(c in empty) { men[me] += c } stuck =>"),
            ("(c in empty) when", "(c in empty, d in {north}) when"),
            // All it does is to put the element into the mover's set, and the turn passes.
            ("men[me] += c", "men[opponent] += c"),
            ("men[me] += c", "men[me] = men[me] + c"),
            ("men[me] += c", "men[me] += c again"),
            ("men[me] += c", "men[me] += c men[opponent] -= c"),
            ("{ men[me] += c }", "{ men[me] += c } provided men[me] != {a1}"),
            ("stuck =>", "progress count(men[A]) + count(men[B]) stuck =>"),
            // What is placed is one set for each player.
            ("men[Player]: set of Cell =", "men[Player]: set of Cell or none ="),
            // The element is free, and the same for both.
            ("(c in empty)", "(c in Cell - men[me])"),
            ("(c in empty)", "(c in Cell - men[opponent])"),
            // A condition on what is taken says that something is not free any more, and there is one.
            ("south(c) not in empty", "south(c) in empty"),
            ("south(c) not in empty", "south(c) not in men[me]"),
            ("south(c) not in empty", "south(c) not in empty and west(c) not in empty"),
            // One rule says that whoever holds a whole line wins, of both players alike.
            ("stuck =>", "end when men[A] = {a1} => draw stuck =>"),
            ("for p in Player", "for p in {A}"),
            ("=> p wins", "=> p loses"),
            ("l <= men[p]", "l < men[p]"),
            ("l <= men[p]", "l & men[p] != {}"),
            ("some l in Line: l <= men[p]", "a2 not in men[B] and (some l in Line: l <= men[p])"),
            ("some l in Line:", "some l in { x in Line where a1 not in men[A] }:"),
            // Outcomes are won and lost, and being stuck is a draw.
            ("=> p wins", "=> 1 to p"),
            ("stuck => draw", "stuck => me loses"),
            // Who begins holds no line, and nothing belongs to both.
            ("[{}, {}]", "[{a1, b1, c1}, {}]"),
            ("[{}, {}]", "[{b1}, {b1}]"),
        ],
    );
}

const BOXES: &str = "game \"Boxes\" players A, B board Dot = grid(3, 2)
    family Edge of Dot = { {d, east(d)} for d in Dot } + { {d, north(d)} for d in Dot }
    family Box  of Dot = { {d, east(d), north(d), northeast(d)} for d in Dot }
    state { drawn: set of Edge, more: set of Edge, points[Player]: 0..2, spare: 0..2 }
    def sides(b: Box) = { e in Edge where e <= b }
    move draw(e in Edge - drawn) {
      drawn += e
      let n = count(b in Box where e <= b and sides(b) <= drawn)
      points[me] += n
      again when n > 0
    }
    stuck => points[A] - points[B] to A";

#[test]
fn things_completed_for_points_are_recognized_only_where_every_condition_holds() {
    let recognized = |program: &Program| zug_analysis::box_completion(program).is_some();
    each_alone(
        BOXES,
        &recognized,
        &[
            // One element from outside of a field without indexes, put in before anything else.
            ("(e in Edge - drawn)", "(e in Edge)"),
            ("(e in Edge - drawn)", "(e in Edge - drawn, d in {north})"),
            ("(e in Edge - drawn)", "(e in Edge - more)"),
            ("drawn += e", "drawn = drawn + e"),
            ("drawn += e", "spare = 0 drawn += e"),
            // What is gained is a count, by the mover, once; and nothing else is stored.
            ("points[me] += n", "points[opponent] += n"),
            ("points[me] += n", "points[me] += 2 * n"),
            ("points[me] += n", "points[me] += n points[me] += n"),
            ("points[me] += n", "points[me] += n more += e"),
            ("points[me] += n", "points[me] += n drawn -= e"),
            ("again when n > 0", "if n > 0 { again }"),
            // Of members of a constant family, of which each needs the element and is complete with it.
            ("b in Box where", "b in { x in Box where sides(x) <= more } where"),
            ("e <= b and", "e & b != {} and"),
            ("where e <= b and sides(b) <= drawn)", "where sides(b) <= drawn)"),
            ("sides(b) <= drawn)", "(sides(b) <= drawn or e <= b))"),
            ("sides(b) <= drawn)", "sides(b) <= drawn and me = A)"),
            ("sides(b) <= drawn)", "sides(b) <= drawn and {Edge(a1, b1)} <= more)"),
            // Nothing refuses a move afterwards, nothing is asked for, and every move counts the same.
            ("stuck =>", "provided points[me] != 1 stuck =>"),
            ("again when n > 0", "again with rest"),
            ("stuck =>", "move rest { spare += 1 } stuck =>"),
        ]
        .map(|(from, to)| {
            if to == "again with rest" {
                ("again when n > 0\n    }", "again with rest } followup rest { }")
            } else {
                (from, to)
            }
        }),
    );
    let same = "stuck => points[A]";
    let more = "move more(e in Edge - drawn) { drawn += e let n = count(b in {Box(a1, b1, a2, b2)} where e <= b and sides(b) <= drawn)
        points[me] += n } stuck => points[A]";
    each_alone(BOXES, &recognized, &[(same, more)]);
}

#[test]
fn nothing_but_points_matters_only_where_every_condition_holds() {
    let recognized = |program: &Program| {
        zug_analysis::box_completion(program).is_some_and(|fact| fact.subset_play.is_some())
    };
    // A number that nothing changes would only add up, too.
    let base = BOXES.replace(", spare: 0..2", "");
    each_alone(
        &base,
        &recognized,
        &[
            ("(e in Edge - drawn) {", "(e in Edge - drawn) when drawn != {Edge(a1, b1)} {"),
            ("stuck =>", "end when drawn = Edge => points[A] - points[B] to A stuck =>"),
            ("stuck =>", "progress count(drawn) stuck =>"),
            ("again when n > 0", "again when n > 1"),
            ("again when n > 0", "again when n > 0 again when n > 1"),
            ("points[A] - points[B] to A", "points[B] - points[A] to A"),
            ("points[A] - points[B] to A", "2 * points[A] - 2 * points[B] to A"),
            ("points[A] - points[B] to A", "points[A] - points[B] + 1 to A"),
            ("points[Player]: 0..2", "points[Player]: 0..1"),
            ("e <= b and", "e <= b and e != Edge(a1, b1) and"),
        ],
    );
}

#[test]
fn points_add_up_only_where_every_condition_holds() {
    let recognized = |program: &Program| {
        let found = zug_analysis::additive(program).map(|fact| fact.fields).unwrap_or_default();
        found.iter().any(|(field, _)| program.fields[field.index()].name == "points")
    };
    each_alone(
        BOXES,
        &recognized,
        &[
            // Outcomes are points; the field holds integers that are always there.
            ("points[A] - points[B] to A", "if drawn = Edge then draw else me wins"),
            ("points[Player]: 0..2", "points[Player]: 0..2 or none = 0"),
            // It is written to by adding alone.
            ("points[me] += n", "points[me] = points[me] + n"),
            // Nothing reads it.
            ("(e in Edge - drawn) {", "(e in Edge - drawn) when points[me] < 2 {"),
            ("(e in Edge - drawn)", "(e in Edge - drawn, k in 0..points[me])"),
            ("(e in Edge - drawn) {", "(e in Edge - drawn) as \"{e.1} {e.2} {points[me]}\" {"),
            ("again when n > 0", "again when points[me] > 1"),
            ("again when n > 0", "spare = points[me]"),
            ("again when n > 0", "let k = points[opponent] spare = k"),
            ("stuck =>", "provided points[opponent] < 2 stuck =>"),
            ("stuck =>", "end when points[A] = 2 => points[A] - points[B] to A stuck =>"),
            ("stuck =>", "progress 10 * count(drawn) + points[A] * points[B] stuck =>"),
            ("to A", "to (if points[A] = 0 then A else B)"),
            (
                "points[A] - points[B] to A",
                "if points[A] > 1 then points[A] - points[B] to A else points[A] - points[B] to A",
            ),
            // Each entry is worth the same at every outcome.
            ("points[A] - points[B] to A", "points[A] - points[B] to me"),
            ("points[A] - points[B] to A", "points[A] * points[B] to A"),
            ("stuck =>", "end when drawn = Edge => 2 * points[A] - points[B] to A stuck =>"),
            ("stuck =>", "end when drawn = Edge => draw stuck =>"),
            // No play takes it out of its bounds, and no sum out of the limit.
            ("points[Player]: 0..2", "points[Player]: 0..1"),
            ("points[Player]: 0..2", "points[Player]: 0..2 = 1"),
            ("points[Player]: 0..2", "points[Player]: 0..9007199254740000"),
        ],
    );
    // Play without end would be worth 0, whatever was gained.
    let round = "game \"Round\" players A, B state { at: 0..1, left: 0..2 = 2, points[Player]: 0..2 }
        move go { at = 1 - at } move gain when left > 0 { left -= 1 points[me] += 1 }
        endless => points[A] - points[B] to A";
    each_alone(
        round,
        &recognized,
        &[("endless => points[A] - points[B] to A", "stuck => points[A] - points[B] to A")],
    );
}

const STORES: &str = "game \"Stores\" players A, B board Pit = ring(6) let store[Player] = [3, 6]
    let own[Player] = [{1, 2}, {4, 5}]
    state { seeds[p: Pit]: 0..8 = if p = store[A] or p = store[B] then 0 else 2, spare: 0..8, more: 0..8 = 8 }
    move sow(p in own[me]) when seeds[p] > 0 {
      let hand = seeds[p]
      var q = p
      seeds[p] = 0
      repeat hand { q = forward(q) if q = store[opponent] { q = forward(q) } seeds[q] += 1 }
      if q in own[me] and seeds[q] = 1 { seeds[store[me]] += seeds[6 - q] + 1 seeds[q] = 0 seeds[6 - q] = 0 }
      for x in own[A] { let third = seeds[x] / 3 seeds[store[A]] += third seeds[x] -= third }
      again when q = store[me]
    }
    end when seeds[1] + seeds[2] = 0 => seeds[store[A]] - seeds[store[B]] to A
    stuck => seeds[store[A]] - seeds[store[B]] + sum(x in own[A]: seeds[x]) to A
    progress seeds[3] + seeds[6], sum(x in Pit: x * seeds[x])";

#[test]
fn stores_among_pits_add_up_only_where_every_condition_holds() {
    let recognized = |program: &Program| {
        let fact = zug_analysis::additive(program);
        fact.is_some_and(|fact| fact.names(program).iter().any(|name| name.starts_with("seeds[")))
    };
    let found = zug_analysis::additive(&program(STORES)).expect("the stores");
    assert_eq!(found.names(&program(STORES)), ["seeds[3]", "seeds[6]"]);
    each_alone(
        STORES,
        &recognized,
        &[
            // Integers that are always there.
            ("seeds[p: Pit]: 0..8", "seeds[p: Pit]: 0..8 or none"),
            // No statement sets it, or takes from it; an index that may mean it is none that does not.
            ("again when", "seeds[store[A]] = seeds[store[A]] seeds[store[B]] = 0 again when"),
            ("seeds[store[me]] += seeds[6 - q] + 1", "seeds[store[me]] += 1 seeds[store[me]] -= 1"),
            ("seeds[q] += 1 }", "seeds[q] += 1 seeds[q] = 1 }"),
            // Nothing depends on it: guards, sets, notations, conditions, loops, locals, entries, indexes.
            ("when seeds[p] > 0 {", "when seeds[p] > 0 and seeds[store[me]] < 5 {"),
            ("(p in own[me])", "(p in own[me], k in 0..seeds[store[me]])"),
            ("(p in own[me])", "(p in { x in Pit where x in own[me] or seeds[x] > 7 })"),
            ("when seeds[p] > 0 {", "when seeds[p] > 0 as \"{p} {seeds[store[me]]}\" {"),
            ("if q in own[me] and seeds[q] = 1 {", "if seeds[q] = 1 {"),
            ("if q in own[me] and seeds[q] = 1 {", "if q in own[me] or seeds[store[me]] = 1 {"),
            ("repeat hand {", "repeat min(hand, seeds[store[me]] + 1) {"),
            ("for x in own[A] {", "for x in { y in Pit where seeds[y] > 1 } & own[A] {"),
            (
                "again when",
                "for x in own[A] where seeds[store[B]] + seeds[store[A]] > x { spare = 1 } again when",
            ),
            ("again when", "var k = 0 k += seeds[store[A]] + seeds[store[B]] spare = min(k, 1) again when"),
            ("again when", "let k = seeds[store[A]] + seeds[store[B]] spare = min(k, 1) again when"),
            ("again when", "spare = seeds[store[me]] again when"),
            ("again when q = store[me]", "again when q = store[me] and seeds[q] > 1"),
            ("+= seeds[6 - q] + 1", "+= min(seeds[store[me]], seeds[6 - q])"),
            ("again when", "seeds[forward(seeds[store[me]])] += 0 again when"),
            ("end when", "provided seeds[store[opponent]] < 8 end when"),
            ("stuck =>", "end when seeds[store[me]] = 8 => seeds[store[A]] - seeds[store[B]] to A stuck =>"),
            (
                "stuck =>",
                "end for x in { y in Pit where seeds[y] = 8 } when true => seeds[store[A]] - seeds[store[B]] to A stuck =>",
            ),
            ("to A\n    stuck", "to (if seeds[store[A]] + seeds[store[B]] = 0 then A else B)\n    stuck"),
            (
                "seeds[store[A]] - seeds[store[B]] to A",
                "if seeds[store[me]] > 1 then seeds[store[A]] - seeds[store[B]] to A else seeds[store[A]] - seeds[store[B]] to A",
            ),
            // The measure changes by what does not depend on it.
            ("progress seeds[3] + seeds[6],", "progress seeds[3] + seeds[6], seeds[3] * seeds[6],"),
            ("progress seeds[3] + seeds[6],", "progress seeds[3] + seeds[6], max(seeds[3], seeds[6]),"),
            // Each is worth the same at every outcome, and something.
            ("seeds[store[A]] - seeds[store[B]] to A", "seeds[store[me]] - seeds[store[opponent]] to A"),
            ("seeds[store[A]] - seeds[store[B]] to A", "seeds[store[A]] * seeds[store[B]] to A"),
            ("seeds[store[A]] - seeds[store[B]] to A", "2 * seeds[store[A]] - 2 * seeds[store[B]] to A"),
            ("seeds[store[A]] - seeds[store[B]] to A", "draw"),
            // No play takes it out of its bounds.
            ("seeds[p: Pit]: 0..8", "seeds[p: Pit]: 0..7"),
            ("seeds[6 - q] + 1", "seeds[6 - q] + 2"),
            ("seeds[q] = 0 ", ""),
            ("seeds[6 - q] = 0", "seeds[q] = 0"),
            ("seeds[x] -= third", "spare = 0"),
            ("seeds[p] = 0\n", "\n"),
            ("seeds[q] += 1 }", "seeds[q] += 1 seeds[p] += 1 }"),
        ],
    );
    // Evaluating `can` beside a `provided` may be a fault.
    let asks = STORES.replace("again when", "if can(rest) { spare = 0 } again when");
    let asks = asks.replace("end when", "move rest when more > 7 { more = 0 spare = 1 } end when");
    each_alone(&asks, &recognized, &[("spare = 1 }", "spare = 1 } provided spare < 8")]);
    // Another field that loses as much, or twice as much.
    let paid = "game \"Paid\" players A, B range At = 0..2
        state { seeds[At]: 0..9 = 0, left: 0..4 = 4 }
        move take(n in 1..2) when n <= left and seeds[0] < 9 { left -= n seeds[if me = A then 1 else 2] += 2 * n }
        stuck => seeds[1] - seeds[2] to A";
    each_alone(
        paid,
        &recognized,
        &[
            ("seeds[At]: 0..9 = 0", "seeds[At]: 0..7 = 0"),
            ("left -= n", "left -= 1"),
            ("2 * n", "9 * n"),
            ("seeds[0] < 9", "seeds[1] < 9 and seeds[2] < 9"),
        ],
    );
    // No sum of points leaves the limit: there is room for one such entry, not for two.
    let large = program(&paid.replace("seeds[At]: 0..9 = 0", "seeds[At]: 0..9007199254740000 = 0"));
    assert_eq!(zug_analysis::additive(&large).map(|fact| fact.names(&large)), Some(vec!["seeds[1]".into()]));
}

#[test]
fn what_is_gained_is_paid_by_what_cannot_pay_for_ever() {
    let recognized = |program: &Program| zug_analysis::additive(program).is_some();
    let game = |rest: &str| format!("game \"Paid\" players A, B {rest}");
    // A count that goes one way.
    let counted = game(
        "state { left: 0..4 = 4, points[Player]: 0..8 }
        move none_ when left > 0 { left -= 1 } move one when left > 0 { left -= 1 points[me] += 1 }
        move two when left > 0 { left -= 1 points[me] += 2 } stuck => points[A] - points[B] to A",
    );
    each_alone(
        &counted,
        &recognized,
        &[
            ("points[Player]: 0..8", "points[Player]: 0..7"),
            ("0..4 = 4", "0..5 = 5"),
            ("none_ when left > 0 { left -= 1 }", "none_ when left < 4 { left += 1 }"),
        ],
    );
    // Another field that loses as much.
    let paid = game("state { left: 0..9 = 9, points[Player]: 0..9 }
        move take(n in 1..3) when n <= left { left -= n points[me] += n } stuck => points[A] - points[B] to A");
    each_alone(
        &paid,
        &recognized,
        &[
            ("points[Player]: 0..9", "points[Player]: 0..8"),
            ("points[me] += n", "points[me] += n + 1"),
            ("left -= n", "left -= 1"),
            ("points[Player]: 0..9", "points[Player]: 0..9 = 1"),
        ],
    );
    // Downwards.
    let owed = game(
        "state { left: 0..9 = 9, debt[Player]: -18..0 = 0 }
        move take(n in 1..3) when n <= left { left -= n debt[me] -= 2 * n } stuck => debt[A] - debt[B] to A",
    );
    each_alone(
        &owed,
        &recognized,
        &[
            ("-18..0", "-17..0"),
            ("2 * n", "3 * n"),
            ("debt[me] -= 2 * n", "debt[me] -= 2 * n debt[opponent] += 1"),
        ],
    );
    // What is in the pits, by the members of a set.
    let pits = game(
        "board Pit = ring(3) state { pit[Pit]: 0..6 = 2, points[Player]: 0..6, last: set of Pit }
        move sow(p in Pit) when pit[p] > 0 {
          let hand = pit[p] var q = p pit[p] = 0
          repeat hand { q = forward(q) pit[q] += 1 }
          let won = run(q, backward, { x in Pit where pit[x] = 3 })
          points[me] += sum(x in won: pit[x])
          for x in won { pit[x] = 0 }
        }
        stuck => points[A] - points[B] to A endless => points[A] - points[B] to A",
    );
    each_alone(
        &pits,
        &recognized,
        &[
            ("for x in won {", "for x in won where x != q {"),
            ("pit[q] += 1", "pit[q] += 2"),
            ("points[Player]: 0..6", "points[Player]: 0..5"),
            ("pit[p] = 0\n", "\n"),
            ("points[me] += sum(x in won: pit[x])", "points[me] += sum(x in won: pit[x]) pit[p] = 1"),
            ("sum(x in won: pit[x])", "sum(x in Pit: pit[x])"),
        ],
    );
    // The numbers of a table, each once.
    let row = game(
        "param row: list of 0..9 = [5, 3, 4] state { left: 1..4 = 1, right: 0..3 = 3, points[Player]: 0..12 }
        move first when left <= right { points[me] += row[left] left += 1 }
        move last when left < right { points[me] += row[right] right -= 1 }
        stuck => points[A] - points[B] to A",
    );
    each_alone(
        &row,
        &recognized,
        &[
            ("left <= right", "left <= right + 1"),
            ("left < right", "0 < right"),
            ("0..12", "0..11"),
            ("right -= 1", "left = left"),
            ("+= row[left]", "+= row[left] + row[right]"),
            ("row[right] right", "row[left] right"),
        ],
    );
    let coins = game("param coins: list of 0..9 = [5, 3, 4] state { gone: 0..3, points[Player]: 0..12 }
        move take(k in 1..2) when gone + k <= 3 { points[me] += sum(i in gone + 1..gone + k: coins[i]) gone += k }
        stuck => points[A] - points[B] to A");
    each_alone(
        &coins,
        &recognized,
        &[
            ("gone += k", "gone += 1"),
            ("sum(i in gone + 1..", "sum(i in gone..gone + k: coins[i]) + sum(i in gone + 1.."),
            ("0..12", "0..11"),
            ("k in 1..2", "k in 0..2"),
            ("gone += k", "gone += k gone -= 1"),
        ]
        .into_iter()
        .filter(|(_, to)| *to != "k in 0..2")
        .collect::<Vec<_>>(),
    );
    // Two fields that grow alike do not vouch for each other.
    let both = program(&game(
        "state { one: 0..5, two: 0..5, more: bool } move go { one += 1 two += 1 } endless => one - two to A stuck => one - two to A",
    ));
    assert_eq!(zug_analysis::additive(&both), None);
}

/// An index that may be `none` means no certain entry, also where its domain has one element.
#[test]
fn an_index_that_may_be_none_reads_no_certain_entry() {
    let text = |index: &str| {
        format!(
            "game \"One entry\" players A, B enum E {{ x }} state {{ s[E]: -9..60 = -3, at: E or none, k: 0..6 = 0 }}
            move add(n in 0..2) when k < 3 {{ s[x] += n k += 1 }} move leave when 2 <= k < 5 {{ k += 1 }}
            stuck => sum(y in 1..1: 3 * s[x] - s[{index}]) to B"
        )
    };
    let found = |index: &str| zug_analysis::additive(&program(&text(index))).map(|fact| fact.fields.len());
    assert_eq!(found("at"), None);
    assert_eq!(found("x"), Some(1));
}
