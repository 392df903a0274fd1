//! Says what is wrong with a definition, where, because of what, and what to write instead.
//!
//! A [`Diagnostic`] holds no text of the definition and knows nothing of terminals: it is data, drawn by
//! `report::diagnostics`. Every stage of the language wing collects as many as it can find.
//!
//! House style: the message is a sentence without a capital and without a full stop, code in backticks, and can
//! stand alone; the primary label answers "what is wrong here", a secondary one "because of what"; the help is an
//! action. Words are the author's: never a grammar rule, never a Rust type.
//!
//! Codes are stable and never reused. Groups: `Z00xx` syntax, `Z01xx` names, `Z02xx` types, bounds and
//! constants, `Z03xx` boards and families, `Z04xx` moves, `Z05xx` endings, `Z06xx` expectations and settings,
//! `Z07xx` size and limits, `Z08xx` met while playing, `Z09xx` lints.

use crate::source::{LineColumn, Sources, Span};

/// How grave a diagnostic is. Errors leave no program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The definition means nothing as it stands.
    Error,
    /// It means something, perhaps not what was intended.
    Warning,
}

/// A place with what there is to say about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What is wrong here, or why this place matters. May be empty.
    pub text: String,
    /// True for the one label that says what is wrong.
    pub primary: bool,
}

/// Text to put in place of a span; offered only where it is certain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What is replaced; empty to insert.
    pub span: Span,
    /// What is written there.
    pub text: String,
}

/// One mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Stable code, `Z0101`.
    pub code: &'static str,
    /// Error or warning.
    pub severity: Severity,
    /// One line, in the author's words.
    pub message: String,
    /// Places, the primary one first.
    pub labels: Vec<Label>,
    /// What to write instead.
    pub help: Option<String>,
    /// Facts that do not belong to a place.
    pub notes: Vec<String>,
    /// Certain mends.
    pub fixes: Vec<Fix>,
}

impl Diagnostic {
    /// An error with its primary label.
    pub fn error(
        code: &'static str,
        message: impl Into<String>,
        span: Span,
        label: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic {
            code,
            severity: Severity::Error,
            message: message.into(),
            labels: vec![Label { span, text: label.into(), primary: true }],
            help: None,
            notes: Vec::new(),
            fixes: Vec::new(),
        }
    }

    /// A warning with its primary label.
    pub fn warning(
        code: &'static str,
        message: impl Into<String>,
        span: Span,
        label: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, message, span, label) }
    }

    /// Adds a secondary label: because of what.
    pub fn because(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, text: text.into(), primary: false });
        self
    }

    /// Says what to write instead.
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help = Some(text.into());
        self
    }

    /// Adds a fact.
    pub fn note(mut self, text: impl Into<String>) -> Diagnostic {
        self.notes.push(text.into());
        self
    }

    /// Adds a certain mend.
    pub fn fix(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.fixes.push(Fix { span, text: text.into() });
        self
    }

    /// Where the mistake is.
    pub fn span(&self) -> Span {
        self.labels[0].span
    }
}

/// Names out of `candidates` that `word` may be a slip of, nearest first: at most three, all equally near.
///
/// Damerau-Levenshtein distance, cut at a third of the word's length (at least one).
pub fn near_names<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let length = word.chars().count();
    let limit = (length / 3).max(1);
    let mut near: Vec<(usize, &str)> = candidates
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(word, name), name))
        .filter(|(distance, _)| (1..=limit).contains(distance))
        // Of one letter nothing is left where that one differs.
        .filter(|(distance, name)| *distance < length || name.to_lowercase() == word.to_lowercase())
        .collect();
    near.sort();
    near.dedup();
    let best = near.first().map_or(0, |(distance, _)| *distance);
    near.into_iter().filter(|(d, _)| *d == best).map(|(_, name)| name).take(3).collect()
}

/// `file:line:column: error[CODE]: text`
pub fn short(sources: &Sources, diagnostic: &Diagnostic) -> String {
    let place = place(sources, diagnostic.span());
    format!("{place}: {}[{}]: {}\n", word(diagnostic.severity), diagnostic.code, diagnostic.message)
}

/// `file:line:column`
pub fn place(sources: &Sources, span: Span) -> String {
    let LineColumn { line, column } = sources.line_column(span);
    format!("{}:{line}:{column}", sources.file(span.file).name)
}

/// What a severity is called.
pub fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

/// Diagnostics in the short form, one a line, sorted by place.
pub fn all_short(sources: &Sources, diagnostics: &[Diagnostic]) -> String {
    let mut sorted: Vec<&Diagnostic> = diagnostics.iter().collect();
    sorted.sort_by_key(|diagnostic| diagnostic.span());
    sorted.into_iter().map(|diagnostic| short(sources, diagnostic)).collect()
}

#[cfg(test)]
mod tests {
    use super::near_names;

    #[test]
    fn a_slip_is_near_and_another_letter_is_not() {
        assert_eq!(near_names("emtpy", ["empty", "state"]), ["empty"]);
        assert_eq!(near_names("m", ["n", "M"]), ["M"]);
        assert!(near_names("C", ["n", "A"]).is_empty());
    }
}
