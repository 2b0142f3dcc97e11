use sinew::glam::Vec3;

/// Converts an sRGB colour (IEC 61966-2-1) to linear. Negative components become 0.
pub(crate) fn linear(color: Vec3) -> Vec3 {
    let one = |v: f32| if v <= 0.04045 { v.max(0.0) / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) };
    Vec3::new(one(color.x), one(color.y), one(color.z))
}
