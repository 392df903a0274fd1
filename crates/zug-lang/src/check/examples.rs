//! Helps that write out what is meant, with values of the definition: an index for a list,
//! arguments that are missing, alternatives of one comparison.

use super::checker::Checker;
use super::codes;
use super::domain_tables::DomainTables;
use super::input::CheckInput;
use super::reports::Reports;
use super::scope::{Context, Scope};
use crate::diagnostic::Diagnostic;
use crate::program::{DomainId, Kind, PLAYER, Type};
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOp, CompareOp, ExprKind, Initial, ItemKind};
use crate::syntax::print;

/// The most values that are shown.
const SHOWN: usize = 8;

impl Checker<'_> {
    /// Refuses a list where one value belongs: the name gets an index.
    pub(super) fn refuse_list<T>(&mut self, span: Span, length: usize) -> Option<T> {
        let diagnostic =
            Diagnostic::error(codes::WRONG_LENGTH, "a list needs an index", span, "one value is needed here");
        if let Some(found) = self.refuse_list_of_field(&diagnostic, span, length) {
            return found;
        }
        let text = self.input.game.text.as_ref();
        let before = text.get(..span.start as usize).unwrap_or("");
        let line = before.rsplit(['\n', '\r']).next().unwrap_or("");
        let head = line.trim_end().trim_end_matches('=').trim_end();
        let alone = head.split_once(' ').map(|(_, rest)| rest.split(':').next().unwrap_or("").trim());
        let name =
            alone.filter(|name| name.chars().all(|c| c.is_alphanumeric() || c == '_') && !name.is_empty());
        let list = self.input.short_text(span);
        let Some(name) = name.filter(|_| list != "..") else {
            return self
                .reports
                .refuse(diagnostic.help("write one value, or give the name one index more: `name[Player]`"));
        };
        // What is chosen from, or added to a set, is a set.
        let chosen = text.match_indices(name).any(|(at, _)| {
            let behind = &text[at + name.len()..];
            let goes_on = behind.starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '[');
            let is_added = [" - ", " + ", " & "].iter().any(|sign| text[..at].ends_with(sign));
            (text[..at].ends_with(" in ") || is_added) && !goes_on
        });
        if let Some(inside) =
            list.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).filter(|_| chosen)
        {
            let set = format!("{{{inside}}}");
            let help = format!("write `{head} = {set}`: what is chosen from is a set, in braces");
            return self.reports.refuse(diagnostic.help(help).likely(span, set));
        }
        let (item, index) = self.domains.index_of(length, text.contains(&format!("{name}[1]")));
        let written = head.replacen(name, &format!("{name}[{index}]"), 1);
        self.reports.refuse(diagnostic.help(format!("write {item}`{written} = {list}`")))
    }

    /// Refuses a list as the first value of a field or param: its name gets an index.
    fn refuse_list_of_field<T>(
        &mut self,
        report: &Diagnostic,
        list: Span,
        length: usize,
    ) -> Option<Option<T>> {
        let game = self.input.game;
        let declared = game.items.iter().flat_map(|item| match &item.kind {
            ItemKind::State { fields, .. } => fields.as_slice(),
            ItemKind::Param(declared) => std::slice::from_ref(declared),
            _ => &[],
        });
        let is_list =
            |each: &&ast::Declared| matches!(&each.initial, Some(Initial::List(_, place)) if *place == list);
        let name = &declared.into_iter().find(is_list)?.name;
        // `h_i` is how a text on paper names the entries of `h`.
        let entry = name
            .text
            .rsplit_once('_')
            .map(|(of, _)| of)
            .filter(|of| self.names.global(of).is_none() && game.text.contains(&format!("{of}[")));
        let shown = entry.unwrap_or(&name.text).to_owned();
        let (item, index) = self.domains.index_of(length, game.text.contains(&format!("{shown}[1]")));
        let rest = game.text.get(name.span.end as usize..list.end as usize)?.trim();
        if rest.len() > 60 || rest.contains('\n') {
            return None;
        }
        self.reports.excused.extend(entry.map(str::to_owned));
        let report = report.clone().help(format!("write {item}`{shown}[{index}]{rest}`"));
        Some(self.reports.refuse(match item.is_empty() {
            true => report.likely(name.span, format!("{shown}[{index}]")),
            false => report,
        }))
    }

    /// What to write for a list that is too short or too long: one value for each element.
    pub(super) fn lengthened(&self, domain: DomainId, items: &[Initial]) -> String {
        let value = |item: &Initial| match item {
            Initial::One(ast::Expr { kind: ExprKind::Int(n), .. }) => Some(n.to_string()),
            Initial::One(e) => Some(self.input.short_text(e.span)),
            Initial::List(..) => None,
        };
        let help = format!(
            "write one value for each element of `{}`, in its order",
            self.domains.domain_name(domain)
        );
        let wanted = self.domains.all[domain.index()].len();
        let help = match self.input.range_of(self.domains.domain_name(domain), items.len()) {
            Some(range) if items.len() > wanted => {
                format!("write `{range}` if all {} are meant; else {help}", items.len())
            }
            _ => help,
        };
        if let ([one], true) = (items, wanted > 1)
            && let Some(one) = value(one).filter(|one| one.parse::<i64>().is_ok())
        {
            return format!(
                "write `{one}` without the brackets if it holds for all; else {}",
                help.trim_start_matches("write ")
            );
        }
        match items.iter().map(value).collect::<Option<Vec<String>>>() {
            Some(mut values) if wanted <= SHOWN && !values.is_empty() => {
                let filler = match &values[0] {
                    first if first.parse::<i64>().is_ok() => "0".to_owned(),
                    first if first.starts_with('{') => "{}".to_owned(),
                    first => first.clone(),
                };
                values.resize(wanted, filler);
                format!("{help}, `[{}]` for one", values.join(", "))
            }
            _ => help,
        }
    }

    /// What to write for a call with too few or too many arguments.
    pub(super) fn call_help(
        &self,
        s: &Scope,
        name: &str,
        wanted: &[Type],
        arguments: &[ast::Expr],
    ) -> String {
        let mut shown: Vec<String> = arguments.iter().take(wanted.len()).map(print::whole).collect();
        for ty in &wanted[shown.len()..] {
            let value = self.domains.value_in_scope(s, ty.kind, &shown);
            let changes = s.context == Context::Position;
            let value = value.or_else(|| {
                self.state.field_of_kind(ty.kind).filter(|name| changes && !shown.contains(name))
            });
            shown.push(value.unwrap_or_else(|| self.domains.example_of(ty.kind, &shown)));
        }
        let text = if shown.is_empty() { name.to_owned() } else { format!("{name}({})", shown.join(", ")) };
        match arguments.len() < wanted.len() {
            true => format!("write `{text}` for one: {}", self.domains.takes_words(wanted)),
            false => format!("write `{text}`"),
        }
    }

    /// `S - stones`, where `stones` is a table over the players: the sets of both.
    pub(super) fn of_both_players(&self, name: &str, kinds: &[Kind], span: Span) -> Option<String> {
        let before = self.input.game.text.get(..span.start as usize)?.trim_end();
        let taken = before.ends_with('-') && kinds == [Kind::Element(PLAYER)];
        let players = &self.domains.all[PLAYER.index()].members;
        let each: Vec<String> = players.iter().map(|player| format!("{name}[{player}]")).collect();
        taken.then(|| format!("write `{}` for those of both, or `{name}[me]`", each.join(" - ")))
    }

    /// Refuses `n = 1 or 2`: each side of `or` is a condition.
    pub(super) fn values_by_or(
        &mut self,
        s: &mut Scope,
        op: BinaryOp,
        a: &ast::Expr,
        b: &ast::Expr,
    ) -> Option<()> {
        self.values_before_comparison(s, op, a, b)?;
        // `n = 1 or 3 and P`: `and` binds tighter.
        let mut b = b;
        while let (BinaryOp::Or, ExprKind::Binary(BinaryOp::And, left, ..)) = (op, &b.kind) {
            b = left.as_ref();
        }
        let mut values = vec![b];
        let mut first = a;
        while let ExprKind::Binary(same, left, right, _) = &first.kind
            && *same == op
            && self.domains.is_value(s, right)
        {
            values.push(right.as_ref());
            first = left.as_ref();
        }
        if let ExprKind::Binary(BinaryOp::And, _, last, _) = &first.kind {
            first = last.as_ref();
        }
        let ExprKind::Compare(left, compared) = &first.kind else { return Some(()) };
        let [(sign, _, value)] = compared.as_slice() else {
            return Some(());
        };
        let word = match sign {
            CompareOp::Equal => "in",
            CompareOp::NotEqual => "not in",
            CompareOp::In if self.domains.is_value(s, value) => "in",
            CompareOp::NotIn if self.domains.is_value(s, value) => "not in",
            _ => return Some(()),
        };
        let joined = op == BinaryOp::Or || op == BinaryOp::And && word == "not in";
        if !joined || !values.iter().all(|value| self.domains.is_value(s, value)) {
            return Some(());
        }
        let before = self.reports.list.len();
        self.condition(s, first);
        if self.reports.list.len() > before {
            return None;
        }
        values.push(value);
        let list: Vec<String> = values.iter().rev().map(|value| print::whole(value)).collect();
        let text = format!("{} {word} {{{}}}", print::operand(left), list.join(", "));
        let (whole, rest) = (first.span.to(b.span), values[values.len() - 2].span.to(b.span));
        let name = if op == BinaryOp::Or { "or" } else { "and" };
        let message = format!("behind `{name}` stands a whole condition, not a further value");
        let report = Diagnostic::error(codes::MISMATCH, message, rest, "no condition");
        self.reports.refuse(report.help(format!("write `{text}`")).likely(whole, text))
    }

    /// Refuses `a or b = 0`, where `a` is no condition.
    fn values_before_comparison(
        &mut self,
        s: &Scope,
        op: BinaryOp,
        a: &ast::Expr,
        b: &ast::Expr,
    ) -> Option<()> {
        let ExprKind::Compare(_, rest) = &b.kind else { return Some(()) };
        let [(_, sign, value)] = rest.as_slice() else { return Some(()) };
        let plain = matches!(a.kind, ExprKind::Name(_) | ExprKind::At(..) | ExprKind::Call(..));
        if !plain || !matches!(op, BinaryOp::Or | BinaryOp::And) || self.reports.muted > 0 {
            return Some(());
        }
        let alike = match (self.tried(s, a).map(|ty| ty.kind), self.tried(s, value).map(|ty| ty.kind)) {
            (Some(Kind::Int { .. }), Some(Kind::Int { .. })) => true,
            (Some(a @ Kind::Element(_)), Some(b)) => a == b,
            _ => false,
        };
        if !alike {
            return Some(());
        }
        let word = if op == BinaryOp::Or { "or" } else { "and" };
        let sign = self.input.written(*sign).to_owned();
        let left = format!("{} {sign} {}", print::operand(a), print::operand(value));
        let text = format!("{left} {word} {}", self.input.written(b.span));
        let message = format!("before `{word}` stands a whole condition, not a value alone");
        let report = Diagnostic::error(codes::MISMATCH, message, a.span, "no condition");
        self.reports.refuse(report.help(format!("write `{text}`")).likely(a.span, left))
    }

    /// Refuses `k in 1 or 2`, where a name runs through a set: its members stand in braces.
    pub(super) fn members_by_or(&mut self, s: &Scope, e: &ast::Expr) -> Option<()> {
        let mut values = Vec::new();
        let mut first = e;
        while let ExprKind::Binary(BinaryOp::Or, left, right, _) = &first.kind {
            values.push(right.as_ref());
            first = left.as_ref();
        }
        values.push(first);
        if values.len() < 2 || !values.iter().all(|value| self.domains.is_value(s, value)) {
            return Some(());
        }
        let list: Vec<String> = values.iter().rev().map(|value| print::whole(value)).collect();
        let text = format!("{{{}}}", list.join(", "));
        let message = "the members of a set stand in braces, with commas";
        let report = Diagnostic::error(codes::MISMATCH, message, e.span, "no set");
        self.reports.refuse(report.help(format!("write `{text}`")).fix(e.span, text))
    }

    /// What is written for `heap: 0..9[4] = 3`, of which the span is `9[4]`: the type of four
    /// numbers.
    pub(super) fn array_type(&self, span: Span) -> Option<String> {
        let text = self.input.game.text.as_ref();
        let (high, size) = self.input.written(span).strip_suffix(']')?.split_once('[')?;
        let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let before = text.get(..span.start as usize)?.strip_suffix("..")?;
        let (head, low) = before.get(before.rfind(['{', ',', '\n', '\r'])? + 1..)?.split_once(':')?;
        let behind = text.get(span.end as usize..)?;
        let rest = behind.get(..behind.find([',', '}', '\n', '\r'])?)?.trim_end();
        let name = head.trim();
        if !number(high) || !number(size) || name.contains(|c: char| !c.is_alphanumeric() && c != '_') {
            return None;
        }
        let low = low.trim();
        let bounds = (1, size.parse().ok()?);
        let same = |id: &DomainId| {
            let domain = &self.domains.all[id.index()];
            self.domains.low(*id) == Some(bounds.0) && i64::try_from(domain.len()).ok() == Some(bounds.1)
        };
        let known = (0..self.domains.all.len() as u32).map(DomainId).find(same);
        Some(match known {
            Some(id) => format!("write `{name}[{}]: {low}..{high}{rest}`", self.domains.domain_name(id)),
            None => format!(
                "write `range Index = 1..{size}` as an item, and `{name}[Index]: {low}..{high}{rest}`"
            ),
        })
    }
}

impl CheckInput<'_> {
    /// A range of this name as it would be declared with so many numbers, from where it begins.
    fn range_of(&self, wanted: &str, count: usize) -> Option<String> {
        self.game.items.iter().find_map(|item| match &item.kind {
            ItemKind::Range { name, low, high } if name.text == wanted => {
                high.written_integer()?;
                let last = low.written_integer()?.checked_add(i64::try_from(count).ok()?)? - 1;
                Some(format!("range {wanted} = {}..{last}", self.short_text(low.span)))
            }
            _ => None,
        })
    }
}

impl DomainTables {
    /// A domain with so many members for an index, and the item that declares it if there is none.
    fn index_of(&self, length: usize, by_number: bool) -> (String, String) {
        let domains = (0..self.all.len() as u32).rev().map(DomainId);
        let mut fitting =
            domains.filter(|id| self.all[id.index()].len() == length && self.directions != Some(*id));
        match fitting.find(|id| !by_number || self.low(*id).is_some()) {
            Some(id) => (String::new(), self.domain_name(id).to_owned()),
            None => (format!("`range Index = 1..{length}` and "), "Index".to_owned()),
        }
    }

    /// A value of this kind that is none of the others.
    fn example_of(&self, kind: Kind, others: &[String]) -> String {
        match kind {
            Kind::Element(domain) => {
                let members = &self.all[domain.index()].members;
                members
                    .iter()
                    .find(|member| !others.contains(member))
                    .or(members.first())
                    .cloned()
                    .unwrap_or_default()
            }
            Kind::Int { low, .. } => low.to_string(),
            Kind::Bool => "true".to_owned(),
            _ => "{}".to_owned(),
        }
    }

    /// Whether an expression is a number or names an element, which no parameter or binder hides.
    fn is_value(&self, s: &Scope, e: &ast::Expr) -> bool {
        match &e.kind {
            ExprKind::Int(_) => true,
            ExprKind::Name(name) => {
                let member = self.all.iter().any(|domain| domain.members.contains(&name.text));
                member && s.find(&name.text).is_none()
            }
            _ => false,
        }
    }
}

impl Reports<'_> {
    /// Says of `S -- c` that one minus takes out of a set.
    pub(super) fn one_minus(&mut self, before: usize, taken: Span, span: Span) {
        let text = self.input.game.text.get(..span.start as usize).unwrap_or("");
        let Some(left) = text.strip_suffix('-').map(last_operand) else { return };
        let taken = self.input.short_text(taken);
        let text = format!("write `{left} - {taken}` with one minus");
        let only = self.list.len() == before + 1;
        let report = self.list.last_mut().filter(|report| only && report.code == codes::MISMATCH);
        if let Some(report) = report.filter(|_| !left.is_empty()) {
            report.help = Some(text);
        }
    }

    /// Refuses `not me`: the other player has a word of his own.
    pub(super) fn other_player(&mut self, of: &ast::Expr, span: Span) -> Option<()> {
        let other = match of.kind {
            ExprKind::Me => "opponent",
            ExprKind::Opponent => "me",
            _ => return Some(()),
        };
        let message = format!("the other player is `{other}`; `not` stands before a condition");
        let report = Diagnostic::error(codes::MISMATCH, message, span, "no condition");
        self.refuse(report.help(format!("write `{}`", self.input.in_index(span, other))).likely(span, other))
    }
}

/// The operand with which a text ends: back to a blank, a comma or a bracket that is open.
fn last_operand(text: &str) -> &str {
    let text = text.trim_end();
    let mut depth = 0;
    let start = text.char_indices().rev().find(|(_, c)| {
        match c {
            ')' | ']' | '}' => depth += 1,
            '(' | '[' | '{' => depth -= 1,
            _ => {}
        }
        depth < 0 || depth == 0 && (c.is_whitespace() || *c == ',')
    });
    start.map_or(text, |(at, c)| &text[at + c.len_utf8()..])
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    /// The helps about a definition that ends with `lines`.
    fn helps(lines: &str) -> Vec<String> {
        helps_beside("enum Coin { gold, tin, zinc }", lines)
    }

    fn guard(condition: &str) -> Vec<String> {
        helps(&format!(
            "state {{ s[Player]: set of C, n: 0..9 }}\ndef far(p: Player, q: Player) = count(s[p]) > count(s[q])\n\
             move m(c in C) when {condition} {{ s[me] += c n = 1 }}"
        ))
    }

    #[test]
    fn a_list_in_a_field_gets_the_index_that_fits() {
        let heaps = "state { h_i: 0..6 = [3, 5, 6] }\nmove m(i in Coin) when h[i] > 0 { h[i] -= 1 }";
        assert_eq!(helps(heaps), ["write `h[Coin]: 0..6 = [3, 5, 6]`"]);
        let two = "state { n: 0..9, at: C = [a1, c3] }\nmove m(c in C) { n += 1 }";
        assert_eq!(helps(two), ["write `at[Player]: C = [a1, c3]`"]);
    }

    #[test]
    fn alternatives_are_a_set() {
        assert_eq!(guard("c.y = 1 or 3"), ["write `c.y in {1, 3}`"]);
        assert_eq!(guard("n < 5 and n = 1 or 2 or 4"), ["write `n in {1, 2, 4}`"]);
        assert_eq!(guard("c != a1 and c3"), ["write `c not in {a1, c3}`"]);
        assert_eq!(guard("(c = a1 or b2) and n = 0"), ["write `c in {a1, b2}`"]);
    }

    #[test]
    fn a_value_before_a_comparison_is_compared_too() {
        assert_eq!(guard("n or count(s[me]) = 0"), ["write `n = 0 or count(s[me]) = 0`"]);
        assert_eq!(guard("count(s[Ann]) and n > 2"), ["write `count(s[Ann]) > 2 and n > 2`"]);
        assert_eq!(guard("c in s[me] or count(s[me]) = 0"), [""; 0]);
    }

    #[test]
    fn members_and_players_have_their_own_words() {
        let choice = |set: &str| helps(&format!("state {{ n: 0..9 }}\nmove m(k in {set}) {{ n = 1 }}"));
        assert_eq!(choice("1 or 2 or 4"), ["write `{1, 2, 4}`"]);
        assert_eq!(guard("count(s[not me]) > 1"), ["write `s[opponent]`"]);
        assert_eq!(guard("player = Ann and n = 0"), ["write `me`: the player to move"]);
        let array = "state { heap: 0..9[4] = 3 }\nmove m { heap[1] = 2 }";
        assert_eq!(helps(array), ["write `range Index = 1..4` as an item, and `heap[Index]: 0..9 = 3`"]);
    }

    #[test]
    fn a_parameter_with_the_name_of_an_element_is_a_condition_of_its_own() {
        let text = "state { n: 0..9 }\ndef low(tin: bool) = n = 1 or tin\nmove m when low(n > 3) { n = 1 }";
        assert!(helps(text).is_empty());
    }

    #[test]
    fn what_is_missing_is_written_out() {
        assert_eq!(guard("far(Ann)"), ["write `far(Ann, Bob)` for one: it takes a Player and a Player"]);
        assert_eq!(guard("far(Ann, me, Bob)"), ["write `far(Ann, me)`"]);
        assert_eq!(
            guard("c in near(a1, compass) -- s[me]"),
            ["write `near(a1, compass) - s[me]` with one minus"]
        );
        assert_eq!(guard("c in C - s"), ["write `s[Ann] - s[Bob]` for those of both, or `s[me]`"]);
        assert_eq!(guard("east(c, 2) = none"), ["write `step(c, east, 2)`"]);
        let list = |head: &str| helps(&format!("{head}\nstate {{ n: 0..9 }}\nmove m {{ n += 1 }}"));
        assert_eq!(list("let worth = [5, 2, 1]"), ["write `let worth[Coin] = [5, 2, 1]`"]);
        assert_eq!(
            list("let worth = [5, 2, 1, 1]"),
            ["write `range Index = 1..4` and `let worth[Index] = [5, 2, 1, 1]`"]
        );
        assert_eq!(
            list("let worth[Coin] = [5, 2]"),
            ["write one value for each element of `Coin`, in its order, `[5, 2, 0]` for one"]
        );
        assert_eq!(
            list("let kinds[Player] = [{tin}]"),
            ["write one value for each element of `Player`, in its order, `[{tin}, {}]` for one"]
        );
        assert_eq!(
            list("let kind[Coin] = [tin]"),
            ["write one value for each element of `Coin`, in its order, `[tin, tin, tin]` for one"]
        );
    }

    #[test]
    fn nobody_is_no_player() {
        let lines = "state { n: 0..9 }\nmove m { n += 1 }\nend when n = 3 => nobody wins";
        assert_eq!(helps(lines), ["write `draw`"]);
    }
}
