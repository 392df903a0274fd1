//! Finds what an expression makes of larger and smaller entries of fields: whether a set that gains
//! members, or a number that rises, can only raise it (make it true), only lower it, or both.

use super::reads::{Touch, Whose, player};
use zug_lang::program::*;

/// How an expression changes when an entry that it reads grows. False is less than true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trend {
    /// It stays or rises.
    Rises,
    /// It stays or falls.
    Falls,
    /// Not known.
    Any,
}

impl Trend {
    /// The trend of the whole, where the part around this one has the trend `outer` in it.
    const fn within(self, outer: Self) -> Self {
        match (self, outer) {
            (Self::Any, _) | (_, Self::Any) => Self::Any,
            (Self::Rises, Self::Rises) | (Self::Falls, Self::Falls) => Self::Rises,
            _ => Self::Falls,
        }
    }
}

/// The entries that an expression reads, each with what its growth does; none if it asks for legal
/// moves, or if calls are too deep.
pub(super) fn trends(program: &Program, expr: &Expr) -> Option<Vec<(Touch, Trend)>> {
    let mut found = Vec::new();
    GrowthWalk { program, caller: None, arguments: &[], depth: 0 }
        .read(expr, Trend::Rises, &mut found)
        .then_some(found)
}

/// A walk through an expression, or through the body of a `def` with the arguments of a call.
struct GrowthWalk<'a> {
    program: &'a Program,
    caller: Option<&'a GrowthWalk<'a>>,
    arguments: &'a [Expr],
    depth: usize,
}

impl GrowthWalk<'_> {
    /// Adds what an expression reads, given the trend of the whole in it. False if that is not
    /// known.
    fn read(&self, expr: &Expr, trend: Trend, found: &mut Vec<(Touch, Trend)>) -> bool {
        /// The most nested calls of `def`s that are followed.
        const DEEP: usize = 64;
        match &expr.kind {
            kind if kind.dependency() == Dependency::LegalMoves => return false,
            ExprKind::Field(field, indexes) => found.push(((*field, self.whose(*field, indexes)), trend)),
            ExprKind::Local(local) => {
                return match (self.caller, self.arguments.get(local.index())) {
                    (Some(caller), Some(argument)) => caller.read(argument, trend, found),
                    _ => true,
                };
            }
            ExprKind::Call(def, arguments) => {
                let Some(def) = self.program.defs.get(def.index()) else { return false };
                let body = GrowthWalk {
                    program: self.program,
                    caller: Some(self),
                    arguments,
                    depth: self.depth + 1,
                };
                return body.depth <= DEEP && body.read(&def.body, trend, found);
            }
            _ => {}
        }
        let trends = trends_of_children(expr).into_iter().chain(std::iter::repeat(Trend::Any));
        let mut all = true;
        for (child, inner) in expr.children().zip(trends) {
            all &= self.read(child, inner.within(trend), found);
        }
        all
    }

    fn whose(&self, field: FieldId, indexes: &[Expr]) -> Whose {
        let Some(field) = self.program.fields.get(field.index()) else { return Whose::Any };
        let at = field.indexes.iter().position(|domain| *domain == PLAYER);
        at.and_then(|at| indexes.get(at)).map_or(Whose::Any, |index| self.player(index))
    }

    fn player(&self, expr: &Expr) -> Whose {
        let given: Vec<Whose> = self
            .caller
            .map_or_else(Vec::new, |caller| self.arguments.iter().map(|each| caller.player(each)).collect());
        player(expr, &given)
    }
}

/// What the growth of each child does to an expression, in the order of [`Expr::children`]; of
/// those behind the last nothing is known.
fn trends_of_children(expr: &Expr) -> Vec<Trend> {
    use Trend::{Any, Falls, Rises};
    match &expr.kind {
        ExprKind::And(all) | ExprKind::Or(all) | ExprKind::Extreme(_, all) => vec![Rises; all.len()],
        ExprKind::Not(_) | ExprKind::Negate(_) => vec![Falls],
        ExprKind::Count(_) => vec![Rises],
        ExprKind::Union(..)
        | ExprKind::Intersect(..)
        | ExprKind::Reach(..)
        | ExprKind::Arith(Arith::Add, ..) => {
            vec![Rises, Rises]
        }
        ExprKind::Minus(..) | ExprKind::Arith(Arith::Sub, ..) => vec![Rises, Falls],
        ExprKind::In(..) => vec![Any, Rises],
        ExprKind::Subset(_, _, false) | ExprKind::Compare(..) => vec![Falls, Rises],
        ExprKind::Equal(one, two) => match (is_least(one), is_least(two)) {
            (true, _) => vec![Any, Falls],
            (_, true) => vec![Falls, Any],
            _ => vec![Any, Any],
        },
        ExprKind::Quantified { quantifier, binders, .. } => {
            let (set, body) = match quantifier {
                Quantifier::Some | Quantifier::Count | Quantifier::Union => (Rises, Rises),
                Quantifier::Every => (Falls, Rises),
                _ => (Any, Any),
            };
            let mut all = vec![set; binders.len()];
            all.extend([set, body]);
            all
        }
        ExprKind::If(..) => vec![Any, Rises, Rises],
        _ => Vec::new(),
    }
}

/// Whether it is the empty set, which no set is less than.
fn is_least(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Const(Value::Set(set)) if set.is_empty())
}
