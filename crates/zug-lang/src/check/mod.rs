//! The checker: syntax tree to [`Program`]. It resolves names, infers types and integer bounds,
//! makes coercions explicit, and rewrites everything into the core forms of [`crate::program`].
//!
//! It reads an [`ast::Game`] and settings. A definition without a meaning is refused, with as many
//! diagnostics as one run can find. Items are resolved on demand (`resolve`), so a name may be
//! used before its definition. An expression that could not be checked is `None` from then on
//! ("poisoned") and causes no further diagnostics.
//!
//! `stones[me] += c` with `state { stones[Player]: set of Cell }` becomes
//! `Assign(Field(stones, [Me]), Add, Singleton(Local(c)))`.
//!
//! The resulting program satisfies: all ids are in range, every expression has a type whose integer
//! bounds are sound, every `let` and `param` is a value, every domain and table is within
//! `limits`.

#[cfg(test)]
mod acceptances;
mod after_recovery;
mod arguments;
mod asked_beside;
mod bare_built_ins;
mod binder_order;
mod bounds;
mod budget;
mod by_kind;
mod calls;
mod checker;
mod circular;
mod codes;
mod coerce;
mod collect;
mod comma_for_colon;
mod compare;
mod constant_bounds;
mod constants;
mod conversions;
mod copies;
mod cost;
mod counted_tables;
mod cut_boards;
mod definitions;
mod defs;
mod dependencies;
mod domain_tables;
mod domains;
mod domains_by_use;
mod each_member;
mod element_names;
mod elements;
mod elsewhere;
mod examples;
mod expects;
mod expr;
mod extra_index;
mod families;
mod faults;
mod fields;
mod first_elements;
mod first_values;
mod fixed_directions;
mod fold;
mod form;
#[cfg(test)]
mod form_tests;
mod geometry;
mod global_names;
mod hiding;
pub mod index;
mod index_beside;
mod index_count;
mod inferred;
mod initial;
mod input;
mod kinds;
mod leftover_names;
mod let_expressions;
mod limits;
mod lines;
mod links;
mod meant;
mod meant_conditions;
mod missing_index;
mod mixed_outcomes;
mod move_tables;
mod moves;
mod moves_as_values;
mod named_below;
mod named_index;
mod names;
mod near_members;
mod new_names;
mod no_binder;
mod none_values;
mod notations;
mod notes;
mod reports;
mod rows;
mod rules;
mod state_fields;
mod swapped_store;
mod var_bounds;
// The page of the playground checks at every key and is fetched whole: it does without.
#[cfg(not(target_family = "wasm"))]
mod one_cause;
mod operators;
mod orders;
mod out_of_reach;
mod outcomes;
#[cfg(test)]
mod pairs_tests;
mod parts;
mod paths;
mod picture_stores;
mod players_by_use;
mod quantifiers;
#[cfg(test)]
mod refusals;
mod repeated_names;
mod resolve;
mod scope;
mod set_bounds;
mod sets;
mod sets_as_functions;
mod sets_as_tables;
#[cfg(test)]
mod setting_tests;
mod settings;
mod show;
mod sides;
#[cfg(test)]
mod soundness;
mod stand_ins;
mod start;
mod statements;
mod stores;
mod subsets;
mod suggestions;
mod targets;
#[cfg(test)]
pub(crate) mod tests;
mod tree;
mod turned_signs;
mod turned_stores;
mod turns;
mod types;
mod unbound;
mod unbound_players;
mod undeclared_domains;
mod undeclared_fields;
mod unknown;
mod unknown_help;
mod unused_numbers;
mod usual_words;
mod vars;
mod words;
mod written;
#[cfg(test)]
mod written_otherwise_tests;

use crate::diagnostic::{Diagnostic, Severity, offer_meant_names};
use crate::program::Program;
use crate::source::Span;
use crate::syntax::ast;
use checker::Checker;
pub use codes::OUR_FAULT;

/// The result of a check.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The program; `None` if there was an error.
    pub program: Option<Program>,
    /// Errors and warnings, sorted by span.
    pub diagnostics: Vec<Diagnostic>,
    /// Declarations without a name, each with the unknown name that it probably declares.
    pub named: Vec<(Span, String)>,
    /// An upper estimate of the steps in which the constants were worked out.
    pub steps: u64,
}

/// Checks a definition as [`check`] does, and returns the index of its names too, which is there
/// with errors as well.
pub fn check_with_index(game: &ast::Game, settings: &[ast::Setting]) -> (Checked, index::Index) {
    on_a_large_stack(|| {
        let (checked, index) = check_once(game, settings, |checker| checker.index());
        (explained(game, settings, checked), index)
    })
}

/// Checks a definition under some settings; of several settings for one name the last wins. Needs a
/// thread of its own for its stack, and runs on the caller's if none can be started.
pub fn check(game: &ast::Game, settings: &[ast::Setting]) -> Checked {
    let mut checked = on_a_large_stack(|| explained(game, settings, check_once(game, settings, |_| ()).0));
    offer_meant_names(&mut checked.diagnostics);
    checked
}

/// Checks a definition as [`check`] does, without a search for one slip that explains several
/// reports: of a copy of which only the errors are asked, or whether there are some.
pub fn check_copy(game: &ast::Game, settings: &[ast::Setting]) -> Checked {
    on_a_large_stack(|| check_once(game, settings, |_| ()).0)
}

fn on_a_large_stack<T: Send>(work: impl Fn() -> T + Sync) -> T {
    // The passes recurse as deep as the text nests; the stack is large enough for `limits::DEPTH`.
    std::thread::scope(|threads| {
        let builder = std::thread::Builder::new().stack_size(limits::STACK);
        match builder.spawn_scoped(threads, &work) {
            Ok(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            Err(_) => work(),
        }
    })
}

/// With one report in the place of several that one slip explains.
#[cfg(not(target_family = "wasm"))]
fn explained(game: &ast::Game, settings: &[ast::Setting], mut checked: Checked) -> Checked {
    let is_error = |report: &Diagnostic| report.severity == Severity::Error;
    let read = |text: &str| {
        let (copy, unread) = crate::syntax::parse(game.span.file, text);
        let reports = check_once(&copy, settings, |_| ()).0.diagnostics;
        (unread.iter().filter(|report| is_error(report)).count(), reports)
    };
    checked.diagnostics = one_cause::explained(game, checked.diagnostics, checked.steps, &read);
    checked
}

#[cfg(target_family = "wasm")]
fn explained(_: &ast::Game, _: &[ast::Setting], checked: Checked) -> Checked {
    checked
}

/// Checks a tree, and lets `gather` read the state of the check before it becomes a program.
fn check_once<T>(
    game: &ast::Game,
    settings: &[ast::Setting],
    gather: impl Fn(&Checker<'_>) -> T,
) -> (Checked, T) {
    let mut checker = Checker::new(game, settings);
    checker.collect();
    checker.check_settings();
    checker.resolve_everything();
    checker.check_fields();
    checker.check_moves();
    checker.check_rules();
    checker.check_tree();
    checker.check_shows();
    checker.check_start();
    checker.check_expects();
    checker.check_circular_guards();
    if checker.reports.poisoned || checker.reports.lost || !checker.reports.list.is_empty() {
        checker.resolve_leftover_names();
    }
    checker.refuse_too_many_copies();
    checker.reports.gather_unknown();
    checker.reports.check_reasons();
    let mut diagnostics = std::mem::take(&mut checker.reports.list);
    // What the parser put in is no mistake of the author.
    let counts = [codes::WRONG_LENGTH, codes::ARGUMENT_COUNT, codes::INDEX_COUNT, codes::PLAYER_COUNT];
    diagnostics.retain(|report| {
        let at = report.span();
        let around = |fixed: &crate::source::Span| {
            at.file == fixed.file && at.start <= fixed.start && fixed.start <= at.end
        };
        !(game.fixed.contains(&at) || counts.contains(&report.code) && game.fixed.iter().any(around))
    });
    after_recovery::without_consequences(game, &mut diagnostics);
    settings::without_consequences(&mut diagnostics);
    checker.reports.poisoned |= !game.fixed.is_empty();
    diagnostics.sort_by_key(Diagnostic::span);
    let failed = diagnostics.iter().any(|d| d.severity == Severity::Error);
    let complete = !failed && !checker.reports.poisoned && !checker.reports.lost;
    let gathered = gather(&checker);
    let named = std::mem::take(&mut checker.reports.named);
    let steps = checker.budget.steps;
    (Checked { program: complete.then(|| checker.into_program()), diagnostics, named, steps }, gathered)
}
