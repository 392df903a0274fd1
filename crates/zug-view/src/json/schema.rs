//! The published schema of the form, made from its types.

use super::{
    Analyze, Build, DatabaseCheck, Deep, Estimate, Exercises, Info, JsonDiagnostic, JsonIndex, JsonTree,
    Moves, Perft, Probe, Prove, Solve, Strong, Test, Verify, Why, Within,
};
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

/// The schema, by JSON Schema 2020-12: any of the answers, and under `$defs` each of them by its
/// name.
pub fn schema() -> Value {
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let answers = answers(&mut generator);
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The form of zug --json, version 1",
        "description": "Any of the objects that zug prints; docs/json.md tells which command prints which. Within a version keys are only added.",
        "anyOf": answers,
        "$defs": generator.take_definitions(true),
    })
}

/// References to all answers.
fn answers(generator: &mut SchemaGenerator) -> Vec<Value> {
    let answers = [
        generator.subschema_for::<Solve>(),
        generator.subschema_for::<Strong>(),
        generator.subschema_for::<Within>(),
        generator.subschema_for::<Estimate>(),
        generator.subschema_for::<Moves>(),
        generator.subschema_for::<Why>(),
        generator.subschema_for::<Perft>(),
        generator.subschema_for::<JsonTree>(),
        generator.subschema_for::<Test>(),
        generator.subschema_for::<JsonIndex>(),
        generator.subschema_for::<Analyze>(),
        generator.subschema_for::<Info>(),
        generator.subschema_for::<Build>(),
        generator.subschema_for::<DatabaseCheck>(),
        generator.subschema_for::<Probe>(),
        generator.subschema_for::<Prove>(),
        generator.subschema_for::<Verify>(),
        generator.subschema_for::<JsonDiagnostic>(),
        generator.subschema_for::<Deep>(),
        generator.subschema_for::<Exercises>(),
    ];
    answers.into_iter().map(Value::from).collect()
}
