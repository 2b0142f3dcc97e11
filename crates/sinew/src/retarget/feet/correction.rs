use crate::body::TPose;
use crate::math::Transform;
use crate::retarget::contact::{ContactFrames, Foot, MovingGround};
use crate::retarget::frames::Frames;
use crate::retarget::leg::hips_forward;
use crate::retarget::retargeter::{RetargetScratch, Retargeter};
use crate::skeleton::{JointId, Skeleton};
use glam::{Affine3A, Vec3};

/// Goal of an ankle at one frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AnkleGoal {
    /// Position in model space, metres.
    pub(crate) ankle: Vec3,
    /// Pitch added to the foot, radians, toes down.
    pub(crate) roll: f32,
}

/// State of the foot correction: the target's frames, the ground, and the matrices of the current frame.
pub(crate) struct FootCorrection<'a> {
    pub(crate) retargeter: &'a Retargeter,
    pub(crate) times: &'a [f32],
    pub(crate) frames: &'a mut Frames,
    pub(crate) hips: JointId,
    pub(crate) ground: MovingGround,
    /// Length of a leg, metres.
    pub(crate) leg: f32,
    /// Direction in which the body faces in the reference pose.
    forward: Vec3,
    /// Joints of legs and soles and their ancestors, parents first.
    joints: &'a [JointId],
    /// Local pose of the current frame.
    pub(crate) pose: Vec<Transform>,
    /// Model-space matrices of `joints` in that pose.
    pub(crate) model: Vec<Affine3A>,
    pub(crate) scratch: RetargetScratch,
}

impl<'a> FootCorrection<'a> {
    pub(crate) fn new(
        retargeter: &'a Retargeter,
        times: &'a [f32],
        frames: &'a mut Frames,
        hips: JointId,
        ground: MovingGround,
        joints: &'a [JointId],
    ) -> Self {
        let skeleton = retargeter.target();
        let (pose, model) = (skeleton.reference().to_vec(), vec![Affine3A::IDENTITY; skeleton.len()]);
        let body = retargeter.bodies.as_ref().map(|(_, body)| body);
        Self {
            retargeter,
            times,
            frames,
            hips,
            ground,
            leg: body.map_or(0.0, TPose::leg_length),
            forward: body.map_or(Vec3::Z, |body| body.facing().inverse() * Vec3::Z),
            joints,
            pose,
            model,
            scratch: retargeter.scratch(),
        }
    }

    pub(crate) fn skeleton(&self) -> &'a Skeleton {
        self.retargeter.target()
    }

    /// Loads the pose of a frame and its matrices.
    pub(crate) fn load(&mut self, frame: usize) {
        self.frames.get(frame, &mut self.pose);
        self.pose_to_model();
    }

    /// Recomputes the matrices from the pose.
    pub(crate) fn pose_to_model(&mut self) {
        for joint in self.joints {
            let local = self.pose[joint.index()].to_affine();
            let parent = self.retargeter.target().parent(*joint);
            self.model[joint.index()] = parent.map_or(local, |p| self.model[p.index()] * local);
        }
    }

    /// Forward direction of the hips in the loaded frame, model space.
    pub(crate) fn hips_forward(&self) -> Vec3 {
        hips_forward(&self.model, self.hips, self.skeleton(), self.forward)
    }

    /// Position of a joint in the loaded frame, model space.
    pub(crate) fn position(&self, joint: JointId) -> Vec3 {
        Vec3::from(self.model[joint.index()].translation)
    }

    /// Ball of a foot in the loaded frame, relative to the moving ground.
    fn ball_on_ground(&self, foot: &Foot, frame: usize) -> Vec3 {
        foot.shape.ball.at(&self.model) - self.ground.velocity * (self.times[frame] - self.times[0])
    }

    /// Positions of [`ball_on_ground`](Self::ball_on_ground) over a contact.
    pub(crate) fn contact_positions(&mut self, foot: &Foot, contact: &ContactFrames) -> Vec<Vec3> {
        let mut position = |k: usize| {
            self.load(k);
            self.ball_on_ground(foot, k)
        };
        (contact.first..=contact.last).map(&mut position).collect()
    }
}
