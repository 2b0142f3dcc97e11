use crate::ik::{
    Chain, ChainSolver, Eyes, FootRollLeg, FootRollSettings, FullBody, FullBodySolver, LookAt, Spline,
};
use crate::math::turn::rotation_of;
use crate::rig::limb::LimbPart;
use crate::skeleton::{JointId, Skeleton};
use glam::{Affine3A, Quat, Vec3};

/// Part of a rig.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) kind: PartKind,
    /// Indices of its effectors.
    pub(crate) effectors: std::ops::Range<usize>,
    /// Index of the first joint that it turns.
    pub(crate) first: usize,
}

/// Solver of a part.
#[derive(Clone, Debug)]
pub(crate) enum PartKind {
    Limb(Box<LimbPart>),
    Chain(Chain, ChainSolver),
    Look(LookAt, Option<Box<Eyes>>),
    Leg(Box<FootRollLeg>, FootRollSettings),
    /// Spline and the largest number of points of its curve.
    Spline(Spline, usize),
    Body(Box<FullBody>, FullBodySolver),
}

impl Part {
    /// Joint of its effector; for bodies, which have several, the last joint that turns.
    pub(crate) fn tip(&self) -> JointId {
        match &self.kind {
            PartKind::Limb(part) => part.limb.chain().tip(),
            PartKind::Chain(chain, _) => chain.tip(),
            PartKind::Look(look, _) => look.chain().tip(),
            PartKind::Leg(leg, _) => leg.ball(),
            PartKind::Spline(spline, _) => spline.chain().tip(),
            PartKind::Body(body, _) => body.joints[body.joints.len() - 1].joint,
        }
    }

    /// Position of effector number `effector` of the part, in model space.
    pub(crate) fn position(&self, effector: usize, model: &[Affine3A]) -> Vec3 {
        let tip = &model[self.tip().index()];
        match &self.kind {
            PartKind::Limb(limb) => match &limb.grip {
                Some(grip) => grip.palm_position(tip),
                None => tip.translation.into(),
            },
            PartKind::Body(body, _) => body.posed(effector, model).0,
            _ => tip.translation.into(),
        }
    }

    /// Rotation of effector number `effector` of the part, in model space: that of a goal which it meets.
    pub(crate) fn rotation(&self, effector: usize, model: &[Affine3A]) -> Quat {
        let tip = &model[self.tip().index()];
        match &self.kind {
            PartKind::Limb(limb) => match &limb.grip {
                Some(grip) => grip.palm_rotation(tip),
                None => rotation_of(tip),
            },
            PartKind::Body(body, _) => body.posed(effector, model).1,
            _ => rotation_of(tip),
        }
    }

    /// Angle between the line of sight of a look and a target in model space, radians: the larger of both
    /// eyes where it turns the eyes.
    pub(crate) fn sight_error(&self, target: Vec3, model: &[Affine3A]) -> f32 {
        let PartKind::Look(look, eyes) = &self.kind else { return 0.0 };
        let error = |look: &LookAt| look.error(target, model);
        match eyes {
            Some(eyes) => eyes.pair().map(error).into_iter().fold(0.0, f32::max),
            None => error(look),
        }
    }

    /// Joint whose line of ancestors is all that the part reads from the model pose;
    /// none where it reads more.
    pub(crate) fn sees(&self) -> Option<JointId> {
        match &self.kind {
            PartKind::Limb(part) if !part.is_alone() => None,
            PartKind::Leg(..) | PartKind::Body(..) => None,
            _ => Some(self.tip()),
        }
    }

    /// True for a part whose chains were made for a skeleton of these joints.
    pub(super) fn fits(&self, skeleton: &Skeleton) -> bool {
        let fingerprint = match &self.kind {
            PartKind::Limb(part) => part.limb.chain().skeleton,
            PartKind::Chain(chain, _) => chain.skeleton,
            PartKind::Look(look, _) => look.chain().skeleton,
            PartKind::Leg(leg, _) => leg.limb().chain().skeleton,
            PartKind::Spline(spline, _) => spline.chain().skeleton,
            PartKind::Body(body, _) => body.skeleton,
        };
        let is_same = |other: u64| other == skeleton.fingerprint();
        is_same(fingerprint)
            && match &self.kind {
                PartKind::Limb(part) => {
                    part.spine_assist.iter().all(|spine_assist| is_same(spine_assist.chain().skeleton))
                }
                PartKind::Look(_, Some(eyes)) => eyes.pair().iter().all(|eye| is_same(eye.chain().skeleton)),
                _ => true,
            }
            && self.last().index() < skeleton.len()
    }

    /// Highest index of a joint that it needs.
    fn last(&self) -> JointId {
        let others = match &self.kind {
            PartKind::Limb(part) => part.last_joint(),
            PartKind::Look(_, eyes) => eyes.as_ref().map(|eyes| eyes.last_joint()),
            PartKind::Body(body, _) => body.masses.iter().map(|(joint, _)| *joint).max(),
            _ => None,
        };
        others.map_or(self.tip(), |other| other.max(self.tip()))
    }
}
