use super::playback::Fade;
use super::{ClipSet, EventQueue, FullPose, Inertialization, Playback};
use crate::clip::{RootDelta, SampleCursor};

/// Plays single clips, with a transition from each to the next.
#[derive(Clone, Debug)]
pub struct Player {
    current: Option<Playback>,
    /// The clip that fades out.
    leaving: Option<Playback>,
    /// A clip that was cut off while it faded out, whose open spans have yet to end.
    broken_off: Option<Playback>,
    elapsed: f32,
    change: Change,
    inertia: Inertialization,
    other: FullPose,
}

/// A change of clip, to be handled by the next frame.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Change {
    None,
    /// One clip follows another, or the rest pose.
    Begun,
    /// A clip follows while a transition is in progress.
    Interrupted,
}

impl Player {
    /// A player in the rest pose.
    pub fn new(rest: &FullPose) -> Self {
        Self {
            current: None,
            leaving: None,
            broken_off: None,
            elapsed: 0.0,
            change: Change::None,
            inertia: Inertialization::new(rest),
            other: rest.clone(),
        }
    }

    /// A player that begins with `pose`: the first clip fades in from it.
    pub fn holding(pose: &FullPose) -> Self {
        Self { inertia: Inertialization::holding(pose), ..Self::new(pose) }
    }

    /// Plays `playback` from the next frame on. A clip that does not exist ends at once.
    pub fn play(&mut self, playback: Playback) -> &mut Playback {
        // Two changes before a frame are one.
        if self.change == Change::None {
            self.change = if self.leaving.is_some() { Change::Interrupted } else { Change::Begun };
            self.broken_off = self.leaving.take();
            self.leaving = self.current.take();
            self.elapsed = 0.0;
        }
        self.current.insert(playback)
    }

    /// Goes back to the rest pose.
    pub fn stop(&mut self, clips: &ClipSet, events: &mut EventQueue) {
        let all = [self.current.take(), self.leaving.take(), self.broken_off.take()];
        for mut playback in all.into_iter().flatten() {
            playback.leave_among(clips, events);
        }
        self.change = Change::None;
        self.inertia.cut();
    }

    /// The playing clip; none in the rest pose.
    pub fn playback(&self) -> Option<&Playback> {
        self.current.as_ref()
    }

    /// The playing clip, to change.
    pub fn playback_mut(&mut self) -> Option<&mut Playback> {
        self.current.as_mut()
    }

    /// Advances by `dt` seconds, writes the pose into `pose`, and returns the root motion. Events go into `events`: [begin a
    /// frame](EventQueue::begin_frame) before.
    pub fn advance(
        &mut self,
        dt: f32,
        clips: &ClipSet,
        rest: &FullPose,
        cursor: &mut SampleCursor,
        pose: &mut FullPose,
        events: &mut EventQueue,
    ) -> RootDelta {
        self.begin_change(clips, events);
        let current = self.current.take();
        let Some((mut current, clip)) = current.and_then(|own| Some((own, clips.get(own.clip())?))) else {
            self.drop_leaving(clips, events);
            pose.copy_from(rest);
            return self.inertia.apply_with(pose, RootDelta::NONE, dt);
        };
        let share = self.share(dt, &current);
        if share >= 1.0 {
            self.drop_leaving(clips, events);
        }
        let mut delta = current.step(dt, clip, share, events);
        let time = current.file_time(clip);
        let leaving = self.leaving.as_mut().and_then(|own| Some((clips.get(own.clip())?, own)));
        match leaving {
            None => pose.sample(clip, time, rest, cursor),
            Some((old, leaving)) => {
                delta = leaving.step(dt, old, 1.0 - share, events).blended(&delta, share);
                pose.sample(old, leaving.file_time(old), rest, cursor);
                self.other.sample(clip, time, rest, cursor);
                pose.blend_over(&self.other, share, None);
            }
        }
        self.current = Some(current);
        self.inertia.apply_with(pose, delta, dt)
    }

    /// Starts the transition to a new clip.
    fn begin_change(&mut self, clips: &ClipSet, events: &mut EventQueue) {
        let change = std::mem::replace(&mut self.change, Change::None);
        let (Some(current), true) = (&self.current, change != Change::None) else { return };
        match current.fade {
            Fade::Cross(seconds) if seconds > 0.0 && change == Change::Begun && self.leaving.is_some() => {}
            Fade::Cross(seconds) | Fade::Inertial(seconds) => {
                if seconds > 0.0 {
                    self.inertia.start(seconds);
                } else {
                    self.inertia.cut();
                }
                self.drop_leaving(clips, events);
            }
        }
        if let Some(mut gone) = self.broken_off.take() {
            gone.leave_among(clips, events);
        }
    }

    fn drop_leaving(&mut self, clips: &ClipSet, events: &mut EventQueue) {
        if let Some(mut leaving) = self.leaving.take() {
            leaving.leave_among(clips, events);
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

/// A share that begins and ends without haste (Hermite).
pub(crate) fn ease(share: f32) -> f32 {
    let s = if share.is_nan() { 1.0 } else { share.clamp(0.0, 1.0) };
    s * s * (3.0 - 2.0 * s)
}
