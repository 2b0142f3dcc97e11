//! Compilation of the line of a look; bone lines are measured in the rest pose.

use crate::humanoid::HumanBone::{LeftEye, RightEye};
use crate::ik::LookAt;
use crate::rig::LineDescription;
use crate::rig::description::compile::{Compiled, RigCompiler, invalid};
use crate::skeleton::JointId;
use crate::text::abbreviate;
use glam::Vec3;

impl RigCompiler<'_> {
    /// Look with the line of its description.
    pub(crate) fn with_line(&self, look: LookAt, line: &LineDescription, location: &str) -> Compiled<LookAt> {
        let tip = look.chain().tip();
        Ok(match line {
            LineDescription::Sight => match self.eyes() {
                Some(eyes) => look.with_eyes(self.skeleton, eyes),
                None => look,
            },
            LineDescription::Eyes(eyes) => look.with_eyes(self.skeleton, *eyes),
            LineDescription::Along { origin, direction } => {
                look.with_line(self.skeleton, *origin, *direction)
            }
            LineDescription::Bone => look.with_bone(self.skeleton, self.only_bone(tip, location)?),
            LineDescription::To(name) => {
                let to = self.joint(name, location)?;
                look.with_bone(self.skeleton, self.way_to(tip, to, location)?)
            }
        })
    }

    /// Direction of a joint's bone at rest, in model space: to the joint below, or on from the one above.
    fn only_bone(&self, joint: JointId, location: &str) -> Compiled<Vec3> {
        let mut below = self
            .skeleton
            .joints()
            .filter(|below| self.skeleton.parent(*below) == Some(joint))
            .filter_map(|below| Some((below, self.offset(joint, below)?)));
        if let (Some((first, offset)), other) = (below.next(), below.next()) {
            let Some((other, _)) = other else { return Ok(offset) };
            let count = 2 + below.count();
            let [name, first, other] = [joint, first, other].map(|joint| self.short_name(joint));
            return invalid(
                location,
                format!(
                    "{count} bones start at {name:?}, to {first:?}, {other:?}{}; expected one, such as \
                     To({first:?}), or Sight for a head",
                    if count > 2 { " and others" } else { "" }
                ),
            );
        }
        match self.skeleton.parent(joint).and_then(|above| self.offset(above, joint)) {
            Some(offset) => Ok(offset),
            None => invalid(
                location,
                format!("no bone starts or ends at {:?}; expected Along", self.short_name(joint)),
            ),
        }
    }

    /// Direction from a joint to one below it, at rest in model space.
    fn way_to(&self, joint: JointId, to: JointId, location: &str) -> Compiled<Vec3> {
        let mut above = std::iter::successors(self.skeleton.parent(to), |&above| self.skeleton.parent(above));
        let [name, other] = [joint, to].map(|joint| self.short_name(joint));
        if !above.any(|above| above == joint) {
            return invalid(location, format!("{other:?} is not a descendant of {name:?}"));
        }
        self.offset(joint, to)
            .map_or_else(|| invalid(location, format!("{other:?} lies where {name:?} does")), Ok)
    }

    /// Vector from one joint to another at rest; none where they coincide.
    fn offset(&self, from: JointId, to: JointId) -> Option<Vec3> {
        let position =
            |joint: JointId| Vec3::from(self.character.reference_model()[joint.index()].translation);
        // Shorter vectors are rounding.
        const NEAR: f32 = 1e-5;
        Some(position(to) - position(from)).filter(|offset| offset.length() > NEAR)
    }

    fn short_name(&self, joint: JointId) -> std::borrow::Cow<'_, str> {
        abbreviate(self.skeleton.name(joint))
    }

    /// Point between the eyes of a humanoid, in model space at rest.
    fn eyes(&self) -> Option<Vec3> {
        let map = &self.character.humanoid()?.named_bones;
        let position = |bone| Some(self.character.reference_model()[map.joint(bone)?.index()].translation);
        Some(position(LeftEye)?.midpoint(position(RightEye)?).into())
    }
}
