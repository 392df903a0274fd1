//! `zug lesson`: guided lessons on real games, in the terminal or as a page.

use crate::failure::{Failure, LIMIT};
use crate::output;
use clap::{Args, ValueEnum};
use zug_view::lesson::{self, LESSONS};

/// `zug lesson`
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  zug lesson\n  zug lesson alpha-beta\n  zug lesson careless --format html > lesson.html"
)]
pub struct LessonArgs {
    /// The lesson; without one, all are listed
    pub name: Option<String>,
    /// What is written
    #[arg(long, value_enum, default_value_t = LessonFormat::Text)]
    pub format: LessonFormat,
}

/// `--format`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LessonFormat {
    /// For a terminal
    Text,
    /// A page with pictures
    Html,
}

pub fn run(arguments: &LessonArgs) -> Result<(), Failure> {
    let Some(name) = &arguments.name else {
        if arguments.format != LessonFormat::Text {
            return Err(Failure::usage(
                "`--format` is for one lesson: write its name; `zug lesson` lists all",
            ));
        }
        let widest = LESSONS.iter().map(|lesson| lesson.name.len()).max().unwrap_or(0);
        let list: String =
            LESSONS.iter().map(|lesson| format!("  {:widest$}  {}\n", lesson.name, lesson.title)).collect();
        output::print(&format!("Lessons, to be read in this order with `zug lesson NAME`:\n{list}"));
        return Ok(());
    };
    let found = LESSONS.iter().find(|lesson| lesson.name == name);
    let lesson = found.ok_or_else(|| {
        let near =
            LESSONS.iter().max_by(|a, b| strsim::jaro(a.name, name).total_cmp(&strsim::jaro(b.name, name)));
        let near = near.map_or("", |lesson| lesson.name);
        Failure::usage(format!("there is no lesson `{name}`; did you mean `{near}`? `zug lesson` lists all"))
    })?;
    let parts = lesson.parts().map_err(|text| Failure::Message { code: LIMIT, text })?;
    output::print(&match arguments.format {
        LessonFormat::Text => lesson::text(lesson, &parts),
        LessonFormat::Html => lesson::html(lesson, &parts),
    });
    Ok(())
}
