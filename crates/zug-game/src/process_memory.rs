//! The memory of the process, for whoever takes much of it at once.

/// The memory of the whole process, as the system counts it.
#[derive(Clone, Copy, Debug)]
pub struct ProcessMemory {
    /// Bytes at most.
    pub most: u64,
    /// Asks the system how many there are now; nothing where it does not tell.
    pub now: fn() -> Option<u64>,
}

impl ProcessMemory {
    /// The bytes that the process may still take; none where the system does not tell how many it
    /// has.
    pub fn left(self) -> Option<u64> {
        Some(self.most.saturating_sub((self.now)()?))
    }

    /// Whether the process may take so many bytes more, or the system does not tell.
    pub fn has_room(self, bytes: u64) -> bool {
        (self.now)().is_none_or(|now| now.saturating_add(bytes) <= self.most)
    }
}
