//! What is proven of points that add up, each condition violated alone.

mod common;

use common::facts::{each_alone, program};
use zug_lang::program::Program;

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
            // Of members of a constant family, of which each needs the element and is complete with
            // it.
            ("b in Box where", "b in { x in Box where sides(x) <= more } where"),
            ("e <= b and", "e & b != {} and"),
            ("where e <= b and sides(b) <= drawn)", "where sides(b) <= drawn)"),
            ("sides(b) <= drawn)", "(sides(b) <= drawn or e <= b))"),
            ("sides(b) <= drawn)", "sides(b) <= drawn and me = A)"),
            ("sides(b) <= drawn)", "sides(b) <= drawn and {Edge(a1, b1)} <= more)"),
            // Nothing refuses a move afterwards, nothing is asked for, and every move counts the
            // same.
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
            ("stuck =>", "progress max(0, count(drawn)) stuck =>"),
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
            // No statement sets it, or takes from it; an index that may mean it is none that does
            // not.
            ("again when", "seeds[store[A]] = seeds[store[A]] seeds[store[B]] = 0 again when"),
            ("seeds[store[me]] += seeds[6 - q] + 1", "seeds[store[me]] += 1 seeds[store[me]] -= 1"),
            ("seeds[q] += 1 }", "seeds[q] += 1 seeds[q] = 1 }"),
            // Nothing depends on it: guards, sets, notations, conditions, loops, locals, entries,
            // indexes.
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
    // A table that pays for each element of a set once: 12 in all, 4 for the greatest.
    let once = game(
        "board C = ring(4) let worth[C] = [4, 1, 4, 3]
        state { left: set of C = C, points[Player]: 0..12, n: 0..1 }
        move take(c in left) { left -= c points[me] += worth[c] } stuck => points[A] - points[B] to A",
    );
    let left = "left: set of C = C";
    let adds_points = |program: &Program| {
        zug_analysis::additive(program).is_some_and(|fact| fact.names(program).contains(&"points".to_owned()))
    };
    each_alone(
        &once,
        &adds_points,
        &[
            ("0..12", "0..11"),
            ("[4, 1, 4, 3]", "[4, 1, 4, 4]"),
            // What it adds depends on more than the element, or is added in a loop.
            ("+= worth[c]", "+= worth[c] * count(left)"),
            ("+= worth[c]", "+= if n = 0 then worth[c] else 3"),
            ("points[me] += worth[c]", "repeat 2 { points[me] += worth[c] }"),
            ("points[me] += worth[c]", "points[me] += worth[c] points[me] += worth[c]"),
            // The element may have left before, or stays.
            ("take(c in left)", "take(c in C)"),
            ("left -= c", "left -= forward(c)"),
            ("take(c in left) { left -= c", "take(c in left) { if c != 1 { left -= c } else { n = 1 }"),
            // It may come back.
            (" stuck =>", " move back(c in C - left) when n = 0 { left += c n = 1 } stuck =>"),
        ],
    );
    for (from, to) in [
        ("left -= c", "left = left - c"),
        ("+= worth[c]", "+= 12 / 4 * worth[c] - 2 * worth[c]"),
        ("points[Player]: 0..12", "points[Player]: -3..9 = 0"),
        (left, "left: set of C = C - 1"),
    ] {
        let kept = once
            .replace(from, to)
            .replace("4, 1, 4, 3", if from.starts_with('p') { "4, -3, 4, 1" } else { "4, 1, 4, 3" });
        assert!(kept != once && adds_points(&program(&kept)), "{kept}");
    }
    let entered = once
        .replace(left, "took: set of C")
        .replace("c in left", "c in C - took")
        .replace("left -=", "took +=");
    each_alone(
        &entered,
        &adds_points,
        &[("0..12", "0..11"), ("c in C - took", "c in C"), ("took += c", "took = {c}")],
    );
    // Less than a table in all, because not all of the set is there.
    assert!(adds_points(&program(&once.replace(left, "left: set of C = C - 1").replace("0..12", "0..8"))));
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
    // A move that may be refused is tried where play is over, too: what the pits pay is bounded
    // there, what is counted is not.
    let tried = "provided pit[1] < 6 stuck =>";
    assert!(recognized(&program(&pits.replace("stuck =>", tried))));
    let one_each = once.replace("worth[c]", "3");
    each_alone(&one_each, &adds_points, &[("stuck =>", "provided count(left) > 0 stuck =>")]);
    each_alone(&once, &adds_points, &[("stuck =>", "provided count(left) > 0 stuck =>")]);
    // What is in the pits, pit by pit.
    let by_pits = game(
        "board Pit = ring(3) state { pit[Pit]: 0..6 = 2, points[Player]: 0..6 }
        move sow(p in Pit) when pit[p] > 0 {
          let hand = pit[p] var q = p pit[p] = 0
          repeat hand { q = forward(q) pit[q] += 1 }
          repeat 3 while pit[q] in 2..3 { points[me] += pit[q] pit[q] = 0 q = backward(q) }
        }
        stuck => points[A] - points[B] to A endless => points[A] - points[B] to A",
    );
    each_alone(
        &by_pits,
        &recognized,
        &[
            ("points[me] += pit[q]", "points[me] += pit[q] + 1"),
            ("points[me] += pit[q]", "points[me] += pit[forward(q)]"),
            ("points[me] += pit[q]", "points[me] += 2 * pit[q]"),
            ("pit[q] = 0 q", "pit[q] = 1 q"),
            ("pit[q] = 0 q", "pit[q] -= pit[q] / 2 q"),
            ("pit[q] = 0 q", "if pit[q] = 3 { pit[q] = 0 } q"),
            ("pit[q] = 0 q", "q"),
            ("pit[q] = 0 q", "q = backward(q) pit[q] = 0 q"),
            ("points[Player]: 0..6", "points[Player]: 0..5"),
        ],
    );
    let pays = "points[me] += pit[q] pit[q] = 0";
    let loops = "repeat 3 while pit[q] in 2..3 { points[me] += pit[q] pit[q] = 0 q = backward(q) }";
    for (from, to) in [
        (pays, "let n = pit[q] points[me] += n pit[q] -= n"),
        (pays, "pit[q] -= 1 points[me] += 1"),
        (pays, "pit[q] -= 2 points[me] += 1"),
        (loops, "for s in {1, 2} where pit[s] = 2 { points[me] += pit[s] pit[s] = 0 }"),
        (loops, &format!("repeat 2 {{ {loops} q = forward(q) }}")),
    ] {
        let other = by_pits.replace(from, to);
        assert!(other != by_pits && recognized(&program(&other)), "{other}");
    }
    // One seed stays where the others are taken: `hand - 1` passes, since the condition leaves no
    // empty pit.
    let stays = by_pits.replace("pit[p] = 0\n", "pit[p] = 1\n").replace("repeat hand {", "repeat hand - 1 {");
    each_alone(
        &stays,
        &recognized,
        &[
            ("when pit[p] > 0", "when pit[p] >= 0"),
            ("repeat hand - 1", "repeat hand - 2"),
            ("pit[p] = 1", "pit[p] = 2"),
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
