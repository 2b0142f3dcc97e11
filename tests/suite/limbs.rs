//! Limb angles: positions of bones, bend and bend axis of limbs, rotation speed of bones.

use sinew::glam::{Quat, Vec3};
use sinew::humanoid::HumanBone::{self, *};
use sinew::humanoid::Humanoid;
use sinew::{Character, LocalPose, ModelPose, RawClip, SampleCursor, Transform};

/// Upper bone, lower bone, end.
pub type Limb = [HumanBone; 3];

/// Arms and legs.
pub const LIMBS: [Limb; 4] = [
    [LeftUpperArm, LeftLowerArm, LeftHand],
    [RightUpperArm, RightLowerArm, RightHand],
    [LeftUpperLeg, LeftLowerLeg, LeftFoot],
    [RightUpperLeg, RightLowerLeg, RightFoot],
];

/// Bones of a body at one time: model-space positions and rotations. Left and right by position.
pub struct Angles {
    positions: [Option<Vec3>; HumanBone::COUNT],
    turns: [Option<Quat>; HumanBone::COUNT],
}

impl Angles {
    /// Bones over a clip at `times`.
    pub fn over(character: &Character, humanoid: &Humanoid, clip: &RawClip, times: &[f32]) -> Vec<Self> {
        let skeleton = character.skeleton();
        let (mut model, mut pose) = (ModelPose::rest(skeleton), LocalPose::rest(skeleton));
        let (mut cursor, mut weights) = (SampleCursor::new(), character.rest_weights().clone());
        let joint = |bone: HumanBone| {
            humanoid.named_bones.joint(if humanoid.sides_swapped { bone.mirrored() } else { bone })
        };
        let at = |time: &f32| {
            clip.sample(*time, &mut cursor, &mut pose, &mut weights);
            model.update(skeleton, &pose);
            let transforms =
                HumanBone::ALL.map(|bone| joint(bone).map(|j| Transform::from_affine(model.get(j))));
            Self {
                positions: transforms.map(|t| t.map(|t| t.translation)),
                turns: transforms.map(|t| t.map(|t| t.rotation)),
            }
        };
        times.iter().map(at).collect()
    }

    /// Offset from one bone to another.
    pub fn direction(&self, from: HumanBone, to: HumanBone) -> Option<Vec3> {
        Some(self.positions[to.index()]? - self.positions[from.index()]?)
    }

    /// Bend of a limb, degrees; 0 is straight.
    pub fn bend(&self, [upper, lower, end]: Limb) -> Option<f32> {
        Some(self.direction(upper, lower)?.angle_between(self.direction(lower, end)?).to_degrees())
    }

    /// Unit axis of the bend; `None` for a straight limb.
    pub fn axis(&self, [upper, lower, end]: Limb) -> Option<Vec3> {
        self.direction(upper, lower)?.cross(self.direction(lower, end)?).try_normalize()
    }

    /// Rotation of a bone since `before`, degrees.
    pub fn turned(&self, before: &Self, bone: HumanBone) -> Option<f32> {
        let (a, b) = (before.turns[bone.index()]?, self.turns[bone.index()]?);
        let turn = b * a.inverse();
        Some((2.0 * turn.xyz().length().atan2(turn.w.abs())).to_degrees())
    }
}
