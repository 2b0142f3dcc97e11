/// Smoothstep (Hermite): eases `t` from 0 to 1 in and out. Values outside of 0 to 1 are clamped; NaN, as of a fade without a
/// duration, gives 1.
#[inline]
#[must_use]
pub fn smoothstep(t: f32) -> f32 {
    let s = if t.is_nan() { 1.0 } else { t.clamp(0.0, 1.0) };
    s * s * (3.0 - 2.0 * s)
}
