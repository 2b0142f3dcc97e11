//! IK rig for a rifle: poses of the rifle relative to the chest, and the goals of both hands, barrel and
//! cheek.

use super::cheek_weld::{self, CheekWeld};
use super::measure::arm_length;
use crate::prop::rifle::Rifle;
use sinew::body::TPose;
use sinew::glam::{Affine3A, Mat3, Quat, Vec3};
use sinew::humanoid::{BodySide, HumanBone, Humanoid};
use sinew::ik::{Chain, Grip, Limb, LimbSettings, LookAt};
use sinew::limit::{AngleRange, HumanLimits};
use sinew::rig::{IkGoal, IkInput, IkRig, IkState};
use sinew::stage::{StageInput, StagePose};
use sinew::{Actor, Character, LocalPose, ModelPose, Socket, Transform};
use std::sync::Arc;

pub(super) const RIGHT: &str = "right hand";
pub(super) const LEFT: &str = "left hand";
pub(super) const AIM: &str = "aim";
pub(super) const CHEEK: &str = "cheek";

/// Seconds in which the rifle is raised to the shoulder.
pub(super) const RAISE: f32 = 0.45;
/// Angle of the chest to the right of the barrel while aiming (bladed stance), radians.
const BLADED: f32 = 0.9;

/// Poles of the right elbow relative to the grip, carried and aimed: out and down, or raised so that the
/// wrist stays straight.
const ELBOW: [Vec3; 2] = [Vec3::new(0.08, 0.04, -0.57), Vec3::new(-0.5, 0.1, -0.1)];
/// Position of the butt relative to the right shoulder, and the largest distance from it that brings the
/// sights before the eye. Metres for human arms.
const POCKET: Vec3 = Vec3::new(0.01, 0.01, 0.05);
const MAX_BUTT_OFFSET: f32 = 0.15;

/// Rifle with its poses relative to the chest and the grips of both hands.
#[derive(Clone, Debug)]
pub(super) struct RifleRig {
    pub(super) rifle: Rifle,
    pub(super) chest: sinew::JointId,
    /// Pose of the carried rifle relative to the chest.
    pub(super) carried: Transform,
    /// Pose of the aimed rifle relative to the chest.
    pub(super) aimed: Transform,
    /// Socket of the rifle in the right hand.
    pub(super) in_hand: Socket,
    pub(super) palms: [Grip; 2],
    /// Solver of the neck, and the pose of the right eye behind the sights as a socket of the chest; none
    /// without a head.
    pub(super) cheek: Option<(CheekWeld, Socket)>,
}

/// Arm length relative to a human's 0.5 m.
pub(super) fn arm_scale(actor: &Actor) -> Option<f32> {
    const HUMAN_ARM: f32 = 0.5;
    let character = actor.character();
    Some(arm_length(character, character.humanoid()?)? / HUMAN_ARM)
}

impl RifleRig {
    /// Rig for a body with arms of `scale`, `tall` metres high, whose right eye rests at `eye` in model
    /// space.
    pub(super) fn new(
        character: &Character,
        body: &Humanoid,
        scale: f32,
        tall: f32,
        eye: Option<Vec3>,
    ) -> Option<Self> {
        use HumanBone::{Chest, LeftUpperArm, RightUpperArm, Spine, UpperChest};
        let skeleton = character.skeleton();
        let joint = |bone| body.joint(bone);
        let rest = character.reference_model();
        let position = |bone| Some(Vec3::from(rest[joint(bone)?.index()].translation));
        let chest = joint(UpperChest).or(joint(Chest)).or(joint(Spine))?;
        let shoulders = [position(LeftUpperArm)?, position(RightUpperArm)?];
        // Files may swap the names of the sides.
        let left = character.forward_rotation() * Vec3::X;
        let right = shoulders[usize::from(shoulders[1].dot(left) < shoulders[0].dot(left))];
        let palms =
            [Grip::human(skeleton, body, BodySide::Left)?, Grip::human(skeleton, body, BodySide::Right)?];
        // Half the body height, so that short arms do not give a toy rifle.
        let rifle = Rifle::at_least(tall * 0.5, scale);
        let seen_from_chest = |model_from_rifle: Affine3A| {
            Transform::from_affine(&(rest[chest.index()].inverse() * model_from_rifle))
        };
        // From a body that faces +Z to the reference pose.
        let back = TPose::new(skeleton, body).facing().inverse();
        let at = |x: f32, y: f32, z: f32| right + back * Vec3::new(x, y, z) * scale;
        // In a bladed stance the chest turns away from the target and the left hand comes forward.
        let aside = back * Quat::from_rotation_y(BLADED);
        let butt = right + back * POCKET * scale;
        let aimed = Affine3A::from_rotation_translation(aside, butt - aside * rifle.butt());
        // Carried across the chest, the muzzle to the left and up, tilted towards the body.
        let barrel = Vec3::new(0.78, 0.28, 0.56).normalize();
        let side = Vec3::Y.cross(barrel).normalize();
        let across = Quat::from_mat3(&Mat3::from_cols(side, barrel.cross(side), barrel));
        let across = back * across * Quat::from_rotation_z(-0.44);
        let carried = Affine3A::from_rotation_translation(across, at(0.03, -0.22, 0.23));
        let mut held = Self {
            chest,
            carried: seen_from_chest(carried),
            aimed: seen_from_chest(aimed),
            in_hand: palms[1].socket(&rifle.grip()),
            rifle,
            palms,
            cheek: None,
        };
        if let Some(cheek) = eye.and_then(|eye| CheekWeld::new(character, body, eye)) {
            held.align_sights(character, body, cheek)?;
        }
        Some(held)
    }

    /// IK rig with right hand, barrel, left hand and neck, solved in this order: each builds on the ones
    /// before.
    pub(super) fn rig(&self, character: &Character, body: &Humanoid) -> Option<IkRig> {
        use HumanBone::{
            Chest, LeftHand, LeftLowerArm, LeftUpperArm, RightHand, RightLowerArm, RightUpperArm, Spine,
            UpperChest,
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
        let effector =
            rig.add_limb(RIGHT, limb([RightUpperArm, RightLowerArm, RightHand])?, LimbSettings::default());
        rig.set_grip(effector, right).ok()?;
        let torso: Vec<_> = [Spine, Chest, UpperChest].into_iter().filter_map(joint).collect();
        let hand = self.in_hand.joint;
        let chain = Chain::new(skeleton, &[&torso[..], &[hand]].concat()).ok()?.with_limits(&limits);
        let (muzzle, barrel) = self.rifle.barrel();
        let in_hand = self.in_hand.offset.to_affine();
        let (from, along) = (in_hand.transform_point3(muzzle), in_hand.transform_vector3(barrel));
        // Only the spine turns; the arms follow it.
        let shares = vec![1.0; torso.len()];
        let [level, left_right] =
            [AngleRange::from_degrees(-50.0, 50.0), AngleRange::from_degrees(-40.0, 120.0)];
        let aim = LookAt::new(skeleton, chain).with_forward(skeleton, character.forward());
        let aim = aim.with_shares(&shares).with_line(skeleton, from, along);
        let mut aim = aim.with_cone(skeleton, level, left_right);
        aim.settings.response_time = 0.0;
        rig.add_look(AIM, aim);
        let effector =
            rig.add_limb(LEFT, limb([LeftUpperArm, LeftLowerArm, LeftHand])?, LimbSettings::default());
        rig.set_grip(effector, left).ok()?;
        if let Some((CheekWeld { neck, solver, .. }, _)) = &self.cheek {
            let effector = rig.add_body(&[CHEEK], neck.clone(), *solver).ok()?;
            rig.set_fade(effector, RAISE).ok()?;
        }
        Some(rig)
    }

    /// Goals of the right hand, relative to the chest, and of the left hand, relative to the rifle in the
    /// right one. `aimed` blends from carried (0) to aimed (1).
    pub(super) fn hands(&self, aimed: f32) -> [IkGoal; 2] {
        let offset = Transform {
            rotation: self.carried.rotation.slerp(self.aimed.rotation, aimed),
            translation: self.carried.translation.lerp(self.aimed.translation, aimed),
            ..self.aimed
        };
        let grip = |thing: Transform, grip: Affine3A| Transform::from_affine(&(thing.to_affine() * grip));
        let right = Socket { joint: self.chest, offset: grip(offset, self.rifle.grip()) };
        let left = Socket { offset: grip(self.in_hand.offset, self.fore_end()), ..self.in_hand };
        let elbow = ELBOW[0].lerp(ELBOW[1], aimed) * self.rifle.scale;
        [IkGoal::at_socket(right).with_pole(elbow), IkGoal::at_socket(left)]
    }

    /// Moves the aimed rifle until its sights are before the eye, within reach of the neck and with the butt
    /// near the shoulder.
    fn align_sights(&mut self, character: &Character, body: &Humanoid, cheek: CheekWeld) -> Option<()> {
        // The wrist turns the rifle as it moves and the neck follows, so this converges in a few rounds.
        const ROUNDS: usize = 8;
        let mut arm = IkState::new(Arc::new(self.rig(character, body)?), character).ok()?;
        let chest = character.reference_model()[self.chest.index()];
        let pocket = self.aimed.translation;
        let mut met = None;
        for _ in 0..ROUNDS {
            let held = self.aimed_at_rest(character, &mut arm)?;
            let eye = cheek.eye_behind_sights(character, &self.rifle, &held);
            let off = cheek_weld::sight_offset(&self.rifle, &held, eye.translation.into());
            let moved = chest.transform_vector3(self.aimed.translation - pocket) + off;
            let moved = moved.clamp_length_max(MAX_BUTT_OFFSET * self.rifle.scale);
            self.aimed.translation = pocket + chest.inverse().transform_vector3(moved);
            met = Some(Transform::from_affine(&(chest.inverse() * eye)));
        }
        self.cheek = Some((cheek, Socket { joint: self.chest, offset: met? }));
        Some(())
    }

    /// Model transform of the aimed rifle with the body at rest except for the right arm.
    fn aimed_at_rest(&self, character: &Character, arm: &mut IkState) -> Option<Affine3A> {
        let skeleton = character.skeleton();
        let (mut pose, mut model) = (LocalPose::reference(skeleton), ModelPose::reference(skeleton));
        arm.set_goal(RIGHT, self.hands(1.0)[0]).ok()?;
        arm.snap();
        let stage = StageInput::new(0.0, Affine3A::IDENTITY);
        arm.solve(&stage, IkInput::new(), &mut StagePose::new(skeleton, &mut pose, &mut model));
        Some(*model.get(self.in_hand.joint) * self.in_hand.offset.to_affine())
    }

    /// Pose of the left palm on the rifle: under the fore-end, fingers to the right, thumb ahead.
    fn fore_end(&self) -> Affine3A {
        let palm = Mat3::from_cols(Vec3::NEG_Y, Vec3::Z, Vec3::NEG_X);
        self.rifle.fore_end() * Affine3A::from_quat(Quat::from_mat3(&palm))
    }
}
