//! Tests by random play and random damage: the value of every expression fits its type; a damaged
//! text causes no panic, and if it is refused, a diagnostic says why.

use super::tests::checked;
use crate::diagnostic::Severity;
use crate::program::{Expr, ExprKind, Kind, Program, Type, Value};
use crate::semantics::eval::{Faults, Here, Scene, World};
use crate::semantics::{Position, Semantics};
use zug_game::SplitMix64 as Random;

fn texts() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("the games").flatten().map(|e| e.path()).collect();
    files.sort();
    let games = files.into_iter().filter(|path| path.extension().is_some_and(|e| e == "game"));
    games
        .map(|path| (path.display().to_string(), std::fs::read_to_string(&path).expect("readable")))
        .collect()
}

/// Whether a value fits a type.
fn promised(value: &Value, ty: Type) -> bool {
    match (value, ty.kind) {
        (Value::None, kind) => ty.or_none || kind == Kind::Nothing,
        (Value::Int(n), Kind::Int { low, high }) => (low..=high).contains(n),
        (Value::Set(set), Kind::IntSet { low, high }) => set.iter().all(|n| (low..=high).contains(&n)),
        (Value::Bool(_), Kind::Bool) | (Value::Element(_), Kind::Element(_)) => true,
        (Value::Set(_), Kind::Set(_)) | (Value::Sets(_), Kind::Sets(_)) => true,
        _ => false,
    }
}

/// Evaluates all subexpressions without locals and compares the values with their types.
fn keeps_types(scene: &Scene, e: &Expr) -> bool {
    e.walk().filter(|e| closed(e)).all(|e| {
        let value = scene.eval(&mut Vec::new(), e);
        assert!(promised(&value, e.ty), "{value:?} is not {:?}: {e:#?}", e.ty);
        true
    })
}

fn closed(e: &Expr) -> bool {
    !e.walk().any(|e| matches!(e.kind, ExprKind::Local(_) | ExprKind::Quantified { .. }))
}

fn look(program: &Program, position: &Position) {
    let faults = Faults::default();
    let here = Here { fields: &position.fields, me: position.turn, faults: &faults };
    let scene = Scene { world: World::of(program), here: Some(here) };
    for play in &program.moves {
        keeps_types(&scene, &play.when);
        play.parameters.iter().for_each(|(_, set)| {
            keeps_types(&scene, set);
        });
    }
    for def in program.defs.iter().filter(|def| def.parameters == 0) {
        keeps_types(&scene, &def.body);
        let mut locals = vec![Value::None; def.frame.locals.len()];
        let value = scene.eval(&mut locals, &def.body);
        assert!(promised(&value, def.body.ty), "{value:?} is not {:?} in {}", def.body.ty, def.name);
    }
    program.ends.iter().for_each(|end| {
        keeps_types(&scene, &end.when);
    });
}

fn wander(program: &Program, random: &mut Random, plies: usize, with: impl Fn(&Program, &Position)) {
    let semantics = Semantics::new(program);
    let mut position = semantics.start();
    for _ in 0..plies {
        with(program, &position);
        if !matches!(semantics.outcome(&position), Ok(None)) {
            return;
        }
        let Ok(legal) = semantics.legal(&position) else { return };
        if legal.is_empty() {
            return;
        }
        match semantics.play(&position, &legal[random.below(legal.len())]) {
            Ok(next) => position = next,
            Err(_) => return,
        }
    }
}

#[test]
fn every_expression_keeps_the_promise_of_its_type() {
    let mut random = Random(7);
    for (_, text) in texts() {
        let (program, _, _) = checked(&text);
        let program = program.expect("a program");
        for _ in 0..4 {
            wander(&program, &mut random, 40, look);
        }
    }
}

/// The words and characters of a text, blanks included.
fn tokens(text: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for c in text.chars() {
        let word = |c: char| c.is_alphanumeric() || c == '_';
        match all.last_mut() {
            Some(last) if word(c) && last.chars().all(word) => last.push(c),
            _ => all.push(c.to_string()),
        }
    }
    all
}

fn damaged(tokens: &[String], random: &mut Random) -> String {
    let mut all = tokens.to_vec();
    for _ in 0..=random.below(2) {
        let (at, from) = (random.below(all.len()), random.below(all.len()));
        match random.below(3) {
            0 => all[at] = all[from].clone(),
            1 => all.swap(at, from),
            _ => all[at].clear(),
        }
    }
    all.concat()
}

#[test]
fn damaged_definitions_are_refused_with_a_reason_or_can_be_played() {
    let mut random = Random(11);
    for (name, text) in texts() {
        let tokens = tokens(&text);
        for _ in 0..25 {
            let text = damaged(&tokens, &mut random);
            let (program, diagnostics, _) = checked(&text);
            let refused = diagnostics.iter().any(|d| d.severity == Severity::Error);
            assert!(diagnostics.iter().all(|d| d.code != super::codes::OUR_FAULT), "{name}\n{text}");
            assert!(refused || program.is_some(), "{name}: neither a program nor a reason\n{text}");
            if let Some(program) = program {
                wander(&program, &mut random, 6, look);
            }
        }
    }
}
