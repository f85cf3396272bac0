//! Small whole numbers as bytes, for weights files.
//!
//! A number is written as the variable-length number (7 bits a byte, lowest first, high bit: more
//! follow) of `2n`, or of `-2n - 1` when negative; after a 0 follows the count of further zeros.

/// Writes numbers of at most 27 bits.
pub(super) fn pack(numbers: impl IntoIterator<Item = i32>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut zeros = 0_u32;
    for number in numbers {
        if number == 0 {
            zeros += 1;
            continue;
        }
        write_zeros(&mut bytes, &mut zeros);
        let folded = if number < 0 { -2 * number - 1 } else { 2 * number };
        write_varint(&mut bytes, folded.cast_unsigned());
    }
    write_zeros(&mut bytes, &mut zeros);
    bytes
}

fn write_zeros(bytes: &mut Vec<u8>, zeros: &mut u32) {
    if let Some(further) = zeros.checked_sub(1) {
        bytes.push(0);
        write_varint(bytes, further);
    }
    *zeros = 0;
}

fn write_varint(bytes: &mut Vec<u8>, mut value: u32) {
    while value >= 0x80 {
        bytes.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

/// Reads what [`pack`] wrote.
#[derive(Debug)]
pub(super) struct Unpacker<'a> {
    bytes: std::slice::Iter<'a, u8>,
    zeros: u32,
}

impl<'a> Unpacker<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes: bytes.iter(), zeros: 0 }
    }

    /// The next number times `step`; `None` at the end, and if the product is too large.
    pub(super) fn next(&mut self, step: i16) -> Option<i16> {
        if let Some(zeros) = self.zeros.checked_sub(1) {
            self.zeros = zeros;
            return Some(0);
        }
        let folded = self.varint()?;
        if folded == 0 {
            self.zeros = self.varint()?;
        }
        let half = i16::try_from(folded / 2).ok()?;
        let steps = if folded % 2 == 0 { half } else { -half - 1 };
        steps.checked_mul(step)
    }

    /// No number is left.
    pub(super) fn is_done(&self) -> bool {
        self.zeros == 0 && self.bytes.len() == 0
    }

    fn varint(&mut self) -> Option<u32> {
        let mut value = 0;
        for shift in [0, 7, 14, 21] {
            let byte = *self.bytes.next()?;
            value |= u32::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(value);
            }
        }
        None
    }
}

/// `value / step`, with halves rounded away from 0.
pub(super) fn rounded(value: i16, step: i16) -> i32 {
    let (value, step) = (i32::from(value), i32::from(step));
    (2 * value + step * value.signum()) / (2 * step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_back_and_a_cut_is_noticed() {
        let numbers = [0, 0, 0, 5, -1, 0, 64, -8_000, 0, 0];
        let bytes = pack(numbers);
        let mut reader = Unpacker::new(&bytes);
        for number in numbers {
            assert_eq!(reader.next(2).map(i32::from), Some(2 * number));
        }
        assert!(reader.is_done());
        assert_eq!(reader.next(2), None);
        let mut cut = Unpacker::new(&bytes[..bytes.len() - 1]);
        assert_eq!(numbers.iter().filter(|_| cut.next(1).is_some()).count(), 8);
    }

    #[test]
    fn numbers_are_rounded_to_the_nearest_step() {
        assert_eq!(
            [-26, -25, -24, 0, 14, 15, 16].map(|n| rounded(n, 10)),
            [-3, -3, -2, 0, 1, 2, 2]
        );
    }
}
