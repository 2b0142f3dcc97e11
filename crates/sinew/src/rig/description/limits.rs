//! Compilation of joint limits: axes in model space at rest become axes of each joint's parent.

use crate::ik::{Chain, FullBody};
use crate::limit::{AngleRange, Limit, Swing, SwingEllipse, SwingPolygon};
use crate::math::Transform;
use crate::rig::description::compile::{Compiled, RigCompiler, error};
use crate::rig::description::description::*;
use crate::skeleton::JointId;
use crate::text::abbreviate;
use glam::{Quat, Vec3};
use std::collections::BTreeMap;

impl RigCompiler<'_> {
    /// Chain with the limits of its description.
    pub(crate) fn limited(
        &self,
        mut chain: Chain,
        limits: &LimitsDescription,
        location: &str,
    ) -> Compiled<Chain> {
        Ok(match (limits, &self.human) {
            (LimitsDescription::Auto | LimitsDescription::Human, Some(human)) => chain.with_limits(human),
            (LimitsDescription::Auto, None) | (LimitsDescription::Free, _) => chain,
            (LimitsDescription::Human, None) => return self.nobody(location),
            (LimitsDescription::PerJoint(given), _) => {
                let joints: Vec<_> = chain.links().iter().map(|link| link.joint).collect();
                for (joint, limit) in self.given(given, &joints, location)? {
                    chain.links_mut().iter_mut().filter(|link| link.joint == joint).for_each(|link| {
                        link.limit = limit.clone();
                    });
                }
                chain
            }
        })
    }

    /// Body with the limits of its description.
    pub(crate) fn limit_body(
        &self,
        body: &mut FullBody,
        limits: &LimitsDescription,
        location: &str,
    ) -> Compiled<()> {
        match (limits, &self.human) {
            (LimitsDescription::Auto | LimitsDescription::Human, Some(human)) => {
                *body = body.clone().with_limits(human);
            }
            (LimitsDescription::Auto, None) | (LimitsDescription::Free, _) => {}
            (LimitsDescription::Human, None) => return self.nobody(location),
            (LimitsDescription::PerJoint(given), _) => {
                let joints: Vec<_> = body.joints.iter().map(|body_joint| body_joint.joint).collect();
                for (joint, limit) in self.given(given, &joints, location)? {
                    let of_body = body.joints.iter_mut().filter(|body_joint| body_joint.joint == joint);
                    let of_body = of_body.map(|body_joint| &mut body_joint.limit);
                    let links = body.effectors.iter_mut().flat_map(|effector| effector.limb.links_mut());
                    let links = links.filter(|link| link.joint == joint).map(|link| &mut link.limit);
                    of_body.chain(links).for_each(|old| *old = limit.clone());
                }
            }
        }
        Ok(())
    }

    fn given(
        &self,
        given: &BTreeMap<String, LimitDescription>,
        joints: &[JointId],
        location: &str,
    ) -> Compiled<Vec<(JointId, Limit)>> {
        let limit = |(name, limit): (&String, &LimitDescription)| {
            let location = format!("{location}[{:?}]", abbreviate(name));
            let joint = self.joint(name, &location)?;
            if !joints.contains(&joint) {
                return self.foreign_joint(joint, &location);
            }
            Ok((joint, self.limit(limit, joint, joints, &location)?))
        };
        given.iter().map(limit).collect()
    }

    fn limit(
        &self,
        limit: &LimitDescription,
        joint: JointId,
        joints: &[JointId],
        location: &str,
    ) -> Compiled<Limit> {
        let rest = self.character.reference_model();
        let above = self
            .skeleton
            .parent(joint)
            .map_or(Quat::IDENTITY, |parent| Transform::from_affine(&rest[parent.index()]).rotation);
        let back = above.inverse();
        let direction = |vector: Vec3| back * vector.normalize();
        let angles = |(min, max): (f32, f32)| AngleRange::new(min, max);
        let bone = match limit.bone {
            Some(bone) => direction(bone),
            None => back * self.bone(joint, joints),
        };
        let swing = match &limit.swing {
            SwingDescription::Free => Swing::Free,
            SwingDescription::Fixed => Swing::Fixed,
            SwingDescription::Hinge { axis, range } => {
                Swing::Hinge { axis: direction(*axis), range: angles(*range) }
            }
            SwingDescription::Ellipse { axis, about, across } => {
                Swing::Ellipse(SwingEllipse::new(bone, direction(*axis), angles(*about), angles(*across)))
            }
            SwingDescription::Polygon(corners) => {
                let corners: Vec<Vec3> = corners.iter().map(|corner| back * *corner).collect();
                Swing::Polygon(
                    SwingPolygon::new(bone, &corners)
                        .map_err(|e| error(&format!("{location}.swing"), e.to_string()))?,
                )
            }
        };
        let twist = limit.twist.map(angles);
        Ok(Limit::ball(bone, swing, twist))
    }

    /// Direction of a joint's bone at rest: to the next of these joints below it, else on from the one above.
    fn bone(&self, joint: JointId, joints: &[JointId]) -> Vec3 {
        let position = |joint: JointId| self.character.reference_model()[joint.index()].translation;
        let above =
            |joint: JointId| std::iter::successors(self.skeleton.parent(joint), |&j| self.skeleton.parent(j));
        let next = joints
            .iter()
            .copied()
            .find(|next| above(*next).find(|above| joints.contains(above)) == Some(joint));
        let direction = match (next, above(joint).next()) {
            (Some(next), _) => position(next) - position(joint),
            (None, Some(parent)) => position(joint) - position(parent),
            (None, None) => Vec3::Y.into(),
        };
        Vec3::from(direction).try_normalize().unwrap_or(Vec3::Y)
    }
}
