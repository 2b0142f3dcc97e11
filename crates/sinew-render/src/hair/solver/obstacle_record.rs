use bytemuck::{Pod, Zeroable};
use sinew::glam::{UVec4, Vec3, Vec4};
use sinew::hair::{HairCollider, HairField};
use std::sync::Arc;

/// Collider in one step, as shaders/hair_solver_data.wgsl has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(super) struct ObstacleRecord {
    kind: u32,
    first: u32,
    unit: f32,
    cell: f32,
    counts: UVec4,
    a: Vec4,
    b: Vec4,
    c: Vec4,
    d: Vec4,
    e: Vec4,
}

const CAPSULE: u32 = 0;
const ELLIPSOID: u32 = 1;
const FIELD: u32 = 2;

impl ObstacleRecord {
    /// Record of a collider; `first_node` is the number of the first node of a field on the device. `None`
    /// for kinds of colliders that the shader lacks.
    pub(super) fn new(
        collider: &HairCollider,
        first_node: impl Fn(&Arc<HairField>) -> Option<u32>,
    ) -> Option<Self> {
        Some(match collider {
            HairCollider::Capsule { start, end, radius } => {
                Self { kind: CAPSULE, a: start.extend(*radius), b: end.extend(0.0), ..Self::default() }
            }
            HairCollider::Ellipsoid { center, axes } => {
                let [b, c, d] = axes.map(|axis| axis.extend(axis.length()));
                Self { kind: ELLIPSOID, a: center.extend(0.0), b, c, d, ..Self::default() }
            }
            HairCollider::Field { field, root } => {
                let (nodes, bounds) = (field.nodes(), field.bounds());
                let padded = |vector: Vec3| vector.extend(0.0);
                Self {
                    kind: FIELD,
                    first: first_node(field)?,
                    unit: nodes.unit,
                    cell: nodes.cell,
                    counts: nodes.counts.extend(0),
                    a: padded(root.translation),
                    b: root.rotation.into(),
                    c: padded(nodes.first),
                    d: padded(bounds.min),
                    e: padded(bounds.max),
                }
            }
            _ => return None,
        })
    }
}
