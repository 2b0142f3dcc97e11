use super::offset::{JointOffset, Offset, remaining_distance, turn, vector_speed};
use super::pose_history::{MIN_STEP, PoseHistory};
use crate::clip::RootMotion;
use crate::clone_from::impl_clone_from;
use crate::math::Transform;
use crate::math::axis_angle;
use crate::playback::{FullPose, PlaybackStep, PoseChange, ease};
use crate::pose::LocalPose;
use glam::{Quat, Vec3};

/// Inertialization state of one character: keeps pose and velocity continuous when its motion changes. Apply
/// it to every pose of the character, in order, behind whatever makes the poses: a player, a mixer, a graph.
///
/// The pose never leaves the old and the new motion by much, whatever their velocities: beyond them, a
/// translation overshoots by at most a quarter of the distance between the two and a quarter of its length, a
/// rotation by at most a quarter of the angle and 1.1 rad. Weights do not overshoot.
///
/// ```
/// # use sinew::{Character, CharacterParts};
/// # let character = Character::new(CharacterParts::default())?;
/// use sinew::playback::{FullPose, Inertialization, PlaybackStep};
///
/// let (rest, dt) = (FullPose::rest(&character), 1.0 / 60.0);
/// let mut inertialization = Inertialization::new(&rest);
/// let mut pose = rest.clone(); // a pose of your own each frame
/// inertialization.apply(&mut pose, PlaybackStep::default(), dt);
/// inertialization.start(0.3); // the next pose is of another motion
/// inertialization.apply(&mut pose, PlaybackStep::default(), dt);
/// assert!(inertialization.is_active());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Inertialization {
    history: PoseHistory,
    stage: Stage,
    /// Change of the next pose, in place of what its step says.
    announced: Option<PoseChange>,
    /// Whether the last pose was behind a loop seam. A motion of seams alone has no velocity.
    was_seam: bool,
    /// Whether the last pose was no continuation of the one before.
    has_jumped: bool,
    duration: f32,
    elapsed: f32,
    /// The first pose of the new motion.
    target: FullPose,
    /// Seconds since then, while the velocity of the new motion is unknown.
    target_age: f32,
    joints: Vec<JointOffset>,
    weights: Vec<f32>,
    /// A rotation, as a scaled axis.
    gaze: Vec3,
    /// Root motion up to the last pose and its time; `None` at first.
    root: Option<(RootMotion, f32)>,
    /// Velocity of the root motion at the change, in m/s and rad/s.
    root_speed: Option<[Vec3; 2]>,
}

impl_clone_from!(Inertialization {
    history,
    stage,
    announced,
    was_seam,
    has_jumped,
    duration,
    elapsed,
    target,
    target_age,
    joints,
    weights,
    gaze,
    root,
    root_speed
});

#[derive(Clone, Copy, Debug, PartialEq)]
enum Stage {
    Idle,
    /// The new motion has begun; its velocity is not known yet.
    Changed,
    Fading,
}

/// Largest overshoot by velocity, in parts of the distance and of the length of a joint's translation or
/// scale. It counts twice: in the first frame of a transition, and in the rest.
const OVERSHOOT: f32 = 0.1;

/// Largest overshoot of a rotation, besides a part of the angle, radians.
const OVERSHOOT_ANGLE: f32 = 0.5;

/// Longest transition, seconds.
const MAX_DURATION: f32 = 3600.0;

impl Inertialization {
    /// An idle inertializer for the character of `rest`.
    #[must_use]
    pub fn new(rest: &FullPose) -> Self {
        let weights = rest.morphs.as_slice().len() + rest.expressions.len();
        Self {
            history: PoseHistory::new(rest),
            stage: Stage::Idle,
            announced: None,
            was_seam: false,
            has_jumped: false,
            duration: 0.0,
            elapsed: 0.0,
            target: rest.clone(),
            target_age: 0.0,
            joints: vec![JointOffset::default(); rest.local.as_slice().len()],
            weights: vec![0.0; weights],
            gaze: Vec3::ZERO,
            root: None,
            root_speed: None,
        }
    }

    /// Starts a transition: the next pose belongs to another motion, reached within `seconds` (an hour at
    /// most). At 0 s it is a cut, which ends a transition in progress.
    pub fn start(&mut self, seconds: f32) {
        self.announced = Some(PoseChange::Transition(seconds));
    }

    /// [`Inertialization::start`], unless a transition has been started to the next pose already.
    pub(crate) fn start_by_default(&mut self, seconds: f32) {
        if !matches!(self.announced, Some(PoseChange::Transition(announced)) if announced > 0.0) {
            self.start(seconds);
        }
    }

    /// Tells that the next pose will jump: its difference from the last one is no velocity.
    pub fn expect_jump(&mut self) {
        self.announced.get_or_insert(PoseChange::Jump);
    }

    /// Makes the next pose a cut, unless a transition to it has been started or its step asks for one.
    pub(crate) fn expect_cut(&mut self) {
        if !matches!(self.announced, Some(PoseChange::Transition(_))) {
            self.announced = Some(PoseChange::Transition(0.0));
        }
    }

    /// Resets: the next pose is used as it is, without a transition or velocity.
    pub fn reset(&mut self) {
        (self.stage, self.announced, self.root) = (Stage::Idle, None, None);
        self.history.clear();
    }

    /// Continues with a transition of `seconds` from other poses than the last two, `dt` seconds apart:
    /// `write` changes their local transforms.
    pub(crate) fn continue_from(
        &mut self,
        seconds: f32,
        dt: f32,
        write: impl FnOnce(&mut LocalPose, &mut LocalPose),
    ) {
        self.history.rewrite(dt, |last, previous| write(&mut last.local, &mut previous.local));
        (self.root, self.root_speed) = (None, None);
        self.start(seconds);
    }

    /// Whether a transition is in progress, or begins with the next pose.
    #[must_use]
    pub fn is_active(&self) -> bool {
        let begins = matches!(self.announced, Some(PoseChange::Transition(seconds)) if seconds > 0.0);
        self.stage != Stage::Idle || begins
    }

    /// Whether the last pose was not the continuation of the one before: a cut without a transition, or an
    /// open loop seam.
    pub fn has_jumped(&self) -> bool {
        self.has_jumped
    }

    /// Applies the transition to `pose`, which comes `dt` seconds after the last one, and to the root motion
    /// of `step`, which it returns.
    ///
    /// # Panics
    /// When the pose is of another character.
    pub fn apply(&mut self, pose: &mut FullPose, step: PlaybackStep, dt: f32) -> RootMotion {
        let root_motion = self.shift(pose, step, dt);
        self.history.copy(pose);
        root_motion
    }

    /// The first half of [`Inertialization::apply`] without a copy: takes over the last pose, for whose
    /// memory `pose` gets that of an older one.
    pub(crate) fn take_last(&mut self, pose: &mut FullPose) {
        self.history.take(pose);
    }

    /// The second half: shifts the pose, which [`Inertialization::take_last`] takes over later.
    pub(crate) fn shift(&mut self, pose: &mut FullPose, step: PlaybackStep, dt: f32) -> RootMotion {
        let dt = if dt.is_finite() { dt.abs() } else { 0.0 };
        let change = match (self.announced.take(), step.change) {
            (Some(PoseChange::Transition(seconds)), _) if seconds > 0.0 => PoseChange::Transition(seconds),
            // What the motion asks for comes before a cut.
            (Some(PoseChange::Transition(_)), requested @ PoseChange::Transition(_)) => requested,
            (announced, requested) => announced.unwrap_or_default().and(requested),
        };
        match change {
            PoseChange::Transition(seconds) => self.change(pose, seconds, dt),
            change => {
                self.go_on(pose, change, dt);
                self.bridge(pose, change, dt);
            }
        }
        self.was_seam = change == PoseChange::LoopSeam;
        self.has_jumped = match change {
            PoseChange::LoopSeam | PoseChange::Jump => true,
            PoseChange::Transition(seconds) => seconds <= 0.0,
            PoseChange::Continuous => false,
        };
        let root_motion = self.blend_root_motion(step.root_motion, dt);
        if self.stage == Stage::Fading && self.elapsed >= self.duration {
            self.stage = Stage::Idle;
        }
        if dt > 0.0 {
            self.root = Some((root_motion, dt));
        }
        self.history.elapse(dt);
        root_motion
    }

    /// Goes on with the transition in progress.
    fn go_on(&mut self, pose: &mut FullPose, change: PoseChange, dt: f32) {
        match self.stage {
            Stage::Idle => return,
            Stage::Changed => {
                self.target_age += dt;
                if self.target_age >= MIN_STEP || self.target_age >= self.duration {
                    if change == PoseChange::Continuous {
                        self.learn_speed(pose);
                    }
                    self.elapsed = self.target_age;
                    self.stage = Stage::Fading;
                }
            }
            Stage::Fading => self.elapsed += dt,
        }
        self.add_offsets(pose);
    }

    /// Keeps the velocity over a jump of the pose at a loop seam, and forgets it at any other jump.
    fn bridge(&mut self, pose: &FullPose, change: PoseChange, dt: f32) {
        match change {
            PoseChange::LoopSeam if !self.was_seam => self.history.bridge(|last, previous, step| {
                let poses = last.local.as_mut_slice().iter_mut().zip(previous.local.as_slice());
                for ((last, previous), now) in poses.zip(pose.local.as_slice()) {
                    let moved = |last: Vec3, previous: Vec3| (last - previous) * (dt / step);
                    let turned = turn(last.rotation, previous.rotation) * (dt / step);
                    *last = Transform {
                        translation: now.translation - moved(last.translation, previous.translation),
                        rotation: axis_angle::from_scaled_axis(-turned) * now.rotation,
                        scale: now.scale - moved(last.scale, previous.scale),
                    };
                }
            }),
            PoseChange::LoopSeam | PoseChange::Jump => self.history.clear(),
            PoseChange::Continuous | PoseChange::Transition(_) => {}
        }
    }

    /// Begins a transition: measures the offsets from the first pose of the new motion, and continues the old
    /// velocity for `dt` seconds.
    fn change(&mut self, pose: &mut FullPose, seconds: f32, dt: f32) {
        let duration = if seconds > 0.0 { seconds.min(MAX_DURATION) } else { 0.0 };
        let Some(last) = self.history.last().filter(|_| duration > 0.0) else { return self.reset() };
        self.target.copy_from(pose);
        self.root_speed = self.root.map(|(delta, dt)| root_speed(&delta, dt));
        let motion = self.history.motion();
        let before = motion.map_or(last, |(_, previous, _)| previous);
        let step = motion.map_or(f32::INFINITY, |(.., step)| step);
        let poses = last.local.as_slice().iter().zip(before.local.as_slice());
        for ((offset, (last, before)), new) in self.joints.iter_mut().zip(poses).zip(pose.local.as_slice()) {
            let vector = |last: Vec3, before: Vec3, new: Vec3| {
                moving_vector(last - new, (last - before) / step, last, new, duration)
            };
            offset.translation = vector(last.translation, before.translation, new.translation);
            offset.scale = vector(last.scale, before.scale, new.scale);
            let rate = turn(last.rotation, before.rotation) / step;
            offset.rotation = moving_rotation(turn(last.rotation, new.rotation), rate, duration);
        }
        for ((offset, last), new) in self.weights.iter_mut().zip(weights(last)).zip(weights(pose)) {
            *offset = last - new;
        }
        self.gaze = turn(last.gaze.unwrap_or(Quat::IDENTITY), pose.gaze.unwrap_or(Quat::IDENTITY));
        (self.duration, self.elapsed) = (duration, dt);
        self.add_offsets(pose);
        // From the next pose on the rest of the time counts, from here.
        (self.duration, self.elapsed, self.target_age) = (duration - dt, 0.0, 0.0);
        self.stage = if self.duration > 0.0 { Stage::Changed } else { Stage::Idle };
        self.measure(pose);
    }

    /// Measures the offsets again, from the resulting `pose`.
    fn measure(&mut self, pose: &FullPose) {
        let poses = pose.local.as_slice().iter().zip(self.target.local.as_slice());
        for (offset, (old, new)) in self.joints.iter_mut().zip(poses) {
            offset.translation = Offset::still(old.translation - new.translation);
            offset.scale = Offset::still(old.scale - new.scale);
            offset.rotation = Offset::still(turn(old.rotation, new.rotation));
        }
        for ((offset, old), new) in self.weights.iter_mut().zip(weights(pose)).zip(weights(&self.target)) {
            *offset = old - new;
        }
        self.gaze = turn(pose.gaze.unwrap_or(Quat::IDENTITY), self.target.gaze.unwrap_or(Quat::IDENTITY));
    }

    /// Measures the velocity relative to the new motion. Weights have none: overshooting their range would
    /// distort the face.
    fn learn_speed(&mut self, pose: &FullPose) {
        let Some((last, before, step)) = self.history.motion() else { return };
        let (dt, duration) = (self.target_age, self.duration);
        let body = last.local.as_slice().iter().zip(before.local.as_slice());
        let new = pose.local.as_slice().iter().zip(self.target.local.as_slice());
        for ((offset, (last, before)), (new, first)) in self.joints.iter_mut().zip(body).zip(new) {
            let vector = |offset: &Offset, last: Vec3, before: Vec3, new: Vec3, first: Vec3| {
                let speed = (last - before) / step - (new - first) / dt;
                moving_vector(offset.distance(), speed, last, new, duration)
            };
            let JointOffset { translation, rotation, scale } = offset;
            *translation =
                vector(translation, last.translation, before.translation, new.translation, first.translation);
            *scale = vector(scale, last.scale, before.scale, new.scale, first.scale);
            let apart = rotation.distance();
            let body = turn(last.rotation, before.rotation) / step;
            let new = turn(new.rotation, first.rotation) / dt;
            *rotation = moving_rotation(apart, body - axis_angle::from_scaled_axis(apart) * new, duration);
        }
    }

    /// Adds the remaining offsets.
    fn add_offsets(&self, pose: &mut FullPose) {
        let (elapsed, left) = (self.elapsed, remaining_distance(self.elapsed, self.duration));
        for (offset, joint) in self.joints.iter().zip(pose.local.as_mut_slice()) {
            let rotation = offset.rotation.after(elapsed, left);
            *joint = Transform {
                translation: joint.translation + offset.translation.after(elapsed, left),
                rotation: match rotation == Vec3::ZERO {
                    true => joint.rotation,
                    false => (axis_angle::from_scaled_axis(rotation) * joint.rotation).normalize(),
                },
                scale: joint.scale + offset.scale.after(elapsed, left),
            };
        }
        let FullPose { morphs, expressions, .. } = pose;
        let weights = morphs.as_mut_slice().iter_mut().chain(expressions);
        for (offset, weight) in self.weights.iter().zip(weights) {
            *weight += offset * left;
        }
        if self.gaze != Vec3::ZERO && left > 0.0 {
            let ahead = pose.gaze.unwrap_or(Quat::IDENTITY);
            pose.gaze = Some((axis_angle::from_scaled_axis(self.gaze * left) * ahead).normalize());
        }
    }

    /// Root motion blended from the old velocity to the new.
    fn blend_root_motion(&self, root_motion: RootMotion, dt: f32) -> RootMotion {
        let Some([speed, rate]) = self.root_speed.filter(|_| self.stage != Stage::Idle && dt > 0.0) else {
            return root_motion;
        };
        let old = RootMotion { translation: speed * dt, rotation: axis_angle::from_scaled_axis(rate * dt) };
        old.lerp(&root_motion, ease(self.elapsed / self.duration))
    }
}

/// Offset of a translation or scale between `last` and `new`.
fn moving_vector(distance: Vec3, speed: Vec3, last: Vec3, new: Vec3, duration: f32) -> Offset {
    let overshoot = OVERSHOOT * (distance.length() + last.length().max(new.length()));
    Offset::moving(distance, speed, overshoot, duration)
}

/// Offset of a rotation by the scaled axis `apart`, with an angular velocity `rate`.
fn moving_rotation(apart: Vec3, rate: Vec3, duration: f32) -> Offset {
    let overshoot = OVERSHOOT_ANGLE + OVERSHOOT * apart.length();
    Offset::moving(apart, vector_speed(apart, rate), overshoot, duration)
}

/// Velocity of root motion in m/s and rad/s.
fn root_speed(delta: &RootMotion, dt: f32) -> [Vec3; 2] {
    let turn = if delta.rotation.w < 0.0 { -delta.rotation } else { delta.rotation };
    [delta.translation / dt, axis_angle::to_scaled_axis(turn) / dt]
}

fn weights(pose: &FullPose) -> impl Iterator<Item = f32> + '_ {
    pose.morphs.as_slice().iter().chain(&pose.expressions).copied()
}
