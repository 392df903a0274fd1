//! Bounds for an integer that was declared without: guessed from the numbers that it is compared
//! with.

/// The bounds that a field or param of this name probably stays within, read off the text.
pub(crate) fn guessed(text: &str, name: &str) -> Option<(i64, i64)> {
    let code = text.lines().map(|line| line.split("//").next().unwrap_or(""));
    let numbers: Vec<i64> = code.flat_map(|line| compared(line, name)).collect();
    let (low, high) = (numbers.iter().min()?.min(&0), numbers.iter().max()?);
    (*high > 0 && *high <= 1_000_000).then_some((*low, *high))
}

/// The bounds as they are written, `0..9` where nothing is known.
pub(crate) fn written(text: &str, name: &str) -> String {
    let (low, high) = guessed(text, name).unwrap_or((0, 9));
    format!("{low}..{high}")
}

/// The bounds for the members of a list: so many digits as the longest has, with a sign if one has.
pub(crate) fn of_values(values: &[i64]) -> Option<(i64, i64)> {
    let most = values.iter().map(|value| value.unsigned_abs()).max().filter(|most| *most < 1_000_000)?;
    let digits = most.to_string().len() as u32;
    let high = 10i64.pow(digits) - 1;
    Some((if values.iter().any(|value| *value < 0) { -high } else { 0 }, high))
}

/// The numbers that one line compares a name with, in order of the text.
fn compared(line: &str, name: &str) -> Vec<i64> {
    let words = words(line);
    let is_clause_end = |word: &str| {
        matches!(word, "and" | "or" | "when" | "if" | "then" | "else" | "=>" | "{" | "}" | "&&" | "||" | ",")
    };
    let clauses = words.split(|word| is_clause_end(word));
    let speaks = clauses.filter(|clause| clause.contains(&name));
    speaks.flat_map(|clause| numbers(clause, name)).collect()
}

/// The numbers behind a sign of comparison in a clause, and those before one.
fn numbers(clause: &[&str], name: &str) -> Vec<i64> {
    let sign = |word: &&str| matches!(*word, "<" | "<=" | ">" | ">=" | "=" | "==" | "=<" | "≤" | "≥");
    let stores = clause.iter().position(|word| *word == "=").is_some_and(|at| at > 0)
        && clause.windows(2).any(|pair| pair[1] == ":" && pair[0] == name);
    let beside = |at: usize| {
        let behind = clause.get(at + 1).and_then(|word| word.parse().ok());
        let before = at.checked_sub(1).and_then(|at| clause[at].parse().ok());
        behind.or(before)
    };
    let at = (0..clause.len()).filter(|at| sign(&clause[*at]));
    if stores {
        at.filter_map(|at| clause.get(at + 1)?.parse().ok()).collect()
    } else {
        at.filter_map(beside).collect()
    }
}

/// The words, numbers and signs of a line.
fn words(line: &str) -> Vec<&str> {
    let kind = |c: char| match c {
        c if c.is_alphanumeric() || c == '_' => 0,
        '<' | '>' | '=' | '!' | '&' | '|' => 1,
        c if c.is_whitespace() => 2,
        _ => 3,
    };
    let mut found = Vec::new();
    let mut from = 0;
    let mut before = 2;
    for (at, c) in line.char_indices() {
        let now = kind(c);
        if now != before || now == 3 {
            found.push(&line[from..at]);
            from = at;
            before = now;
        }
    }
    found.push(&line[from..]);
    found.into_iter().map(str::trim).filter(|word| !word.is_empty()).collect()
}

/// An exclusive end as an inclusive one.
pub(super) fn less_one(end: &str) -> String {
    end.trim().parse::<i64>().map_or(format!("{end} - 1"), |number| (number - 1).to_string())
}

#[cfg(test)]
mod tests {
    use super::{guessed, of_values};

    #[test]
    fn bounds_are_read_off_comparisons() {
        let text = "state { total: int = 0, n: int }\nmove m(k in 1..5) when total + k <= 30 and n < 7 { total += k }";
        assert_eq!(guessed(text, "total"), Some((0, 30)));
        assert_eq!(guessed(text, "n"), Some((0, 7)));
        assert_eq!(guessed(text, "k"), Some((0, 30)));
        assert_eq!(guessed(text, "m"), None);
    }

    #[test]
    fn members_of_a_list_have_room() {
        assert_eq!(of_values(&[3, -1, 4]), Some((-9, 9)));
        assert_eq!(of_values(&[12, 5]), Some((0, 99)));
    }
}
