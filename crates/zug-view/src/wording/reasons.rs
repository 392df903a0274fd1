//! Says why a value is known.

use zug::answer::{CertificateSize, LeafUse, Method, Reason, StrongSolution, SumParts};
use zug_analysis::Ends;
use zug_lang::wording::grouped;

/// How a value is known and why that way is sound, in a sentence without its full stop.
pub fn reason(reason: &Reason) -> String {
    let mut text = method(reason.method, ends(&reason.ends));
    if let Method::Forward { .. } = reason.method {
        text += forced_by(reason.leaves);
    }
    if reason.one_thread {
        text += "; it uses one thread";
    }
    if let Some(positions) = reason.whole_after {
        text += &format!(
            "; parts are not solved apart, for what moves leave hardly fell apart in a sample of positions: {}",
            grouped(positions)
        );
    }
    if let Some(positions) = reason.apart_first {
        text +=
            &format!("; components were solved apart first, and left after {} positions", grouped(positions));
    }
    if let Some(positions) = reason.undecided_after {
        text += &format!(
            "; must-play regions do not decide who wins: it was not shown that one player wins exactly where the other does not ({} looked at)",
            count_of(positions)
        );
    }
    if let Some(leaves) = reason.leaves {
        text += &leaves_of(&leaves);
    }
    if let Some(CertificateSize { bytes, positions }) = reason.certificate {
        let (bytes, positions) = (grouped(bytes), grouped(positions));
        text += &format!(
            "; a certificate of the value was made and checked: {bytes} bytes, {positions} positions"
        );
    }
    text
}

/// On what a win that was found forward rests, after a semicolon: a stored one may be one by play
/// that goes on for ever.
fn forced_by(leaves: Option<LeafUse>) -> &'static str {
    match leaves {
        Some(LeafUse { found: 1.., .. }) => "; it rests on positions of the database",
        _ => "; it holds whatever play that goes on for ever is worth",
    }
}

/// What a search took from a database, after a semicolon.
pub fn leaves_of(leaves: &LeafUse) -> String {
    let times = |count| if count == 1 { "once".to_string() } else { format!("{} times", grouped(count)) };
    let (asked, found) = (times(leaves.asked), times(leaves.found));
    let mut text = match leaves.found {
        0 => format!("; the database was asked {asked} and held no position that it was asked about"),
        _ => format!(
            "; the database was asked {asked} and held the position {found}: its value was taken, and nothing behind it searched"
        ),
    };
    if leaves.positions < leaves.all {
        let (some, all) = (grouped(leaves.positions), grouped(leaves.all));
        text += &format!("; there was memory for {some} of its {all} positions");
    }
    text
}

/// So many positions.
fn count_of(positions: u64) -> String {
    if positions == 1 { "1 position".to_string() } else { format!("{} positions", grouped(positions)) }
}

/// How every value is known, in the same way.
pub fn strong_reason(solution: &StrongSolution) -> String {
    let ends = match &solution.ends {
        proved @ (Ends::Proven { .. } | Ends::Declared { .. }) => format!("play must end: {}", ends(proved)),
        Ends::Unproven { why } => why.clone(),
    };
    match solution.census.tiers {
        Some(1) => format!("every reachable position, each after all that its moves lead to; {ends}"),
        Some(tiers) => {
            format!("every reachable position, in {} tiers, the last one first; {ends}", grouped(tiers))
        }
        None => format!("retrograde analysis of every reachable position; {ends}"),
    }
}

/// Why play must end, or why that is not proved.
fn ends(ends: &Ends) -> &str {
    match ends {
        Ends::Proven { words, .. } | Ends::Declared { words } => words,
        Ends::Unproven { why } => why,
    }
}

fn method(method: Method, ends: &str) -> String {
    match method {
        Method::AlphaBeta { memo: true } => format!("alpha-beta with a memo; play must end: {ends}"),
        Method::AlphaBeta { memo: false } => {
            format!("alpha-beta without a memo saw to the end of play; play must end: {ends}")
        }
        Method::Dfpn { draws, before } => dfpn(draws, before, ends),
        Method::Induction { before, sums } => induction(before, sums, ends),
        Method::Sums { parts, nimbers } => sums(parts, nimbers, ends),
        Method::Components { components } => format!(
            "nimbers: no move of one of the {components} components reads or changes another, both players have the same moves, and who \
             cannot move loses, so each component is solved apart (Sprague and Grundy); play must end: {ends}"
        ),
        Method::MustPlay => format!(
            "must-play regions: the players take elements in turns, and each wins by his own alone, of which more never hurt, so a move \
             that is refuted refutes all that the refutation does not need; play must end: {ends}"
        ),
        Method::Retrograde => format!("retrograde analysis of every reachable position; {ends}"),
        Method::Database { positions, whole, sums } => {
            let held = match whole {
                true => format!("all {} positions that can be reached", grouped(positions)),
                false => {
                    format!("{} positions, all that can be reached from it among them", grouped(positions))
                }
            };
            let points = if sums { ", whatever points had been made before" } else { "" };
            format!("it stands in the database, which holds {held}{points}; {ends}")
        }
        Method::Forward { positions } => {
            let positions = grouped(positions);
            format!("a win was found by searching forward, iterative deepening, {positions} positions")
        }
        Method::EveryLine { memo: true } => format!("minimax over every line of play; play must end: {ends}"),
        Method::EveryLine { memo: false } => {
            format!("minimax over every line of play, nothing remembered; play must end: {ends}")
        }
        Method::ValueIteration => format!("sweeps over all positions until nothing changes; {ends}"),
    }
}

fn induction(before: Option<u64>, sums: bool, ends: &str) -> String {
    let turns = before.map(|count| {
        let why = if sums { ", told positions apart by their points," } else { "" };
        format!("; alpha-beta began{why} and was left after {} positions", grouped(count))
    });
    let whatever = if sums { ", whatever points had been made before" } else { "" };
    format!(
        "backward induction: no position was searched twice{whatever}; play must end: {ends}{}",
        turns.unwrap_or_default()
    )
}

fn sums(parts: SumParts, nimbers: bool, ends: &str) -> String {
    let how = if nimbers { "each part has a nimber" } else { "each part is looked at once" };
    let apart = match parts {
        SumParts::Moves => "a move only takes moves away, so parts that share none are solved apart",
        SumParts::Nodes => {
            "a move only deletes things, and asks for few, so parts that no move joins are solved apart"
        }
    };
    format!("sums: {apart}, and {how}; play must end: {ends}")
}

fn dfpn(draws: bool, before: Option<u64>, ends: &str) -> String {
    let asked = if draws {
        "whether the first player wins, then whether he loses"
    } else {
        "whether the first player wins, for no outcome is a draw"
    };
    let turns = before.map(|count| {
        let count = grouped(count);
        format!("; alpha-beta and it had turns, and {count} positions were looked at before its last")
    });
    format!("df-pn, by proof numbers, asked {asked}; play must end: {ends}{}", turns.unwrap_or_default())
}
