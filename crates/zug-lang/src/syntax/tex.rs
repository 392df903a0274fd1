//! Signs as TeX and TLA+ spell them: `\cup`, `\in`, `/\`.

/// The sign of mathematics that such a token stands for. Every search asks this of every token, so
/// the first byte decides.
#[inline]
pub(super) fn sign(token: &str) -> Option<&'static str> {
    if matches!(token.as_bytes().first(), Some(b'\\' | b'/')) { named(token) } else { None }
}

fn named(token: &str) -> Option<&'static str> {
    let name = match token {
        "/\\" => return Some("∧"),
        "\\/" => return Some("∨"),
        _ => token.strip_prefix('\\')?,
    };
    Some(match name {
        "in" => "∈",
        "notin" => "∉",
        "subseteq" => "⊆",
        "subset" | "subsetneq" => "⊂",
        "supseteq" => "⊇",
        "supset" => "⊃",
        "cup" | "union" => "∪",
        "cap" | "intersect" => "∩",
        "setminus" | "backslash" => "∖",
        "land" | "wedge" | "and" => "∧",
        "lor" | "vee" | "or" => "∨",
        "lnot" | "neg" | "not" => "¬",
        "emptyset" | "varnothing" | "empty" => "∅",
        "forall" | "A" => "∀",
        "exists" | "E" => "∃",
        "nexists" => "∄",
        "leq" | "le" | "leqslant" => "≤",
        "geq" | "ge" | "geqslant" => "≥",
        "neq" | "ne" => "≠",
        "times" | "cdot" | "ast" => "×",
        "div" => "÷",
        "bmod" | "mod" | "pmod" => "%",
        "Rightarrow" | "implies" | "to" | "rightarrow" => "⇒",
        "ldots" | "dots" | "cdots" => "…",
        "gets" | "leftarrow" => "←",
        "sum" => "∑",
        "bigcup" => "⋃",
        "lfloor" => "⌊",
        "rfloor" => "⌋",
        "lceil" => "⌈",
        "rceil" => "⌉",
        "mid" => "∣",
        "oplus" => "⊕",
        _ => return None,
    })
}

/// The length of such a token at the beginning of `rest`.
pub(super) fn length(rest: &str) -> Option<usize> {
    if rest.starts_with("/\\") || rest.starts_with("\\/") {
        return Some(2);
    }
    let name = rest.strip_prefix('\\')?;
    let letters = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(name.len());
    // `Cells\taken` is a difference of sets: only what TeX calls so is one token.
    sign(&rest[..letters + 1]).map(|_| letters + 1)
}

#[cfg(test)]
mod tests {
    use super::length;

    #[test]
    fn names_of_tex_are_tokens() {
        assert_eq!(length("\\cup t"), Some(4));
        assert_eq!(length("/\\ n"), Some(2));
        assert_eq!(length("\\taken"), None);
        assert_eq!(length("\\in_hand"), None);
        assert_eq!(length("\\ t"), None);
    }
}
