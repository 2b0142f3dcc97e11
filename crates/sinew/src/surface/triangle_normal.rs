use glam::Vec3;

/// Unit normal of a triangle; zero for one without area.
pub(super) fn unit_normal(positions: &[Vec3], corners: &[u32; 3]) -> Vec3 {
    let [a, b, c] = corners.map(|vertex| positions[vertex as usize]);
    (b - a).cross(c - a).normalize_or_zero()
}
