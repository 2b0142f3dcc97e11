//! Numbers of the three kinds of processors that wrote C3D files.

/// Byte order and floating-point format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberFormat {
    /// Intel: little-endian, IEEE.
    Intel,
    /// DEC (VAX, PDP-11): little-endian integers, F_floating.
    Dec,
    /// MIPS (SGI): big-endian, IEEE.
    Mips,
}

impl NumberFormat {
    /// Format of a processor type, the fourth byte of the parameter section.
    pub(super) fn of(processor: u8) -> Option<Self> {
        match processor {
            84 => Some(Self::Intel),
            85 => Some(Self::Dec),
            86 => Some(Self::Mips),
            _ => None,
        }
    }

    /// Integer of 16 bits at `at`.
    pub(super) fn i16(self, bytes: &[u8], at: usize) -> Option<i16> {
        let two = *bytes.get(at..)?.first_chunk::<2>()?;
        Some(if self == Self::Mips { i16::from_be_bytes(two) } else { i16::from_le_bytes(two) })
    }

    /// Integer of 16 bits without a sign at `at`.
    pub(super) fn u16(self, bytes: &[u8], at: usize) -> Option<u16> {
        self.i16(bytes, at).map(|number| number as u16)
    }

    /// Floating-point number of 32 bits at `at`, which may be infinite or NaN.
    pub(super) fn f32(self, bytes: &[u8], at: usize) -> Option<f32> {
        let four @ [a, b, c, d] = *bytes.get(at..)?.first_chunk::<4>()?;
        Some(match self {
            Self::Intel => f32::from_le_bytes(four),
            Self::Mips => f32::from_be_bytes(four),
            Self::Dec => f_floating(f32::from_be_bytes([b, a, d, c])),
        })
    }
}

/// Value of an F_floating number whose bits, in the order of IEEE, are those of `bits`: its exponent is larger
/// by 2, and it has no infinity and no numbers below the normal ones.
fn f_floating(bits: f32) -> f32 {
    const EXPONENT: u32 = 0xFF;
    let (exponent, rest) = (bits.to_bits() >> 23 & EXPONENT, bits.to_bits() & !(EXPONENT << 23));
    match exponent {
        0 => 0.0,
        1 | 2 => {
            f32::from_bits(rest | 1 << 23) * f32::from_bits(if exponent == 1 { 125 << 23 } else { 126 << 23 })
        }
        _ => f32::from_bits(rest | (exponent - 2) << 23),
    }
}

#[cfg(test)]
mod tests {
    use super::NumberFormat::{Dec, Intel, Mips};

    #[test]
    fn one_number_in_three_formats() {
        // 50 and −0.28118187 as the samples of c3d.org have them, and the constants of the VAX manual.
        for (dec, value) in [
            ([0x48, 0x43, 0x00, 0x00], 50.0),
            ([0x80, 0x40, 0x00, 0x00], 1.0),
            ([0x80, 0xC0, 0x00, 0x00], -1.0),
            ([0x00, 0x41, 0x00, 0x00], 2.0),
            ([0x49, 0x41, 0xDB, 0x0F], std::f32::consts::PI),
            ([0x00, 0x00, 0x00, 0x00], 0.0),
            ([0x80, 0x00, 0x00, 0x00], 2.938_736e-39),
            ([0xFF, 0x7F, 0xFF, 0xFF], 1.701_411_7e38),
        ] {
            assert_eq!(Dec.f32(&dec, 0), Some(value));
            assert_eq!(Intel.f32(&f32::to_le_bytes(value), 0), Some(value));
            assert_eq!(Mips.f32(&f32::to_be_bytes(value), 0), Some(value));
        }
        assert_eq!((Dec.i16(&[1, 0xFF], 0), Mips.u16(&[1, 0xFF], 0)), (Some(-255), Some(0x1FF)));
        assert_eq!((Intel.f32(&[0; 5], 2), Intel.i16(&[0; 4], 3), Mips.u16(&[0], 9)), (None, None, None));
    }
}
