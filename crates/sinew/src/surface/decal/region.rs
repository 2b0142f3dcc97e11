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
    /// Edges between triangles of the region whose render vertices differ.
    pub(super) seams: usize,
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
    /// Place on the decal in metres, from its centre.
    pub(super) place: Vec2,
}

impl Region {
    /// Grows the region from triangle `start` over edges. `keep` decides by the corners of a triangle.
    pub(super) fn grow(&mut self, posed: &PosedSurface, start: u32, keep: impl Fn([Vec3; 3]) -> bool) {
        let surface = &**posed.surface();
        self.begin(surface);
        self.triangle_marks[start as usize] = self.search;
        self.triangles.push(start);
        let mut next = 0;
        while let Some(&triangle) = self.triangles.get(next) {
            next += 1;
            let corners = surface.triangles[triangle as usize];
            let local = corners.map(|vertex| self.vertex(surface, posed, vertex));
            self.corners.push(local);
            for &neighbor in surface.neighbors[triangle as usize].iter().filter(|n| **n != NONE) {
                let corners = surface.triangles[neighbor as usize].map(|v| posed.positions[v as usize]);
                if self.triangle_marks[neighbor as usize] != self.search && keep(corners) {
                    self.triangle_marks[neighbor as usize] = self.search;
                    self.triangles.push(neighbor);
                }
            }
        }
        self.seams = self.triangles.iter().map(|triangle| self.seams_of(surface, *triangle)).sum();
    }

    /// Number of a triangle's edges whose neighbour in the region has a smaller number and other render vertices.
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

    fn begin(&mut self, surface: &CharacterSurface) {
        self.triangles.clear();
        self.corners.clear();
        self.vertices.clear();
        self.seams = 0;
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
            self.vertices.push(RegionVertex { position, place: Vec2::NAN });
        }
        mark.1
    }
}
