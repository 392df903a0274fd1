//! Random moves and statements.

use super::*;

impl Maker {
    pub(super) fn a_move(&mut self, id: usize) -> Move {
        let mut scene = Scene { fields: true, ..Scene::default() };
        let mut parameters = Vec::new();
        let count = if id == 1 { 1 + self.dice.below(2) } else { self.dice.below(3) };
        for _ in 0..count {
            parameters.push(if id == 1 && parameters.is_empty() {
                let set = self.set(&mut scene, CELL, 2);
                (scene.add(Kind::Element(CELL).always()), set)
            } else {
                self.binder(&mut scene, 2)
            });
        }
        let when = if self.one_in(2) { yes() } else { self.boolean(&mut scene, 3) };
        let refuses = self.one_in(3);
        scene.can = id > 0 && !refuses;
        let body = self.statements(&mut scene, 3, 3);
        let provided = refuses.then(|| self.boolean(&mut scene, 2));
        Move {
            name: format!("move{id}"),
            followup: id == 2,
            frame: scene.frame(),
            parameters,
            when,
            body,
            provided,
            notation: Vec::new(),
            has_notation: false,
            span: Span::default(),
        }
    }

    fn statements(&mut self, scene: &mut Scene, count: usize, depth: usize) -> Vec<Stmt> {
        let bound = scene.bound.clone();
        let made = (0..1 + self.dice.below(count)).map(|_| self.statement(scene, depth)).collect();
        scene.bound = bound;
        made
    }

    fn statement(&mut self, scene: &mut Scene, depth: usize) -> Stmt {
        match self.dice.below(10) {
            0 if depth > 0 => {
                let condition = self.boolean(scene, 2);
                let then = self.statements(scene, 2, depth - 1);
                let otherwise =
                    if self.one_in(2) { Vec::new() } else { self.statements(scene, 2, depth - 1) };
                stmt(StmtKind::If(condition, then, otherwise))
            }
            1 if depth > 0 => {
                let bound = scene.bound.clone();
                let mut binders = vec![self.binder(scene, 2)];
                if self.one_in(4) {
                    binders.push(self.binder(scene, 1));
                }
                let guard = if self.one_in(2) { yes() } else { self.boolean(scene, 2) };
                let body = self.statements(scene, 2, depth - 1);
                scene.bound = bound;
                stmt(StmtKind::For(binders, guard, body))
            }
            2 if depth > 0 => {
                let times = e(ExprKind::Extreme(false, vec![num(4), self.integer(scene, 1)]), int(-99, 4));
                let body = self.statements(scene, 2, depth - 1);
                stmt(StmtKind::Repeat(times, body))
            }
            3 => {
                let value = self.any(scene, 2);
                let local = scene.add(value.ty);
                scene.vars.push(local.index());
                stmt(StmtKind::Bind(local, value))
            }
            4 => self.again(scene),
            5 => self.local_store(scene),
            _ => self.field_store(scene),
        }
    }

    fn again(&mut self, scene: &mut Scene) -> Stmt {
        let condition = if self.one_in(2) { yes() } else { self.boolean(scene, 2) };
        stmt(match self.dice.below(3) {
            0 => StmtKind::Again(condition),
            1 => {
                let argument = self.element(scene, CELL, 2);
                StmtKind::AgainWith(FollowupRequestId(0), vec![vec![argument]], condition)
            }
            _ => StmtKind::AgainWith(FollowupRequestId(1), vec![Vec::new(), Vec::new()], condition),
        })
    }

    /// A store to a `var`.
    fn local_store(&mut self, scene: &mut Scene) -> Stmt {
        let vars: Vec<usize> = scene.bound.iter().copied().filter(|at| scene.vars.contains(at)).collect();
        let Some(at) = vars.get(self.dice.below(vars.len())).copied() else { return self.field_store(scene) };
        let ty = scene.locals[at].ty;
        let value = match ty.kind {
            Kind::Bool => self.boolean(scene, 2),
            Kind::Int { .. } => self.integer(scene, 2),
            Kind::Element(domain) => self.element(scene, domain, 2),
            Kind::Set(domain) => self.set(scene, domain, 2),
            _ => return self.field_store(scene),
        };
        stmt(StmtKind::Assign(Place::Local(LocalId(at as u32)), Store::Set, value))
    }

    fn field_store(&mut self, scene: &mut Scene) -> Stmt {
        let count = self.program.fields.len();
        let id = self.dice.below(count);
        let field = self.program.fields[id].clone();
        let indexes = field.indexes.iter().map(|d| self.element(scene, *d, 1)).collect();
        let store = [Store::Set, Store::Add, Store::Sub][self.dice.below(3)];
        let (store, value) = match field.ty.kind {
            Kind::Bool => (Store::Set, self.boolean(scene, 2)),
            Kind::Int { .. } => (store, self.integer(scene, 1)),
            Kind::Element(domain) => (Store::Set, self.element(scene, domain, 2)),
            Kind::Set(domain) => (store, self.set(scene, domain, 2)),
            _ => unreachable!(),
        };
        assign(id as u32, indexes, store, value)
    }
}
