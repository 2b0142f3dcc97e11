//! Feet of a human over a clip, as an edit that holds them on the ground needs them.

use super::body::{CheckedBody, Hinge};
use super::detect::contact::FootMotion;
use super::feet::CheckedFoot;
use super::ground::Ground;
use super::motion::Motion;
use glam::Vec3;
use sinew::body::LegJoints;
use sinew::humanoid::HumanBone;
use sinew::math::Transform;
use sinew::pose::{LocalPose, ModelPose};
use sinew::skeleton::{JointId, Skeleton};

/// Foot over a clip.
pub(crate) struct ClipFoot {
    pub(crate) leg: LegJoints,
    /// Axis about which the knee bends as a knee does, in the space of the thigh.
    pub(crate) hinge: Vec3,
    /// Way over the ground, from each frame to the next, of the point of the sole that rests; none while the foot does
    /// not stand.
    pub(crate) ways: Vec<Option<Vec3>>,
    /// Height of the lowest point above the ground at each frame, metres.
    pub(crate) heights: Vec<f32>,
}

/// Feet over a clip.
pub(crate) struct ClipFeet {
    /// The clip with its root motion, at its frames.
    motion: Motion,
    /// Lowest root joint: the hips.
    pub(crate) hips: JointId,
    /// Metres.
    pub(crate) height: f32,
    pub(crate) feet: Vec<ClipFoot>,
}

impl ClipFeet {
    pub(super) fn of(
        skeleton: &Skeleton,
        body: &CheckedBody,
        feet: &[CheckedFoot],
        ground: Ground,
        motion: Motion,
        can_stand: impl Fn(&ModelPose) -> bool,
    ) -> Option<Self> {
        let human = body.human.as_ref()?;
        let hips = human.joint(HumanBone::Hips)?;
        let frames = &motion.frames;
        let (mut local, mut model) = (LocalPose::rest(skeleton), ModelPose::rest(skeleton));
        let mut found: Vec<FootMotion<'_>> = feet.iter().map(FootMotion::new).collect();
        for frame in 0..frames.len() {
            motion.pose(frame, skeleton, &mut local, &mut model);
            for foot in &mut found {
                foot.add(&model, ground, (frames.interval, body.height), can_stand(&model));
            }
        }
        let resting: Vec<Vec<Option<usize>>> =
            found.iter().map(|foot| foot.resting_points(frames, body.height)).collect();
        let mut ways: Vec<Vec<Option<Vec3>>> = vec![Vec::with_capacity(frames.len()); feet.len()];
        let mut before: Vec<Vec3> = vec![Vec3::ZERO; feet.len()];
        for frame in 0..frames.len() {
            motion.pose(frame, skeleton, &mut local, &mut model);
            for (n, foot) in feet.iter().enumerate() {
                let at = |point: usize| foot.points[point].at(model.as_slice());
                if let Some(step) = frame.checked_sub(1) {
                    let moved = |point: usize| {
                        let ground = ground.velocity * (frames.times[frame] - frames.times[step]);
                        Some((at(point) - before[n] - ground).with_y(0.0)).filter(|way| way.is_finite())
                    };
                    ways[n].push(resting[n][step].and_then(moved));
                }
                before[n] = resting[n].get(frame).copied().flatten().map_or(Vec3::ZERO, at);
            }
        }
        let hinges = hinges(skeleton, body, &motion);
        let feet = feet.iter().zip(&found).zip(ways);
        let feet = feet.filter_map(|((foot, found), ways)| {
            let leg = foot.shape.as_ref()?.leg;
            let (_, hinge) = hinges.iter().find(|(knee, _)| *knee == leg.lower)?;
            Some(ClipFoot { leg, hinge: *hinge, ways, heights: found.heights().to_vec() })
        });
        let feet: Vec<ClipFoot> = feet.collect();
        (!feet.is_empty()).then_some(Self { hips, height: body.height, feet, motion })
    }

    /// Times of the frames, file seconds; at least one.
    pub(crate) fn times(&self) -> &[f32] {
        &self.motion.frames.times
    }

    /// Time between frames, seconds; 0 for a single one.
    pub(crate) fn interval(&self) -> f32 {
        self.motion.frames.interval
    }

    /// Writes the pose of a frame, with the root motion.
    pub(crate) fn pose(
        &self,
        frame: usize,
        skeleton: &Skeleton,
        local: &mut LocalPose,
        model: &mut ModelPose,
    ) {
        self.motion.pose(frame, skeleton, local, model);
    }
}

/// Knees with their axes. Where the reference pose of a file does not stand, as in the check of hinges, a knee bends to the
/// side to which it bends for most of the clip.
fn hinges(skeleton: &Skeleton, body: &CheckedBody, motion: &Motion) -> Vec<(JointId, Vec3)> {
    let stands = body.human.as_ref().is_some_and(|human| human.ground_height().is_some());
    let mut bends = vec![0.0f32; body.hinges.len()];
    let (mut local, mut model) = (LocalPose::rest(skeleton), ModelPose::rest(skeleton));
    for frame in (0..motion.frames.len()).take_while(|_| !stands) {
        motion.pose(frame, skeleton, &mut local, &mut model);
        for (bend, hinge) in bends.iter_mut().zip(&body.hinges) {
            let [upper, middle, end] = hinge.joints.map(|joint| Vec3::from(model.get(joint).translation));
            let axis = Transform::from_affine(model.get(hinge.joints[0])).rotation * hinge.axis;
            let turn = (middle - upper).normalize_or_zero().cross((end - middle).normalize_or_zero());
            *bend += turn.dot(axis);
        }
    }
    let axis =
        |(hinge, bend): (&Hinge, f32)| (hinge.joints[1], if bend < 0.0 { -hinge.axis } else { hinge.axis });
    body.hinges.iter().zip(bends).map(axis).collect()
}
