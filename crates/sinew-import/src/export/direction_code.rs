//! Directions in three bytes, and in two: octahedral coordinates (Meyer et al., *On Floating-Point Normal Vectors*, 2010) for the
//! filter `OCTAHEDRAL` of EXT_meshopt_compression.

use sinew::glam::Vec3;

const ONE: f32 = 127.0;

/// Direction as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DirectionCode {
    /// Normalized integers, as readers see them.
    pub(super) decoded: [i8; 4],
    /// Numbers of the filter.
    pub(super) filtered: [i8; 4],
}

impl DirectionCode {
    /// Nearest code of a unit vector, and a fourth component.
    pub(super) fn new(direction: Vec3, fourth: i8) -> Self {
        let sum = direction.abs().element_sum();
        let [x, y, z] = (direction / sum.max(f32::MIN_POSITIVE)).to_array();
        let fold = |a: f32, b: f32| (1.0 - b.abs()) * if a < 0.0 { -1.0 } else { 1.0 };
        let (x, y) = if z < 0.0 { (fold(x, y), fold(y, x)) } else { (x, y) };
        let mut best = (Self { decoded: [0; 4], filtered: [0; 4] }, f32::NEG_INFINITY);
        for corner in 0..4 {
            let at = |v: f32, up: i32| ((v * ONE).floor() + up as f32).clamp(-ONE, ONE) as i8;
            let code = Self::decode([at(x, corner & 1), at(y, corner >> 1), ONE as i8, fourth]);
            let [x, y, z, _] = code.decoded.map(f32::from);
            let cosine = Vec3::new(x, y, z).normalize_or_zero().dot(direction);
            if cosine > best.1 {
                best = (code, cosine);
            }
        }
        best.0
    }

    /// The direction that readers make of the numbers of the filter.
    fn decode(filtered: [i8; 4]) -> Self {
        let [x, y, one, fourth] = filtered;
        let [x, y, one] = [x, y, one].map(f32::from);
        let z = one - x.abs() - y.abs();
        let fold = z.min(0.0);
        let folded = |v: f32| if v >= 0.0 { v + fold } else { v - fold };
        let folded = Vec3::new(folded(x), folded(y), z);
        let [x, y, z] = (folded * (ONE / folded.length())).round().to_array().map(|v| v as i8);
        Self { decoded: [x, y, z, fourth], filtered }
    }
}

/// Quantizes a direction to three signed bytes: the best of the eight surrounding grid points by angle,
/// preferring those of almost unit length, since readers may not normalize.
pub(super) fn quantize_direction(direction: Vec3) -> [i8; 3] {
    let exact = direction * 127.0;
    let mut best = ([0i8; 3], f32::NEG_INFINITY);
    for corner in 0..8 {
        let up = Vec3::from_array([0, 1, 2].map(|axis| ((corner >> axis) & 1) as f32));
        let candidate = (exact.floor() + up).clamp(Vec3::splat(-127.0), Vec3::splat(127.0));
        let cosine = candidate.normalize_or_zero().dot(direction);
        let length_error = (candidate.length() / 127.0 - 1.0).abs();
        let score = if length_error < 0.006 { cosine } else { cosine - 10.0 * length_error };
        if score > best.1 {
            best = (candidate.to_array().map(|v| v as i8), score);
        }
    }
    best.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use test_needs::cases;

    #[test]
    fn directions_are_as_near_as_two_bytes_allow() {
        let axes = [Vec3::X, Vec3::Y, Vec3::Z, Vec3::NEG_X, Vec3::NEG_Y, Vec3::NEG_Z];
        for axis in axes {
            let [x, y, z, w] = DirectionCode::new(axis, -127).decoded;
            assert_eq!((Vec3::new(x.into(), y.into(), z.into()), w), (axis * ONE, -127));
        }
        let mut worst = 0.0f32;
        for mut random in cases(20_000) {
            let mut number = || random.f32() * 2.0 - 1.0;
            let Some(unit) = Vec3::new(number(), number(), number()).try_normalize() else { continue };
            let code = DirectionCode::new(unit, 0);
            let [x, y, z, _] = code.decoded.map(|v| f32::from(v) / ONE);
            let back = Vec3::new(x, y, z);
            worst = worst.max(back.angle_between(unit).to_degrees());
            assert!((back.length() - 1.0).abs() < 0.01, "{unit}");
            // The importer decodes the same.
            let packed = crate::export::meshopt::attributes(&code.filtered.map(|v| v as u8), 4).unwrap();
            let read = crate::gltf::meshopt::decode(&packed, 1, 4, "ATTRIBUTES", "OCTAHEDRAL").unwrap();
            assert_eq!(read, code.decoded.map(|v| v as u8));
        }
        assert!(worst < 1.0, "{worst} degrees");
        assert_eq!(DirectionCode::new(Vec3::NAN, 0).decoded[3], 0);
    }

    #[test]
    fn quantized_directions_are_unit_and_close() {
        for mut random in cases(20_000) {
            let mut axis = || random.f32() * 2.0 - 1.0;
            let Some(unit) = Vec3::new(axis(), axis(), axis()).try_normalize() else { continue };
            let back = Vec3::from_array(quantize_direction(unit).map(|v| f32::from(v) / 127.0));
            assert!((back.length() - 1.0).abs() < 0.0067, "{unit}");
            assert!(back.angle_between(unit).to_degrees() < 0.6, "{unit}");
        }
    }
}
