//! A connection that notes that the other end is gone, where timely would end the thread.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use timely::communication::allocator::zero_copy::stream::Stream;

/// Bytes of the header without content by which timely says that nothing more comes: all zero.
const LAST: usize = 48;

/// Which worker was gone first, and which have been sent all. Those that are gone later may have
/// ended because of the first.
#[derive(Debug)]
pub(crate) struct Lost {
    first: OnceLock<usize>,
    sent: Vec<AtomicBool>,
}

impl Lost {
    pub(crate) fn of(workers: usize) -> Lost {
        Lost { first: OnceLock::new(), sent: (0..workers).map(|_| AtomicBool::new(false)).collect() }
    }

    /// The one that was gone first, if one is.
    pub(crate) fn first(&self) -> Option<usize> {
        self.first.get().copied()
    }

    /// To how many all was sent, and that nothing more comes.
    pub(crate) fn sent(&self) -> usize {
        self.sent.iter().filter(|sent| sent.load(Ordering::Acquire)).count()
    }

    fn note(&self, worker: usize) {
        // Others before it stay the first.
        let _ = self.first.set(worker);
    }
}

/// A connection with a worker.
pub(crate) struct WatchedStream {
    pub(crate) socket: TcpStream,
    pub(crate) worker: usize,
    pub(crate) lost: Arc<Lost>,
    /// How many of the last bytes that were read are zero.
    zeros: usize,
}

impl WatchedStream {
    pub(crate) fn new(socket: TcpStream, worker: usize, lost: &Arc<Lost>) -> WatchedStream {
        WatchedStream { socket, worker, lost: Arc::clone(lost), zeros: 0 }
    }
}

impl Read for WatchedStream {
    /// Where the other end is gone without saying that nothing more comes, this does not come back:
    /// the process ends soon, for the worker is noted.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.socket.read(buffer) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Ok(bytes) if bytes > 0 => {
                    let zeros = buffer[..bytes].iter().rev().take_while(|byte| **byte == 0).count();
                    self.zeros = if zeros == bytes { self.zeros + zeros } else { zeros };
                    return Ok(bytes);
                }
                _ => {
                    self.lost.note(self.worker);
                    if self.zeros >= LAST {
                        return Ok(0);
                    }
                    loop {
                        std::thread::park();
                    }
                }
            }
        }
    }
}

impl Write for WatchedStream {
    /// What cannot be sent is dropped, and the worker noted.
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        match self.socket.write(buffer) {
            Ok(bytes) if bytes > 0 || buffer.is_empty() => Ok(bytes),
            Err(error) if error.kind() == ErrorKind::Interrupted => Err(error),
            _ => {
                self.lost.note(self.worker);
                Ok(buffer.len())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for WatchedStream {
    fn try_clone(&self) -> io::Result<Self> {
        self.socket.try_clone().map(|socket| WatchedStream::new(socket, self.worker, &self.lost))
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.socket.set_nonblocking(nonblocking)
    }

    /// All was sent.
    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        let _ = self.socket.shutdown(how);
        self.lost.sent[self.worker].store(true, Ordering::Release);
        Ok(())
    }
}
