//! "For all" and "there is" as other languages and mathematics write them.

use super::Mistake;
use super::context::{conjunct_start, side_end};
use super::place::Place;
use crate::syntax::grammar::Rule;
use std::ops::Range;

/// Searches the token `at`.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    nothing_in(place, at)
        .or_else(|| bare_sum(place, at))
        .or_else(|| unnamed(place, at))
        .or_else(|| where_behind_colon(place, at))
        .or_else(|| behind_condition(place, at))
        .or_else(|| of_table(place, at))
        .or_else(|| shared_set(place, at))
        .or_else(|| over_generator(place, at))
        .or_else(|| in_brackets(place, at))
        .or_else(|| word_of(place, at))
        .or_else(|| such_that(place, at))
        .or_else(|| comma_for_colon(place, at))
        .or_else(|| missing_colon(place, at))
}

/// The quantifier that the words at `at` mean, and the number of the words.
fn meant(place: &Place, at: usize) -> Option<(&'static str, usize)> {
    let next = place.word(at + 1);
    Some(match place.word(at) {
        "for" if matches!(next, "all" | "every" | "each" | "any") => ("every", 2),
        "forall" | "all" | "each" | "∀" | "for_all" | "All" | "Every" | "foreach" | "forAll" | "ForAll" => {
            ("every", 1)
        }
        "there" if matches!(next, "is" | "exists" | "are") => match place.word(at + 2) {
            "a" | "an" | "some" => ("some", 3),
            "no" => ("no", 3),
            _ => ("some", 2),
        },
        "any" | "exists" | "exist" | "∃" | "Any" | "Some" | "Exists" | "thereis" | "there_is" => {
            ("some", if matches!(next, "a" | "an") { 2 } else { 1 })
        }
        "∄" | "No" | "nobody" | "∀¬" | "nexists" => ("no", 1),
        _ => return None,
    })
}

/// `no last`, where the field `last` may hold nothing.
fn nothing_in(place: &Place, at: usize) -> Option<Mistake> {
    let (field, end) = (at + 1, place.operand_end(at + 1));
    let name = place.word(field);
    let entry = end > field + 1 || place.field_index(name) == Some("");
    let ends = matches!(place.word(end), "=>" | "and" | "or" | ")" | "{" | "" | "then" | "implies" | "as");
    if place.word(at) != "no" || !place.is_name(field) || !entry || !ends {
        return None;
    }
    let text = format!("{} = {}", place.text(field..end), place.nothing_of(name)?);
    Some(place.likely(at..end, format!("that `{name}` holds nothing is a comparison"), text))
}

/// `max(k in Heap: left[k] where P)`: the condition of the members stands behind their set.
fn where_behind_colon(place: &Place, at: usize) -> Option<Mistake> {
    let known = matches!(place.word(at), "sum" | "min" | "max" | "union" | "count");
    let close = place.partner(at + 1).filter(|_| known && place.word(at + 1) == "(")?;
    let colon = place.find(at + 2..close, &[":"])?;
    let condition = place.find(colon + 1..close, &["where", "when", "if"])?;
    let before = place.find(at + 2..colon, &["where"]).is_some() || place.word(at + 3) != "in";
    if before
        || condition == colon + 1
        || condition + 1 == close
        || place.word(condition) == "if" && place.find(condition..close, &["then", "else"]).is_some()
    {
        return None;
    }
    let (members, value) = (place.text(at + 2..colon), place.text(colon + 1..condition));
    let text = format!("{}({members} where {}: {value})", place.word(at), place.text(condition + 1..close));
    let found =
        place.likely(at..close + 1, "the condition of the members stands behind their set, before `:`", text);
    Some(found.at(place.span(condition)))
}

/// `sum(1..3: left)`, where `left` is a table: the members have no name.
fn unnamed(place: &Place, at: usize) -> Option<Mistake> {
    let known = matches!(place.word(at), "sum" | "min" | "max" | "union");
    let close = place.partner(at + 1).filter(|_| known && place.word(at + 1) == "(")?;
    let colon = place.find(at + 2..close, &[":"])?;
    let (set, table) = (place.text(at + 2..colon), place.word(colon + 1));
    let alone = colon + 2 == close && colon > at + 2 && !place.binds(at + 2..colon);
    let index =
        place.field_index(table).filter(|index| alone && !index.is_empty() && !index.contains(','))?;
    let domain = index.rsplit(':').next().unwrap_or("").trim();
    let letter = domain.chars().next().filter(|letter| letter.is_alphabetic())?.to_lowercase().to_string();
    let text = format!("{}({letter} in {set}: {table}[{letter}])", place.word(at));
    let message = "the members that are gone through have a name";
    Some(place.likely(at..close + 1, message, text).at(place.span_of(&(at + 2..close))))
}

/// `sum p in Pit: seeds[p]`: its brackets are missing.
fn bare_sum(place: &Place, at: usize) -> Option<Mistake> {
    let known = matches!(place.word(at), "sum" | "min" | "max" | "union" | "count");
    if !known || !place.is_name(at + 1) || place.word(at + 2) != "in" || place.before(at) == "." {
        return None;
    }
    let set = set_end(place, at + 3);
    let end = match place.word(set) {
        ":" => side_end(place, set + 1),
        _ if place.word(at) == "count" && place.word(set) != "where" => set,
        _ => return None,
    };
    let text = format!("{}({})", place.word(at), place.text(at + 1..end));
    let message = format!("what `{}` is given stands in round brackets", place.word(at));
    Some(place.likely(at..end, message, text).at(place.span(at)))
}

/// `seeds[p] = 0 for all p in Pit`: the quantifier stands before what is asked.
fn behind_condition(place: &Place, at: usize) -> Option<Mistake> {
    let own = matches!(place.word(at + 1), "some" | "no");
    let (quantifier, words) = if own { (place.word(at + 1), 2) } else { meant(place, at)? };
    let name = at + words;
    let behind = place.word(at) == "for" && place.ends_operand(at.wrapping_sub(1)) && !place.in_body(at);
    let arrow = place.find(place.range.start..at, &["=>", "->"]).is_some();
    if !behind || arrow || !place.is_name(name) || !matches!(place.word(name + 1), "in" | "∈" | "of") {
        return None;
    }
    let (start, end) = (conjunct_start(place, at), set_end(place, name + 2));
    let asked = (start..at).any(|each| place.word(each) == place.word(name));
    let text = format!(
        "{quantifier} {} in {}: {}",
        place.word(name),
        place.text(name + 2..end),
        place.text(start..at)
    );
    let message = "a quantifier stands before what is asked of the members";
    (asked && start < at).then(|| place.likely(start..end, message, text).at(place.span_of(&(at..end))))
}

/// `all lit`, `all seeds = 0`, where the field is a table with one index.
fn of_table(place: &Place, at: usize) -> Option<Mistake> {
    let own = matches!(place.word(at), "some" | "every" | "no");
    let (quantifier, words) = if own { (place.word(at), 1) } else { meant(place, at)? };
    let field = at + words;
    let compared = matches!(place.word(field + 1), "=" | "!=" | "<" | "<=" | ">" | ">=" | "==");
    let end = if compared { side_end(place, field + 2) } else { field + 1 };
    let alone = place.is_name(field)
        && (place.first(end)
            || matches!(place.word(end), "=>" | "and" | "or" | ")" | "{" | "" | "then" | "->" | "as"));
    let index = place.field_index(place.word(field)).filter(|index| alone && !index.contains(','))?;
    let domain = index.rsplit(':').next().unwrap_or("").trim();
    let letter = domain.chars().next().filter(|letter| letter.is_alphabetic())?.to_lowercase().to_string();
    let name = place.word(field);
    if quantifier == "every" && !compared && place.is_set(name) && matches!(place.before(at), "-" | "+" | "&")
    {
        let text = format!("union({letter} in {domain}: {name}[{letter}])");
        return Some(place.likely(at..end, "what the entries of a table hold together is their union", text));
    }
    let rest = if compared { format!(" {}", place.text(field + 1..end)) } else { String::new() };
    let text = format!("{quantifier} {letter} in {domain}: {name}[{letter}]{rest}");
    let message = "a quantifier names a member and the set that it comes from";
    Some(place.likely(at..end, message, text))
}

/// `no x, y in S`: names that share their set.
fn shared_set(place: &Place, at: usize) -> Option<Mistake> {
    let own = matches!(place.word(at), "some" | "every" | "no" | "for");
    let (quantifier, words) = if own { (place.word(at), 1) } else { meant(place, at)? };
    let mut names = vec![at + words];
    while place.is_name(*names.last()?)
        && place.word(names.last()? + 1) == ","
        && place.is_name(names.last()? + 2)
    {
        names.push(names.last()? + 2);
    }
    let sign = names.last()? + 1;
    if names.len() < 2 || !matches!(place.word(sign), "in" | "∈") {
        return None;
    }
    let end = set_end(place, sign + 1);
    let set = place.text(sign + 1..end);
    let binders: Vec<String> = names.iter().map(|name| format!("{} in {set}", place.word(*name))).collect();
    let text = format!("{quantifier} {}", binders.join(", "));
    let message = "every name has its own `in`";
    Some(place.certain(at..end, message, &text).help(format!("write `{text}: ..`")))
}

/// `all(P for x in S)`, `any(P for x in S)`, `sum(E for x in S)`
fn over_generator(place: &Place, at: usize) -> Option<Mistake> {
    let word = place.word(at);
    let known = matches!(
        word,
        "all"
            | "any"
            | "sum"
            | "min"
            | "max"
            | "count"
            | "len"
            | "union"
            | "every"
            | "some"
            | "no"
            | "set"
            | "list"
    );
    if !known || place.word(at + 1) != "(" {
        return None;
    }
    let close = place.partner(at + 1)?;
    let from = if place.word(at + 2) == "[" || place.word(at + 2) == "{" { at + 3 } else { at + 2 };
    let to = if from == at + 3 { close - 1 } else { close };
    let generator = place.find(from..to, &["for"])?;
    let (name, sign) = (place.word(generator + 1), place.word(generator + 2));
    if generator == from || !matches!(sign, "in" | "of" | "∈") {
        return None;
    }
    let guard = place.find(generator..to, &["if", "where"]);
    let (set, body) = (place.text(generator + 3..guard.unwrap_or(to)), place.text(from..generator));
    let filter = guard.map_or(String::new(), |guard| format!(" where {}", place.text(guard + 1..to)));
    let text = match word {
        "all" | "every" => format!("(every {name} in {set}{filter}: {body})"),
        "any" | "some" => format!("(some {name} in {set}{filter}: {body})"),
        "no" => format!("(no {name} in {set}{filter}: {body})"),
        "set" | "list" => format!("{{ {body} for {name} in {set}{filter} }}"),
        "count" | "len" => format!("count({name} in {set}{filter})"),
        _ => format!("{word}({name} in {set}{filter}: {body})"),
    };
    let message =
        format!("in `{word}` the names and their sets come first, then `:` and what is asked of them");
    Some(
        place
            .certain(at..close + 1, message, text)
            .at(place.span_of(&(generator..generator + 1)))
            .label("the set comes first"),
    )
}

/// `all(x in S: P)`, `some(x in S: P)`, `exists(x in S, P)`
fn in_brackets(place: &Place, at: usize) -> Option<Mistake> {
    let word = place.word(at);
    let quantifier = match word {
        "some" | "every" | "no" => word,
        "all" | "forall" | "Forall" | "forAll" => "every",
        "any" | "exists" | "Exists" => "some",
        _ => return None,
    };
    if place.word(at + 1) != "(" || !place.is_name(at + 2) {
        return None;
    }
    let close = place.partner(at + 1)?;
    if !matches!(place.word(at + 3), "in" | "∈" | "of") {
        return None;
    }
    let parted = place
        .find(at + 4..close, &[":", "|", "=>", ","])
        .or_else(|| place.find(at + 4..close, &["where", "if", "such"]))?;
    let behind = if place.word(parted) == "such" { parted + 2 } else { parted + 1 };
    let (name, set, body) = (place.word(at + 2), place.text(at + 4..parted), place.text(behind..close));
    let text = format!("({quantifier} {name} in {set}: {body})");
    let message = format!("the brackets stand around the whole: `({quantifier} {name} in .. : ..)`");
    Some(place.certain(at..close + 1, message, text).at(place.span(at)))
}

/// `forall x in S: P`, `for all x in S: P`, `exists x in S such that P`, `∀ x ∈ S: P`
fn word_of(place: &Place, at: usize) -> Option<Mistake> {
    if place.ends_operand(at.wrapping_sub(1)) && !place.in_body(at) {
        return None;
    }
    let (quantifier, words) = meant(place, at)?;
    let binder = at + words;
    let bound =
        (place.is_name(binder)) && matches!(place.word(binder + 1), "in" | "∈" | "of" | "from" | ":" | ".");
    if !bound || (place.in_body(at) && place.begins_statement(at)) {
        return None;
    }
    let said = place.text(at..binder);
    let name = place.word(binder);
    if place.rule == Some(Rule::end_item) && at == place.range.start + 1 {
        let head = format!(
            "end for {}",
            place.text(binder..place.find(binder..place.range.end, &["=>"]).unwrap_or(binder))
        );
        let help = format!("write `{head} => ..`");
        return Some(place.certain(at..binder, format!("`{said}` is written `for`"), "for").help(help));
    }
    let shown = format!("write `{quantifier} {name} in S: ..`")
        .replace(" S:", &format!(" {}:", set_text(place, binder + 2)));
    let covers = at..binder;
    let message = format!("`{said}` is written `{quantifier}`");
    // The sign and what follows are mended with it.
    let sign = place.word(binder + 1);
    let whole = at..binder + 2;
    let text = format!("{quantifier} {name} in");
    let mistake = match sign {
        "in" => place.certain(covers.clone(), message, quantifier),
        _ => place.certain(whole, message, text),
    };
    let colon = set_end(place, binder + 2);
    let clause = place.text(colon + 1..place.clause_end(colon + 1));
    let shown = match place.word(colon) {
        ":" if !clause.is_empty() && clause.len() < 60 => shown.replace("..`", &format!("{clause}`")),
        _ if let Some(parted) = wrong_colon(place, colon) => {
            let clause = place.text(parted.end..place.clause_end(parted.end));
            if clause.is_empty() { shown } else { shown.replace("..`", &format!("{clause}`")) }
        }
        _ => shown,
    };
    let mistake = with_colon(place, mistake, binder + 2);
    Some(mistake.at(place.span_of(&covers)).label(format!("write `{quantifier}`")).help(shown))
}

/// The set of a binder, for the help.
fn set_text<'t>(place: &Place<'_, 't>, from: usize) -> &'t str {
    let end = set_end(place, from);
    if end > from { place.text(from..end) } else { "S" }
}

/// The index behind the set of a binder that begins at `from`.
fn set_end(place: &Place, from: usize) -> usize {
    let mut end = place.operand_end(from);
    while matches!(place.word(end), "-" | "+" | "&" | "..") {
        end = place.operand_end(end + 1);
    }
    end
}

/// Adds the mend of `such that`, `|`, `,` or `.` to one of the quantifier before it.
fn with_colon(place: &Place, mut mistake: Mistake, from: usize) -> Mistake {
    if let Some(parted) = wrong_colon(place, set_end(place, from)) {
        let at = place.span_of(&parted);
        mistake.report = mistake.report.fix(at, ":");
        mistake.covers.end = parted.end;
    }
    mistake
}

/// The words between a set and what is said of its members, if they should be `:`.
fn wrong_colon(place: &Place, at: usize) -> Option<Range<usize>> {
    match (place.word(at), place.word(at + 1)) {
        ("such", "that") => Some(at..at + 2),
        ("with" | "st" | "|" | "holds" | "satisfies" | "=>" | "if" | "suchthat" | "s", _) => Some(at..at + 1),
        ("where", _) if place.find(at..place.clause_end(at + 1) + 1, &[":"]).is_none() => Some(at..at + 1),
        _ => None,
    }
}

/// The binder of a quantifier that is written right: the index behind its set.
fn right_binder(place: &Place, at: usize) -> Option<usize> {
    let quantified = matches!(place.word(at), "some" | "every" | "no")
        && place.is_name(at + 1)
        && place.word(at + 2) == "in";
    quantified.then(|| set_end(place, at + 3))
}

/// `some x in S such that P`, `every x in S | P`, `some x in S where P`
fn such_that(place: &Place, at: usize) -> Option<Mistake> {
    let end = right_binder(place, at)?;
    let parted = wrong_colon(place, end)?;
    let said = place.text(parted.clone());
    let clause = place.text(parted.end..place.clause_end(parted.end));
    let help = format!("write `{}: {}`", place.text(at..end), if clause.is_empty() { ".." } else { clause });
    let message = format!("what is said of `{}` stands behind `:`, not `{said}`", place.word(at + 1));
    Some(place.certain(parted, message, ":").help(help))
}

/// `every x in S, P`: a comma before what is said of the members.
fn comma_for_colon(place: &Place, at: usize) -> Option<Mistake> {
    let comma = right_binder(place, at)
        .filter(|end| place.word(*end) == "," || place.word(*end) == "." && !place.beside(*end))?;
    let name = place.word(at + 1);
    let binds = place.is_name(comma + 1)
        && matches!(place.word(comma + 2), "in" | "∈" | ",")
        && place.word(comma + 1) != name;
    let end = place.clause_end(comma + 1);
    let later = place.find(comma + 1..place.range.end, &[":"]);
    let has_colon = later.is_some_and(|colon| colon <= end);
    (!binds && !has_colon && comma + 1 < end).then(|| {
        let message = format!("what is said of `{name}` stands behind `:`, not `{}`", place.word(comma));
        let help = format!("write `{}: {}`", place.text(at..comma), place.text(comma + 1..end));
        place.certain(comma..comma + 1, message, ":").help(help)
    })
}

/// `every x in S P`
fn missing_colon(place: &Place, at: usize) -> Option<Mistake> {
    let end = right_binder(place, at)?;
    let begins = (place.is_name(end) || matches!(place.word(end), "not" | "me" | "(")) && !place.first(end);
    let body = place.body.is_some_and(|(open, _)| open == end);
    (begins && !body && end > at + 3).then(|| {
        let message = format!("`:` is missing between the set and what is said of `{}`", place.word(at + 1));
        let help = format!("write `{}: {} ..`", place.text(at..end), place.word(end));
        let gap = place.span(end - 1).after();
        let report = crate::diagnostic::Diagnostic::error(
            crate::syntax::codes::ELSEWHERE,
            message,
            gap,
            "write `:` here",
        );
        Mistake { report: report.help(help).fix(gap, ":"), covers: at..end }
    })
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    #[test]
    fn a_quantifier_stands_before_what_is_asked() {
        let helps = |line: &str| {
            helps_about(&format!(
                "game \"G\"\nplayers On, Off\nenum Lamp {{ p, q }}\nstate {{ n[Lamp]: 0..9 }}\nmove m(l in Lamp) {{ n[l] += 1 }}\n{line}\nstuck => draw\n"
            ))
        };
        let every = ["write `every l in Lamp: n[l] = 0`"];
        assert_eq!(helps("end when n[l] = 0 for all l in Lamp => On wins"), every);
        assert_eq!(helps("end when n[p] > 1 and n[l] = 0 for each l in Lamp => On wins"), every);
        assert_eq!(helps("def f = n[l] = 0 for some l in Lamp"), ["write `some l in Lamp: n[l] = 0`"]);
        assert_eq!(helps("end when sum l in Lamp: n[l] < 3 => draw"), ["write `sum(l in Lamp: n[l])`"]);
        assert_eq!(
            helps("end when max l in Lamp: n[l] + 1 > 3 => draw"),
            ["write `max(l in Lamp: n[l] + 1)`"]
        );
        assert_eq!(helps("end when sum(l in Lamp: n[l]) < 3 => draw"), [""; 0]);
        assert_eq!(
            helps("end when max(l in Lamp: n[l] where n[l] < 5) > 3 => draw"),
            ["write `max(l in Lamp where n[l] < 5: n[l])`"]
        );
    }

    #[test]
    fn a_table_is_asked_member_by_member() {
        let head = "game \"G\"\nplayers On, Off\nenum Lamp { p, q }\nstate { lit[Lamp]: bool }\nmove m(l in Lamp) { lit[l] = true }\n";
        let helps = |line: &str| helps_about(&format!("{head}{line}\nstuck => draw\n"));
        assert_eq!(helps("end when all lit => On wins"), ["write `every l in Lamp: lit[l]`"]);
        let off = "write `every l in Lamp: lit[l] = false`";
        assert_eq!(helps("end when all lit = false => On wins"), [off]);
        assert_eq!(helps("end when every lit = false and p = q => On wins"), [off]);
        assert_eq!(helps("end when any lit and p = q => On wins"), ["write `some l in Lamp: lit[l]`"]);
    }

    #[test]
    fn members_that_are_gone_through_have_a_name() {
        let head = "game \"G\"\nplayers On, Off\nenum Lamp { p, q }\nstate { n[Lamp]: 0..9, men[Player]: set of Lamp }\nmove m(l in Lamp) { n[l] += 1 }\n";
        let helps = |line: &str| helps_about(&format!("{head}{line}\nstuck => draw\n"));
        assert_eq!(helps("end when sum(Lamp: n) = 3 => draw"), ["write `sum(l in Lamp: n[l])`"]);
        assert_eq!(helps("end when max({p, q}: n) = 3 => draw"), ["write `max(l in {p, q}: n[l])`"]);
        assert_eq!(helps("def rest = Lamp - all men"), ["write `union(p in Player: men[p])`"]);
        assert_eq!(helps("def rest = Lamp - union(p in Player: men[p])"), [""; 0]);
    }
}
