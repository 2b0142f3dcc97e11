/// Smoothstep (Hermite): eases a share from 0 to 1 in and out. Shares outside of 0 to 1 are clamped; NaN, as of a fade without a
/// duration, gives 1.
#[inline]
#[must_use]
pub fn smoothstep(share: f32) -> f32 {
    let s = if share.is_nan() { 1.0 } else { share.clamp(0.0, 1.0) };
    s * s * (3.0 - 2.0 * s)
}
