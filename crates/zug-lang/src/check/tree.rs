//! Rewrites an explicit tree into a game with a token that moves down the tree.
//!
//! `tree [[2, 4], [1, 3]]` becomes a domain of 7 nodes, a domain of branch labels, constant tables
//! `child[node, branch]`, `payoff[node]` and `label[node, branch]`, a field for the node of the
//! token, one move whose parameter is the number of a branch, and an `end` rule that pays the value
//! of the leaf.

use super::bounds::interval;
use super::checker::Checker;
use super::codes;
use super::coerce::{constant, expr};
use super::domain_tables::DomainTables;
use super::initial::narrowest;
use super::kinds::int;
use super::limits;
use super::operators::negated;
use super::reports::Reports;
use super::scope::{Context, Scope};
use super::state_fields::StateFields;
use crate::diagnostic::Diagnostic;
use crate::program::{
    DomainId, DomainKind, End, Expr, ExprKind, Field, FieldId, Frame, Kind, Local, LocalId, Move, Outcome,
    OutcomeKind, PLAYER, Piece, Place, Set, Stmt, StmtKind, Store, Table, TableId, TableIndex, Type, Value,
};
use crate::source::Span;
use crate::syntax::ast::{self, ItemKind, Name};
use std::collections::HashMap;

/// The nodes of a tree in preorder.
#[derive(Default)]
struct Nodes {
    names: Vec<String>,
    payoffs: Vec<Value>,
    /// The branches of each node: label and child.
    branches: Vec<Vec<(u32, u32)>>,
    labels: Vec<String>,
    known: HashMap<String, u32>,
}

impl Nodes {
    fn label(&mut self, text: &str) -> u32 {
        if let Some(known) = self.known.get(text) {
            return *known;
        }
        let id = self.labels.len() as u32;
        self.labels.push(text.to_owned());
        self.known.insert(text.to_owned(), id);
        id
    }
}

impl Checker<'_> {
    /// Rewrites the `tree` item, if there is one.
    pub(super) fn check_tree(&mut self) {
        let game = self.input.game;
        let Some((tree, span)) = game.items.iter().find_map(|item| match &item.kind {
            ItemKind::Tree(tree) => Some((tree, item.span)),
            _ => None,
        }) else {
            return;
        };
        self.reports.check_tree_alone(span);
        let mut nodes = Nodes::default();
        let walked = self.walk_tree(tree, String::new(), &mut nodes);
        if self.reports.whole_item(walked).is_some() {
            self.rules.first_points.get_or_insert(span);
            self.rules.is_tree = true;
            self.build_tree(nodes, span);
        }
    }

    fn walk_tree(&mut self, tree: &ast::Tree, name: String, nodes: &mut Nodes) -> Option<u32> {
        let at = nodes.names.len();
        nodes.names.push(if name.is_empty() { "root".to_owned() } else { name.clone() });
        nodes.payoffs.push(Value::None);
        nodes.branches.push(Vec::new());
        if nodes.names.len() > limits::MEMBERS {
            let (ast::Tree::Leaf(ast::Expr { span, .. }) | ast::Tree::Node(_, span)) = tree;
            return self.reports.refuse_tree_size(nodes.names.len(), limits::MEMBERS, "nodes", *span);
        }
        let (branches, span) = match tree {
            ast::Tree::Leaf(e) => {
                nodes.payoffs[at] = Value::Int(self.constant_int(e, "a leaf of the tree")?);
                return Some(at as u32);
            }
            ast::Tree::Node(branches, span) => (branches, *span),
        };
        self.reports.check_branches(branches, span)?;
        for (number, (label, child)) in branches.iter().enumerate() {
            let text = label.as_ref().map_or_else(|| (number + 1).to_string(), |label| label.text.clone());
            let path = if name.is_empty() { text.clone() } else { format!("{name}-{text}") };
            let child = self.deeper(span, |checker| checker.walk_tree(child, path, nodes))?;
            let label = nodes.label(&text);
            nodes.branches[at].push((label, child));
        }
        Some(at as u32)
    }

    fn tree_domain(&mut self, names: [&str; 3], members: Vec<String>, span: Span) -> DomainId {
        let free = names.iter().find(|name| self.names.global(name).is_none()).unwrap_or(&names[0]);
        self.domains.add_domain(free, span, DomainKind::Tree, members)
    }

    fn build_tree(&mut self, nodes: Nodes, span: Span) {
        let width = nodes.branches.iter().map(Vec::len).max().unwrap_or(0).max(1);
        let count = nodes.names.len();
        if self.reports.check_table_size(count.checked_mul(width), span).is_none() {
            return;
        }
        let mut labels = nodes.labels;
        if labels.is_empty() {
            labels.push("1".to_owned());
        }
        let node = self.tree_domain(["Node", "TreeNode", "Node_"], nodes.names, span);
        let label = self.tree_domain(["Branch", "TreeBranch", "Branch_"], labels, span);
        let pick = |branches: &Vec<(u32, u32)>, k: usize, of_label: bool| match branches.get(k) {
            Some((label, _)) if of_label => Value::Element(*label),
            Some((_, child)) => Value::Element(*child),
            None => Value::None,
        };
        let entries = |of_label: bool| -> Vec<Value> {
            nodes.branches.iter().flat_map(|b| (0..width).map(move |k| pick(b, k, of_label))).collect()
        };
        let (children, names) = (entries(false), entries(true));
        let branch = TableIndex::Ints { low: 1, high: width as i64 };
        let place = TableIndex::Domain(node);
        let element = |domain: DomainId| Kind::Element(domain).or_none();
        let payoff = narrowest(int(interval(0, 0)), &nodes.payoffs);
        let child = self.domains.tree_table("child", vec![place, branch], element(node), children);
        let named = self.domains.tree_table("label", vec![place, branch], element(label), names);
        let payoff = self.domains.tree_table("payoff", vec![place], payoff, nodes.payoffs);
        self.state.tree_field(node, span);
        self.tree_move(node, [child, named], width as i64, span);
        self.tree_end(node, payoff, span);
    }

    /// Builds
    /// `move go(k in 1..width) when child[at, k] != none as "{label[at, k]}" { at = child[at, k] }`
    fn tree_move(&mut self, node: DomainId, [child, named]: [TableId; 2], width: i64, span: Span) {
        let numbers = Kind::IntSet { low: 1, high: width }.always();
        let all: Set = (1..=width).collect();
        let ty = int(interval(1, width)).always();
        let k = || expr(ExprKind::Local(LocalId(0)), ty, span);
        let entry = |checker: &Self, table| checker.domains.entry(table, vec![here(node, span), k()], span);
        let to = entry(self, child);
        let nowhere = constant(Value::None, to.ty, span);
        let none = expr(ExprKind::Equal(Box::new(to.clone()), Box::new(nowhere)), Kind::Bool.always(), span);
        let store = StmtKind::Assign(Place::Field(FieldId(0), Vec::new()), Store::Set, to);
        let play = Move {
            name: "go".to_owned(),
            followup: false,
            frame: Frame { locals: vec![Local { name: "branch".to_owned(), ty }] },
            parameters: vec![(LocalId(0), constant(Value::Set(all), numbers, span))],
            when: negated(none),
            body: vec![Stmt { kind: store, span }],
            provided: None,
            notation: vec![Piece::Value(entry(self, named))],
            has_notation: true,
            span,
        };
        self.moves.all = vec![Some(play)];
    }

    fn tree_end(&mut self, node: DomainId, payoff: TableId, span: Span) {
        let paid = self.domains.entry(payoff, vec![here(node, span)], span);
        let nothing = constant(Value::None, paid.ty, span);
        let open =
            expr(ExprKind::Equal(Box::new(paid.clone()), Box::new(nothing)), Kind::Bool.always(), span);
        let first = Self::element(PLAYER, 0, span);
        let kind = OutcomeKind::Points(paid, first);
        self.rules.ends = vec![End {
            frame: Scope::new(Context::Position).frame,
            binders: Vec::new(),
            when: negated(open),
            outcome: Outcome { kind, span },
            span,
        }];
    }
}

impl Reports<'_> {
    /// Refuses items that a tree replaces: state, moves and endings.
    fn check_tree_alone(&mut self, tree: Span) {
        let game = self.input.game;
        for item in &game.items {
            let word = match &item.kind {
                ItemKind::State { .. } => "state",
                ItemKind::Move(play) if play.followup => "followup",
                ItemKind::Move(_) => "move",
                ItemKind::End { .. } => "end",
                ItemKind::Stuck(_) => "stuck",
                ItemKind::Endless(..) => "endless",
                ItemKind::Progress(..) => "progress",
                _ => continue,
            };
            let message = format!("a `tree` is a whole game: `{word}` has no place beside it");
            let diagnostic = Diagnostic::error(codes::TREE_ALONE, message, item.span, "not beside a tree");
            self.report(diagnostic.because(tree, "the tree").help("remove one of them"));
        }
    }

    fn check_branches(&mut self, branches: &[(Option<Name>, ast::Tree)], span: Span) -> Option<()> {
        if branches.is_empty() {
            let message = "a node of a tree has at least one branch";
            let diagnostic = Diagnostic::error(codes::EMPTY_DOMAIN, message, span, "nothing in it");
            return self.refuse(diagnostic.help("write a number for a leaf"));
        }
        let mut seen: HashMap<&str, Span> = HashMap::new();
        let mut alike = false;
        for name in branches.iter().filter_map(|(name, _)| name.as_ref()) {
            if let Some(first) = seen.insert(&name.text, name.span) {
                let message = format!("two branches are called `{}`", name.text);
                let diagnostic = Diagnostic::error(codes::DUPLICATE, message, name.span, "again here");
                self.report(diagnostic.because(first, "the first one").help("give one of them another name"));
                alike = true;
            }
        }
        (!alike).then_some(())
    }

    fn refuse_tree_size<T>(&mut self, found: usize, most: usize, what: &str, span: Span) -> Option<T> {
        let message = format!("the tree has {found} {what} or more, at most {most} are possible");
        let diagnostic = Diagnostic::error(codes::TOO_MANY_MEMBERS, message, span, "too large");
        self.refuse(diagnostic.help("write it as a game with `state` and `move`"))
    }
}

impl DomainTables {
    fn tree_table(&mut self, name: &str, indexes: Vec<TableIndex>, ty: Type, entries: Vec<Value>) -> TableId {
        self.add_table(Table { name: name.to_owned(), indexes, ty, entries })
    }
}

impl StateFields<'_> {
    fn tree_field(&mut self, node: DomainId, span: Span) {
        self.fields.clear();
        self.fields.push(Field {
            name: "at".to_owned(),
            indexes: Vec::new(),
            ty: Kind::Element(node).always(),
            initial: vec![Value::Element(0)],
            span,
        });
    }
}

/// The node of the token.
fn here(node: DomainId, span: Span) -> Expr {
    expr(ExprKind::Field(FieldId(0), Vec::new()), Kind::Element(node).always(), span)
}
