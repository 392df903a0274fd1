//! Small programs built by hand, for tests: nothing is parsed.
#![allow(missing_docs, reason = "builders for tests")]

use crate::program::*;
use crate::source::Span;

/// An expression of this kind and type.
pub fn e(kind: ExprKind, ty: Type) -> Expr {
    Expr { kind, ty, span: Span::default() }
}

pub const BOOL: Type = Type { kind: Kind::Bool, or_none: false };

pub fn int(low: i64, high: i64) -> Type {
    Kind::Int { low, high }.always()
}

pub fn yes() -> Expr {
    e(ExprKind::Const(Value::Bool(true)), BOOL)
}

pub fn num(n: i64) -> Expr {
    e(ExprKind::Const(Value::Int(n)), int(n, n))
}

pub fn set(domain: u32, members: &[i64]) -> Expr {
    let set = members.iter().copied().collect();
    e(ExprKind::Const(Value::Set(set)), Kind::Set(DomainId(domain)).always())
}

pub fn element(domain: u32, index: u32) -> Expr {
    e(ExprKind::Const(Value::Element(index)), Kind::Element(DomainId(domain)).always())
}

pub fn local(id: u32, ty: Type) -> Expr {
    e(ExprKind::Local(LocalId(id)), ty)
}

pub fn me() -> Expr {
    e(ExprKind::Me, Kind::Element(PLAYER).always())
}

pub fn opponent() -> Expr {
    e(ExprKind::Other(Box::new(me())), Kind::Element(PLAYER).always())
}

pub fn field(id: u32, indexes: Vec<Expr>, ty: Type) -> Expr {
    e(ExprKind::Field(FieldId(id), indexes), ty)
}

pub fn minus(a: Expr, b: Expr) -> Expr {
    let ty = a.ty;
    e(ExprKind::Minus(Box::new(a), Box::new(b)), ty)
}

pub fn singleton(a: Expr, domain: u32) -> Expr {
    e(ExprKind::Singleton(Box::new(a), false), Kind::Set(DomainId(domain)).always())
}

pub fn stmt(kind: StmtKind) -> Stmt {
    Stmt { kind, span: Span::default() }
}

pub fn assign(id: u32, indexes: Vec<Expr>, store: Store, value: Expr) -> Stmt {
    stmt(StmtKind::Assign(Place::Field(FieldId(id), indexes), store, value))
}

pub fn domain(name: &str, kind: DomainKind, members: &[&str]) -> Domain {
    let members = members.iter().map(|m| m.to_string()).collect();
    Domain { name: name.into(), span: Span::default(), kind, members }
}

pub fn a_field(name: &str, indexes: &[u32], ty: Type, initial: Vec<Value>) -> Field {
    let indexes = indexes.iter().map(|d| DomainId(*d)).collect();
    Field { name: name.into(), indexes, ty, initial, span: Span::default() }
}

pub fn a_move(name: &str, parameters: Vec<(&str, Type, Expr)>, when: Expr, body: Vec<Stmt>) -> Move {
    let locals = parameters.iter().map(|(name, ty, _)| Local { name: name.to_string(), ty: *ty }).collect();
    let parameters = parameters.into_iter().zip(0..).map(|((_, _, set), id)| (LocalId(id), set)).collect();
    Move {
        name: name.into(),
        followup: false,
        frame: Frame { locals },
        parameters,
        when,
        body,
        provided: None,
        notation: Vec::new(),
        has_notation: false,
        span: Span::default(),
    }
}

pub fn outcome(kind: OutcomeKind) -> Outcome {
    Outcome { kind, span: Span::default() }
}

pub fn stuck(kind: OutcomeKind) -> Option<Ruled> {
    Some(Ruled { frame: Frame::default(), outcome: outcome(kind), span: Span::default() })
}

pub fn players() -> Domain {
    domain("Player", DomainKind::Players, &["X", "O"])
}

const CELL: u32 = 1;
const LINE: u32 = 2;

/// Tic-tac-toe on the cells a1 .. c3: three in a row win, a full board is a draw.
pub fn tic_tac_toe() -> Program {
    let cells = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"];
    let lines: [[i64; 3]; 8] =
        [[0, 1, 2], [0, 3, 6], [0, 4, 8], [1, 4, 7], [2, 4, 6], [2, 5, 8], [3, 4, 5], [6, 7, 8]];
    let members = lines.iter().map(|l| l.iter().copied().collect()).collect();
    let family = DomainKind::Family { base: DomainId(CELL), members };
    let stones_ty = Kind::Set(DomainId(CELL)).always();
    let stones = |who: Expr| field(0, vec![who], stones_ty);
    let cell = Kind::Element(DomainId(CELL)).always();
    let free =
        minus(minus(set(CELL, &[0, 1, 2, 3, 4, 5, 6, 7, 8]), stones(element(0, 0))), stones(element(0, 1)));
    let place = assign(0, vec![me()], Store::Add, singleton(local(0, cell), CELL));
    let player = Kind::Element(PLAYER).always();
    let line = Kind::Element(DomainId(LINE)).always();
    let in_line = ExprKind::MemberSet(Box::new(local(1, line)));
    let full = ExprKind::Subset(Box::new(e(in_line, stones_ty)), Box::new(stones(local(0, player))), false);
    let some = ExprKind::Quantified {
        quantifier: Quantifier::Some,
        binders: vec![(LocalId(1), set(LINE, &[0, 1, 2, 3, 4, 5, 6, 7]))],
        guard: Box::new(yes()),
        body: Box::new(e(full, BOOL)),
    };
    let named = |name: &str, ty| Local { name: name.into(), ty };
    Program {
        title: "Tic-tac-toe".into(),
        domains: vec![
            players(),
            domain("Cell", DomainKind::Enum, &cells),
            domain("Line", family, &["1", "2", "3", "4", "5", "6", "7", "8"]),
        ],
        fields: vec![a_field("stones", &[0], stones_ty, vec![Value::Set(Set::default()); 2])],
        moves: vec![a_move("place", vec![("c", cell, free)], yes(), vec![place])],
        ends: vec![End {
            frame: Frame { locals: vec![named("p", player), named("l", line)] },
            binders: vec![(LocalId(0), set(0, &[0, 1]))],
            when: e(some, BOOL),
            outcome: outcome(OutcomeKind::Wins(local(0, player))),
            span: Span::default(),
        }],
        stuck: stuck(OutcomeKind::Draw),
        ..Program::default()
    }
}

/// One heap of five: take one to three; whoever takes the last one wins. `take` makes no request.
pub fn heap() -> Program {
    let left_ty = int(0, 5);
    let left = || field(0, vec![], left_ty);
    let most = e(ExprKind::Extreme(false, vec![num(3), left()]), int(0, 3));
    let takes = ExprKind::RangeSet(Box::new(num(1)), Box::new(most));
    let takes = e(takes, Kind::IntSet { low: 1, high: 3 }.always());
    let take = assign(0, vec![], Store::Sub, local(0, int(1, 3)));
    Program {
        title: "Heap".into(),
        domains: vec![players()],
        fields: vec![a_field("left", &[], left_ty, vec![Value::Int(5)])],
        moves: vec![a_move("take", vec![("n", int(1, 3), takes)], yes(), vec![take])],
        stuck: stuck(OutcomeKind::Wins(opponent())),
        ..Program::default()
    }
}
