/// When the frames of a moving picture are taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Timeline {
    /// Clip time of the first frame, in file seconds.
    pub(crate) start: f64,
    /// Clip time between frames.
    pub(crate) step: f64,
    /// How many frames.
    pub(crate) frames: usize,
    /// Frames per second when played.
    pub(crate) fps: f64,
}

impl Timeline {
    /// `seconds` at `fps` from `start`. Without `seconds`, one turn of a loop of `length` seconds: then the frames
    /// are spread evenly, so that the last runs into the first without a hitch.
    pub(crate) fn new(start: f64, length: f64, seconds: Option<f64>, fps: f64) -> Self {
        let frames = (seconds.unwrap_or(length) * fps).round().max(1.0);
        let step = if seconds.is_none() { length / frames } else { 1.0 / fps };
        Self { start, step, frames: frames as usize, fps }
    }

    /// Clip time of frame number `frame`.
    pub(crate) fn time(&self, frame: usize) -> f64 {
        self.start + self.step * frame as f64
    }

    /// The share 0..1 of the way through.
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
