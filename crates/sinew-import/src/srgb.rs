use sinew::glam::Vec3;

/// A colour as screens show it (sRGB, IEC 61966-2-1) made linear. Negative numbers count as 0.
pub(crate) fn linear(color: Vec3) -> Vec3 {
    let one = |v: f32| if v <= 0.04045 { v.max(0.0) / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) };
    Vec3::new(one(color.x), one(color.y), one(color.z))
}
