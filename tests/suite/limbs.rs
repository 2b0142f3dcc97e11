//! What limbs do: where their bones are, how far they bend, which way, how fast their bones turn.

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

/// The bones of a body at one time: places and turns in model space. Left and right are as they lie.
pub struct Angles {
    places: [Option<Vec3>; HumanBone::COUNT],
    turns: [Option<Quat>; HumanBone::COUNT],
}

impl Angles {
    /// Those of a clip at `times`.
    pub fn over(character: &Character, humanoid: &Humanoid, clip: &RawClip, times: &[f32]) -> Vec<Self> {
        let skeleton = character.skeleton();
        let (mut model, mut pose) = (ModelPose::rest(skeleton), LocalPose::rest(skeleton));
        let (mut cursor, mut weights) = (SampleCursor::new(), character.rest_weights().clone());
        let joint =
            |bone: HumanBone| humanoid.map.joint(if humanoid.mirrored { bone.mirrored() } else { bone });
        let at = |time: &f32| {
            clip.sample(*time, &mut cursor, &mut pose, &mut weights);
            model.update(skeleton, &pose);
            let own = HumanBone::ALL.map(|bone| joint(bone).map(|j| Transform::from_affine(model.get(j))));
            Self { places: own.map(|t| t.map(|t| t.translation)), turns: own.map(|t| t.map(|t| t.rotation)) }
        };
        times.iter().map(at).collect()
    }

    /// The way from one bone to another.
    pub fn way(&self, from: HumanBone, to: HumanBone) -> Option<Vec3> {
        Some(self.places[to.index()]? - self.places[from.index()]?)
    }

    /// How far a limb bends, degrees; 0 is straight.
    pub fn bend(&self, [upper, lower, end]: Limb) -> Option<f32> {
        Some(self.way(upper, lower)?.angle_between(self.way(lower, end)?).to_degrees())
    }

    /// The axis about which it bends, a unit vector; none where it is straight.
    pub fn axis(&self, [upper, lower, end]: Limb) -> Option<Vec3> {
        self.way(upper, lower)?.cross(self.way(lower, end)?).try_normalize()
    }

    /// How far a bone has turned since `before`, degrees.
    pub fn turned(&self, before: &Self, bone: HumanBone) -> Option<f32> {
        let (a, b) = (before.turns[bone.index()]?, self.turns[bone.index()]?);
        let turn = b * a.inverse();
        Some((2.0 * turn.xyz().length().atan2(turn.w.abs())).to_degrees())
    }
}
