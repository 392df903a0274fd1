//! Tries fixes that are only likely: each is applied in memory, the text is checked again, and its
//! facts are judged on a bounded number of positions. So an offer comes with its effect.

use crate::answer::Limits;
use crate::definition::{Definition, compile_copy};
use crate::expectation::Verdict;
use crate::first_positions::are_faulty;
use crate::short_look::{MEMORY, not_slow, verdict};
use std::collections::HashSet;
use zug_lang::diagnostic::{Applicability, Diagnostic, Fix, Severity};
use zug_lang::fix::apply_all;
use zug_lang::source::FileId;
use zug_solve::clock::Instant;

/// The effect of a fix.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    /// The text that was put in.
    pub text: String,
    /// The text that was taken out.
    pub removed: String,
    /// Whether the fixes of the other mistakes were needed too.
    pub with_others: bool,
    /// The number of facts, slow ones left out.
    pub facts: usize,
    /// The number of facts that hold.
    pub hold: usize,
    /// The number of facts that were found to be wrong.
    pub fail: usize,
}

/// A definition is tried with at most so many fixes.
const TRIED: usize = 12;
/// So many facts of a definition are judged at most.
const FACTS: usize = 12;
/// So many positions are looked at for one fact.
const POSITIONS: u64 = 50_000;
/// Seconds after which no fix is tried and no fact is judged any more, on a machine that is very
/// slow.
const SECONDS: u64 = 5;

/// The effect of the first likely fix of each mistake; `None` where there is none, or where the
/// text is not in order with it.
pub fn effects(text: &str, settings: &[String], found: &[Diagnostic]) -> Vec<Option<Effect>> {
    let mut left = TRIED;
    let deadline = Instant::now().checked_add(std::time::Duration::from_secs(SECONDS));
    let is_late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let mut effect = |(at, each): (usize, &Diagnostic)| {
        let fixes = likely(each);
        let fix = fixes.first().filter(|_| each.severity == Severity::Error)?.clone();
        if is_late() {
            return None;
        }
        left = left.checked_sub(1)?;
        let others = found.iter().enumerate().filter(|(other, _)| *other != at);
        let others: Vec<Fix> = others.flat_map(|(_, other)| best(other)).collect();
        if fixes.iter().any(|fix| drops_words(text, fix)) {
            return None;
        }
        let alone = fixed(text, fixes.clone());
        let removed = text.get(fix.span.start as usize..fix.span.end as usize).unwrap_or("").to_string();
        let effect = Effect { text: fix.text, removed, ..Effect::default() };
        if let Some(definition) = compile_copy(&alone, settings) {
            return judged(&definition, effect, deadline);
        }
        if others.iter().any(|fix| drops_words(text, fix)) {
            return None;
        }
        let all = fixed(text, [fixes, others].concat());
        let definition = compile_copy(&all, settings)?;
        judged(&definition, Effect { with_others: true, ..effect }, deadline)
    };
    found.iter().enumerate().map(&mut effect).collect()
}

/// The first likely fix of a mistake; for a name that is misspelt, the name that is meant, wherever
/// it is written so.
fn likely(found: &Diagnostic) -> Vec<Fix> {
    let is_likely = |fix: &&Fix| fix.applicability == Applicability::Likely;
    if found.name_meant().is_some() && found.fixes.iter().all(|fix| is_likely(&fix)) {
        // Of several names for one place the first is offered.
        let mut places = HashSet::new();
        let own = found.fixes.iter().filter(|fix| fix.span.file == FileId::DEFINITION);
        return own.filter(|fix| places.insert(fix.span)).cloned().collect();
    }
    if let Some(fix) = found.fixes.iter().find(is_likely) {
        let offered = Fix { text: as_offered(found, &fix.text), ..fix.clone() };
        return if fix.span.file == FileId::DEFINITION { vec![offered] } else { Vec::new() };
    }
    Vec::new()
}

/// The text that a fix puts in, with the bounds that its help offers: the fix itself has bounds
/// that fit whatever the rest says.
fn as_offered(found: &Diagnostic, text: &str) -> String {
    let shown = found.help.as_deref().and_then(|help| help.strip_prefix("write `")?.split('`').next());
    let parts = text.split_once("0..99").zip(shown);
    let offered = parts.filter(|((before, behind), shown)| {
        let bounds = shown.strip_prefix(before).and_then(|rest| rest.strip_suffix(behind));
        bounds.is_some_and(|bounds| bounds.contains("..") && !bounds.contains(' '))
    });
    offered.map_or_else(|| text.to_string(), |(_, shown)| shown.to_string())
}

/// Whether a fix keeps a part of what it replaces and throws the rest away, several words: whoever
/// writes it has another definition, though it may be in order.
pub(crate) fn drops_words(text: &str, fix: &Fix) -> bool {
    let removed = text.get(fix.span.start as usize..fix.span.end as usize).unwrap_or("");
    let kept = fix.text.trim();
    let words =
        |text: &str| text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).count();
    !kept.is_empty() && removed.contains(kept) && words(removed) > words(kept) + 1
}

/// The surest fixes of a mistake.
pub(crate) fn best(found: &Diagnostic) -> Vec<Fix> {
    let certain = found.fixes.iter().find(|fix| fix.applicability == Applicability::Certain);
    certain.map_or_else(|| likely(found), |fix| vec![fix.clone()])
}

fn fixed(text: &str, fixes: Vec<Fix>) -> String {
    apply_all(FileId::DEFINITION, text, fixes).text
}

/// Judges the facts of a definition; `None` where its first positions show a fault.
fn judged(definition: &Definition, mut effect: Effect, deadline: Option<Instant>) -> Option<Effect> {
    if are_faulty(definition) {
        return None;
    }
    let limits = Limits { memory: MEMORY, positions: Some(POSITIONS), deadline, ..Limits::default() };
    let facts: Vec<usize> = not_slow(definition).collect();
    effect.facts = facts.len();
    for at in facts.into_iter().take(FACTS) {
        match holds(definition, at, &limits) {
            Some(true) => effect.hold += 1,
            Some(false) => effect.fail += 1,
            None => {}
        }
    }
    Some(effect)
}

/// Whether a fact holds; `None` if that takes too long to tell.
fn holds(definition: &Definition, at: usize, limits: &Limits) -> Option<bool> {
    let expect = definition.program.expects.get(at)?;
    if definition.with(&expect.with).is_err() {
        return Some(false);
    }
    Some(verdict(definition, at, limits)? == Verdict::Holds)
}

/// Whether a text that is taken out can be shown: some characters, on one line, none of which
/// steers a terminal.
fn is_shown(text: &str) -> bool {
    let plain = !text.chars().any(|c| c.is_control() || c == '`');
    plain && (1..=40).contains(&text.len()) && zug_lang::diagnostic::without_controls(text) == text
}

impl Effect {
    /// The effect in one sentence.
    pub fn sentence(&self) -> String {
        let with = if self.with_others { " and the others mended" } else { "" };
        let facts = |count: usize| if count == 1 { "its fact".into() } else { format!("its {count} facts") };
        let rest = match (self.facts, self.hold, self.fail) {
            (0, ..) => String::new(),
            (1, 1, _) => ", and its fact holds".into(),
            (all, hold, _) if all == hold => format!(", and all {all} facts hold"),
            (_, _, 0) if self.hold == 0 => ", and its facts are not decided quickly".into(),
            (all, hold, 0) => {
                format!(", and {hold} of {} hold, the others are not decided quickly", facts(all))
            }
            (1, ..) => ", but its fact does not hold".into(),
            (all, _, fail) => {
                format!(", but {fail} of {} {} not hold", facts(all), if fail == 1 { "does" } else { "do" })
            }
        };
        let edit = match self.text.trim() {
            "" => match self.removed.trim() {
                shown if is_shown(shown) => format!("without `{shown}`"),
                _ => "without it".to_string(),
            },
            text => format!("with `{text}`"),
        };
        format!("tried: {edit}{with} the definition is in order{rest}")
    }
}

#[cfg(test)]
mod tests {
    use super::{Effect, drops_words, effects};
    use zug_lang::diagnostic::{Applicability, Fix};
    use zug_lang::source::{FileId, Span};

    /// What is said of the fixes of a definition with these lines.
    fn tried(lines: &str) -> Vec<String> {
        let text = format!("game \"G\"\nplayers A, B\n{lines}\nstuck => me loses\n");
        let (game, mut found) = zug_lang::syntax::parse(FileId::DEFINITION, &text);
        found.extend(zug_lang::check::check(&game, &[]).diagnostics);
        effects(&text, &[], &found).into_iter().flatten().map(|effect| effect.sentence()).collect()
    }

    #[test]
    fn a_fix_that_throws_words_away_is_not_tried() {
        let drops = |text: &str, with: &str| {
            let span = Span::new(FileId::DEFINITION, 0, text.len());
            drops_words(text, &Fix { span, text: with.to_string(), applicability: Applicability::Likely })
        };
        assert!(drops("me wins unless opponent loses", "me wins"));
        assert!(drops("{1, 2, 3}", "1"));
        assert!(!drops("player Ann wins", "Ann wins"));
        assert!(!drops("or stop", ""));
        assert!(!drops("int n = 3", "n: 0..9 = 3"));
    }

    #[test]
    fn the_bounds_that_are_offered_are_tried() {
        let field = |first: &str| tried(&format!("state {{ {first} }}\nmove take when n > 0 {{ n -= 1 }}"));
        assert_eq!(field("int n = 7"), ["tried: with `n: 0..7 = 7` the definition is in order"]);
        assert_eq!(field("int n = 12"), ["tried: with `n: 0..12 = 12` the definition is in order"]);
        assert!(field("n: 0..9 = 7").is_empty());
    }

    #[test]
    fn of_two_names_for_one_place_the_one_that_is_said_is_tried() {
        let fact =
            "move take(k in 1..2) when k <= n { n -= k }\nend when n = 0 => a wins\nexpect with n = 1:";
        let wins = |fact_of: &str| tried(&format!("state {{ n: 0..3 = 3 }}\n{fact} {fact_of} wins"));
        assert_eq!(wins("A"), ["tried: with `A` the definition is in order, and its fact holds"]);
        assert_eq!(wins("B"), ["tried: with `A` the definition is in order, but its fact does not hold"]);
    }

    #[test]
    fn a_fix_with_which_play_is_at_fault_is_not_said_to_leave_it_in_order() {
        let take =
            |amount: u32| tried(&format!("state {{ int n = 7 }}\nmove take when n > 0 {{ n -= {amount} }}"));
        assert_eq!(take(1), ["tried: with `n: 0..7 = 7` the definition is in order"]);
        assert!(take(2).is_empty(), "{:?}", take(2));
    }

    #[test]
    fn what_is_taken_out_is_named() {
        let effect = |text: &str, removed: &str| Effect {
            text: text.to_string(),
            removed: removed.to_string(),
            ..Effect::default()
        };
        assert_eq!(effect("", "@").sentence(), "tried: without `@` the definition is in order");
        assert_eq!(effect(" ", "\u{202e}").sentence(), "tried: without it the definition is in order");
        assert_eq!(effect("=", "==").sentence(), "tried: with `=` the definition is in order");
    }
}
