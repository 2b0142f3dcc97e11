//! Closest points on triangles in a space of places, normals and sides of the mouth.

/// Coordinates: place (3), normal (3), side of the mouth.
pub(super) type Coordinates = [f32; 7];

/// Point of a triangle: its number, and the shares of its corners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Place {
    pub(super) triangle: usize,
    pub(super) shares: [f32; 3],
    pub(super) distance: f32,
}

/// Triangles with bounding spheres.
pub(super) struct ClosestTriangles {
    corners: Vec<[Coordinates; 3]>,
    spheres: Vec<(Coordinates, f32)>,
}

fn minus(a: &Coordinates, b: &Coordinates) -> Coordinates {
    std::array::from_fn(|k| a[k] - b[k])
}

fn dot(a: &Coordinates, b: &Coordinates) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

impl ClosestTriangles {
    pub(super) fn new(corners: Vec<[Coordinates; 3]>) -> Self {
        let sphere = |triangle: &[Coordinates; 3]| {
            let center: Coordinates =
                std::array::from_fn(|k| triangle.iter().map(|c| c[k]).sum::<f32>() / 3.0);
            let radius = |corner| {
                let arm = minus(corner, &center);
                dot(&arm, &arm)
            };
            (center, triangle.iter().map(radius).fold(0.0, f32::max).sqrt())
        };
        Self { spheres: corners.iter().map(sphere).collect(), corners }
    }

    /// Closest place within `reach`; `None` where there is none.
    pub(super) fn closest(&self, at: &Coordinates, reach: f32) -> Option<Place> {
        let mut best: Option<Place> = None;
        let mut limit = reach;
        for (triangle, (center, radius)) in self.spheres.iter().enumerate() {
            let arm = minus(at, center);
            let outer = limit + radius;
            if dot(&arm, &arm) > outer * outer {
                continue;
            }
            let (shares, distance) = closest_on(&self.corners[triangle], at);
            if distance < limit {
                limit = distance;
                best = Some(Place { triangle, shares, distance });
            }
        }
        best
    }
}

/// Closest point of a triangle: shares of the corners, and the distance. The cases are the regions of Ericson, *Real-Time Collision
/// Detection* (2005), section 5.1.5, which hold in any number of dimensions.
fn closest_on([a, b, c]: &[Coordinates; 3], at: &Coordinates) -> ([f32; 3], f32) {
    let (ab, ac, ap) = (minus(b, a), minus(c, a), minus(at, a));
    let (d1, d2) = (dot(&ab, &ap), dot(&ac, &ap));
    let bp = minus(at, b);
    let (d3, d4) = (dot(&ab, &bp), dot(&ac, &bp));
    let cp = minus(at, c);
    let (d5, d6) = (dot(&ab, &cp), dot(&ac, &cp));
    let (va, vb, vc) = (d3 * d6 - d5 * d4, d5 * d2 - d1 * d6, d1 * d4 - d3 * d2);
    let shares = if d1 <= 0.0 && d2 <= 0.0 {
        [1.0, 0.0, 0.0]
    } else if d3 >= 0.0 && d4 <= d3 {
        [0.0, 1.0, 0.0]
    } else if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        let t = d1 / (d1 - d3);
        [1.0 - t, t, 0.0]
    } else if d6 >= 0.0 && d5 <= d6 {
        [0.0, 0.0, 1.0]
    } else if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        let t = d2 / (d2 - d6);
        [1.0 - t, 0.0, t]
    } else if va <= 0.0 && d4 >= d3 && d5 >= d6 {
        let t = (d4 - d3) / ((d4 - d3) + (d5 - d6));
        [0.0, 1.0 - t, t]
    } else {
        let total = va + vb + vc;
        [va / total, vb / total, vc / total]
    };
    // A triangle without area has no shares.
    let shares = if shares.iter().all(|share| share.is_finite()) { shares } else { [1.0, 0.0, 0.0] };
    let point: Coordinates = std::array::from_fn(|k| shares[0] * a[k] + shares[1] * b[k] + shares[2] * c[k]);
    let arm = minus(at, &point);
    (shares, dot(&arm, &arm).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The closest place must be as close as the closest of many places of all triangles.
    #[test]
    fn closest_places_are_as_close_as_the_best_of_many() {
        let mut seed = 1_u32;
        let mut number = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) as f32 / (1 << 23) as f32 - 1.0
        };
        let triangles: Vec<[Coordinates; 3]> =
            (0..20).map(|_| std::array::from_fn(|_| std::array::from_fn(|_| number()))).collect();
        let all = ClosestTriangles::new(triangles.clone());
        for _ in 0..50 {
            let at: Coordinates = std::array::from_fn(|_| number());
            let found = all.closest(&at, f32::INFINITY).unwrap();
            let mut best = f32::INFINITY;
            for [a, b, c] in &triangles {
                for i in 0..=20 {
                    for j in 0..=20 - i {
                        let (u, v) = (i as f32 / 20.0, j as f32 / 20.0);
                        let p = std::array::from_fn(|k| a[k] * (1.0 - u - v) + b[k] * u + c[k] * v);
                        let arm = minus(&at, &p);
                        best = best.min(dot(&arm, &arm).sqrt());
                    }
                }
            }
            assert!(found.distance <= best + 1e-4, "{} > {best}", found.distance);
            assert!(best - found.distance < 0.2);
            assert!((found.shares.iter().sum::<f32>() - 1.0).abs() < 1e-4);
            assert_eq!(all.closest(&at, found.distance * 0.9), None);
        }
    }
}
