//! Signed distance field of rigid skin: its making, its errors and its sampling.

use super::bricks::Bricks;
use super::close::close_borders;
use super::grid::Grid;
use super::sign::inside;
use super::spread::distances;
use super::tree::TriangleTree;
use crate::math::Bounds;
use glam::{UVec3, Vec3};

/// Most nodes of a field: 4 MiB of distances.
pub const MAX_FIELD_NODES: usize = 1 << 21;
/// Most triangles of a field.
pub const MAX_FIELD_TRIANGLES: usize = 1 << 20;
/// Cells between the box of the triangles and the border of the grid.
const MARGIN: f32 = 3.0;
/// Farthest coordinate of a corner, metres.
const FARTHEST: f32 = 1e6;

/// Signed distance field (SDF) of rigid skin: the distance to its surface on a grid, negative inside.
///
/// A field is made once from triangles at rest and shared by [`Arc`](std::sync::Arc); a
/// [`HairCollider::Field`](crate::hair::HairCollider) says where it is. Distances are kept in 16 bits.
///
/// Parts thinner than a cell are lost. Holes, such as an open neck, are closed by triangles from their border
/// to its middle.
#[derive(Clone, Debug, PartialEq)]
pub struct HairField {
    pub(super) grid: Grid,
    pub(super) bounds: Bounds,
    /// Distances in units of `unit`, in the order of the grid.
    pub(super) distances: Vec<i16>,
    /// Metres.
    pub(super) unit: f32,
    pub(super) bricks: Bricks,
}

/// Nodes of a [`HairField`], for solvers on other devices.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct HairFieldNodes<'a> {
    /// Position of the first node in the rest pose.
    pub first: Vec3,
    /// Distance of neighbouring nodes, metres.
    pub cell: f32,
    /// Number of nodes along each axis, at least 2.
    pub counts: UVec3,
    /// Distances to the surface in units of `unit`, negative inside; x runs fastest, then y.
    pub distances: &'a [i16],
    /// Metres.
    pub unit: f32,
}

/// Reason why a signed distance field cannot be made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum HairFieldError {
    /// A cell without a size.
    #[error("the cell of the field is {cell} m; expected a finite number above 0")]
    Cell {
        /// Its edge, metres.
        cell: f32,
    },
    /// A grid that needs too many nodes.
    #[error(
        "a field of {x:.3} × {y:.3} × {z:.3} m has more than {MAX_FIELD_NODES} nodes \
         at a cell of {cell} m; take larger cells",
        x = size.x, y = size.y, z = size.z
    )]
    Size {
        /// Size of the triangles' box, metres.
        size: Vec3,
        /// Edge of a cell, metres.
        cell: f32,
    },
    /// Too many triangles.
    #[error("the field has {triangles} triangles; it may have {MAX_FIELD_TRIANGLES}")]
    TriangleCount {
        /// Their number.
        triangles: usize,
    },
    /// An index without a position.
    #[error("triangle {triangle} of the field has vertex {vertex}, but there are {positions} positions")]
    Index {
        /// Number of the triangle.
        triangle: usize,
        /// Its vertex.
        vertex: u32,
        /// Number of positions.
        positions: usize,
    },
    /// A position that is not finite, or too far away.
    #[error("triangle {triangle} of the field has a corner that is not finite or farther than 1,000 km away")]
    Position {
        /// Number of the triangle.
        triangle: usize,
    },
    /// Triangles that enclose no node of the grid, as a flat sheet or parts thinner than a cell.
    #[error(
        "the {triangles} triangles that hair is to stay out of enclose no space at a cell of {cell} m, \
         such as a flat sheet or one that faces inwards: a body or head of triangles that face outwards \
         is needed"
    )]
    NoInside {
        /// Number of triangles.
        triangles: usize,
        /// Edge of a cell, metres.
        cell: f32,
    },
    /// A joint that the character lacks.
    #[error("the field is wanted of joint {joint}, but the character has {joints} joints")]
    Joint {
        /// Index of the joint.
        joint: usize,
        /// Number of joints.
        joints: usize,
    },
}

impl HairField {
    /// Field of triangles in their rest pose, whose front (counter-clockwise) is outside. `cell` is the edge
    /// of a cell in metres; 0.004 suits a human head. Takes a tenth of a second or less for a head; meant for
    /// loading.
    ///
    /// # Errors
    /// When the cell has no size, the grid would have more than [`MAX_FIELD_NODES`], there are more than
    /// [`MAX_FIELD_TRIANGLES`], an index or a corner is wrong, or nothing is inside.
    pub fn new(positions: &[Vec3], triangles: &[[u32; 3]], cell: f32) -> Result<Self, HairFieldError> {
        if !cell.is_finite() || cell <= 0.0 {
            return Err(HairFieldError::Cell { cell });
        }
        if triangles.len() > MAX_FIELD_TRIANGLES {
            return Err(HairFieldError::TriangleCount { triangles: triangles.len() });
        }
        let mut corners = Vec::with_capacity(triangles.len());
        for (triangle, indices) in triangles.iter().enumerate() {
            if let Some(vertex) = indices.iter().find(|vertex| **vertex as usize >= positions.len()) {
                return Err(HairFieldError::Index { triangle, vertex: *vertex, positions: positions.len() });
            }
            let points = indices.map(|vertex| positions[vertex as usize]);
            if !points.iter().all(|corner| corner.is_finite() && corner.abs().max_element() <= FARTHEST) {
                return Err(HairFieldError::Position { triangle });
            }
            corners.push(points);
        }
        let bounds = Bounds::from_points(corners.iter().flatten().copied());
        let Some(grid) = Grid::around(&bounds, cell, MARGIN, MAX_FIELD_NODES) else {
            return Err(HairFieldError::Size { size: bounds.size(), cell });
        };
        let nothing = HairFieldError::NoInside { triangles: triangles.len(), cell };
        if corners.is_empty() {
            return Err(nothing);
        }
        close_borders(&mut corners, &grid);
        let is_inside = inside(&corners, &grid);
        let Some(found) = distances(&TriangleTree::new(corners), &grid, &is_inside) else {
            return Err(nothing);
        };
        let unit =
            found.iter().fold(0.0_f32, |most, distance| most.max(distance.abs())) / f32::from(i16::MAX);
        let distances: Vec<i16> = found.iter().map(|distance| (distance / unit).round() as i16).collect();
        Ok(Self { bricks: Bricks::of(&grid, &distances), grid, bounds, distances, unit })
    }

    /// Field of nodes that were made before.
    pub(in crate::hair) fn from_nodes(
        bounds: Bounds,
        first: Vec3,
        (cell, counts): (f32, UVec3),
        distances: Vec<i16>,
        unit: f32,
    ) -> Self {
        let grid = Grid { first, cell, counts };
        Self { bricks: Bricks::of(&grid, &distances), grid, bounds, distances, unit }
    }

    /// Box of the triangles, in the rest pose.
    #[must_use]
    pub const fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Edge of a cell, metres.
    #[must_use]
    pub const fn cell(&self) -> f32 {
        self.grid.cell
    }

    /// Nodes of the field.
    #[must_use]
    pub fn nodes(&self) -> HairFieldNodes<'_> {
        let Grid { first, cell, counts } = self.grid;
        HairFieldNodes { first, cell, counts, distances: &self.distances, unit: self.unit }
    }

    /// Memory of the distances, bytes.
    #[must_use]
    pub const fn byte_count(&self) -> usize {
        self.distances.len() * size_of::<i16>()
    }

    /// Distance of a position in the rest pose to the surface, metres, negative inside: trilinear between the
    /// nodes. Beyond the grid, which reaches three cells farther than the triangles, it is at most the sum of
    /// the distances to its border and from there.
    #[must_use]
    pub fn distance(&self, position: Vec3) -> f32 {
        self.sample(position).0
    }

    /// Unit vector away from the inside at a position in the rest pose: the gradient of the distance. Up
    /// where the distance has none.
    #[must_use]
    pub fn normal(&self, position: Vec3) -> Vec3 {
        self.sample(position).1
    }

    /// Distance and normal; the distance is infinite at positions that are not finite.
    #[inline]
    pub(in crate::hair::simulation) fn sample(&self, position: Vec3) -> (f32, Vec3) {
        let last = self.grid.counts - UVec3::ONE;
        let grid_position = (position - self.grid.first) / self.grid.cell;
        if !grid_position.is_finite() {
            return (f32::INFINITY, Vec3::Y);
        }
        let inside = grid_position.clamp(Vec3::ZERO, last.as_vec3());
        let beyond = (grid_position - inside).length() * self.grid.cell;
        let node = inside.as_uvec3().min(last - UVec3::ONE);
        let [x, y, z] = (inside - node.as_vec3()).to_array();
        let [_, row, layer] = self.grid.strides();
        let first = self.grid.number(node);
        let pair = |at: usize| {
            let [from, to] = [self.distances[at], self.distances[at + 1]].map(f32::from);
            (from + (to - from) * x, to - from)
        };
        let [a, b, c, d] = [first, first + row, first + layer, first + layer + row].map(pair);
        let mix = |from: f32, to: f32, share: f32| from + (to - from) * share;
        let (near, far) = (mix(a.0, b.0, y), mix(c.0, d.0, y));
        let slope =
            Vec3::new(mix(mix(a.1, b.1, y), mix(c.1, d.1, y), z), mix(b.0 - a.0, d.0 - c.0, z), far - near);
        (mix(near, far, z) * self.unit + beyond, slope.normalize_or(Vec3::Y))
    }
}
