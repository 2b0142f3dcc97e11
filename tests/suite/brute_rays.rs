//! Rays against all triangles in double precision: T. Möller, B. Trumbore, *Fast, Minimum Storage
//! Ray/Triangle Intersection* (1997). Nothing is shared with the runtime's test.

use sinew::Character;
use sinew::surface::{PosedSurface, Ray, SurfaceHit};

/// Share of a triangle within which a hit is at its edge.
const EDGE: f64 = 1e-4;
/// Least cosine between a ray and a normal of a hit that is beyond doubt.
const GRAZING: f64 = 0.02;
/// Largest error of a distance, as a share of the surface's size.
const TOLERANCE: f64 = 4e-6;

/// All triangles of a posed surface in double precision.
#[derive(Clone, Debug)]
pub struct BruteRays {
    /// First corner, two edges.
    triangles: Vec<[[f64; 3]; 3]>,
    /// First triangle of every part.
    first: Vec<usize>,
    size: f64,
}

/// Hit of a ray on a triangle.
#[derive(Clone, Copy, Debug)]
struct BruteHit {
    distance: f64,
    /// Cosine between ray and normal.
    cosine: f64,
    is_certain: bool,
}

fn minus(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

impl BruteRays {
    /// Triangles of a surface in its pose.
    pub fn new(character: &Character, posed: &PosedSurface) -> Self {
        let (mut triangles, mut first, mut size) = (Vec::new(), Vec::new(), 0.0_f64);
        for part in posed.surface().parts() {
            first.push(triangles.len());
            let positions: Vec<[f64; 3]> =
                posed.positions(part).iter().map(|p| p.to_array().map(f64::from)).collect();
            size = positions.iter().flatten().fold(size, |size, n| size.max(n.abs()));
            let mesh = character.mesh_instances()[part.instance].mesh;
            let indices = &character.meshes()[mesh].primitives[part.primitive].indices;
            for corners in indices.chunks_exact(3) {
                let [a, b, c] = [0, 1, 2].map(|n| positions[corners[n] as usize]);
                triangles.push([a, minus(b, a), minus(c, a)]);
            }
        }
        Self { triangles, first, size }
    }

    fn hit(&self, triangle: usize, origin: [f64; 3], direction: [f64; 3]) -> Option<BruteHit> {
        let [corner, edge, arm] = self.triangles[triangle];
        let across = cross(direction, arm);
        let determinant = dot(edge, across);
        if determinant == 0.0 {
            return None;
        }
        let from = minus(origin, corner);
        let u = dot(from, across) / determinant;
        if !(-EDGE..=1.0 + EDGE).contains(&u) {
            return None;
        }
        let side = cross(from, edge);
        let v = dot(direction, side) / determinant;
        let distance = dot(arm, side) / determinant;
        if v < -EDGE || u + v > 1.0 + EDGE || distance < -self.size * TOLERANCE {
            return None;
        }
        let normal = cross(edge, arm);
        let cosine = determinant.abs() / (dot(normal, normal) * dot(direction, direction)).sqrt();
        let is_inside = u > EDGE && v > EDGE && u + v < 1.0 - EDGE && distance > self.size * TOLERANCE;
        Some(BruteHit { distance, cosine, is_certain: is_inside && cosine > GRAZING })
    }

    /// Compares a ray of unit length with all triangles: an error in words, and whether it hits something.
    /// Where the ray passes by an edge within a rounding, the nearer and the farther triangle are both right.
    ///
    /// # Errors
    /// When the hit is wrong.
    pub fn compare(&self, posed: &PosedSurface, ray: &Ray, hit: Option<&SurfaceHit>) -> Result<bool, String> {
        let (origin, direction) =
            (ray.origin.to_array().map(f64::from), ray.direction.to_array().map(f64::from));
        let error = |hit: &BruteHit| self.size * TOLERANCE / hit.cosine.max(1e-4);
        let (mut least, mut most) = (f64::MAX, f64::MAX);
        for triangle in 0..self.triangles.len() {
            if let Some(hit) = self.hit(triangle, origin, direction) {
                least = least.min(hit.distance - error(&hit));
                if hit.is_certain {
                    most = most.min(hit.distance + error(&hit));
                }
            }
        }
        let Some(hit) = hit else {
            return if most == f64::MAX {
                Ok(false)
            } else {
                Err(format!("{ray:?} misses a triangle at {most}"))
            };
        };
        let distance = f64::from(hit.distance);
        let part =
            posed.surface().parts().iter().position(|part| {
                part.instance == hit.point.instance && part.primitive == hit.point.primitive
            });
        let triangle = self.first[part.ok_or("a part that is not there")?] + hit.point.triangle as usize;
        let hit = self.hit(triangle, origin, direction);
        let is_there = hit.is_some_and(|hit| (hit.distance - distance).abs() <= error(&hit));
        if !is_there {
            return Err(format!("{ray:?} does not meet its triangle at {distance}: {hit:?}"));
        }
        if distance < least || distance > most {
            return Err(format!("{ray:?} hits at {distance}; the nearest triangle is at {least} to {most}"));
        }
        Ok(true)
    }
}
