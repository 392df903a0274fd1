//! Checks `show` items, which say how boards are drawn.

use super::checker::Checker;
use super::codes;
use super::coerce::{expr, truth};
use super::scope::{Context, Scope};
use crate::diagnostic::Diagnostic;
use crate::program::{DomainId, Expr, ExprKind, Kind, Show};
use crate::syntax::ast::{self, ItemKind, Name};

impl Checker<'_> {
    /// Checks all `show` items.
    pub(super) fn check_shows(&mut self) {
        let game = self.game;
        for item in &game.items {
            if let ItemKind::Show { domain, entries } = &item.kind {
                let show = self.show(domain, entries);
                let show = self.whole_item(show);
                self.shows.extend(show);
            }
        }
    }

    fn show(&mut self, name: &Name, entries: &[ast::ShowEntry]) -> Option<Show> {
        let domain = self.named_domain(name)?;
        if let Some(known) = self.shows.iter().find(|show| show.domain == domain) {
            let place = known.entries.first().map_or(name.span, |(e, _)| e.span);
            let message = format!("`{}` is shown twice", name.text);
            let diagnostic = Diagnostic::error(codes::ONCE_ONLY, message, name.span, "again here");
            return self.refuse(
                diagnostic.because(place, "shown here first").help("put all entries into one `show`"),
            );
        }
        let mut s = Scope::new(Context::Position);
        let local = s.local("cell", Kind::Element(domain).always());
        s.cell = Some((domain, local));
        let found: Vec<Option<(Expr, String)>> = entries
            .iter()
            .map(|entry| Some((self.show_entry(&mut s, domain, entry)?, entry.text.text.clone())))
            .collect();
        let entries = found.into_iter().collect::<Option<Vec<_>>>()?;
        Some(Show { domain, frame: s.frame, entries })
    }

    /// The condition of an entry: the cell is in the set, or the condition as written; `else` is
    /// always true.
    fn show_entry(&mut self, s: &mut Scope, domain: DomainId, entry: &ast::ShowEntry) -> Option<Expr> {
        let Some(what) = &entry.what else { return Some(truth(true, entry.text.span)) };
        let (_, local) = s.cell?;
        let found = self.expr(s, what, Some(domain))?;
        if found.ty.kind == Kind::Bool {
            return Some(found);
        }
        let set = self.fit(found, Kind::Set(domain), None)?;
        let cell = expr(ExprKind::Local(local), Kind::Element(domain).always(), what.span);
        Some(expr(ExprKind::In(Box::new(cell), Box::new(set)), Kind::Bool.always(), what.span))
    }
}
