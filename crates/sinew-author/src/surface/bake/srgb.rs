//! Transfer function of sRGB (IEC 61966-2-1, 1999).

use sinew::internal::ops;

/// Linear value, 0..1, of a byte of an sRGB colour.
#[must_use]
pub fn srgb_linear(byte: u8) -> f32 {
    let value = f32::from(byte) / 255.0;
    if value <= 0.04045 { value / 12.92 } else { ops::powf((value + 0.055) / 1.055, 2.4) }
}

/// Byte of an sRGB colour for a linear value, which is clamped to 0..1.
#[must_use]
pub fn srgb_byte(linear: f32) -> u8 {
    let linear = linear.clamp(0.0, 1.0);
    let value =
        if linear <= 0.003_130_8 { linear * 12.92 } else { 1.055 * ops::powf(linear, 1.0 / 2.4) - 0.055 };
    (value * 255.0).round() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back() {
        assert!((0..=255).all(|n| srgb_byte(srgb_linear(n)) == n));
        assert!((srgb_linear(188) - 0.5).abs() < 0.01 && srgb_byte(0.5) == 188);
    }
}
