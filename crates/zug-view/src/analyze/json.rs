//! Writes an analysis as JSON.

use super::gather::{Analysis, KeyMove, MainLine, Rated};
use serde_json::{Map, Value, json};
use zug::answer::StateSpaceStatistics;
use zug_lang::program::Program;
use zug_lang::wording;

/// The members of the answer, after those that all answers have.
pub fn json(program: &Program, analysis: &Analysis, mut object: Map<String, Value>) -> Value {
    let known = analysis.answer.as_ref().ok();
    let over = known.is_some_and(|answer| answer.best.is_empty());
    let turn = program.players()[analysis.position.turn.index()];
    let rendered = |value: i64| wording::value(program, value);
    object.insert("after".into(), json!(analysis.after));
    object.insert("turn".into(), json!((!over).then_some(turn)));
    object.insert("value".into(), json!(known.map(|answer| rendered(answer.value))));
    object.insert("points".into(), json!(known.map(|answer| answer.value)));
    object.insert("plies".into(), json!(known.and_then(|answer| answer.distance)));
    object.insert("because".into(), json!(known.map(|answer| &answer.why)));
    let best = |each: &Rated| known.is_some_and(|answer| answer.best.contains(&each.choice));
    let rated = |each: &Rated| {
        json!({"move": each.text, "value": rendered(each.value), "points": each.value, "plies": each.plies,
               "best": best(each)})
    };
    object.insert("moves".into(), analysis.moves.iter().map(rated).collect());
    let line = |each: &MainLine| json!({"moves": each.moves, "value": each.end.map(rendered), "repeats": each.repeats});
    object.insert("lines".into(), analysis.lines.iter().map(line).collect());
    let key = |each: &KeyMove| {
        json!({"ply": each.ply + 1, "player": each.player, "move": each.text, "legal": each.legal,
               "keeps": rendered(each.value), "otherwise": rendered(each.otherwise)})
    };
    object.insert("only_moves".into(), analysis.key_moves.iter().map(key).collect());
    object.insert(
        "positions".into(),
        json!(analysis.state_space.as_ref().map(|state_space| counts(program, state_space))),
    );
    let chance = &analysis.chance;
    object.insert(
        "random".into(),
        json!({"first": chance.first, "draw": chance.draw, "second": chance.second,
               "endless": chance.endless, "mean": chance.mean, "sampled": chance.sampled}),
    );
    Value::Object(object)
}

fn counts(program: &Program, state_space: &StateSpaceStatistics) -> Value {
    let values = state_space.values.iter().rev();
    let values = values.map(
        |(value, count)| json!({"value": wording::value(program, *value), "points": value, "positions": count}),
    );
    let distances = state_space.distances.iter();
    let distances =
        distances.map(|(plies, count)| json!({"plies": plies, "first": count[0], "second": count[1]}));
    json!({
        "all": state_space.positions,
        "over": state_space.terminal,
        "cyclic": state_space.cyclic,
        "moves": state_space.moves,
        "with_only_move": state_space.only_moves,
        "bytes": state_space.bytes,
        "by_value": values.collect::<Value>(),
        "by_distance": distances.collect::<Value>(),
        "by_depth": state_space.depths,
    })
}
