//! What long work found out about a version of a text.

use gen_lsp_types::Uri;
use std::collections::BTreeMap;
use zug_lang::source::Span;

/// What became of a fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FactFound {
    /// It holds.
    Holds,
    /// It does not hold: what the file claims, and what is so.
    Fails {
        /// In the file.
        expected: String,
        /// In truth.
        found: String,
    },
    /// It could not be judged: why.
    Unknown(String),
}

impl FactFound {
    /// For people.
    pub fn words(&self) -> String {
        match self {
            FactFound::Holds => "holds".to_owned(),
            FactFound::Fails { expected, found } => format!("fails: expected {expected}, found {found}"),
            FactFound::Unknown(why) => format!("not judged: {why}"),
        }
    }
}

/// The facts that were run, by their places.
#[derive(Clone, Debug, Default)]
pub struct FactResults {
    found: BTreeMap<Span, FactFound>,
}

impl FactResults {
    /// What became of the fact at a place.
    pub fn at(&self, span: Span) -> Option<&FactFound> {
        self.found.get(&span)
    }

    /// The facts that do not hold.
    pub fn failed(&self) -> impl Iterator<Item = (Span, &FactFound)> {
        let failed = |found: &FactFound| matches!(found, FactFound::Fails { .. });
        self.found.iter().filter(move |(_, found)| failed(found)).map(|(span, found)| (*span, found))
    }
}

/// What is told beside a title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overview {
    /// A few words.
    pub label: String,
    /// The whole answer, or why there is none.
    pub tooltip: String,
}

/// Something that was found out.
#[derive(Clone, Debug)]
pub enum JobFinding {
    /// Facts with what became of them.
    Facts(Vec<(Span, FactFound)>),
    /// What is told beside the title.
    Overview(Overview),
}

/// What was found out about one version of one text.
#[derive(Debug, Default)]
struct About {
    version: i32,
    facts: FactResults,
    overview: Option<Overview>,
}

/// All findings, by the addresses of the texts.
#[derive(Debug, Default)]
pub struct Findings {
    about: BTreeMap<String, About>,
}

impl Findings {
    /// Adds a finding about a version.
    pub fn add(&mut self, uri: &Uri, version: i32, finding: JobFinding) {
        let about = self.about.entry(uri.0.clone()).or_default();
        if about.version != version {
            *about = About { version, ..About::default() };
        }
        match finding {
            JobFinding::Facts(facts) => about.facts.found.extend(facts),
            JobFinding::Overview(overview) => about.overview = Some(overview),
        }
    }

    /// The facts that were run of a version.
    pub fn of(&self, uri: &Uri, version: i32) -> Option<&FactResults> {
        self.about.get(&uri.0).filter(|about| about.version == version).map(|about| &about.facts)
    }

    /// What is told beside the title of a version.
    pub fn overview(&self, uri: &Uri, version: i32) -> Option<&Overview> {
        self.about.get(&uri.0).filter(|about| about.version == version)?.overview.as_ref()
    }

    /// Nothing is known of a text any more.
    pub fn forget(&mut self, uri: &Uri) {
        self.about.remove(&uri.0);
    }
}
