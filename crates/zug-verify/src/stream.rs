//! The numbers of a certificate: compressed blocks with a running hash.

use crate::refusal::Refusal;
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags};
use sha2::{Digest, Sha256};
use std::io::Read;

/// The largest size of an unpacked block, in bytes.
const MOST_BLOCK: usize = 1 << 20;
/// The compression level of zlib.
const LEVEL: u8 = 9;

/// The SHA-256 of the concatenation of some parts.
pub fn sha256(parts: &[&[u8]]) -> [u8; 32] {
    let mut hash = Sha256::new();
    parts.iter().for_each(|part| hash.update(part));
    hash.finalize().into()
}

/// A hash in hexadecimal digits, lower case.
pub fn hexadecimal(hash: &[u8; 32]) -> String {
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Reads the numbers of a certificate one by one.
pub struct NumberReader<R> {
    input: R,
    /// The running hash; at first that of the header.
    hash: [u8; 32],
    block: Vec<u8>,
    at: usize,
    count: u64,
    ended: bool,
}

impl<R: Read> NumberReader<R> {
    /// A reader of the data behind a header.
    pub fn new(header: &[u8], input: R) -> NumberReader<R> {
        NumberReader { input, hash: sha256(&[header]), block: Vec::new(), at: 0, count: 0, ended: false }
    }

    /// The next number.
    pub fn next(&mut self) -> Result<u64, Refusal> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 127);
            // The tenth byte has room for one bit only; a last byte of 0 is not the shortest form.
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

    /// Checks that no number is left.
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

    /// Reads a block; returns `false` at the end of the data.
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
        self.hash = sha256(&[&self.hash, &packed]);
        if self.array()? != self.hash {
            return Err(Refusal::WrongHash);
        }
        self.block = unpacked(&packed).ok_or(Refusal::DamagedBlock)?;
        self.at = 0;
        Ok(true)
    }

    /// Reads and checks the end of the data, with the count of the numbers read so far. It comes
    /// when the last block is used up, even if the walk needs more numbers.
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

/// Unpacks a block; `None` if it is damaged, empty or too large, or if bytes follow it.
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

/// Writes a certificate into memory.
pub struct CertificateWriter {
    out: Vec<u8>,
    hash: [u8; 32],
    block: Vec<u8>,
    count: u64,
}

impl CertificateWriter {
    /// A writer whose output begins with this header.
    pub fn new(header: &str) -> CertificateWriter {
        let out = header.as_bytes().to_vec();
        CertificateWriter { hash: sha256(&[&out]), out, block: Vec::new(), count: 0 }
    }

    /// Appends a number.
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

    /// The size so far in bytes; the current block counts uncompressed.
    pub fn bytes(&self) -> usize {
        self.out.len() + self.block.len()
    }

    /// Ends the last block and returns the whole certificate.
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
        self.hash = sha256(&[&self.hash, &packed]);
        // No overflow: 1 MiB compresses to little more than 1 MiB at worst.
        self.out.extend((packed.len() as u32).to_le_bytes());
        self.out.extend(packed);
        self.out.extend(self.hash);
        self.block.clear();
    }
}
