//! Why a worker ends, as bytes for the others, so that all of them end for the same reason.

use super::wire::{read, write};
use crate::damage::Damage;
use crate::error::{DatabaseError, Result};
use crate::keys::{read_number, write_number};
use std::path::PathBuf;
use zug_game::Fault;
use zug_solve::LimitKind;

/// The limits, in the order of their numbers.
const LIMITS: [LimitKind; 4] =
    [LimitKind::Memory, LimitKind::Time, LimitKind::Positions, LimitKind::Interrupted];

/// An error for the other workers.
pub(crate) fn encode(error: &DatabaseError) -> Vec<u8> {
    let mut out = Vec::new();
    match error {
        DatabaseError::Limit(which) => {
            let at = LIMITS.iter().position(|limit| limit == which).unwrap_or(0);
            out.extend([0, at as u8]);
        }
        DatabaseError::Fault { fault, code, play } => {
            out.push(1);
            write(&mut out, fault.0.into());
            write_number(&mut out, *code);
            write(&mut out, play.map_or(0, |play| play as u64 + 1));
        }
        DatabaseError::Contradiction { code } => {
            out.push(2);
            write_number(&mut out, *code);
        }
        DatabaseError::Damaged { path, .. } => {
            out.push(3);
            out.extend(path.to_string_lossy().as_bytes());
        }
        DatabaseError::Lost { worker } => {
            out.push(4);
            write(&mut out, *worker as u64);
        }
        // Of the sender, or of another one that told it.
        DatabaseError::Worker { worker, text, is_limit } => {
            out.extend([5, u8::from(*is_limit)]);
            write(&mut out, *worker as u64);
            out.extend(text.as_bytes());
        }
        // The receiver names the sender.
        other => {
            out.extend([6, u8::from(other.is_limit())]);
            out.extend(other.to_string().as_bytes());
        }
    }
    out
}

/// The error that a worker sent.
pub(crate) fn decode(worker: usize, bytes: &[u8]) -> DatabaseError {
    decoded(worker, bytes).unwrap_or(DatabaseError::Lost { worker })
}

fn decoded(worker: usize, bytes: &[u8]) -> Result<DatabaseError> {
    let lost = || DatabaseError::Lost { worker };
    let (&kind, mut rest) = bytes.split_first().ok_or_else(lost)?;
    Ok(match kind {
        0 => {
            let at = rest.first().ok_or_else(lost)?;
            DatabaseError::Limit(*LIMITS.get(usize::from(*at)).ok_or_else(lost)?)
        }
        1 => DatabaseError::Fault {
            fault: Fault(read(&mut rest)? as u32),
            code: read_number(&mut rest).ok_or_else(lost)?,
            play: (read(&mut rest)? as usize).checked_sub(1),
        },
        2 => DatabaseError::Contradiction { code: read_number(&mut rest).ok_or_else(lost)? },
        3 => DatabaseError::Damaged {
            path: PathBuf::from(String::from_utf8_lossy(rest).into_owned()),
            damage: Damage::Content("worker 0 found it so"),
        },
        4 => DatabaseError::Lost { worker: read(&mut rest)? as usize },
        _ => {
            let (&limit, mut text) = rest.split_first().ok_or_else(lost)?;
            let worker = if kind == 5 { read(&mut text)? as usize } else { worker };
            let text = String::from_utf8_lossy(text).into_owned();
            DatabaseError::Worker { worker, text, is_limit: limit != 0 }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_error_comes_back() {
        let fault = DatabaseError::Fault { fault: Fault(7), code: u128::MAX, play: Some(3) };
        let path = PathBuf::from("3.keys");
        let errors = [
            DatabaseError::Limit(LimitKind::Interrupted),
            fault,
            DatabaseError::Contradiction { code: 5 },
            DatabaseError::Lost { worker: 3 },
            DatabaseError::Damaged { path, damage: Damage::Content("worker 0 found it so") },
        ];
        for error in errors {
            assert_eq!(format!("{:?}", decode(2, &encode(&error))), format!("{error:?}"));
        }
        let other = decode(2, &encode(&DatabaseError::Overflow("a value")));
        assert_eq!(other.to_string(), "worker 2: a value is too large");
        assert!(other.is_limit());
        let of_three = DatabaseError::Worker { worker: 3, text: "its file".into(), is_limit: false };
        assert_eq!(decode(3, &encode(&of_three)).to_string(), "worker 3: its file");
        assert_eq!(decode(2, &encode(&of_three)).to_string(), "worker 3: its file", "told by worker 2");
        let io = |kind: std::io::ErrorKind| DatabaseError::Io { path: "0.tier".into(), error: kind.into() };
        for (kind, is_limit) in
            [(std::io::ErrorKind::StorageFull, true), (std::io::ErrorKind::PermissionDenied, false)]
        {
            assert_eq!(io(kind).is_limit(), is_limit);
            assert_eq!(decode(2, &encode(&io(kind))).is_limit(), is_limit, "as worker 2 tells it");
        }
        assert!(matches!(decode(1, &[]), DatabaseError::Lost { worker: 1 }));
    }
}
