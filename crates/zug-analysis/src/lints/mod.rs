//! Lints: warnings about definitions without errors that may not mean what was intended.
//!
//! The lints read a definition as written and as checked, and make warnings `Z09xx`. Each warning
//! ends with the name that switches it off: `allow NAME` in the file, `--allow NAME` on the command
//! line. No lint changes the meaning of a definition.

mod absent_removals;
mod beside_errors;
mod comparisons;
mod constant;
mod contradictions;
mod early_draw;
mod early_faults;
mod either_absent;
mod endings;
mod exact_members;
mod excluded_sets;
mod exclusion;
mod extremes;
mod facts;
mod first_position;
mod growth;
mod hidden_ends;
mod idle_choices;
mod inclusions;
mod just_stored;
mod late;
mod logic;
mod looped_stores;
mod loose;
mod lost_requests;
mod mixed_players;
mod names;
mod narrowed;
mod never_stored;
mod notation;
mod nothing;
mod other_owner;
mod outside;
mod own_pairs;
mod pictures;
mod point_terms;
mod reads;
mod repetition;
mod rings;
mod rows;
mod same_start;
mod shape;
mod shifted;
mod signs;
mod spent;
mod stale;
mod start;
mod stuck_rule;
mod stumps;
mod subsets;
mod sums;
mod swaps;
mod units;
mod unreached;
mod walk;
mod work;
mod zero;

pub use beside_errors::beside_errors;
pub use constant::is_never;
pub use exclusion::shape;
pub use first_position::first_position_over;
pub use never_stored::{is_stored, never_stored};

use zug_lang::diagnostic::{Diagnostic, near_names};
use zug_lang::program::Program;
use zug_lang::syntax::ast::{self, ItemKind};

/// A lint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lint {
    /// The name that switches it off.
    pub name: &'static str,
    /// The code of its warnings.
    pub code: &'static str,
    /// What it warns of, in a few words.
    pub about: &'static str,
}

const fn lint(name: &'static str, code: &'static str, about: &'static str) -> Lint {
    Lint { name, code, about }
}

/// The code of the warning about a name after `allow` that no lint has.
const UNKNOWN: &str = "Z0900";
/// A name that nothing uses.
pub const UNUSED: Lint = lint("unused", "Z0901", "a name that nothing uses");
const CONSTANT: Lint = lint("constant", "Z0902", "a condition that is always true or always false");
const HIDDEN_END: Lint = lint("hidden_end", "Z0903", "an `end` rule that an earlier one hides");
const LATE_END: Lint =
    lint("late_end", "Z0904", "an `end` rule with `me` or `opponent` that is noticed a ply late");
const WIDE_END: Lint =
    lint("wide_end", "Z0905", "an `end` rule with `me` where either player may be the one to move");
/// Whether a second pass comes is known where all positions were seen.
pub const PASS_LOOP: Lint = lint("pass_loop", "Z0906", "a `pass` that another may follow");
/// Whether play goes on for ever is known where all positions were seen.
pub const CYCLES: Lint = lint("cycles", "Z0907", "points, no proof that play ends, and no `endless` rule");
const CUT_FOLLOWUP: Lint = lint("cut_followup", "Z0908", "an `end` rule that cuts off a followup");
const MIXED_SETS: Lint =
    lint("mixed_sets", "Z0909", "`+` or `-` beside `&` without brackets, and `Cell - men[A] + men[B]`");
const HIDDEN_ELEMENT: Lint =
    lint("hidden_element", "Z0910", "a parameter or binder with the name of an element");
const EMPTY_FAMILY: Lint = lint("empty_family", "Z0911", "a family without members");
const ZERO_INDEX: Lint = lint("zero_index", "Z0912", "an index or coordinate 0 where counting begins at 1");
const MIXED_LOGIC: Lint =
    lint("mixed_logic", "Z0913", "`a and b or c`, or a sum behind `else`, without brackets");
const IDLE_PART: Lint = lint(
    "idle_part",
    "Z0914",
    "a part of `some x in ..: P or Q` or of `no x in ..: P and Q` that does not speak of `x`",
);
const ELEMENT_SUM: Lint =
    lint("element_sum", "Z0915", "a sum or a difference of numbers where a set is meant");
const LOW_START: Lint = lint("low_start", "Z0916", "a field that begins below 0 without a first value");
const SAME_NOTATION: Lint =
    lint("same_notation", "Z0917", "a notation that is the same for all choices of a move");
const EMPTY_EXTREMES: Lint =
    lint("empty_extremes", "Z0918", "a `max` or `min` compared that may be of nothing");
/// Found only by playing a definition through.
pub const NEVER_LEGAL: Lint = lint("never_legal", "Z0920", "a move that is never legal (`--deep`)");
/// Found only by playing a definition through.
pub const NEVER_FIRES: Lint = lint("never_fires", "Z0921", "an `end` rule that never decides (`--deep`)");
/// Found only by playing a definition through, and told there of what no move stores to.
pub const NEVER_CHANGES: Lint = lint("never_changes", "Z0922", "a field that never changes (`--deep`)");
/// Found only by playing a definition through.
pub const NEVER_MOVES: Lint = lint("never_moves", "Z0923", "a player who is never to move (`--deep`)");

/// Found only by playing a definition through.
pub const LOST_PIECE: Lint =
    lint("lost_piece", "Z0924", "a piece that vanishes because a step left the board (`--deep`)");

const DOUBLE_SIGN: Lint = lint(
    "double_sign",
    "Z0925",
    "`//` before an operand, `--` between two, and `=-`, as other languages use them",
);
const EMPTY_SUBSET: Lint = lint("empty_subset", "Z0926", "the size 0 in `subsets` of a family");
/// Neither an `end` rule nor a `stuck` rule.
pub const NO_ENDING: Lint = lint("no_ending", "Z0927", "neither an `end` rule nor a `stuck` rule");
/// Found by playing some moves.
pub const EARLY_FAULT: Lint =
    lint("early_fault", "Z0928", "a fault within a few moves, by a guard or a notation that says too little");
const OUTSIDE: Lint = lint(
    "outside",
    "Z0929",
    "a first value, a number in a set or a first cell of `reach` that is not where it has to be",
);
const STUMPS: Lint = lint("stumps", "Z0930", "members of a family that the border cuts short");
const COMPARED_SETS: Lint =
    lint("compared_sets", "Z0931", "a comparison with a set that may be meant of its size or members");
const LOOSE_MEMBERS: Lint =
    lint("loose_members", "Z0932", "a family whose members are single elements, written out");
const SECOND_LETTER: Lint =
    lint("second_letter", "Z0933", "two letters of a picture for a field that holds one element");
const UPWARD_ROWS: Lint =
    lint("upward_rows", "Z0934", "a list in the lines of a board, which is read from the bottom row up");
/// A choice that a move takes away needs no play; the others are found only by playing.
pub const SPENT_REQUEST: Lint = lint(
    "spent_request",
    "Z0935",
    "a request for a choice that the move has just taken away, or never followed (`--deep`)",
);

const RING_SUM: Lint =
    lint("ring_sum", "Z0936", "a sum that does not go round the ring or the torus of its element");
/// A first position that is over: nothing else can be seen by playing.
pub const OVER_AT_START: Lint =
    lint("over_at_start", "Z0937", "an `end` rule that holds in the first position, or no legal move there");
const EARLY_DRAW: Lint =
    lint("early_draw", "Z0938", "a draw on a full or an empty board above a rule by which a player wins");
const LOOPED_STORE: Lint = lint("looped_store", "Z0939", "a loop over a set in which it moves its members");
const EMPTY_RANGE: Lint = lint("empty_range", "Z0940", "a range whose first number is above its last");
const SAME_CELLS: Lint =
    lint("same_cells", "Z0941", "an entry of `show` that is the same in all cells, or never drawn");

const LOST_SWAP: Lint =
    lint("lost_swap", "Z0942", "`a = b` and then `b = a`: an exchange that loses a value");

const MIXED_PLAYERS: Lint =
    lint("mixed_players", "Z0943", "two parts of a rule or of a move that speak of different players");
const STALE_VALUE: Lint =
    lint("stale_value", "Z0944", "a value that is read after a store of the same move has changed it");
const REPETITION: Lint =
    lint("repetition", "Z0945", "what stands twice where two different things are meant");
const EXACT_MEMBER: Lint =
    lint("exact_member", "Z0946", "a set that only grows compared with a member of a family for equality");
const SAME_START: Lint =
    lint("same_start", "Z0947", "pieces of both players that begin on the same cells and are kept apart");
const OWN_PAIR: Lint = lint("own_pair", "Z0948", "a quantifier over pairs that a thing and itself decide");
/// Found only by playing a definition through.
pub const SHARED_CELL: Lint =
    lint("shared_cell", "Z0949", "a cell in two sets that are taken away from one (`--deep`)");
/// Found only by playing a definition through.
pub const NEVER_ACTS: Lint =
    lint("never_acts", "Z0950", "a move that never changes more than whose turn it is (`--deep`)");
/// Found only by playing a definition through.
pub const NEVER_ENDS: Lint =
    lint("never_ends", "Z0951", "a `stuck` rule of a game of which no position is over (`--deep`)");
/// Found only by solving the positions that facts speak of.
pub const FALSE_FACT: Lint = lint("false_fact", "Z0952", "a fact that does not hold, by a short search");

/// All lints, in the order of their codes.
pub const LINTS: [Lint; 51] = [
    UNUSED,
    CONSTANT,
    HIDDEN_END,
    LATE_END,
    WIDE_END,
    PASS_LOOP,
    CYCLES,
    CUT_FOLLOWUP,
    MIXED_SETS,
    HIDDEN_ELEMENT,
    EMPTY_FAMILY,
    ZERO_INDEX,
    MIXED_LOGIC,
    IDLE_PART,
    ELEMENT_SUM,
    LOW_START,
    SAME_NOTATION,
    EMPTY_EXTREMES,
    NEVER_LEGAL,
    NEVER_FIRES,
    NEVER_CHANGES,
    NEVER_MOVES,
    LOST_PIECE,
    DOUBLE_SIGN,
    EMPTY_SUBSET,
    NO_ENDING,
    EARLY_FAULT,
    OUTSIDE,
    STUMPS,
    COMPARED_SETS,
    LOOSE_MEMBERS,
    SECOND_LETTER,
    UPWARD_ROWS,
    SPENT_REQUEST,
    RING_SUM,
    OVER_AT_START,
    EARLY_DRAW,
    LOOPED_STORE,
    EMPTY_RANGE,
    SAME_CELLS,
    LOST_SWAP,
    MIXED_PLAYERS,
    STALE_VALUE,
    REPETITION,
    EXACT_MEMBER,
    SAME_START,
    OWN_PAIR,
    SHARED_CELL,
    NEVER_ACTS,
    NEVER_ENDS,
    FALSE_FACT,
];

/// All warnings about a definition without errors, except those that the file switches off, in the
/// order of the text.
pub fn lints(game: &ast::Game, program: &Program) -> Vec<Diagnostic> {
    let units = units::units(game);
    let mut found = Vec::new();
    names::unused(&units, program, &mut found);
    lost_requests::lost_requests(program, &mut found);
    names::unused_parameters(game, program, &units, &mut found);
    idle_choices::idle_parameters(game, &units, program, &mut found);
    idle_choices::idle_loops(game, program, &mut found);
    names::hidden_elements(&units, program, &mut found);
    names::empty_families(program, &mut found);
    constant::conditions(game, &units, program, &mut found);
    just_stored::compared_with_none(program, &mut found);
    hidden_ends::hidden(game, &units, program, &mut found);
    endings::for_whom(game, program, &mut found);
    endings::passes(program, &mut found);
    endings::cycles(program, &mut found);
    endings::cut_followups(program, &mut found);
    shape::mixed_sets(&units, &mut found);
    shape::put_back(game, program, &mut found);
    logic::mixed_logic(&units, &mut found);
    logic::sums_behind_else(&units, &mut found);
    logic::idle_parts(&units, program, &mut found);
    logic::some_implies(&units, &mut found);
    zero::zero_indexes(&units, program, &mut found);
    shifted::shifted_indexes(game, program, &mut found);
    sums::element_sums(game, program, &mut found);
    start::low_starts(game, program, &mut found);
    start::second_letters(game, program, &mut found);
    notation::same_notations(program, &mut found);
    extremes::empty_extremes(program, &mut found);
    signs::double_signs(game, &mut found);
    signs::turned_signs(game, &mut found);
    subsets::empty_subsets(&units, &mut found);
    endings::none(program, &mut found);
    early_faults::early_faults(game, program, &mut found);
    outside::outside(game, program, &mut found);
    outside::outside_of_sets(game, &units, program, &mut found);
    stumps::stumps(game, &units, program, &mut found);
    comparisons::compared_sets(game, &units, program, &mut found);
    loose::loose_members(game, program, &mut found);
    rows::upward_rows(game, program, &mut found);
    spent::spent_requests(program, &mut found);
    rings::ring_sums(game, program, &mut found);
    first_position::over_at_start(game, program, &mut found);
    early_draw::early_draws(program, &mut found);
    looped_stores::looped_stores(program, &mut found);
    nothing::empty_ranges(&units, &mut found);
    pictures::same_cells(program, &mut found);
    pictures::covered(program, &mut found);
    swaps::lost_swaps(game, program, &mut found);
    contradictions::decided_by_two(game, &units, program, &mut found);
    excluded_sets::excluded_sets(game, &units, program, &mut found);
    contradictions::dead_arms(game, &units, program, &mut found);
    either_absent::either_absent(game, program, &mut found);
    stuck_rule::known_answers(program, &mut found);
    stuck_rule::passes_to_stuck(program, &mut found);
    mixed_players::mixed_players(game, program, &mut found);
    mixed_players::mixed_defs(game, program, &mut found);
    mixed_players::mixed_points(program, &mut found);
    mixed_players::same_winners(program, &mut found);
    absent_removals::absent_removals(game, program, &mut found);
    other_owner::other_owners(game, program, &mut found);
    point_terms::point_terms(game, program, &mut found);
    stale::stale_values(game, program, &mut found);
    repetition::repetitions(game, &units, program, &mut found);
    exact_members::exact_members(game, program, &mut found);
    same_start::same_starts(game, program, &mut found);
    own_pairs::own_pairs(program, &mut found);
    unreached::unreached(game, program, &mut found);
    // What is switched off is no reason to leave out its double.
    let mut found = without(found, &program.allowed);
    without_doubles(&mut found);
    found.extend(unknown(game));
    found.sort_by_key(Diagnostic::span);
    found
}

/// Takes out the warning about a set compared with that of one element where the comparison is told
/// as never true at the same place.
fn without_doubles(found: &mut Vec<Diagnostic>) {
    let never: Vec<_> =
        found.iter().filter(|each| each.code == CONSTANT.code).map(Diagnostic::span).collect();
    found.retain(|each| each.code != COMPARED_SETS.code || !never.contains(&each.span()));
}

/// The diagnostics without the warnings of the lints named in `allowed`.
pub fn without(diagnostics: Vec<Diagnostic>, allowed: &[String]) -> Vec<Diagnostic> {
    let off = |code: &str| LINTS.iter().any(|l| l.code == code && allowed.iter().any(|name| name == l.name));
    diagnostics.into_iter().filter(|each| !off(each.code)).collect()
}

/// The lint of this name.
///
/// # Errors
/// A text for the help of a diagnostic: a similar name, or all names.
pub fn named(name: &str) -> Result<Lint, String> {
    LINTS.into_iter().find(|lint| lint.name == name).ok_or_else(|| {
        let names = || LINTS.iter().map(|lint| lint.name);
        let within = || names().find(|known| name.split(['_', '-']).any(|word| word == *known));
        match near_names(name, names()).first().copied().or_else(within) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the lints are {}", names().collect::<Vec<_>>().join(", ")),
        }
    })
}

/// The warnings about names after `allow` that no lint has. They need no program, so they are told
/// beside errors too.
pub fn unknown(game: &ast::Game) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for item in &game.items {
        let ItemKind::Allow(names) = &item.kind else { continue };
        for name in names {
            if let Err(help) = named(&name.text) {
                let message = format!("there is no lint called `{}`", name.text);
                found.push(
                    Diagnostic::warning(UNKNOWN, message, name.span, "switches nothing off").help(help),
                );
            }
        }
    }
    found
}

impl Lint {
    /// Whether the definition switches it off.
    pub fn is_off(self, program: &Program) -> bool {
        program.allowed.iter().any(|name| name == self.name)
    }

    /// Makes a warning of this lint.
    pub fn warn(self, message: String, span: zug_lang::source::Span, label: &str) -> Diagnostic {
        let off = format!("`allow {}` switches this off", self.name);
        Diagnostic::warning(self.code, message, span, label).note(off)
    }
}
