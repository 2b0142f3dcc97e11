use sinew::actor::{PoseAccess, Stage};
use std::time::Instant;

/// What the stages of a frame cost, smoothed over about ten frames.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cost {
    /// Microseconds of each of [`Stage::ALL`].
    stages: [f32; Stage::ALL.len()],
    /// Recording and handing over of the picture.
    draw: f32,
    /// From one frame to the next.
    frame: f32,
}

impl Cost {
    /// Name and microseconds of every stage.
    pub(crate) fn stages(&self) -> impl Iterator<Item = (String, f32)> {
        Stage::ALL.into_iter().map(|stage| format!("{stage:?}")).zip(self.stages)
    }

    /// Milliseconds of drawing, and of a whole frame.
    pub(crate) fn drawing(&self) -> [f32; 2] {
        [self.draw * 1e-3, self.frame * 1e-3]
    }

    /// A stopwatch that hands each stage the time since the last.
    pub(crate) fn watch(&mut self) -> impl FnMut(Stage, &mut PoseAccess<'_>) {
        let mut last = Instant::now();
        move |stage, _| {
            if stage == Stage::Animate {
                last = Instant::now();
                return;
            }
            let now = Instant::now();
            smooth(&mut self.stages[stage as usize], (now - last).as_secs_f32() * 1e6);
            last = now;
        }
    }

    /// Notes what animating took since `start`.
    pub(crate) fn animated(&mut self, start: Instant) {
        smooth(&mut self.stages[Stage::Animate as usize], start.elapsed().as_secs_f32() * 1e6);
    }

    /// Notes what drawing took since `start`.
    pub(crate) fn drew(&mut self, start: Instant) {
        smooth(&mut self.draw, start.elapsed().as_secs_f32() * 1e6);
    }

    /// Notes a frame of `seconds`.
    pub(crate) fn frame(&mut self, seconds: f32) {
        smooth(&mut self.frame, seconds * 1e6);
    }
}

fn smooth(average: &mut f32, value: f32) {
    *average = if *average == 0.0 { value } else { *average + (value - *average) * 0.1 };
}
