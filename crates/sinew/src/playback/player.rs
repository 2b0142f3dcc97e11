use super::playback::Fade;
use super::with_scratch_poses;
use super::{ClipId, ClipSet, EventQueue, FullPose, Playback, PlaybackStep, PoseChange};
use crate::clip::SampleCursor;
pub(crate) use crate::math::{mean_smoothstep as mean_ease, smoothstep as ease};

/// Player of single clips, with a transition from each to the next. Crossfades are its own; inertialization
/// is left to an [`Inertialization`](super::Inertialization) behind it, by the [`PlaybackStep`] that it
/// returns.
#[derive(Clone, Debug, Default)]
pub struct ClipPlayer {
    current: Option<Playback>,
    /// The clip that fades out.
    leaving: Option<Playback>,
    /// A clip that was cut off while it faded out, whose open spans have yet to end.
    broken_off: Option<Playback>,
    elapsed: f32,
    change: Change,
    /// Index of the current clip's key hints in the cursor, 0 or 1; the clip that fades out has the other.
    hints: usize,
}

/// Clips and times of a pose: one clip, or a crossfade of two; `None` for the rest pose.
#[derive(Clone, Copy, Debug, Default)]
struct ClipBlend {
    clip: Option<(ClipId, f32)>,
    fades_to: Option<(ClipId, f32)>,
    /// Weight of the second clip.
    share: f32,
    /// Index of the first clip's key hints in the cursor, 0 or 1; the second clip has the other.
    hints: usize,
}

impl ClipBlend {
    /// Writes the pose.
    fn sample(&self, clips: &ClipSet, cursor: &mut SampleCursor, pose: &mut FullPose) {
        let rest = clips.rest();
        let found =
            |seen: Option<(ClipId, f32)>| seen.and_then(|(clip, time)| Some((clips.get(clip)?, time)));
        cursor.select(self.hints);
        match found(self.clip) {
            Some((clip, time)) => pose.sample(clip, time, rest, cursor),
            None => pose.copy_from(rest),
        }
        if let Some((clip, time)) = found(self.fades_to) {
            cursor.select(1 - self.hints);
            with_scratch_poses(rest, 1, |poses| {
                poses[0].sample(clip, time, rest, cursor);
                pose.blend_over(&poses[0], self.share, None);
            });
        }
    }
}

/// A change of clip, to be handled by the next frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Change {
    #[default]
    None,
    /// One clip follows another, or the rest pose.
    Begun,
    /// A clip follows while a transition is in progress.
    Interrupted,
    /// The rest pose follows.
    Stopped,
}

impl ClipPlayer {
    /// Largest number of clips that play at the same time.
    pub(crate) const MAX_PLAYING_CLIPS: usize = 2;

    /// A player in the rest pose.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Plays `playback` from the next frame on. A clip that does not exist ends at once.
    pub fn play(&mut self, playback: Playback) -> &mut Playback {
        // Two changes before a frame are one.
        if matches!(self.change, Change::None | Change::Stopped) {
            self.change = if self.leaving.is_some() { Change::Interrupted } else { Change::Begun };
            self.broken_off = self.leaving.take();
            self.leaving = self.current.take();
            self.hints = 1 - self.hints;
            self.elapsed = 0.0;
        }
        self.current.insert(playback)
    }

    /// Goes back to the rest pose. A clip that is played before the next frame begins where the old one
    /// stopped.
    pub fn stop(&mut self, clips: &ClipSet, events: &mut EventQueue) {
        let all = [self.current.take(), self.leaving.take(), self.broken_off.take()];
        for mut playback in all.into_iter().flatten() {
            playback.end_spans_in(clips, events);
        }
        self.change = Change::Stopped;
    }

    /// The playing clip; none in the rest pose.
    #[must_use]
    pub fn playback(&self) -> Option<&Playback> {
        self.current.as_ref()
    }

    /// The playing clip, to change.
    pub fn playback_mut(&mut self) -> Option<&mut Playback> {
        self.current.as_mut()
    }

    /// Advances by `dt` seconds and writes the pose into `pose`. Events go into `events`:
    /// [begin a frame](EventQueue::begin_frame) before.
    pub fn advance(
        &mut self,
        dt: f32,
        clips: &ClipSet,
        cursor: &mut SampleCursor,
        pose: &mut FullPose,
        events: &mut EventQueue,
    ) -> PlaybackStep {
        let begins = self.begin_change(clips, events);
        let (blend, step) = self.step(dt, clips, events);
        blend.sample(clips, cursor, pose);
        PlaybackStep::new(step.root_motion, begins.unwrap_or(step.change))
    }

    /// Advances the clips; returns what is seen of them.
    fn step(&mut self, dt: f32, clips: &ClipSet, events: &mut EventQueue) -> (ClipBlend, PlaybackStep) {
        let current = self.current.take();
        let Some((mut current, clip)) =
            current.and_then(|playback| Some((playback, clips.get(playback.clip())?)))
        else {
            self.drop_leaving(clips, events);
            return (ClipBlend::default(), PlaybackStep::default());
        };
        let share = self.share(dt, &current);
        if share >= 1.0 {
            self.drop_leaving(clips, events);
        }
        let new = current.advance(dt, clip, share, events);
        let seen = Some((current.clip(), current.file_time(clip)));
        self.current = Some(current);
        let leaving =
            self.leaving.as_mut().and_then(|playback| Some((clips.get(playback.clip())?, playback)));
        let Some((clip, leaving)) = leaving else {
            return (ClipBlend { clip: seen, hints: self.hints, ..ClipBlend::default() }, new);
        };
        let old = leaving.advance(dt, clip, 1.0 - share, events);
        let step =
            PlaybackStep::new(old.root_motion.lerp(&new.root_motion, share), old.change.and(new.change));
        let left = Some((leaving.clip(), leaving.file_time(clip)));
        (ClipBlend { clip: left, fades_to: seen, share, hints: 1 - self.hints }, step)
    }

    /// Starts the transition to a new clip or the rest pose, and returns its pose change; `None` where none
    /// begins.
    fn begin_change(&mut self, clips: &ClipSet, events: &mut EventQueue) -> Option<PoseChange> {
        let change = std::mem::take(&mut self.change);
        let fade = match (&self.current, change) {
            (_, Change::None) => return None,
            (None, _) | (_, Change::Stopped) => Fade::Cross(0.0),
            (Some(current), _) => current.fade,
        };
        let pose_change = match fade {
            // The old clip plays on.
            Fade::Cross(seconds) if seconds > 0.0 && change == Change::Begun && self.leaving.is_some() => {
                PoseChange::Continuous
            }
            Fade::Cross(seconds) | Fade::Inertial(seconds) => {
                self.drop_leaving(clips, events);
                PoseChange::Transition(seconds)
            }
        };
        if let Some(mut gone) = self.broken_off.take() {
            gone.end_spans_in(clips, events);
        }
        Some(pose_change)
    }

    fn drop_leaving(&mut self, clips: &ClipSet, events: &mut EventQueue) {
        if let Some(mut leaving) = self.leaving.take() {
            leaving.end_spans_in(clips, events);
        }
    }

    /// Weight of the current clip after `dt` more seconds.
    fn share(&mut self, dt: f32, current: &Playback) -> f32 {
        let (Some(_), Fade::Cross(seconds)) = (self.leaving, current.fade) else { return 1.0 };
        if dt.is_finite() {
            self.elapsed += dt.abs();
        }
        ease(self.elapsed / seconds)
    }
}
