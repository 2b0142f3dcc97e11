//! Where feet touch the ground: told by the skin where there is one, else by what is usual of bodies.

use super::align::ReferencePose;
use crate::character::{Character, Topology};
use crate::humanoid::HumanBone::{self, *};
use crate::math::Transform;
use crate::skeleton::{JointIndex, Skeleton};
use glam::{Affine3A, Vec3};

/// The underside of a foot.
#[derive(Clone, Debug, Default)]
pub(super) struct Sole {
    /// How far the ankle is above the ground where the foot is flat, metres.
    pub(super) height: f32,
    /// What of the skin may touch the ground first, whichever way the foot turns; none where no skin is known.
    pub(super) points: Vec<SkinPoint>,
}

/// A point that joints carry, each by its weight.
#[derive(Clone, Debug)]
pub(crate) struct SkinPoint {
    /// Joints, their weights, and the point in their spaces.
    parts: Vec<(JointIndex, f32, Vec3)>,
}

impl SkinPoint {
    /// A point of one joint's space.
    pub(super) fn of(joint: JointIndex, point: Vec3) -> Self {
        Self { parts: vec![(joint, 1.0, point)] }
    }

    /// The first joint that carries it, and the point in its space.
    pub(crate) fn first(&self) -> (JointIndex, Vec3) {
        self.parts.first().map_or((JointIndex(0), Vec3::ZERO), |(joint, _, point)| (*joint, *point))
    }

    /// Where it is in a pose.
    pub(super) fn at(&self, model: &[Affine3A]) -> Vec3 {
        let part = |(joint, weight, point): &(JointIndex, f32, Vec3)| {
            model[joint.index()].transform_point3(*point) * *weight
        };
        self.parts.iter().map(part).sum()
    }

    /// The joints that carry it.
    pub(super) fn joints(&self) -> impl Iterator<Item = JointIndex> {
        self.parts.iter().map(|(joint, ..)| *joint)
    }
}

/// An ankle is this many leg lengths above the ground, where nothing tells; of grown-ups' bare feet.
const ANKLE: f32 = 0.08;
/// So far below the lowest joint of a foot, in leg lengths, the ground at 0 is taken for what a body rests on.
const NEAR: f32 = 0.15;

/// How far an ankle is above the ground, without a skin: the lowest joint that hangs from it is `reach` below it. `ankle`
/// is its height in the rest pose of a body that rests standing.
pub(super) fn estimate(ankle: Option<f32>, reach: f32, leg: f32) -> f32 {
    let above = |ankle: &f32| (-0.03 * leg..=NEAR * leg).contains(&(ankle - reach));
    match ankle.filter(above) {
        Some(ankle) => ankle.max(reach),
        None => reach.max(ANKLE * leg),
    }
}

impl ReferencePose {
    /// The same body on the soles of its skin: the lowest vertices of feet and toes as they rest. `character` is the one
    /// whose skeleton it stands on. Feet without vertices of their own stay as they are: on the ground at height 0 if
    /// the body rests little above it, else on soles as far below the ankles as is usual, or as their lowest joints are.
    #[must_use]
    pub fn with_skin(mut self, character: &Character) -> Self {
        let feet = [(LeftLowerLeg, LeftFoot), (RightLowerLeg, RightFoot)];
        let measured = feet.map(|(shin, foot)| {
            self.measured(character, foot, foot).or_else(|| self.measured(character, shin, foot))
        });
        let any = measured.iter().flatten().next().map(|sole| sole.height);
        for (own, measured) in self.soles.iter_mut().zip(measured) {
            match (measured, any) {
                (Some(sole), _) => *own = sole,
                // Its like is known.
                (None, Some(height)) => own.height = height,
                (None, None) => {}
            }
        }
        self
    }

    /// The same body with its ankles `height` metres above the ground it stands on.
    #[must_use]
    pub fn with_ankle_height(mut self, height: f32) -> Self {
        if height.is_finite() && height >= 0.0 {
            self.soles = [height; 2].map(|height| Sole { height, points: Vec::new() });
        }
        self
    }

    /// How far its ankles are above the ground while it stands, metres; of the higher one.
    pub fn ankle_height(&self) -> f32 {
        self.soles[0].height.max(self.soles[1].height)
    }

    /// How high the ground lies that it rests on, metres in model space; none of a body that does not rest standing.
    pub fn ground(&self) -> Option<f32> {
        let feet = [LeftFoot, RightFoot].into_iter().zip(&self.soles);
        let grounds = feet.filter_map(|(foot, sole)| Some(self.place(foot)?.y - sole.height));
        grounds.reduce(f32::min).filter(|_| self.rests_standing)
    }

    /// The sole of `foot`, of the vertices that mostly follow `from` or what hangs from it.
    fn measured(&self, character: &Character, from: HumanBone, foot: HumanBone) -> Option<Sole> {
        let (from, own) = (self.joint(from)?, self.joint(foot)?);
        let rest = character.rest_model();
        let turn = self.rotation(foot) * Transform::from_affine(rest.get(own.index())?).rotation.inverse();
        let ankle = Vec3::from(rest[own.index()].translation);
        let below = |p: &Vec3| (turn * (ankle - *p)).y;
        let mut vertices = vertices(character, from);
        // Of a shin what is above the ankle is no sole.
        vertices.retain(|(_, place)| from == own || below(place) > 0.0);
        let height = vertices.iter().map(|(_, place)| below(place)).reduce(f32::max)?;
        // A foot that reaches farther is none.
        (height > 0.0 && height < 0.5 * self.leg).then(|| Sole { height, points: outline(vertices) })
    }
}

/// Vertices that follow `from` and what hangs from it by half or more, and where they rest.
fn vertices(character: &Character, from: JointIndex) -> Vec<(SkinPoint, Vec3)> {
    let skeleton = character.skeleton();
    let mut own = vec![false; skeleton.len()];
    for joint in skeleton.joints() {
        own[joint.index()] = joint == from || skeleton.parent(joint).is_some_and(|p| own[p.index()]);
    }
    let mut found = Vec::new();
    for instance in character.instances().iter().filter(|i| skeleton.in_scene(i.node)) {
        let skin = instance.skin.map(|skin| &character.skins()[skin]);
        let primitives = character.meshes()[instance.mesh].primitives.iter();
        for primitive in primitives.filter(|p| p.topology == Topology::Triangles) {
            let influences = primitive.influences.as_ref().zip(skin);
            for (vertex, &place) in primitive.positions.iter().enumerate() {
                let mut parts: Vec<(JointIndex, f32, Vec3)> = Vec::new();
                if let Some((influences, skin)) = influences {
                    let part = |(slot, weight): (usize, f32)| {
                        (skin.joints[slot], weight, skin.inverse_binds[slot].transform_point3(place))
                    };
                    parts.extend(influences.of(vertex).map(part));
                }
                if parts.is_empty() {
                    parts.push((instance.node, 1.0, place));
                }
                let share: f32 = parts.iter().filter(|p| own[p.0.index()]).map(|p| p.1).sum();
                let point = SkinPoint { parts };
                let rests = if share >= 0.5 { point.at(character.rest_model()) } else { Vec3::NAN };
                if rests.is_finite() {
                    found.push((point, rests));
                }
            }
        }
    }
    found
}

/// Of the vertices of each joint those that lie farthest in some direction.
fn outline(vertices: Vec<(SkinPoint, Vec3)>) -> Vec<SkinPoint> {
    const DIRECTIONS: usize = 128;
    let mut groups: Vec<JointIndex> =
        vertices.iter().filter_map(|(point, _)| point.joints().next()).collect();
    groups.sort();
    groups.dedup();
    let mut kept = vec![false; vertices.len()];
    for group in groups {
        let members: Vec<usize> =
            (0..vertices.len()).filter(|&n| vertices[n].0.joints().next() == Some(group)).collect();
        for k in 0..DIRECTIONS {
            // Evenly over the sphere, along a spiral.
            let y = 1.0 - (2 * k + 1) as f32 / DIRECTIONS as f32;
            let (sin, cos) = (k as f32 * 2.399_963_2).sin_cos();
            let way = Vec3::new(cos, 0.0, sin) * (1.0 - y * y).sqrt() + Vec3::Y * y;
            let far = |n: &usize| vertices[*n].1.dot(way);
            if let Some(farthest) = members.iter().copied().max_by(|a, b| far(a).total_cmp(&far(b))) {
                kept[farthest] = true;
            }
        }
        // Flat soles: what is lowest as it rests, straight down.
        let low = |n: &usize| vertices[*n].1.y;
        if let Some(lowest) = members.iter().copied().min_by(|a, b| low(a).total_cmp(&low(b))) {
            kept[lowest] = true;
        }
    }
    vertices.into_iter().zip(kept).filter(|(_, kept)| *kept).map(|((point, _), _)| point).collect()
}

/// How far below an ankle the lowest joint is that hangs from it, in a pose turned by `turn`.
pub(super) fn reach(skeleton: &Skeleton, pose: &[Affine3A], ankle: JointIndex, turn: glam::Quat) -> f32 {
    let from = pose[ankle.index()].translation;
    let low = |joint: JointIndex| -(turn * Vec3::from(pose[joint.index()].translation - from)).y;
    skeleton.joints().filter(|joint| skeleton.is_descendant_of(*joint, ankle)).map(low).fold(0.0, f32::max)
}
