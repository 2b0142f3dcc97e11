//! Motion from one rig to another: every bone of the target turns from the common stance as the source's does, in model
//! space; the hips travel in proportion to the legs.

use super::align::{ReferencePose, TORSO};
use super::proportions::{hips, top, torso};
use super::slide::Slide;
use super::twist::{Twist, twists};
use crate::humanoid::HumanBone::{self, *};
use crate::math::Transform;
use crate::pose::ModelPose;
use crate::skeleton::{JointIndex, Skeleton};
use glam::{Affine3A, Quat, Vec3};

/// Carries poses from one skeleton to another. Made once, then used for every frame.
///
/// Between people it also turns the target's twist joints, those between a bone of a limb and the next that are called
/// `twist` or `roll`: each takes as much of the hand's (foot's, forearm's, shin's) roll as it lies along the bone.
#[derive(Clone, Debug)]
pub struct Retargeter {
    source: Skeleton,
    target: Skeleton,
    /// By target joint.
    pub(super) links: Vec<Option<Link>>,
    /// Parents first.
    pub(super) travel: Vec<Travel>,
    /// Between rigs of the same names.
    pub(super) slides: Vec<Slide>,
    /// Of the target, parents first.
    pub(super) twists: Vec<Twist>,
    /// Where both are people.
    pub(super) bodies: Option<(ReferencePose, ReferencePose)>,
    unmapped: Vec<String>,
}

/// How a target joint follows source joints.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    /// Source joint and the inverse of its rotation in the stance, twice: what is between two bones follows both.
    pub(super) from: [(JointIndex, Quat); 2],
    /// How much of the second.
    share: f32,
    /// Its own rotation in the stance.
    aligned: Quat,
}

/// How a target joint moves with a source joint.
#[derive(Clone, Copy, Debug)]
pub(super) struct Travel {
    pub(super) source: JointIndex,
    pub(super) target: JointIndex,
    /// What becomes of model-space places: scaled, then shifted.
    pub(super) scale: f32,
    pub(super) shift: Vec3,
}

/// Room for a frame. That of [`Retargeter::scratch`] has the right size; any other grows when it is first used.
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
    /// More keys than a clip may have.
    #[error(
        "the clip makes {frames} frames of {joints} joints, which are more than {most} turns of joints; cut it, or carry \
         it over pose by pose"
    )]
    TooLong {
        /// How many frames it would have.
        frames: usize,
        /// Joints of the source and driven joints of the target.
        joints: usize,
        /// How many frames times joints there may be.
        most: usize,
    },
}

impl Retargeter {
    /// Between two people, whatever their rigs; the bodies are those of the skeletons beside them.
    pub fn humanoid(source: (&Skeleton, ReferencePose), target: (&Skeleton, ReferencePose)) -> Self {
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
        let twists = twists(target.0, to);
        let (source, target) = (source.0.clone(), target.0.clone());
        Self { source, target, links, travel, slides: Vec::new(), twists, bodies: Some(bodies), unmapped }
    }

    /// Between rigs whose joints have the same names: each turns and moves from its own rest as the other does, joints
    /// against the bones they hang from as well. Ways are
    /// scaled as the bones are, on the whole, between joints that both have.
    ///
    /// # Errors
    /// When no two joints have the same name.
    pub fn by_names(source: &Skeleton, target: &Skeleton) -> Result<Self, RetargetError> {
        let (from, to) = (ModelPose::rest(source), ModelPose::rest(target));
        let rotation = |pose: &ModelPose, joint| Transform::from_affine(pose.get(joint)).rotation;
        let place = |pose: &ModelPose, joint| Vec3::from(pose.get(joint).translation);
        let mut links: Vec<Option<Link>> = vec![None; target.len()];
        let (mut shared, mut unmapped) = (vec![None; source.len()], Vec::new());
        let (mut travel, mut lengths) = (Vec::new(), [0.0f32; 2]);
        let mut slides = Vec::new();
        for joint in source.joints() {
            let name = source.name(joint);
            let own = target.find(name).filter(|own| !name.is_empty() && links[own.index()].is_none());
            let Some(own) = own else {
                unmapped.push(name.to_owned());
                continue;
            };
            let link = (joint, rotation(&from, joint).inverse());
            links[own.index()] = Some(Link { from: [link, link], share: 0.0, aligned: rotation(&to, own) });
            shared[joint.index()] = Some(own);
            let above = std::iter::successors(source.parent(joint), |&j| source.parent(j));
            if let Some((parent, theirs)) = above.into_iter().find_map(|j| Some((j, shared[j.index()]?))) {
                lengths[0] += place(&from, joint).distance(place(&from, parent));
                lengths[1] += place(&to, own).distance(place(&to, theirs));
            }
            // Roots travel; what hangs from others keeps its own length.
            if source.parent(joint).is_none_or(|parent| shared[parent.index()].is_none()) {
                travel.push((joint, own));
            } else if let Some((own_parent, parent)) = target.parent(own).zip(source.parent(joint)) {
                let turn = (rotation(&to, own_parent).inverse() * rotation(&from, parent)).normalize();
                slides.push(Slide { source: joint, target: own, turn, scale: 1.0 });
            }
        }
        if links.iter().all(Option::is_none) {
            return Err(RetargetError::NothingInCommon);
        }
        let scale = match lengths.iter().all(|length| *length > 1e-6 && length.is_finite()) {
            true => lengths[1] / lengths[0],
            false => 1.0,
        };
        slides.iter_mut().for_each(|slide| slide.scale = scale);
        travel.sort_by_key(|(_, own)| *own);
        let travel = travel.into_iter().map(|(joint, own)| {
            let shift = place(&to, own) - place(&from, joint) * scale;
            Travel { source: joint, target: own, scale, shift }
        });
        let (source, target, travel) = (source.clone(), target.clone(), travel.collect());
        Ok(Self { source, target, links, travel, slides, twists: Vec::new(), bodies: None, unmapped })
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
    /// drives rest, and so does what would be turned by numbers that are none.
    ///
    /// # Panics
    /// When a slice has not a transform for each joint.
    pub fn transfer(&self, source: &[Transform], scratch: &mut RetargetScratch, target: &mut [Transform]) {
        scratch.source.resize(self.source.len(), Quat::IDENTITY);
        scratch.target.resize(self.target.len(), Quat::IDENTITY);
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
                let turned = (parent.inverse() * (turn * link.aligned)).normalize();
                local.rotation = if turned.is_finite() { turned } else { local.rotation };
            }
            scratch.target[joint.index()] = (parent * local.rotation).normalize();
        }
        for twist in &self.twists {
            twist.apply(&self.target, target, &mut scratch.target);
        }
        for slide in &self.slides {
            slide.apply((&self.source, source), target);
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

    /// Spreads the rolls of a pose of the target whose legs were turned anew.
    pub(super) fn spread_rolls(&self, scratch: &mut RetargetScratch, target: &mut [Transform]) {
        if self.twists.is_empty() {
            return;
        }
        for joint in self.target.joints() {
            let parent = self.target.parent(joint).map_or(Quat::IDENTITY, |p| scratch.target[p.index()]);
            scratch.target[joint.index()] = (parent * target[joint.index()].rotation).normalize();
        }
        for twist in &self.twists {
            twist.apply(&self.target, target, &mut scratch.target);
        }
    }

    /// The target's joints that anything drives, parents first.
    pub(super) fn driven(&self) -> Vec<JointIndex> {
        let turns =
            |joint: JointIndex| self.twists.iter().any(|t| t.joint == joint || t.below == Some(joint));
        // Feet roll over toes that the source may not have.
        let toes: Vec<JointIndex> = self
            .bodies
            .iter()
            .flat_map(|(_, to)| [LeftToes, RightToes].map(|bone| to.joint(bone)))
            .flatten()
            .collect();
        let drives = |joint: &JointIndex| {
            self.links[joint.index()].is_some() || self.moves(*joint) || turns(*joint) || toes.contains(joint)
        };
        self.target.joints().filter(drives).collect()
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
