//! Bounding spheres, so that distant shapes cost one subtraction instead of a full evaluation.

use super::Shape;
use glam::Vec3;

/// Bounding sphere of a shape, with infinite radius for an unbounded one.
#[derive(Clone, Copy)]
pub(crate) struct Ball {
    centre: Vec3,
    radius: f32,
}

impl Ball {
    /// Lower bound of the distance from `p` to the shape.
    pub(crate) fn lower_bound(&self, p: Vec3) -> f32 {
        p.distance(self.centre) - self.radius
    }

    /// Bounding sphere of several spheres, enlarged by `more` metres.
    pub(crate) fn around(balls: &[Ball], more: f32) -> Ball {
        let centre = balls.iter().map(|b| b.centre).sum::<Vec3>() / balls.len().max(1) as f32;
        let radius = balls.iter().map(|b| b.centre.distance(centre) + b.radius).fold(0.0, f32::max);
        Ball { centre, radius: radius + more }
    }
}

impl Shape {
    /// Bounding sphere of the shape.
    pub(crate) fn ball(&self) -> Ball {
        let of = |points: &[(Vec3, f32)]| {
            let balls: Vec<Ball> =
                points.iter().map(|(centre, radius)| Ball { centre: *centre, radius: *radius }).collect();
            Ball::around(&balls, 0.0)
        };
        match self {
            Self::Cone(a, b, ra, rb) => of(&[(*a, *ra), (*b, *rb)]),
            Self::Chain(points) => of(points),
            Self::Ellipsoid(c, r, _) => Ball { centre: *c, radius: r.max_element() },
            Self::Box(c, half, _, _) => Ball { centre: *c, radius: half.length() },
            Self::Ring(c, _, rx, rz, tube) => Ball { centre: *c, radius: rx.max(*rz) + tube },
            Self::Loft(sections) => {
                let slices: Vec<(Vec3, f32)> = sections
                    .iter()
                    .map(|s| {
                        let reach = s.width.hypot(s.depth[0].max(s.depth[1]));
                        (Vec3::new(s.centre.x, s.y, s.centre.y), reach)
                    })
                    .collect();
                of(&slices)
            }
            Self::Half(at, _) => Ball { centre: *at, radius: f32::INFINITY },
        }
    }
}
