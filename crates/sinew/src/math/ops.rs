//! Math functions with the same bits on every system: those of `libm`. The standard library's call the
//! system's library. Per-frame code that needs less than the last digits uses [`angle`](super::angle),
//! which is faster.

macro_rules! ops {
    ($($name:ident($($argument:ident),+) = $function:ident;)*) => {
        $(
            #[doc = concat!("`", stringify!($function), "` of `libm`.")]
            #[inline(always)]
            pub fn $name($($argument: f32),+) -> f32 {
                libm::$function($($argument),+)
            }
        )*
    };
}

ops! {
    sin(angle) = sinf;
    cos(angle) = cosf;
    tan(angle) = tanf;
    asin(sine) = asinf;
    atan2(y, x) = atan2f;
    hypot(a, b) = hypotf;
    exp(power) = expf;
    ln(number) = logf;
    log2(number) = log2f;
    powf(base, power) = powf;
    cbrt(number) = cbrtf;
}

/// Sine and cosine.
#[inline(always)]
pub fn sin_cos(angle: f32) -> (f32, f32) {
    libm::sincosf(angle)
}
