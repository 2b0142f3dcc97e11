//! Pictures beside each other.

use sinew::character::Pixels;

/// Largest difference of a channel that counts as the same, of 255.
const SAME: u8 = 8;

/// Difference of two pictures of a character before a transparent background.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Difference {
    /// Share of the pixels inside of both silhouettes that are off.
    pub(crate) off: f32,
    /// Intersection of the silhouettes over their union.
    pub(crate) overlap: f32,
}

impl Difference {
    pub(crate) fn between(a: &Pixels, b: &Pixels) -> Self {
        assert_eq!([a.width, a.height], [b.width, b.height]);
        let (mut both, mut either, mut off) = (0, 0, 0);
        for (a, b) in a.rgba.as_chunks::<4>().0.iter().zip(b.rgba.as_chunks::<4>().0) {
            let is_in = [a[3] > 127, b[3] > 127];
            either += i32::from(is_in[0] || is_in[1]);
            if is_in == [true, true] {
                both += 1;
                off += i32::from((0..3).any(|channel| a[channel].abs_diff(b[channel]) > SAME));
            }
        }
        assert!(both > 100, "a picture is empty");
        Self { off: off as f32 / both as f32, overlap: both as f32 / either as f32 }
    }
}
