//! Taps of a convolution over time.

/// Frames of the recent past that a convolution sees, oldest first; zeros before the start of the stream.
#[derive(Clone, Debug)]
pub(crate) struct Taps {
    /// Numbers of a frame.
    size: usize,
    /// Frames from one tap to the next.
    dilation: usize,
    /// All frames from the oldest tap to the newest.
    past: Vec<f32>,
    gathered: Vec<f32>,
}

impl Taps {
    /// Taps at the start of a stream of frames of this size.
    pub(crate) fn new(size: usize, taps: usize, dilation: usize) -> Self {
        let frames = (taps - 1) * dilation + 1;
        Self { size, dilation, past: vec![0.0; frames * size], gathered: vec![0.0; taps * size] }
    }

    /// Takes the next frame and returns the frames at the taps.
    pub(crate) fn push(&mut self, frame: &[f32]) -> &[f32] {
        let last = self.past.len() - self.size;
        self.past.copy_within(self.size.., 0);
        self.past[last..].copy_from_slice(frame);
        let frames = self.past.chunks_exact(self.size).step_by(self.dilation);
        for (to, frame) in self.gathered.chunks_exact_mut(self.size).zip(frames) {
            to.copy_from_slice(frame);
        }
        &self.gathered
    }

    /// Back to the start of a stream.
    pub(crate) fn reset(&mut self) {
        self.past.fill(0.0);
    }
}
