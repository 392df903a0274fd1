//! Values of definitions, keys and arrays as objects of Python.

use crate::errors;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict, PySet, PyTuple};
use zug_lang::program::{DomainId, Field, Kind, Program, Value};

/// The words of a key: any sequence of so many numbers.
pub fn words(key: &Bound<'_, PyAny>) -> PyResult<Vec<u64>> {
    let list: Option<Vec<u64>> =
        key.try_iter().and_then(|each| each.map(|word| word?.extract::<u64>()).collect()).ok();
    list.ok_or_else(|| errors::mistake(key.py(), "a key is a sequence of 1, 2, 4 or 8 numbers of 64 bits"))
}

/// An array of numpy with these bytes; it may be written to.
pub fn array<'py>(py: Python<'py>, bytes: &[u8], kind: &str, shape: &[usize]) -> PyResult<Bound<'py, PyAny>> {
    let numpy = py.import("numpy")?;
    let options = PyDict::new(py);
    options.set_item("dtype", kind)?;
    let flat = numpy.call_method("frombuffer", (PyByteArray::new(py, bytes),), Some(&options))?;
    flat.call_method1("reshape", (PyTuple::new(py, shape)?,))
}

/// A field: one value, or a dict from its index, or from tuples of its indexes.
pub fn field<'py>(
    py: Python<'py>,
    program: &Program,
    field: &Field,
    entries: &[Value],
) -> PyResult<Bound<'py, PyAny>> {
    if field.indexes.is_empty() {
        return value(py, program, field.ty.kind, entries.first().unwrap_or(&Value::None));
    }
    let all = PyDict::new(py);
    for (number, entry) in entries.iter().enumerate() {
        let mut left = number;
        let mut index = Vec::new();
        for domain in field.indexes.iter().rev() {
            let len = program.domain(*domain).len().max(1);
            index.push(element(py, program, *domain, left % len)?);
            left /= len;
        }
        index.reverse();
        let entry = value(py, program, field.ty.kind, entry)?;
        match index.as_slice() {
            [only] => all.set_item(only, entry)?,
            several => all.set_item(PyTuple::new(py, several)?, entry)?,
        }
    }
    Ok(all.into_any())
}

fn value<'py>(py: Python<'py>, program: &Program, kind: Kind, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match (value, kind) {
        (Value::Bool(truth), _) => truth.into_pyobject(py)?.to_owned().into_any(),
        (Value::Int(number), _) => number.into_pyobject(py)?.into_any(),
        (Value::Element(index), Kind::Element(domain)) => element(py, program, domain, *index as usize)?,
        (Value::Set(set), kind) => {
            let members = set.iter().map(|member| match kind {
                Kind::Set(domain) => element(py, program, domain, member as usize),
                _ => Ok(member.into_pyobject(py)?.into_any()),
            });
            PySet::new(py, members.collect::<PyResult<Vec<_>>>()?)?.into_any()
        }
        _ => py.None().into_bound(py),
    })
}

/// An element: its name, or its number where elements count as integers.
fn element<'py>(
    py: Python<'py>,
    program: &Program,
    domain: DomainId,
    index: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let domain = program.domain(domain);
    Ok(match domain.low() {
        Some(low) => (low + index as i64).into_pyobject(py)?.into_any(),
        None => domain.members.get(index).map_or("", String::as_str).into_pyobject(py)?.into_any(),
    })
}

/// A text within HTML.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
