use glam::Vec3;

/// Combination of two unit normals in tangent space: `detail` turned by the shortest rotation from (0, 0, 1)
/// to `base`, so that both keep their shape. A flat detail changes nothing.
///
/// Source: C. Barré-Brisebois and S. Hill, *Blending in Detail*, 2012 (reoriented normal mapping).
#[must_use]
pub fn reoriented_normal(base: Vec3, detail: Vec3) -> Vec3 {
    let t = base + Vec3::Z;
    let u = detail * Vec3::new(-1.0, -1.0, 1.0);
    if t.z <= 1e-6 {
        return base;
    }
    (t * (t.dot(u) / t.z) - u).try_normalize().unwrap_or(base)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::ops::{cos, sin};

    #[test]
    fn flat_normals_change_nothing_and_tilts_add_up() {
        let tilted = |angle: f32| Vec3::new(sin(angle), 0.0, cos(angle));
        let base = Vec3::new(0.3, -0.2, 0.9).normalize();
        assert!(reoriented_normal(base, Vec3::Z).abs_diff_eq(base, 1e-6));
        assert!(reoriented_normal(Vec3::Z, base).abs_diff_eq(base, 1e-6));
        assert!(reoriented_normal(tilted(0.3), tilted(0.4)).abs_diff_eq(tilted(0.7), 1e-6));
    }
}
