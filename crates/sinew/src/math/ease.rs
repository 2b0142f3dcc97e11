/// Smoothstep: eases a share from 0 to 1 in and out.
#[inline]
pub(crate) fn smoothstep(share: f32) -> f32 {
    share * share * (3.0 - 2.0 * share)
}
