//! Checks `show` items, which say how boards are drawn.

use super::checker::Checker;
use super::codes;
use super::coerce::{expr, truth};
use super::scope::{Context, Scope};
use crate::diagnostic::Diagnostic;
use crate::program::{DomainId, Expr, ExprKind, Kind, PLAYER, Show};
use crate::source::Span;
use crate::syntax::ast::{self, ItemKind, Name};

impl Checker<'_> {
    /// Checks all `show` items.
    pub(super) fn check_shows(&mut self) {
        let game = self.input.game;
        for item in &game.items {
            if let ItemKind::Show { domain, entries } = &item.kind {
                let show = self.show(domain, entries);
                let show = self.reports.whole_item(show);
                self.rules.shows.extend(show);
            }
        }
    }

    fn show(&mut self, name: &Name, entries: &[ast::ShowEntry]) -> Option<Show> {
        let domain = self.named_domain(name)?;
        if let Some(known) = self.rules.shows.iter().find(|show| show.domain == domain) {
            let place = known.entries.first().map_or(name.span, |(e, _)| e.span);
            let message = format!("`{}` is shown twice", name.text);
            let diagnostic = Diagnostic::error(codes::ONCE_ONLY, message, name.span, "again here");
            return self.reports.refuse(
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

    /// Refuses a table over the players as an entry: there is one entry for each of them.
    pub(super) fn refuse_shown_table<T>(&mut self, name: &str, declared: Span, span: Span) -> Option<T> {
        let text = self.input.game.text.clone();
        let behind = text.get(span.end as usize..).unwrap_or("");
        let sign = behind.strip_prefix(':').and_then(|rest| rest.trim_start().strip_prefix('"'));
        let sign = sign.and_then(|rest| rest.split_once('"')).map_or("o", |(sign, _)| sign);
        let start = text.get(..span.start as usize).and_then(|before| before.rfind("show")).unwrap_or(0);
        let shown = text.get(start..).and_then(|show| show.split_once('}')).map_or("", |(show, _)| show);
        let rows: Vec<String> = self.domains.all[PLAYER.index()]
            .members
            .iter()
            .map(|player| format!("{name}[{player}]"))
            .filter(|entry| !shown.contains(entry.as_str()))
            .map(|entry| format!("{entry}: \"{sign}\""))
            .collect();
        let message = format!("`{name}` is a table: it needs 1 index");
        let report = Diagnostic::error(codes::INDEX_COUNT, message, span, "not as declared");
        let help = match rows.as_slice() {
            [] => "delete it: there is an entry for each player".to_owned(),
            [one] => format!("write `{one}`: `show` has an entry for each player"),
            all => format!("write `{}`, each with a sign of its own", all.join(", ")),
        };
        self.reports.refuse(report.because(declared, "declared here").help(help))
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
