//! Looks for the slip in the rules behind facts that do not hold and behind what play shows: the
//! edits of a few tokens with which all facts of a definition hold and nothing is found, as far as
//! a short search tells.
//!
//! An edit puts one word, sign, number or name in the place of another that is often meant for it
//! (`some` for `every`, `opponent` for `me`, `<=` for `<`, a number by one greater, a name of the
//! same type), exchanges two neighbours, leaves out a term, or adds a term, a store or a condition
//! that may be missing. Each is tried in a copy of the text. A fact with two
//! possible values holds by chance in half of all games, so that edits are named only where few
//! remain (program repair by generating and testing: W. Weimer, T. Nguyen, C. Le Goues and
//! S. Forrest, "Automatically finding patches using genetic programming", 2009).

mod conditions;
mod exchanges;
mod moves;
mod names;
mod rules;
mod stores;
mod words;

use crate::definition::{Definition, compile_copy};
use crate::expectation::Verdict;
use crate::first_positions;
use crate::short_look::{self, FactVerdict};
use rules::RuleTokens;
use std::collections::HashSet;
use zug_analysis::lints;
use zug_lang::check;
use zug_lang::source::Span;
use zug_solve::clock::Instant;

/// An edit with which the facts hold and nothing is found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleEdit {
    /// What is replaced.
    pub span: Span,
    /// What stands there then.
    pub text: String,
}

/// The most copies that are tried.
const COPIES: usize = 500;
/// The most edits that may remain: where there are more, the facts tell nothing of the slip.
const MOST: usize = 8;
/// The longest text, in bytes, of which copies are made.
const LONGEST: usize = 1 << 14;
/// Seconds after which no more copies are tried, on a machine that is very slow.
const SECONDS: u64 = 3;

/// What is wrong with a definition that has no error.
pub struct Symptoms<'a> {
    /// The facts that were judged.
    pub facts: &'a [FactVerdict],
    /// The codes of the warnings, those of play too.
    pub warnings: &'a [&'static str],
    /// The places of these.
    pub places: &'a [Span],
}

/// The edits with which all these facts hold and neither one of the warnings nor a new one is
/// found, the likelier ones first; none where more than a few remain.
pub fn repairs(text: &str, definition: &Definition, symptoms: &Symptoms<'_>) -> Vec<RuleEdit> {
    if text.len() > LONGEST || symptoms.facts.is_empty() {
        return Vec::new();
    }
    let known = warnings_of(definition).filter(|code| !symptoms.warnings.contains(code)).collect();
    let deadline = Instant::now().checked_add(std::time::Duration::from_secs(SECONDS));
    let is_late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let mut found = Vec::new();
    for edit in edits(text, definition, symptoms.places).into_iter().take(COPIES) {
        if is_late() {
            return Vec::new();
        }
        if compile_copy(&applied(text, &edit), &[]).is_some_and(|copy| symptoms.are_gone(&copy, &known)) {
            found.push(edit);
        }
        if found.len() > MOST {
            return Vec::new();
        }
    }
    found
}

/// All edits of the rules, those in items where something was found first, then the likelier ones.
fn edits(text: &str, definition: &Definition, places: &[Span]) -> Vec<RuleEdit> {
    let rules = RuleTokens::new(text, definition);
    let (_, index) = check::check_with_index(&definition.ast, &definition.settings);
    let (names, exchanged_names) = names::of_names(&rules, &index);
    let terms = words::of_terms(&rules);
    let stores = stores::missing(&rules, &index);
    let orders = exchanges::of_stores(&rules);
    let conditions = conditions::missing(&rules, &index);
    let words = words::of_words(&rules);
    let numbers = words::of_numbers(&rules);
    let neighbours = exchanges::of_neighbours(&rules);
    let mut all =
        [words, terms, neighbours, exchanged_names, orders, stores, conditions, numbers, names].concat();
    let items = definition.ast.items.iter().map(|item| item.span);
    let holds = |item: Span, at: Span| item.start <= at.start && at.start <= item.end;
    let at_fault: Vec<Span> = items.filter(|item| places.iter().any(|place| holds(*item, *place))).collect();
    all.sort_by_key(|edit| !at_fault.iter().any(|item| holds(*item, edit.span)));
    all
}

fn applied(text: &str, edit: &RuleEdit) -> String {
    let (start, end) = (edit.span.start as usize, edit.span.end as usize);
    format!("{}{}{}", &text[..start], edit.text, &text[end..])
}

impl Symptoms<'_> {
    /// Whether another definition has none of them, no warning that is not among these, and nothing
    /// that play shows. Facts that are small in it alone are judged too.
    fn are_gone(&self, copy: &Definition, known: &HashSet<&'static str>) -> bool {
        let all_hold =
            || short_look::judged_facts(copy).iter().all(|(_, verdict)| *verdict == Verdict::Holds);
        warnings_of(copy).all(|code| known.contains(code))
            && short_look::hold(copy, self.facts)
            && first_positions::play_well(copy)
            && all_hold()
    }
}

/// The codes of the warnings about a text.
fn warnings_of(definition: &Definition) -> impl Iterator<Item = &'static str> {
    lints::lints(&definition.ast, &definition.program).into_iter().map(|warning| warning.code)
}

#[cfg(test)]
mod tests {
    use super::{Symptoms, repairs};
    use crate::Definition;
    use crate::short_look::judged_facts;

    /// The edits of a text, each with what it replaces.
    fn edits_of(text: &str) -> Vec<(String, String)> {
        let definition = Definition::of(text).expect("it is in order");
        let warnings: Vec<&'static str> = definition.warnings.iter().map(|each| each.code).collect();
        let symptoms = Symptoms { facts: &judged_facts(&definition), warnings: &warnings, places: &[] };
        let found = repairs(text, &definition, &symptoms);
        let replaced = |at: zug_lang::source::Span| text[at.start as usize..at.end as usize].to_owned();
        found.into_iter().map(|each| (replaced(each.span), each.text.trim().to_owned())).collect()
    }

    /// The edits of a game of sticks.
    fn edits(rules: &str, facts: &str) -> Vec<(String, String)> {
        edits_of(&format!("game \"G\"\nplayers A, B\nstate {{ n: 0..5 = 5 }}\n{rules}\n{facts}\n"))
    }

    fn edit(was: &str, is: &str) -> [(String, String); 1] {
        [(was.to_owned(), is.to_owned())]
    }

    #[test]
    fn the_edit_with_which_all_facts_hold_is_found() {
        let take =
            |sign: &str, rest: &str| format!("move take(k in 1..2) when k {sign} n {{ n -= k }}\n{rest}");
        let facts = "expect value = A wins, perft = [2, 4, 7]\nexpect with n = 3: B wins";
        assert_eq!(edits(&take("<", "stuck => me loses"), facts), edit("<", "<="));
        // Who cannot move is said to lose, and not that the other one wins.
        let wrong = take("<=", "stuck => me wins");
        assert_eq!(edits(&wrong, &format!("{facts}\nexpect with n = 1: A wins")), edit("wins", "loses"));
        let three = "move take(k in 1..3) when k <= n { n -= k }\nstuck => me loses";
        assert_eq!(edits(three, "expect perft = [2, 4, 7]"), edit("3", "2"));
    }

    #[test]
    fn more_edits_than_a_few_say_nothing() {
        let most = |names: &[&str]| {
            let lets: String = names.iter().map(|name| format!("let {name} = 1\n")).collect();
            let most = names.iter().fold("1".to_owned(), |most, name| format!("max({name}, {most})"));
            let play = format!("move take(k in 1..{most}) when k <= n {{ n -= k }}\nstuck => me loses");
            edits(&format!("{lets}{play}"), "expect with n = 3: B wins").len()
        };
        // Each of the constants may be 2.
        assert!((2..=8).contains(&most(&["a", "b"])), "{}", most(&["a", "b"]));
        assert_eq!(most(&["a", "b", "c", "d", "e", "f", "g", "h", "i"]), 0);
    }

    #[test]
    fn facts_are_not_edited_wherever_they_stand() {
        let rules = "move take(k in 1..2) when k <= n { n -= k } stuck => me loses expect perft = [2, 4, 6]";
        assert!(edits(rules, "").iter().all(|(was, _)| was != "6" && was != "4"), "{:?}", edits(rules, ""));
    }

    #[test]
    fn with_an_edit_no_fault_is_met_and_no_other_fact_fails() {
        // With 3 the first fact would hold, and `n` would become less than 0.
        let faulty = "move take(k in 1..2) when n >= 2 { n -= k }\nstuck => me loses\nexpect perft = [3]";
        assert!(edits(faulty, "").iter().all(|(was, is)| (was.as_str(), is.as_str()) != ("2", "3")));
        // With 1 the second fact would be small enough to be judged, and would not hold.
        let two = "move take(k in 1..2) when k <= n { n -= k }\nstuck => me loses";
        let facts = |count: u32| format!("expect perft = [1]\nexpect positions = {count}");
        assert_eq!(edits(two, &facts(6)), edit("2", "1"));
        assert!(edits(two, &facts(7)).is_empty());
    }

    #[test]
    fn an_edit_that_gives_another_warning_does_not_count() {
        let frogs = "game \"Frogs\" players A, B board Stone = ring(5)\n\
                     state { frog[Player]: Stone = [1, 3], sunk: set of Stone }\n\
                     move jump(s in near(frog[me]) - sunk - frog[A] - frog[B]) {\n\
                     sunk += frog[me] frog[me] = s }\n\
                     stuck => me loses\nexpect value = A wins\n";
        // With `- frog[A] - frog[A]` the fact holds, but one of the two is meant otherwise.
        let found = edits_of(frogs);
        let twice = found.iter().any(|(was, is)| was == "B" && is == "A");
        assert!(!found.is_empty() && !twice, "{found:?}");
    }

    #[test]
    fn names_neighbours_and_stores_are_tried() {
        let jugs = |store: &str| {
            edits_of(&format!(
                "game \"Jugs\" players A, B range Jug = 1..2 state {{ full[Jug]: 0..2, n: 0..4 = 4 }}\n\
                 move pour(b in Jug) when full[b] < 2 and n > 0 {{ {store} n -= 1 }}\n\
                 stuck => me loses\nexpect perft = [2, 4, 6], positions = 9\n"
            ))
        };
        let store = (String::new(), "full[b] += 1".to_owned());
        assert!(jugs("").contains(&store), "{:?}", jugs(""));
        let lines = |ends: &str| {
            edits_of(&format!(
                "game \"Lanes\" players A, B board Cell = grid(1, 4)\n\
                 state {{ at[Player]: Cell = [{ends}] }}\nlet ahead[Player] = [north, south]\n\
                 move go when step(at[me], ahead[me]) not in {{ at[opponent] }} and step(at[me], ahead[me]) != none\n\
                 {{ at[me] = step(at[me], ahead[me]) }}\n\
                 stuck => me loses\nexpect perft = [1, 1, 0], value = B wins\n"
            ))
        };
        let exchanged = ("a4, a1".to_owned(), "a1, a4".to_owned());
        assert!(lines("a4, a1").contains(&exchanged), "{:?}", lines("a4, a1"));
    }
}
