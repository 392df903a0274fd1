//! Names of one type that are written for one another.

use super::RuleEdit;
use super::rules::RuleTokens;
use zug_lang::boards::ORTHOGONAL;
use zug_lang::check;
use zug_lang::check::index::{Index, NameKind, Target, Use};

/// The most tokens between two names that are exchanged.
const NEAR: usize = 12;

/// A use of a name: the token, and what is the same of all names that may stand there.
struct NameUse {
    token: usize,
    /// The name's declaration.
    declared: Option<usize>,
    /// The type, with what stands between brackets.
    ty: String,
}

/// The edits that put another name of the same type in the place of one, and those that exchange
/// two.
pub(super) fn of_names(rules: &RuleTokens, index: &Index) -> (Vec<RuleEdit>, Vec<RuleEdit>) {
    let uses: Vec<NameUse> = rules.places().filter_map(|at| name_use(rules, index, at)).collect();
    let others = uses.iter().flat_map(|each| others(rules, index, each)).collect();
    (others, exchanged(rules, &uses))
}

/// The use of a name at a token that is no declaration.
fn name_use(rules: &RuleTokens, index: &Index, token: usize) -> Option<NameUse> {
    let (start, end) = (rules.tokens[token].start, rules.tokens[token].end);
    let is_here = |each: &&Use| (each.span.start as usize, each.span.end as usize) == (start, end);
    let used = index.at(start).filter(is_here)?;
    match used.target {
        Target::Definition(at) => {
            let of = index.definitions.get(at).filter(|of| of.span != used.span)?;
            Some(NameUse { token, declared: Some(at), ty: type_of(of)? })
        }
        Target::Element(at) => {
            let of = index.definitions.get(at)?;
            (of.kind != NameKind::Board).then(|| NameUse { token, declared: None, ty: of.name.clone() })
        }
        Target::BuiltIn(name) => {
            ORTHOGONAL.contains(&name).then(|| NameUse { token, declared: None, ty: DIRECTION.to_owned() })
        }
    }
}

/// The type of directions.
const DIRECTION: &str = "Direction";

/// The type of a declared name, with what stands between its brackets; bounds are left out.
fn type_of(of: &check::index::Definition) -> Option<String> {
    use NameKind as K;
    let is_value = matches!(
        of.kind,
        K::Param | K::Let | K::Def | K::Field | K::Parameter | K::Binder | K::LocalLet | K::Var
    );
    let ty = of.ty.as_ref().filter(|_| is_value)?;
    let ty = match ty.strip_prefix("set of ") {
        Some(members) if members.contains("..") => "set of integers",
        None if ty.contains("..") => "integer",
        _ => ty.as_str(),
    };
    Some(format!("{}[{}]", ty.trim_end_matches(" or none"), of.takes.join(",")))
}

/// The other names that may stand in the place of one.
fn others(rules: &RuleTokens, index: &Index, used: &NameUse) -> Vec<RuleEdit> {
    let here = rules.tokens[used.token].start;
    let written = rules.word(used.token);
    let is_other = |of: &check::index::Definition| of.name != written;
    let mut names: Vec<&str> = index
        .visible(here)
        .filter(|(at, of)| {
            Some(*at) != used.declared && is_other(of) && type_of(of).as_ref() == Some(&used.ty)
        })
        .map(|(_, of)| of.name.as_str())
        .collect();
    if used.ty == DIRECTION {
        names.extend(ORTHOGONAL.iter().filter(|name| **name != written));
    }
    names.sort_unstable();
    names.dedup();
    names.into_iter().map(|name| rules.replaced(used.token, name.to_owned())).collect()
}

/// The edits that exchange two names of one type that stand near to each other.
fn exchanged(rules: &RuleTokens, uses: &[NameUse]) -> Vec<RuleEdit> {
    let mut found = Vec::new();
    for (at, first) in uses.iter().enumerate() {
        let near = uses[at + 1..].iter().take_while(|second| second.token - first.token <= NEAR);
        let near = near.filter(|second| rules.on_one_line(first.token, second.token));
        let alike = near
            .filter(|second| second.ty == first.ty && rules.word(second.token) != rules.word(first.token));
        found.extend(
            alike.map(|second| rules.exchanged((first.token, first.token), (second.token, second.token))),
        );
    }
    found
}
