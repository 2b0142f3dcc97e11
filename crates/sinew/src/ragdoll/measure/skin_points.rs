use crate::body::skin_vertices;
use crate::character::Character;
use crate::humanoid::HumanBone::{LeftUpperArm, RightUpperArm};
use crate::math::Bounds;
use crate::skeleton::{JointId, Skeleton};
use glam::Vec3;
use std::collections::BTreeMap;

/// Points of the skin in the reference pose with the weights of the joints that move them.
pub(in crate::ragdoll) struct SkinPoints {
    points: Vec<SkinPoint>,
    /// Meshes without a skin that hang on a joint below others: the node and the points. Those that swing on
    /// spring bones do not count.
    hanging: Vec<(JointId, Vec<Vec3>)>,
    /// Whether each joint swings as a spring bone or hangs on one.
    swings: Vec<bool>,
    /// Whether each joint is a bone: of people those of humans, of other creatures all.
    is_bone: Vec<bool>,
    height: f32,
}

struct SkinPoint {
    position: Vec3,
    /// Joints and weights, heaviest first.
    weights: Vec<(JointId, f32)>,
}

/// Smallest thickness of a part, relative to the size of the body.
const SMALLEST: f32 = 0.012;

/// Least weight of a joint on a point in which it has a share.
const LEAST_SHARE: f32 = 0.25;

/// Distance from a part's bones, relative to the size of the body, beyond which vertices of joints that are
/// no human bones do not count: hair, capes, weapons.
const REACH: f32 = 0.12;

impl SkinPoints {
    pub(in crate::ragdoll) fn new(character: &Character) -> Self {
        let reference = character.reference_model();
        let swings = spring_joints(character);
        let is_skinned = !character.skins().is_empty();
        let (mut points, mut hanging) = (Vec::new(), Vec::<(JointId, Vec<Vec3>)>::new());
        for vertex in skin_vertices(character) {
            let (joint, point) = vertex.main_joint();
            let position = reference[joint.index()].transform_point3(point);
            let weights: Vec<_> = vertex.influences().map(|(joint, weight, _)| (joint, weight)).collect();
            match weights.is_empty() {
                _ if !position.is_finite() => {}
                true if swings[joint.index()] => {}
                true if is_skinned => match hanging.last_mut().filter(|(node, _)| *node == joint) {
                    Some((_, points)) => points.push(position),
                    None => hanging.push((joint, vec![position])),
                },
                true => points.push(SkinPoint { position, weights: vec![(joint, 1.0)] }),
                false => points.push(SkinPoint { position, weights }),
            }
        }
        let height = Bounds::from_points(points.iter().map(|point| point.position)).size().max_element();
        let is_bone = bone_joints(character);
        Self { points, hanging, swings, is_bone, height }
    }

    /// The points of a body that is no human one, whatever the names of its joints are.
    pub(in crate::ragdoll) fn of_creature(mut self) -> Self {
        self.is_bone.fill(true);
        self
    }

    pub(in crate::ragdoll) fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// Largest extent of the body along an axis, in units of the character.
    pub(in crate::ragdoll) fn height(&self) -> f32 {
        self.height
    }

    /// Height of a human body, metres: the largest extent of the skin that human bones other than those of
    /// the arms move, so that neither spread arms nor capes and weapons with joints of their own count.
    pub(in crate::ragdoll) fn human_height(&self, character: &Character) -> f32 {
        let skeleton = character.skeleton();
        let Some(humanoid) = character.humanoid() else { return self.height };
        let arms = [LeftUpperArm, RightUpperArm].map(|bone| humanoid.joint(bone));
        let is_arm = |joint: JointId| {
            arms.into_iter().flatten().any(|arm| joint == arm || skeleton.is_descendant_of(joint, arm))
        };
        let counts: Vec<bool> = skeleton
            .joints()
            .map(|joint| humanoid.named_bones.bone(joint).is_some() && !is_arm(joint))
            .collect();
        let counted = self.points.iter().filter(|point| counts[point.weights[0].0.index()]);
        let bounds = Bounds::from_points(counted.map(|point| point.position));
        if bounds.is_empty() { self.height } else { bounds.size().max_element() }
    }

    /// Smallest thickness of a part, in units of the character.
    pub(in crate::ragdoll) fn smallest_size(&self) -> f32 {
        (self.height * SMALLEST).max(1e-6)
    }

    /// Heights of the lowest and the highest point.
    pub(in crate::ragdoll) fn vertical_extent(&self) -> [f32; 2] {
        let heights = self.points.iter().map(|point| point.position.y);
        heights.fold([f32::MAX, f32::MIN], |[low, high], y| [low.min(y), high.max(y)])
    }

    /// Points on which each of `joints` joints has a part; none for spring bones.
    pub(in crate::ragdoll) fn moved_points(&self, joints: usize) -> Vec<Vec<Vec3>> {
        let mut moved = vec![Vec::new(); joints];
        for point in &self.points {
            let weights = point.weights.iter().filter(|(_, weight)| *weight >= LEAST_SHARE);
            for (joint, _) in weights.filter(|(joint, _)| !self.swings[joint.index()]) {
                moved[joint.index()].push(point.position);
            }
        }
        moved
    }

    /// Points on which the joints of a part have a share, be it less than that of another part.
    pub(in crate::ragdoll) fn shared_points(&self, part_of_joint: &[u16], part: usize) -> Vec<Vec3> {
        let share = |point: &&SkinPoint| {
            let of_part = |(joint, _): &&(JointId, f32)| usize::from(part_of_joint[joint.index()]) == part;
            let sum: f32 = point.weights.iter().filter(of_part).map(|(_, weight)| weight).sum();
            sum >= LEAST_SHARE && !self.swings[point.weights[0].0.index()]
        };
        self.points.iter().filter(share).map(|point| point.position).collect()
    }

    /// Model-space points of each mesh that hangs on a part.
    pub(in crate::ragdoll) fn hanging(
        &self,
        part_of_joint: &[u16],
        part: usize,
    ) -> impl Iterator<Item = &Vec<Vec3>> {
        let of_part =
            self.hanging.iter().filter(move |(node, _)| usize::from(part_of_joint[node.index()]) == part);
        of_part.map(|(_, points)| points)
    }

    /// Extent of the vertices of which each joint is the heaviest influence, and their number; none for
    /// spring bones.
    pub(in crate::ragdoll) fn joint_sizes(&self, joints: usize) -> Vec<(f32, usize)> {
        let mut boxes = vec![(Vec3::splat(f32::MAX), Vec3::splat(f32::MIN), 0); joints];
        for point in self.points.iter().filter(|point| !self.swings[point.weights[0].0.index()]) {
            let (low, high, count) = &mut boxes[point.weights[0].0.index()];
            (*low, *high, *count) = (low.min(point.position), high.max(point.position), *count + 1);
        }
        let size = |(low, high, count): (Vec3, Vec3, usize)| match count {
            0 => (0.0, 0),
            _ => ((high - low).length(), count),
        };
        boxes.into_iter().map(size).collect()
    }

    /// Model-space points of each part: those that its joints move more than any other part's. Joints that
    /// swing as spring bones do not count. On humanoids, points of other joints than bones far away from the
    /// part's bones are kept apart.
    pub(in crate::ragdoll) fn clouds(
        &self,
        character: &Character,
        joints: &[JointId],
        part_of_joint: &[u16],
    ) -> Vec<PartPoints> {
        let is_bone = &self.is_bone;
        let chains = chain_roots(character, is_bone);
        let mut clouds = vec![PartPoints::default(); joints.len()];
        let mut outer: Vec<Vec<(JointId, Vec3)>> = vec![Vec::new(); joints.len()];
        let mut sums = vec![0.0f32; joints.len()];
        for point in &self.points {
            sums.fill(0.0);
            for (joint, weight) in &point.weights {
                if let Some(sum) = sums.get_mut(usize::from(part_of_joint[joint.index()])) {
                    *sum += weight;
                }
            }
            let Some((part, _)) = sums.iter().enumerate().rev().max_by(|a, b| a.1.total_cmp(b.1)) else {
                continue;
            };
            let main = point.weights[0].0;
            if sums[part] <= 0.0 || self.swings[main.index()] {
                continue;
            }
            match is_bone[main.index()] {
                true => clouds[part].near.push(point.position),
                false => outer[part].push((chains[main.index()], point.position)),
            }
        }
        let reach = self.height * REACH;
        for (part, others) in outer.into_iter().enumerate() {
            let near = Surroundings::new(character, joints[part], &clouds[part].near);
            let (near_points, beyond): (Vec<_>, Vec<_>) =
                others.into_iter().partition(|(_, point)| near.distance(*point) < reach);
            clouds[part].near.extend(near_points.into_iter().map(|(_, point)| point));
            let mut by_chain: BTreeMap<JointId, Vec<Vec3>> = BTreeMap::new();
            beyond.into_iter().for_each(|(chain, point)| by_chain.entry(chain).or_default().push(point));
            clouds[part].beyond.extend(by_chain.into_values().filter(|points| points.len() >= MIN_HUNG));
        }
        clouds
    }
}

/// Points of a part.
#[derive(Clone, Default)]
pub(in crate::ragdoll) struct PartPoints {
    pub(in crate::ragdoll) near: Vec<Vec3>,
    /// Points far away from the part's bones, such as capes and long hair, by the chain of joints that moves
    /// them.
    pub(in crate::ragdoll) beyond: Vec<Vec<Vec3>>,
}

/// Least number of vertices of what hangs on a part.
const MIN_HUNG: usize = 4;

/// Topmost joint below a bone on the way to each joint that is no bone.
fn chain_roots(character: &Character, is_bone: &[bool]) -> Vec<JointId> {
    let skeleton = character.skeleton();
    let mut roots: Vec<JointId> = skeleton.joints().collect();
    for joint in skeleton.joints() {
        if let Some(parent) = skeleton.parent(joint).filter(|parent| !is_bone[parent.index()]) {
            roots[joint.index()] = roots[parent.index()];
        }
    }
    roots
}

/// Lines near which a part's own vertices lie: from its joint to the middle of its skin and to its child
/// joints.
struct Surroundings {
    from: Vec3,
    to: Vec<Vec3>,
}

impl Surroundings {
    fn new(character: &Character, joint: JointId, points: &[Vec3]) -> Self {
        let reference = character.reference_model();
        let at = |joint: JointId| Vec3::from(reference[joint.index()].translation);
        let humanoid = character.humanoid();
        let mut to = Vec::new();
        if !points.is_empty() {
            to.push(points.iter().copied().sum::<Vec3>() / points.len() as f32);
        }
        let below = humanoid.into_iter().flat_map(|humanoid| humanoid.named_bones.iter());
        to.extend(below.filter(|(_, bone)| is_near_child(character, *bone, joint)).map(|(_, bone)| at(bone)));
        if to.is_empty() {
            to.push(at(joint));
        }
        Self { from: at(joint), to }
    }

    fn distance(&self, point: Vec3) -> f32 {
        let distance = |to: &Vec3| {
            let along = *to - self.from;
            let share = (point - self.from).dot(along) / along.length_squared().max(1e-20);
            point.distance(self.from + along * share.clamp(0.0, 1.0))
        };
        self.to.iter().map(distance).fold(f32::MAX, f32::min)
    }
}

/// Whether a human bone is the next one below `joint`.
fn is_near_child(character: &Character, bone: JointId, joint: JointId) -> bool {
    let (skeleton, Some(humanoid)) = (character.skeleton(), character.humanoid()) else { return false };
    let mut above = std::iter::successors(skeleton.parent(bone), |joint| skeleton.parent(*joint));
    above.find(|ancestor| *ancestor == joint || humanoid.named_bones.bone(*ancestor).is_some()) == Some(joint)
}

/// Whether each joint is a human bone; of other creatures all are.
fn bone_joints(character: &Character) -> Vec<bool> {
    let joints = character.skeleton().joints();
    match character.humanoid() {
        Some(humanoid) => joints.map(|joint| humanoid.named_bones.bone(joint).is_some()).collect(),
        None => vec![true; joints.len()],
    }
}

/// Whether each joint swings as a spring bone or hangs on one.
fn spring_joints(character: &Character) -> Vec<bool> {
    let skeleton = character.skeleton();
    let mut swings = vec![false; skeleton.len()];
    for spring in &character.spring_bones().springs {
        spring.joints.iter().for_each(|settings| swings[settings.joint.index()] = true);
    }
    for joint in skeleton.joints() {
        let above = skeleton.parent(joint).is_some_and(|parent| swings[parent.index()]);
        swings[joint.index()] |= above;
    }
    swings
}

/// Part of each joint: that of itself or its nearest ancestor; `u16::MAX` above the first part.
pub(in crate::ragdoll) fn joint_parts(skeleton: &Skeleton, joints: &[JointId]) -> Vec<u16> {
    let mut parts = vec![u16::MAX; skeleton.len()];
    for joint in skeleton.joints() {
        let part = joints.iter().position(|part| *part == joint).map(|part| part as u16);
        let above = skeleton.parent(joint).map(|parent| parts[parent.index()]);
        parts[joint.index()] = part.or(above).unwrap_or(u16::MAX);
    }
    parts
}
