//! Relaxation of a map towards true lengths (after Liu, Zhang, Xu, Gotsman, Gortler, *A Local/Global Approach to Mesh Parameterization*,
//! 2008, with shape matching of single triangles as the global step): every triangle is turned onto its present place as well as it
//! fits, and every vertex moves to the mean of the places that its triangles ask for.

use super::region::Region;
use glam::{Vec2, Vec3};

/// Number of times that all vertices move. More change little: the rest of the stretch is that of a surface which bends both ways.
const ROUNDS: usize = 10;

/// Largest length of an edge on the plane, as a multiple of its true length, of triangles that take part. A longer one lies across the far
/// side of a limb.
const MAX_EDGE_RATIO: f32 = 2.0;

/// Scratch memory of the relaxation.
#[derive(Clone, Debug, Default)]
pub(super) struct Relaxation {
    triangles: Vec<Flat>,
    sums: Vec<(Vec2, f32)>,
}

/// Triangle unfolded into the plane, around its centre.
#[derive(Clone, Copy, Debug)]
struct Flat {
    vertices: [u32; 3],
    corners: [Vec2; 3],
    area: f32,
}

impl Relaxation {
    /// Moves the places of the vertices within `reach` of the centre. `side` is 1 where triangles run counter-clockwise seen
    /// from outside, -1 where the pose mirrors them. The point with these shares of the first triangle's corners stays in the centre, and that triangle keeps its
    /// direction.
    pub(super) fn relax(&mut self, region: &mut Region, reach: f32, side: f32, center: Vec3) {
        let before = first_places(region);
        self.find_triangles(region, reach, side);
        self.sums.resize(region.vertices.len(), (Vec2::ZERO, 0.0));
        for _ in 0..ROUNDS {
            self.move_all(region);
        }
        let after = first_places(region);
        let middle = after[0] * center.x + after[1] * center.y + after[2] * center.z;
        let turn = turn(after, before).unwrap_or(Vec2::X);
        for vertex in &mut region.vertices {
            vertex.place = turn.rotate(vertex.place - middle);
        }
    }

    fn find_triangles(&mut self, region: &Region, reach: f32, side: f32) {
        self.triangles.clear();
        for corners in &region.corners {
            let all = corners.map(|v| region.vertices[v as usize]);
            let is_near = all.iter().any(|v| v.place.length_squared() <= reach * reach);
            let is_whole = [(0, 1), (1, 2), (2, 0)].into_iter().all(|(from, to)| {
                let length = all[from].position.distance(all[to].position);
                all[from].place.distance(all[to].place) <= length * MAX_EDGE_RATIO
            });
            if is_near && is_whole {
                self.triangles.extend(Flat::new(*corners, all.map(|v| v.position), side));
            }
        }
    }

    fn move_all(&mut self, region: &mut Region) {
        self.sums.fill((Vec2::ZERO, 0.0));
        for flat in &self.triangles {
            let places = flat.vertices.map(|v| region.vertices[v as usize].place);
            let Some(turn) = turn(flat.corners, places) else { continue };
            let center = (places[0] + places[1] + places[2]) / 3.0;
            for (vertex, own) in flat.vertices.iter().zip(flat.corners) {
                let sum = &mut self.sums[*vertex as usize];
                sum.0 += (center + turn.rotate(own)) * flat.area;
                sum.1 += flat.area;
            }
        }
        for (vertex, (sum, weight)) in region.vertices.iter_mut().zip(&self.sums) {
            if *weight > 0.0 {
                vertex.place = *sum / *weight;
            }
        }
    }
}

/// Places of the first triangle's corners.
fn first_places(region: &Region) -> [Vec2; 3] {
    region.corners[0].map(|vertex| region.vertices[vertex as usize].place)
}

/// Rotation, as a unit complex number, that fits a triangle best onto another around their centres.
fn turn(from: [Vec2; 3], to: [Vec2; 3]) -> Option<Vec2> {
    let center = |places: [Vec2; 3]| (places[0] + places[1] + places[2]) / 3.0;
    let (a, b) = (center(from), center(to));
    let sum = from.into_iter().zip(to).fold(Vec2::ZERO, |sum, (from, to)| {
        let (from, to) = (from - a, to - b);
        sum + Vec2::new(from.dot(to), from.perp_dot(to))
    });
    sum.try_normalize()
}

impl Flat {
    /// `None` for a triangle without area.
    fn new(vertices: [u32; 3], [a, b, c]: [Vec3; 3], side: f32) -> Option<Self> {
        let (edge, arm) = (b - a, c - a);
        let length = edge.length();
        let height = arm.cross(edge).length() / length;
        let area = length * height * 0.5;
        if area.is_nan() || area <= 0.0 {
            return None;
        }
        let corners = [Vec2::ZERO, Vec2::new(length, 0.0), Vec2::new(arm.dot(edge) / length, height * side)];
        let center = (corners[1] + corners[2]) / 3.0;
        Some(Self { vertices, corners: corners.map(|corner| corner - center), area })
    }
}
