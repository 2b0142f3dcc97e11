//! Rigs as text. A line is a joint, its indent gives its parent; `=bone` is its human bone, by VRM
//! name. In `{l|r}` the first name is left, the second right: the joint and its descendants are doubled, and
//! bones are given by the left one.

use sinew::glam::Vec3;
use sinew::humanoid::{HumanBone, Side};
use sinew::skeleton::{Joint, Skeleton};
use sinew::{JointId, Transform};
use std::collections::BTreeMap;

pub(crate) struct Rig {
    pub(crate) joints: Vec<RigJoint>,
}

pub(crate) struct RigJoint {
    name: String,
    parent: Option<usize>,
    /// Model-space positions.
    position: Vec3,
    bone: Option<HumanBone>,
}

struct Line<'a> {
    indent: usize,
    name: &'a str,
    bone: Option<&'a str>,
}

impl Rig {
    pub(crate) fn new(text: &str) -> Self {
        let lines: Vec<Line<'_>> = text.lines().filter(|l| !l.trim().is_empty()).map(line).collect();
        let mut rig = Self { joints: Vec::new() };
        let mut at = 0;
        while at < lines.len() {
            at = rig.add(&lines, at, None, None);
        }
        rig.spread();
        rig
    }

    /// Places joints between bones, such as twist joints, halfway to the next bone.
    fn spread(&mut self) {
        for n in 0..self.joints.len() {
            let RigJoint { parent: Some(parent), bone: None, .. } = self.joints[n] else { continue };
            let mut below = n;
            while self.joints[below].bone.is_none() {
                let mut children = self.joints.iter().enumerate().filter(|(_, j)| j.parent == Some(below));
                let Some((child, _)) = children.next() else { break };
                below = child;
            }
            if self.joints[below].bone.is_some() {
                self.joints[n].position = self.joints[parent].position.midpoint(self.joints[below].position);
            }
        }
    }

    /// Adds the joint of line `at` and its descendants; returns the next line.
    fn add(&mut self, lines: &[Line<'_>], at: usize, parent: Option<usize>, side: Option<usize>) -> usize {
        let sides: &[Option<usize>] =
            if side.is_none() && lines[at].name.contains('{') { &[Some(0), Some(1)] } else { &[side] };
        let mut end = at;
        for &side in sides {
            let line = &lines[at];
            let bone = line.bone.map(|name| {
                let bone = HumanBone::from_name(name).unwrap_or_else(|| panic!("no bone {name}"));
                if side == Some(1) { bone.mirrored() } else { bone }
            });
            let above = parent.map_or(Vec3::ZERO, |p: usize| self.joints[p].position);
            let nudge = Vec3::new(0.0, 0.004, if parent.is_some() { -0.02 } else { 0.0 });
            let position = bone.map_or(above + nudge, position);
            self.joints.push(RigJoint { name: choose(line.name, side), parent, position, bone });
            let index = self.joints.len() - 1;
            end = at + 1;
            while end < lines.len() && lines[end].indent > line.indent {
                end = self.add(lines, end, Some(index), side);
            }
        }
        end
    }

    pub(crate) fn skeleton(&self) -> Skeleton {
        self.renamed(|_, name| name.to_owned())
    }

    /// Rig with other names.
    pub(crate) fn renamed(&self, mut name: impl FnMut(usize, &str) -> String) -> Skeleton {
        let joint = |(n, joint): (usize, &RigJoint)| {
            let above = joint.parent.map_or(Vec3::ZERO, |p| self.joints[p].position);
            let (name, parent) = (name(n, &joint.name), joint.parent.map(|p| p as u32));
            Joint { name, parent, rest: Transform::from_translation(joint.position - above), in_scene: true }
        };
        Skeleton::new(self.joints.iter().enumerate().map(joint).collect()).unwrap()
    }

    /// Joints of the bones, in the order of the skeleton.
    pub(crate) fn bones(&self, skeleton: &Skeleton) -> BTreeMap<HumanBone, JointId> {
        let numbered = self.joints.iter().enumerate();
        numbered.filter_map(|(n, joint)| Some((joint.bone?, skeleton.by_file_index(n)?))).collect()
    }
}

fn line(text: &str) -> Line<'_> {
    let name = text.trim_start();
    let indent = text.len() - name.len();
    let (name, bone) = name.split_once(" =").map_or((name, None), |(name, bone)| (name, Some(bone)));
    Line { indent, name: name.trim_end(), bone: bone.map(str::trim) }
}

/// Name on one side.
fn choose(name: &str, side: Option<usize>) -> String {
    let mut chosen = String::new();
    let mut rest = name;
    while let Some((before, tail)) = rest.split_once('{') {
        let (choices, after) = tail.split_once('}').expect("a closing brace");
        chosen += before;
        chosen += choices.split('|').nth(side.unwrap_or_default()).expect("two sides");
        rest = after;
    }
    chosen + rest
}

/// Position of a bone in a T-pose of 1.8 m height that faces +Z.
pub(crate) fn position(bone: HumanBone) -> Vec3 {
    use HumanBone::*;
    if bone.side() == Side::Right {
        return position(bone.mirrored()) * Vec3::new(-1.0, 1.0, 1.0);
    }
    let finger = |row: usize, joint: f32, z: f32| Vec3::new(0.8 + 0.03 * joint - 0.005 * row as f32, 1.45, z);
    match bone {
        Hips => Vec3::new(0.0, 1.0, 0.0),
        Spine => Vec3::new(0.0, 1.1, -0.01),
        Chest => Vec3::new(0.0, 1.22, -0.02),
        UpperChest => Vec3::new(0.0, 1.34, -0.03),
        Neck => Vec3::new(0.0, 1.5, -0.03),
        Head => Vec3::new(0.0, 1.6, -0.01),
        LeftEye => Vec3::new(0.03, 1.68, 0.08),
        Jaw => Vec3::new(0.0, 1.6, 0.03),
        LeftUpperLeg => Vec3::new(0.1, 0.95, 0.0),
        LeftLowerLeg => Vec3::new(0.1, 0.52, 0.01),
        LeftFoot => Vec3::new(0.1, 0.1, -0.03),
        LeftToes => Vec3::new(0.1, 0.02, 0.1),
        LeftShoulder => Vec3::new(0.04, 1.46, -0.02),
        LeftUpperArm => Vec3::new(0.18, 1.45, -0.03),
        LeftLowerArm => Vec3::new(0.46, 1.45, -0.04),
        LeftHand => Vec3::new(0.71, 1.45, -0.03),
        LeftThumbMetacarpal => Vec3::new(0.73, 1.44, 0.01),
        LeftThumbProximal => Vec3::new(0.76, 1.43, 0.04),
        LeftThumbDistal => Vec3::new(0.78, 1.42, 0.06),
        LeftIndexProximal => finger(0, 0.0, 0.0),
        LeftIndexIntermediate => finger(0, 1.2, 0.0),
        LeftIndexDistal => finger(0, 2.0, 0.0),
        LeftMiddleProximal => finger(0, 0.0, -0.025),
        LeftMiddleIntermediate => finger(0, 1.4, -0.025),
        LeftMiddleDistal => finger(0, 2.4, -0.025),
        LeftRingProximal => finger(1, 0.0, -0.05),
        LeftRingIntermediate => finger(1, 1.2, -0.05),
        LeftRingDistal => finger(1, 2.0, -0.05),
        LeftLittleProximal => finger(3, 0.0, -0.07),
        LeftLittleIntermediate => finger(3, 1.0, -0.07),
        LeftLittleDistal => finger(3, 1.6, -0.07),
        right => unreachable!("{right} is on the right"),
    }
}
