//! Numbers that are listed up to dots and are not one behind the other: `{0, 2, ..., 12}`.

/// The numbers that are listed before the dots, if the next of some is not one more.
pub(super) fn jumps<'w>(listed: impl Iterator<Item = &'w str>) -> Option<Vec<i64>> {
    let numbers: Option<Vec<i64>> = listed.map(|word| word.trim().parse().ok()).collect();
    numbers.filter(|all| all.windows(2).any(|pair| pair[0].checked_add(1) != Some(pair[1])))
}

/// What to write for such a set, of which `range` are the bounds and `x` is a name for a member.
pub(super) fn help(range: &str, listed: &[i64], x: &str) -> String {
    let steps: Vec<i64> = listed.windows(2).map(|pair| pair[1].saturating_sub(pair[0])).collect();
    match steps.as_slice() {
        [step, rest @ ..] if *step > 1 && rest.iter().all(|other| other == step) => {
            let first = listed[0];
            let counted =
                if first.checked_rem(*step) == Some(0) { x.to_string() } else { format!("({x} - {first})") };
            format!("write `{{ {x} in {range} where {counted} % {step} = 0 }}`")
        }
        _ => "write the set with all its members in braces, `{1, 2, 6}` for one".to_string(),
    }
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_beside_fields as helps;

    #[test]
    fn numbers_that_jump_are_no_range() {
        let advice_on = |set: &str| helps(&format!("move m when n in {set} {{ n += 1 }}"));
        assert_eq!(advice_on("{0, 1, ..., 8}"), ["write `0..8`"]);
        assert_eq!(advice_on("{0, 2, ..., 8}"), ["write `{ x in 0..8 where x % 2 = 0 }`"]);
        assert_eq!(advice_on("{1, 3, ..., 9}"), ["write `{ x in 1..9 where (x - 1) % 2 = 0 }`"]);
        assert_eq!(
            helps("move m(x in C) when n in {0, 2, ..., 8} { s += x }"),
            ["write `{ y in 0..8 where y % 2 = 0 }`"]
        );
        assert_eq!(
            advice_on("{0, 1, 3, ..., 9}"),
            ["write the set with all its members in braces, `{1, 2, 6}` for one"]
        );
    }

    #[test]
    fn numbers_at_the_end_of_their_type_are_read() {
        let cards = "enum Card { 9223372036854775807, 1 }\nmove m { n += 1 }";
        assert!(!helps(cards).is_empty());
    }
}
