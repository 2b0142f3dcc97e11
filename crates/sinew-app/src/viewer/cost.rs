use sinew::stage::{Stage, StageInput, StagePose};
use std::time::Instant;

/// Durations of the stages of a frame, smoothed over about ten frames.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cost {
    /// Microseconds of each of [`Stage::ALL`].
    stages: [f32; Stage::ALL.len()],
    /// Recording and submission of the picture, microseconds.
    draw: f32,
    /// Time from frame to frame, microseconds.
    frame: f32,
}

impl Cost {
    /// Name and microseconds of every stage.
    pub(crate) fn stages(&self) -> impl Iterator<Item = (String, f32)> {
        Stage::ALL.into_iter().map(|stage| format!("{stage:?}").to_lowercase()).zip(self.stages)
    }

    /// Milliseconds of drawing, and of a whole frame.
    pub(crate) fn drawing(&self) -> [f32; 2] {
        [self.draw * 1e-3, self.frame * 1e-3]
    }

    /// A stopwatch: called after a stage, it adds the time since the previous call.
    pub(crate) fn watch(&mut self) -> impl FnMut(Stage, &StageInput<'_>, &mut StagePose<'_>) {
        let mut last = Instant::now();
        move |stage, _, _| {
            if stage == Stage::Animate {
                last = Instant::now();
                return;
            }
            let now = Instant::now();
            smooth(&mut self.stages[stage as usize], (now - last).as_secs_f32() * 1e6);
            last = now;
        }
    }

    /// Adds the time of animation since `start`.
    pub(crate) fn add_animation(&mut self, start: Instant) {
        smooth(&mut self.stages[Stage::Animate as usize], start.elapsed().as_secs_f32() * 1e6);
    }

    /// Adds the time of drawing since `start`.
    pub(crate) fn add_draw(&mut self, start: Instant) {
        smooth(&mut self.draw, start.elapsed().as_secs_f32() * 1e6);
    }

    /// Adds a frame of `seconds`.
    pub(crate) fn add_frame(&mut self, seconds: f32) {
        smooth(&mut self.frame, seconds * 1e6);
    }
}

fn smooth(average: &mut f32, value: f32) {
    *average = if *average == 0.0 { value } else { *average + (value - *average) * 0.1 };
}
