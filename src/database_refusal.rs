//! Why a database gives no answer: the failure of a build or a look-up.

use crate::failure::{Failure, LIMIT, MISTAKE, USAGE};
use std::path::Path;
use zug::answer::{Prepared, Unfit};
use zug::database::{DatabaseError, position_of, way_to_fault};
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::Program;
use zug_lang::replay;
use zug_lang::semantics::Semantics;
use zug_lang::source::Sources;
use zug_view::wording::unfit;

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
    let text = error.to_string();
    match error {
        DatabaseError::Limit(_)
        | DatabaseError::Lost { .. }
        | DatabaseError::Worker { is_limit: true, .. } => Failure::Message {
            code: LIMIT,
            text: format!(
                "{text}; what is in {} stays, and the same command goes on with it",
                folder.display()
            ),
        },
        DatabaseError::Io { error, .. } if is_full(&error) => Failure::Message {
            code: LIMIT,
            text: format!(
                "{text}; what is in {} stays, and the same command goes on with it once there is room",
                folder.display()
            ),
        },
        DatabaseError::Unfit(zug_solve::ENDLESS_VARIES) => {
            Failure::Message { code: MISTAKE, text: unfit(&Unfit::EndlessVaries) }
        }
        DatabaseError::Overflow(_) => Failure::Message { code: LIMIT, text },
        DatabaseError::Contradiction { code } => panic!("{text}: key {code:x}"),
        DatabaseError::Fault { code, .. } => {
            let semantics = Semantics::new(program);
            let diagnostic = match prepared {
                Some(prepared) => at_code(prepared, &semantics, code),
                None => replay::unknown(program),
            };
            let sources = Box::new(sources.clone());
            Failure::Diagnostics { sources, diagnostics: vec![diagnostic], code: MISTAKE }
        }
        _ => Failure::Message { code: USAGE, text },
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

/// Whether the system had no room on the disk.
fn is_full(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    matches!(error.kind(), StorageFull | QuotaExceeded | FileTooLarge)
}
