//! Motion from one rig to another: every bone of the target turns from the common stance as the source's does, in model
//! space; the hips travel in proportion to the legs.

use super::align::{StandingBody, TORSO};
use crate::humanoid::HumanBone::{self, *};
use crate::math::Transform;
use crate::pose::ModelPose;
use crate::skeleton::{JointIndex, Skeleton};
use glam::{Affine3A, Quat, Vec3};

/// Carries poses from one skeleton to another. Made once, then used for every frame.
#[derive(Clone, Debug)]
pub struct Retargeter {
    source: Skeleton,
    target: Skeleton,
    /// By target joint.
    links: Vec<Option<Link>>,
    travel: Vec<Travel>,
    /// Where both are people.
    pub(super) bodies: Option<(StandingBody, StandingBody)>,
    unmapped: Vec<String>,
}

/// How a target joint follows source joints.
#[derive(Clone, Copy, Debug)]
struct Link {
    /// Source joint and the inverse of its rotation in the stance, twice: what is between two bones follows both.
    from: [(JointIndex, Quat); 2],
    /// How much of the second.
    share: f32,
    /// Its own rotation in the stance.
    aligned: Quat,
}

/// How a target joint moves with a source joint.
#[derive(Clone, Copy, Debug)]
struct Travel {
    source: JointIndex,
    target: JointIndex,
    /// What becomes of model-space places: scaled, then shifted.
    scale: f32,
    shift: Vec3,
}

/// Room for a frame.
#[derive(Clone, Debug, Default)]
pub struct RetargetScratch {
    source: Vec<Quat>,
    target: Vec<Quat>,
}

/// Why motion cannot be carried over.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RetargetError {
    /// No joints with the same names.
    #[error("the two rigs are no people and have no joints of the same names")]
    NothingInCommon,
}

impl Retargeter {
    /// Between two people, whatever their rigs; the bodies are those of the skeletons beside them.
    pub fn humanoid(source: (&Skeleton, StandingBody), target: (&Skeleton, StandingBody)) -> Self {
        let bodies = (source.1, target.1);
        let (from, to) = &bodies;
        let mut links = vec![None; target.0.len()];
        for bone in HumanBone::ALL {
            let Some(joint) = to.joint(bone) else { continue };
            let of = |bone: HumanBone| Some((from.joint(bone)?, from.rotation(bone).inverse()));
            let own = match TORSO.contains(&bone) {
                true => torso(from, to, bone),
                false => of(bone).map(|f| ([f, f], 0.0)),
            };
            // A neck where there is none bends half as much as the head does.
            let neck = || Some(([of(top(from)?)?, of(Head)?], 0.5));
            let own = own.or_else(|| if bone == Neck { neck() } else { None });
            links[joint.index()] = own.map(|(from, share)| Link { from, share, aligned: to.rotation(bone) });
        }
        let travel = hips(from, to).into_iter().collect();
        let unmapped = HumanBone::ALL
            .into_iter()
            .filter(|&bone| from.joint(bone).is_some() && to.joint(bone).is_none() && !TORSO.contains(&bone));
        let unmapped = unmapped.map(|bone| bone.name().to_owned()).collect();
        let (source, target) = (source.0.clone(), target.0.clone());
        Self { source, target, links, travel, bodies: Some(bodies), unmapped }
    }

    /// Between rigs whose joints have the same names: each turns and moves from its own rest as the other does.
    ///
    /// # Errors
    /// When no two joints have the same name.
    pub fn by_names(source: &Skeleton, target: &Skeleton) -> Result<Self, RetargetError> {
        let (from, to) = (ModelPose::rest(source), ModelPose::rest(target));
        let rotation = |pose: &ModelPose, joint| Transform::from_affine(pose.get(joint)).rotation;
        let mut links = vec![None; target.len()];
        let (mut travel, mut unmapped) = (Vec::new(), Vec::new());
        for joint in source.joints() {
            let name = source.name(joint);
            let Some(own) = target.find(name).filter(|_| !name.is_empty()) else {
                unmapped.push(name.to_owned());
                continue;
            };
            let link = (joint, rotation(&from, joint).inverse());
            links[own.index()] = Some(Link { from: [link, link], share: 0.0, aligned: rotation(&to, own) });
            // Roots travel; what hangs from others keeps its own length.
            if source.parent(joint).is_none_or(|parent| target.find(source.name(parent)).is_none()) {
                let place = |pose: &ModelPose, joint| Vec3::from(pose.get(joint).translation);
                let scale = height(&to) / height(&from).max(1e-6);
                let shift = place(&to, own) - place(&from, joint) * scale;
                travel.push(Travel { source: joint, target: own, scale, shift });
            }
        }
        if links.iter().all(Option::is_none) {
            return Err(RetargetError::NothingInCommon);
        }
        Ok(Self { source: source.clone(), target: target.clone(), links, travel, bodies: None, unmapped })
    }

    /// Where the motion comes from.
    pub fn source(&self) -> &Skeleton {
        &self.source
    }

    /// Where it goes.
    pub fn target(&self) -> &Skeleton {
        &self.target
    }

    /// The source's bones (or joints, where names count) that the target lacks.
    pub fn unmapped(&self) -> &[String] {
        &self.unmapped
    }

    /// Room for [`Retargeter::transfer`], so that it allocates nothing.
    pub fn scratch(&self) -> RetargetScratch {
        RetargetScratch {
            source: vec![Quat::IDENTITY; self.source.len()],
            target: vec![Quat::IDENTITY; self.target.len()],
        }
    }

    /// Writes into `target` what `source` does: local poses, a transform per joint of each skeleton. Joints that nothing
    /// drives rest.
    pub fn transfer(&self, source: &[Transform], scratch: &mut RetargetScratch, target: &mut [Transform]) {
        for joint in self.source.joints() {
            let own = source[joint.index()].rotation;
            let parent = self.source.parent(joint);
            scratch.source[joint.index()] = parent.map_or(own, |p| scratch.source[p.index()] * own);
        }
        target.copy_from_slice(self.target.rest());
        for joint in self.target.joints() {
            let parent = self.target.parent(joint).map_or(Quat::IDENTITY, |p| scratch.target[p.index()]);
            let local = &mut target[joint.index()];
            if let Some(link) = &self.links[joint.index()] {
                let [a, b] = link.from.map(|(joint, inverse)| scratch.source[joint.index()] * inverse);
                let turn = if link.share > 0.0 { a.slerp(b, link.share) } else { a };
                local.rotation = (parent.inverse() * (turn * link.aligned)).normalize();
            }
            scratch.target[joint.index()] = (parent * local.rotation).normalize();
        }
        for travel in &self.travel {
            let place = model_of(&self.source, source, travel.source).translation;
            let place = Vec3::from(place) * travel.scale + travel.shift;
            let parent = self.target.parent(travel.target);
            let parent = parent.map_or(Affine3A::IDENTITY, |p| model_of(&self.target, target, p));
            let local = parent.inverse().transform_point3(place);
            if local.is_finite() {
                target[travel.target.index()].translation = local;
            }
        }
    }

    /// Whether anything drives a target joint.
    pub(super) fn drives(&self, joint: JointIndex) -> bool {
        self.links[joint.index()].is_some() || self.moves(joint)
    }

    /// Whether a target joint travels.
    pub(super) fn moves(&self, joint: JointIndex) -> bool {
        self.travel.iter().any(|travel| travel.target == joint)
    }

    /// Moves everything up.
    pub(super) fn raise(&mut self, by: f32) {
        self.travel.iter_mut().for_each(|travel| travel.shift.y += by);
    }

    /// The factor on the source's travel.
    pub(super) fn scale(&self) -> f32 {
        self.travel.first().map_or(1.0, |travel| travel.scale)
    }
}

/// Model from joint.
fn model_of(skeleton: &Skeleton, pose: &[Transform], joint: JointIndex) -> Affine3A {
    let chain = std::iter::successors(Some(joint), |&j| skeleton.parent(j));
    chain.fold(Affine3A::IDENTITY, |below, j| pose[j.index()].to_affine() * below)
}

fn height(pose: &ModelPose) -> f32 {
    let y = || pose.as_slice().iter().map(|m| m.translation.y);
    y().fold(f32::NEG_INFINITY, f32::max) - y().fold(f32::INFINITY, f32::min)
}

/// The topmost bone of the torso.
fn top(body: &StandingBody) -> Option<HumanBone> {
    [UpperChest, Chest, Spine, Hips].into_iter().find(|bone| body.joint(*bone).is_some())
}

/// What a bone of the target's torso follows: the two bones of the source's that stand as high, counted from the hips.
fn torso(from: &StandingBody, to: &StandingBody, bone: HumanBone) -> Option<([(JointIndex, Quat); 2], f32)> {
    let own: Vec<HumanBone> = TORSO.into_iter().filter(|b| to.joint(*b).is_some()).collect();
    let mut theirs = vec![Hips];
    theirs.extend(TORSO.into_iter().filter(|b| from.joint(*b).is_some()));
    let height = (own.iter().position(|b| *b == bone)? + 1) as f32 / own.len() as f32;
    let at = height * (theirs.len() - 1) as f32;
    let low = (at.floor() as usize).min(theirs.len() - 1);
    let high = (low + 1).min(theirs.len() - 1);
    let of = |bone: HumanBone| Some((from.joint(bone)?, from.rotation(bone).inverse()));
    Some(([of(theirs[low])?, of(theirs[high])?], at - low as f32))
}

/// Hips that stand as high above their ankles as the legs allow.
fn hips(from: &StandingBody, to: &StandingBody) -> Option<Travel> {
    let (source, target) = (from.joint(Hips)?, to.joint(Hips)?);
    let scale = if from.leg > 1e-6 && to.leg > 1e-6 { to.leg / from.leg } else { 1.0 };
    let standing = |body: &StandingBody| body.ankle_height + body.hips_above_legs;
    let shift = Vec3::Y * (standing(to) - standing(from) * scale);
    Some(Travel { source, target, scale, shift })
}
