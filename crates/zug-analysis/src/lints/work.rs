//! How much work it is to play one move by `semantics`: for lints that play only where it is quick.

use crate::steps::{members, steps, weighed_steps};
use zug_lang::program::*;

/// A rough upper bound of the steps to list the moves of a position and to play one of them; not
/// counted beyond `most`. What may look at every position or at every cell many times counts as
/// more than that.
pub(super) fn of_a_ply(program: &Program, most: u64) -> u64 {
    let is_heavy = |e: &Expr| {
        matches!(
            e.kind,
            ExprKind::Reach(..) | ExprKind::ReachLinks(..) | ExprKind::Can(..) | ExprKind::Stuck(_)
        )
    };
    if program.expressions().any(is_heavy) {
        return u64::MAX;
    }
    let moves = program.moves.iter().map(|each| of_a_move(program, each, most));
    let ends = [of_ends(program, most)];
    let ruled = program.stuck.iter().map(|rule| of_an_outcome(program, &rule.outcome, most));
    // The measure is taken before and after a move.
    let measures = program.progress.iter().flat_map(|rule| rule.measures.iter().chain(&rule.measures));
    let measures = measures.map(|measure| steps(program, measure, most));
    moves.chain(ends).chain(ruled).chain(measures).fold(0, u64::saturating_add)
}

/// A rough upper bound of the steps to find out whether any move is legal in one position, with
/// what looks at every cell and what asks for legal moves; not counted beyond `most`.
pub(super) fn of_one_look(program: &Program, most: u64) -> u64 {
    /// The most questions of legal moves within each other: more are not counted.
    const DEEP: usize = 3;
    let turns = program.moves.iter().filter(|each| !each.followup);
    let moves = turns.map(|each| of_a_choice(program, each, most, DEEP));
    let ruled = program.stuck.iter().flat_map(|rule| rule.outcome.walk()).flat_map(Outcome::expressions);
    let ruled = ruled.map(|e| looked(program, e, most, DEEP));
    moves.chain(ruled).fold(0, u64::saturating_add)
}

/// The steps to try every choice of a move.
fn of_a_choice(program: &Program, each: &Move, most: u64, depth: usize) -> u64 {
    let sets = each.parameters.iter().map(|(_, set)| set);
    let asked = sets.clone().chain([&each.when]).chain(&each.provided);
    let once = asked.map(|e| looked(program, e, most, depth)).fold(0, u64::saturating_add);
    // What `provided` asks is asked behind the body.
    let played = if each.provided.is_some() { body(program, &each.body, most) } else { 0 };
    passes(program, sets).saturating_mul(once.saturating_add(played))
}

/// The steps to evaluate an expression that may look at every cell or ask for legal moves.
fn looked(program: &Program, expr: &Expr, most: u64, depth: usize) -> u64 {
    let of_moves = |wanted: &dyn Fn(usize) -> bool| match depth.checked_sub(1) {
        Some(depth) => {
            let asked = program.moves.iter().enumerate().filter(|(at, _)| wanted(*at));
            asked.map(|(_, each)| of_a_choice(program, each, most, depth)).fold(1, u64::saturating_add)
        }
        None => u64::MAX,
    };
    let weight = |e: &Expr| match &e.kind {
        ExprKind::Reach(_, _, through) | ExprKind::ReachLinks(_, _, through) => {
            members(program, through).saturating_mul(4)
        }
        ExprKind::Can(id, _) => of_moves(&|at| at == id.index()),
        ExprKind::Stuck(_) => of_moves(&|_| true),
        _ => 1,
    };
    weighed_steps(program, expr, most, &weight)
}

/// The same to look at the `end` rules.
pub(super) fn of_ends(program: &Program, most: u64) -> u64 {
    let ends = program.ends.iter().map(|end| {
        let sets = end.binders.iter().map(|(_, set)| set);
        let once = steps(program, &end.when, most).saturating_add(of_an_outcome(program, &end.outcome, most));
        passes(program, sets).saturating_mul(once)
    });
    ends.fold(0, u64::saturating_add)
}

fn of_an_outcome(program: &Program, outcome: &Outcome, most: u64) -> u64 {
    let all = outcome.walk().flat_map(Outcome::expressions);
    all.map(|e| steps(program, e, most)).fold(1, u64::saturating_add)
}

fn of_a_move(program: &Program, each: &Move, most: u64) -> u64 {
    let tries = passes(program, each.parameters.iter().map(|(_, set)| set));
    let body = body(program, &each.body, most);
    let (again, last) = each
        .provided
        .as_ref()
        .map_or((0, body), |after| (body.saturating_add(steps(program, after, most)), 0));
    // A lint writes every legal move.
    let written = each.notation.iter().filter_map(|piece| match piece {
        Piece::Value(value) => Some(value),
        Piece::Literal(_) => None,
    });
    let evaluated = each.parameters.iter().map(|(_, set)| set).chain([&each.when]).chain(written);
    let once = evaluated.map(|e| steps(program, e, most)).fold(again, u64::saturating_add);
    tries.saturating_mul(once).saturating_add(last)
}

fn body(program: &Program, statements: &[Stmt], most: u64) -> u64 {
    let of = |each: &Stmt| {
        let own = each.expressions().map(|e| steps(program, e, most)).fold(1, u64::saturating_add);
        let times = match &each.kind {
            StmtKind::For(binders, ..) => passes(program, binders.iter().map(|(_, set)| set)),
            StmtKind::Repeat(times, _) => match times.ty.kind {
                Kind::Int { high, .. } => u64::try_from(high).unwrap_or(0),
                _ => u64::MAX,
            },
            _ => 1,
        };
        let inside = each.bodies().map(|inner| body(program, inner, most)).into_iter();
        // The condition of a loop is asked at each pass.
        times.max(1).saturating_mul(inside.fold(own, u64::saturating_add))
    };
    statements.iter().map(of).fold(0, u64::saturating_add)
}

/// The most ways to choose a member of each of these sets.
fn passes<'e>(program: &Program, sets: impl Iterator<Item = &'e Expr>) -> u64 {
    sets.fold(1, |all, set| all.saturating_mul(members(program, set).max(1)))
}

#[cfg(test)]
mod tests {
    use super::of_a_ply;
    use zug_lang::{check, source::FileId, syntax};

    fn work(moves: &str) -> u64 {
        let text = format!(
            "game \"T\"\nplayers A, B\nboard C = grid(9, 9)\nstate {{ on: set of C, n: 0..9 }}\n{moves}\nstuck => me loses\n"
        );
        let (game, _) = syntax::parse(FileId::DEFINITION, &text);
        let checked = check::check(&game, &[]);
        of_a_ply(&checked.program.unwrap_or_else(|| panic!("{:?}", checked.diagnostics)), 50_000)
    }

    #[test]
    fn choices_and_loops_are_multiplied_and_what_looks_everywhere_is_too_much() {
        let one = work("move put(c in C - on) when c not in on { on += c }");
        let two = work("move put(c in C - on, d in C - on) when c not in on { on += c on += d }");
        let all = work("move put(c in C - on) when c not in on { on += c for d in C { on += d } }");
        assert!(one < 81 * 20 && two > 81 * one / 2, "{one} {two}");
        assert!(all > one + 81, "{one} {all}");
        let guarded = work("move put(c in C - on) when some d in C, e in C: d != e and d in on { on += c }");
        assert!(guarded > 50_000, "{guarded}");
        assert_eq!(work("move put(c in reach(a1, C - on)) { on += c }"), u64::MAX);
        let dear = "count(d in C where some e in C: e in near(d) and e in on)";
        for all in [
            format!("move put(c in C - on) as \"{{c}} {{{dear}}}\" {{ on += c }}"),
            format!("move put(c in C - on) {{ on += c for x in C where {dear} > 3 {{ on += x }} }}"),
            format!(
                "move put(c in C - on) {{ on += c }} end for x in C when x in on => if {dear} > 3 then draw else A wins"
            ),
            format!("move put(c in C - on) {{ on += c }} progress {dear}"),
        ] {
            assert!(work(&all) > 10_000, "{all}");
        }
    }
}
