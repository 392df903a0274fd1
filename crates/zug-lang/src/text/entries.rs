//! Lists the entries of a field by name. Of a large field that may be `none`, only what is there is
//! listed: entries beside each other in one line.

use crate::program::{DomainId, DomainKind, Field, Program, Value};

/// Of a field with more entries those that are `none` are left out.
const MOST_LISTED: usize = 8;

/// Entries of a field beside each other.
pub struct Run {
    /// The number of the first of them.
    pub first: usize,
    /// How many they are.
    pub count: usize,
    /// As the definition writes them: `heap[A]`, `man[c2, 1..3]`.
    pub name: String,
    /// What they hold: `4`, `Red, Blue, Red`.
    pub value: String,
}

/// The index of an entry as the definition writes it, `[A, left]`; empty for a single variable.
pub fn index(program: &Program, indexes: &[DomainId], at: usize) -> String {
    let names = names(program, indexes, at);
    if names.is_empty() { String::new() } else { format!("[{}]", names.join(", ")) }
}

/// The entries of a field: all of them, or those that are not `none` of a large field.
pub fn runs(program: &Program, field: &Field, values: &[Value]) -> Vec<Run> {
    let is_listed = |at: &usize| !is_sparse(field) || values[*at] != Value::None;
    let mut starts: Vec<(usize, usize)> = Vec::new();
    for at in (0..values.len()).filter(is_listed) {
        match starts.last_mut() {
            Some((first, count)) if *first + *count == at && goes_on(program, field, at) => *count += 1,
            _ => starts.push((at, 1)),
        }
    }
    starts.into_iter().map(|(first, count)| run(program, field, values, (first, count))).collect()
}

/// The entries of a field as lines of text, and whether there is nothing elsewhere.
pub fn lines(program: &Program, field: &Field, values: &[Value]) -> Vec<String> {
    let runs = runs(program, field, values);
    let listed: usize = runs.iter().map(|run| run.count).sum();
    let rest = match listed {
        _ if listed == values.len() => None,
        0 => Some(format!("{} = none everywhere", field.name)),
        _ => Some(format!("{} = none elsewhere", field.name)),
    };
    runs.into_iter().map(|run| format!("{} = {}", run.name, run.value)).chain(rest).collect()
}

fn is_sparse(field: &Field) -> bool {
    field.ty.or_none && field.initial.len() > MOST_LISTED
}

/// Whether an entry stands in one line with the one before it: the next number of the last index,
/// of a field with several.
fn goes_on(program: &Program, field: &Field, at: usize) -> bool {
    let [_, .., last] = field.indexes[..] else { return false };
    let domain = program.domain(last);
    is_sparse(field) && matches!(domain.kind, DomainKind::Range { .. }) && !at.is_multiple_of(domain.len())
}

fn run(program: &Program, field: &Field, values: &[Value], (first, count): (usize, usize)) -> Run {
    let mut names = names(program, &field.indexes, first);
    if let (Some(last), Some(domain), true) = (names.last_mut(), field.indexes.last(), count > 1) {
        let members = &program.domain(*domain).members;
        *last = format!("{last}..{}", members[(first + count - 1) % members.len()]);
    }
    let index = if names.is_empty() { String::new() } else { format!("[{}]", names.join(", ")) };
    let held = values[first..first + count].iter();
    let held: Vec<String> = held.map(|value| program.show_value(value, field.ty).to_string()).collect();
    Run { first, count, name: format!("{}{index}", field.name), value: held.join(", ") }
}

fn names(program: &Program, indexes: &[DomainId], at: usize) -> Vec<String> {
    let mut rest = at;
    let mut names: Vec<String> = Vec::new();
    for domain in indexes.iter().rev() {
        let members = &program.domain(*domain).members;
        names.push(members[rest % members.len()].clone());
        rest /= members.len();
    }
    names.reverse();
    names
}
