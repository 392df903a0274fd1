//! Constants, variables and lists that are declared with a type before or behind their name:
//! `const int N = 5`, `let N: int = 5`, `int[] sizes = {3, 4, 5}`.

use super::place::Place;
use super::{Mistake, bounds};
use crate::syntax::codes;
use crate::syntax::grammar::Rule;
use std::ops::Range;

/// Whether a word before a name says how it is declared elsewhere.
fn modifies(word: &str) -> bool {
    matches!(
        word,
        "const"
            | "constant"
            | "constexpr"
            | "static"
            | "final"
            | "public"
            | "private"
            | "readonly"
            | "immutable"
            | "local"
            | "global"
            | "auto"
            | "var"
            | "let"
            | "val"
            | "mut"
            | "mutable"
            | "unsigned"
            | "signed"
            | "my"
            | "dim"
            | "define"
    )
}

/// Whether a word is a type elsewhere, and nothing else.
pub(super) fn is_foreign_type(word: &str) -> bool {
    matches!(
        word.to_lowercase().as_str(),
        "int"
            | "integer"
            | "nat"
            | "natural"
            | "number"
            | "uint"
            | "long"
            | "short"
            | "byte"
            | "float"
            | "double"
            | "bool"
            | "boolean"
            | "string"
            | "char"
            | "str"
            | "size_t"
            | "usize"
            | "i8"
            | "i16"
            | "i32"
            | "i64"
            | "u8"
            | "u16"
            | "u32"
            | "u64"
            | "int32"
            | "int64"
    )
}

/// A declaration as it is written elsewhere.
struct Declaration<'t> {
    name: usize,
    /// The index in its brackets; empty if there is none.
    index: &'t str,
    /// The tokens of the value.
    value: Range<usize>,
}

/// The declaration whose words begin at `at`, if a type or a word like `const` stands before its
/// name.
fn declaration<'t>(place: &Place<'_, 't>, at: usize) -> Option<Declaration<'t>> {
    let word = |each: &usize| modifies(place.word(*each)) || is_foreign_type(place.word(*each));
    let mut name = at + (at..place.range.end).take_while(word).count();
    // `int[] sizes`, `list<int> sizes`
    if place.word(name) == "[" && place.word(name + 1) == "]" {
        name += 2;
    }
    if name == at || !place.is_name(name) {
        return None;
    }
    let open = name + 1;
    let (index, behind) = match place.partner(open).filter(|_| place.word(open) == "[") {
        Some(close) => (place.text(open + 1..close), close + 1),
        None => ("", open),
    };
    let typed = place.word(behind) == ":" && is_foreign_type(place.word(behind + 1));
    let sign = if typed { behind + 2 } else { behind };
    let value = sign + 1..place.line_end(sign);
    (matches!(place.word(sign), "=" | ":=") && !value.is_empty()).then_some(Declaration {
        name,
        index,
        value,
    })
}

/// `const int N = 5`, `int N = 5` where an item is expected.
pub(super) fn item(place: &Place, at: usize) -> Option<Mistake> {
    let found = declaration(place, at)?;
    // One word that is a keyword elsewhere is told by its own search.
    if found.name == at + 1
        && modifies(place.word(at))
        && place.word(at + 2) == "="
        && place.word(at) != "var"
    {
        return None;
    }
    let (name, range) = (place.word(found.name), at..found.value.end);
    if let Some(list) = list(place, &found) {
        let message = format!("`{name}` is a list: the values that one may set have a type");
        return Some(place.likely(range, message, list).code(codes::UNKNOWN_ITEM).at(place.span(at)));
    }
    let value = place.text(found.value.clone());
    if let Some(number) = stored(place, name, &range).then(|| value.parse::<i64>().ok()).flatten() {
        return field(place, name, number, range);
    }
    let index = if found.index.is_empty() { String::new() } else { format!("[{}]", found.index) };
    let text = format!("let {name}{index} = {value}");
    let message = format!("a constant is declared by `let`, without `{}`", place.text(at..found.name));
    let label = place.span_of(&(at..found.name));
    Some(place.certain(range, message, text).code(codes::UNKNOWN_ITEM).at(label).label("write `let`"))
}

/// `int sizes[] = {3, 4, 5}` as a list with its type.
fn list(place: &Place, found: &Declaration) -> Option<String> {
    let open = found.value.start;
    let close = place.partner(open).filter(|_| matches!(place.word(open), "{" | "["))?;
    let domain = found.index.starts_with(char::is_alphabetic);
    let inside = place.text(open + 1..close);
    let values: Option<Vec<i64>> = inside.split(',').map(|each| each.trim().parse().ok()).collect();
    let (low, high) = bounds::of_values(&values?)?;
    let name = place.word(found.name);
    Some(match domain {
        true => format!("let {name}[{}] = [{inside}]", found.index),
        false => format!("param {name}: list of {low}..{high} = [{inside}]"),
    })
}

/// Whether something is stored to a name outside of `range`.
fn stored(place: &Place, name: &str, range: &Range<usize>) -> bool {
    let word = |at: usize| place.view.word(at);
    let stores = |at: usize| word(at) == name && matches!(word(at + 1), "+=" | "-=" | "++" | "--" | ":=");
    let assigns =
        |at: usize| word(at) == name && word(at + 1) == "=" && matches!(word(at.wrapping_sub(1)), "{" | "}");
    (0..place.view.tokens.len()).filter(|at| !range.contains(at)).any(|at| stores(at) || assigns(at))
}

/// `int n = 9`, where moves change `n`: a field.
fn field(place: &Place, name: &str, number: i64, range: Range<usize>) -> Option<Mistake> {
    let (low, high) = bounds::guessed(place.view.text, name).unwrap_or((0, 9));
    let text = format!("{name}: {}..{} = {number}", low.min(number), high.max(number));
    let view = place.view;
    let state = (0..view.tokens.len()).find(|at| view.word(*at) == "state" && view.word(at + 1) == "{");
    let message = format!("`{name}` changes during play: it is a field of `state`");
    let found = match state {
        Some(state) => {
            let mut found =
                place.likely(range, message, "").help(format!("write `{text}` among the fields of `state`"));
            found.report = found.report.likely(view.span(state + 1).after(), format!(" {text},"));
            found
        }
        None => place.likely(range, message, format!("state {{ {text} }}")),
    };
    Some(found.code(codes::UNKNOWN_ITEM).label("what changes stands in `state`"))
}

/// `let Place goal = inn`, `param goal Place = inn`: the type is a domain, without a colon before
/// it.
fn of_domain(place: &Place, at: usize) -> Option<Mistake> {
    let start = place.range.start;
    let declares = matches!(place.rule, Some(Rule::let_item | Rule::param_item)) && at == start + 1;
    let (first, second, sign) = (place.word(at), place.word(at + 1), place.word(at + 2));
    let (name, ty) = match (place.is_domain(first), place.is_domain(second)) {
        (true, false) => (second, first),
        (false, true) => (first, second),
        _ => return None,
    };
    let names = place.is_name(at) && place.is_name(at + 1) && !place.first(at + 1);
    (declares && names && sign == "=").then(|| {
        let text = format!("{name}: {ty}");
        let value = place.text(at + 2..place.line_end(at + 2));
        let message = format!("the type of `{name}` stands behind it, after a colon");
        place
            .likely(at..at + 2, message, text.clone())
            .help(format!("write `{} {text} {value}`", place.word(start)))
    })
}

/// `let int N = 5`: the token `at` of an item with its keyword.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    of_domain(place, at).or_else(|| foreign(place, at))
}

fn foreign(place: &Place, at: usize) -> Option<Mistake> {
    let start = place.range.start;
    if place.rule != Some(Rule::let_item) {
        return None;
    }
    let found = declaration(place, at).filter(|_| at == start + 1)?;
    let (name, value) = (place.word(found.name), place.text(found.value.clone()));
    let words = place.text(at..found.name);
    let index = if found.index.is_empty() { String::new() } else { format!("[{}]", found.index) };
    let message = match modifies(words) {
        true => format!("no `{words}` stands behind `let`"),
        false => format!("`{name}` is given no type: it has that of its value"),
    };
    let help = format!("write `let {name}{index} = {value}`");
    let text = format!("{name}{index} = {value}");
    Some(
        place
            .certain(at..found.value.end, message, text)
            .at(place.span_of(&(at..found.name)))
            .help(help)
            .label("delete this"),
    )
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    /// What is told of a definition with this line.
    fn helps(line: &str) -> Vec<String> {
        let text = format!(
            "game \"G\"\nplayers Ann, Bob\nboard C = grid(3, 3)\n{line}\nstate {{ held: set of C }}\n\
             move m(c in C) {{ held += c heap -= 1 }}\nstuck => draw\n"
        );
        helps_about(&text)
    }

    #[test]
    fn a_constant_has_no_type() {
        for line in [
            "const int N = 5",
            "int N = 5",
            "static const int N = 5",
            "const N: int = 5",
            "final int N = 5",
            "let int N = 5",
            "let const N = 5",
            "let mut N = 5",
            "var N = 5",
        ] {
            assert_eq!(helps(line), ["write `let N = 5`"], "{line}");
        }
        assert_eq!(helps("const int worth[C] = [1, 2]"), ["write `let worth[C] = [1, 2]`"]);
    }

    #[test]
    fn what_changes_is_a_field_and_a_list_a_param() {
        let field = ["write `heap: 0..12 = 12` among the fields of `state`"];
        assert_eq!(helps("int heap = 12"), field);
        assert_eq!(helps("var heap = 12"), field);
        assert_eq!(helps("int[] sizes = {3, 14}"), ["write `param sizes: list of 0..99 = [3, 14]`"]);
        assert_eq!(helps("int sizes[] = {3, 4}"), ["write `param sizes: list of 0..9 = [3, 4]`"]);
    }

    #[test]
    fn the_domain_of_a_constant_stands_behind_its_name() {
        assert_eq!(helps("let C goal = b2"), ["write `let goal: C = b2`"]);
        assert_eq!(helps("let goal C = b2"), ["write `let goal: C = b2`"]);
        assert_eq!(helps("param C goal = b2"), ["write `param goal: C = b2`"]);
        assert_eq!(helps("let goal: C = b2"), [""; 0]);
    }

    #[test]
    fn names_that_sound_like_types_are_names() {
        assert_eq!(helps("let number = 5"), [""; 0]);
        assert_eq!(helps("let int[c: C] = 5"), [""; 0]);
    }
}
