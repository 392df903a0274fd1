//! A validator of the part of JSON Schema 2020-12 that the schema of `--json` uses, stricter in one
//! thing: an object has no key that is not listed. A keyword that it does not know is an error, so
//! nothing is passed over in silence.

use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// Keywords that say nothing about what is allowed.
const NOTES: [&str; 5] = ["$schema", "title", "description", "format", "$defs"];

/// Holds values to the forms of a schema, and remembers which of its keys were met.
pub struct Validator<'a> {
    schema: &'a Value,
    /// Addresses of keys: the form, the key.
    met: BTreeSet<(usize, String)>,
}

impl<'a> Validator<'a> {
    /// For the forms under `$defs`.
    pub fn new(schema: &'a Value) -> Validator<'a> {
        Validator { schema, met: BTreeSet::new() }
    }

    /// What is wrong with a value that should be of a form.
    pub fn mistakes(&mut self, form: &str, value: &Value) -> Vec<String> {
        let schema = self.form(form);
        self.check(schema, value, form)
    }

    fn form(&self, name: &str) -> &'a Value {
        self.schema["$defs"].get(name).unwrap_or_else(|| panic!("there is no form {name}"))
    }

    /// The keys that no value had.
    pub fn unseen(&self) -> Vec<String> {
        let forms = self.schema["$defs"].as_object().expect("forms");
        let mut unseen = Vec::new();
        for (name, schema) in forms {
            self.unseen_in(name, schema, &mut unseen);
        }
        unseen
    }

    fn unseen_in(&self, name: &str, schema: &Value, unseen: &mut Vec<String>) {
        for key in schema.get("properties").and_then(Value::as_object).into_iter().flat_map(Map::keys) {
            if !self.met.contains(&(address(schema), key.clone())) {
                unseen.push(format!("{name}.{key}"));
            }
        }
        for alternative in alternatives(schema) {
            self.unseen_in(name, alternative, unseen);
        }
    }

    fn check(&mut self, schema: &'a Value, value: &Value, place: &str) -> Vec<String> {
        let keywords = schema.as_object().unwrap_or_else(|| panic!("{place}: {schema} is no schema"));
        let mut wrong = Vec::new();
        for (keyword, says) in keywords {
            match keyword.as_str() {
                "$ref" => {
                    let name = says.as_str().and_then(|name| name.strip_prefix("#/$defs/"));
                    let form = self.form(name.expect("a form of this schema"));
                    wrong.extend(self.check(form, value, place));
                }
                "anyOf" | "oneOf" => wrong.extend(self.one_of(schema, value, place)),
                "type" if !is_of(says, value) => wrong.push(format!("{place}: {value} is no {says}")),
                "const" if says != value => wrong.push(format!("{place}: {value} is not {says}")),
                "enum" if !says.as_array().expect("a list").contains(value) => {
                    wrong.push(format!("{place}: {value} is none of {says}"));
                }
                "minimum" if value.as_f64() < says.as_f64() && value.is_number() => {
                    wrong.push(format!("{place}: {value} is less than {says}"));
                }
                "maximum" if value.as_f64() > says.as_f64() => {
                    wrong.push(format!("{place}: {value} is more than {says}"));
                }
                "minItems" if items(value) < says.as_u64() && value.is_array() => {
                    wrong.push(format!("{place}: fewer items than {says}"));
                }
                "maxItems" if items(value) > says.as_u64() => {
                    wrong.push(format!("{place}: more items than {says}"));
                }
                "type" | "const" | "enum" | "minimum" | "maximum" | "minItems" | "maxItems" => {}
                "properties" | "required" | "additionalProperties" | "items" | "prefixItems" => {}
                other => assert!(NOTES.contains(&other), "the validator does not know `{other}` at {place}"),
            }
        }
        match value {
            Value::Object(object) => wrong.extend(self.object(schema, object, place)),
            Value::Array(list) => wrong.extend(self.array(schema, list, place)),
            _ => {}
        }
        wrong
    }

    /// Exactly one of the alternatives fits, the forms of this program being apart.
    fn one_of(&mut self, schema: &'a Value, value: &Value, place: &str) -> Vec<String> {
        let mut wrong = Vec::new();
        for alternative in alternatives(schema) {
            let found = self.check(alternative, value, place);
            if found.is_empty() {
                return Vec::new();
            }
            wrong.extend(found);
        }
        wrong
    }

    fn object(&mut self, schema: &'a Value, object: &Map<String, Value>, place: &str) -> Vec<String> {
        let mut wrong = Vec::new();
        let listed = schema.get("properties").and_then(Value::as_object);
        let others = schema.get("additionalProperties").filter(|others| others.is_object());
        for (key, value) in object {
            let place = format!("{place}.{key}");
            match (listed.and_then(|listed| listed.get(key)), others) {
                (Some(inner), _) => {
                    self.met.insert((address(schema), key.clone()));
                    wrong.extend(self.check(inner, value, &place));
                }
                (None, Some(inner)) => wrong.extend(self.check(inner, value, &place)),
                (None, None) if listed.is_some() => wrong.push(format!("{place} is not in the schema")),
                (None, None) => {}
            }
        }
        let required = schema.get("required").and_then(Value::as_array);
        for key in required.into_iter().flatten().filter_map(Value::as_str) {
            if !object.contains_key(key) {
                wrong.push(format!("{place}.{key} is missing"));
            }
        }
        wrong
    }

    fn array(&mut self, schema: &'a Value, list: &[Value], place: &str) -> Vec<String> {
        let first = schema.get("prefixItems").and_then(Value::as_array);
        let first = first.map_or(&[][..], Vec::as_slice);
        let rest = schema.get("items").filter(|rest| rest.is_object());
        let mut wrong = Vec::new();
        for (at, value) in list.iter().enumerate() {
            if let Some(inner) = first.get(at).or(rest) {
                wrong.extend(self.check(inner, value, &format!("{place}[{at}]")));
            }
        }
        wrong
    }
}

fn alternatives(schema: &Value) -> impl Iterator<Item = &Value> {
    ["anyOf", "oneOf"].into_iter().filter_map(|name| schema.get(name)?.as_array()).flatten()
}

/// What tells two schemas with the same keys apart: each stands in one place of the document.
fn address(schema: &Value) -> usize {
    std::ptr::from_ref(schema) as usize
}

fn items(value: &Value) -> Option<u64> {
    value.as_array().map(|list| list.len() as u64)
}

/// Whether a value is of a type, or of one of several.
fn is_of(types: &Value, value: &Value) -> bool {
    let is = |name: &Value| match name.as_str() {
        Some("null") => value.is_null(),
        Some("boolean") => value.is_boolean(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("number") => value.is_number(),
        Some("string") => value.is_string(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        other => panic!("{other:?} is no type"),
    };
    types.as_array().map_or_else(|| is(types), |several| several.iter().any(is))
}
