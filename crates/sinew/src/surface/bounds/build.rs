use super::pivot::{Partner, Pivot};
use super::region::Region;
use super::region_joint::{JOINT_SPACE, MESH_SPACE, ROUNDING, RegionJoint};
use crate::character::{Character, MeshInstanceId, Primitive, Skin, Topology};
use crate::math::Bounds;
use crate::skeleton::JointId;
use glam::{Affine3A, Vec3};
use std::collections::BTreeMap;

/// Builder of the regions of a mesh instance.
struct Builder<'a> {
    skin: Option<&'a Skin>,
    /// By the joint that moves their triangles most; the number of joints stands for the node.
    regions: BTreeMap<usize, Parts>,
}

/// Boxes of a region by joint, in the order of the joints' first vertices.
#[derive(Default)]
struct Parts {
    numbers: BTreeMap<usize, usize>,
    joints: Vec<RegionJoint>,
    /// By the number of the joint.
    pivots: BTreeMap<usize, Pivot>,
}

/// Regions of all triangle meshes of a character, by mesh instance.
pub(super) fn regions(character: &Character) -> Vec<Region> {
    let mut all = Vec::new();
    for (id, instance) in character.mesh_instance_ids().zip(character.mesh_instances()) {
        let skin = instance.skin.map(|skin| &character.skins()[skin]);
        let mut builder = Builder { skin, regions: BTreeMap::new() };
        for primitive in &character.meshes()[instance.mesh].primitives {
            if primitive.topology == Topology::Triangles {
                builder.add(primitive);
            }
        }
        all.extend(builder.finish(id, character));
    }
    all
}

impl Builder<'_> {
    /// Number that stands for the node.
    fn node_slot(&self) -> usize {
        self.skin.map_or(0, |skin| skin.joints.len())
    }

    /// Joints of a vertex with their weights, heaviest first; the node where there is none.
    fn influences<'b>(
        &self,
        primitive: &'b Primitive,
        vertex: usize,
    ) -> impl Iterator<Item = (usize, f32)> + Clone + use<'b> {
        let skinned = self.skin.map(|_| primitive.influences_of(vertex)).into_iter().flatten();
        let is_free = skinned.clone().next().is_none();
        skinned.chain(is_free.then_some((self.node_slot(), 1.0)))
    }

    fn add(&mut self, primitive: &Primitive) {
        // Regions of each vertex.
        let mut of_vertex: Vec<Vec<usize>> = vec![Vec::new(); primitive.positions.len()];
        for corners in primitive.indices.as_chunks::<3>().0 {
            let region = self.main_joint(primitive, *corners);
            for vertex in corners.map(|vertex| vertex as usize) {
                if !of_vertex[vertex].contains(&region) {
                    of_vertex[vertex].push(region);
                    self.add_vertex(primitive, vertex, region);
                }
            }
        }
        for (number, target) in primitive.morph_targets.iter().enumerate() {
            for (vertex, offset) in target.vertices().iter().zip(target.positions()) {
                for region in &of_vertex[*vertex as usize] {
                    for (slot, _) in self.influences(primitive, *vertex as usize) {
                        let Some(parts) = self.regions.get_mut(region) else { continue };
                        parts.joints[parts.numbers[&slot]].add_offset(number as u32, *offset);
                    }
                }
            }
        }
    }

    /// Joint with the largest weight at the corners of a triangle together.
    fn main_joint(&self, primitive: &Primitive, corners: [u32; 3]) -> usize {
        let mut totals: BTreeMap<usize, f32> = BTreeMap::new();
        for (slot, weight) in corners.into_iter().flat_map(|v| self.influences(primitive, v as usize)) {
            *totals.entry(slot).or_default() += weight;
        }
        let main = totals.into_iter().max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
        main.map_or(self.node_slot(), |(slot, _)| slot)
    }

    fn add_vertex(&mut self, primitive: &Primitive, vertex: usize, region: usize) {
        let position = primitive.positions[vertex];
        let influences = self.influences(primitive, vertex);
        let parts = self.regions.entry(region).or_default();
        let mut pivot = None;
        for (slot, weight) in influences {
            let number = parts.number(slot, self.skin);
            let joint = &mut parts.joints[number];
            let joint_position = joint.bind.transform_point3(position);
            joint.rest = joint.rest.including(joint_position);
            let Some(heaviest) = pivot else {
                let entry = parts.pivots.entry(number).or_insert_with(|| Pivot {
                    joint: number,
                    rest: Bounds::EMPTY,
                    least_weight: weight,
                    partners: Vec::new(),
                });
                (entry.rest, entry.least_weight) =
                    (entry.rest.including(joint_position), entry.least_weight.min(weight));
                pivot = Some(number);
                continue;
            };
            let partners = parts.pivots.get_mut(&heaviest).map(|entry| &mut entry.partners);
            partners.into_iter().for_each(|list| add_partner(list, number, weight, position));
        }
    }

    fn finish(self, instance: MeshInstanceId, character: &Character) -> impl Iterator<Item = Region> {
        let node = character.mesh_instances()[instance].node;
        self.regions.into_values().map(move |Parts { mut joints, pivots, .. }| {
            let margins: Vec<f32> = joints.iter().map(rounding).collect();
            for (joint, margin) in joints.iter_mut().zip(&margins) {
                joint.rest = joint.rest.grown(*margin);
                if joint.slot.is_none() {
                    joint.joint = node;
                }
            }
            let grown = |pivot: Pivot| Pivot { rest: pivot.rest.grown(margins[pivot.joint]), ..pivot };
            let pivots = pivots.into_values().map(grown).collect();
            Region { instance, joints, pivots }
        })
    }
}

impl Parts {
    /// Number of a joint of the skin, or of the node, in the region.
    fn number(&mut self, slot: usize, skin: Option<&Skin>) -> usize {
        *self.numbers.entry(slot).or_insert_with(|| {
            let skin = skin.filter(|skin| slot < skin.joints.len());
            self.joints.push(RegionJoint {
                // That of the node is filled in at the end.
                joint: skin.map_or(JointId(0), |skin| skin.joints[slot]),
                slot: skin.map(|_| slot),
                bind: skin.map_or(Affine3A::IDENTITY, |skin| skin.inverse_binds[slot]),
                rest: Bounds::EMPTY,
                morphs: Vec::new(),
            });
            self.joints.len() - 1
        })
    }
}

/// Rounding of a joint's vertices in its space: they are moved there from the space of the mesh.
fn rounding(joint: &RegionJoint) -> f32 {
    let largest = joint.rest.min.abs().max(joint.rest.max.abs()).max_element();
    ROUNDING * (largest + 2.0 * joint.bind.translation.abs().max_element())
}

fn add_partner(partners: &mut Vec<Partner>, joint: usize, weight: f32, position: Vec3) {
    let at = partners.iter().position(|partner| partner.joint == joint).unwrap_or_else(|| {
        partners.push(Partner { joint, most_weight: 0.0, shared: Bounds::EMPTY });
        partners.len() - 1
    });
    let partner = &mut partners[at];
    (partner.most_weight, partner.shared) =
        (partner.most_weight.max(weight), partner.shared.including(position));
}

impl RegionJoint {
    fn add_offset(&mut self, target: u32, offset: Vec3) {
        let zero = Bounds { min: Vec3::ZERO, max: Vec3::ZERO };
        let at = self.morphs.binary_search_by_key(&target, |(n, _)| *n).unwrap_or_else(|at| {
            self.morphs.insert(at, (target, [zero; 2]));
            at
        });
        let boxes = &mut self.morphs[at].1;
        boxes[JOINT_SPACE] = boxes[JOINT_SPACE].including(self.bind.transform_vector3(offset));
        boxes[MESH_SPACE] = boxes[MESH_SPACE].including(offset);
    }
}
