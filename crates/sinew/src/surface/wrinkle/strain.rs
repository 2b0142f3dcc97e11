//! Area strain of a mesh: the natural logarithm of the area of the triangles around each vertex over their
//! area at rest.
//!
//! Areas around a vertex are sums over its triangles, across seams of texture coordinates and normals. Edges
//! are computed from the rest edge, the difference of the morph offsets and the difference of the skinning
//! matrices, so that small triangles far from the origin keep their precision: p(a) − p(v) = M(v) · (a − v) +
//! (M(a) − M(v)) · a, the last term joint by joint for linear skinning. The shader in sinew-render does the
//! same.

use crate::character::{Character, MeshInstanceId, Topology};
use crate::math::ops;
use crate::skinning::{DualQuatJoint, SkinInput, vertex_matrix};
use crate::surface::character_surface::reference_positions;
use crate::surface::weld::Welder;
use glam::Vec3;
use std::ops::Range;

/// Largest absolute strain: areas between 1/16 and 16 of the rest area.
pub const MAX_AREA_STRAIN: f32 = 2.772_588_7;

/// Most triangles around a vertex whose edges are put in order: ordering takes time with the cube of their
/// number.
const MAX_ORDERED: usize = 64;

/// Triangles around each vertex of a primitive of a mesh instance, for [`area_strain`]. Made once. Vertices
/// of one point of the skin share a ring.
#[derive(Clone, Debug)]
pub struct StrainRings {
    instance: MeshInstanceId,
    primitive: usize,
    /// Number of each vertex' ring.
    ring_of: Vec<u32>,
    /// First vertex of each ring.
    centers: Vec<u32>,
    /// First entry of each ring; one more than there are rings.
    starts: Vec<u32>,
    /// Vertices around each vertex. Each neighbouring pair is an edge of a triangle with the vertex, unless
    /// the second begins a new run.
    entries: Vec<StrainEntry>,
    /// Reciprocal of twice the rest area of each ring, 1/m²; 0 where there is none.
    inverse_rest: Vec<f32>,
}

/// Vertex around another one in [`StrainRings`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StrainEntry {
    /// Number of the vertex in the primitive.
    pub vertex: u32,
    /// True at the beginning of a run: no triangle lies between this vertex and the one before.
    pub begins_run: bool,
}

impl StrainRings {
    /// Rings of a primitive; `None` where the character has no such primitive, or it has no triangles.
    #[must_use]
    pub fn new(character: &Character, instance: MeshInstanceId, primitive: usize) -> Option<Self> {
        let mesh = character.mesh_instances().get(instance.index())?.mesh;
        let source = character.meshes()[mesh].primitives.get(primitive)?;
        if source.topology != Topology::Triangles || source.indices.is_empty() {
            return None;
        }
        let mut rest = vec![Vec3::ZERO; source.positions.len()];
        reference_positions(character, instance, primitive, &mut rest);
        // Vertices of one position that move alike are one point of the skin.
        let mut welder = Welder::default();
        welder.add(character, &character.mesh_instances()[instance], source);
        let (welded, welded_count) = welder.weld(&rest);
        let mut around: Vec<Vec<[u32; 2]>> = vec![Vec::new(); welded_count as usize];
        for &[a, b, c] in source.indices.as_chunks::<3>().0 {
            for [v, from, to] in [[a, b, c], [b, c, a], [c, a, b]] {
                around[welded[v as usize] as usize].push([from, to]);
            }
        }
        let mut rings = Self {
            instance,
            primitive,
            centers: Vec::with_capacity(around.len()),
            starts: vec![0],
            entries: Vec::new(),
            inverse_rest: Vec::with_capacity(around.len()),
            ring_of: Vec::new(),
        };
        // Welded points are numbered by their first vertices.
        for (vertex, center) in (0..).zip(&rest) {
            let point = welded[vertex as usize] as usize;
            if point < rings.centers.len() {
                continue;
            }
            let start = rings.entries.len();
            append_runs(&around[point], &welded, &mut rings.entries);
            let area = ring_area(&rings.entries[start..], |vertex| rest[vertex as usize] - *center);
            rings.centers.push(vertex);
            rings.inverse_rest.push(if area > 0.0 { 1.0 / area } else { 0.0 });
            rings.starts.push(rings.entries.len() as u32);
        }
        rings.ring_of = welded;
        Some(rings)
    }

    /// Mesh instance.
    #[must_use]
    pub fn instance(&self) -> MeshInstanceId {
        self.instance
    }

    /// Primitive of its mesh.
    #[must_use]
    pub fn primitive(&self) -> usize {
        self.primitive
    }

    /// Number of vertices.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.ring_of.len()
    }

    /// Entries of all rings, one ring after the other.
    #[must_use]
    pub fn entries(&self) -> &[StrainEntry] {
        &self.entries
    }

    /// Range of the entries around a vertex; that of the other vertices at its point of the skin is the same.
    ///
    /// # Panics
    /// When there is no such vertex.
    #[must_use]
    pub fn range_around(&self, vertex: usize) -> Range<usize> {
        let ring = self.ring_of[vertex] as usize;
        self.starts[ring] as usize..self.starts[ring + 1] as usize
    }

    /// Vertices around a vertex.
    ///
    /// # Panics
    /// When there is no such vertex.
    #[must_use]
    pub fn around(&self, vertex: usize) -> &[StrainEntry] {
        &self.entries[self.range_around(vertex)]
    }

    /// Reciprocal of twice the rest area around a vertex, 1/m²; 0 where there is none.
    ///
    /// # Panics
    /// When there is no such vertex.
    #[must_use]
    pub fn inverse_rest_area(&self, vertex: usize) -> f32 {
        self.inverse_rest[self.ring_of[vertex] as usize]
    }
}

/// Orders the edges opposite a vertex into runs, so that neighbours are visited once.
fn append_runs(edges: &[[u32; 2]], welded: &[u32], entries: &mut Vec<StrainEntry>) {
    if edges.len() > MAX_ORDERED {
        // Each triangle is a run of its own.
        for [from, to] in edges {
            entries.push(StrainEntry { vertex: *from, begins_run: true });
            entries.push(StrainEntry { vertex: *to, begins_run: false });
        }
        return;
    }
    let mut left = edges.to_vec();
    while !left.is_empty() {
        // A run begins where no edge ends, if there is such a vertex.
        let start = left
            .iter()
            .position(|[from, _]| !left.iter().any(|[_, to]| welded[*to as usize] == welded[*from as usize]));
        let [from, mut to] = left.remove(start.unwrap_or(0));
        entries.push(StrainEntry { vertex: from, begins_run: true });
        loop {
            entries.push(StrainEntry { vertex: to, begins_run: false });
            let next = left.iter().position(|[from, _]| welded[*from as usize] == welded[to as usize]);
            let Some(next) = next else { break };
            [_, to] = left.remove(next);
        }
    }
}

/// Twice the area of the triangles around a vertex; `edge` gives the way to a neighbour.
fn ring_area(entries: &[StrainEntry], mut edge: impl FnMut(u32) -> Vec3) -> f32 {
    let (mut area, mut last) = (0.0, Vec3::ZERO);
    for entry in entries {
        let current = edge(entry.vertex);
        if !entry.begins_run {
            area += last.cross(current).length();
        }
        last = current;
    }
    area
}

/// Way from where one matrix takes a point to where another one takes it.
fn apart(to: &[[f32; 4]; 3], from: &[[f32; 4]; 3], at: Vec3) -> Vec3 {
    Vec3::from_array([0, 1, 2].map(|r| {
        let [x, y, z, w] = [0, 1, 2, 3].map(|c| to[r][c] - from[r][c]);
        x * at.x + y * at.y + z * at.z + w
    }))
}

/// [`apart`] for the blended matrices of `vertex` and `center`, as sums over their joints: joints that move
/// alike cancel exactly. `None` where one of them has no influences.
fn apart_by_influences(input: &SkinInput<'_>, center: usize, vertex: usize, at: Vec3) -> Option<Vec3> {
    let influences = input.influences?;
    let (anchor, _) = influences.of_vertex(center).next()?;
    let anchor = &input.palette[anchor].rows;
    influences.of_vertex(vertex).next()?;
    let sum = |vertex: usize| -> Vec3 {
        let joints = influences.of_vertex(vertex);
        joints.map(|(joint, weight)| apart(&input.palette[joint].rows, anchor, at) * weight).sum()
    };
    Some(sum(vertex) - sum(center))
}

/// Scratch memory of [`area_strain`].
#[derive(Clone, Debug, Default)]
pub struct StrainScratch {
    pub(crate) offsets: Vec<Vec3>,
    matrices: Vec<[[f32; 4]; 3]>,
}

/// Writes the area strain of each vertex: ln(area / rest area), 0 for unchanged skin, below 0 for compressed
/// and above 0 for stretched skin, at most [`MAX_AREA_STRAIN`] either way; 0 where the rest area is 0.
/// `input` has the bind-pose positions and the pose; `offsets` are the weighted sums of the morph targets, or
/// empty; `dual_quaternions` are given for dual quaternion skinning.
///
/// # Panics
/// When `input.positions` or `out` are not as many as the vertices of the rings.
pub fn area_strain(
    rings: &StrainRings,
    input: &SkinInput<'_>,
    offsets: &[Vec3],
    dual_quaternions: Option<&[DualQuatJoint]>,
    scratch: &mut StrainScratch,
    out: &mut [f32],
) {
    let count = rings.vertex_count();
    assert_eq!((input.positions.len(), out.len()), (count, count), "vertices of another primitive");
    let matrices = &mut scratch.matrices;
    matrices.clear();
    matrices.extend((0..count).map(|vertex| vertex_matrix(vertex, input, dual_quaternions)));
    let offset = |vertex: usize| offsets.get(vertex).copied().unwrap_or(Vec3::ZERO);
    for vertex in 0..count {
        let ring = rings.ring_of[vertex] as usize;
        let center = rings.centers[ring] as usize;
        if center != vertex {
            // The same point of the skin, which comes before.
            out[vertex] = out[center];
            continue;
        }
        let (rest, moved, matrix) = (input.positions[center], offset(center), matrices[center]);
        let area = ring_area(rings.around(center), |vertex| {
            let vertex = vertex as usize;
            let edge = (input.positions[vertex] - rest) + (offset(vertex) - moved);
            let at = input.positions[vertex] + offset(vertex);
            let turned = matrix.map(|row| row[0] * edge.x + row[1] * edge.y + row[2] * edge.z);
            let linear = dual_quaternions.is_none().then(|| apart_by_influences(input, center, vertex, at));
            Vec3::from_array(turned)
                + linear.flatten().unwrap_or_else(|| apart(&matrices[vertex], &matrix, at))
        });
        let ratio = area * rings.inverse_rest[ring];
        out[vertex] = match rings.inverse_rest[ring] == 0.0 {
            true => 0.0,
            false => ops::ln(ratio.max(1e-6)).clamp(-MAX_AREA_STRAIN, MAX_AREA_STRAIN),
        };
    }
}
