//! Cap under cards: the skin that hair grows from, in the colour of the roots, so that no skin shows between
//! cards.

use super::layer::LayerCards;
use super::paint::CAP_ROWS;
use super::weights::{CardJoint, Row};
use crate::hair::cells::Cells;
use glam::{Vec2, Vec3, Vec4};
use sinew::character::{Character, MeshInstanceId};
use sinew::hair::{GroomLayer, GuidePose};
use sinew::internal::{angle, reference_positions};
use sinew::skeleton::JointId;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::f32::consts::PI;

/// Most strands whose surroundings are looked at.
const MAX_SAMPLED: usize = 256;
/// Radius within which roots are counted, in mean distances of roots from the nearest other.
const RADIUS: f32 = 6.0;
/// Least and largest radius, metres on the head of an adult.
const RADII: [f32; 2] = [0.005, 0.02];
/// Share of the common number of roots from which on skin has a cap: along a straight hairline it is half.
const SHARE: f32 = 0.25;
/// Share beyond it from which on the cap has no gaps: its edge is as ragged as the hairline.
const FADING: f32 = 0.45;
/// Height of the cap over the skin, metres on the head of an adult.
const LIFT: f32 = 0.0012;
/// Least area of a cap, m² on the head of an adult: beards, brows and lashes are thin, and have none.
const LEAST_AREA: f32 = 0.025;

/// Least number of strands over each other, in the mean, that hide skin: stubble has no cap.
const LEAST_LAYERS: f32 = 3.0;
/// Times that triangles at the edge of the cap are divided in four, so that the edge is smooth on coarse
/// skin.
const DIVISIONS: usize = 2;

/// Primitive of the skin in the reference pose.
struct Skin {
    node: JointId,
    triangles: Vec<[usize; 3]>,
    positions: Vec<Vec3>,
    normals: Vec<Vec3>,
    /// Joints that move each vertex, with their weights.
    influences: Vec<Vec<(JointId, f32)>>,
    /// Share of the common number of roots beyond that at the edge of the cap; negative outside of it.
    inside: Vec<f32>,
}

impl LayerCards {
    /// Adds the cap of a layer whose head has this middle and size.
    pub(super) fn add_cap(
        &mut self,
        layer: &GroomLayer,
        character: &Character,
        (center, scale): (Vec3, f32),
    ) {
        let roots = roots(layer);
        let Some(density) = Density::new(&roots, scale) else { return };
        let parts: BTreeSet<_> = layer.roots.iter().map(|root| (root.instance, root.primitive)).collect();
        let skins: Vec<Skin> = parts
            .into_iter()
            .filter_map(|(instance, primitive)| Skin::new(character, instance, primitive, &density))
            .collect();
        let area: f32 = skins.iter().map(Skin::area).sum();
        if area < LEAST_AREA * scale * scale || hair_area(layer) < area * LEAST_LAYERS {
            return;
        }
        // As dark as the hair over it is in the mean.
        self.cap_color = self.colors.iter().sum::<Vec4>() / self.colors.len().max(1) as f32;
        for skin in &skins {
            skin.add_to(self, center, LIFT * scale);
        }
    }
}

/// Area that all strands show from their side, m².
fn hair_area(layer: &GroomLayer) -> f32 {
    let lengths: f32 = layer.guides.iter().map(sinew::hair::ControlHair::length).sum();
    let mean = lengths / layer.guides.len().max(1) as f32;
    mean * layer.strands.strands().len() as f32 * layer.look.width
}

/// Roots of all strands at rest.
fn roots(layer: &GroomLayer) -> Vec<Vec3> {
    let rest = GuidePose::at_rest(&layer.guides);
    (0..layer.strands.strands().len()).map(|strand| layer.strands.point(strand, 0, &rest)).collect()
}

/// Density of roots on the skin.
struct Density {
    near: Cells<Vec3>,
    radius: f32,
    /// Number of roots within the radius of most of them.
    common: f32,
}

impl Density {
    fn new(roots: &[Vec3], scale: f32) -> Option<Self> {
        let sampled = || roots.iter().enumerate().step_by(roots.len().div_ceil(MAX_SAMPLED).max(1));
        let nearest = |(number, root): (usize, &Vec3)| {
            let others = roots.iter().enumerate().filter(|(n, _)| *n != number);
            others.map(|(_, other)| other.distance(*root)).fold(f32::INFINITY, f32::min)
        };
        let distances: Vec<f32> = sampled().map(nearest).filter(|distance| distance.is_finite()).collect();
        let mean = distances.iter().sum::<f32>() / distances.len() as f32;
        if !mean.is_finite() {
            return None;
        }
        let radius = (mean * RADIUS).clamp(RADII[0] * scale, RADII[1] * scale);
        let mut density = Self { near: Cells::new(radius), radius, common: 1.0 };
        roots.iter().for_each(|root| density.near.add(*root, *root));
        let mut counts: Vec<f32> = sampled().map(|(_, root)| density.count(*root)).collect();
        counts.sort_by(f32::total_cmp);
        density.common = counts[counts.len() / 2].max(1.0);
        Some(density)
    }

    fn count(&self, at: Vec3) -> f32 {
        self.near.near(at).filter(|root| root.distance(at) < self.radius).count() as f32
    }

    /// Share of the common number of roots around a position.
    fn share(&self, at: Vec3) -> f32 {
        self.count(at) / self.common
    }
}

impl Skin {
    fn new(character: &Character, id: MeshInstanceId, number: usize, density: &Density) -> Option<Self> {
        let instance = character.mesh_instances().get(id.index())?;
        let primitive = character.meshes()[instance.mesh].primitives.get(number)?;
        let mut positions = vec![Vec3::ZERO; primitive.positions.len()];
        reference_positions(character, id, number, &mut positions);
        let joints = instance.skin.map(|skin| &character.skins()[skin].joints);
        let influences = (0..positions.len()).map(|vertex| {
            let of_vertex = primitive.influences_of(vertex);
            of_vertex
                .map(|(slot, weight)| (joints.map_or(instance.node, |joints| joints[slot]), weight))
                .collect()
        });
        let mut skin = Self {
            node: instance.node,
            triangles: Vec::new(),
            normals: smooth_normals(&positions, &primitive.indices),
            influences: influences.collect(),
            inside: positions.iter().map(|at| density.share(*at) - SHARE).collect(),
            positions,
        };
        let all = primitive.indices.as_chunks::<3>().0.iter().map(|corners| corners.map(|n| n as usize));
        skin.triangles = all.filter(|corners| corners.iter().any(|n| skin.inside[*n] > 0.0)).collect();
        (0..DIVISIONS).for_each(|_| skin.divide_edge(density));
        Some(skin)
    }

    /// Divides the triangles that lie across the edge of the cap.
    fn divide_edge(&mut self, density: &Density) {
        let mut middles: HashMap<[usize; 2], usize> = HashMap::new();
        for [a, b, c] in std::mem::take(&mut self.triangles) {
            let all = [a, b, c].map(|n| self.inside[n]);
            let is_inside = all.iter().all(|inside| *inside > FADING);
            match all.iter().any(|inside| *inside > 0.0) {
                false => {}
                true if is_inside => self.triangles.push([a, b, c]),
                true => {
                    let [ab, bc, ca] = [[a, b], [b, c], [c, a]].map(|[from, to]| {
                        let ends = [from.min(to), from.max(to)];
                        *middles.entry(ends).or_insert_with(|| self.add_middle(ends, density))
                    });
                    self.triangles.extend([[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]);
                }
            }
        }
    }

    /// Adds the vertex in the middle of an edge.
    fn add_middle(&mut self, ends: [usize; 2], density: &Density) -> usize {
        let [a, b] = ends;
        let position = self.positions[a].midpoint(self.positions[b]);
        self.positions.push(position);
        self.normals.push((self.normals[a] + self.normals[b]).normalize_or(Vec3::Y));
        self.influences.push(self.mixed(ends, 0.5));
        self.inside.push(density.share(position) - SHARE);
        self.positions.len() - 1
    }

    /// Influences at a share of the way between two vertices.
    fn mixed(&self, [a, b]: [usize; 2], share: f32) -> Vec<(JointId, f32)> {
        let mut all: BTreeMap<JointId, f32> = BTreeMap::new();
        for (vertex, share) in [(a, 1.0 - share), (b, share)] {
            self.influences[vertex]
                .iter()
                .for_each(|(joint, weight)| *all.entry(*joint).or_default() += weight * share);
        }
        all.into_iter().filter(|(_, weight)| *weight > 0.0).collect()
    }

    /// Area of the triangles that lie in the cap as a whole.
    fn area(&self) -> f32 {
        let whole = self.triangles.iter().filter(|corners| corners.iter().all(|n| self.inside[*n] > 0.0));
        whole
            .map(|corners| corners.map(|n| self.positions[n]))
            .map(|[a, b, c]| (b - a).cross(c - a).length() * 0.5)
            .sum()
    }

    /// Adds the part of the triangles that lies in the cap.
    fn add_to(&self, cards: &mut LayerCards, center: Vec3, lift: f32) {
        // Vertices by the two ends of their edge; a corner is both ends.
        let mut known: HashMap<[usize; 2], u32> = HashMap::new();
        let mut polygon: Vec<u32> = Vec::with_capacity(4);
        for corners in &self.triangles {
            polygon.clear();
            for n in 0..3 {
                let [from, to] = [corners[n], corners[(n + 1) % 3]];
                if self.inside[from] > 0.0 {
                    polygon.push(
                        *known
                            .entry([from; 2])
                            .or_insert_with(|| self.vertex(cards, [from; 2], center, lift)),
                    );
                }
                if (self.inside[from] > 0.0) != (self.inside[to] > 0.0) {
                    let edge = [from.min(to), from.max(to)];
                    polygon
                        .push(*known.entry(edge).or_insert_with(|| self.vertex(cards, edge, center, lift)));
                }
            }
            for n in 1..polygon.len().saturating_sub(1) {
                cards.mesh.indices.extend([polygon[0], polygon[n], polygon[n + 1]]);
            }
        }
    }

    /// Adds a vertex where the edge of the cap crosses an edge of the skin, or a corner.
    fn vertex(&self, cards: &mut LayerCards, [a, b]: [usize; 2], center: Vec3, lift: f32) -> u32 {
        let share = if a == b { 0.0 } else { self.inside[a] / (self.inside[a] - self.inside[b]) };
        let normal = self.normals[a].lerp(self.normals[b], share).normalize_or(Vec3::Y);
        let position = self.positions[a].lerp(self.positions[b], share) + normal * lift;
        // The same on both sides of the head, so that the texture meets itself behind it.
        let around = angle::atan2((position.x - center.x).abs(), position.z - center.z) / PI;
        let number = cards.mesh.positions.len() as u32;
        cards.mesh.positions.push(position);
        cards.mesh.normals.push(normal);
        let inside = self.inside[a] + (self.inside[b] - self.inside[a]) * share;
        let full = (inside / FADING).clamp(0.0, 1.0);
        cards.mesh.uvs.push(Vec2::new(around, CAP_ROWS.start + (CAP_ROWS.end - CAP_ROWS.start) * full));
        cards.tangents.push(normal.any_orthonormal_vector().extend(1.0));
        cards.colors.push(cards.cap_color);
        cards.weights.push(self.heaviest(self.mixed([a, b], share)));
        number
    }

    /// The heaviest of some influences.
    fn heaviest(&self, mut heaviest: Vec<(JointId, f32)>) -> Row {
        heaviest.sort_by(|a, b| b.1.total_cmp(&a.1));
        let mut row: Row = [(CardJoint::Anchor(self.node), 0.0); _];
        heaviest.truncate(row.len());
        let sum: f32 = heaviest.iter().map(|(_, weight)| weight).sum();
        for (entry, (joint, weight)) in row.iter_mut().zip(&heaviest) {
            *entry = (CardJoint::Anchor(*joint), weight / sum);
        }
        if heaviest.is_empty() {
            row[0].1 = 1.0;
        }
        row
    }
}

/// Normals of vertices; the same for all vertices at the same position.
fn smooth_normals(positions: &[Vec3], indices: &[u32]) -> Vec<Vec3> {
    let key = |n: usize| positions[n].to_array().map(f32::to_bits);
    let mut sums: HashMap<[u32; 3], Vec3> = HashMap::new();
    for corners in indices.as_chunks::<3>().0 {
        let corners = corners.map(|n| n as usize);
        let [a, b, c] = corners.map(|n| positions[n]);
        for n in corners {
            *sums.entry(key(n)).or_default() += (b - a).cross(c - a);
        }
    }
    (0..positions.len()).map(|n| sums.get(&key(n)).map_or(Vec3::Y, |sum| sum.normalize_or(Vec3::Y))).collect()
}
