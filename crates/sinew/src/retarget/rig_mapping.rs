//! Mapping of two rigs that are no humanoids: joints of other names, and chains of other numbers of joints.

use super::joint_names::Names;
use super::links::RotationLink;
use super::{JointNameMatch, RetargetError, Retargeter};
use crate::pose::ModelPose;
use crate::skeleton::{JointId, Skeleton};
use crate::text::suggest;
use glam::Vec3;

/// Mapping of two rigs for [`Retargeter::by_mapping`] and [`RigMapping::match_joints`]: pairs of joints by
/// name, and chains such as tails and necks.
///
/// ```
/// use sinew::retarget::{Retargeter, RigMapping};
/// use sinew::skeleton::{Joint, Skeleton};
/// use sinew::glam::Vec3;
/// use sinew::Transform;
///
/// let tail = |name: &str, count: u32| {
///     let joint = |n: u32| Joint {
///         name: format!("{name}{n}"),
///         parent: n.checked_sub(1),
///         rest: Transform::from_translation(Vec3::Y),
///         in_scene: true,
///     };
///     Skeleton::new((0..count).map(joint).collect())
/// };
/// let (lizard, cat) = (tail("lizard", 7), tail("cat", 4));
/// let (lizard, cat) = (lizard?, cat?);
/// let mapping = RigMapping::default().with_chain(["lizard1", "lizard6"], ["cat1", "cat3"]);
/// let retargeter = Retargeter::by_mapping(&lizard, &cat, &mapping)?;
/// assert_eq!(retargeter.unmapped_joints(), ["lizard0"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RigMapping {
    joints: Vec<[String; 2]>,
    /// Root and tip of the source, and of the target.
    chains: Vec<[[String; 2]; 2]>,
}

impl RigMapping {
    /// Adds a joint of the source that is a joint of the target.
    #[must_use]
    pub fn with_joint(mut self, source: impl Into<String>, target: impl Into<String>) -> Self {
        self.joints.push([source.into(), target.into()]);
        self
    }

    /// Adds a chain of the source, from its root to its tip, that is a chain of the target. Each joint of the
    /// target rotates as the source does at the same share of the chain's length.
    #[must_use]
    pub fn with_chain(mut self, source: [&str; 2], target: [&str; 2]) -> Self {
        self.chains.push([source, target].map(|ends| ends.map(str::to_owned)));
        self
    }

    /// True where nothing is mapped.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.joints.is_empty() && self.chains.is_empty()
    }

    /// Matches the joints of two rigs, those of the mapping first, the others by their names
    /// ([`match_joint_names`](super::match_joint_names)).
    ///
    /// # Errors
    /// [`RetargetError::Mapping`] where a rig lacks a joint, or one is mapped twice.
    pub fn match_joints(
        &self,
        source: &Skeleton,
        target: &Skeleton,
    ) -> Result<JointNameMatch, RetargetError> {
        let mut names = Names::new(source, target);
        for [from, to] in &self.joints {
            let pair = (find(source, from, "source")?, find(target, to, "target")?);
            if !names.pair(pair.0, pair.1) {
                let message = format!("{from:?} = {to:?}: one of them is mapped already");
                return Err(RetargetError::Mapping { message });
            }
        }
        Ok(names.matched())
    }
}

impl Retargeter {
    /// Retargeter between two rigs by a mapping, and by joint names for what it leaves out
    /// ([`by_names`](Self::by_names)).
    ///
    /// # Errors
    /// [`RetargetError::Mapping`] where a rig lacks a joint of the mapping, one is mapped twice, the tip of a
    /// chain does not lie below its root or two chains of the target share a joint;
    /// [`RetargetError::NoCommonJoints`] where nothing is mapped.
    pub fn by_mapping(
        source: &Skeleton,
        target: &Skeleton,
        mapping: &RigMapping,
    ) -> Result<Self, RetargetError> {
        let renamed = mapping.match_joints(source, target)?.renamed_source(source, target);
        let mut retargeter = match Self::by_names(&renamed, target) {
            Err(RetargetError::NoCommonJoints) if !mapping.chains.is_empty() => {
                Self::of_nothing(&renamed, target)
            }
            other => other?,
        };
        let mut in_chains = vec![false; target.len()];
        for [from, to] in &mapping.chains {
            let (from, to) = (chain(source, from, "source")?, chain(target, to, "target")?);
            if let Some(joint) =
                to.iter().find(|joint| std::mem::replace(&mut in_chains[joint.index()], true))
            {
                let message = format!("{:?} of the target lies in two chains", target.name(*joint));
                return Err(RetargetError::Mapping { message });
            }
            retargeter.add_chain(&from, &to);
        }
        Ok(retargeter)
    }

    /// Lets the joints of a chain rotate as those of another one at the same shares of their lengths do.
    fn add_chain(&mut self, source: &[JointId], target: &[JointId]) {
        let [from, to] = [(&self.source, source), (&self.target, target)]
            .map(|(skeleton, joints)| shares(skeleton, joints));
        let turned = [(&self.source, &self.chains[0]), (&self.target, &self.chains[1])]
            .map(|(skeleton, chain)| chain.all(skeleton, skeleton.reference()));
        for (joint, share) in target.iter().zip(to) {
            let after =
                from.partition_point(|source_share| *source_share <= share).clamp(1, from.len().max(2) - 1);
            let [a, b] = [after - 1, after.min(from.len() - 1)];
            let length = from[b] - from[a];
            let part = if length > 0.0 { ((share - from[a]) / length).clamp(0.0, 1.0) } else { 0.0 };
            let link = |n: usize| (source[n], turned[0][source[n].index()].inverse());
            let aligned = turned[1][joint.index()];
            self.links[joint.index()] = Some(RotationLink { from: [link(a), link(b)], share: part, aligned });
            // Bones keep their lengths.
            self.joint_translations.retain(|link| link.target != *joint);
        }
        let names = source.iter().map(|joint| self.source.name(*joint)).collect::<Vec<_>>();
        self.unmapped_joints.retain(|name| !names.contains(&name.as_str()));
    }
}

/// Share of a chain's length at each of its joints, 0 to 1.
fn shares(skeleton: &Skeleton, joints: &[JointId]) -> Vec<f32> {
    let model = ModelPose::reference(skeleton);
    let position = |joint: &JointId| Vec3::from(model.get(*joint).translation);
    let mut lengths = vec![0.0];
    for pair in joints.windows(2) {
        lengths.push(lengths[lengths.len() - 1] + position(&pair[0]).distance(position(&pair[1])));
    }
    let whole = lengths[lengths.len() - 1];
    let count = joints.len().max(2) as f32 - 1.0;
    let share = |(n, length): (usize, f32)| if whole > 0.0 { length / whole } else { n as f32 / count };
    lengths.into_iter().enumerate().map(share).collect()
}

/// Joints from the root of a chain to its tip.
fn chain(skeleton: &Skeleton, [root, tip]: &[String; 2], rig: &str) -> Result<Vec<JointId>, RetargetError> {
    let (from, to) = (find(skeleton, root, rig)?, find(skeleton, tip, rig)?);
    let mut joints: Vec<JointId> = Vec::new();
    for joint in std::iter::successors(Some(to), |joint| skeleton.parent(*joint)) {
        joints.push(joint);
        if joint == from {
            joints.reverse();
            return Ok(joints);
        }
    }
    Err(RetargetError::Mapping { message: format!("{tip:?} does not lie below {root:?} in the {rig}") })
}

fn find(skeleton: &Skeleton, name: &str, rig: &str) -> Result<JointId, RetargetError> {
    skeleton.find(name).ok_or_else(|| {
        let known = suggest(name, skeleton.joints().map(|joint| skeleton.name(joint)));
        RetargetError::Mapping { message: format!("the {rig} has no joint called {name:?}; {known}") }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Transform;
    use crate::pose::LocalPose;
    use crate::skeleton::Joint;
    use glam::Quat;

    /// A body with a tail of so many joints, one metre long.
    fn animal(name: &str, count: u32) -> Skeleton {
        let body =
            Joint { name: format!("{name} body"), parent: None, rest: Transform::IDENTITY, in_scene: true };
        let joint = |n: u32| Joint {
            name: format!("{name} tail {n}"),
            parent: Some(n),
            rest: Transform::from_translation(Vec3::NEG_Z / (count - 1) as f32),
            in_scene: true,
        };
        Skeleton::new(std::iter::once(body).chain((0..count).map(joint)).collect()).unwrap()
    }

    /// Angles about +Y of the joints of a tail in model space, where each joint of the source turns by 0.1
    /// rad more than the one before.
    fn curled(from: u32, to: u32, mapping: &RigMapping) -> Vec<f32> {
        let (source, target) = (animal("fox", from), animal("Katze", to));
        let retargeter = Retargeter::by_mapping(&source, &target, mapping).unwrap();
        let (mut pose, mut result) = (LocalPose::rest(&source), LocalPose::rest(&target));
        for joint in source.joints().skip(1) {
            pose.get_mut(joint).rotation = Quat::from_rotation_y(0.6 / from as f32);
        }
        retargeter.retarget_pose(pose.as_slice(), &mut retargeter.scratch(), result.as_mut_slice());
        let mut all = Quat::IDENTITY;
        target
            .joints()
            .skip(1)
            .map(|joint| {
                all *= result.get(joint).rotation;
                2.0 * all.y.atan2(all.w)
            })
            .collect()
    }

    #[test]
    fn tails_of_other_numbers_of_joints_curl_alike() {
        for (from, to) in [(6, 6), (6, 3), (3, 9), (8, 2)] {
            let tip = |name: &str, count: u32| format!("{name} tail {}", count - 1);
            let mapping = RigMapping::default()
                .with_chain(["fox tail 0", &tip("fox", from)], ["Katze tail 0", &tip("Katze", to)]);
            let angles = curled(from, to, &mapping);
            assert_eq!(angles.len(), to as usize);
            let step = 0.6 / from as f32;
            for (n, angle) in angles.iter().enumerate() {
                // The first joint has turned by one step, the last by all.
                let right = step + (0.6 - step) * n as f32 / (to - 1) as f32;
                assert!((angle - right).abs() < 1e-4, "{from} {to} {n}: {angle} {right}");
            }
        }
    }

    #[test]
    fn joints_of_other_names_are_mapped_first() {
        let mapping = RigMapping::default()
            .with_joint("fox body", "Katze body")
            .with_joint("fox tail 0", "Katze tail 1");
        let (source, target) = (animal("fox", 3), animal("Katze", 3));
        let matched = mapping.match_joints(&source, &target).unwrap();
        assert_eq!(matched.joint(source.find("fox tail 0").unwrap()), target.find("Katze tail 1"));
        let angles = curled(3, 3, &mapping);
        assert!(angles[0].abs() < 1e-6 && (angles[1] - 0.2).abs() < 1e-5, "{angles:?}");
    }

    #[test]
    fn wrong_names_and_chains_are_errors() {
        let (source, target) = (animal("fox", 3), animal("Katze", 3));
        let of =
            |mapping: RigMapping| Retargeter::by_mapping(&source, &target, &mapping).unwrap_err().to_string();
        let error = of(RigMapping::default().with_joint("fox tial 0", "Katze body"));
        assert!(error.contains("no joint called \"fox tial 0\"; did you mean \"fox tail 0\"?"), "{error}");
        let error =
            of(RigMapping::default()
                .with_chain(["fox tail 2", "fox tail 0"], ["Katze body", "Katze tail 1"]));
        assert!(error.contains("\"fox tail 0\" does not lie below \"fox tail 2\" in the source"), "{error}");
        let twice =
            RigMapping::default().with_joint("fox body", "Katze body").with_joint("fox tail 0", "Katze body");
        assert!(of(twice).contains("mapped already"));
        let shared = RigMapping::default()
            .with_chain(["fox tail 0", "fox tail 2"], ["Katze tail 0", "Katze tail 1"])
            .with_chain(["fox tail 0", "fox tail 2"], ["Katze tail 1", "Katze tail 2"]);
        assert!(of(shared).contains("\"Katze tail 1\" of the target lies in two chains"));
        assert!(matches!(
            Retargeter::by_mapping(&animal("a", 2), &Skeleton::default(), &RigMapping::default()),
            Err(RetargetError::NoCommonJoints)
        ));
    }
}
