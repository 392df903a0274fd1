//! Whose a position is.

use zug_solve::PositionCode;

/// Codes that differ in so many low bits alone have one owner, so that the codes of an owner lie
/// close together.
const NEAR: u32 = 4;

/// The index of the worker that owns a code, of so many workers.
#[inline]
pub(crate) fn owner<C: PositionCode>(code: C, workers: usize) -> usize {
    let number = code.number() >> NEAR;
    let mixed = mix(mix(number as u64) ^ (number >> 64) as u64);
    ((u128::from(mixed) * workers as u128) >> 64) as usize
}

/// The output function of SplitMix64 (Steele, Lea and Flood, 2014).
#[inline]
fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn owners_have_about_as_many_codes_each() {
        for workers in 1..6 {
            let mut owned = vec![0_u64; workers];
            (0..60_000_u64).for_each(|code| owned[owner(code * 3, workers)] += 1);
            (0..60_000_u128).for_each(|code| owned[owner(code << 70, workers)] += 1);
            let fair = 120_000 / workers as u64;
            assert!(owned.iter().all(|&codes| codes.abs_diff(fair) < fair / 10), "{owned:?}");
        }
    }
}
