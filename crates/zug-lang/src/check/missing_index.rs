//! A field that is declared as one value, and used as a value for each element.

use super::checker::Checker;
use super::codes;
use super::scope::Scope;
use crate::diagnostic::Diagnostic;
use crate::program::Kind;
use crate::source::Span;
use crate::syntax::ast;

impl Checker<'_> {
    /// Refuses once a field that is declared without the index that it has wherever it is used.
    pub(super) fn refuse_field_without_index(
        &mut self,
        s: &Scope,
        name: &str,
        declared: Span,
        indexes: &[ast::Expr],
    ) -> bool {
        let text = &*self.input.game.text;
        let (start, end) = (declared.start as usize, declared.end as usize);
        let is_field = self.state.fields.iter().any(|field| field.name == name && field.span == declared);
        if !is_field || declared.file != self.input.game.span.file || !always_indexed(text, name, start) {
            return false;
        }
        let behind = text.get(end..).unwrap_or("");
        let ty = behind.split(['\n', '\r', ',', '}']).next().unwrap_or("").trim_end().to_owned();
        let [index] = indexes else { return false };
        let Some(Kind::Element(domain)) = self.tried(s, index).map(|ty| ty.kind) else { return false };
        let text = format!("{name}[{}]", self.domains.domain_name(domain));
        let message = format!("`{name}` has an index wherever it is used, and none where it is declared");
        let report = Diagnostic::error(codes::INDEX_COUNT, message, declared, "one value for all");
        let report = report.help(format!("write `{text}{ty}`")).likely(declared, text);
        let reported =
            self.reports.list.iter().any(|each| each.span() == declared && each.code == report.code);
        if !reported {
            self.reports.report(report);
        }
        true
    }
}

/// Whether the text has a name twice or more beside `declared`, and an index behind each: a single
/// use may be the mistake itself.
fn always_indexed(text: &str, name: &str, declared: usize) -> bool {
    let goes_on = |c: char| c.is_alphanumeric() || c == '_';
    let code = |at: usize| !text[text[..at].rfind('\n').map_or(0, |line| line + 1)..at].contains("//");
    let uses: Vec<usize> = text
        .match_indices(name)
        .map(|(at, _)| at)
        .filter(|&at| at != declared && code(at))
        .filter(|&at| !text[..at].ends_with(goes_on) && !text[at + name.len()..].starts_with(goes_on))
        .collect();
    uses.len() > 1 && uses.iter().all(|at| text[at + name.len()..].starts_with('['))
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    /// The helps about a definition that ends with `lines`.
    fn helps(lines: &str) -> Vec<String> {
        helps_beside("", lines)
    }

    #[test]
    fn a_field_without_its_index_is_told_where_it_is_declared() {
        let moves = "move m(c in C) when hand[me] > 0 { hand[me] -= 1 s += c }\n";
        let text =
            format!("state {{ hand: 0..4 = 4, s: set of C }}\n{moves}end when hand[Ann] = 0 => Ann wins");
        assert_eq!(helps(&text), ["write `hand[Player]: 0..4 = 4`"]);
        let both = format!("{text}\nend when hand = 3 => draw");
        assert!(helps(&both).iter().all(|help| help == "write `hand` alone"), "{:?}", helps(&both));
        let once = "state { hand: 0..4 = 4, s: set of C }\nmove m(c in C) when hand[me] > 0 { s += c }";
        assert_eq!(helps(once), ["write `hand` alone"]);
    }
}
