//! Reads and writes the numbers of a certificate, block by block.

use crate::refusal::Refusal;
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags};
use sha2::{Digest, Sha256};
use std::io::Read;

/// Bytes of a block when it is unpacked.
const MOST_BLOCK: usize = 1 << 20;
/// How hard blocks are packed.
const LEVEL: u8 = 9;

/// SHA-256 over parts, one behind the other.
pub fn sha256(parts: &[&[u8]]) -> [u8; 32] {
    let mut hash = Sha256::new();
    parts.iter().for_each(|part| hash.update(part));
    hash.finalize().into()
}

/// A hash in hexadecimal digits, lower case.
pub fn hexadecimal(hash: &[u8; 32]) -> String {
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The numbers of a certificate, read as they are asked for.
pub struct NumberReader<R> {
    input: R,
    /// The running hash.
    hash: [u8; 32],
    block: Vec<u8>,
    at: usize,
    count: u64,
    ended: bool,
}

impl<R: Read> NumberReader<R> {
    /// What follows a header.
    pub fn new(header: &[u8], input: R) -> NumberReader<R> {
        NumberReader { input, hash: sha256(&[header]), block: Vec::new(), at: 0, count: 0, ended: false }
    }

    /// The next number.
    pub fn next(&mut self) -> Result<u64, Refusal> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 127);
            if bits << shift >> shift != bits || (byte == 0 && shift > 0) {
                return Err(Refusal::WrongForm);
            }
            number |= bits << shift;
            if byte < 128 {
                self.count += 1;
                return Ok(number);
            }
        }
        Err(Refusal::WrongForm)
    }

    /// Sees that there are no more.
    pub fn finish(&mut self) -> Result<(), Refusal> {
        if self.at < self.block.len() || self.next_block()? {
            return Err(Refusal::LeftOver);
        }
        Ok(())
    }

    fn byte(&mut self) -> Result<u8, Refusal> {
        if self.at == self.block.len() && !self.next_block()? {
            return Err(Refusal::TooFew);
        }
        self.at += 1;
        Ok(self.block[self.at - 1])
    }

    /// Reads a block; says whether there was one.
    fn next_block(&mut self) -> Result<bool, Refusal> {
        if self.ended {
            return Ok(false);
        }
        let size = u32::from_le_bytes(self.array()?);
        if size == 0 {
            return self.end().map(|()| false);
        }
        let mut packed = Vec::new();
        self.input.by_ref().take(u64::from(size)).read_to_end(&mut packed)?;
        if packed.len() < size as usize {
            return Err(Refusal::DataCut);
        }
        self.block = unpacked(&packed).ok_or(Refusal::DamagedBlock)?;
        self.at = 0;
        self.hash = sha256(&[&self.hash, &self.block]);
        if self.array()? != self.hash {
            return Err(Refusal::WrongHash);
        }
        Ok(true)
    }

    /// Reads the end. It may be asked for before all numbers were, and then the count is wrong, and too few there are.
    fn end(&mut self) -> Result<(), Refusal> {
        self.ended = true;
        if self.array()? != sha256(&[&self.hash, &self.count.to_le_bytes()]) {
            return Err(Refusal::WrongHash);
        }
        match self.input.read(&mut [0])? {
            0 => Ok(()),
            _ => Err(Refusal::Trailing),
        }
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Refusal> {
        let mut array = [0; N];
        self.input.read_exact(&mut array)?;
        Ok(array)
    }
}

/// A block unpacked; nothing where it is damaged, empty, too large, or where something follows it.
fn unpacked(packed: &[u8]) -> Option<Vec<u8>> {
    let flags = inflate_flags::TINFL_FLAG_PARSE_ZLIB_HEADER
        | inflate_flags::TINFL_FLAG_COMPUTE_ADLER32
        | inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    let mut block = vec![0; MOST_BLOCK + 1];
    let (status, taken, made) =
        decompress(&mut Box::<DecompressorOxide>::default(), packed, &mut block, 0, flags);
    block.truncate(made);
    let whole = status == TINFLStatus::Done && taken == packed.len();
    (whole && (1..=MOST_BLOCK).contains(&made)).then_some(block)
}

/// Writes a certificate.
pub struct Writer {
    out: Vec<u8>,
    hash: [u8; 32],
    block: Vec<u8>,
    count: u64,
}

impl Writer {
    /// Begins with a header.
    pub fn new(header: &str) -> Writer {
        let out = header.as_bytes().to_vec();
        Writer { hash: sha256(&[&out]), out, block: Vec::new(), count: 0 }
    }

    /// Writes a number.
    pub fn push(&mut self, mut number: u64) {
        self.count += 1;
        loop {
            if self.block.len() == MOST_BLOCK {
                self.end_block();
            }
            let low = (number & 127) as u8;
            number >>= 7;
            self.block.push(if number == 0 { low } else { low | 128 });
            if number == 0 {
                return;
            }
        }
    }

    /// Bytes so far, those of the last block not yet packed.
    pub fn bytes(&self) -> usize {
        self.out.len() + self.block.len()
    }

    /// The whole certificate.
    pub fn finish(mut self) -> Vec<u8> {
        if !self.block.is_empty() {
            self.end_block();
        }
        self.out.extend([0; 4]);
        self.out.extend(sha256(&[&self.hash, &self.count.to_le_bytes()]));
        self.out
    }

    fn end_block(&mut self) {
        let packed = compress_to_vec_zlib(&self.block, LEVEL);
        self.hash = sha256(&[&self.hash, &self.block]);
        // A block of a MiB packs into hardly more than a MiB.
        self.out.extend((packed.len() as u32).to_le_bytes());
        self.out.extend(packed);
        self.out.extend(self.hash);
        self.block.clear();
    }
}
