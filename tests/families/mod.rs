//! Families of random definitions, each aimed at something that is recognised and at what only
//! looks like it, and the comparison of all solvers and engines on them.

mod census;
pub mod compare;
mod database;
mod facts;
mod graph;
mod leaves;
mod mutations;
mod recognised;
mod session;
mod solvers;
pub mod table;
pub mod template;

use compare::Effort;
use std::path::Path;
use template::Family;
use zug_game::SplitMix64;

/// Where definitions come from: the families, and the files of the library that are small, changed.
pub struct Sources {
    families: Vec<Family>,
    bases: Vec<mutations::Base>,
}

/// A definition and where it comes from.
pub struct Made {
    /// The name of the family or of the file.
    pub from: String,
    /// What it is aimed at.
    pub aims: Vec<String>,
    /// The definition.
    pub text: String,
}

/// Every so many definitions there is one of the library.
const LIBRARY: u64 = 8;

impl Sources {
    /// All that are small enough; where `ZUG_FAMILY` names a family, that one alone.
    pub fn new(effort: Effort) -> Sources {
        let only = std::env::var("ZUG_FAMILY").ok();
        let mut families = families();
        families.retain(|family| only.as_ref().is_none_or(|name| *name == family.name));
        let mut bases = if only.is_none() { mutations::bases() } else { Vec::new() };
        bases.retain(|(_, text)| compare::is_small(text, effort.most));
        Sources { families, bases }
    }

    /// A definition of a run, by its number; what follows may draw from the numbers that are left.
    pub fn definition(&self, number: u64, random: &mut SplitMix64) -> Made {
        if number.is_multiple_of(LIBRARY) && !self.bases.is_empty() {
            let (name, text) = &self.bases[random.below(self.bases.len())];
            let text = mutations::mutant(text, random);
            return Made { from: format!("library: {name}"), aims: Vec::new(), text };
        }
        let family = &self.families[random.below(self.families.len())];
        let (from, aims) = (family.name.clone(), family.aims.clone());
        Made { from, aims, text: family.definition(random) }
    }
}

/// All families, by name.
fn families() -> Vec<Family> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/families");
    let mut names: Vec<_> = std::fs::read_dir(&folder)
        .expect("the folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    names.retain(|path| path.extension().is_some_and(|ending| ending == "txt"));
    names.sort();
    let name = |path: &Path| path.file_stem().expect("a name").to_string_lossy().into_owned();
    names
        .iter()
        .map(|path| Family::new(&name(path), &std::fs::read_to_string(path).expect("a family")))
        .collect()
}
