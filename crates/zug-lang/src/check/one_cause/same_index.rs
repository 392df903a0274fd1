//! An entry of a table that nothing declares, where one table alone has such an index and such
//! entries: a field that got another name, but for one use.

use super::{Cause, Look, Rivals, without_fixes};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{Declared, ExprKind, ItemKind, Name, Statement, StatementKind};

/// A name is left over if it stands so many times at most.
const USES: usize = 2;

/// The searches for all unknown names.
pub(super) fn search(look: &Look) -> Vec<Rivals> {
    let tables = tables(look);
    look.unknown().filter_map(|(name, report)| for_name(look, &tables, name, report)).collect()
}

/// The tables: each with its number of indexes, and whether it can be stored to.
fn tables<'a>(look: &Look<'a>) -> Vec<(&'a Name, usize, bool)> {
    let of = |declared: &'a Declared, stored| (&declared.name, declared.indexes.len(), stored);
    let all = look.game.items.iter().flat_map(|item| match &item.kind {
        ItemKind::State { fields, .. } => fields.iter().map(|field| of(field, true)).collect(),
        ItemKind::Param(param) => vec![of(param, false)],
        ItemKind::Let { name, indexes, .. } => vec![(name, indexes.len(), false)],
        _ => Vec::new(),
    });
    all.filter(|(_, indexes, _)| *indexes > 0).collect()
}

/// The number of indexes with which a name stands at a place, and whether it is stored to there.
fn used(look: &Look, at: Span) -> Option<(usize, bool)> {
    let read = look.exprs().into_iter().find_map(|e| match &e.kind {
        ExprKind::At(of, indexes) if of.span == at => Some((indexes.len(), false)),
        _ => None,
    });
    let stored = |each: &Statement| match &each.kind {
        StatementKind::Assign { target, indexes, .. } if target.span == at => Some((indexes.len(), true)),
        _ => None,
    };
    read.or_else(|| look.statements().into_iter().find_map(stored)).filter(|(indexes, _)| *indexes > 0)
}

fn for_name(look: &Look, tables: &[(&Name, usize, bool)], name: &str, report: &Diagnostic) -> Option<Rivals> {
    let open = report.help.as_deref()?.strip_prefix("declare it: ")?;
    let marks = report.labels.iter().filter(|label| label.primary || label.text == "and here");
    let marks: Vec<Span> = marks.map(|label| label.span).collect();
    let uses: Option<Vec<(usize, bool)>> = marks.iter().map(|at| used(look, *at)).collect();
    let uses = uses.filter(|uses| uses.len() <= USES)?;
    let more_often = |table: &str| count(look, table) > marks.len();
    let fits = |table: &(&Name, usize, bool)| {
        let (known, indexes, stored) = *table;
        known.text != name
            && uses.iter().all(|(used, to)| *used == indexes && (stored || !to))
            && more_often(&known.text)
    };
    let edits: Vec<Cause> = tables
        .iter()
        .filter(|table| fits(table))
        .map(|(table, ..)| edit(report, &marks, table, open))
        .collect();
    (!edits.is_empty()).then_some(())?;
    Some(Rivals { error: look.number(report)?, edits })
}

/// How often a name stands in the text.
fn count(look: &Look, name: &str) -> usize {
    let words = look.game.text.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.filter(|word| *word == name).count()
}

fn edit(report: &Diagnostic, marks: &[Span], table: &Name, open: &str) -> Cause {
    let help = format!("write `{}`, the only table that fits here; or declare it: {open}", table.text);
    let said = without_fixes(report).because(table.span, format!("`{}` is declared here", table.text));
    marks.iter().fold(said.help(help), |said, at| said.likely(*at, table.text.clone())).into()
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    fn helps(lines: &str) -> Vec<String> {
        helps_beside(
            "family L of C = lines(C, 3) let worth[C] = 1 \
             state { men[Player]: set of C, won[Player]: 0..9 }",
            &format!(
                "move put(c in C - men[Ann] - men[Bob]) {{ men[me] += c won[me] += worth[c] }}\n{lines}"
            ),
        )
    }

    fn is_offered(found: &[String], table: &str) {
        let begin = format!("write `{table}`, the only table that fits here; or declare it: ");
        assert!(found.len() == 1 && found[0].starts_with(&begin), "{found:?}");
    }

    #[test]
    fn the_one_table_with_this_index_and_type_is_meant() {
        is_offered(&helps("end for p in Player when some l in L: l <= discs[p] => p wins"), "men");
        is_offered(&helps("move take(c in pieces[opponent]) { won[me] += 1 men[opponent] -= c }"), "men");
        is_offered(&helps("end when score[Ann] > won[Bob] + 3 => Ann wins"), "won");
        is_offered(&helps("end when sum(c in men[Ann]: price[c]) > 3 => Ann wins"), "worth");
    }

    #[test]
    fn a_name_that_stands_often_is_declared() {
        let often = helps(
            "move score when points[me] < 3 and points[opponent] < 3 { points[me] += 1 }\nend when points[Ann] = 3 => Ann wins",
        );
        assert!(often[0].contains("or declare it: `state { points[Player]"), "{often:?}");
        let other = helps("end when some c in C: owner[c] = Ann => Ann wins");
        assert!(other.iter().all(|help| !help.contains("the only table")), "{other:?}");
    }
}
