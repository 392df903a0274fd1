//! Reads and writes certificates by what `docs/certificates.md` says of their bytes.

use zug::certificate::Certificate;
use zug_verify::{Header, sha256};

/// The numbers of a certificate.
pub fn numbers(certificate: &Certificate) -> Vec<u64> {
    let mut rest = &certificate.bytes[certificate.header.to_string().len()..];
    let mut stream = Vec::new();
    while let Some((size, after)) = rest.split_first_chunk::<4>() {
        let size = u32::from_le_bytes(*size) as usize;
        if size == 0 {
            break;
        }
        stream.extend(miniz_oxide::inflate::decompress_to_vec_zlib(&after[..size]).expect("a block"));
        rest = &after[size + 32..];
    }
    let mut all = vec![0_u64];
    let mut shift = 0;
    for byte in stream {
        *all.last_mut().expect("one") |= u64::from(byte & 127) << shift;
        shift = if byte < 128 { 0 } else { shift + 7 };
        if byte < 128 {
            all.push(0);
        }
    }
    all.pop();
    all
}

/// A number as LEB128.
pub fn leb(mut number: u64) -> Vec<u8> {
    let mut out = Vec::new();
    while number > 127 {
        out.push(number as u8 | 128);
        number >>= 7;
    }
    out.push(number as u8);
    out
}

/// A certificate written by the page alone: blocks of so many bytes, none of them compressed.
pub fn pack(header: &str, stream: &[u8], block: usize) -> Vec<u8> {
    let mut out = header.as_bytes().to_vec();
    let mut hash = sha256(&[&out]);
    for part in stream.chunks(block) {
        let (mut a, mut b) = (1_u32, 0_u32);
        for byte in part {
            a = (a + u32::from(*byte)) % 65_521;
            b = (b + a) % 65_521;
        }
        let size = (part.len() as u16).to_le_bytes();
        let mut zlib = vec![0x78, 0x01, 0x01, size[0], size[1], !size[0], !size[1]];
        zlib.extend(part);
        zlib.extend((b << 16 | a).to_be_bytes());
        hash = sha256(&[&hash, &zlib]);
        out.extend((zlib.len() as u32).to_le_bytes());
        out.extend(zlib);
        out.extend(hash);
    }
    let count = stream.iter().filter(|byte| **byte < 128).count() as u64;
    out.extend([0; 4]);
    out.extend(sha256(&[&hash, &count.to_le_bytes()]));
    out
}

/// The same, of numbers.
pub fn pack_numbers(header: &Header, numbers: &[u64], block: usize) -> Vec<u8> {
    let stream: Vec<u8> = numbers.iter().flat_map(|number| leb(*number)).collect();
    pack(&header.to_string(), &stream, block)
}
