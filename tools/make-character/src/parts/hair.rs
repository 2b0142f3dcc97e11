//! Hair: a cap over the skull, and locks as tapered strokes, swept from a side parting.

use super::head::CHIN;
use crate::field::{Field, Shape, smoothstep};
use crate::skeleton::Skeleton;
use crate::surface::{Surface, polygonise, reduce};
use crate::weights::weigh_to;
use glam::{Quat, Vec3};

/// Point above the skull by its angle from the front towards the left, elevation angle (degrees) and height above the scalp
/// (metres).
fn over(turn: f32, rise: f32, lift: f32) -> Vec3 {
    let (st, ct) = turn.to_radians().sin_cos();
    let (sr, cr) = rise.to_radians().sin_cos();
    let radii = Vec3::new(0.0775, 0.090, 0.0945) + Vec3::splat(lift);
    Vec3::new(0.0, CHIN + 0.146, -0.010) + Vec3::new(st * cr, sr, ct * cr) * radii
}

/// Lock from root through middle to tip, each as (turn, rise, lift), thickest in the middle.
fn lock(ends: [(f32, f32, f32); 3], thick: f32) -> Shape {
    let [a, b, c] = ends.map(|(t, r, l)| over(t, r, l));
    let points = (0..=7).map(|i| {
        let t = i as f32 / 7.0;
        let on = a * (1.0 - t) * (1.0 - t) + (b * 2.0 - (a + c) * 0.5) * 2.0 * t * (1.0 - t) + c * t * t;
        let r = thick * (0.55 + 0.45 * (1.0 - (t * 2.0 - 0.7).abs()).max(0.0)) * (1.0 - t.powi(3) * 0.86);
        (on, r)
    });
    Shape::Chain(points.collect())
}

fn cap() -> Field {
    let mut f = Field::default();
    let r = Vec3::new(0.0775, 0.090, 0.0945) + Vec3::splat(0.010);
    f.add(Shape::Ellipsoid(Vec3::new(0.0, CHIN + 0.146, -0.010), r, Quat::IDENTITY), 0.0);
    f.add(
        Shape::Ellipsoid(
            Vec3::new(0.0, CHIN + 0.085, -0.052),
            Vec3::new(0.066, 0.055, 0.046),
            Quat::IDENTITY,
        ),
        0.03,
    );
    // The face, the ears' surroundings and the nape stay free.
    f.carve(
        Shape::Ellipsoid(
            Vec3::new(0.0, CHIN + 0.088, 0.090),
            Vec3::new(0.0745, 0.098, 0.082),
            Quat::IDENTITY,
        ),
        0.006,
    );
    f.carve_both(
        &Shape::Ellipsoid(
            Vec3::new(0.088, CHIN + 0.098, 0.006),
            Vec3::new(0.032, 0.048, 0.040),
            Quat::IDENTITY,
        ),
        0.006,
    );
    f.keep(Shape::Half(Vec3::new(0.0, CHIN + 0.040, -0.07), Vec3::new(0.0, -1.0, 0.15).normalize()), 0.008);
    f
}

/// Makes the hair.
pub(crate) fn make(skeleton: &Skeleton, budget: usize) -> Surface {
    let mut f = cap();
    let both = |f: &mut Field, ends: [(f32, f32, f32); 3], thick: f32| {
        f.add_both(&lock(ends, thick), 0.004);
    };
    // Back and sides: rows of locks falling to the nape and behind the ears.
    for (turn, low) in [(180.0, -50.0), (155.0, -50.0), (130.0, -44.0), (108.0, -30.0)] {
        both(&mut f, [(turn * 0.98, 62.0, 0.004), (turn, 10.0, 0.011), (turn * 0.985, low, 0.007)], 0.019);
    }
    for turn in [167.0, 142.0, 118.0, 96.0] {
        both(&mut f, [(turn, 72.0, 0.006), (turn + 2.0, 34.0, 0.014), (turn + 6.0, -8.0, 0.012)], 0.017);
    }
    both(&mut f, [(82.0, 55.0, 0.004), (80.0, 22.0, 0.008), (74.0, -9.0, 0.003)], 0.013);
    both(&mut f, [(66.0, 60.0, 0.004), (66.0, 30.0, 0.008), (67.0, 2.0, 0.003)], 0.012);
    // The sweep from the parting on the left, over the forehead to the right.
    for (i, (from, to, rise, lift)) in [
        (26.0, -64.0, -5.0, 0.008),
        (34.0, -51.0, 1.0, 0.012),
        (28.0, -36.0, 5.0, 0.014),
        (24.0, -20.0, 11.0, 0.016),
        (24.0, -3.0, 18.0, 0.016),
    ]
    .into_iter()
    .enumerate()
    {
        let back = i as f32 * 3.0;
        f.add(
            lock(
                [
                    (from, 64.0 - back * 1.6, 0.006),
                    (from * 0.45 + to * 0.55, 46.0 - back * 0.6, 0.021),
                    (to, rise, lift),
                ],
                0.0195,
            ),
            0.003,
        );
    }
    for (from, to, rise) in
        [(60.0, -82.0, 30.0), (90.0, -100.0, 34.0), (130.0, -120.0, 38.0), (30.0, -70.0, 42.0)]
    {
        f.add(
            lock([(from, 72.0, 0.006), (from * 0.5 + to * 0.5, 70.0, 0.013), (to, rise, 0.012)], 0.023),
            0.005,
        );
    }
    // The short side of the parting.
    for (from, to, rise) in [(27.0, 47.0, 12.0), (34.0, 62.0, 4.0), (56.0, 86.0, 22.0)] {
        f.add(lock([(from, 60.0, 0.004), ((from + to) * 0.5, 44.0, 0.014), (to, rise, 0.009)], 0.017), 0.004);
    }
    f.swell(|p| {
        0.0007 * ((p.x * 420.0 + p.z * 130.0 + (p.y * 60.0).sin() * 2.0).sin()) * smoothstep(1.50, 1.56, p.y)
    });
    let mut s = polygonise(&f, Vec3::new(-0.13, 1.47, -0.16), Vec3::new(0.13, 1.75, 0.15), 0.0034);
    weigh_to(&mut s, skeleton.index("head"));
    reduce(&s, budget, |_| 1.0)
}
