/// Times of the frames of an animation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Timeline {
    /// Time of the first frame, in file seconds.
    pub(crate) start: f64,
    /// Time between frames, seconds.
    pub(crate) step: f64,
    /// Number of frames.
    pub(crate) frames: usize,
    /// Frame rate of the output.
    pub(crate) fps: f64,
}

impl Timeline {
    /// `seconds` at `fps` from `start`. Without `seconds`, one round of a loop of `length` seconds, with
    /// frames spread evenly so that the loop has no hitch.
    pub(crate) fn new(start: f64, length: f64, seconds: Option<f64>, fps: f64) -> Self {
        let frames = (seconds.unwrap_or(length) * fps).round().max(1.0);
        let step = if seconds.is_none() { length / frames } else { 1.0 / fps };
        Self { start, step, frames: frames as usize, fps }
    }

    /// Time of frame number `frame`.
    pub(crate) fn time(&self, frame: usize) -> f64 {
        self.start + self.step * frame as f64
    }

    /// Progress at frame number `frame`, 0 to 1.
    pub(crate) fn share(&self, frame: usize) -> f64 {
        frame as f64 / self.frames as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loop_closes() {
        let t = Timeline::new(0.04, 0.7, None, 30.0);
        assert_eq!(t.frames, 21);
        assert!((t.time(t.frames) - 0.74).abs() < 1e-12);
        let t = Timeline::new(0.0, 0.7, Some(2.0), 12.0);
        assert_eq!((t.frames, t.time(6)), (24, 0.5));
        assert_eq!(Timeline::new(0.0, 0.0, None, 30.0).frames, 1);
    }
}
