//! Rotations as three numbers. Within a segment: modified Rodrigues parameters of the rotation from a
//! reference (Marandi and Modi, *A Preferred Coordinate System and the Associated Orientation Representation
//! in Attitude Dynamics*, 1987): the axis times the tangent of a quarter of the angle, smooth up to a whole
//! turn, and unit again after one division. As references and constants: the three smallest components.

use glam::{Quat, Vec3};

/// Rotation with parameters `p`; always of unit length.
#[inline(always)]
pub fn from_parameters(p: Vec3) -> Quat {
    let square = (p.x * p.x + p.y * p.y) + p.z * p.z;
    let scale = 1.0 / (1.0 + square);
    let v = p * (2.0 * scale);
    Quat::from_xyzw(v.x, v.y, v.z, (1.0 - square) * scale)
}

/// Parameters of a rotation; large near a whole turn.
#[inline]
pub fn parameters(q: Quat) -> Vec3 {
    q.xyz() / (1.0 + q.w).max(1e-6)
}

/// Bound of the packed components: the largest component of a unit quaternion is left out, the others are
/// within ±0.7072.
const LARGEST: f32 = std::f32::consts::FRAC_1_SQRT_2 + 1e-4;

/// Packs a rotation into 2 + 3 × `bits` bits; `bits` is at most 20.
pub fn pack(q: Quat, bits: u32) -> u64 {
    let v = q.to_array();
    let largest = (0..4).max_by(|a, b| v[*a].abs().total_cmp(&v[*b].abs())).unwrap_or(3);
    let sign = if v[largest] < 0.0 { -1.0 } else { 1.0 };
    let levels = ((1u32 << bits) - 1) as f32;
    let mut packed = largest as u64;
    for (n, (_, x)) in v.iter().enumerate().filter(|(c, _)| *c != largest).enumerate() {
        let share = (x * sign / LARGEST * 0.5 + 0.5).clamp(0.0, 1.0);
        packed |= ((share * levels).round() as u64) << (2 + n as u32 * bits);
    }
    packed
}

/// Bits per component of a constant rotation.
const STILL_BITS: u32 = 20;

/// Largest error of [`packed`], radians.
pub const STILL_ERROR: f32 = 5e-6;

/// Nearest rotation that packs into 62 bits.
pub fn packed(q: Quat) -> Quat {
    unpack(pack(q, STILL_BITS), STILL_BITS)
}

/// Whether a rotation packs into 62 bits without loss.
pub fn is_packed(q: Quat) -> bool {
    packed(q) == q
}

/// Packs a constant rotation into 63 bits, lossless; `None` for a rotation that needs more.
pub fn pack_still(q: Quat) -> Option<u64> {
    let code = pack(q, STILL_BITS);
    let (stored, bits) = (unpack(code, STILL_BITS), |q: Quat| q.to_array().map(f32::to_bits));
    if bits(stored) == bits(q) {
        return Some(code);
    }
    (bits(-stored) == bits(q)).then_some(code | NEGATED)
}

/// Inverse of [`pack_still`].
pub fn unpack_still(code: u64) -> Quat {
    let stored = unpack(code & (NEGATED - 1), STILL_BITS);
    if code & NEGATED == 0 { stored } else { -stored }
}

/// Flag of a negative largest component.
const NEGATED: u64 = 1 << 62;

/// Inverse of [`pack`].
#[inline]
pub fn unpack(packed: u64, bits: u32) -> Quat {
    let largest = (packed & 3) as usize;
    let mask = (1u64 << bits) - 1;
    let scale = 2.0 * LARGEST / mask as f32;
    let part = |n: u32| (packed >> (2 + n * bits) & mask) as f32 * scale - LARGEST;
    let [a, b, c] = [part(0), part(1), part(2)];
    let left = (1.0 - a * a - b * b - c * c).max(0.0).sqrt();
    match largest {
        0 => Quat::from_xyzw(left, a, b, c),
        1 => Quat::from_xyzw(a, left, b, c),
        2 => Quat::from_xyzw(a, b, left, c),
        _ => Quat::from_xyzw(a, b, c, left),
    }
    .normalize()
}

#[cfg(test)]
mod tests {
    use super::*;
    use test_needs::cases;

    #[test]
    fn rotations_come_back() {
        for mut random in cases(2000) {
            let mut number = || random.f32() - 0.5;
            let q = Quat::from_xyzw(number(), number(), number(), number()).normalize();
            let off = |bits: u32| (unpack(pack(q, bits), bits).inverse() * q).xyz().length();
            assert!(off(15) < 1e-4 && 2.0 * off(20) < STILL_ERROR, "{} {}", off(15), off(20));
            assert!(is_packed(packed(q)));
            let turned = from_parameters(parameters(if q.w < -0.9 { -q } else { q }));
            assert!((turned.dot(q).abs() - 1.0).abs() < 1e-5 && (turned.length() - 1.0).abs() < 1e-6);
        }
        assert_eq!(from_parameters(Vec3::ZERO), Quat::IDENTITY);
    }
}
