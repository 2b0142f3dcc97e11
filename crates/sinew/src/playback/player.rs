use super::playback::Fade;
use super::{ClipId, ClipSet, EventQueue, FullPose, Inertialization, Playback};
use super::{reserve_scratch_poses, with_scratch_poses};
use crate::clip::{RootDelta, SampleCursor};
pub(crate) use crate::math::smoothstep as ease;

/// Player of single clips, with a transition from each to the next.
#[derive(Clone, Debug)]
pub struct ClipPlayer {
    current: Option<Playback>,
    /// The clip that fades out.
    leaving: Option<Playback>,
    /// A clip that was cut off while it faded out, whose open spans have yet to end.
    broken_off: Option<Playback>,
    elapsed: f32,
    change: Change,
    history: History,
    /// Boxed, because most frames do not touch it.
    inertia: Box<Inertialization>,
}

/// The last two poses as clips and times, from which a transition samples the older one again. Copying the poses of a crowd every frame
/// would cost more than sampling a clip.
#[derive(Clone, Copy, Debug, Default)]
struct History {
    last: ClipBlend,
    previous: ClipBlend,
    /// Seconds between them.
    step: f32,
    /// Number of poses since the last cut, up to 2.
    known: u8,
    /// Whether the inertializer was applied to the last pose. It keeps both poses then.
    is_inertial: bool,
    /// Root motion up to the last pose and its time in seconds; `None` at first.
    root: Option<(RootDelta, f32)>,
}

/// Clips and times of a pose: one clip, or a crossfade of two; `None` for the rest pose.
#[derive(Clone, Copy, Debug, Default)]
struct ClipBlend {
    clip: Option<(ClipId, f32)>,
    fades_to: Option<(ClipId, f32)>,
    /// Weight of the second clip.
    share: f32,
}

impl ClipBlend {
    /// Writes the pose.
    fn sample(&self, clips: &ClipSet, cursor: &mut SampleCursor, pose: &mut FullPose) {
        let rest = clips.rest();
        let found =
            |seen: Option<(ClipId, f32)>| seen.and_then(|(clip, time)| Some((clips.get(clip)?, time)));
        match found(self.clip) {
            Some((clip, time)) => pose.sample(clip, time, rest, cursor),
            None => pose.copy_from(rest),
        }
        if let Some((clip, time)) = found(self.fades_to) {
            with_scratch_poses(rest, 1, |poses| {
                poses[0].sample(clip, time, rest, cursor);
                pose.blend_over(&poses[0], self.share, None);
            });
        }
    }
}

impl History {
    /// Adds a pose that came `dt` seconds after the last one, with the root motion of that time.
    fn add(&mut self, pose: ClipBlend, delta: RootDelta, dt: f32) {
        if dt > 0.0 {
            (self.previous, self.step) = (self.last, dt);
            self.known = (self.known + 1).min(2);
            self.root = Some((delta, dt));
        }
        self.known = self.known.max(1);
        self.last = pose;
    }
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

impl ClipPlayer {
    /// A player in the rest pose.
    #[must_use]
    pub fn new(clips: &ClipSet) -> Self {
        reserve_scratch_poses(clips.rest(), 1);
        Self {
            current: None,
            leaving: None,
            broken_off: None,
            elapsed: 0.0,
            change: Change::None,
            history: History::default(),
            inertia: Box::new(Inertialization::new(clips.rest())),
        }
    }

    /// Player that starts from a given pose: its first clip fades in from the pose passed to the first [`advance`](Self::advance).
    #[must_use]
    pub fn from_current_pose(clips: &ClipSet) -> Self {
        Self { history: History { known: 1, ..History::default() }, ..Self::new(clips) }
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
            playback.end_spans_in(clips, events);
        }
        self.change = Change::None;
        self.cut();
    }

    /// Forgets the pose before the last one, so that a transition that comes next starts without velocity: where the older pose would
    /// be sampled otherwise than it was.
    pub(crate) fn forget_velocity(&mut self) {
        self.history.known = self.history.known.min(1);
    }

    /// Forgets the poses before, from which a transition would start.
    fn cut(&mut self) {
        self.history = History::default();
        self.inertia.cut();
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

    /// Advances by `dt` seconds, writes the pose into `pose`, which holds that of the last call, and returns the root motion. Events go
    /// into `events`: [begin a frame](EventQueue::begin_frame) before.
    pub fn advance(
        &mut self,
        dt: f32,
        clips: &ClipSet,
        cursor: &mut SampleCursor,
        pose: &mut FullPose,
        events: &mut EventQueue,
    ) -> RootDelta {
        self.begin_change(clips, cursor, pose, events);
        let (blend, mut delta) = self.step(dt, clips, events);
        blend.sample(clips, cursor, pose);
        let dt = if dt.is_finite() { dt.abs() } else { 0.0 };
        self.history.is_inertial = self.inertia.is_active();
        if self.history.is_inertial {
            delta = self.inertia.apply_with_root_motion(pose, delta, dt);
        }
        self.history.add(blend, delta, dt);
        delta
    }

    /// Advances the clips; returns what is seen of them, and their root motion.
    fn step(&mut self, dt: f32, clips: &ClipSet, events: &mut EventQueue) -> (ClipBlend, RootDelta) {
        let current = self.current.take();
        let Some((mut current, clip)) = current.and_then(|own| Some((own, clips.get(own.clip())?))) else {
            self.drop_leaving(clips, events);
            return (ClipBlend::default(), RootDelta::IDENTITY);
        };
        let share = self.share(dt, &current);
        if share >= 1.0 {
            self.drop_leaving(clips, events);
        }
        let mut delta = current.advance(dt, clip, share, events);
        let seen = Some((current.clip(), current.file_time(clip)));
        self.current = Some(current);
        let leaving = self.leaving.as_mut().and_then(|own| Some((clips.get(own.clip())?, own)));
        let Some((old, leaving)) = leaving else {
            return (ClipBlend { clip: seen, ..ClipBlend::default() }, delta);
        };
        delta = leaving.advance(dt, old, 1.0 - share, events).lerp(&delta, share);
        let old = Some((leaving.clip(), leaving.file_time(old)));
        (ClipBlend { clip: old, fades_to: seen, share }, delta)
    }

    /// Starts the transition to a new clip. `pose` is the last one.
    fn begin_change(
        &mut self,
        clips: &ClipSet,
        cursor: &mut SampleCursor,
        pose: &FullPose,
        events: &mut EventQueue,
    ) {
        let change = std::mem::replace(&mut self.change, Change::None);
        let (Some(current), true) = (&self.current, change != Change::None) else { return };
        match current.fade {
            Fade::Cross(seconds) if seconds > 0.0 && change == Change::Begun && self.leaving.is_some() => {}
            Fade::Cross(seconds) | Fade::Inertial(seconds) => {
                if seconds > 0.0 {
                    self.start_inertia(seconds, clips, cursor, pose);
                } else {
                    self.cut();
                }
                self.drop_leaving(clips, events);
            }
        }
        if let Some(mut gone) = self.broken_off.take() {
            gone.end_spans_in(clips, events);
        }
    }

    /// Starts an inertialization from `pose`, the last one.
    fn start_inertia(&mut self, seconds: f32, clips: &ClipSet, cursor: &mut SampleCursor, pose: &FullPose) {
        let History { previous, step, known, is_inertial, root, .. } = self.history;
        if known > 0 && !is_inertial {
            let previous = |pose: &mut FullPose| previous.sample(clips, cursor, pose);
            self.inertia.resume(pose, (known > 1).then_some((step, previous)), root);
        }
        self.inertia.start(seconds);
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
