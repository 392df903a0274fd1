//! The children of expressions, statements and outcomes, and walks over them.
//!
//! The walks keep a stack of their own, so the depth of a text does not matter. They do not enter
//! `def`s, except [`Program::has`].

use super::{
    Def, DefId, End, Expr, ExprKind, FieldId, LocalId, Move, Outcome, OutcomeKind, Place, Program, Stmt,
    StmtKind,
};

/// What the value of an expression depends on beside its children.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Dependency {
    /// Nothing else.
    Nothing,
    /// This local of the frame.
    Local(LocalId),
    /// The mover.
    Mover,
    /// The entries of this field.
    Field(FieldId),
    /// The legal moves: they may depend on the mover and on every field.
    LegalMoves,
    /// The body of this `def`.
    Body(DefId),
}

impl Dependency {
    /// Whether this is the position: a field or the legal moves.
    pub fn is_position(self) -> bool {
        matches!(self, Dependency::Field(_) | Dependency::LegalMoves)
    }
}

impl ExprKind {
    /// What the value depends on beside the children.
    pub fn dependency(&self) -> Dependency {
        match self {
            ExprKind::Local(local) => Dependency::Local(*local),
            ExprKind::Me => Dependency::Mover,
            ExprKind::Field(field, _) => Dependency::Field(*field),
            ExprKind::Can(..) | ExprKind::Stuck(_) => Dependency::LegalMoves,
            ExprKind::Call(def, _) => Dependency::Body(*def),
            ExprKind::Const(_)
            | ExprKind::Other(_)
            | ExprKind::Table(..)
            | ExprKind::Not(_)
            | ExprKind::And(_)
            | ExprKind::Or(_)
            | ExprKind::Equal(..)
            | ExprKind::Compare(..)
            | ExprKind::In(..)
            | ExprKind::Subset(..)
            | ExprKind::Arith(..)
            | ExprKind::Negate(_)
            | ExprKind::Abs(_)
            | ExprKind::Extreme(..)
            | ExprKind::Union(..)
            | ExprKind::Intersect(..)
            | ExprKind::Minus(..)
            | ExprKind::SetOf(..)
            | ExprKind::Singleton(..)
            | ExprKind::RangeSet(..)
            | ExprKind::Count(_)
            | ExprKind::Quantified { .. }
            | ExprKind::If(..)
            | ExprKind::Run(..)
            | ExprKind::Stop(..)
            | ExprKind::Reach(..)
            | ExprKind::ReachLinks(..)
            | ExprKind::ToInt(_)
            | ExprKind::ToElement(_)
            | ExprKind::Ordinal(_)
            | ExprKind::ToInts(_)
            | ExprKind::ToElements(_)
            | ExprKind::MemberSet(_)
            | ExprKind::SetMember(_) => Dependency::Nothing,
        }
    }
}

impl Expr {
    /// The direct subexpressions, binder sets included, in text order.
    pub fn children(&self) -> impl Iterator<Item = &Expr> {
        let none: (&[Expr], &[(LocalId, Expr)]) = (&[], &[]);
        let ((all, binders), single) = match &self.kind {
            ExprKind::Const(_) | ExprKind::Local(_) | ExprKind::Me => (none, [None; 3]),
            ExprKind::Other(a)
            | ExprKind::Not(a)
            | ExprKind::Negate(a)
            | ExprKind::Abs(a)
            | ExprKind::Singleton(a, _)
            | ExprKind::Count(a)
            | ExprKind::Stuck(a)
            | ExprKind::ToInt(a)
            | ExprKind::ToElement(a)
            | ExprKind::Ordinal(a)
            | ExprKind::ToInts(a)
            | ExprKind::ToElements(a)
            | ExprKind::MemberSet(a)
            | ExprKind::SetMember(a) => (none, [Some(&**a), None, None]),
            ExprKind::Field(_, all)
            | ExprKind::Table(_, all)
            | ExprKind::Call(_, all)
            | ExprKind::And(all)
            | ExprKind::Or(all)
            | ExprKind::Extreme(_, all)
            | ExprKind::SetOf(all, _)
            | ExprKind::Can(_, all) => ((&all[..], &[][..]), [None; 3]),
            ExprKind::Equal(a, b)
            | ExprKind::Compare(_, a, b)
            | ExprKind::In(a, b)
            | ExprKind::Subset(a, b, _)
            | ExprKind::Arith(_, a, b)
            | ExprKind::Union(a, b)
            | ExprKind::Intersect(a, b)
            | ExprKind::Minus(a, b)
            | ExprKind::RangeSet(a, b)
            | ExprKind::Reach(_, a, b)
            | ExprKind::ReachLinks(_, a, b) => (none, [Some(&**a), Some(&**b), None]),
            ExprKind::If(a, b, c) | ExprKind::Run(_, a, b, c) | ExprKind::Stop(_, a, b, c) => {
                (none, [Some(&**a), Some(&**b), Some(&**c)])
            }
            ExprKind::Quantified { binders, guard, body, .. } => {
                ((&[][..], &binders[..]), [Some(&**guard), Some(&**body), None])
            }
        };
        all.iter().chain(binders.iter().map(|(_, set)| set)).chain(single.into_iter().flatten())
    }

    /// The direct subexpressions, to be changed; in no certain order.
    fn children_mut(&mut self) -> Vec<&mut Expr> {
        match &mut self.kind {
            ExprKind::Const(_) | ExprKind::Local(_) | ExprKind::Me => Vec::new(),
            ExprKind::Other(a)
            | ExprKind::Not(a)
            | ExprKind::Negate(a)
            | ExprKind::Abs(a)
            | ExprKind::Singleton(a, _)
            | ExprKind::Count(a)
            | ExprKind::Stuck(a)
            | ExprKind::ToInt(a)
            | ExprKind::ToElement(a)
            | ExprKind::Ordinal(a)
            | ExprKind::ToInts(a)
            | ExprKind::ToElements(a)
            | ExprKind::MemberSet(a)
            | ExprKind::SetMember(a) => vec![a],
            ExprKind::Field(_, all)
            | ExprKind::Table(_, all)
            | ExprKind::Call(_, all)
            | ExprKind::And(all)
            | ExprKind::Or(all)
            | ExprKind::Extreme(_, all)
            | ExprKind::SetOf(all, _)
            | ExprKind::Can(_, all) => all.iter_mut().collect(),
            ExprKind::Equal(a, b)
            | ExprKind::Compare(_, a, b)
            | ExprKind::In(a, b)
            | ExprKind::Subset(a, b, _)
            | ExprKind::Arith(_, a, b)
            | ExprKind::Union(a, b)
            | ExprKind::Intersect(a, b)
            | ExprKind::Minus(a, b)
            | ExprKind::RangeSet(a, b)
            | ExprKind::Reach(_, a, b)
            | ExprKind::ReachLinks(_, a, b) => vec![a, b],
            ExprKind::If(a, b, c) | ExprKind::Run(_, a, b, c) | ExprKind::Stop(_, a, b, c) => vec![a, b, c],
            ExprKind::Quantified { binders, guard, body, .. } => {
                let sets = binders.iter_mut().map(|(_, set)| set);
                sets.chain([&mut **guard, &mut **body]).collect()
            }
        }
    }

    /// Gives every local another number, those that are bound inside too: parents before children,
    /// and alike in expressions of one form.
    pub fn renumber(&mut self, number: &mut impl FnMut(LocalId) -> LocalId) {
        let mut open = vec![self];
        while let Some(expr) = open.pop() {
            match &mut expr.kind {
                ExprKind::Local(local) => *local = number(*local),
                ExprKind::Quantified { binders, .. } => {
                    binders.iter_mut().for_each(|(local, _)| *local = number(*local));
                }
                _ => {}
            }
            open.extend(expr.children_mut());
        }
    }

    /// Replaces each subexpression, or all of it, for which `other` has another; does not look into
    /// what was replaced.
    pub fn replace(&mut self, other: &impl Fn(&Expr) -> Option<Expr>) {
        let mut open = vec![self];
        while let Some(expr) = open.pop() {
            match other(expr) {
                Some(another) => *expr = another,
                None => open.extend(expr.children_mut()),
            }
        }
    }

    /// This expression and all its subexpressions, parents before children.
    pub fn walk(&self) -> impl Iterator<Item = &Expr> {
        walk(vec![self], |expr, open| open.extend(expr.children()))
    }
}

/// The parts of a statement: indexes, binders, arguments of a request, one further expression.
type Parts<'a> = (&'a [Expr], &'a [(LocalId, Expr)], &'a [Vec<Expr>], &'a Expr);

impl Stmt {
    /// The expressions directly in a statement, including the indexes of its target, but not those
    /// of statements inside it.
    pub fn expressions(&self) -> impl Iterator<Item = &Expr> {
        let (indexes, binders, requested, last): Parts<'_> = match &self.kind {
            StmtKind::Assign(Place::Field(_, indexes), _, value) => (indexes, &[], &[], value),
            StmtKind::For(binders, guard, _) => (&[], binders, &[], guard),
            StmtKind::AgainWith(_, arguments, condition) => (&[], &[], arguments, condition),
            StmtKind::Assign(Place::Local(_), _, last)
            | StmtKind::Bind(_, last)
            | StmtKind::If(last, ..)
            | StmtKind::Repeat(last, _)
            | StmtKind::Again(last) => (&[], &[], &[], last),
        };
        let sets = binders.iter().map(|(_, set)| set);
        indexes.iter().chain(sets).chain(requested.iter().flatten()).chain([last])
    }

    /// The blocks directly in a statement.
    pub fn bodies(&self) -> [&[Stmt]; 2] {
        match &self.kind {
            StmtKind::If(_, yes, no) => [yes, no],
            StmtKind::For(_, _, body) | StmtKind::Repeat(_, body) => [body, &[]],
            StmtKind::Assign(..) | StmtKind::Bind(..) | StmtKind::Again(_) | StmtKind::AgainWith(..) => {
                [&[], &[]]
            }
        }
    }
}

/// All statements of a body, nested ones included, parents before children.
pub fn statements(body: &[Stmt]) -> impl Iterator<Item = &Stmt> {
    walk(body.iter().rev().collect(), |stmt: &Stmt, open| open.extend(stmt.bodies().into_iter().flatten()))
}

impl Outcome {
    /// This outcome and, if it is an `if`, all outcomes inside it, in text order.
    pub fn walk(&self) -> impl Iterator<Item = &Outcome> {
        walk(vec![self], |outcome, open| {
            if let OutcomeKind::If(_, yes, no) = &outcome.kind {
                open.extend([&**yes, &**no]);
            }
        })
    }

    /// The expressions directly in an outcome.
    pub fn expressions(&self) -> impl Iterator<Item = &Expr> {
        let (first, second) = match &self.kind {
            OutcomeKind::Wins(one) | OutcomeKind::If(one, ..) => (Some(one), None),
            OutcomeKind::Points(points, player) => (Some(points), Some(player)),
            OutcomeKind::Draw | OutcomeKind::Pass => (None, None),
        };
        first.into_iter().chain(second)
    }
}

impl Move {
    /// The outermost expressions of the parameters, the conditions and the body.
    fn expressions(&self) -> impl Iterator<Item = &Expr> {
        let sets = self.parameters.iter().map(|(_, set)| set);
        let body = statements(&self.body).flat_map(Stmt::expressions);
        sets.chain([&self.when]).chain(body).chain(&self.provided)
    }
}

impl End {
    /// The outermost expressions of the binders, the condition and the outcome.
    fn expressions(&self) -> impl Iterator<Item = &Expr> {
        let sets = self.binders.iter().map(|(_, set)| set);
        sets.chain([&self.when]).chain(self.outcome.walk().flat_map(Outcome::expressions))
    }
}

impl Program {
    /// All expressions of `def`s, moves, `end` rules, `stuck` and `endless`, nested ones included.
    pub fn expressions(&self) -> impl Iterator<Item = &Expr> {
        let defs = self.defs.iter().map(|def| &def.body);
        let moves = self.moves.iter().flat_map(Move::expressions);
        let ends = self.ends.iter().flat_map(End::expressions);
        let ruled = self.stuck.iter().chain(&self.endless).flat_map(|rule| rule.outcome.walk());
        let roots = defs.chain(moves).chain(ends).chain(ruled.flat_map(Outcome::expressions));
        roots.flat_map(Expr::walk)
    }

    /// The `def` that an expression calls, if it is a call.
    pub fn called(&self, expr: &Expr) -> Option<&Def> {
        match &expr.kind {
            ExprKind::Call(def, _) => self.defs.get(def.index()),
            _ => None,
        }
    }

    /// Whether the test holds for an expression or any subexpression; bodies of called `def`s are
    /// included, each once.
    pub fn has(&self, expr: &Expr, mut test: impl FnMut(&Expr) -> bool) -> bool {
        let mut seen = vec![false; self.defs.len()];
        walk(vec![expr], |expr, open| {
            if let ExprKind::Call(def, _) = &expr.kind
                && seen.get_mut(def.index()).is_some_and(|seen| !std::mem::replace(seen, true))
            {
                open.push(&self.defs[def.index()].body);
            }
            open.extend(expr.children());
        })
        .any(&mut test)
    }
}

/// Walks in preorder. `open` is a stack, its last entry comes first; `inside` pushes the children
/// of a node in text order.
fn walk<'a, T>(
    mut open: Vec<&'a T>,
    mut inside: impl FnMut(&'a T, &mut Vec<&'a T>),
) -> impl Iterator<Item = &'a T> {
    std::iter::from_fn(move || {
        let next = open.pop()?;
        let at = open.len();
        inside(next, &mut open);
        open[at..].reverse();
        Some(next)
    })
}
