//! The form of `--message-format json`: one object for each mistake.

use serde::Serialize;

/// A mistake, or a warning.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Diagnostic"))]
pub struct JsonDiagnostic {
    /// Version of this object.
    pub v: u32,
    /// The code, as `zug explain` takes it.
    pub code: &'static str,
    /// `error` or `warning`.
    pub severity: &'static str,
    /// What is wrong.
    pub message: String,
    /// Where.
    #[serde(flatten)]
    pub place: JsonPlace,
    /// What is said of places in the text; the first one is the place above.
    pub labels: Vec<DiagnosticLabel>,
    /// What to do, or null.
    pub help: Option<String>,
    /// Facts beside.
    pub notes: Vec<String>,
    /// Texts to be put in the place of others.
    pub fixes: Vec<DiagnosticFix>,
}

/// A place in a text. Lines and columns count from 1, bytes from 0.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Place"))]
pub struct JsonPlace {
    /// The text: a file, or a setting or moves as they were typed.
    pub file: String,
    /// The line where it begins.
    pub line: usize,
    /// The column where it begins, in characters.
    pub column: usize,
    /// The line where it ends.
    pub end_line: usize,
    /// The column after its end.
    pub end_column: usize,
    /// The byte where it begins.
    pub start: u32,
    /// The byte after its end.
    pub end: u32,
}

/// What is said of a place.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DiagnosticLabel {
    /// What.
    pub text: String,
    /// Whether it is what the mistake is about.
    pub primary: bool,
    /// Where.
    #[serde(flatten)]
    pub place: JsonPlace,
}

/// A text to be put there.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DiagnosticFix {
    /// The text.
    pub text: String,
    /// How sure it is.
    pub applicability: JsonApplicability,
    /// Where.
    #[serde(flatten)]
    pub place: JsonPlace,
}

/// Whether a mend is sure to be what was meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", schemars(rename = "Applicability"))]
pub enum JsonApplicability {
    /// It is what was meant.
    Certain,
    /// It may be what was meant.
    Likely,
}
