use sinew::glam::Vec3;

/// Converts an sRGB colour (IEC 61966-2-1) to linear. Negative components become 0.
pub(crate) fn linear(color: Vec3) -> Vec3 {
    let one = |v: f32| if v <= 0.04045 { v.max(0.0) / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) };
    Vec3::new(one(color.x), one(color.y), one(color.z))
}

/// Converts a linear component to sRGB of 8 bits.
#[cfg(feature = "decode-images")]
pub(crate) fn to_byte(linear: f32) -> u8 {
    let value = if linear <= 0.003_130_8 { linear * 12.92 } else { 1.055 * linear.powf(1.0 / 2.4) - 0.055 };
    (value * 255.0).round() as u8
}
