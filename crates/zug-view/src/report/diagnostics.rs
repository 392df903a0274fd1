//! Draws diagnostics: as pictures of the text, as one line each, or as JSON.
//!
//! Reads diagnostics and the texts they speak of. Makes text, sorted by place, the same on every
//! run. Refuses nothing: what cannot be drawn is told in one line. The pictures are miette's;
//! nothing outside this file knows of it.

use crate::json::{self, DiagnosticFix, DiagnosticLabel, JsonPlace};
use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteSpanContents, NarratableReportHandler,
    SourceCode, SpanContents,
};
use std::borrow::Cow;
use std::fmt;
use zug_lang::diagnostic::{
    Applicability, Diagnostic, Fix, Label, Severity, place, short, without_controls, word,
};
use zug_lang::source::{FileId, Sources, Span, is_line_end};

/// How diagnostics are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiagnosticFormat {
    /// The text with arrows, wrapped at so many columns.
    Human {
        /// Characters and colours.
        theme: Theme,
        /// Columns.
        width: usize,
    },
    /// `file:line:column: error[CODE]: text`
    Short,
    /// One JSON object a line.
    Json,
    /// Sentences without drawings, for those who listen.
    Narrated,
}

/// Characters and colours of the pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// Box-drawing characters and colours.
    Unicode,
    /// Box-drawing characters.
    UnicodeNoColor,
    /// Nothing but ASCII, beside what stands in the text itself.
    Ascii,
}

/// All diagnostics in one text, sorted by place.
pub fn render(sources: &Sources, diagnostics: &[Diagnostic], form: DiagnosticFormat) -> String {
    let mut sorted: Vec<&Diagnostic> = diagnostics.iter().collect();
    sorted.sort_by_key(|diagnostic| diagnostic.span());
    let drawn = sorted.into_iter().map(|diagnostic| match form {
        DiagnosticFormat::Human { theme, width } => human(sources, diagnostic, theme, width),
        DiagnosticFormat::Short => short(sources, diagnostic),
        DiagnosticFormat::Narrated => narrated(sources, diagnostic),
        DiagnosticFormat::Json => json::line(&json_of(sources, diagnostic)),
    });
    drawn.collect()
}

/// Bytes of a line above which it is not drawn: nobody reads it, and miette gives up at 65,536
/// columns.
const WIDEST: usize = 8_000;

/// Whether a label stands on a line that is too long to be drawn.
fn is_too_wide(sources: &Sources, diagnostic: &Diagnostic) -> bool {
    diagnostic.labels.iter().any(|label| {
        let text = steady(&sources.file(label.span.file).text);
        let (start, end) =
            (text.len().min(label.span.start as usize), text.len().min(label.span.end as usize));
        let (before, after) = (&text.as_bytes()[..start], &text.as_bytes()[end.max(start)..]);
        let is_end = |byte: &u8| *byte == b'\n';
        let from = before.iter().rposition(is_end).map_or(0, |at| at + 1);
        let to = after.iter().position(is_end).map_or(text.len(), |at| end.max(start) + at);
        text[from..to].lines().any(|line| line.len() > WIDEST)
    })
}

/// What is said, without the text of the lines.
fn without_picture(sources: &Sources, diagnostic: &Diagnostic) -> String {
    let mut rendered = short(sources, &Diagnostic { help: None, ..diagnostic.clone() });
    for label in &diagnostic.labels {
        rendered.push_str(&format!("  {}: {}\n", place(sources, label.span), label.text));
    }
    if let Some(help) = &diagnostic.help {
        rendered.push_str(&format!("  help: {help}\n"));
    }
    rendered
}

/// The picture, then the notes; a blank line ends it.
fn human(sources: &Sources, diagnostic: &Diagnostic, theme: Theme, width: usize) -> String {
    let mut picture = match is_too_wide(sources, diagnostic) {
        true => without_picture(sources, diagnostic),
        false => drawn(sources, diagnostic, theme, width),
    };
    for note in &diagnostic.notes {
        picture.push_str(&without_controls(&format!("  note: {note}\n")));
    }
    picture.push('\n');
    picture
}

/// The picture as miette draws it.
fn drawn(sources: &Sources, diagnostic: &Diagnostic, theme: Theme, width: usize) -> String {
    let handler = GraphicalReportHandler::new_themed(graphics(theme))
        .with_width(width.max(20))
        .with_urls(false)
        .with_links(false)
        .without_cause_chain()
        .without_primary_span_start()
        .without_syntax_highlighting();
    let mut picture = String::new();
    if handler.render_report(&mut picture, &Drawn::new(sources, diagnostic)).is_err() {
        return without_picture(sources, diagnostic);
    }
    picture
}

/// Sentences for screen readers, then the notes; a blank line ends it.
fn narrated(sources: &Sources, diagnostic: &Diagnostic) -> String {
    let handler = NarratableReportHandler::new().without_cause_chain();
    let mut text = String::new();
    if handler.render_report(&mut text, &Drawn::new(sources, diagnostic)).is_err() {
        return short(sources, diagnostic);
    }
    for note in &diagnostic.notes {
        text.push_str(&format!("note: {note}\n"));
    }
    text.push('\n');
    text
}

/// The theme in miette's terms.
fn graphics(theme: Theme) -> GraphicalTheme {
    match theme {
        Theme::Unicode => GraphicalTheme::unicode(),
        Theme::UnicodeNoColor => GraphicalTheme::unicode_nocolor(),
        Theme::Ascii => GraphicalTheme::none(),
    }
}

/// A diagnostic, or what it says of another text, in miette's terms.
struct Drawn<'a> {
    message: String,
    /// `None` for what it says of another text.
    severity: Option<Severity>,
    help: Option<String>,
    source: NamedText<'a>,
    labels: Vec<&'a Label>,
    elsewhere: Vec<Drawn<'a>>,
}

impl<'a> Drawn<'a> {
    fn new(sources: &'a Sources, diagnostic: &'a Diagnostic) -> Drawn<'a> {
        let mut files: Vec<FileId> = diagnostic.labels.iter().map(|label| label.span.file).collect();
        let own = diagnostic.span().file;
        files.retain(|file| *file != own);
        files.sort();
        files.dedup();
        let elsewhere = files.into_iter().map(|file| Drawn {
            message: "see also".to_string(),
            severity: None,
            help: None,
            elsewhere: Vec::new(),
            ..Drawn::in_file(sources, diagnostic, file)
        });
        Drawn { elsewhere: elsewhere.collect(), ..Drawn::in_file(sources, diagnostic, own) }
    }

    /// What a diagnostic says of one text.
    fn in_file(sources: &'a Sources, diagnostic: &'a Diagnostic, file: FileId) -> Drawn<'a> {
        let labels: Vec<&Label> = diagnostic.labels.iter().filter(|label| label.span.file == file).collect();
        let first = labels.first().map_or(Span::new(file, 0, 0), |label| label.span);
        Drawn {
            message: without_controls(&format!("{}: {}", diagnostic.code, diagnostic.message)),
            severity: Some(diagnostic.severity),
            help: diagnostic.help.as_deref().map(without_controls),
            source: NamedText { name: place(sources, first), text: steady(&sources.file(file).text) },
            labels,
            elsewhere: Vec::new(),
        }
    }
}

impl fmt::Debug for Drawn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl fmt::Display for Drawn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Drawn<'_> {}

impl miette::Diagnostic for Drawn<'_> {
    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.severity {
            Some(Severity::Error) => miette::Severity::Error,
            Some(Severity::Warning) => miette::Severity::Warning,
            None => miette::Severity::Advice,
        })
    }

    fn help<'b>(&'b self) -> Option<Box<dyn fmt::Display + 'b>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.source)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().map(|label| {
            let text = (!label.text.is_empty()).then(|| without_controls(&label.text));
            let at = (label.span.start as usize, (label.span.end - label.span.start) as usize);
            if label.primary {
                LabeledSpan::new_primary_with_span(text, at)
            } else {
                LabeledSpan::new_with_span(text, at)
            }
        })))
    }

    fn related<'b>(&'b self) -> Option<Box<dyn Iterator<Item = &'b dyn miette::Diagnostic> + 'b>> {
        if self.elsewhere.is_empty() {
            return None;
        }
        Some(Box::new(self.elsewhere.iter().map(|drawn| drawn as &dyn miette::Diagnostic)))
    }
}

/// A text under the name that its picture carries: file, line and column, counted our way.
struct NamedText<'a> {
    name: String,
    text: Cow<'a, str>,
}

/// A text of the same length in bytes, without the characters that would steer a terminal or turn
/// the direction of writing; a `\r` that ends a line alone is a `\n`.
fn steady(text: &str) -> Cow<'_, str> {
    let ends_alone = |at: usize| text.as_bytes()[at] == b'\r' && is_line_end(text, at);
    if without_controls(text) == text && !(0..text.len()).any(ends_alone) {
        return Cow::Borrowed(text);
    }
    let is_steady = |c: char| without_controls(c.encode_utf8(&mut [0; 4])) == c.to_string();
    let shown = |(at, c): (usize, char)| match (is_steady(c), c.len_utf8()) {
        (true, _) if ends_alone(at) => '\n',
        (true, _) => c,
        (false, 1) => '?',
        (false, 2) => '·',
        (false, _) => '\u{fffd}',
    };
    Cow::Owned(text.char_indices().map(shown).collect())
}

impl SourceCode for NamedText<'_> {
    fn read_span<'a>(
        &'a self,
        span: &miette::SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, miette::MietteError> {
        let inner = self.text.read_span(span, before, after)?;
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            inner.data(),
            *inner.span(),
            inner.line(),
            inner.column(),
            inner.line_count(),
        )))
    }
}

/// One JSON object.
fn json_of(sources: &Sources, diagnostic: &Diagnostic) -> json::JsonDiagnostic {
    let label = |label: &Label| DiagnosticLabel {
        text: label.text.clone(),
        primary: label.primary,
        place: place_of(sources, label.span),
    };
    let fix = |fix: &Fix| DiagnosticFix {
        text: fix.text.clone(),
        applicability: match fix.applicability {
            Applicability::Certain => json::JsonApplicability::Certain,
            Applicability::Likely | Applicability::Recovery => json::JsonApplicability::Likely,
        },
        place: place_of(sources, fix.span),
    };
    json::JsonDiagnostic {
        v: json::VERSION,
        code: diagnostic.code,
        severity: word(diagnostic.severity),
        message: diagnostic.message.clone(),
        place: place_of(sources, diagnostic.span()),
        labels: diagnostic.labels.iter().map(label).collect(),
        help: diagnostic.help.clone(),
        notes: diagnostic.notes.clone(),
        fixes: diagnostic.fixes.iter().map(fix).collect(),
    }
}

/// File, lines, columns and bytes of a span.
fn place_of(sources: &Sources, span: Span) -> JsonPlace {
    let (start, end) = (sources.line_column(span), sources.line_column(span.after()));
    JsonPlace {
        file: sources.file(span.file).name.clone(),
        line: start.line,
        column: start.column,
        end_line: end.line,
        end_column: end.column,
        start: span.start,
        end: span.end,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    const HUMAN: DiagnosticFormat = DiagnosticFormat::Human { theme: Theme::UnicodeNoColor, width: 80 };

    /// Two texts with a report that speaks of both.
    fn sample() -> (Sources, Diagnostic) {
        let mut sources = Sources::default();
        let file = sources.add("a.game", "\u{feff}game \"é\"\r\n\tparam n: 1..3 = 2\r\n");
        let setting = sources.add("--set n=5", "n=5");
        let diagnostic =
            Diagnostic::error("Z0203", "5 is out of bounds", Span::new(setting, 2, 3), "too large")
                .because(Span::new(file, 24, 28), "bounds given here")
                .help("take a number from 1 to 3")
                .note("the value comes from outside")
                .fix(Span::new(setting, 2, 3), "3");
        (sources, diagnostic)
    }

    #[test]
    fn a_carriage_return_alone_ends_a_line_of_the_picture() {
        let mut sources = Sources::default();
        let text = "game \"T\"\rplayers A, B\rlet n == 3\r";
        let file = sources.add("a.game", text);
        let at = text.find("==").expect("there");
        let slip = Diagnostic::error("Z0101", "slip", Span::new(file, at, at + 2), "here");
        let picture = render(&sources, &[slip], HUMAN);
        assert!(picture.contains("a.game:3:7"), "{picture}");
        assert!(picture.lines().any(|line| line.trim() == "3 │ let n == 3"), "{picture}");
    }

    #[test]
    fn a_picture_shows_both_texts_and_everything_that_is_said() {
        let (sources, diagnostic) = sample();
        let picture = render(&sources, &[diagnostic], HUMAN);
        for part in
            ["Z0203", "5 is out of bounds", "--set n=5:1:3", "too large", "a.game:2:11", "bounds given here"]
        {
            assert!(picture.contains(part), "{part}\n{picture}");
        }
        assert!(picture.contains("help: take a number"), "{picture}");
        assert!(picture.contains("note: the value"), "{picture}");
    }

    #[test]
    fn what_steers_a_terminal_never_reaches_it() {
        let mut sources = Sources::default();
        let file = sources.add("a.game", "game \"\u{1b}[31m\u{202e}x\"\n");
        let diagnostic = Diagnostic::error("Z0001", "found `\u{1b}`", Span::new(file, 0, 4), "\u{202e}here");
        for form in [HUMAN, DiagnosticFormat::Short, DiagnosticFormat::Narrated] {
            let text = render(&sources, std::slice::from_ref(&diagnostic), form);
            assert!(!text.contains(['\u{1b}', '\u{202e}']), "{text:?}");
        }
    }

    #[test]
    fn the_narrated_form_says_everything_in_words() {
        let (sources, diagnostic) = sample();
        let text = render(&sources, &[diagnostic], DiagnosticFormat::Narrated);
        for part in
            ["5 is out of bounds", "severity: error", "too large", "bounds given here", "note: the value"]
        {
            assert!(text.contains(part), "{part}\n{text}");
        }
        assert!(!text.contains(['─', '|', '╭', '^']), "{text}");
    }

    #[test]
    fn ascii_pictures_are_ascii() {
        let (sources, diagnostic) = sample();
        let form = DiagnosticFormat::Human { theme: Theme::Ascii, width: 80 };
        let picture = render(&sources, &[diagnostic], form).replace(['é', '\u{feff}'], "");
        assert!(picture.is_ascii(), "{picture}");
    }

    #[test]
    fn the_short_form_is_a_line_that_editors_read() {
        let (sources, diagnostic) = sample();
        assert_eq!(
            render(&sources, &[diagnostic], DiagnosticFormat::Short),
            "--set n=5:1:3: error[Z0203]: 5 is out of bounds; take a number from 1 to 3\n"
        );
    }

    #[test]
    fn json_tells_places_both_ways() {
        let (sources, diagnostic) = sample();
        let text = render(&sources, &[diagnostic], DiagnosticFormat::Json);
        let value: Value = serde_json::from_str(&text).unwrap();
        assert_eq!((&value["v"], &value["line"], &value["column"]), (&json!(1), &json!(1), &json!(3)));
        assert_eq!(value["labels"][1]["end_column"], json!(15));
        assert_eq!(value["fixes"][0]["text"], json!("3"));
        assert!(text.starts_with("{\"v\":1,\"code\""));
    }

    #[test]
    fn reports_are_sorted_by_place() {
        let mut sources = Sources::default();
        let file = sources.add("a", "xy");
        let at =
            |start| Diagnostic::warning("Z0901", start_name(start), Span::new(file, start, start + 1), "");
        let text = render(&sources, &[at(1), at(0)], DiagnosticFormat::Short);
        assert_eq!(text, "a:1:1: warning[Z0901]: first\na:1:2: warning[Z0901]: second\n");
    }

    fn start_name(start: usize) -> &'static str {
        if start == 0 { "first" } else { "second" }
    }

    #[test]
    fn a_place_far_to_the_right_is_told_without_a_picture() {
        let mut sources = Sources::default();
        let file = sources.add("a", "x\n".to_string() + &"é ".repeat(50_000) + "\ny");
        let far = Span::new(file, 149_000, 149_000);
        let report = Diagnostic::error("Z0001", "far away", far, "here").help("break the line").note("so");
        let rendered = render(&sources, &[report], HUMAN);
        assert!(rendered.len() < 200, "{} bytes", rendered.len());
        for part in ["a:2:", "far away", "here", "help: break the line", "note: so"] {
            assert!(rendered.contains(part), "{part}\n{rendered}");
        }
    }

    #[test]
    fn a_place_at_the_very_end_is_drawn() {
        for text in ["", "a", "a\n", "a\r\n", "\u{feff}"] {
            let mut sources = Sources::default();
            let file = sources.add("a", text);
            let end = Span::new(file, text.len(), text.len());
            let report = Diagnostic::error("Z0001", "the end", end, "here");
            let picture = render(&sources, &[report], HUMAN);
            assert!(picture.contains("the end"), "{text:?} {picture}");
        }
    }
}
