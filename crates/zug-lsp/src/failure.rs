//! Why a request has no answer.

use lsp_server::{ErrorCode, ResponseError};

/// The error of a response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestFailure {
    /// The code of the protocol.
    pub code: i32,
    /// What is wrong, for people.
    pub message: String,
}

impl RequestFailure {
    /// The request cannot be done, for a reason that its user understands.
    pub fn failed(message: impl Into<String>) -> RequestFailure {
        RequestFailure::new(ErrorCode::RequestFailed, message)
    }

    /// The parameters are not what the protocol says.
    pub fn parameters(message: impl Into<String>) -> RequestFailure {
        RequestFailure::new(ErrorCode::InvalidParams, message)
    }

    /// The text has changed since it was asked.
    pub fn changed() -> RequestFailure {
        RequestFailure::new(ErrorCode::ContentModified, "the text has changed")
    }

    /// The client does not want the answer any more.
    pub fn cancelled() -> RequestFailure {
        RequestFailure::new(ErrorCode::RequestCanceled, "cancelled")
    }

    /// A failure with a code of the protocol.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> RequestFailure {
        RequestFailure { code: code as i32, message: message.into() }
    }
}

impl From<RequestFailure> for ResponseError {
    fn from(failure: RequestFailure) -> ResponseError {
        ResponseError { code: failure.code, message: failure.message, data: None }
    }
}
