//! A build that is interrupted within a tier goes on there, and ends in the same bytes.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use zug_database::{
    BuildOptions, Built, CodeShape, Content, Database, DatabaseError, DatabaseSubject, build,
};
use zug_game::{Expansion, Fault, Game, Player, SplitMix64, Step};
use zug_solve::{Limits, PositionIndexing, SolvedTable};

/// The way in which the tiers of a toy are solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Two pieces go forward: play ends, and all positions are in one tier.
    Forward,
    /// Two pieces go round: positions repeat in one tier. From some places a move leads into
    /// the next one, where a count runs down to 0, so the first position there is a draw or is won
    /// or lost in some plies.
    Round,
    /// Each move leads to the next tier.
    Layers,
    /// Two pieces go round, and each move moves both, the other by where the own one is: positions
    /// repeat in one tier, moves change codes in many ways, and outcomes are points.
    Scattered,
    /// Two pieces go where chance once said, one of them by where the other is: moves change codes
    /// in some four thousand ways, of which each part of the tier has new and known ones.
    Random,
}

/// The sizes of the boards.
const LONG: u64 = 256;
const RING: u64 = 512;
const WIDE: u64 = 1 << 17;
/// A count of [`Kind::Round`] that begins here is a draw at once.
const EVEN: u64 = 6;
/// The last tier of [`Kind::Layers`].
const LAST: u64 = 6;

/// A place of [`RING`] that is always the same for one place and one way.
fn by_chance(place: u64, way: u64) -> u64 {
    SplitMix64(way << 32 | place).word() % RING
}

/// A game that notes how often it is expanded, and asks for an end after so many times.
struct Toy {
    kind: Kind,
    expanded: AtomicU64,
    most: u64,
    stop: Arc<AtomicBool>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Spot {
    turn: u64,
    tier: u64,
    /// The piece of the first player; of [`Kind::Layers`] the only one.
    first: u64,
    second: u64,
}

impl Spot {
    /// The piece of the player to move.
    fn own(&self) -> u64 {
        if self.turn == 0 { self.first } else { self.second }
    }

    /// Of [`Kind::Round`], whether the first move leads into the next tier.
    fn leaves(&self) -> bool {
        self.tier == 0 && self.own().is_multiple_of(5)
    }
}

impl Toy {
    fn new(kind: Kind, most: u64) -> Toy {
        Toy { kind, expanded: AtomicU64::new(0), most, stop: Arc::new(AtomicBool::new(false)) }
    }

    /// Who is to move has lost where the pieces meet, and where he cannot move.
    fn payoff(&self, at: &Spot, moves: u64) -> Option<i64> {
        if matches!(self.kind, Kind::Scattered | Kind::Random) {
            // One place in seven, so that some positions are decided late.
            let other = if at.turn == 0 { at.second } else { at.first };
            let lost = other.is_multiple_of(7);
            let points = if self.kind == Kind::Scattered { 1 + (at.first % 5) as i64 } else { 1 };
            return lost.then_some(if at.turn == 0 { -points } else { points });
        }
        let lost = match self.kind {
            Kind::Layers => at.tier == LAST && at.first.is_multiple_of(3),
            _ => at.first == at.second || moves == 0,
        };
        let is_draw = match self.kind {
            Kind::Layers => at.tier == LAST && at.first % 3 == 1,
            Kind::Round => at.tier == 1 && at.first == EVEN,
            Kind::Forward | Kind::Scattered | Kind::Random => false,
        };
        let value = if at.turn == 0 { -1 } else { 1 };
        let is_won = self.kind == Kind::Layers && at.tier == LAST;
        if lost {
            Some(value)
        } else if is_draw {
            Some(0)
        } else {
            is_won.then_some(-value)
        }
    }

    fn moves(&self, at: &Spot) -> u64 {
        match self.kind {
            Kind::Forward => (LONG - 1 - at.own()).min(3),
            Kind::Round if at.tier == 1 => at.first.min(1),
            Kind::Round => 2 + u64::from(at.leaves()),
            Kind::Scattered => 2,
            Kind::Random => 2 + 3 * at.turn,
            Kind::Layers => 16,
        }
    }
}

impl Game for Toy {
    type Position = Spot;
    type Move = u64;
    type Key = u64;

    fn start(&self) -> Spot {
        let second = if self.kind == Kind::Round { RING / 2 + 1 } else { 1 };
        Spot { turn: 0, tier: 0, first: 0, second }
    }

    fn mover(&self, position: &Spot) -> Player {
        if position.turn == 0 { Player::First } else { Player::Second }
    }

    fn expand(&self, position: &Spot, moves: &mut Vec<u64>) -> Result<Expansion, Fault> {
        if self.expanded.fetch_add(1, Ordering::Relaxed) == self.most {
            self.stop.store(true, Ordering::Relaxed);
        }
        let many = self.moves(position);
        if let Some(payoff) = self.payoff(position, many) {
            return Ok(Expansion::Terminal(payoff));
        }
        moves.extend(0..many);
        Ok(Expansion::Moves)
    }

    fn play(&self, position: &Spot, play: &u64) -> Result<Step<Spot>, Fault> {
        let Spot { turn, tier, first, second } = *position;
        if self.kind == Kind::Round && (tier == 1 || position.leaves() && *play == 0) {
            let first = if tier == 1 { first - 1 } else { (first + second) % (EVEN + 1) };
            return Ok(Step { position: Spot { turn: 1 - turn, tier: 1, first, second: 0 }, reward: 0 });
        }
        if self.kind == Kind::Scattered {
            let own = (position.own() + if *play == 0 { 1 } else { RING - 3 }) % RING;
            let other = (first + second - position.own() + own / 3) % RING;
            let (first, second) = if turn == 0 { (own, other) } else { (other, own) };
            return Ok(Step { position: Spot { turn: 1 - turn, tier, first, second }, reward: 0 });
        }
        let to = match self.kind {
            Kind::Scattered => unreachable!("both pieces move"),
            Kind::Random if turn == 0 && *play == 0 => (5 * first + 3) % RING,
            Kind::Random if turn == 0 => by_chance(first, 1),
            Kind::Random if *play == 4 => by_chance(second, 50 + first / 100),
            Kind::Random => by_chance(second, 10 + play),
            Kind::Forward => position.own() + 1 + play,
            // A step forward or three back, so that not all is a draw.
            Kind::Round => {
                let is_forward = *play == u64::from(position.leaves());
                (position.own() + if is_forward { 1 } else { RING - 3 }) % RING
            }
            Kind::Layers => (first * 16 + play) % WIDE,
        };
        let turn = 1 - turn;
        let position = match (self.kind, turn) {
            (Kind::Layers, _) => Spot { turn, tier: tier + 1, first: to, second },
            (_, 1) => Spot { turn, tier, first: to, second },
            _ => Spot { turn, tier, first, second: to },
        };
        Ok(Step { position, reward: 0 })
    }

    fn key(&self, position: &Spot) -> u64 {
        Codes.rank(position)
    }

    fn full_key(&self, position: &Spot) -> u64 {
        Codes.rank(position)
    }
}

/// The fields of a position side by side.
struct Codes;

impl PositionIndexing<Toy> for Codes {
    type Code = u64;

    fn rank(&self, position: &Spot) -> u64 {
        position.turn << 29 | position.tier << 26 | position.first << 9 | position.second
    }

    fn unrank(&self, code: u64) -> Spot {
        Spot { turn: code >> 29, tier: code >> 26 & 7, first: code >> 9 & (WIDE - 1), second: code & 0x1ff }
    }

    fn tier(&self, position: &Spot) -> u64 {
        position.tier
    }
}

fn subject(kind: Kind) -> DatabaseSubject {
    DatabaseSubject {
        definition: "a toy".into(),
        settings: Vec::new(),
        moves: Vec::new(),
        content: Content::Distances,
        points: kind == Kind::Scattered,
        layout: "turn tier first second".into(),
        bits: 30,
        sums: vec!["tiers".into()],
    }
}

/// Whether positions repeat.
fn goes_round(kind: Kind) -> bool {
    matches!(kind, Kind::Round | Kind::Scattered | Kind::Random)
}

/// Saves whenever it can.
fn options(kind: Kind, limits: Limits) -> BuildOptions {
    let must_end = !goes_round(kind);
    BuildOptions {
        subject: subject(kind),
        must_end,
        threads: 1,
        limits,
        save_every: Duration::ZERO,
        shape: CodeShape::default(),
    }
}

/// Builds until it is done or so many positions were expanded, and saves whenever it can.
fn run(kind: Kind, folder: &Path, most: u64) -> (Option<Built>, u64) {
    let toy = Toy::new(kind, most);
    let limits = Limits { stop: Some(Arc::clone(&toy.stop)), ..Limits::default() };
    let start = toy.start();
    let built = match build(&toy, &Codes, &start, folder, &options(kind, limits), &|_| {}) {
        Ok(built) => Some(built),
        Err(DatabaseError::Limit(_)) => None,
        Err(error) => panic!("{kind:?}: {error:?}"),
    };
    (built, toy.expanded.into_inner())
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let file = |entry: std::io::Result<std::fs::DirEntry>| {
        let path = entry.unwrap().path();
        (path.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read(path).unwrap())
    };
    std::fs::read_dir(folder).unwrap().map(file).collect()
}

/// The header of the checkpoint in a folder, if there is one.
fn saved(folder: &Path) -> Option<serde_json::Value> {
    let files = files(folder);
    let (_, bytes) = files.iter().find(|(name, _)| name.ends_with(".checkpoint"))?;
    let length = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]) as usize;
    Some(serde_json::from_slice(&bytes[4..4 + length]).unwrap())
}

/// Whether a run that was interrupted saved a tier within a distance, or a stage.
fn is_within_a_distance(folder: &Path) -> bool {
    saved(folder).is_some_and(|header| {
        let [distance, at, positions] = ["distance", "at", "positions"].map(|name| header[name].as_u64());
        distance.is_some() && at > Some(0) && at < positions
    })
}

const KINDS: [Kind; 4] = [Kind::Forward, Kind::Round, Kind::Layers, Kind::Scattered];

#[test]
fn a_run_that_is_interrupted_within_a_tier_goes_on_there() {
    let mut random = SplitMix64(31);
    for kind in KINDS {
        let (whole, parts) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (built, effort) = run(kind, whole.path(), u64::MAX);
        let methods = built.unwrap().methods;
        let expected = [methods.depth_first, methods.retrograde, methods.single_pass, methods.retrograde];
        assert_eq!(expected[kind as usize].min(1), 1, "{kind:?}: {methods:?}");
        // Lists of predecessors are no part of what is saved, so a run has to make them and go on.
        let least = if kind == Kind::Scattered { effort * 7 / 8 } else { effort / 8 };
        let (mut runs, mut spent, mut within) = (0, 0, 0);
        loop {
            let (built, expanded) = run(kind, parts.path(), least + random.word() % (effort / 8));
            (runs, spent) = (runs + 1, spent + expanded);
            within += usize::from(is_within_a_distance(parts.path()));
            if built.is_some_and(|built| built.damaged.is_empty()) {
                break;
            }
        }
        assert!(runs > if kind == Kind::Scattered { 1 } else { 4 }, "{kind:?}: {runs} runs");
        assert_eq!(within > 0, goes_round(kind), "{kind:?}: {within} runs ended within a distance");
        // What a batch loses is little; a tier that begins again would be almost all.
        assert!(
            spent < effort * 2,
            "{kind:?}: {spent} positions were expanded in {runs} runs, {effort} in one"
        );
        assert_eq!(files(parts.path()), files(whole.path()), "{kind:?}");
    }
}

/// In how many ways the moves of a tier change codes.
fn changes(toy: &Toy, table: &SolvedTable<'_, Toy>) -> usize {
    let mut found = HashSet::new();
    let mut moves = Vec::new();
    for position in (0..table.len()).map(|n| table.position(n)) {
        moves.clear();
        toy.expand(position, &mut moves).unwrap();
        for next in moves.iter().map(|play| toy.play(position, play).unwrap().position) {
            let (before, after) = (Codes.rank(position), Codes.rank(&next));
            if next.tier == position.tier {
                found.insert((before ^ after, before & (before ^ after)));
            }
        }
    }
    found.len()
}

/// With nearly as many changes as are undone, found piece by piece, and with too many.
#[test]
fn what_goes_round_is_worth_what_retrograde_analysis_in_memory_says() {
    for (kind, many) in [(Kind::Random, 3_500..=4_096), (Kind::Scattered, 4_097..=usize::MAX)] {
        let toy = Toy::new(kind, u64::MAX);
        let table = SolvedTable::of(&toy, &toy.start(), &Limits::default(), false).unwrap();
        let changes = changes(&toy, &table);
        assert!(many.contains(&changes), "{kind:?}: {changes} changes");
        let folders = [1, 3].map(|threads| {
            let folder = tempfile::tempdir().unwrap();
            let options = BuildOptions {
                threads,
                save_every: Duration::from_secs(600),
                ..options(kind, Limits::default())
            };
            let built = build(&toy, &Codes, &toy.start(), folder.path(), &options, &|_| {}).unwrap();
            assert_eq!(built.methods.components, 0, "{kind:?}");
            folder
        });
        assert!(files(folders[0].path()) == files(folders[1].path()), "{kind:?}: one thread and three");
        let mut database = Database::<u64>::open(folders[0].path()).unwrap();
        for n in (0..table.len()).step_by(5) {
            let (position, expected) = (table.position(n), table.at(n));
            let entry = database.probe(position.tier, Codes.rank(position)).unwrap().unwrap();
            let distance = expected.distance.filter(|_| kind == Kind::Random);
            assert_eq!((entry.value, entry.distance), (expected.value, distance), "{kind:?} {position:?}");
        }
    }
}

#[test]
fn what_was_saved_and_is_damaged_is_made_again() {
    let mut random = SplitMix64(32);
    for kind in KINDS {
        let (whole, parts) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (_, effort) = run(kind, whole.path(), u64::MAX);
        let mut kinds = [0; 2];
        let (mut tries, mut built) = (0, None);
        while built.is_none() {
            let most = if tries < 12 { effort / 12 + random.word() % (effort / 6) } else { u64::MAX };
            tries += 1;
            built = run(kind, parts.path(), most).0;
            for (name, mut bytes) in files(parts.path()) {
                let which = [".part.keys", ".checkpoint"].iter().position(|ending| name.ends_with(ending));
                if let (Some(which), None, true) = (which, &built, tries % 2 == 1) {
                    kinds[which] += 1;
                    let at = random.below(bytes.len());
                    bytes[at] ^= 1 << random.below(8);
                    std::fs::write(parts.path().join(name), bytes).unwrap();
                }
            }
        }
        assert!(kinds.iter().sum::<u64>() > 0, "{kind:?}: nothing was damaged");
        assert_eq!(files(parts.path()), files(whole.path()), "{kind:?}");
    }
}

/// A number of a move means something only to the program that listed the moves.
#[test]
fn what_another_program_saved_is_passed_over_and_is_no_damage() {
    for kind in KINDS {
        let (whole, parts) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (_, effort) = run(kind, whole.path(), u64::MAX);
        let mut most = effort / 2;
        while saved(parts.path()).is_none() {
            assert!(run(kind, parts.path(), most).0.is_none(), "{kind:?}: it was done before it saved");
            most = effort / 8;
        }
        let name = files(parts.path()).into_keys().find(|name| name.ends_with(".checkpoint")).unwrap();
        let path = parts.path().join(name);
        let mut bytes = std::fs::read(&path).unwrap();
        let key = br#""program":""#;
        let at = bytes.windows(key.len()).position(|window| window == key).unwrap() + key.len();
        bytes[at] = b'x';
        std::fs::write(&path, bytes).unwrap();
        let built = run(kind, parts.path(), u64::MAX).0.unwrap();
        assert_eq!(built.damaged, Vec::<std::path::PathBuf>::new(), "{kind:?}");
        assert_eq!(files(parts.path()), files(whole.path()), "{kind:?}");
    }
}

/// Two workers, as threads of this process.
#[cfg(feature = "cluster")]
fn together(kind: Kind, folder: &Path) {
    use std::net::TcpListener;
    use zug_database::cluster::{ClusterMember, build_with_workers};
    let listeners = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
    let addresses = listeners.each_ref().map(|listener| listener.local_addr().unwrap().to_string());
    let toy = Toy::new(kind, u64::MAX);
    let options = options(kind, Limits::default());
    std::thread::scope(|scope| {
        for (index, listener) in listeners.into_iter().enumerate() {
            let member = ClusterMember { index, addresses: addresses.to_vec(), listener, token: 7 };
            let (toy, options) = (&toy, &options);
            scope.spawn(move || {
                build_with_workers(toy, &Codes, &toy.start(), folder, options, &member, &|_| {}).unwrap()
            });
        }
    });
}

#[cfg(feature = "cluster")]
#[test]
fn several_workers_go_on_with_a_tier_that_one_process_listed_or_solved_in_part() {
    let mut saved = [0; 2];
    // Workers refuse points where play goes round.
    let together_too = KINDS.into_iter().filter(|kind| *kind != Kind::Scattered);
    for (kind, parts) in together_too.flat_map(|kind| [1, 2, 3, 5].map(|part| (kind, part))) {
        let (whole, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (_, effort) = run(kind, whole.path(), u64::MAX);
        run(kind, folder.path(), effort * parts / 8);
        let left = files(folder.path());
        saved[0] += usize::from(left.keys().any(|name| name.ends_with(".part.keys")));
        saved[1] += usize::from(left.keys().any(|name| name.ends_with(".checkpoint")));
        together(kind, folder.path());
        assert_eq!(files(folder.path()), files(whole.path()), "{kind:?} after {parts} of 8 parts");
    }
    assert!(saved.iter().all(|many| *many > 1), "{saved:?}");
}
