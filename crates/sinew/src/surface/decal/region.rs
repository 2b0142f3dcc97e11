use super::super::neighbors::NONE;
use crate::surface::{CharacterSurface, PosedSurface};
use glam::{Vec2, Vec3};

/// Triangles near a point, connected with its triangle, and their welded vertices.
#[derive(Clone, Debug, Default)]
pub(super) struct Region {
    /// Triangles of the surface; the one of the point comes first.
    pub(super) triangles: Vec<u32>,
    /// Corners of the triangles, as indices of `vertices`.
    pub(super) corners: Vec<[u32; 3]>,
    pub(super) vertices: Vec<RegionVertex>,
    /// Per triangle of the surface: the last search that reached it.
    triangle_marks: Vec<u32>,
    /// Per welded vertex: the last search that reached it, and its index in `vertices`.
    vertex_marks: Vec<(u32, u32)>,
    search: u32,
}

/// Welded vertex of a region.
#[derive(Clone, Copy, Debug)]
pub(super) struct RegionVertex {
    pub(super) position: Vec3,
    /// Position on the decal in metres, from its centre.
    pub(super) map_position: Vec2,
}

impl Region {
    /// Grows the region from triangle `start` over edges to all triangles that fit. Pockets of the skin, such
    /// as the inside of the mouth, stay out unless the region starts in one.
    pub(super) fn grow(&mut self, posed: &PosedSurface, start: u32, fits: impl Fn([Vec3; 3]) -> bool) {
        self.begin(posed.surface());
        self.triangle_marks[start as usize] = self.search;
        self.triangles.push(start);
        self.spread(posed, fits);
    }

    /// Takes in the triangles next to those of the region that fit, and those next to them.
    pub(super) fn spread(&mut self, posed: &PosedSurface, fits: impl Fn([Vec3; 3]) -> bool) {
        let surface = &**posed.surface();
        let starts_in_pocket = surface.pockets[self.triangles[0] as usize];
        let mut next = 0;
        while let Some(&triangle) = self.triangles.get(next) {
            next += 1;
            if self.corners.len() < next {
                let corners = surface.triangles[triangle as usize];
                let local = corners.map(|vertex| self.vertex(surface, posed, vertex));
                self.corners.push(local);
            }
            for &neighbor in surface.neighbors[triangle as usize].iter().filter(|n| **n != NONE) {
                let corners = surface.triangles[neighbor as usize].map(|v| posed.positions[v as usize]);
                let is_shut = surface.pockets[neighbor as usize] && !starts_in_pocket;
                if self.triangle_marks[neighbor as usize] != self.search && !is_shut && fits(corners) {
                    self.triangle_marks[neighbor as usize] = self.search;
                    self.triangles.push(neighbor);
                }
            }
        }
    }

    /// Number of edges between triangles of the region whose render vertices differ.
    pub(super) fn seams(&self, surface: &CharacterSurface) -> usize {
        self.triangles.iter().map(|triangle| self.seams_of(surface, *triangle)).sum()
    }

    /// Number of a triangle's edges whose neighbour in the region has a smaller number and other render
    /// vertices.
    fn seams_of(&self, surface: &CharacterSurface, triangle: u32) -> usize {
        let corners = surface.triangles[triangle as usize];
        let neighbors = surface.neighbors[triangle as usize].iter().enumerate();
        let inside =
            neighbors.filter(|(_, n)| **n < triangle && self.triangle_marks[**n as usize] == self.search);
        inside
            .filter(|(edge, neighbor)| {
                let other = surface.triangles[**neighbor as usize];
                !(other.contains(&corners[*edge]) && other.contains(&corners[(edge + 1) % 3]))
            })
            .count()
    }

    /// Unit normal of all triangles together, by their areas; `None` for a closed surface.
    pub(super) fn mean_normal(&self, side: f32) -> Option<Vec3> {
        let normals = self.corners.iter().map(|corners| {
            let [a, b, c] = corners.map(|vertex| self.vertices[vertex as usize].position);
            (b - a).cross(c - a) * side
        });
        normals.sum::<Vec3>().try_normalize()
    }

    /// Map positions of the first triangle's corners.
    pub(super) fn first_map_positions(&self) -> [Vec2; 3] {
        self.corners[0].map(|vertex| self.vertices[vertex as usize].map_position)
    }

    /// Places all vertices of the region so far as they are seen along the normal of these axes: what faces
    /// the eye is not folded.
    pub(super) fn place_as_seen(&mut self, center: Vec3, [x, y]: [Vec3; 2]) {
        for vertex in &mut self.vertices {
            let arm = vertex.position - center;
            vertex.map_position = Vec2::new(arm.dot(x), arm.dot(y));
        }
    }

    /// Moves and turns all map positions, so that the point with these shares of the first triangle's corners
    /// lies in the centre, and the triangle in its direction in `first`.
    pub(super) fn turn_back(&mut self, first: [Vec2; 3], shares: Vec3) {
        let now = self.first_map_positions();
        let middle = now[0] * shares.x + now[1] * shares.y + now[2] * shares.z;
        let turn = turn(now, first).unwrap_or(Vec2::X);
        for vertex in &mut self.vertices {
            vertex.map_position = turn.rotate(vertex.map_position - middle);
        }
    }

    fn begin(&mut self, surface: &CharacterSurface) {
        self.triangles.clear();
        self.corners.clear();
        self.vertices.clear();
        self.search = self.search.wrapping_add(1);
        if self.search == 0 || self.triangle_marks.len() != surface.triangles.len() {
            self.triangle_marks.clear();
            self.triangle_marks.resize(surface.triangles.len(), 0);
            self.vertex_marks.clear();
            self.vertex_marks.resize(surface.welded_vertex_count(), (0, 0));
            self.search = 1;
        }
    }

    /// Index of a render vertex in `vertices`.
    fn vertex(&mut self, surface: &CharacterSurface, posed: &PosedSurface, vertex: u32) -> u32 {
        let mark = &mut self.vertex_marks[surface.welded[vertex as usize] as usize];
        if mark.0 != self.search {
            *mark = (self.search, self.vertices.len() as u32);
            let position = posed.positions[vertex as usize];
            self.vertices.push(RegionVertex { position, map_position: Vec2::NAN });
        }
        mark.1
    }
}

/// Rotation, as a unit complex number, that fits a triangle best onto another around their centres.
fn turn(from: [Vec2; 3], to: [Vec2; 3]) -> Option<Vec2> {
    let center = |points: [Vec2; 3]| (points[0] + points[1] + points[2]) / 3.0;
    let (a, b) = (center(from), center(to));
    let sum = from.into_iter().zip(to).fold(Vec2::ZERO, |sum, (from, to)| {
        let (from, to) = (from - a, to - b);
        sum + Vec2::new(from.dot(to), from.perp_dot(to))
    });
    sum.try_normalize()
}
