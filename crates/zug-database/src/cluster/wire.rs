//! Numbers and codes as bytes of a message.

use crate::error::{DatabaseError, Result};
use crate::keys::{read_number, write_number};
use zug_solve::PositionCode;

/// Adds a number.
pub(crate) fn write(out: &mut Vec<u8>, number: u64) {
    write_number(out, number.into());
}

/// Takes a number from the front.
pub(crate) fn read(bytes: &mut &[u8]) -> Result<u64> {
    let number = read_number(bytes).and_then(|number| u64::try_from(number).ok());
    number.ok_or(DatabaseError::Unfit("a worker sent a message that ends too early"))
}

/// Adds a code.
pub(crate) fn write_code<C: PositionCode>(out: &mut Vec<u8>, code: C) {
    write_number(out, code.number());
}

/// Takes a code from the front.
pub(crate) fn read_code<C: PositionCode>(bytes: &mut &[u8]) -> Result<C> {
    let number = read_number(bytes);
    number.map(C::cut).ok_or(DatabaseError::Unfit("a worker sent a message that ends too early"))
}

/// Adds codes in ascending order: how many, and their distances.
pub(crate) fn write_codes<C: PositionCode>(out: &mut Vec<u8>, codes: &[C]) {
    write(out, codes.len() as u64);
    let mut last = 0;
    for code in codes {
        write_number(out, code.number() - last);
        last = code.number();
    }
}

/// Takes what [`write_codes`] added.
pub(crate) fn read_codes<C: PositionCode>(bytes: &mut &[u8]) -> Result<Vec<C>> {
    let many = read(bytes)?;
    let mut codes = Vec::with_capacity((many as usize).min(bytes.len()));
    let mut last = 0_u128;
    for _ in 0..many {
        let distance = read_number(bytes);
        let next = distance.and_then(|distance| last.checked_add(distance));
        last = next.ok_or(DatabaseError::Unfit("a worker sent a message that ends too early"))?;
        codes.push(C::cut(last));
    }
    Ok(codes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_numbers_come_back() {
        let codes: Vec<u128> = vec![0, 1, 77, 1 << 90, u128::MAX];
        let mut out = Vec::new();
        write(&mut out, u64::MAX);
        write_codes(&mut out, &codes);
        write_code(&mut out, u128::MAX - 1);
        let mut rest = out.as_slice();
        assert_eq!(read(&mut rest).unwrap(), u64::MAX);
        assert_eq!(read_codes::<u128>(&mut rest).unwrap(), codes);
        assert_eq!(read_code::<u128>(&mut rest).unwrap(), u128::MAX - 1);
        assert!(rest.is_empty() && read(&mut rest).is_err());
    }
}
