//! Checks the domains that are written out: enums, ranges, boards, graphs.

use super::checker::Checker;
use super::codes;
use super::domain_tables::DomainTables;
use super::global_names::Meaning;
use super::limits;
use super::reports::Reports;
use super::words::{all_of, counted};
use crate::boards;
use crate::built_ins::{Kind, board, built_in, kinds_of_boards};
use crate::diagnostic::Diagnostic;
use crate::program::{Board, DomainId, DomainKind};
use crate::source::Span;
use crate::syntax::ast::{self, Chain, ItemKind, Name};
use crate::syntax::print;
use std::collections::{BTreeSet, HashMap};

/// The sides that a board has while those that are written are refused.
const LOST_SIDE: i64 = 9;

impl<'a> Checker<'a> {
    /// Checks the declaration of a domain and fills in its members.
    pub(super) fn domain(&mut self, id: DomainId, item: &'a ast::Item) -> Option<Meaning> {
        match &item.kind {
            ItemKind::Enum { name, members } => self.enumeration(id, name, members),
            ItemKind::Range { name, low, high } => self.range(id, name, low, high),
            ItemKind::Board { name, constructor, arguments, cut } => {
                let whole = self.board_domain(id, name, constructor, arguments, item.span);
                match cut {
                    Some((cell, kept)) => self.cut_board(whole?, id, [name, cell], kept),
                    None => whole,
                }
            }
            ItemKind::Graph { name, chains } => self.graph(id, name, chains, item.span),
            ItemKind::Family { name, of, members } => self.family(id, name, of, members),
            _ => None,
        }
    }

    fn enumeration(&mut self, id: DomainId, name: &Name, members: &[Name]) -> Option<Meaning> {
        self.reports.check_members_differ(members);
        self.reports.check_size(name, Some(members.len() as i64), name.span)?;
        let members = members.iter().map(|member| member.text.clone()).collect();
        self.domains.fill_domain(id, DomainKind::Enum, members);
        Some(Meaning::Domain(id))
    }

    fn range(&mut self, id: DomainId, name: &Name, low: &ast::Expr, high: &ast::Expr) -> Option<Meaning> {
        let what = "the bounds of a range";
        let (l, h) = (self.constant_int(low, what), self.constant_int(high, what));
        let (Some(l), Some(h)) = (l, h) else { return self.lose_domain(id, DomainKind::Range { low: 0 }) };
        if l > h {
            return self.refuse_turned_range(id, name, [low, high], low.span.to(high.span));
        }
        let size = h.checked_sub(l).and_then(|n| n.checked_add(1));
        self.reports.check_size(name, size, low.span.to(high.span))?;
        self.domains.fill_domain(id, DomainKind::Range { low: l }, (l..=h).map(|n| n.to_string()).collect());
        Some(Meaning::Domain(id))
    }

    /// Refuses a range with the greater end first.
    fn refuse_turned_range(
        &mut self,
        id: DomainId,
        name: &Name,
        ends: [&ast::Expr; 2],
        span: Span,
    ) -> Option<Meaning> {
        let message = format!("`{}` has no elements", name.text);
        let report = Diagnostic::error(codes::EMPTY_DOMAIN, message, span, "nothing in it");
        let written =
            |e: &ast::Expr| matches!(e.kind, ast::ExprKind::Int(_)).then(|| crate::syntax::print::whole(e));
        let text = written(ends[1]).zip(written(ends[0])).map(|(low, high)| format!("{low}..{high}"));
        self.reports.report(match text {
            Some(text) => report.help(format!("write the smaller end first: `{text}`")).likely(span, text),
            None => report.help("the smaller end stands first; only a family may be empty"),
        });
        self.lose_domain(id, DomainKind::Range { low: 0 })
    }

    /// Lets a refused domain have its kind, so that uses of it are checked. Its members are
    /// unknown; those of a range are some integers.
    pub(super) fn lose_domain(&mut self, id: DomainId, kind: DomainKind) -> Option<Meaning> {
        let members = match &kind {
            DomainKind::Board(shape) => shape.members(),
            DomainKind::Range { .. } => vec!["0".to_owned(), "1".to_owned()],
            _ => Vec::new(),
        };
        self.domains.fill_domain(id, kind, members);
        self.domains.lost.insert(id);
        self.reports.stood_in = true;
        self.reports.poisoned = true;
        None
    }

    fn board_domain(
        &mut self,
        id: DomainId,
        name: &Name,
        constructor: &Name,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Option<Meaning> {
        let Some((board, Kind::Board(shape))) = board(&constructor.text).map(|board| (board, board.kind))
        else {
            return self.refuse_constructor(constructor, arguments);
        };
        if !board.takes.contains(&arguments.len()) {
            self.reports.refuse_sizes::<()>(board, name, constructor, arguments, span);
            return self.lose_domain(id, DomainKind::Board(Board::from(shape(LOST_SIDE, LOST_SIDE))));
        }
        if let Some(text) = named_sizes(board.name, arguments) {
            let at = Span { start: constructor.span.start, ..span };
            self.reports.excused.extend(arguments.iter().filter_map(size_name));
            let report = Diagnostic::error(
                codes::MISMATCH,
                "sizes have no names: the columns stand first",
                at,
                "named sizes",
            );
            self.reports.report(report.help(format!("write `{text}`")).likely(at, text));
            return self.lose_domain(id, DomainKind::Board(Board::from(shape(LOST_SIDE, LOST_SIDE))));
        }
        let sizes: Vec<Option<i64>> = arguments.iter().map(|e| self.board_side(e)).collect();
        let Some(sizes) = sizes.into_iter().collect::<Option<Vec<i64>>>() else {
            let some = Board::from(shape(LOST_SIDE, LOST_SIDE));
            return self.lose_domain(id, DomainKind::Board(some));
        };
        let shape = Board::from(shape(*sizes.first()?, *sizes.last()?));
        let place = arguments.iter().map(|e| e.span).reduce(Span::to).unwrap_or(span);
        self.reports.check_size(name, shape.size(), place)?;
        let members = shape.members();
        self.domains.fill_domain(id, DomainKind::Board(shape), members);
        Some(Meaning::Domain(id))
    }

    fn board_side(&mut self, e: &ast::Expr) -> Option<i64> {
        if let ast::ExprKind::Binary(ast::BinaryOp::Range, low, high, _) = &e.kind {
            return self.reports.refuse_range_as_side(e, low, high);
        }
        let side = self.constant_int(e, "the size of a board")?;
        if side >= 1 {
            return Some(side);
        }
        let message = format!("the size of a board is at least 1, here it is {side}");
        let diagnostic = Diagnostic::error(codes::EMPTY_DOMAIN, message, e.span, "too small");
        self.reports.refuse(diagnostic.help("write a larger number"))
    }

    fn refuse_constructor<T>(&mut self, constructor: &Name, arguments: &[ast::Expr]) -> Option<T> {
        let message = format!("there is no kind of board called `{}`", constructor.text);
        let kinds: Vec<&str> = kinds_of_boards().map(|board| board.name).collect();
        let sizes = |all: &[ast::Expr]| match all {
            [one] => format!("{0}, {0}", crate::syntax::print::whole(one)),
            all => all.iter().map(crate::syntax::print::whole).collect::<Vec<_>>().join(", "),
        };
        if let Some(kind) = crate::syntax::elsewhere::board(&constructor.text) {
            let text = match kind {
                "grid" | "hex" | "torus" | "hextorus" => format!("{kind}({})", sizes(arguments)),
                _ => format!(
                    "{kind}({})",
                    arguments.first().map_or("8".to_owned(), crate::syntax::print::whole)
                ),
            };
            // Of two sides the rows stand first in some languages.
            let sides =
                arguments.iter().rev().map(crate::syntax::print::whole).collect::<Vec<_>>().join(", ");
            let rows_first = match arguments {
                [_, _] if text != format!("{kind}({sides})") => {
                    format!(", columns first, or `{kind}({sides})` if the rows stand first there")
                }
                _ => String::new(),
            };
            let diagnostic = Diagnostic::error(codes::UNKNOWN_BOARD, message, constructor.span, "unknown");
            return self.reports.refuse(
                diagnostic.help(format!("write `{text}`{rows_first}")).likely(constructor.span, kind),
            );
        }
        let help = Self::near(&constructor.text, kinds.iter().copied())
            .unwrap_or_else(|| format!("the kinds of boards are {}", all_of(&kinds)));
        self.reports
            .refuse(Diagnostic::error(codes::UNKNOWN_BOARD, message, constructor.span, "unknown").help(help))
    }

    fn graph(&mut self, id: DomainId, name: &Name, chains: &'a [Chain], span: Span) -> Option<Meaning> {
        let set = self.input.graph_setting(&name.text);
        let chains: &[Chain] = set.as_deref().unwrap_or(chains);
        let mut members: Vec<String> = Vec::new();
        let mut known: HashMap<&str, usize> = HashMap::new();
        for point in chains.iter().flat_map(|chain| &chain.points) {
            if built_in(&point.text).is_some() {
                self.reports.refuse_point(point);
            }
            known.entry(&point.text).or_insert_with(|| {
                members.push(point.text.clone());
                members.len() - 1
            });
        }
        self.reports.check_size(name, Some(members.len() as i64), span)?;
        let mut near: Vec<BTreeSet<u32>> = vec![BTreeSet::new(); members.len()];
        let edges = chains.iter().flat_map(|chain| chain.points.windows(2).zip(&chain.arrows));
        for (pair, arrow) in edges {
            let (a, b) = (known[pair[0].text.as_str()], known[pair[1].text.as_str()]);
            if a != b {
                near[a].insert(b as u32);
                if !arrow {
                    near[b].insert(a as u32);
                }
            }
        }
        let near = near.into_iter().map(|set| set.into_iter().collect()).collect();
        let squares = members.iter().map(|name| boards::square(name)).collect();
        self.domains.fill_domain(id, DomainKind::Graph { near, squares }, members);
        Some(Meaning::Domain(id))
    }
}

impl<'a> Reports<'a> {
    /// Refuses a domain that is empty or too large; `size` is `None` if it does not fit 64 bits.
    pub(super) fn check_size(&mut self, name: &Name, size: Option<i64>, span: Span) -> Option<()> {
        if size == Some(0) {
            let message = format!("`{}` has no elements", name.text);
            let diagnostic = Diagnostic::error(codes::EMPTY_DOMAIN, message, span, "nothing in it");
            return self.refuse(diagnostic.help("only a family may be empty"));
        }
        if size.is_some_and(|size| size as usize <= limits::MEMBERS) {
            return Some(());
        }
        let size = size.map_or_else(|| "too many".to_owned(), |size| size.to_string());
        let message =
            format!("`{}` would have {size} elements, at most {} are possible", name.text, limits::MEMBERS);
        let diagnostic = Diagnostic::error(codes::TOO_MANY_MEMBERS, message, span, "too many elements");
        self.refuse(diagnostic.help("make it smaller"))
    }

    /// Refuses `ring(1..n)`: a size is one number.
    fn refuse_range_as_side<T>(&mut self, e: &ast::Expr, low: &ast::Expr, high: &ast::Expr) -> Option<T> {
        let size = match (&low.kind, &high.kind) {
            (ast::ExprKind::Int(1), _) => print::whole(high),
            (ast::ExprKind::Int(low), ast::ExprKind::Int(high)) => {
                high.saturating_sub(*low).saturating_add(1).max(1).to_string()
            }
            (ast::ExprKind::Int(0), ast::ExprKind::Binary(ast::BinaryOp::Subtract, of, one, _))
                if matches!(one.kind, ast::ExprKind::Int(1)) =>
            {
                print::whole(of)
            }
            (ast::ExprKind::Int(0), _) => format!("{} + 1", print::operand(high)),
            _ => format!("{} - {} + 1", print::operand(high), print::operand(low)),
        };
        let before = self.input.game.text.get(..e.span.start as usize).unwrap_or("");
        let behind = self.input.game.text.get(e.span.end as usize..).unwrap_or("");
        let kind = before.trim_end().strip_suffix('(').filter(|_| behind.trim_start().starts_with(')'));
        let kind = kind.and_then(|text| text.rsplit(|c: char| !c.is_alphanumeric()).next());
        let whole = kind.map_or_else(|| size.clone(), |kind| format!("{kind}({size})"));
        let message = "the size of a board is one number";
        let report = Diagnostic::error(codes::MISMATCH, message, e.span, "these are many");
        self.refuse(report.help(format!("write `{whole}`")).likely(e.span, size))
    }

    /// Refuses a board with too few or too many sizes.
    fn refuse_sizes<T>(
        &mut self,
        board: &crate::built_ins::BuiltIn,
        name: &Name,
        constructor: &Name,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Option<T> {
        let at = Span { start: constructor.span.start, ..span };
        let diagnostic = super::defs::argument_count(board.name, None, board.takes, arguments.len(), at);
        let written: Vec<String> = match arguments {
            [ast::Expr { kind: ast::ExprKind::Binary(ast::BinaryOp::Multiply, a, b, _), .. }] => {
                vec![crate::syntax::print::whole(a), crate::syntax::print::whole(b)]
            }
            all => all.iter().map(crate::syntax::print::whole).collect(),
        };
        let wanted = board.takes.first().copied().unwrap_or(1);
        let unused = self.input.unused_numbers();
        let mut unused = unused.iter();
        let mut size = |at: usize| {
            let given = written.get(at).or_else(|| unused.next()).or(written.last());
            given.cloned().unwrap_or_else(|| "3".to_owned())
        };
        let sizes: Vec<String> = (0..wanted).map(&mut size).collect();
        let text = format!("{}({})", board.name, sizes.join(", "));
        let meaning = if wanted == 2 { ": columns, then rows" } else { "" };
        let diagnostic = diagnostic.help(format!("write `board {} = {text}`{meaning}", name.text));
        self.refuse(diagnostic.likely(at, text))
    }

    fn refuse_point(&mut self, point: &Name) {
        let message = super::names::built_in_message(&point.text);
        let diagnostic = Diagnostic::error(codes::BUILT_IN_NAME, message, point.span, "taken");
        self.report(diagnostic.help("give this point another name"));
    }
}

impl DomainTables {
    /// The number of elements of a domain in words: `3 elements`.
    pub(super) fn members_words(&self, domain: DomainId) -> String {
        counted(self.all[domain.index()].len(), "element", "elements")
    }
}

/// The name that is given to a size.
fn size_name(e: &ast::Expr) -> Option<String> {
    let ast::ExprKind::Compare(name, _) = &e.kind else { return None };
    match &name.kind {
        ast::ExprKind::Name(name) => Some(name.text.clone()),
        _ => None,
    }
}

/// `grid(3, 4)` for `grid(rows = 4, columns = 3)`.
fn named_sizes(kind: &str, arguments: &[ast::Expr]) -> Option<String> {
    let named = |e: &ast::Expr| match &e.kind {
        ast::ExprKind::Compare(name, rest) => match (&name.kind, rest.as_slice()) {
            (ast::ExprKind::Name(name), [(ast::CompareOp::Equal, _, size)]) => {
                Some((name.text.to_lowercase(), print::whole(size)))
            }
            _ => None,
        },
        _ => None,
    };
    let mut sizes: Vec<(String, String)> = arguments.iter().map(named).collect::<Option<_>>()?;
    let is_rows = |name: &str| matches!(name, "rows" | "row" | "height" | "h" | "y");
    if let [(first, _), (second, _)] = &sizes[..]
        && is_rows(first)
        && !is_rows(second)
    {
        sizes.reverse();
    }
    let sizes: Vec<String> = sizes.into_iter().map(|(_, size)| size).collect();
    Some(format!("{kind}({})", sizes.join(", ")))
}
