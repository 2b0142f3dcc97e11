//! Numbers of the filters of EXT_meshopt_compression (its specification, "Filters"), as they are stored and as
//! readers decode them.

use sinew::glam::Quat;
use std::f32::consts::{FRAC_1_SQRT_2, SQRT_2};

/// Rotation as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::export) struct RotationCode {
    /// Four normalized integers, as readers see them.
    pub(in crate::export) decoded: [i16; 4],
    /// Numbers of the filter `QUATERNION`; none for a rotation that is stored as readers see it.
    pub(in crate::export) filtered: Option<[i16; 4]>,
}

impl RotationCode {
    /// Nearest rotation, of so many bits per component (4 to 16) with the filter. `None` for what is no rotation.
    pub(super) fn new(rotation: Quat, bits: Option<u32>) -> Option<Self> {
        let length = rotation.length();
        let unit = Some(rotation / length).filter(|unit| unit.is_finite() && length > 0.5)?;
        let Some(bits) = bits else {
            return Some(Self {
                decoded: unit.to_array().map(|v| (v * 32767.0).round() as i16),
                filtered: None,
            });
        };
        let parts = unit.to_array();
        let largest =
            (0..4).fold(0, |best, n| if part(&parts, n).abs() > part(&parts, best).abs() { n } else { best });
        let sign = if part(&parts, largest) < 0.0 { -1.0 } else { 1.0 };
        let one = ((1i32 << (bits.clamp(4, 16) - 1)) - 1) as f32;
        // The lowest two bits of the scale hold the number of the largest component.
        let code = |n: usize| (part(&parts, (largest + n) & 3) * sign * SQRT_2 * one).round() as i16;
        let scale = (one as i16) & !3 | largest as i16;
        let filtered = [code(1), code(2), code(3), scale];
        Some(Self { decoded: decode(filtered), filtered: Some(filtered) })
    }

    /// The rotation that readers see.
    pub(super) fn value(&self) -> Quat {
        Quat::from_array(self.decoded.map(|v| f32::from(v) / 32767.0)).normalize()
    }
}

fn part(parts: &[f32; 4], n: usize) -> f32 {
    parts.get(n).copied().unwrap_or(0.0)
}

/// Four normalized integers of a filtered rotation.
fn decode([x, y, z, code]: [i16; 4]) -> [i16; 4] {
    let scale = FRAC_1_SQRT_2 / f32::from(code | 3);
    let parts = [x, y, z].map(|v| f32::from(v) * scale);
    let largest = (1.0 - parts.iter().map(|v| v * v).sum::<f32>()).max(0.0).sqrt();
    let mut out = [0; 4];
    for (n, part) in [largest, parts[0], parts[1], parts[2]].into_iter().enumerate() {
        out[((code & 3) as usize + n) & 3] = (part * 32767.0).round() as i16;
    }
    out
}

/// Multiple of a power of two: a mantissa of 24 bits and an exponent of 8 (filter `EXPONENTIAL`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::export) struct ExponentialCode(pub(in crate::export) i32);

impl ExponentialCode {
    /// Largest mantissa.
    const MAX: f32 = 8_388_607.0;

    /// Nearest multiple of 2 to the power of `exponent`; `None` for one that is too large.
    pub(in crate::export) fn new(value: f32, exponent: i8) -> Option<Self> {
        let mantissa = (value / f32::from(exponent).exp2()).round();
        (mantissa.abs() <= Self::MAX)
            .then_some(Self((i32::from(exponent) << 24) | (mantissa as i32 & 0xff_ffff)))
    }

    /// The number that readers decode.
    pub(in crate::export) fn value(self) -> f32 {
        ((self.0 << 8 >> 8) as f64 * f64::from(self.0 >> 24).exp2()) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sinew::glam::Vec3;
    use test_needs::cases;

    #[test]
    fn rotations_are_as_near_as_their_bits_allow() {
        for mut random in cases(2000) {
            let axis = Vec3::from_array(std::array::from_fn(|_| random.f32() - 0.5));
            let rotation = Quat::from_scaled_axis(axis * 12.0);
            for bits in [None, Some(8), Some(12), Some(16)] {
                let code = RotationCode::new(rotation, bits).unwrap();
                let difference = (code.value() - rotation).length().min((code.value() + rotation).length());
                let step = 1.0 / ((1u32 << (bits.unwrap_or(16) - 1)) - 4) as f32;
                // The largest component adds to the errors of the three others; readers see 16 bits of each.
                assert!(2.0 * difference <= 2.5 * step + 7e-5, "{bits:?}: {difference}, {step}");
                let length: f32 = code.decoded.iter().map(|v| (f32::from(*v) / 32767.0).powi(2)).sum();
                assert!((length - 1.0).abs() < 1e-3);
            }
        }
        assert_eq!(RotationCode::new(Quat::from_xyzw(0.0, 0.0, 0.0, 0.0), None), None);
        assert_eq!(RotationCode::new(Quat::from_xyzw(f32::NAN, 0.0, 0.0, 1.0), Some(12)), None);
    }

    #[test]
    fn multiples_of_steps() {
        let code = |value: f32, exponent| ExponentialCode::new(value, exponent).map(ExponentialCode::value);
        assert_eq!(code(0.3, -3), Some(0.25));
        assert_eq!(code(-1.1, -10), Some(-1126.0 / 1024.0));
        assert_eq!((code(1e9, 0), code(f32::NAN, 0), code(1e9, 10)), (None, None, Some(1_000_000_512.0)));
    }
}
