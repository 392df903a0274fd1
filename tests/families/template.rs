//! Texts with choices: a family of definitions that are alike.
//!
//! ```text
//! aims: line game               what the family is aimed at, up to a line of dashes
//! @K = «2|3»                    a name for what was chosen, written $K afterwards
//! @E := «a|b»                   a name for the choice, made again at each $E
//! «a|b|c»                       one of these, each as often
//! ‹a|b|c›                       as a rule the first; another is a near miss
//! ```
//!
//! Choices stand inside each other. How often the others of a `‹›` are taken is drawn for each
//! definition: never, seldom, or often.

use zug_game::SplitMix64;

/// A family.
pub struct Family {
    /// The name of its file, without the ending.
    pub name: String,
    /// The recognisers that it is aimed at, as the table calls them.
    pub aims: Vec<String>,
    text: Vec<char>,
}

/// A text that is made, piece by piece.
struct Maker<'a> {
    text: &'a [char],
    at: usize,
    /// A near miss is taken once in so many times; 0 is never.
    miss: usize,
    random: &'a mut SplitMix64,
}

impl Family {
    /// Reads a family.
    pub fn new(name: &str, text: &str) -> Family {
        let (head, body) =
            text.split_once("----\n").unwrap_or_else(|| panic!("{name} has no line of dashes"));
        let aims = head.lines().filter_map(|line| line.strip_prefix("aims:"));
        let aims = aims.flat_map(|list| list.split([',', ';'])).map(|one| one.trim().to_string()).collect();
        Family { name: name.to_string(), aims, text: with_choices(body).chars().collect() }
    }

    /// One of its definitions.
    pub fn definition(&self, random: &mut SplitMix64) -> String {
        let miss = [0, 0, 0, 12, 8, 4][random.below(6)];
        let mut maker = Maker { text: &self.text, at: 0, miss, random };
        let made = maker.until(&[], true);
        assert_eq!(maker.at, self.text.len(), "{}: a bracket too many", self.name);
        let (mut out, mut names) = (String::new(), Vec::new());
        for line in made.lines() {
            match line.strip_prefix('@').and_then(|rest| rest.split_once(" = ")) {
                Some((name, value)) => names.push((name.to_string(), replaced(value, &names))),
                None => out += &(replaced(line, &names) + "\n"),
            }
        }
        out
    }
}

/// With the choices that have names in the place of these.
fn with_choices(body: &str) -> String {
    let (mut out, mut names) = (String::new(), Vec::new());
    for line in body.lines() {
        let line = replaced(line, &names);
        match line.strip_prefix('@').and_then(|rest| rest.split_once(" := ")) {
            Some((name, choice)) => names.push((name.to_string(), choice.to_string())),
            None => out += &(line + "\n"),
        }
    }
    out
}

/// With the names for what they stand for, the long ones first.
fn replaced(line: &str, names: &[(String, String)]) -> String {
    let mut names: Vec<_> = names.iter().collect();
    names.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    names.iter().fold(line.to_string(), |line, (name, value)| line.replace(&format!("${name}"), value))
}

impl Maker<'_> {
    /// What stands before one of these, which is not read; without `real` no choice is made.
    fn until(&mut self, stops: &[char], real: bool) -> String {
        let mut out = String::new();
        while let Some(&next) = self.text.get(self.at).filter(|next| !stops.contains(next)) {
            self.at += 1;
            match next {
                '«' => out += &self.choice('»', real),
                '‹' => out += &self.choice('›', real),
                _ => out.push(next),
            }
        }
        out
    }

    fn choice(&mut self, close: char, real: bool) -> String {
        let begin = self.at;
        let mut options = 1;
        while {
            self.until(&['|', close], false);
            self.text.get(self.at) == Some(&'|')
        } {
            self.at += 1;
            options += 1;
        }
        assert_eq!(self.text.get(self.at), Some(&close), "a choice is not closed");
        let after = self.at + 1;
        let taken = if real { self.pick(options, close == '›') } else { 0 };
        self.at = begin;
        for _ in 0..taken {
            self.until(&['|', close], false);
            self.at += 1;
        }
        let out = self.until(&['|', close], real);
        self.at = after;
        out
    }

    fn pick(&mut self, options: usize, near: bool) -> usize {
        if !near {
            return self.random.below(options);
        }
        let misses = self.miss > 0 && self.random.below(self.miss) == 0;
        if misses { 1 + self.random.below(options - 1) } else { 0 }
    }
}
