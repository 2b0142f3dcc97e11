//! Joints: names of VRM 1.0 human bones, rest positions of the T-pose, and the authored pose of the surface.
//!
//! All rest rotations are identity, so a joint's rest transform is only its offset from its parent, and its
//! local axes are the model's axes. The surface is modelled in an *authored* pose (arms 45° down, fingers
//! slightly curled), which is closer to most poses than the T-pose; [`Skeleton::authored`] returns the
//! joints' transforms to it.

use glam::{Affine3A, Quat, Vec3};

/// Joint of the T-pose.
pub(crate) struct Joint {
    /// VRM human bone name, or name of a twist joint.
    pub name: String,
    /// Index of the parent, earlier in the list.
    pub parent: Option<usize>,
    /// Model-space position, metres.
    pub at: Vec3,
}

/// All joints, parents before children.
pub(crate) struct Skeleton {
    /// The joints in file order.
    pub joints: Vec<Joint>,
}

/// Left-hand joints as (name without side, parent without side, position); the right side is mirrored from
/// them.
const SIDED: [(&str, &str, [f32; 3]); 25] = [
    ("Shoulder", "=upperChest", [0.024, 1.372, -0.006]),
    ("UpperArm", "Shoulder", [0.150, 1.362, -0.024]),
    ("UpperArmTwist", "UpperArm", [0.150, 1.362, -0.024]),
    ("LowerArm", "UpperArm", [0.408, 1.362, -0.028]),
    ("LowerArmTwist", "LowerArm", [0.540, 1.362, -0.026]),
    ("Hand", "LowerArm", [0.650, 1.362, -0.024]),
    ("ThumbMetacarpal", "Hand", [0.672, 1.354, -0.002]),
    ("ThumbProximal", "ThumbMetacarpal", [0.704, 1.347, 0.026]),
    ("ThumbDistal", "ThumbProximal", [0.731, 1.345, 0.045]),
    ("IndexProximal", "Hand", [0.740, 1.364, 0.006]),
    ("IndexIntermediate", "IndexProximal", [0.782, 1.364, 0.009]),
    ("IndexDistal", "IndexIntermediate", [0.807, 1.363, 0.010]),
    ("MiddleProximal", "Hand", [0.743, 1.366, -0.016]),
    ("MiddleIntermediate", "MiddleProximal", [0.789, 1.366, -0.016]),
    ("MiddleDistal", "MiddleIntermediate", [0.817, 1.365, -0.016]),
    ("RingProximal", "Hand", [0.737, 1.364, -0.037]),
    ("RingIntermediate", "RingProximal", [0.779, 1.364, -0.040]),
    ("RingDistal", "RingIntermediate", [0.805, 1.363, -0.041]),
    ("LittleProximal", "Hand", [0.727, 1.360, -0.056]),
    ("LittleIntermediate", "LittleProximal", [0.759, 1.360, -0.061]),
    ("LittleDistal", "LittleIntermediate", [0.779, 1.359, -0.063]),
    ("UpperLeg", "=hips", [0.088, 0.885, 0.000]),
    ("LowerLeg", "UpperLeg", [0.092, 0.485, 0.006]),
    ("Foot", "LowerLeg", [0.096, 0.088, -0.030]),
    ("Toes", "Foot", [0.101, 0.030, 0.090]),
];

/// Joints on the middle line, and the eyes.
const MIDDLE: [(&str, &str, [f32; 3]); 11] = [
    ("root", "", [0.0, 0.0, 0.0]),
    ("hips", "root", [0.0, 0.930, 0.0]),
    ("spine", "hips", [0.0, 1.010, -0.006]),
    ("chest", "spine", [0.0, 1.130, -0.016]),
    ("upperChest", "chest", [0.0, 1.250, -0.022]),
    ("neck", "upperChest", [0.0, 1.405, -0.022]),
    ("head", "neck", [0.0, 1.478, -0.006]),
    ("leftEye", "head", [EYE[0], EYE[1], EYE[2]]),
    ("rightEye", "head", [-EYE[0], EYE[1], EYE[2]]),
    ("jaw", "head", [0.0, 1.530, 0.004]),
    ("", "", [0.0; 3]),
];

/// Centre of the left eyeball.
pub(crate) const EYE: [f32; 3] = [0.0348, 1.5690, 0.0625];

impl Skeleton {
    /// The character's skeleton at rest.
    pub(crate) fn new() -> Self {
        let mut joints: Vec<Joint> = Vec::new();
        let find = |joints: &[Joint], name: &str| joints.iter().position(|j| j.name == name);
        for (name, parent, at) in MIDDLE.iter().filter(|row| !row.0.is_empty()) {
            let parent = find(&joints, parent);
            joints.push(Joint { name: (*name).into(), parent, at: Vec3::from(*at) });
        }
        for (side, sign) in [("left", 1.0), ("right", -1.0)] {
            for (name, parent, at) in &SIDED {
                let parent = match parent.strip_prefix('=') {
                    Some(middle) => middle.to_string(),
                    None => format!("{side}{parent}"),
                };
                let parent = find(&joints, &parent);
                joints.push(Joint {
                    name: format!("{side}{name}"),
                    parent,
                    at: Vec3::new(at[0] * sign, at[1], at[2]),
                });
            }
        }
        Self { joints }
    }

    /// The index of the joint with this name.
    ///
    /// # Panics
    /// If there is none: all names are constants of this program.
    pub(crate) fn index(&self, name: &str) -> usize {
        self.joints.iter().position(|j| j.name == name).unwrap_or_else(|| panic!("no joint {name}"))
    }

    /// A joint's T-pose position.
    pub(crate) fn at(&self, name: &str) -> Vec3 {
        self.joints[self.index(name)].at
    }

    /// The offset of a joint from its parent.
    pub(crate) fn offset(&self, index: usize) -> Vec3 {
        let joint = &self.joints[index];
        joint.at - joint.parent.map_or(Vec3::ZERO, |p| self.joints[p].at)
    }

    /// Model transforms of all joints for local rotations, with an extra hips translation.
    pub(crate) fn model(&self, rotations: &[Quat], hips_move: Vec3) -> Vec<Affine3A> {
        let mut out: Vec<Affine3A> = Vec::with_capacity(self.joints.len());
        for (i, joint) in self.joints.iter().enumerate() {
            let extra = if joint.name == "hips" { hips_move } else { Vec3::ZERO };
            let local = Affine3A::from_rotation_translation(rotations[i], self.offset(i) + extra);
            out.push(joint.parent.map_or(local, |p| out[p] * local));
        }
        out
    }

    /// Transforms from the T-pose to the authored pose, per joint (model space to model space).
    pub(crate) fn authored(&self) -> Vec<Affine3A> {
        let mut rotations = vec![Quat::IDENTITY; self.joints.len()];
        for (side, sign) in [("left", 1.0f32), ("right", -1.0)] {
            let mut set = |name: &str, q: Quat| rotations[self.index(&format!("{side}{name}"))] = q;
            set("Shoulder", Quat::from_rotation_z(-0.05 * sign));
            set("UpperArm", Quat::from_rotation_z(-0.75 * sign));
            set("LowerArm", Quat::from_rotation_y(-0.20 * sign));
            for finger in ["Index", "Middle", "Ring", "Little"] {
                set(&format!("{finger}Proximal"), Quat::from_rotation_z(-0.22 * sign));
                set(&format!("{finger}Intermediate"), Quat::from_rotation_z(-0.26 * sign));
                set(&format!("{finger}Distal"), Quat::from_rotation_z(-0.16 * sign));
            }
        }
        self.model(&rotations, Vec3::ZERO)
            .iter()
            .zip(&self.joints)
            .map(|(m, joint)| *m * Affine3A::from_translation(-joint.at))
            .collect()
    }
}
