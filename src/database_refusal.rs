//! Why a database gives no answer: the failure of a build or a look-up.

use crate::failure::{BUG, Failure, LIMIT, MISTAKE, USAGE};
use std::path::Path;
use zug::answer::{Prepared, Unfit};
use zug::database::{DatabaseError, position_of, way_to_fault};
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::Program;
use zug_lang::replay;
use zug_lang::semantics::Semantics;
use zug_lang::source::Sources;
use zug_view::wording::unfit;

/// The exit code for an error of a database.
pub fn code(error: &DatabaseError) -> u8 {
    match error {
        DatabaseError::Fault { .. } | DatabaseError::Unfit(zug_solve::ENDLESS_VARIES) => MISTAKE,
        DatabaseError::Contradiction { .. } => BUG,
        error if error.is_limit() => LIMIT,
        _ => USAGE,
    }
}

/// The failure for an error on building a database, which what was saved survives.
///
/// `prepared` knows where a fault is.
pub fn building(
    sources: &Sources,
    program: &Program,
    prepared: &Prepared<'_>,
    folder: &Path,
    error: DatabaseError,
) -> Failure {
    match error {
        DatabaseError::Limit(_) => Failure::Message {
            code: code(&error),
            text: format!(
                "{error}; what is in {} stays, and the same command goes on with it",
                folder.display()
            ),
        },
        error => failure(sources, program, Some(prepared), folder, error),
    }
}

/// The failure for an error of a database.
///
/// `prepared` knows where a fault is.
pub fn failure(
    sources: &Sources,
    program: &Program,
    prepared: Option<&Prepared<'_>>,
    folder: &Path,
    error: DatabaseError,
) -> Failure {
    let (text, code) = (error.to_string(), code(&error));
    match error {
        DatabaseError::Limit(_) => {
            Failure::Message { code, text: format!("{text}; what is in {} stays as it is", folder.display()) }
        }
        DatabaseError::Lost { .. } | DatabaseError::Worker { is_limit: true, .. } => Failure::Message {
            code,
            text: format!(
                "{text}; what is in {} stays, and the same command goes on with it",
                folder.display()
            ),
        },
        ref error if error.is_full() => Failure::Message {
            code,
            text: format!(
                "{text}; what is in {} stays, and the same command goes on with it once there is room",
                folder.display()
            ),
        },
        DatabaseError::Unfit(zug_solve::ENDLESS_VARIES) => {
            Failure::Message { code, text: unfit(&Unfit::EndlessVaries) }
        }
        DatabaseError::Contradiction { code } => panic!("{text}: key {code:x}"),
        DatabaseError::Fault { code: at, .. } => {
            let semantics = Semantics::new(program);
            let diagnostic = match prepared {
                Some(prepared) => at_code(prepared, &semantics, at),
                None => replay::unknown(program),
            };
            let sources = Box::new(sources.clone());
            Failure::Diagnostics { sources, diagnostics: vec![diagnostic], code }
        }
        _ => Failure::Message { code, text },
    }
}

/// The diagnostic of a fault at the position with this code, with the moves that lead there.
fn at_code(prepared: &Prepared<'_>, semantics: &Semantics<'_>, code: u128) -> Diagnostic {
    let Some(way) = way_to_fault(prepared, code) else {
        return match position_of(prepared, code) {
            Some(position) => replay::fault_somewhere(semantics, &position),
            None => replay::unknown(semantics.program()),
        };
    };
    replay::fault(semantics, &semantics.start(), &[], &way)
}
