//! Makes random programs: every core form, over boards, rings, families and a domain wider than a
//! word.

mod expressions;
mod moves;

use super::agree::Dice;
use zug_lang::boards::{self, DIRECTIONS};
use zug_lang::program::*;
use zug_lang::semantics::samples::{
    a_field, assign, domain, e, element, local, num, outcome, set, stmt, yes,
};
use zug_lang::source::Span;

const CELL: DomainId = DomainId(1);
const LINE: DomainId = DomainId(2);
const NUM: DomainId = DomainId(3);
const DIRECTION: DomainId = DomainId(4);
const BIG: DomainId = DomainId(5);
const RING: DomainId = DomainId(6);
const PAIR: DomainId = DomainId(7);

const STEP: TableId = TableId(0);
const NEAR: TableId = TableId(1);
const RING_STEP: TableId = TableId(2);
const BIG_NEAR: TableId = TableId(3);

const BOOL: Type = Type { kind: Kind::Bool, or_none: false };

/// The names that an expression may use.
#[derive(Clone, Default)]
struct Scene {
    locals: Vec<Local>,
    /// The locals that are bound here.
    bound: Vec<usize>,
    /// The locals that may be stored to.
    vars: Vec<usize>,
    can: bool,
    fields: bool,
}

impl Scene {
    fn add(&mut self, ty: Type) -> LocalId {
        self.locals.push(Local { name: format!("x{}", self.locals.len()), ty });
        self.bound.push(self.locals.len() - 1);
        LocalId((self.locals.len() - 1) as u32)
    }

    fn frame(&self) -> Frame {
        Frame { locals: self.locals.clone() }
    }
}

struct Maker {
    dice: Dice,
    program: Program,
    asked: MoveId,
}

fn int(low: i64, high: i64) -> Type {
    Kind::Int { low, high }.always()
}

fn boxed(expr: Expr) -> Box<Expr> {
    Box::new(expr)
}

fn bounds(ty: Type) -> (i64, i64) {
    match ty.kind {
        Kind::Int { low, high } => (low, high),
        _ => (0, 0),
    }
}

fn step_table(name: &str, request: BoardGeometry, of: DomainId) -> Table {
    let cells = request.size().unwrap();
    let steps = (0..cells).flat_map(|cell| DIRECTIONS.iter().map(move |d| request.step(cell, d)));
    Table {
        name: name.into(),
        indexes: vec![TableIndex::Domain(of), TableIndex::Domain(DIRECTION)],
        ty: Kind::Element(of).or_none(),
        entries: steps.map(|to| to.map_or(Value::None, |to| Value::Element(to as u32))).collect(),
    }
}

fn near_table(of: DomainId, near: Vec<Vec<u32>>) -> Table {
    let sets = near.into_iter().map(|n| Value::Set(n.into_iter().map(i64::from).collect()));
    Table {
        name: "near".into(),
        indexes: vec![TableIndex::Domain(of)],
        ty: Kind::Set(of).always(),
        entries: sets.collect(),
    }
}

fn family(name: &str, base: DomainId, members: Vec<Set>) -> Domain {
    let names: Vec<String> = (0..members.len()).map(|i| format!("{name}{i}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    domain(name, DomainKind::Family { base, members }, &names)
}

fn named(name: &str, kind: DomainKind, count: usize) -> Domain {
    let names: Vec<String> = (0..count).map(|i| format!("{name}{i}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    domain(name, kind, &names)
}

fn world() -> Program {
    let grid = BoardGeometry::Grid(3, 3);
    let pairs = (0..69).map(|i| [i, i + 1].into_iter().collect()).collect();
    let big_near = (0..70u32).map(|i| [i.wrapping_sub(1), i + 1].into_iter().filter(|n| *n < 70).collect());
    let directions: Vec<&str> = DIRECTIONS.to_vec();
    Program {
        title: "random".into(),
        domains: vec![
            zug_lang::semantics::samples::players(),
            named("c", DomainKind::Board(grid.into()), 9),
            family("l", CELL, grid.lines(3, &boards::DIRECTIONS[..8])),
            named("n", DomainKind::Range { low: -1 }, 5),
            domain("Direction", DomainKind::Directions, &directions),
            named("b", DomainKind::Enum, 70),
            named("r", DomainKind::Board(BoardGeometry::Ring(5).into()), 5),
            family("p", BIG, pairs),
        ],
        tables: vec![
            step_table("step", grid, CELL),
            near_table(CELL, grid.neighbours(grid.near_directions())),
            step_table("ring", BoardGeometry::Ring(5), RING),
            near_table(BIG, big_near.collect()),
            Table {
                name: "ints".into(),
                indexes: vec![TableIndex::Ints { low: 0, high: 3 }],
                ty: int(-2, 5),
                entries: [5, -2, 0, 3].map(Value::Int).to_vec(),
            },
            Table {
                name: "bools".into(),
                indexes: vec![TableIndex::Domain(PLAYER), TableIndex::Domain(NUM)],
                ty: BOOL,
                entries: (0..10).map(|i| Value::Bool(i % 3 == 0)).collect(),
            },
            Table {
                name: "cells".into(),
                indexes: vec![TableIndex::Domain(NUM)],
                ty: Kind::Element(CELL).or_none(),
                entries: vec![
                    Value::Element(3),
                    Value::None,
                    Value::Element(8),
                    Value::Element(0),
                    Value::None,
                ],
            },
        ],
        ..Program::default()
    }
}

/// All fields that a program may have.
fn all_fields() -> Vec<Field> {
    let empty = || Value::Set(Set::default());
    let some = |members: &[i64]| Value::Set(members.iter().copied().collect());
    vec![
        a_field("stones", &[0], Kind::Set(CELL).always(), vec![some(&[0, 4]), some(&[8])]),
        a_field("n", &[], int(-3, 7), vec![Value::Int(1)]),
        a_field("m", &[0], Kind::Int { low: 0, high: 3 }.or_none(), vec![Value::None, Value::Int(2)]),
        a_field("at", &[], Kind::Element(CELL).or_none(), vec![Value::Element(2)]),
        a_field("flag", &[], BOOL, vec![Value::Bool(true)]),
        a_field("big", &[], Kind::Set(BIG).always(), vec![some(&[0, 63, 64, 69])]),
        a_field("piece", &[1], Kind::Element(NUM).or_none(), vec![Value::None; 9]),
        a_field("line", &[], Kind::Set(LINE).or_none(), vec![some(&[1, 5])]),
        a_field("gone", &[0], Kind::Set(LINE).or_none(), vec![Value::None, some(&[2])]),
        a_field("heap", &[6], int(0, 2), vec![Value::Int(1); 5]),
        a_field("bigs", &[0], Kind::Set(BIG).always(), vec![some(&[64]), empty()]),
        a_field("ring", &[], Kind::Element(RING).always(), vec![Value::Element(3)]),
        a_field("far", &[1], int(-100, 100), vec![Value::Int(0); 9]),
        a_field("pairs", &[], Kind::Set(PAIR).always(), vec![some(&[3, 66])]),
    ]
}

/// The random program of this seed.
pub(super) fn program(seed: u64) -> Program {
    let mut maker = Maker { dice: Dice(seed), program: world(), asked: MoveId(0) };
    maker.program.title = format!("random {seed}");
    (0..10).for_each(|_| {
        maker.dice.below(2);
    });
    for field in all_fields() {
        if maker.dice.below(5) < 3 || maker.program.fields.is_empty() {
            maker.program.fields.push(field);
        }
    }
    maker.defs();
    maker.program.requests = vec![
        FollowupRequest { moves: vec![(MoveId(1), 1)] },
        FollowupRequest { moves: vec![(MoveId(0), 0), (MoveId(2), 0)] },
    ];
    for id in 0..3 {
        let made = maker.a_move(id);
        maker.program.moves.push(made);
    }
    maker.rules();
    maker.program
}

impl Maker {
    fn one_in(&mut self, count: usize) -> bool {
        self.dice.below(count) == 0
    }

    fn domain(&mut self) -> DomainId {
        [PLAYER, CELL, CELL, LINE, NUM, DIRECTION, BIG, RING, PAIR][self.dice.below(9)]
    }

    fn defs(&mut self) {
        for _ in 0..2 {
            let mut scene = Scene { fields: true, ..Scene::default() };
            let domain = self.domain();
            scene.add(Kind::Element(domain).always());
            let body = self.any(&mut scene, 3);
            let frame = scene.frame();
            let def = Def { name: "def".into(), parameters: 1, frame, body, span: Span::default() };
            self.program.defs.push(def);
        }
    }

    fn rules(&mut self) {
        let mut scene = Scene { fields: true, ..Scene::default() };
        let player = Kind::Element(PLAYER).always();
        let p = scene.add(player);
        scene.can = true;
        let rare: Vec<Expr> = (0..3).map(|_| self.boolean(&mut scene, 2)).collect();
        let when = e(ExprKind::And(rare), BOOL);
        self.program.ends.push(End {
            binders: vec![(p, set(0, &[0, 1]))],
            when,
            outcome: outcome(OutcomeKind::Wins(local(p.0, player))),
            frame: scene.frame(),
            span: Span::default(),
        });
        let mut scene = Scene { fields: true, can: true, ..Scene::default() };
        let condition = self.boolean(&mut scene, 2);
        let points = self.integer(&mut scene, 1);
        let last = if self.one_in(2) { OutcomeKind::Pass } else { OutcomeKind::Draw };
        let to = e(ExprKind::Me, player);
        let kind = OutcomeKind::If(
            condition,
            Box::new(outcome(OutcomeKind::Points(points, to))),
            Box::new(outcome(last)),
        );
        let rule = Ruled { frame: scene.frame(), outcome: outcome(kind), span: Span::default() };
        self.program.stuck = Some(rule.clone());
        let mut scene = Scene { fields: true, ..Scene::default() };
        let points = self.integer(&mut scene, 2);
        let kind = OutcomeKind::Points(points, element(0, 1));
        self.program.endless =
            Some(Ruled { frame: scene.frame(), outcome: outcome(kind), span: Span::default() });
    }
}
