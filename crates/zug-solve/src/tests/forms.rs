//! Retrograde analysis by forms tells the same as by positions: random games given as graphs, in
//! several images.

use super::toys::{At, Kind, Random, Toy, random_game};
use crate::*;
use zug_game::{CanonicalForm, Expansion, Fault, Game, Player, Step, Value};

/// Images of each node.
const IMAGES: usize = 3;

/// A game given as a graph, in three images that differ in the order of moves, with either player
/// first. Some moves lead to another image, so that play comes to an image of a position before it
/// comes to the position; some swap the players, where that is allowed.
struct Images {
    toy: Toy,
    /// Whether some moves swap the players.
    swaps: bool,
    /// Whether [`Game::canonical`] tells one form of all images.
    forms: bool,
    /// The cost of a form.
    cost: u64,
    /// Whether it says wrongly that two nodes have one form.
    lies: bool,
    start: Image,
}

#[derive(Clone, Copy, Debug)]
struct Image {
    at: At,
    image: usize,
    swapped: bool,
}

impl Images {
    fn signed(&self, at: &Image, value: Value) -> Value {
        if at.swapped { -value } else { value }
    }
}

impl Game for Images {
    type Position = Image;
    type Move = usize;
    type Key = [u64; 2];

    fn start(&self) -> Image {
        self.start
    }
    fn offset(&self, at: &Image) -> Value {
        at.at.points
    }
    fn mover(&self, at: &Image) -> Player {
        let mover = self.toy.mover(&at.at);
        if at.swapped { mover.other() } else { mover }
    }
    fn expand(&self, at: &Image, moves: &mut Vec<usize>) -> Result<Expansion, Fault> {
        let before = moves.len();
        let expansion = self.toy.expand(&at.at, moves)?;
        let legal = &mut moves[before..];
        if !legal.is_empty() {
            let by = at.image % legal.len();
            legal.rotate_left(by);
        }
        Ok(match expansion {
            Expansion::Terminal(payoff) => Expansion::Terminal(self.signed(at, payoff)),
            Expansion::Moves => Expansion::Moves,
        })
    }
    fn play(&self, at: &Image, play: &usize) -> Result<Step<Image>, Fault> {
        let (node, reward) = self.toy.nodes[at.at.node].edges[*play];
        let reward = self.signed(at, reward);
        let image = (at.image + node + play) % IMAGES;
        let swapped = at.swapped != (self.swaps && (node + play).is_multiple_of(2));
        let position = Image { at: At { node, points: at.at.points + reward }, image, swapped };
        Ok(Step { position, reward })
    }
    fn key(&self, at: &Image) -> [u64; 2] {
        [(at.at.node * IMAGES + at.image) as u64 * 2 + u64::from(at.swapped), 0]
    }
    fn full_key(&self, at: &Image) -> [u64; 2] {
        [self.key(at)[0], at.at.points as u64]
    }
    /// Half of the games have no numbers for their keys, and some have wide ones.
    fn number_bits(&self, _: &Image) -> Option<u32> {
        [None, Some(8), None, Some(30)][self.toy.nodes.len() % 4]
    }
    fn number(&self, key: &[u64; 2]) -> u64 {
        key[0]
    }
    fn canonical(&self, at: &Image) -> CanonicalForm<[u64; 2]> {
        if !self.forms {
            return CanonicalForm { key: self.key(at), colour_swapped: false };
        }
        let node = if self.lies && at.image == 1 { at.at.node / 2 } else { at.at.node };
        let first = Image { at: At { node, points: 0 }, image: 0, swapped: false };
        CanonicalForm { key: self.key(&first), colour_swapped: at.swapped }
    }
    fn canonical_cost(&self) -> u64 {
        if self.forms { self.cost } else { 0 }
    }
    fn endless(&self, at: &Image) -> Result<Value, Fault> {
        Ok(self.signed(at, self.toy.nodes[at.at.node].endless))
    }
}

/// A random game with forms.
fn images(random: &mut Random, kind: Kind) -> Images {
    let mut toy = random_game(random, kind);
    if random.below(2) == 0 {
        for node in &mut toy.nodes {
            node.endless = 0;
            node.edges.iter_mut().for_each(|edge| edge.1 = 0);
        }
    }
    let (image, swapped) = (random.below(3) as usize, random.below(2) == 1);
    let start = Image { at: At::default(), image, swapped };
    // Where play may go on for ever, who is to have what of it must not change on the way.
    let settled = toy.nodes.iter().all(|node| node.endless == 0 && node.edges.iter().all(|edge| edge.1 == 0));
    let swaps = (!kind.cycles || settled) && random.below(2) == 0;
    Images { toy, swaps, forms: true, cost: 1, lies: false, start }
}

#[test]
fn forms_change_no_part_of_an_answer() {
    let mut random = Random(77);
    let (mut fewer, mut repeats, mut ended) = (0, 0, 0);
    for i in 0..12_000 {
        let kind = Kind { points: i % 2 == 0, cycles: i % 5 != 0, swings: i % 6 == 0 };
        let mut game = images(&mut random, kind);
        let question = SolveQuestion { distance: !kind.points, ..SolveQuestion::ALL };
        let limits = Limits::default();
        let found = solve_retrograde(&game, &game.start, question, &limits);
        game.forms = false;
        let right = solve_retrograde(&game, &game.start, question, &limits);
        let minimax = solve_minimax(&game, &game.start, question, &limits, Termination::MayRepeat);
        let (Ok(found), Ok(right), Ok(minimax)) = (&found, &right, &minimax) else {
            let unfit = |answer: &Result<_, _>| matches!(answer, Err(Stop::Unfit { .. }));
            assert!(unfit(&found) && unfit(&right), "{found:?} {right:?} {:?}", game.toy);
            continue;
        };
        let what = format!("{:?} {:?} {}", game.toy, game.start, game.swaps);
        assert_eq!((found.value, found.distance), (right.value, right.distance), "{what}");
        assert_eq!((&found.best, &found.moves), (&right.best, &right.moves), "{what}");
        assert_eq!((&found.line, found.line_end), (&right.line, right.line_end), "{what}");
        assert_eq!((found.value, found.distance), (minimax.value, minimax.distance), "{what}");
        assert_eq!((&found.best, &found.moves), (&minimax.best, &minimax.moves), "{what}");
        assert!(found.statistics.positions <= right.statistics.positions, "{what}");
        assert!(found.statistics.max_depth <= right.statistics.max_depth, "{what}");
        fewer += usize::from(found.statistics.positions < right.statistics.positions);
        repeats += usize::from(matches!(found.line_end, LineEnd::Repeats(_)));
        ended += usize::from(found.line_end == LineEnd::Terminal && found.line.len() > 3);
    }
    assert!(fewer > 3000 && repeats > 300 && ended > 300, "{fewer} {repeats} {ended}");
}

/// One node whose move leads to the next image of it: play comes back after three plies.
fn round(reward: Value, endless: Value) -> Images {
    let node = super::toys::ToyNode { mover: Player::First, edges: vec![(1, 0), (2, 0)], payoff: 0, endless };
    let round = super::toys::ToyNode { edges: vec![(1, reward)], ..node.clone() };
    let over = super::toys::ToyNode { edges: Vec::new(), ..node.clone() };
    let start = Image { at: At::default(), image: 0, swapped: false };
    Images {
        toy: Toy { nodes: vec![node, round, over] },
        swaps: false,
        forms: true,
        cost: 1,
        lies: false,
        start,
    }
}

#[test]
fn a_line_comes_back_to_the_position_and_not_to_an_image_of_it() {
    let game = round(0, 0);
    let found = solve_retrograde(&game, &game.start, SolveQuestion::ALL, &Limits::default()).unwrap();
    assert_eq!((found.value, found.statistics.positions), (0, 3), "three nodes for five positions");
    assert_eq!((found.line.len(), found.line_end), (4, LineEnd::Repeats(1)));
}

#[test]
fn forms_that_cost_more_than_they_save_are_left_out() {
    let listed = |cost| {
        let mut game = Images { cost, ..round(0, 0) };
        game.toy.nodes[0].edges = vec![(0, 0), (0, 0), (2, 0), (2, 0), (2, 0)];
        let found = solve_retrograde(&game, &game.start, SolveQuestion::ALL, &Limits::default()).unwrap();
        found.statistics.positions
    };
    let all = listed(0);
    assert_eq!(all, 6, "three images of two nodes");
    assert_eq!([1, 64, 128, 129, u64::MAX].map(listed), [2, 2, 2, all, all]);
}

#[test]
fn endless_play_that_is_no_draw_and_rewards_are_listed_by_keys() {
    for (reward, endless) in [(0, 0), (0, 1), (1, 0)] {
        let mut game = round(0, endless);
        game.toy.nodes[0].edges[1].1 = reward;
        let question = SolveQuestion { distance: false, ..SolveQuestion::ALL };
        let positions = |game: &Images| {
            let found = solve_retrograde(game, &game.start, question, &Limits::default()).unwrap();
            (found.value, found.statistics.positions)
        };
        let found = positions(&game);
        game.forms = false;
        let right = positions(&game);
        assert_eq!(found.0, right.0);
        assert_eq!(found.1 < right.1, (reward, endless) == (0, 0), "{found:?} {right:?}");
    }
}

#[test]
fn a_reward_on_a_cycle_of_forms_is_one_on_a_cycle_of_positions() {
    let question = SolveQuestion { distance: false, ..SolveQuestion::ALL };
    let mut game = round(1, 0);
    // Points grow for ever: no analysis ends, by forms or not.
    let limits = Limits { positions: Some(10_000), ..Limits::default() };
    for forms in [true, false] {
        game.forms = forms;
        let found = solve_retrograde(&game, &game.start, question, &limits);
        assert!(matches!(found, Err(Stop::Limit { which: LimitKind::Positions, .. })), "{found:?}");
    }
}

#[test]
fn the_value_is_negated_where_the_players_are_swapped() {
    let mut game = round(0, 0);
    game.toy.nodes[2].payoff = 1;
    game.swaps = true;
    let found = solve_retrograde(&game, &game.start, SolveQuestion::ALL, &Limits::default()).unwrap();
    game.forms = false;
    let right = solve_retrograde(&game, &game.start, SolveQuestion::ALL, &Limits::default()).unwrap();
    assert_eq!((found.value, &found.moves, &found.line), (right.value, &right.moves, &right.line));
    assert!(right.moves.iter().any(|each| each.value == 1) && found.statistics.positions == 3);
}

#[test]
fn more_moves_than_a_counter_holds_are_listed_by_keys() {
    for (moves, positions) in [(32_767, 2), (32_768, 4)] {
        let mut game = round(0, 0);
        game.toy.nodes[0].edges = vec![(2, 0); moves];
        game.toy.nodes[2].payoff = -1;
        let found = solve_retrograde(&game, &game.start, SolveQuestion::ALL, &Limits::default()).unwrap();
        assert_eq!((found.value, found.distance, found.best.len()), (-1, Some(1), moves));
        assert_eq!(found.statistics.positions, positions);
    }
}

#[test]
fn forms_that_lie_are_found_on_the_line() {
    let mut random = Random(78);
    let (mut lies, mut found) = (0, 0);
    for _ in 0..300 {
        let mut game = images(&mut random, Kind { points: false, cycles: true, swings: false });
        game.lies = true;
        let question = SolveQuestion::ALL;
        let answer = solve_retrograde(&game, &game.start, question, &Limits::default());
        lies += usize::from(answer.is_ok());
        found += usize::from(matches!(answer, Err(Stop::Contradiction { .. })));
    }
    assert!(found > 10 && lies > 0, "{found} found, {lies} not on a line");
}
