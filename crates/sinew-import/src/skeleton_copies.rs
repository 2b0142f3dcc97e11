//! Copies of a skeleton, which exporters write for each skinned mesh. A joint that has the name, the parent
//! and the position of a joint of another skin becomes its child without a transform of its own, so that
//! everything that moves the one moves the other.

use crate::Report;
use crate::error::quoted;
use sinew::clip::{JointTrack, Track, TrackValue};
use sinew::glam::Affine3A;
use sinew::skeleton::Joint;
use sinew::{JointId, RawClip, Skeleton};
use std::collections::{HashMap, HashSet};

/// Largest distance of joints at the same position, relative to the size of the skeleton.
const POSITION_TOLERANCE: f32 = 1e-4;
/// Largest difference of the axes of joints with the same rotation and scale, relative to their length.
const AXIS_TOLERANCE: f32 = 1e-3;
/// Largest number of skins that are compared with one another, and of their joints together.
const MAX_SKINS: usize = 1024;
const MAX_JOINTS: usize = 4096;
/// Largest number of joints of one name that a joint is compared with, and of ancestors of a joint.
const MAX_ALIKE: usize = 64;
const MAX_DEPTH: usize = 512;
/// Largest difference of key values that are the same.
const KEY_TOLERANCE: f32 = 1e-3;

/// Joints that are copies of others.
#[derive(Debug, Default)]
pub(crate) struct SkeletonCopies {
    /// Joint that is copied, by copy; both are file indices.
    originals: HashMap<usize, usize>,
}

/// Finds the copies among the joints of skins, and makes each a child of the joint that it copies. `joints`
/// are in the file's order, and `skins` have file indices.
pub(crate) fn join(joints: &mut [Joint], skins: &[Vec<usize>], report: &mut Report) -> SkeletonCopies {
    let mut copies = SkeletonCopies::default();
    let total: usize = skins.iter().map(Vec::len).sum();
    if skins.len() < 2 || skins.len() > MAX_SKINS || total > MAX_JOINTS {
        return copies;
    }
    if skins.iter().flatten().any(|joint| depth(joints, *joint) > MAX_DEPTH) {
        return copies;
    }
    let Some(model) = model_transforms(joints) else { return copies };
    // The skin with the most joints is the skeleton itself; of equal ones the first.
    let mut order: Vec<usize> = (0..skins.len()).collect();
    order.sort_by_key(|skin| std::cmp::Reverse(skins.get(*skin).map_or(0, Vec::len)));
    let mut known: HashSet<usize> = HashSet::new();
    // Joints that are no copies, by name without a suffix.
    let mut by_name: HashMap<String, Vec<usize>> = HashMap::new();
    let mut size = 0.0f32;
    let mut apart: Vec<usize> = Vec::new();
    for skin in order {
        let mut added: Vec<usize> = skins.get(skin).into_iter().flatten().copied().collect();
        added.retain(|joint| *joint < joints.len() && known.insert(*joint));
        added.sort_by_key(|joint| (depth(joints, *joint), *joint));
        let is_added: HashSet<usize> = added.iter().copied().collect();
        let mut left: Vec<usize> = Vec::new();
        for &joint in &added {
            let above = ancestors(joints, joint).find(|above| is_added.contains(above));
            let above_original = above.map(|above| copies.originals.get(&above).copied());
            let named = by_name.get(base(name(joints, joint))).map_or(&[][..], Vec::as_slice);
            let named = named.get(..MAX_ALIKE).unwrap_or(named);
            // Of several at one position, the one with the very name.
            let fits = |original: &&usize| {
                let is_below = match above_original {
                    None => true,
                    Some(Some(above)) => ancestors(joints, **original).any(|ancestor| ancestor == above),
                    Some(None) => false,
                };
                is_below
                    && coincide(&model, joint, **original, size)
                    && !is_below_of(joints, **original, joint)
            };
            let mut fitting: Vec<&usize> = named.iter().filter(fits).collect();
            fitting.sort_by_key(|original| name(joints, **original) != name(joints, joint));
            match fitting.first() {
                Some(original) => drop(copies.originals.insert(joint, **original)),
                None => {
                    // Skins of different things have equal names too; those of one body hang together.
                    let is_named = named.iter().any(|other| name(joints, *other) == name(joints, joint));
                    apart.extend((is_named && above_original != Some(None)).then_some(joint));
                    left.push(joint);
                }
            }
        }
        for joint in left {
            by_name.entry(base(name(joints, joint)).to_owned()).or_default().push(joint);
            let distance = model.get(joint).map_or(0.0, |model| model.translation.length());
            size = size.max(distance);
        }
    }
    for (&copy, &original) in &copies.originals {
        let in_scene = joints.get(original).is_some_and(|joint| joint.in_scene);
        if let Some(joint) = joints.get_mut(copy) {
            joint.parent = Some(original as u32);
            joint.rest = sinew::Transform::IDENTITY;
            joint.in_scene = in_scene;
        }
    }
    if !copies.originals.is_empty() {
        let message = format!(
            "{} joints copy others of the same name and place; they move with them",
            copies.originals.len()
        );
        report.info("skeleton-copy", "file", message);
    }
    if let Some(first) = apart.first().filter(|_| !copies.originals.is_empty()) {
        let message = format!(
            "{} joints, such as {}, have the names of others but are at other places at rest; they move by \
             themselves",
            apart.len(),
            quoted(name(joints, *first))
        );
        report.warn("skeleton-copy", "file", message);
    }
    copies
}

impl SkeletonCopies {
    /// Gives the tracks of copies to the joints that they copy, which have the same ones as a rule.
    pub(crate) fn merge_tracks(&self, skeleton: &Skeleton, clips: &mut [RawClip], report: &mut Report) {
        if self.originals.is_empty() {
            return;
        }
        for clip in clips {
            let (copies, mut kept): (Vec<JointTrack>, Vec<JointTrack>) = std::mem::take(&mut clip.joints)
                .into_iter()
                .partition(|track| self.originals.contains_key(&skeleton.file_index(track.joint)));
            let indices: HashMap<JointId, usize> =
                kept.iter().enumerate().map(|(n, track)| (track.joint, n)).collect();
            let mut different = 0usize;
            for mut track in copies {
                let original = self.originals.get(&skeleton.file_index(track.joint));
                let Some(original) = original.and_then(|original| skeleton.by_file_index(*original)) else {
                    continue;
                };
                match indices.get(&original).and_then(|n| kept.get(*n)) {
                    Some(known) => different += usize::from(!alike(known, &track)),
                    None if kept.iter().all(|track| track.joint != original) => {
                        track.joint = original;
                        kept.push(track);
                    }
                    None => {}
                }
            }
            clip.joints = kept;
            if different > 0 {
                let message = format!(
                    "clip {} moves {different} joints otherwise than those that they copy; they move with \
                     them",
                    quoted(&clip.name)
                );
                report.warn("skeleton-copy", "file", message);
            }
        }
    }
}

/// Whether two joints move in the same way.
fn alike(a: &JointTrack, b: &JointTrack) -> bool {
    fn same<V: TrackValue + Copy>(
        a: Option<&Track<V>>,
        b: Option<&Track<V>>,
        near: impl Fn(V, V) -> bool,
    ) -> bool {
        match (a, b) {
            (Some(a), Some(b)) => {
                let values = a.values().iter().zip(b.values());
                a.values().len() == b.values().len() && values.into_iter().all(|(a, b)| near(*a, *b))
            }
            // A track at rest may be left out.
            _ => true,
        }
    }
    same(a.translation.as_ref(), b.translation.as_ref(), |a, b| a.abs_diff_eq(b, KEY_TOLERANCE))
        && same(a.rotation.as_ref(), b.rotation.as_ref(), |a, b| a.dot(b).abs() > 1.0 - KEY_TOLERANCE)
        && same(a.scale.as_ref(), b.scale.as_ref(), |a, b| a.abs_diff_eq(b, KEY_TOLERANCE))
}

fn name(joints: &[Joint], joint: usize) -> &str {
    joints.get(joint).map_or("", |joint| joint.name.as_str())
}

/// Name without the number that programs append to names that exist already: `hips.001`, `hips_1`, `hips 2`,
/// `hips (1)`.
fn base(name: &str) -> &str {
    let stem = name.trim_end_matches(')').trim_end_matches(|c: char| c.is_ascii_digit());
    let stem = stem.trim_end_matches('(');
    let cut = stem.trim_end_matches(['.', '_', '-', ' ', ':']);
    if cut.is_empty() || stem.len() == name.len() || cut.len() == stem.len() { name } else { cut }
}

/// Ancestors of a joint, its parent first. A file may have a circle of parents, which is refused later.
fn ancestors(joints: &[Joint], joint: usize) -> impl Iterator<Item = usize> {
    let parent =
        |joint: usize| joints.get(joint).and_then(|joint| joint.parent).map(|parent| parent as usize);
    std::iter::successors(parent(joint), move |joint| parent(*joint)).take(joints.len())
}

fn depth(joints: &[Joint], joint: usize) -> usize {
    ancestors(joints, joint).take(MAX_DEPTH + 1).count()
}

fn is_below_of(joints: &[Joint], joint: usize, above: usize) -> bool {
    ancestors(joints, joint).any(|ancestor| ancestor == above)
}

/// Model transforms at rest; `None` where parents form a circle.
fn model_transforms(joints: &[Joint]) -> Option<Vec<Affine3A>> {
    let mut model: Vec<Option<Affine3A>> = vec![None; joints.len()];
    for joint in 0..joints.len() {
        // The joint and its ancestors without a transform, topmost last.
        let mut open = vec![joint];
        open.extend(
            ancestors(joints, joint).take_while(|above| model.get(*above).is_some_and(Option::is_none)),
        );
        if open.len() > joints.len() {
            return None;
        }
        for joint in open.into_iter().rev() {
            let rest_joint = joints.get(joint)?;
            let above = match rest_joint.parent {
                Some(parent) => (*model.get(parent as usize)?)?,
                None => Affine3A::IDENTITY,
            };
            *model.get_mut(joint)? = Some(above * rest_joint.rest.to_affine());
        }
    }
    model.into_iter().collect()
}

fn coincide(model: &[Affine3A], a: usize, b: usize, size: f32) -> bool {
    let (Some(a), Some(b)) = (model.get(a), model.get(b)) else { return false };
    let axes = |m: &Affine3A| [m.matrix3.x_axis, m.matrix3.y_axis, m.matrix3.z_axis];
    let near =
        |(a, b): (sinew::glam::Vec3A, sinew::glam::Vec3A)| a.distance(b) <= AXIS_TOLERANCE * b.length();
    a.translation.distance(b.translation) <= POSITION_TOLERANCE * size.max(f32::MIN_POSITIVE)
        && axes(a).into_iter().zip(axes(b)).all(near)
}
