//! A rifle and the hands on it: where they hold it before the chest, and the rig by which they do.

use crate::prop::rifle::Rifle;
use sinew::glam::{Affine3A, Mat3, Quat, Vec3};
use sinew::humanoid::{HumanBone, Humanoid};
use sinew::ik::{AngleRange, Chain, HumanLimits, IkRig, Limb, LimbSettings, LookAt, Palm};
use sinew::{Actor, Character, Socket, Transform};

pub(super) const RIGHT: &str = "right hand";
pub(super) const LEFT: &str = "left hand";
pub(super) const AIM: &str = "aim";
pub(super) const LOOK: &str = "look";

/// How far the chest is turned to the right of where the rifle points, radians.
pub(super) const BLADED: f32 = 0.74;

/// A rifle and the hands on it.
#[derive(Clone, Debug)]
pub(super) struct Held {
    pub(super) rifle: Rifle,
    pub(super) chest: sinew::JointIndex,
    /// Where the rifle is, seen from the chest.
    pub(super) carried: Transform,
    pub(super) aimed: Transform,
    /// Where it hangs in the right hand.
    pub(super) in_hand: Socket,
    pub(super) palms: [Palm; 2],
}

/// How many metres of somebody with arms as long as people's make one of this character.
pub(super) fn arm_scale(actor: &Actor) -> Option<f32> {
    use HumanBone::{RightHand, RightLowerArm, RightUpperArm};
    const ARM: f32 = 0.5;
    let character = actor.character();
    let body = character.humanoid()?;
    let place = |bone| Some(character.rest_model()[body.joint(bone)?.index()].translation);
    let [shoulder, elbow, wrist] = [place(RightUpperArm)?, place(RightLowerArm)?, place(RightHand)?];
    Some((shoulder.distance(elbow) + elbow.distance(wrist)) / ARM)
}

impl Held {
    /// For somebody with arms of this scale, who is so many metres tall.
    pub(super) fn new(character: &Character, body: &Humanoid, scale: f32, tall: f32) -> Option<Self> {
        use HumanBone::{Chest, LeftUpperArm, RightUpperArm, Spine, UpperChest};
        let skeleton = character.skeleton();
        let joint = |bone| body.joint(bone);
        let rest = character.rest_model();
        let place = |bone| Some(Vec3::from(rest[joint(bone)?.index()].translation));
        let chest = joint(UpperChest).or(joint(Chest)).or(joint(Spine))?;
        let shoulders = [place(LeftUpperArm)?, place(RightUpperArm)?];
        let right = shoulders[usize::from(shoulders[1].x < shoulders[0].x)];
        let palms = [Palm::human(skeleton, body, true)?, Palm::human(skeleton, body, false)?];
        // Short arms are no reason for a toy that is lost in its hands.
        let rifle = Rifle::at_least(tall * 0.5, scale);
        let seen_from_chest = |model_from_rifle: Affine3A| {
            Transform::from_affine(&(rest[chest.index()].inverse() * model_from_rifle))
        };
        let at = |x: f32, y: f32, z: f32| right + Vec3::new(x, y, z) * scale;
        // Marksmen stand half aside, so that the left hand comes forward: the chest is turned away from the target.
        let aside = Quat::from_rotation_y(BLADED);
        let butt = at(-0.02, -0.03, 0.08);
        let aimed = Affine3A::from_rotation_translation(aside, butt - aside * rifle.butt());
        // Across the chest, the muzzle to the left and up, leaning towards who carries it.
        let barrel = Vec3::new(0.78, 0.28, 0.56).normalize();
        let side = Vec3::Y.cross(barrel).normalize();
        let across = Quat::from_mat3(&Mat3::from_cols(side, barrel.cross(side), barrel));
        let across = across * Quat::from_rotation_z(-0.44);
        let carried = Affine3A::from_rotation_translation(across, at(0.03, -0.22, 0.23));
        Some(Self {
            chest,
            carried: seen_from_chest(carried),
            aimed: seen_from_chest(aimed),
            in_hand: palms[1].socket(&rifle.grip()),
            rifle,
            palms,
        })
    }

    /// Right hand, barrel, left hand, head: each goes by what the ones before it have done.
    pub(super) fn rig(&self, character: &Character, body: &Humanoid) -> Option<IkRig> {
        use HumanBone::{
            Chest, Head, LeftHand, LeftLowerArm, LeftUpperArm, Neck, RightHand, RightLowerArm, RightUpperArm,
            Spine, UpperChest,
        };
        let skeleton = character.skeleton();
        let limits = HumanLimits::new(skeleton, body);
        let joint = |bone| body.joint(bone);
        let limb = |bones: [HumanBone; 3]| {
            let [start, middle, end] = bones.map(joint);
            Limb::new(skeleton, [start?, middle?, end?], Some(&limits)).ok()
        };
        let mut rig = IkRig::new();
        let [left, right] = self.palms.clone();
        let slot =
            rig.add_limb(RIGHT, limb([RightUpperArm, RightLowerArm, RightHand])?, LimbSettings::default());
        rig.set_palm(slot, right).ok()?;
        let torso: Vec<_> = [Spine, Chest, UpperChest].into_iter().filter_map(joint).collect();
        let hand = self.in_hand.joint;
        let chain = Chain::new(skeleton, &[&torso[..], &[hand]].concat()).ok()?.with_limits(&limits);
        let (muzzle, barrel) = self.rifle.barrel();
        let in_hand = self.in_hand.offset.to_affine();
        let (from, along) = (in_hand.transform_point3(muzzle), in_hand.transform_vector3(barrel));
        // The spine turns, the arms go along.
        let shares = vec![1.0; torso.len()];
        let [level, left_right] = [AngleRange::degrees(-50.0, 50.0), AngleRange::degrees(-40.0, 100.0)];
        let aim = LookAt::new(skeleton, chain).with_shares(&shares).with_line(skeleton, from, along);
        let mut aim = aim.with_cone(skeleton, level, left_right);
        aim.settings.seconds = 0.0;
        rig.add_look(AIM, aim);
        let slot = rig.add_limb(LEFT, limb([LeftUpperArm, LeftLowerArm, LeftHand])?, LimbSettings::default());
        rig.set_palm(slot, left).ok()?;
        let neck: Vec<_> = [Neck, Head].into_iter().filter_map(joint).collect();
        if let Ok(chain) = Chain::new(skeleton, &neck) {
            rig.add_look(LOOK, LookAt::new(skeleton, chain.with_limits(&limits)));
        }
        Some(rig)
    }

    /// Where the right and the left hand go: one holds the rifle before the chest, the other one what the first holds.
    pub(super) fn hands(&self, aimed: f32) -> (Socket, Socket) {
        let offset = Transform {
            rotation: self.carried.rotation.slerp(self.aimed.rotation, aimed),
            translation: self.carried.translation.lerp(self.aimed.translation, aimed),
            ..self.aimed
        };
        let grip = |thing: Transform, grip: Affine3A| Transform::from_affine(&(thing.to_affine() * grip));
        let right = Socket { joint: self.chest, offset: grip(offset, self.rifle.grip()) };
        let left = Socket { offset: grip(self.in_hand.offset, self.fore_end()), ..self.in_hand };
        (right, left)
    }

    /// Where the left palm is: under the fore-end, fingers to the right, thumb ahead.
    fn fore_end(&self) -> Affine3A {
        let palm = Mat3::from_cols(Vec3::NEG_Y, Vec3::Z, Vec3::NEG_X);
        self.rifle.fore_end() * Affine3A::from_quat(Quat::from_mat3(&palm))
    }
}
