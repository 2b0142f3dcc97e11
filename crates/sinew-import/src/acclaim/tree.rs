//! Nodes of a skeleton file: a node at the start of each bone, and end nodes at the tips.

use super::channel::Channel;
use super::skeleton_file::{ROOT, SkeletonFile};
use crate::error::quoted;
use crate::{ImportError, Report};
use sinew::glam::{DQuat, DVec3};
use std::collections::HashMap;

/// Number of names that a message lists.
const LISTED: usize = 5;

/// Node of the skeleton: the root, the start of a bone or the tip of a last one.
pub(super) struct Node {
    pub(super) name: String,
    /// Earlier node.
    pub(super) parent: Option<usize>,
    /// Position relative to the parent at rest, in the file's units: where the parent's bone ends.
    pub(super) offset: DVec3,
    /// Axes in which the motion of the bone is given.
    pub(super) axes: DQuat,
    /// Meaning of the node's numbers in a frame.
    pub(super) channels: Vec<Channel>,
}

/// Nodes of the file, parents first. Bones that do not hang from the root are reported and left out.
pub(super) fn nodes(file: &SkeletonFile, report: &mut Report) -> Result<Vec<Node>, ImportError> {
    let radians = |angles: [f64; 3]| if file.degrees { angles.map(f64::to_radians) } else { angles };
    let numbers: HashMap<&str, usize> =
        file.bones.iter().enumerate().map(|(n, bone)| (bone.name.as_str(), n)).collect();
    let children = children(file, &numbers, report)?;
    let root = &file.root;
    let mut nodes = vec![Node {
        name: ROOT.to_owned(),
        parent: None,
        offset: root.position,
        axes: root.order.rotation(radians(root.orientation)),
        channels: root.channels.clone(),
    }];
    let tip = |bone: Option<usize>| {
        bone.and_then(|bone| file.bones.get(bone)).map_or(DVec3::ZERO, |bone| bone.direction * bone.length)
    };
    // Bones whose nodes are to be made, with the nodes of their parents and their parents; the next one last.
    let below =
        |bone: Option<usize>| children.get(bone.map_or(0, |bone| bone + 1)).map_or(&[][..], Vec::as_slice);
    let mut open: Vec<(usize, usize, Option<usize>)> =
        below(None).iter().rev().map(|&bone| (bone, 0, None)).collect();
    while let Some((number, parent, above)) = open.pop() {
        let Some(bone) = file.bones.get(number) else { continue };
        let node = nodes.len();
        nodes.push(Node {
            name: bone.name.clone(),
            parent: Some(parent),
            offset: tip(above),
            axes: bone.order.rotation(radians(bone.axis)),
            channels: bone.channels.clone(),
        });
        let children = below(Some(number));
        open.extend(children.iter().rev().map(|&child| (child, node, Some(number))));
        if children.is_empty() {
            nodes.push(Node {
                name: format!("{}_End", bone.name),
                parent: Some(node),
                offset: tip(Some(number)),
                axes: DQuat::IDENTITY,
                channels: Vec::new(),
            });
        }
    }
    let placed: HashMap<&str, ()> = nodes.iter().map(|node| (node.name.as_str(), ())).collect();
    let lost = file.bones.iter().filter(|bone| !placed.contains_key(bone.name.as_str()));
    let (count, names) = listed(lost.map(|bone| bone.name.as_str()));
    if count > 0 {
        let message = format!("{count} bones do not hang from the root and are left out: {names}");
        report.error("asf-hierarchy", ":hierarchy", message);
    }
    Ok(nodes)
}

/// Children of the root and of each bone. A bone has one parent, the first that names it.
fn children(
    file: &SkeletonFile,
    numbers: &HashMap<&str, usize>,
    report: &mut Report,
) -> Result<Vec<Vec<usize>>, ImportError> {
    let mut children = vec![Vec::new(); file.bones.len() + 1];
    let mut has_parent = vec![false; file.bones.len()];
    for (parent, names, line) in &file.hierarchy {
        let location = || format!("line {line}");
        let unknown = |name: &str| {
            let message = format!("{} is no bone of :bonedata", quoted(name));
            ImportError::new("asf", location(), message)
        };
        let slot = match parent.as_str() {
            ROOT => 0,
            name => numbers.get(name).ok_or_else(|| unknown(name))? + 1,
        };
        for name in names {
            let &child = numbers.get(name.as_str()).ok_or_else(|| unknown(name))?;
            if has_parent.get(child).copied().unwrap_or(true) {
                let message =
                    format!("{} has a second parent, {}; the first is used", quoted(name), quoted(parent));
                report.error("asf-hierarchy", location(), message);
                continue;
            }
            has_parent.get_mut(child).into_iter().for_each(|has| *has = true);
            children.get_mut(slot).into_iter().for_each(|children| children.push(child));
        }
    }
    Ok(children)
}

/// Number of names, and the first of them for a message.
pub(super) fn listed<'a>(names: impl Iterator<Item = &'a str>) -> (usize, String) {
    let (mut count, mut text) = (0usize, String::new());
    for name in names {
        match count {
            0 => text = quoted(name),
            1..LISTED => text += &format!(", {}", quoted(name)),
            LISTED => text += ", …",
            _ => {}
        }
        count += 1;
    }
    (count, text)
}
