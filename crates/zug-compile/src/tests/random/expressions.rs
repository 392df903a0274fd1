//! Random expressions.

use super::*;

impl Maker {
    /// An expression of any type.
    pub(super) fn any(&mut self, scene: &mut Scene, depth: usize) -> Expr {
        let domain = self.domain();
        match self.dice.below(4) {
            0 => self.boolean(scene, depth),
            1 => self.integer(scene, depth),
            2 => self.element(scene, domain, depth),
            _ => self.set(scene, domain, depth),
        }
    }

    /// A bound local or a field of this kind (bounds apart), if there is one.
    fn place(&mut self, scene: &mut Scene, fits: &dyn Fn(Type) -> bool) -> Option<Expr> {
        let mut found: Vec<Expr> = Vec::new();
        for at in &scene.bound {
            let ty = scene.locals[*at].ty;
            if fits(ty) {
                found.push(local(*at as u32, ty));
            }
        }
        let fields: Vec<(u32, Field)> = (0..).zip(self.program.fields.clone()).collect();
        let allowed = scene.fields;
        for (id, field) in fields.iter().filter(|(_, f)| allowed && fits(f.ty)) {
            let mut indexes = Vec::new();
            let mut or_none = field.ty.or_none;
            for domain in &field.indexes {
                let index = self.element(scene, *domain, 1);
                or_none |= index.ty.or_none && field.ty.missing() == Value::None;
                indexes.push(index);
            }
            found.push(e(ExprKind::Field(FieldId(*id), indexes), Type { or_none, ..field.ty }));
        }
        let count = found.len();
        (count > 0).then(|| found.swap_remove(self.dice.below(count)))
    }

    pub(super) fn boolean(&mut self, scene: &mut Scene, depth: usize) -> Expr {
        if depth == 0 {
            let place = self.place(scene, &|ty| ty.kind == Kind::Bool);
            return place.unwrap_or_else(|| e(ExprKind::Const(Value::Bool(self.one_in(2))), BOOL));
        }
        let d = depth - 1;
        let kind = match self.dice.below(14) {
            0 => ExprKind::Not(boxed(self.boolean(scene, d))),
            1 => ExprKind::And((0..2).map(|_| self.boolean(scene, d)).collect()),
            2 => ExprKind::Or((0..2).map(|_| self.boolean(scene, d)).collect()),
            3 => {
                let domain = self.domain();
                ExprKind::Equal(boxed(self.element(scene, domain, d)), boxed(self.element(scene, domain, d)))
            }
            4 => ExprKind::Equal(boxed(self.integer(scene, d)), boxed(self.integer(scene, d))),
            5 => {
                let domain = self.domain();
                let other = if self.one_in(2) { set(domain.0, &[]) } else { self.set(scene, domain, d) };
                ExprKind::Equal(boxed(self.set(scene, domain, d)), boxed(other))
            }
            6 => {
                let order = if self.one_in(2) { Order::Less } else { Order::LessEqual };
                ExprKind::Compare(order, boxed(self.integer(scene, d)), boxed(self.integer(scene, d)))
            }
            7 | 8 => {
                let domain = self.domain();
                ExprKind::In(boxed(self.element(scene, domain, d)), boxed(self.set(scene, domain, d)))
            }
            9 => ExprKind::In(boxed(self.integer(scene, d)), boxed(self.integers(scene, d))),
            10 => {
                let (domain, proper) = (self.domain(), self.one_in(3));
                let (a, b) = (self.set(scene, domain, d), self.set(scene, domain, d));
                ExprKind::Subset(boxed(a), boxed(b), proper)
            }
            11 | 12 => {
                let some = if self.one_in(2) { Quantifier::Some } else { Quantifier::Every };
                return self.quantified(scene, some, d, BOOL, &mut |maker, scene| maker.boolean(scene, d));
            }
            _ if scene.can => self.question(scene, d),
            _ => return self.boolean(scene, d),
        };
        e(kind, BOOL)
    }

    /// `can` or `stuck`.
    fn question(&mut self, scene: &mut Scene, depth: usize) -> ExprKind {
        if self.one_in(2) {
            return ExprKind::Stuck(boxed(self.element(scene, PLAYER, depth)));
        }
        let asked = self.program.moves[self.asked.index()].clone();
        let mut arguments = Vec::new();
        if let Some((of, _)) = asked.parameters.first()
            && self.one_in(2)
            && let Kind::Element(domain) = asked.frame.locals[of.index()].ty.kind
        {
            arguments.push(self.element(scene, domain, depth));
        }
        ExprKind::Can(self.asked, arguments)
    }

    /// A quantifier over one or two sets.
    fn quantified(
        &mut self,
        scene: &mut Scene,
        quantifier: Quantifier,
        depth: usize,
        ty: Type,
        body: &mut dyn FnMut(&mut Maker, &mut Scene) -> Expr,
    ) -> Expr {
        let bound = scene.bound.clone();
        let mut binders = Vec::new();
        for _ in 0..1 + self.dice.below(5) / 4 {
            binders.push(self.binder(scene, depth));
        }
        let guard = if self.one_in(2) { yes() } else { self.boolean(scene, depth) };
        let body = if quantifier == Quantifier::Collect && self.one_in(2) && ty.kind == Kind::Set(CELL) {
            let own = binders[0].0;
            match scene.locals[own.index()].ty.kind {
                Kind::Element(CELL) => local(own.0, scene.locals[own.index()].ty),
                _ => body(self, scene),
            }
        } else {
            body(self, scene)
        };
        scene.bound = bound;
        let ty = match (quantifier, ty.kind) {
            (Quantifier::Sum, Kind::Int { .. }) => {
                let (low, high) = bounds(body.ty);
                int(low.min(0) * 5000, high.max(0) * 5000)
            }
            (Quantifier::Min | Quantifier::Max, _) => Type { or_none: true, ..body.ty },
            _ => ty,
        };
        e(ExprKind::Quantified { quantifier, binders, guard: boxed(guard), body: boxed(body) }, ty)
    }

    pub(super) fn binder(&mut self, scene: &mut Scene, depth: usize) -> (LocalId, Expr) {
        if self.one_in(4) {
            let set = self.integers(scene, depth);
            let Kind::IntSet { low, high } = set.ty.kind else { unreachable!() };
            return (scene.add(int(low, high.max(low))), set);
        }
        let domain = self.domain();
        let set = self.set(scene, domain, depth);
        (scene.add(Kind::Element(domain).always()), set)
    }

    pub(super) fn integer(&mut self, scene: &mut Scene, depth: usize) -> Expr {
        if depth == 0 {
            let place = self.place(scene, &|ty| matches!(ty.kind, Kind::Int { .. }));
            return place.unwrap_or_else(|| num(self.dice.below(6) as i64 - 2));
        }
        let d = depth - 1;
        match self.dice.below(12) {
            0..=2 => self.arithmetic(scene, d),
            3 => {
                let a = self.integer(scene, d);
                let ((low, high), or_none) = (bounds(a.ty), a.ty.or_none);
                let ty = Type { kind: Kind::Int { low: -high, high: -low }, or_none };
                e(ExprKind::Negate(boxed(a)), ty)
            }
            4 => {
                let a = self.integer(scene, d);
                let ((low, high), or_none) = (bounds(a.ty), a.ty.or_none);
                let ty = Type { kind: Kind::Int { low: 0, high: low.abs().max(high.abs()) }, or_none };
                e(ExprKind::Abs(boxed(a)), ty)
            }
            5 => {
                let (a, b) = (self.integer(scene, d), self.integer(scene, d));
                let ((l, h), (m, n)) = (bounds(a.ty), bounds(b.ty));
                let kind = Kind::Int { low: l.min(m), high: h.max(n) };
                let or_none = a.ty.or_none && b.ty.or_none;
                e(ExprKind::Extreme(self.one_in(2), vec![a, b]), Type { kind, or_none })
            }
            6 => {
                let domain = self.domain();
                let set = self.set(scene, domain, d);
                let kind = Kind::Int { low: 0, high: self.program.domain(domain).len() as i64 };
                let or_none = set.ty.or_none;
                e(ExprKind::Count(boxed(set)), Type { kind, or_none })
            }
            7 => {
                let a = self.element(scene, NUM, d);
                let kind = Kind::Int { low: -1, high: 3 };
                let or_none = a.ty.or_none;
                e(ExprKind::ToInt(boxed(a)), Type { kind, or_none })
            }
            8 => {
                let domain = self.domain();
                let a = self.element(scene, domain, d);
                let kind = Kind::Int { low: 0, high: self.program.domain(domain).len() as i64 - 1 };
                let or_none = a.ty.or_none;
                e(ExprKind::Ordinal(boxed(a)), Type { kind, or_none })
            }
            9 => {
                let which = [Quantifier::Sum, Quantifier::Min, Quantifier::Max][self.dice.below(3)];
                self.quantified(scene, which, d, int(0, 0), &mut |maker, scene| {
                    maker.integer(scene, d.min(1))
                })
            }
            10 => {
                let ty = int(0, 5000);
                self.quantified(scene, Quantifier::Count, d, ty, &mut |maker, scene| maker.boolean(scene, d))
            }
            _ => {
                let index = self.integer(scene, d);
                let (low, high) = bounds(index.ty);
                let or_none = index.ty.or_none || low < 0 || high > 3;
                e(
                    ExprKind::Table(TableId(4), vec![index]),
                    Type { kind: Kind::Int { low: -2, high: 5 }, or_none },
                )
            }
        }
    }

    fn arithmetic(&mut self, scene: &mut Scene, depth: usize) -> Expr {
        let (a, b) = (self.integer(scene, depth), self.integer(scene, depth));
        let op = [Arith::Add, Arith::Sub, Arith::Mul, Arith::Div, Arith::Rem][self.dice.below(5)];
        let ((l, h), (m, n)) = (bounds(a.ty), bounds(b.ty));
        let by_zero = matches!(op, Arith::Div | Arith::Rem) && m <= 0 && n >= 0;
        let products = [l * m, l * n, h * m, h * n];
        let size = l.abs().max(h.abs());
        let (low, high) = match op {
            Arith::Add => (l + m, h + n),
            Arith::Sub => (l - n, h - m),
            Arith::Mul => (*products.iter().min().unwrap(), *products.iter().max().unwrap()),
            Arith::Div => (-size - 1, size + 1),
            Arith::Rem => (m.min(0), n.max(0)),
        };
        if low < -1_000_000_000 || high > 1_000_000_000 {
            return num(1);
        }
        let or_none = a.ty.or_none || b.ty.or_none || by_zero;
        e(ExprKind::Arith(op, boxed(a), boxed(b)), Type { kind: Kind::Int { low, high }, or_none })
    }

    /// A set of integers.
    fn integers(&mut self, scene: &mut Scene, depth: usize) -> Expr {
        let d = depth.saturating_sub(1);
        if self.one_in(3) {
            let set = self.set(scene, NUM, d);
            let or_none = set.ty.or_none;
            return e(
                ExprKind::ToInts(boxed(set)),
                Type { kind: Kind::IntSet { low: -1, high: 3 }, or_none },
            );
        }
        let (a, b) = (self.integer(scene, d), self.integer(scene, d));
        let ((low, _), (_, high)) = (bounds(a.ty), bounds(b.ty));
        if high - low > 200 || high < low {
            let all: Vec<Expr> = vec![num(1), num(3)];
            return e(ExprKind::SetOf(all, true), Kind::IntSet { low: 1, high: 3 }.always());
        }
        let or_none = a.ty.or_none || b.ty.or_none;
        e(ExprKind::RangeSet(boxed(a), boxed(b)), Type { kind: Kind::IntSet { low, high }, or_none })
    }

    pub(super) fn element(&mut self, scene: &mut Scene, of: DomainId, depth: usize) -> Expr {
        let ty = Kind::Element(of);
        if depth == 0 || self.one_in(3) {
            let place = if self.one_in(4) { None } else { self.local_of(scene, ty) };
            let count = self.program.domain(of).len();
            return place.unwrap_or_else(|| element(of.0, self.dice.below(count) as u32));
        }
        let d = depth - 1;
        match (of, self.dice.below(6)) {
            (PLAYER, 0..=2) => {
                let me = e(ExprKind::Me, ty.always());
                if self.one_in(2) { me } else { e(ExprKind::Other(boxed(me)), ty.always()) }
            }
            (CELL, 0 | 1) => {
                let at = vec![self.element(scene, CELL, d), self.element(scene, DIRECTION, d)];
                e(ExprKind::Table(STEP, at), ty.or_none())
            }
            (CELL, 2) => {
                let at = self.element(scene, NUM, d);
                e(ExprKind::Table(TableId(6), vec![at]), ty.or_none())
            }
            (RING, 0) => {
                let at = vec![self.element(scene, RING, d), self.element(scene, DIRECTION, d)];
                e(ExprKind::Table(RING_STEP, at), ty.or_none())
            }
            (CELL | RING, 3) => {
                let table = if of == CELL { STEP } else { RING_STEP };
                let (c, way) = (self.element(scene, of, d), self.element(scene, DIRECTION, d));
                let through = self.set(scene, of, d);
                e(ExprKind::Stop(table, boxed(c), boxed(way), boxed(through)), ty.or_none())
            }
            (NUM | RING, 4) => e(ExprKind::ToElement(boxed(self.integer(scene, d))), ty.or_none()),
            (LINE | PAIR, 4) => {
                let base = if of == LINE { CELL } else { BIG };
                e(ExprKind::SetMember(boxed(self.set(scene, base, d))), ty.or_none())
            }
            (_, 5) => {
                let (a, b) = (self.element(scene, of, d), self.element(scene, of, d));
                let or_none = a.ty.or_none || b.ty.or_none;
                let condition = self.boolean(scene, d);
                e(ExprKind::If(boxed(condition), boxed(a), boxed(b)), Type { kind: ty, or_none })
            }
            _ => {
                let place = self.place(scene, &|t| t.kind == ty);
                place.unwrap_or_else(|| element(of.0, 0))
            }
        }
    }

    /// A bound local of this kind.
    fn local_of(&mut self, scene: &Scene, kind: Kind) -> Option<Expr> {
        let fits: Vec<usize> =
            scene.bound.iter().copied().filter(|at| scene.locals[*at].ty.kind == kind).collect();
        let at = *fits.get(self.dice.below(fits.len()))?;
        Some(local(at as u32, scene.locals[at].ty))
    }

    pub(super) fn set(&mut self, scene: &mut Scene, of: DomainId, depth: usize) -> Expr {
        let kind = Kind::Set(of);
        if depth == 0 || self.one_in(4) {
            let count = self.program.domain(of).len();
            let place = if self.one_in(3) { None } else { self.place(scene, &|t| t.kind == kind) };
            let members: Vec<i64> = (0..count as i64).filter(|_| self.dice.below(3) > 0).collect();
            return place.unwrap_or_else(|| set(of.0, &members));
        }
        let d = depth - 1;
        match self.dice.below(9) {
            0 => {
                let (a, b) = (self.set(scene, of, d), self.set(scene, of, d));
                let or_none = a.ty.or_none || b.ty.or_none;
                let kinds = [ExprKind::Union, ExprKind::Intersect, ExprKind::Minus];
                e(kinds[self.dice.below(3)](boxed(a), boxed(b)), Type { kind, or_none })
            }
            1 => {
                let a = self.element(scene, of, d);
                let empty = self.one_in(2);
                let or_none = a.ty.or_none && !empty;
                e(ExprKind::Singleton(boxed(a), empty), Type { kind, or_none })
            }
            2 => {
                let all: Vec<Expr> = (0..2).map(|_| self.element(scene, of, d)).collect();
                let rest = self.one_in(2);
                let or_none = all.iter().any(|m| m.ty.or_none) && !rest;
                e(ExprKind::SetOf(all, rest), Type { kind, or_none })
            }
            3 => {
                let ty = kind.always();
                self.quantified(scene, Quantifier::Collect, d, ty, &mut |maker, scene| {
                    maker.element(scene, of, d)
                })
            }
            4 => {
                let ty = kind.always();
                self.quantified(scene, Quantifier::Union, d, ty, &mut |maker, scene| maker.set(scene, of, d))
            }
            5 => {
                let (a, b) = (self.set(scene, of, d), self.set(scene, of, d));
                let or_none = a.ty.or_none || b.ty.or_none;
                let condition = self.boolean(scene, d);
                e(ExprKind::If(boxed(condition), boxed(a), boxed(b)), Type { kind, or_none })
            }
            _ => self.special_set(scene, of, d),
        }
    }

    /// Sets that only some domains have.
    fn special_set(&mut self, scene: &mut Scene, of: DomainId, d: usize) -> Expr {
        let ty = Kind::Set(of).always();
        match (of, self.dice.below(4)) {
            (CELL | RING, 0) => {
                let table = if of == CELL { STEP } else { RING_STEP };
                let (c, way) = (self.element(scene, of, d), self.element(scene, DIRECTION, d));
                let through = self.set(scene, of, d);
                e(ExprKind::Run(table, boxed(c), boxed(way), boxed(through)), ty)
            }
            (CELL | BIG, 1) => {
                let table = if of == CELL { NEAR } else { BIG_NEAR };
                let (from, within) = (self.set(scene, of, d), self.set(scene, of, d));
                e(ExprKind::Reach(table, boxed(from), boxed(within)), ty)
            }
            (CELL | BIG, 2) => {
                let family = if of == CELL { LINE } else { PAIR };
                let (from, links) = (self.set(scene, of, d), self.set(scene, family, d));
                e(ExprKind::ReachLinks(family, boxed(from), boxed(links)), ty)
            }
            (CELL | BIG, _) => {
                if self.one_in(2) {
                    let family = if of == CELL { LINE } else { PAIR };
                    return e(ExprKind::MemberSet(boxed(self.element(scene, family, d))), ty);
                }
                let table = if of == CELL { NEAR } else { BIG_NEAR };
                e(ExprKind::Table(table, vec![self.element(scene, of, d)]), ty)
            }
            (NUM, _) => {
                let numbers = self.integers(scene, d);
                let or_none = numbers.ty.or_none;
                e(ExprKind::ToElements(boxed(numbers)), Type { or_none, ..ty })
            }
            _ => self.called(scene, ty).unwrap_or_else(|| set(of.0, &[0, 1])),
        }
    }

    /// A call of a `def` of this type.
    fn called(&mut self, scene: &mut Scene, ty: Type) -> Option<Expr> {
        let at = self.program.defs.iter().position(|def| def.body.ty.kind == ty.kind)?;
        let def = self.program.defs[at].clone();
        let Kind::Element(domain) = def.frame.locals[0].ty.kind else { return None };
        let argument = self.element(scene, domain, 1);
        let or_none = def.body.ty.or_none || (argument.ty.or_none && ty.missing() == Value::None);
        Some(e(ExprKind::Call(DefId(at as u32), vec![argument]), Type { or_none, ..def.body.ty }))
    }
}
