//! Joints that a BVH file has.

use sinew::humanoid::HumanBone;
use sinew::{Character, JointId, RawClip, Skeleton};

/// Endings of the names of nodes that mark the tip of a bone.
const TIPS: [&str; 4] = ["end", "nub", "tip", "endsite"];

/// Joint of the file.
pub(super) struct BvhJoint {
    /// Joint of the skeleton; `None` for a root above several roots.
    pub(super) joint: Option<JointId>,
    /// Earlier joint of the file.
    pub(super) parent: Option<usize>,
    /// Whether the joint is written as an end site.
    pub(super) is_end_site: bool,
}

/// Joints of the file, each before its children and right behind all that is below its earlier siblings.
pub(super) fn choose(character: &Character, clip: &RawClip) -> Vec<BvhJoint> {
    let skeleton = character.skeleton();
    let wanted = wanted(character, clip);
    let mut chosen = wanted.clone();
    let mut children = vec![Vec::new(); skeleton.len()];
    let mut roots = Vec::new();
    // Joints are sorted parents first.
    for joint in (0..skeleton.len()).rev() {
        if !chosen[joint] {
            continue;
        }
        match skeleton.parent(JointId(joint as u32)) {
            Some(parent) => {
                chosen[parent.index()] = true;
                children[parent.index()].push(joint);
            }
            None => roots.push(joint),
        }
    }
    // Nodes at the top that only carry the root, such as `Armature`.
    if let [root] = roots.as_mut_slice() {
        while !wanted[*root]
            && let [child] = children[*root].as_slice()
        {
            *root = *child;
        }
    }
    let mut all = Vec::new();
    let mut open: Vec<(usize, Option<usize>)> = Vec::new();
    if roots.len() > 1 {
        all.push(BvhJoint { joint: None, parent: None, is_end_site: false });
    }
    let top = (roots.len() > 1).then_some(0);
    open.extend(roots.iter().map(|root| (*root, top)));
    let animated: Vec<bool> = animated(skeleton, clip);
    while let Some((joint, parent)) = open.pop() {
        let id = JointId(joint as u32);
        let is_alone = skeleton.parent(id).is_some_and(|parent| children[parent.index()].len() == 1);
        let is_end_site = parent.is_some()
            && is_alone
            && children[joint].is_empty()
            && !animated[joint]
            && is_tip(skeleton.name(id));
        open.extend(children[joint].iter().map(|child| (*child, Some(all.len()))));
        all.push(BvhJoint { joint: Some(id), parent, is_end_site });
    }
    all
}

/// Joints that the motion needs, whatever is above them.
fn wanted(character: &Character, clip: &RawClip) -> Vec<bool> {
    let skeleton = character.skeleton();
    if character.mesh_instances().is_empty() {
        return vec![true; skeleton.len()];
    }
    let mut wanted = animated(skeleton, clip);
    let skins = character.skins().iter().flat_map(|skin| skin.joints.iter().copied());
    let bones = character
        .humanoid()
        .into_iter()
        .flat_map(|body| HumanBone::ALL.into_iter().filter_map(|bone| body.named_bones.joint(bone)));
    for joint in skins.chain(bones) {
        if let Some(wanted) = wanted.get_mut(joint.index()) {
            *wanted = true;
        }
    }
    // A prop without any of them.
    if !wanted.contains(&true) { vec![true; skeleton.len()] } else { wanted }
}

/// Joints with keys.
fn animated(skeleton: &Skeleton, clip: &RawClip) -> Vec<bool> {
    let mut animated = vec![false; skeleton.len()];
    for track in &clip.joints {
        let has_keys = track.translation.is_some() || track.rotation.is_some() || track.scale.is_some();
        if let Some(animated) = animated.get_mut(track.joint.index()) {
            *animated = has_keys;
        }
    }
    animated
}

/// Whether a name is that of the tip of a bone, such as `Head_End` or `Bip01 HeadNub`.
fn is_tip(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let lower = lower.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '_'));
    TIPS.iter().any(|tip| lower.ends_with(tip))
}
