//! Diameter of points on the ground: that of their convex hull (Andrew's monotone chain, 1979; Shamos'
//! rotating calipers, 1978). Equal to the largest distance of all pairs, in O(n log n).

use glam::{DVec2, Vec3};

/// Largest horizontal distance between any two of `points`, metres; 0 for fewer than two.
pub(crate) fn ground_diameter(points: &[Vec3]) -> f32 {
    let hull = hull(points.iter().map(|p| DVec2::new(f64::from(p.x), f64::from(p.z))).collect());
    let count = hull.len();
    let mut worst = 0.0f64;
    let mut far = 1;
    for n in 0..count {
        let (a, b) = (hull[n], hull[(n + 1) % count]);
        // The corner farthest from this side; it advances around the hull together with the side.
        let distance = |p: DVec2| (b - a).perp_dot(p - a);
        for _ in 0..count {
            if distance(hull[(far + 1) % count]) <= distance(hull[far % count]) {
                break;
            }
            far += 1;
        }
        for p in [hull[far % count], hull[(far + 1) % count]] {
            worst = worst.max(a.distance_squared(p)).max(b.distance_squared(p));
        }
    }
    worst.sqrt() as f32
}

/// Corners of the convex hull, counter-clockwise.
fn hull(mut points: Vec<DVec2>) -> Vec<DVec2> {
    points.retain(|p| p.is_finite());
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let half = |points: &mut dyn Iterator<Item = DVec2>| {
        let mut chain: Vec<DVec2> = Vec::new();
        for p in points {
            while let [.., a, b] = chain[..] {
                if (b - a).perp_dot(p - a) > 0.0 {
                    break;
                }
                chain.pop();
            }
            chain.push(p);
        }
        chain.pop();
        chain
    };
    let mut all = half(&mut points.iter().copied());
    all.extend(half(&mut points.iter().rev().copied()));
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use test_needs::cases;

    #[test]
    fn the_diameter_is_the_largest_distance_of_all_pairs() {
        for mut random in cases(2000) {
            let round = random.seed();
            let count = random.usize(0..40);
            let kind = round % 4;
            let mut point = || {
                let (a, b) = (random.f32() - 0.5, random.f32() - 0.5);
                match kind {
                    0 => Vec3::new(a, 7.0 * b, b),
                    // On a line, on a grid, on a circle.
                    1 => Vec3::new(a, 0.0, 2.0 * a),
                    2 => Vec3::new((a * 4.0).round(), 0.0, (b * 4.0).round()),
                    _ => Vec3::new((a * 6.3).cos(), 0.0, (a * 6.3).sin()),
                }
            };
            let points: Vec<Vec3> = (0..count).map(|_| point()).collect();
            let flat = |p: Vec3| p.with_y(0.0);
            let pairs = points.iter().flat_map(|a| points.iter().map(move |b| flat(*a).distance(flat(*b))));
            let expected = pairs.fold(0.0, f32::max);
            assert!((ground_diameter(&points) - expected).abs() < 1e-5, "{points:?}");
        }
    }

    #[test]
    fn many_points_stay_fast() {
        let point = |k: u32| Vec3::new((k as f32 * 1e-4).cos(), 0.0, (k as f32 * 1e-4).sin());
        let start = std::time::Instant::now();
        assert!((ground_diameter(&(0..200_000).map(point).collect::<Vec<_>>()) - 2.0).abs() < 1e-4);
        assert!(start.elapsed().as_secs_f32() < 5.0);
    }
}
