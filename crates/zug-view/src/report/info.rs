//! What a definition compiles to and what is proved of it, in words and as JSON.

use super::program::type_name;
use crate::json::{self, AnswerHead, InfoDomain, InfoEnds, InfoField, InfoSymmetry};
use std::collections::BTreeMap;
use std::fmt::Write;
use zug::answer::{Prepared, SumOf, SumParts};
use zug_analysis::Ends;
use zug_compile::symmetry;
use zug_lang::program::{Domain, DomainKind, Program};
use zug_lang::wording::{self, counted};
use zug_machine::Machine;

fn kind(domain: &Domain, program: &Program) -> String {
    match &domain.kind {
        DomainKind::Players => "players".to_string(),
        DomainKind::Directions => "directions".to_string(),
        DomainKind::Enum => "enum".to_string(),
        DomainKind::Range { .. } => "range".to_string(),
        DomainKind::Board(board) => board.to_string(),
        DomainKind::Graph { .. } => "graph".to_string(),
        DomainKind::Family { base, .. } => format!("family of {}", program.domain(*base).name),
        DomainKind::Tree => "tree".to_string(),
    }
}

/// The number of elements of a domain; of a family whose members differ in size, how many have
/// each.
fn elements(domain: &Domain) -> String {
    let all = format!("{} elements", domain.len());
    let DomainKind::Family { members, .. } = &domain.kind else { return all };
    let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
    members.iter().for_each(|member| *sizes.entry(member.len()).or_default() += 1);
    if sizes.len() < 2 {
        return all;
    }
    let each: Vec<String> =
        sizes.iter().map(|(size, count)| format!("{count} with {size} members")).collect();
    format!("{all}: {}", each.join(", "))
}

fn ends<'a>(prepared: &'a Prepared<'_>) -> (bool, &'a str) {
    match &prepared.ends {
        Ends::Proven { words, .. } | Ends::Declared { words } => (true, words),
        Ends::Unproven { why } => (false, why),
    }
}

/// The sums that tiers are made of, in words.
fn tiers(program: &Program, prepared: &Prepared<'_>) -> Vec<String> {
    let sums = match &prepared.ends {
        Ends::Proven { measure, .. } => measure.clone(),
        _ => zug_analysis::never_lowered(program),
    };
    // A later sum is looked at where a move leaves those before it as they are.
    let words = |(at, sum): (usize, &zug_analysis::Measure)| match at {
        0 => sum.words(),
        _ => format!("{} that leaves those before it as they are", sum.words()),
    };
    sums.iter().enumerate().map(words).collect()
}

/// Whether the game is solved by parts, and whether they have nimbers.
fn sums(prepared: &Prepared<'_>) -> Option<String> {
    Some(match prepared.sum_of()? {
        SumOf::Parts { parts, nimbers } => {
            let nimbers = if nimbers { ", each with a nimber" } else { "" };
            let apart = match parts {
                SumParts::Moves => "parts that take no moves away from each other",
                SumParts::Nodes => "moves only delete things: parts of these that no move joins",
            };
            format!("{apart} are solved apart{nimbers}")
        }
        SumOf::Components(1) => {
            "positions have nimbers: both players have the same moves, and who cannot move loses".to_string()
        }
        SumOf::Components(components) => {
            format!("{components} components that no move joins are solved apart, each with a nimber")
        }
    })
}

/// Whether the game is a monotone set colouring game, and with how many elements.
fn set_colouring(prepared: &Prepared<'_>) -> Option<String> {
    let elements = prepared.colouring_elements()?;
    Some(format!(
        "the players take elements in turns, of {} in all, and an `end` rule has a player win by his own alone, of which more never hurt",
        wording::grouped(elements as u64)
    ))
}

/// The fields and entries of points that only add up.
fn additive(program: &Program) -> Vec<String> {
    zug_analysis::additive(program).map(|additive| additive.names(program)).unwrap_or_default()
}

/// For people.
pub fn text(program: &Program, prepared: &Prepared<'_>) -> String {
    let mut out = format!("{}\n\n", program.title);
    let outcome = if program.points { "points" } else { "won, lost or drawn" };
    let [first, second] = program.players();
    let _ = writeln!(out, "players    {first} (maximizes), {second}; outcomes are {outcome}");
    for (name, value) in &program.params {
        let _ = writeln!(out, "param      {name} = {value}");
    }
    for domain in &program.domains {
        let _ = writeln!(out, "domain     {}: {}, {}", domain.name, kind(domain, program), elements(domain));
    }
    if let Some(machine) = prepared.machine() {
        let (bits, key) = (machine.bits(), machine.key_bits());
        let _ = writeln!(
            out,
            "position   {bits} bits in {}; {key} of them tell positions apart",
            words(machine.layout.words)
        );
        for (name, place) in places(machine) {
            let _ = writeln!(out, "  {name}: {place}");
        }
        for kind in &machine.kinds {
            let count = u64::try_from(kind.count()).unwrap_or(u64::MAX);
            let _ = writeln!(out, "move       {}: at most {}", kind.name, counted(count, "choice"));
        }
    }
    let (must_end, why) = ends(prepared);
    let _ = writeln!(out, "play       {}: {why}", if must_end { "must end" } else { "is not proved to end" });
    let tiers = tiers(program, prepared);
    if !tiers.is_empty() {
        let _ = writeln!(out, "tiers      {}", tiers.join("; then "));
    }
    if let Some(sums) = sums(prepared) {
        let _ = writeln!(out, "sums       {sums}");
    }
    if let Some(colouring) = set_colouring(prepared) {
        let _ = writeln!(out, "colouring  {colouring}");
    }
    let additive = additive(program);
    if !additive.is_empty() {
        let _ = writeln!(
            out,
            "points     {}: only added up, and left out of the memo's keys",
            additive.join(", ")
        );
    }
    out.push_str(&symmetries(program));
    out
}

/// So many words of a machine.
fn words(count: usize) -> String {
    format!("{} of 64", counted(count as u64, "word"))
}

/// The symmetries of the rules in words: their number, generators, and interchangeable elements.
fn symmetries(program: &Program) -> String {
    let symmetry = symmetry::find(program);
    let order = symmetry.order.map_or_else(|| "more than 2^128".to_string(), grouped);
    let players = if symmetry.exchanges_players() { "; half of them exchange the players" } else { "" };
    let more = if symmetry.complete {
        ""
    } else {
        "; there may be more, the search did not end or was too large to begin"
    };
    let mut out = match symmetry.order {
        Some(1) => format!("symmetry   none but the identity{more}\n"),
        _ => format!("symmetry   {order}, the identity among them{players}{more}\n"),
    };
    for class in symmetry.interchangeable(program) {
        let _ = writeln!(out, "  interchangeable: {}", class.join(", "));
    }
    for generator in symmetry.generators(program) {
        let _ = writeln!(out, "  {generator}");
    }
    out
}

fn grouped(order: u128) -> String {
    u64::try_from(order).map_or_else(|_| order.to_string(), wording::grouped)
}

/// The same for programs: the order as text, because it may be large.
fn symmetries_json(program: &Program) -> InfoSymmetry {
    let symmetry = symmetry::find(program);
    InfoSymmetry {
        order: symmetry.order.map(|order| order.to_string()),
        complete: symmetry.complete,
        exchanges_players: symmetry.exchanges_players(),
        interchangeable: symmetry.interchangeable(program),
        generators: symmetry.generators(program),
    }
}

/// The bits of each field in the key of the machine, counted from 0, 64 a word.
fn places(machine: &Machine) -> Vec<(String, String)> {
    let place = |slot: &zug_machine::layout::BitField| {
        let first = u32::from(slot.word) * 64 + u32::from(slot.shift);
        match u32::from(slot.width) {
            0 => "no bits".to_string(),
            1 => format!("bit {first}"),
            width => format!("bits {first} to {}", first + width - 1),
        }
    };
    let fields = machine.layout.fields.iter().map(|field| {
        let slots: Vec<String> = field.bit_fields().map(|slot| place(&slot)).collect();
        (field.name.clone(), format!("{} in all: {}", field.bits(), slots.join("; ")))
    });
    fields.chain([("turn".to_string(), place(&machine.layout.turn))]).collect()
}

/// For programs.
pub fn answer(head: AnswerHead, program: &Program, prepared: &Prepared<'_>) -> json::Info {
    let domain = |domain: &Domain| InfoDomain {
        name: domain.name.clone(),
        kind: kind(domain, program),
        members: domain.len(),
    };
    let field = |field: &zug_lang::program::Field| InfoField {
        name: field.name.clone(),
        r#type: type_name(program, field.ty),
    };
    let (proved, why) = ends(prepared);
    let machine = prepared.machine();
    json::Info {
        head,
        title: program.title.clone(),
        players: program.players().map(str::to_string),
        params: program.params.iter().cloned().collect(),
        domains: program.domains.iter().map(domain).collect(),
        fields: program.fields.iter().map(field).collect(),
        bits: machine.map(Machine::bits),
        key_bits: machine.map(Machine::key_bits),
        places: machine.map(|machine| places(machine).into_iter().collect()),
        moves: program.moves.iter().map(|each| each.name.clone()).collect(),
        ends: InfoEnds { proved, why: why.to_string() },
        tiers: tiers(program, prepared),
        sums: sums(prepared),
        set_colouring: set_colouring(prepared),
        additive: additive(program),
        points: program.points,
        symmetry: symmetries_json(program),
    }
}
