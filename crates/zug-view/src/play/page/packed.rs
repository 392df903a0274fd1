//! Makes a table small enough for a page: JSON, deflated with the header of zlib, in the letters of
//! base 64 (RFC 4648).

use miniz_oxide::deflate::compress_to_vec_zlib;
use serde::Serialize;

/// How hard it tries to be small, from 0 to 10.
const LEVEL: u8 = 9;
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The text of a table for a page.
pub fn packed(table: &impl Serialize) -> String {
    let json = serde_json::to_vec(table).unwrap_or_default();
    base64(&compress_to_vec_zlib(&json, LEVEL))
}

fn base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let byte = |at: usize| u32::from(three.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * at)) as usize & 63];
            text.push(if at <= three.len() { char::from(letter) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn the_examples_of_the_standard_are_written_as_there() {
        let texts = ["", "f", "fo", "foo", "foob", "fooba", "foobar"];
        let written = ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"];
        assert_eq!(texts.map(|text| base64(text.as_bytes())), written.map(str::to_string));
    }
}
