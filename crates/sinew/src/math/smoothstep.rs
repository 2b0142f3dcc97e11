/// Smoothstep (Hermite): eases `t` from 0 to 1 in and out. Values outside of 0 to 1 are clamped; NaN, as of a
/// fade without a duration, gives 1.
#[inline]
#[must_use]
pub fn smoothstep(t: f32) -> f32 {
    let s = if t.is_nan() { 1.0 } else { t.clamp(0.0, 1.0) };
    s * s * (3.0 - 2.0 * s)
}

/// Exact mean of [`smoothstep`] over the interval from `from` to `to`, whatever its length.
pub(crate) fn mean_smoothstep(from: f32, to: f32) -> f32 {
    // Integral from 0 on.
    let integral = |t: f64| {
        let inside = t.clamp(0.0, 1.0);
        inside * inside * inside * (1.0 - 0.5 * inside) + (t - 1.0).max(0.0)
    };
    let (start, end) = (f64::from(from), f64::from(to));
    // Not for NaN, as of a fade without a duration.
    if end - start > 1e-6 {
        ((integral(end) - integral(start)) / (end - start)) as f32
    } else {
        smoothstep(to)
    }
}
