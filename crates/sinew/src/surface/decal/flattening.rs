//! Flattening of a map towards true lengths: minimises the symmetric Dirichlet energy (Smith, Schaefer,
//! *Bijective Parameterization with Free Boundaries*, 2015), which grows without bound before a triangle
//! folds over, by nonlinear conjugate gradients (Polak, Ribière) with the diagonal of the second derivatives
//! at true lengths as preconditioner.

use super::region::{Region, RegionVertex};
use super::stretch::of_triangle;
use glam::Vec2;

/// Mean energy per area below which nothing is moved; it is about four times the square of the stretch.
const MIN_ENERGY: f32 = 1e-5;
/// Smallest relative decrease of the energy in a round, for another round to follow.
const MIN_DECREASE: f32 = 1e-3;
/// Least share of the predicted decrease that a step has to reach (Armijo).
const MIN_SHARE: f32 = 1e-4;
/// Most times that a step is halved.
const MAX_HALVINGS: usize = 10;
/// Weight of triangles none of whose corners lies in the decal, as a share of that of triangles inside.
const OUTSIDE: f32 = 0.1;
/// Stretch beyond which a triangle counts as torn.
const MAX_STRETCH: f32 = 1.5;

/// Triangles that take part, and the number of times that all vertices move at most.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    max_stretch: f32,
    rounds: usize,
}

impl Effort {
    /// For a map that is nearly flat, but for what is torn.
    pub(super) const NEAR: Self = Self { max_stretch: MAX_STRETCH, rounds: 20 };
    /// For skin that is placed as it is seen, sides of noses too.
    pub(super) const SEEN: Self = Self { max_stretch: 30.0, rounds: 150 };
}

/// Scratch memory of the flattening.
#[derive(Clone, Debug, Default)]
pub(super) struct Flattening {
    triangles: Vec<Flat>,
    vertices: Vec<Moved>,
}

/// Triangle as it lies in its own plane.
#[derive(Clone, Copy, Debug)]
struct Flat {
    vertices: [u32; 3],
    /// Derivative of the map position along the first edge: the difference of its ends times this.
    per_length: f32,
    /// Derivative across: the difference of the third and first corner times the first, less that of the
    /// first edge times the second.
    per_height: f32,
    skew: f32,
    /// Area times weight.
    area: f32,
}

/// State of a vertex.
#[derive(Clone, Copy, Debug, Default)]
struct Moved {
    gradient: Vec2,
    direction: Vec2,
    /// Map position that is tried, and the gradient there.
    tried: Vec2,
    tried_gradient: Vec2,
    /// Second derivative at true lengths.
    stiffness: f32,
}

/// Share of the area within `reach` of the centre whose image is folded over or torn.
pub(super) fn torn_share(region: &Region, reach: f32, side: f32) -> f32 {
    let (mut torn, mut total) = (0.0, 0.0);
    for corners in &region.corners {
        let all = corners.map(|v| region.vertices[v as usize]);
        if all.iter().any(|v| v.map_position.length_squared() <= reach * reach) {
            let area = doubled_area(&all);
            total += area;
            torn += if is_torn(&all, side, MAX_STRETCH) { area } else { 0.0 };
        }
    }
    torn / total
}

fn doubled_area([a, b, c]: &[RegionVertex; 3]) -> f32 {
    (b.position - a.position).cross(c.position - a.position).length()
}

fn is_torn(all: &[RegionVertex; 3], side: f32, max_stretch: f32) -> bool {
    let [a, b, c] = all.map(|v| v.map_position);
    let is_folded = (b - a).perp_dot(c - a) * side <= 0.0;
    is_folded || of_triangle(all.map(|v| v.position), [a, b, c]) > max_stretch
}

impl Flattening {
    /// Moves the map positions of the vertices of triangles within `reach` of the centre. `side` is 1 where
    /// triangles run counter-clockwise seen from outside, -1 where the pose mirrors them. Triangles that are
    /// folded over, or stretched too much for this effort, stay out.
    pub(super) fn flatten(
        &mut self,
        region: &mut Region,
        (reach, side): (f32, f32),
        Effort { max_stretch, rounds }: Effort,
    ) {
        self.find_triangles(region, (reach, side), max_stretch);
        let total: f32 = self.triangles.iter().map(|flat| flat.area).sum();
        let mut energy = self.evaluate(side);
        let mut step = 1.0;
        let mut slope = self.start();
        for _ in 0..rounds {
            if !energy.is_finite() || energy <= MIN_ENERGY * total || slope >= 0.0 {
                break;
            }
            let Some((tried, taken)) = self.search(region, energy, slope, step, side) else { break };
            let decrease = energy - tried;
            (energy, step) = (tried, (taken * 2.0).min(2.0));
            for (vertex, moved) in region.vertices.iter_mut().zip(&self.vertices) {
                vertex.map_position = moved.tried;
            }
            if decrease <= MIN_DECREASE * energy {
                break;
            }
            slope = self.turn();
        }
    }

    fn find_triangles(&mut self, region: &Region, (reach, side): (f32, f32), max_stretch: f32) {
        self.triangles.clear();
        self.vertices.clear();
        self.vertices.extend(
            region.vertices.iter().map(|vertex| Moved { tried: vertex.map_position, ..Moved::default() }),
        );
        for corners in &region.corners {
            let all = corners.map(|v| region.vertices[v as usize]);
            let inside = all.iter().filter(|v| v.map_position.length_squared() <= reach * reach).count();
            if inside == 0 || is_torn(&all, side, max_stretch) {
                continue;
            }
            let [a, b, c] = all.map(|v| v.position);
            let (edge, arm) = (b - a, c - a);
            let length = edge.length();
            let (along, height) = (arm.dot(edge) / length, arm.cross(edge).length() / length);
            let area = length * height * 0.5 * OUTSIDE.max(inside as f32 / 3.0);
            if area.is_nan() || area <= 0.0 {
                continue;
            }
            // For the hat function of a corner, |∇φ|² is the square of the opposite edge over that of the
            // height.
            for (vertex, opposite) in corners.iter().zip([c - b, c - a, b - a]) {
                let slope = opposite.length_squared() / (length * height).powi(2);
                self.vertices[*vertex as usize].stiffness += 8.0 * area * slope;
            }
            let (per_length, per_height) = (1.0 / length, 1.0 / height);
            let skew = along * per_length * per_height;
            self.triangles.push(Flat { vertices: *corners, per_length, per_height, skew, area });
        }
    }

    /// Energy of the tried map positions, and its gradient; infinite where a triangle is folded over.
    fn evaluate(&mut self, side: f32) -> f32 {
        self.vertices.iter_mut().for_each(|moved| moved.tried_gradient = Vec2::ZERO);
        let mut energy = 0.0;
        for flat in &self.triangles {
            let [a, b, c] = flat.vertices.map(|v| self.vertices[v as usize].tried);
            // Columns of the map's derivative.
            let x = (b - a) * flat.per_length;
            let y = (c - a) * flat.per_height - (b - a) * flat.skew;
            let (squares, area) = (x.length_squared() + y.length_squared(), x.perp_dot(y) * side);
            if area.is_nan() || area <= 0.0 {
                return f32::INFINITY;
            }
            let inverse = 1.0 / area;
            let grown = 1.0 + inverse * inverse;
            energy += flat.area * (squares * grown - 4.0);
            let (even, odd) = (2.0 * grown, -2.0 * squares * inverse * inverse * inverse * side);
            let to_x = (x * even - y.perp() * odd) * flat.area;
            let to_y = (y * even + x.perp() * odd) * flat.area;
            let third = to_y * flat.per_height;
            let second = to_x * flat.per_length - to_y * flat.skew;
            for (vertex, force) in flat.vertices.into_iter().zip([-second - third, second, third]) {
                self.vertices[vertex as usize].tried_gradient += force;
            }
        }
        energy
    }

    /// First direction: straight down. Gives the slope along it.
    fn start(&mut self) -> f32 {
        let mut slope = 0.0;
        for moved in self.vertices.iter_mut().filter(|moved| moved.stiffness > 0.0) {
            moved.gradient = moved.tried_gradient;
            moved.direction = -moved.gradient / moved.stiffness;
            slope += moved.gradient.dot(moved.direction);
        }
        slope
    }

    /// Tries smaller and smaller steps; gives the energy and the step that is small enough.
    fn search(
        &mut self,
        region: &Region,
        energy: f32,
        slope: f32,
        step: f32,
        side: f32,
    ) -> Option<(f32, f32)> {
        let mut step = step;
        for _ in 0..=MAX_HALVINGS {
            for (moved, vertex) in self.vertices.iter_mut().zip(&region.vertices) {
                moved.tried = vertex.map_position + moved.direction * step;
            }
            let tried = self.evaluate(side);
            if tried <= energy + MIN_SHARE * step * slope {
                return Some((tried, step));
            }
            step *= 0.5;
        }
        None
    }

    /// Next direction after a step was taken. Gives the slope along it.
    fn turn(&mut self) -> f32 {
        let (mut before, mut change) = (0.0, 0.0);
        for moved in self.vertices.iter().filter(|moved| moved.stiffness > 0.0) {
            before += moved.gradient.length_squared() / moved.stiffness;
            change += moved.tried_gradient.dot(moved.tried_gradient - moved.gradient) / moved.stiffness;
        }
        let keep = (change / before).max(0.0);
        let mut slope = 0.0;
        for moved in self.vertices.iter_mut().filter(|moved| moved.stiffness > 0.0) {
            moved.gradient = moved.tried_gradient;
            moved.direction = moved.direction * keep - moved.gradient / moved.stiffness;
            slope += moved.gradient.dot(moved.direction);
        }
        if slope >= 0.0 { self.start() } else { slope }
    }
}
