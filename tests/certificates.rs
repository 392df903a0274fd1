//! Certificates of games of the library are made and verified; damaged ones and false ones are
//! refused.

mod common;
#[path = "common/packing.rs"]
mod packing;

use common::Random;
use packing::{leb, numbers, pack, pack_numbers};
use std::path::{Path, PathBuf};
use std::process::Command;
use zug::answer::{EngineKind, LimitKind, LimitReached, Limits, Options, Prepared, SolveError, SolverKind};
use zug::certificate::{Certificate, Shown, Subject, check};
use zug::definition::Definition;
use zug_lang::semantics::Semantics;
use zug_verify::{Refusal, VerifiedCertificate, verify};

/// Games whose search looks at more positions are left out.
const MOST: u64 = 1 << 19;
/// Games that take more than a moment at their full size.
const LARGE: [&str; 17] = [
    "abalone",
    "brandub",
    "chess",
    "dobutsu",
    "gobblet_gobblers",
    "halma",
    "havannah",
    "l_game",
    "minichess",
    "minishogi",
    "nine_mens_morris",
    "onitama",
    "poj1085",
    "quarto",
    "reverse_triangle_dots",
    "surakarta",
    "tak",
];
/// Play ends in some, goes round in others; points, draws, wins that never end, passes, followups,
/// a tree.
const FEW: [&str; 8] = [
    "nim",
    "hexapawn",
    "wallets_tree",
    "dodgem",
    "pong_hau_ki",
    "cat_and_mouse",
    "hare_and_hounds",
    "take_from_the_ends",
];

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join(format!("{name}.game"))
}

struct Subjects {
    text: String,
    definition: Definition,
}

impl Subjects {
    fn of(path: &Path) -> Subjects {
        let text = std::fs::read_to_string(path).expect("the file can be read");
        Subjects { definition: common::load(path, &[]), text }
    }

    fn certified(&self, shown: Shown, limits: &Limits) -> Result<Certificate, SolveError> {
        let prepared =
            Prepared::new(&self.definition.program, EngineKind::Interpret).expect("it is small enough");
        let position = prepared.start();
        let subject =
            Subject { text: &self.text, program: "", settings: &[], plays: &[], position: &position };
        prepared.certify(subject, shown, limits)
    }

    fn certificate(&self, shown: Shown) -> Certificate {
        self.certified(shown, &Limits::default()).expect("it can be proved")
    }

    /// The certificate of the value; none where the search looks at more than [`MOST`] positions.
    fn small_certificate(&self) -> Option<Certificate> {
        let limits = Limits { positions: Some(MOST), ..Limits::default() };
        match self.certified(Shown::Value, &limits) {
            Err(SolveError::Limit { which: LimitReached::Given(LimitKind::Positions), .. }) => None,
            made => Some(made.expect("it can be proved")),
        }
    }

    fn check(&self, certificate: &[u8]) -> Result<VerifiedCertificate, Refusal> {
        check(&self.text, certificate, &Limits::default())
    }

    /// By the definition of the right answer.
    fn minimax(&self) -> i64 {
        let prepared =
            Prepared::new(&self.definition.program, EngineKind::Semantics).expect("it can be played");
        let options =
            Options { solver: SolverKind::Minimax, value_only: true, ..Options::within(&Limits::default()) };
        prepared.solve(&prepared.start(), &options).expect("it is small").value
    }
}

#[test]
fn games_of_the_library_have_certificates() {
    let mut count = 0;
    for path in common::library() {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        if LARGE.contains(&&name[..]) {
            continue;
        }
        let game = Subjects::of(&path);
        let Some(certificate) = game.small_certificate() else { continue };
        let verified = game.check(&certificate.bytes).unwrap_or_else(|why| panic!("{name}: {why}"));
        assert_eq!(verified.header, certificate.header, "{name}");
        assert_eq!(verified.progress.positions, certificate.statistics.positions, "{name}");
        if verified.progress.positions < 300 {
            let best = game.certificate(Shown::Best);
            game.check(&best.bytes).unwrap_or_else(|why| panic!("{name}: {why}"));
        }
        count += 1;
    }
    assert!(count >= 95, "{count}");
}

#[test]
fn wins_have_certificates_of_their_distance() {
    for name in ["dodgem", "hexapawn", "king_and_rook", "nim"] {
        let game = Subjects::of(&path(name));
        let certificate = game.certificate(Shown::Distance);
        game.check(&certificate.bytes).unwrap_or_else(|why| panic!("{name}: {why}"));
        let within = certificate.header.claims[0].within.expect("a bound");
        let quicker = certificate
            .header
            .to_string()
            .replace(&format!("within {within}"), &format!("within {}", within - 1));
        let stream: Vec<u8> = numbers(&certificate).iter().flat_map(|number| leb(*number)).collect();
        assert!(matches!(game.check(&pack(&quicker, &stream, 99)), Err(Refusal::TooFar { .. })), "{name}");
    }
}

#[test]
fn damaged_certificates_are_refused() {
    let mut random = Random(12);
    for name in FEW {
        let game = Subjects::of(&path(name));
        let certificate = game.certificate(Shown::Best);
        let good = game.check(&certificate.bytes).expect("it is right");
        let small = pack_numbers(&certificate.header, &numbers(&certificate), 3);
        assert_eq!(game.check(&small).expect("blocks may be small").progress, good.progress);
        let mut same = 0;
        for round in 0..1000 {
            let from = if round % 2 == 0 { &certificate.bytes } else { &small };
            let mut damaged = from.clone();
            match round % 5 {
                0 => damaged.truncate(random.below(from.len())),
                1 => damaged.push(random.below(256) as u8),
                2 if round % 2 == 1 => {
                    // Two blocks change places; all but the last are equally long.
                    let (begin, size) = (certificate.header.to_string().len(), 4 + 14 + 32);
                    let blocks = (from.len() - begin - 36) / size;
                    let (one, other) = (random.below(blocks.max(1)), random.below(blocks.max(1)));
                    for byte in 0..size {
                        damaged.swap(begin + one * size + byte, begin + other * size + byte);
                    }
                }
                _ => {
                    let at = random.below(from.len());
                    damaged[at] ^= 1 << random.below(8);
                }
            }
            if let Ok(verified) = game.check(&damaged) {
                // A block may change places with itself.
                assert_eq!(
                    (verified.header, verified.progress),
                    (good.header.clone(), good.progress),
                    "{name}"
                );
                same += 1;
            }
        }
        assert!(same < 250, "{name}: {same}");
    }
}

#[test]
fn every_bit_of_a_certificate_counts() {
    for name in ["nim", "wallets_tree"] {
        let game = Subjects::of(&path(name));
        let certificate = game.certificate(Shown::Value);
        for bit in 0..certificate.bytes.len() * 8 {
            let mut damaged = certificate.bytes.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert!(game.check(&damaged).is_err(), "{name}: bit {bit}");
        }
    }
}

#[test]
fn draws_by_going_round_need_no_rule() {
    for name in ["pong_hau_ki", "mu_torere"] {
        let with_rule = std::fs::read_to_string(path(name)).expect("the file can be read");
        let text: String = with_rule
            .lines()
            .filter(|line| !line.starts_with("endless"))
            .flat_map(|line| [line, "\n"])
            .collect();
        assert_ne!(text, with_rule);
        let Ok(definition) = common::compile(&text, &[]) else { panic!("{name}: no longer a game") };
        let game = Subjects { text, definition };
        let certificate = game.certificate(Shown::Best);
        assert_eq!(certificate.value, 0, "{name}");
        let verified = game.check(&certificate.bytes).unwrap_or_else(|why| panic!("{name}: {why}"));
        assert!(verified.header.claims.len() >= 2, "{name}");
        // More than a draw does not rest on going round.
        let mut header = certificate.header.clone();
        header.claims[0].threshold = if header.claims[0].prover.index() == 0 { 1 } else { -1 };
        let refusal =
            game.check(&pack_numbers(&header, &numbers(&certificate), 1000)).expect_err("it is false");
        assert!(matches!(refusal, Refusal::RankDoesNotFall { .. }), "{name}: {refusal}");
    }
}

#[test]
fn the_stack_counts_as_memory() {
    let text = "game \"A long way\"\nplayers A, B\nstate { left: 0..5000 = 5000 }\n\
        move take when left > 0 { left -= 1 }\nstuck => me loses\n";
    let Ok(definition) = common::compile(text, &[]) else { panic!("{:?}", common::compile(text, &[])) };
    let game = Subjects { text: text.to_string(), definition };
    let certificate = game.certificate(Shown::Value);
    let mut most = 0;
    let verified = verify(text, &certificate.bytes[..], &mut |progress| {
        most = most.max(progress.bytes);
        true
    });
    // At the end the stack is empty; each of its positions took more than its entry.
    let verified = verified.expect("it is right");
    assert_eq!(verified.progress.positions, 5000);
    assert!(most > 2 * verified.progress.bytes, "{most}");
    let limits = Limits { memory: (most + verified.progress.bytes) / 2, ..Limits::default() };
    assert!(matches!(check(text, &certificate.bytes[..], &limits), Err(Refusal::Stopped)));
}

#[test]
fn certificates_with_another_choice_are_refused_or_right() {
    let mut random = Random(34);
    for name in FEW {
        let game = Subjects::of(&path(name));
        let (certificate, value) = (game.certificate(Shown::Value), game.minimax());
        // So whatever is accepted is true.
        assert_eq!(certificate.value, value, "{name}");
        assert!(certificate.header.claims.iter().all(|claim| claim.is_met(value)), "{name}");
        let right = numbers(&certificate);
        let mut refused = 0;
        for _ in 0..1000 {
            let mut wrong = right.clone();
            let at = random.below(right.len());
            wrong[at] = match random.below(3) {
                0 => right[at] + 1,
                1 => right[at].saturating_sub(1),
                _ => random.below(9) as u64,
            };
            refused += u64::from(game.check(&pack_numbers(&certificate.header, &wrong, 1000)).is_err());
        }
        assert!(refused > 0, "{name}");
    }
}

#[test]
fn false_claims_are_never_accepted() {
    let mut random = Random(56);
    for name in FEW {
        let game = Subjects::of(&path(name));
        let (certificate, value) = (game.certificate(Shown::Value), game.minimax());
        for claim in &certificate.header.claims {
            let mut header = certificate.header.clone();
            header.claims = vec![claim.clone()];
            header.claims[0].threshold = if claim.prover.index() == 0 { value + 1 } else { value - 1 };
            for round in 0..100 {
                let most = 1 + random.below(4);
                let ranked = header.kind == zug_verify::TerminationArgument::Ranks;
                // Ranks that fall slowly, or stay; choices at random.
                let mut rank = 2_000;
                let numbers: Vec<u64> = (0..2_000)
                    .map(|at| {
                        if ranked && at % 2 == 0 && round % 3 > 0 {
                            rank -= u64::from(round % 3 == 1);
                            rank
                        } else {
                            random.below(most) as u64
                        }
                    })
                    .collect();
                let refusal = game.check(&pack_numbers(&header, &numbers, 1000)).expect_err("it is false");
                // The walk itself has to find it, not the end of the numbers.
                let found = matches!(
                    refusal,
                    Refusal::WrongEnd { .. }
                        | Refusal::NoSuchMove { .. }
                        | Refusal::Repeats
                        | Refusal::RankDoesNotFall { .. }
                );
                assert!(found, "{name}: {refusal}");
            }
        }
    }
}

#[test]
fn numbers_have_one_form() {
    let game = Subjects::of(&path("nim"));
    let certificate = game.certificate(Shown::Value);
    let header = certificate.header.to_string();
    let refusal = |stream: &[u8]| game.check(&pack(&header, stream, 4)).expect_err("it is wrong");
    let nine = |last: &[u8]| [&[0xff; 9][..], last].concat();
    // The greatest number is read, and is no move.
    assert!(matches!(refusal(&nine(&[1])), Refusal::NoSuchMove { choice: u64::MAX, .. }));
    assert!(matches!(refusal(&nine(&[2])), Refusal::WrongForm));
    assert!(matches!(refusal(&nine(&[0x81, 0])), Refusal::WrongForm));
    assert!(matches!(refusal(&[0x80, 0]), Refusal::WrongForm));
    assert!(matches!(refusal(&[0x80]), Refusal::WrongHash | Refusal::TooFew));
    assert!(matches!(refusal(&[]), Refusal::TooFew));
    let mut long = numbers(&certificate);
    long.push(0);
    assert!(matches!(game.check(&pack_numbers(&certificate.header, &long, 4)), Err(Refusal::LeftOver)));
    long.truncate(long.len() - 2);
    assert!(matches!(game.check(&pack_numbers(&certificate.header, &long, 4)), Err(Refusal::TooFew)));
}

#[test]
fn where_endless_is_a_fault_the_rank_has_to_fall() {
    let game = Subjects::of(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/regressions/endless_on_the_way_in.game"),
    );
    let certificate = game.certificate(Shown::Value);
    let told = game.check(&certificate.bytes).expect("play does not come back to the start");
    assert_eq!((told.progress.positions, certificate.value), (3, 1));
    let mut numbers = numbers(&certificate);
    assert_eq!(numbers, [1, 0, 0, 0, 0], "the rank of the start and a choice, a rank, a rank and a choice");
    numbers[0] = 0;
    let flat = game.check(&pack_numbers(&certificate.header, &numbers, 9));
    assert!(matches!(flat, Err(Refusal::RankDoesNotFall { .. })), "{flat:?}");
}

#[test]
fn an_empty_stream_has_a_hash_too() {
    let text =
        "game \"Over\"\nplayers A, B\nstate { n: 0..1 = 0 }\nmove go() { n = 1 }\nend when n = 0 => A wins\n";
    let Ok(definition) = common::compile(text, &[]) else { panic!("{:?}", common::compile(text, &[])) };
    let game = Subjects { text: text.to_string(), definition };
    let certificate = game.certificate(Shown::Best);
    assert_eq!(certificate.bytes.len(), certificate.header.to_string().len() + 36);
    game.check(&certificate.bytes).expect("play is over at once");
    let mut other = certificate.bytes.clone();
    let program = other.windows(8).position(|part| part == b"program ").expect("the line") + 8;
    other[program] = if other[program] == b'0' { b'1' } else { b'0' };
    assert!(matches!(game.check(&other), Err(Refusal::WrongHash)));
}

#[test]
fn headers_have_one_form() {
    let game = Subjects::of(&path("nim"));
    let certificate = game.certificate(Shown::Value);
    let stream: Vec<u8> = numbers(&certificate).iter().flat_map(|number| leb(*number)).collect();
    let header = certificate.header.to_string();
    game.check(&pack(&header, &stream, 100)).expect("it is right");
    let lines: Vec<&str> = header.lines().collect();
    let joined = |lines: &[&str]| lines.join("\n") + "\n";
    let mut wrong = vec![header.replace('\n', "\r\n"), header.replace("certificate 1", "certificate 2")];
    for at in 0..lines.len() {
        let mut without = lines.clone();
        without.remove(at);
        wrong.push(joined(&without));
        let mut unknown = lines.clone();
        unknown.insert(at, "note a line");
        wrong.push(joined(&unknown));
        if at > 0 {
            let mut exchanged = lines.clone();
            exchanged.swap(at - 1, at);
            wrong.push(joined(&exchanged));
        }
    }
    for (from, to) in [
        ("order", "order\norder"),
        ("order", "ranks"),
        ("first >= 1", "first >= 01"),
        ("first >= 1", "first >= -0"),
        ("first >= 1", "first >= +1"),
        ("first >= 1", "first >= 9007199254740993"),
        ("first >= 1", "first > 1"),
        ("first >= 1", "first >= 1 "),
        ("first >= 1", "first >= 1 after"),
        ("first >= 1", "first >= 1 after nothing"),
        ("first >= 1", "first >= 1 within 9"),
        ("first >= 1", "first >= 1 within -1"),
        ("claim", "set x=1\nclaim"),
        ("claim", "play nothing\nclaim"),
        ("claim", "play\nclaim"),
    ] {
        assert!(header.contains(from));
        wrong.push(header.replace(from, to));
    }
    for header in wrong {
        assert!(game.check(&pack(&header, &stream, 100)).is_err(), "{header}");
    }
    let other = Subjects { text: game.text.clone() + "\n", definition: game.definition.clone() };
    assert!(matches!(other.check(&certificate.bytes), Err(Refusal::OtherText)));
    let crlf = Subjects { text: game.text.replace('\n', "\r\n"), definition: game.definition.clone() };
    crlf.check(&certificate.bytes).expect("line ends do not count");
}

#[test]
fn settings_and_moves_stand_in_the_header() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("proof").display().to_string();
    let zug = |arguments: &[&str]| {
        let out = Command::new(env!("CARGO_BIN_EXE_zug")).args(arguments).output().expect("it runs");
        (
            out.status.code(),
            String::from_utf8_lossy(&out.stdout).into_owned() + &String::from_utf8_lossy(&out.stderr),
        )
    };
    let game = path("tic_tac_toe").display().to_string();
    let semantics = Subjects::of(&path("tic_tac_toe"));
    let start = Semantics::new(&semantics.definition.program);
    let first = start.texts(&start.start()).expect("moves")[0].1.clone();
    let (code, text) = zug(&["prove", &game, "--moves", &first, "--claim", "best", "--out", &file]);
    assert_eq!(code, Some(0), "{text}");
    let (code, text) = zug(&["verify", &game, &file]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.starts_with("verified: draw") && text.contains(&first), "{text}");
    let (code, text) = zug(&["verify", &path("nim").display().to_string(), &file]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("another text"), "{text}");
    assert_eq!(zug(&["verify", &game, &(file.clone() + "s")]).0, Some(2));
    assert_eq!(zug(&["prove", &game, "--claim", "distance", "--out", &file]).0, Some(2));
    assert_eq!(
        zug(&["prove", &path("quarto").display().to_string(), "--timeout", "50ms", "--out", &file]).0,
        Some(3)
    );
    let (code, text) = zug(&["solve", &game, "--certified"]);
    assert!(code == Some(0) && text.contains("a certificate of the value was made and checked"), "{text}");
    let (code, text) = zug(&["test", &path("nim").display().to_string(), "--prove"]);
    assert_eq!(code, Some(0), "{text}");
}
