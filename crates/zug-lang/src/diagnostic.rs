//! Diagnostics: a mistake in a definition, its place, its reason, and the correction.
//!
//! A [`Diagnostic`] is data: it holds no text of the definition and knows nothing of terminals;
//! `report::diagnostics` of the crate `zug-view` draws it. Every stage of the language collects as
//! many as it can find.
//!
//! House style: the message is a sentence without a capital and a full stop, with code in
//! backticks, and can stand alone. The primary label says what is wrong here, a secondary one why;
//! the help is an action. All words are those of the author of the definition: never a grammar
//! rule, never a Rust type.
//!
//! Codes are stable and never reused. Groups: `Z00xx` syntax, `Z01xx` names, `Z02xx` types, bounds
//! and constants, `Z03xx` boards and families, `Z04xx` moves, `Z05xx` endings, `Z06xx` expectations
//! and settings, `Z07xx` size and limits, `Z08xx` faults during play, `Z09xx` lints.

use crate::built_ins::built_in;
use crate::source::{FileId, LineColumn, MAX_BYTES, Sources, Span};

/// The severity of a diagnostic. An error leaves no program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The definition has no meaning.
    Error,
    /// The definition has a meaning, but perhaps not the intended one.
    Warning,
}

/// A span with a text about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What is wrong here, or why this place matters; may be empty.
    pub text: String,
    /// Whether this is the label of the mistake itself; a diagnostic has one such label.
    pub primary: bool,
}

/// How sure a fix is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Applicability {
    /// The author meant this: it is applied without asking.
    Certain,
    /// The author probably meant this: it is offered, and applied only by hand.
    Likely,
    /// Nobody is offered this: it only lets the parser read what stands behind the mistake.
    /// `syntax::parse` takes these fixes out before it returns.
    Recovery,
}

/// A replacement for a span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The replaced text; an empty span inserts.
    pub span: Span,
    /// The new text.
    pub text: String,
    /// How sure it is.
    pub applicability: Applicability,
}

/// One mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The stable code, `Z0101`.
    pub code: &'static str,
    /// Error or warning.
    pub severity: Severity,
    /// One line in the words of the author.
    pub message: String,
    /// The labels, the primary one first.
    pub labels: Vec<Label>,
    /// The correction, as an action.
    pub help: Option<String>,
    /// Remarks without a place.
    pub notes: Vec<String>,
    /// The corrections.
    pub fixes: Vec<Fix>,
}

impl Diagnostic {
    /// The one name that is meant, where the help says no more than that.
    pub fn name_meant(&self) -> Option<&str> {
        let meant = self.help.as_deref()?.strip_prefix("did you mean `")?.strip_suffix("`?")?;
        (!meant.contains('`')).then_some(meant)
    }

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

    /// Adds a secondary label, which gives a reason.
    pub fn because(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, text: text.into(), primary: false });
        self
    }

    /// Sets the help.
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help = Some(text.into());
        self
    }

    /// Adds a remark without a place.
    pub fn note(mut self, text: impl Into<String>) -> Diagnostic {
        self.notes.push(text.into());
        self
    }

    /// Adds a certain fix.
    pub fn fix(self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.with_fix(span, text, Applicability::Certain)
    }

    /// Adds a likely fix.
    pub fn likely(self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.with_fix(span, text, Applicability::Likely)
    }

    /// Adds a fix that only lets the parser read on.
    pub(crate) fn recovery(self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.with_fix(span, text, Applicability::Recovery)
    }

    fn with_fix(mut self, span: Span, text: impl Into<String>, applicability: Applicability) -> Diagnostic {
        self.fixes.push(Fix { span, text: text.into(), applicability });
        self
    }

    /// The report about a text that is longer than [`crate::source::MAX_BYTES`]; `what` names it.
    pub fn too_long(what: &str, file: FileId) -> Diagnostic {
        let message = format!("the {what} is longer than {} MiB", MAX_BYTES >> 20);
        Diagnostic::error("Z0035", message, Span::new(file, 0, 0), "not read")
            .help("a definition is a text of some kilobytes: is this the right file?")
    }

    /// The span of the primary label.
    pub fn span(&self) -> Span {
        self.labels[0].span
    }
}

/// The candidates that `word` may misspell: at most three, all at the least distance, names of the
/// definition before words of the language.
///
/// The distance is that of Damerau and Levenshtein (edits and swaps of neighbours), at most a third
/// of the word's length and at least 1; a candidate equal to `word` is left out.
pub fn near_names<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let length = word.chars().count();
    let limit = (length / 3).max(1);
    let mut near: Vec<(usize, &str)> = candidates
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(word, name), name))
        .filter(|(distance, _)| (1..=limit).contains(distance))
        // A word of one letter is at distance 1 of every other letter; only the other case is near.
        .filter(|(distance, name)| *distance < length || name.to_lowercase() == word.to_lowercase())
        .collect();
    // Where a cell differs in nothing but capitals, no other is meant.
    let capitals = word.to_lowercase();
    let numbered = word.ends_with(|c: char| c.is_ascii_digit());
    if let Some(same) = near.iter().find(|(_, name)| numbered && name.to_lowercase() == capitals) {
        return vec![same.1];
    }
    // A word of the language has one spelling.
    if let Some(same) = near.iter().find(|(_, name)| is_of_the_language(name) && *name == capitals) {
        return vec![same.1];
    }
    // The reader's own names stand before words of the language.
    near.sort_by_key(|(distance, name)| (*distance, is_of_the_language(name), *name));
    near.dedup();
    let best = near.first().map_or(0, |(distance, _)| *distance);
    near.into_iter().filter(|(d, _)| *d == best).map(|(_, name)| name).take(3).collect()
}

/// The fixes of reports that say no more than which name is meant: it is likely, wherever the
/// report found the other one.
pub(crate) fn offer_meant_names(reports: &mut [Diagnostic]) {
    for report in reports.iter_mut().filter(|report| report.fixes.is_empty()) {
        let Some(meant) = report.name_meant().map(str::to_owned) else { continue };
        let uses = report.labels.iter().filter(|label| label.primary || label.text == "and here");
        let fix = |span| Fix { span, text: meant.clone(), applicability: Applicability::Likely };
        report.fixes = uses.map(|label| fix(label.span)).collect();
    }
}

/// Whether a word has a meaning that no definition gives it.
fn is_of_the_language(word: &str) -> bool {
    built_in(word).is_some() || matches!(word, "me" | "opponent" | "none" | "true" | "false")
}

/// The diagnostic in one line, `file:line:column: error[CODE]: text; help`, with a line end.
/// Characters that would steer a terminal are written as their codes.
pub fn short(sources: &Sources, diagnostic: &Diagnostic) -> String {
    let place = place(sources, diagnostic.span());
    let help = diagnostic.help.as_ref().map_or(String::new(), |help| format!("; {help}"));
    let text =
        format!("{place}: {}[{}]: {}{help}", word(diagnostic.severity), diagnostic.code, diagnostic.message);
    let one_line = text.split(['\n', '\r']).map(str::trim).collect::<Vec<_>>().join(" ");
    format!("{}\n", without_controls(&one_line))
}

/// A text in which control characters and signs that turn the direction of writing are written as
/// `\u{..}`; line ends and tabs stay.
pub fn without_controls(text: &str) -> String {
    let steers = |c: char| {
        c.is_control() && !matches!(c, '\n' | '\t' | '\r')
            || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{61c}')
    };
    match text.contains(steers) {
        false => text.to_string(),
        true => text
            .chars()
            .map(|c| if steers(c) { c.escape_unicode().to_string() } else { c.to_string() })
            .collect(),
    }
}

/// The beginning of a span, `file:line:column`.
pub fn place(sources: &Sources, span: Span) -> String {
    let LineColumn { line, column } = sources.line_column(span);
    format!("{}:{line}:{column}", sources.file(span.file).name)
}

/// The word for a severity.
pub fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

/// Diagnostics in one line each, sorted by span.
pub fn all_short(sources: &Sources, diagnostics: &[Diagnostic]) -> String {
    let mut sorted: Vec<&Diagnostic> = diagnostics.iter().collect();
    sorted.sort_by_key(|diagnostic| diagnostic.span());
    sorted.into_iter().map(|diagnostic| short(sources, diagnostic)).collect()
}

#[cfg(test)]
mod tests {
    use super::{near_names, without_controls};

    #[test]
    fn what_steers_a_terminal_is_written_as_its_code() {
        assert_eq!(without_controls("a\u{1b}[31m\u{202e}b\n"), "a\\u{1b}[31m\\u{202e}b\n");
    }

    #[test]
    fn a_slip_is_near_and_another_letter_is_not() {
        assert_eq!(near_names("emtpy", ["empty", "state"]), ["empty"]);
        assert_eq!(near_names("m", ["n", "M"]), ["M"]);
        assert!(near_names("C", ["n", "A"]).is_empty());
    }
}
