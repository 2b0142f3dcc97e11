//! Random limits of every kind.

use crate::random::Random;
use sinew::glam::{Quat, Vec3};
use sinew::limit::{AngleRange, Limit, Swing, SwingEllipse, SwingPolygon};
use std::f32::consts::{PI, TAU};

/// Reflection of a position.
pub(crate) const ACROSS: Vec3 = Vec3::new(-1.0, 1.0, 1.0);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Free,
    Fixed,
    /// A twist alone.
    Hinge,
    /// A hinge with a twist.
    Arc,
    Ellipse,
    /// An ellipse with a half-axis close to zero.
    Narrow,
    Cone,
    /// A free swing with a twist.
    Twist,
}

impl Shape {
    pub(crate) const ALL: [Self; 8] = [
        Self::Free,
        Self::Fixed,
        Self::Hinge,
        Self::Arc,
        Self::Ellipse,
        Self::Narrow,
        Self::Cone,
        Self::Twist,
    ];

    pub(crate) fn limit(self, random: &mut Random) -> Limit {
        let bone = random.direction();
        self.limit_of(random, bone)[0].clone()
    }

    /// A random limit of this shape for a joint whose bone points along `bone`, and its mirror image.
    pub(crate) fn limit_of(self, random: &mut Random, bone: Vec3) -> [Limit; 2] {
        let mut again = random.clone();
        let image = self.drawn(&mut again, bone, true);
        [self.drawn(random, bone, false), image]
    }

    fn drawn(self, random: &mut Random, bone: Vec3, mirrored: bool) -> Limit {
        let seen = |v: Vec3| if mirrored { v * ACROSS } else { v };
        // A rotation about an axis is reversed about the mirrored axis.
        let other_way = |range: AngleRange| match mirrored {
            true => AngleRange::new(-range.max(), -range.min()),
            false => range,
        };
        let (bone, aside) = (seen(bone), seen(random.direction()));
        let square = bone.cross(aside).normalize();
        let maybe_twist = |random: &mut Random| (!random.one_in(4)).then(|| other_way(any_range(random)));
        let ellipse = |a, b| Swing::Ellipse(SwingEllipse::new(bone, square, a, other_way(b)));
        match self {
            Self::Free => Limit::free(),
            Self::Fixed => Limit::fixed(),
            Self::Hinge => Limit::hinge(bone, other_way(any_range(random))),
            Self::Arc => {
                let swing = Swing::Hinge { axis: square, range: any_range(random) };
                Limit::ball(bone, swing, maybe_twist(random))
            }
            Self::Ellipse => {
                let [a, b] = [0; 2].map(|_| around_nothing(random, 0.1));
                Limit::ball(bone, ellipse(a, b), maybe_twist(random))
            }
            Self::Narrow => {
                let (a, wide) = (around_nothing(random, 0.0), around_nothing(random, 0.1));
                let narrow = match random.index(3) {
                    0 => AngleRange::new(0.0, a.max()),
                    1 => AngleRange::new(a.min(), 0.0),
                    _ => AngleRange::symmetric(random.between(0.0, 0.02)),
                };
                let (a, b) = if random.one_in(2) { (narrow, wide) } else { (wide, narrow) };
                Limit::ball(bone, ellipse(a, b), maybe_twist(random))
            }
            Self::Cone => {
                let across = seen(seen(bone).cross(seen(aside)).normalize());
                let up = seen(seen(bone).cross(seen(across)));
                let cone = star(random, bone, across, up);
                Limit::ball(bone, Swing::Polygon(cone), maybe_twist(random))
            }
            Self::Twist => Limit::ball(bone, Swing::Free, Some(other_way(any_range(random)))),
        }
    }
}

/// A random range, also across half a turn.
fn any_range(random: &mut Random) -> AngleRange {
    let (from, width) = (random.between(-PI, PI), random.between(0.0, 1.0) * random.between(0.0, TAU));
    AngleRange::new(from, from + width)
}

fn around_nothing(random: &mut Random, least: f32) -> AngleRange {
    AngleRange::new(-random.between(least, 3.0), random.between(least, 3.0))
}

/// A star-shaped polygon with random corners around the bone.
fn star(random: &mut Random, bone: Vec3, across: Vec3, up: Vec3) -> SwingPolygon {
    loop {
        let count = 3 + random.index(14);
        let corners: Vec<Vec3> = (0..count)
            .map(|n| {
                let around = (n as f32 + random.between(-0.3, 0.3)) / count as f32 * TAU;
                let far = random.between(0.1, 2.6);
                bone * far.cos() + (across * around.cos() + up * around.sin()) * far.sin()
            })
            .collect();
        if let Ok(cone) = SwingPolygon::new(bone, &corners) {
            return cone;
        }
    }
}

/// A rotation by a random angle, as likely small as large.
pub(crate) fn turn(random: &mut Random) -> Quat {
    let angle = random.between(0.0, 1.0) * random.between(0.0, TAU);
    Quat::from_axis_angle(random.direction(), angle)
}
