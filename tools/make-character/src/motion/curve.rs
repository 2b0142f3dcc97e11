//! Cubic Hermite curves through keys, flat at extremes to avoid overshoot
//! (Fritsch and Carlson, "Monotone piecewise cubic interpolation", 1980, simplified).

/// Value at `t` of a curve through `(time, value)` keys, constant outside of the keys.
pub(crate) fn through(keys: &[(f32, f32)], t: f32) -> f32 {
    let last = keys.len() - 1;
    if t <= keys[0].0 {
        return keys[0].1;
    }
    if t >= keys[last].0 {
        return keys[last].1;
    }
    let i = keys.windows(2).position(|w| t < w[1].0).unwrap_or(last - 1);
    let slope = |k: usize| if k == 0 || k == last { 0.0 } else { tangent(keys[k - 1], keys[k], keys[k + 1]) };
    hermite(keys[i], keys[i + 1], slope(i), slope(i + 1), t)
}

/// Values at `t` of curves through rows of `(time, values)`, constant outside of the rows. Equal neighbours
/// give a constant piece, which keeps what is planted in its place.
pub(crate) fn rows<const N: usize>(keys: &[(f32, [f32; N])], t: f32) -> [f32; N] {
    std::array::from_fn(|n| {
        let column: Vec<(f32, f32)> = keys.iter().map(|(time, row)| (*time, row[n])).collect();
        through(&column, t)
    })
}

/// Value at `phase` (any number; one cycle is 1) of a periodic curve through keys with times in 0..1.
pub(crate) fn around(keys: &[(f32, f32)], phase: f32) -> f32 {
    let phase = phase.rem_euclid(1.0);
    let n = keys.len() as isize;
    let key = |k: isize| {
        let turns = k.div_euclid(n) as f32;
        let (t, v) = keys[k.rem_euclid(n) as usize];
        (t + turns, v)
    };
    let mut i = keys.iter().filter(|k| k.0 <= phase).count() as isize - 1;
    if i < 0 {
        i = -1;
    }
    let slope = |k: isize| tangent(key(k - 1), key(k), key(k + 1));
    hermite(key(i), key(i + 1), slope(i), slope(i + 1), phase)
}

fn tangent(a: (f32, f32), b: (f32, f32), c: (f32, f32)) -> f32 {
    let (left, right) = ((b.1 - a.1) / (b.0 - a.0), (c.1 - b.1) / (c.0 - b.0));
    if left * right <= 0.0 { 0.0 } else { 2.0 * left * right / (left + right) }
}

fn hermite(a: (f32, f32), b: (f32, f32), m0: f32, m1: f32, t: f32) -> f32 {
    let d = b.0 - a.0;
    let s = (t - a.0) / d;
    let (s2, s3) = (s * s, s * s * s);
    a.1 * (2.0 * s3 - 3.0 * s2 + 1.0)
        + m0 * d * (s3 - 2.0 * s2 + s)
        + b.1 * (3.0 * s2 - 2.0 * s3)
        + m1 * d * (s3 - s2)
}
