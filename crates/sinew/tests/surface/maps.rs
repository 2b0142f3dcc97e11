//! Texture coordinates of decals: true lengths on surfaces that bend one way, and the direction of the image.

use crate::shapes::{Shape, ball, cone, grid, parts, plane, primitive};
use sinew::glam::{Quat, Vec2, Vec3};
use sinew::surface::{Decal, DecalMap, DecalPlacer, DecalSettings, DecalShape};
use std::f32::consts::{FRAC_PI_2, PI};

fn place(shape: &Shape, eye: Vec3, direction: Vec3, settings: &DecalSettings) -> Decal {
    let hit = shape.hit(eye, direction).expect("a hit");
    DecalPlacer::new().place(&shape.posed, &hit.point, settings).unwrap()
}

/// Texture coordinates at the point of the decal nearest to `position`, of the decal's clipped mesh.
fn uv_at(shape: &Shape, decal: &Decal, position: Vec3) -> Vec2 {
    let clipped = decal.clipped(&shape.posed);
    let all = clipped.positions.iter().zip(&clipped.uvs);
    *all.min_by(|a, b| a.0.distance(position).total_cmp(&b.0.distance(position))).expect("vertices").1
}

#[test]
fn surfaces_that_bend_one_way_are_flattened_without_stretch() {
    let bend = |columns, rows, length: f32| {
        grid(columns, rows, move |x, y| {
            let (sine, cosine) = ((x - 0.5) * 3.0).sin_cos();
            Vec3::new(0.1 * sine, (y - 0.5) * length, 0.1 * cosine)
        })
    };
    let shapes = [
        ("plane", plane(20), 0.3),
        ("coarse plane", plane(1), 0.3),
        ("cylinder", cone(48, 24, [0.06, 0.06]), 0.05),
        ("coarse cylinder", cone(8, 3, [0.06, 0.06]), 0.05),
        ("prism", cone(6, 1, [0.05, 0.05]), 0.05),
        ("long thin triangles", cone(240, 2, [0.06, 0.06]), 0.05),
        ("thin across", cone(8, 240, [0.06, 0.06]), 0.05),
        ("longer and thinner", bend(400, 1, 0.5), 0.1),
        ("cone", cone(40, 20, [0.09, 0.04]), 0.05),
        ("coarse cone", cone(9, 3, [0.09, 0.04]), 0.05),
    ];
    for (name, (positions, indices), radius) in shapes {
        let shape = Shape::new(positions, indices);
        for (n, x) in [0.003, 0.021, -0.034].into_iter().enumerate() {
            let settings = DecalSettings::new(radius).with_rotation(n as f32);
            let decal = place(&shape, Vec3::new(x, 0.013, 1.0), Vec3::NEG_Z, &settings);
            let stretch = decal.stretch(&shape.posed);
            assert!(stretch.max < 1e-3, "{name}: {stretch:?}");
            let area = area(&shape, &decal);
            let disc = PI * radius * radius;
            assert!((area / disc - 1.0).abs() < 0.01, "{name}: {area} of {disc}");
        }
    }
}

/// Area of the clipped decal in square metres.
fn area(shape: &Shape, decal: &Decal) -> f32 {
    let clipped = decal.clipped(&shape.posed);
    let of = |corners: &[u32; 3]| {
        let [a, b, c] = corners.map(|v| clipped.positions[v as usize]);
        (b - a).cross(c - a).length() * 0.5
    };
    clipped.triangles.iter().map(of).sum()
}

/// A ball cannot be flattened: the exponential map of a cap of angle a stretches by a / sin a at its rim. The
/// discrete map misses that by less than a third.
#[test]
fn a_ball_stretches_no_more_than_it_must() {
    let (positions, indices) = ball(128, 96);
    let shape = Shape::new(positions, indices);
    for radius in [0.1, 0.3, 0.6] {
        let stretch = |map| {
            let settings = DecalSettings::new(radius).with_map(map);
            place(&shape, Vec3::new(0.0, 0.0, 3.0), Vec3::NEG_Z, &settings).stretch(&shape.posed)
        };
        let (exponential, plane) = (stretch(DecalMap::Exponential), stretch(DecalMap::Plane));
        assert!(exponential.p95 < (radius / radius.sin() - 1.0) * 1.33 + 0.005, "{radius}: {exponential:?}");
        assert!(exponential.p95 < plane.p95, "{radius}: {exponential:?} {plane:?}");
    }
}

#[test]
fn the_image_stands_upright_and_is_not_mirrored() {
    let (positions, indices) = plane(14);
    let shape = Shape::new(positions, indices);
    for map in [DecalMap::Exponential, DecalMap::Plane] {
        for (rotation, up) in
            [(0.0, Vec3::Y), (0.7, Vec3::Y), (-2.0, Vec3::Y), (0.3, Vec3::new(1.0, 2.0, 5.0))]
        {
            let settings = DecalSettings::new(0.2).with_map(map).with_up(up).with_rotation(rotation);
            let decal = place(&shape, Vec3::new(0.02, 0.01, 1.0), Vec3::NEG_Z, &settings);
            let center = Vec3::new(0.02, 0.01, 0.0);
            // Seen from +Z: counter-clockwise from the direction of `up` on the plane.
            let top = Quat::from_rotation_z(rotation) * up.with_z(0.0).normalize();
            let right = Quat::from_rotation_z(-FRAC_PI_2) * top;
            let close = |uv: Vec2, to: Vec2| assert!(uv.distance(to) < 0.06, "{map:?} {rotation}: {uv} {to}");
            close(uv_at(&shape, &decal, center), Vec2::splat(0.5));
            close(uv_at(&shape, &decal, center + top * 0.2), Vec2::new(0.5, 0.0));
            close(uv_at(&shape, &decal, center + right * 0.2), Vec2::new(1.0, 0.5));
            // Exactly, at every vertex.
            let clipped = decal.clipped(&shape.posed);
            for (position, uv) in clipped.positions.iter().zip(&clipped.uvs) {
                let arm = *position - center;
                let expected = Vec2::new(0.5 + arm.dot(right) / 0.4, 0.5 - arm.dot(top) / 0.4);
                assert!(uv.distance(expected) < 1e-4, "{map:?}: {uv} {expected}");
            }
        }
        // Where the top is parallel to the normal it points along +Z, here along +X.
        for (towards, top) in [(Vec3::NEG_Z, Vec3::X), (Vec3::NEG_Y, Vec3::Z)] {
            let settings = DecalSettings::new(0.2).with_map(map).with_up(-towards);
            let turn = Quat::from_rotation_arc(Vec3::NEG_Z, towards);
            let (positions, indices) = grid(6, 6, |x, y| turn * Vec3::new(x - 0.5, y - 0.5, 0.0));
            let shape = Shape::new(positions, indices);
            let decal = place(&shape, -towards + Vec3::splat(0.01), towards, &settings);
            let uv = uv_at(&shape, &decal, Vec3::splat(0.01) + top * 0.2);
            assert!(uv.distance(Vec2::new(0.5, 0.0)) < 0.1, "{map:?}: {uv}");
        }
    }
}

/// Texts can be read on bodies that a negative scale mirrors.
#[test]
fn a_mirrored_pose_shows_the_same_image() {
    let (positions, indices) = cone(32, 16, [0.07, 0.05]);
    for map in [DecalMap::Exponential, DecalMap::Plane] {
        let settings = DecalSettings::new(0.05).with_map(map);
        let eye = Vec3::new(0.01, 0.02, 1.0);
        let plain = Shape::new(positions.clone(), indices.clone());
        let mirrored = Shape::new(positions.clone(), indices.clone()).mirrored();
        let a = place(&plain, eye, Vec3::NEG_Z, &settings);
        let b = place(&mirrored, eye, Vec3::NEG_Z, &settings);
        for (shape, decal) in [(&plain, &a), (&mirrored, &b)] {
            let uv = |offset| uv_at(shape, decal, Vec3::new(0.01, 0.02, 0.06) + offset);
            let [middle, right, top] = [Vec3::ZERO, Vec3::X * 0.03, Vec3::Y * 0.03].map(uv);
            assert!(right.x > middle.x + 0.15 && top.y < middle.y - 0.15, "{map:?} {middle} {right} {top}");
            let stretch = decal.stretch(&shape.posed);
            assert!(map == DecalMap::Plane || stretch.max < 1e-3, "{stretch:?}");
        }
        // The mirrored surface is as symmetric as the plain one: the same triangles seen in a mirror.
        let seen = place(&plain, Vec3::new(-0.01, 0.02, 1.0), Vec3::NEG_Z, &settings);
        assert_eq!(seen.triangles.len(), b.triangles.len());
        let mut sorted = [seen, b].map(|decal| {
            let mut all: Vec<_> = decal.triangles.iter().map(|piece| (piece.triangle, piece.uvs)).collect();
            all.sort_by_key(|piece| piece.0);
            all
        });
        let b = sorted[1].split_off(0);
        for (piece, other) in sorted[0].iter().zip(b) {
            let mirror = |uv: Vec2| Vec2::new(1.0 - uv.x, uv.y);
            let apart = piece.1.iter().zip(other.1).map(|(a, b)| mirror(*a).distance(b)).fold(0.0, f32::max);
            assert!(piece.0 == other.0 && apart < 1e-3, "{map:?}: {piece:?} {other:?}");
        }
    }
}

#[test]
fn rectangles_are_cut_exactly() {
    let (positions, indices) = plane(17);
    let shape = Shape::new(positions, indices);
    for aspect in [0.5_f32, 1.0, 3.0] {
        let settings = DecalSettings::new(0.25).with_shape(DecalShape::Rectangle { aspect });
        let decal = place(&shape, Vec3::new(0.02, -0.03, 1.0), Vec3::NEG_Z, &settings);
        let height = 0.5 / (1.0 + aspect * aspect).sqrt();
        let expected = height * height * aspect;
        assert!((area(&shape, &decal) / expected - 1.0).abs() < 1e-4, "{aspect}");
        let clipped = decal.clipped(&shape.posed);
        let center = Vec3::new(0.02, -0.03, 0.0);
        for (position, uv) in clipped.positions.iter().zip(&clipped.uvs) {
            assert!(uv.min_element() > -1e-5 && uv.max_element() < 1.0 + 1e-5, "{uv}");
            assert!(position.distance(center) < 0.25 + 1e-5);
        }
        let corners = [Vec2::ZERO, Vec2::X, Vec2::Y, Vec2::ONE];
        for corner in corners {
            assert!(clipped.uvs.iter().any(|uv| uv.distance(corner) < 1e-4), "{aspect} {corner}");
        }
    }
}

#[test]
fn clipped_triangles_face_outward_and_stay_within_the_radius() {
    for (positions, indices) in [plane(9), cone(20, 12, [0.2, 0.15]), cone(5, 2, [0.2, 0.2])] {
        let shape = Shape::new(positions, indices);
        for map in [DecalMap::Exponential, DecalMap::Plane] {
            let hit = shape.hit(Vec3::new(0.03, 0.04, 1.0), Vec3::NEG_Z).unwrap();
            let settings = DecalSettings::new(0.12).with_map(map);
            let decal = DecalPlacer::new().place(&shape.posed, &hit.point, &settings).unwrap();
            let clipped = decal.clipped(&shape.posed);
            let far = clipped.positions.iter().map(|p| p.distance(hit.position)).fold(0.0, f32::max);
            // The plane map measures along the plane.
            let most = if map == DecalMap::Exponential { 0.1201 } else { 0.2 };
            assert!(far > 0.1 && far < most, "{map:?}: {far}");
            for corners in &clipped.triangles {
                let [a, b, c] = corners.map(|v| clipped.positions[v as usize]);
                let normal = (b - a).cross(c - a);
                assert!(normal.dot(hit.normal) > -1e-9, "{map:?}");
                let [a, b, c] = corners.map(|v| clipped.uvs[v as usize]);
                // v points down, so that triangles run clockwise in texture coordinates.
                assert!((b - a).perp_dot(c - a) < 1e-6, "{map:?}");
            }
        }
    }
}

/// The projection to the plane is the one of the formula, and leaves the far side alone.
#[test]
fn the_plane_map_projects_along_the_normal() {
    let (positions, indices) = cone(64, 20, [0.06, 0.06]);
    let shape = Shape::new(positions, indices);
    let hit = shape.hit(Vec3::new(0.0011, 0.0, 1.0), Vec3::NEG_Z).unwrap();
    let settings = DecalSettings::new(0.05).with_map(DecalMap::Plane);
    let decal = DecalPlacer::new().place(&shape.posed, &hit.point, &settings).unwrap();
    let clipped = decal.clipped(&shape.posed);
    let (top, right) = (Vec3::Y, Vec3::Y.cross(hit.normal));
    for (position, uv) in clipped.positions.iter().zip(&clipped.uvs) {
        let arm = *position - hit.position;
        let expected = Vec2::new(0.5 + arm.dot(right) / 0.1, 0.5 - arm.dot(top) / 0.1);
        assert!(uv.distance(expected) < 1e-4);
        assert!(position.z > 0.0);
    }
    // 1 / cos of the steepest slope: sin = 5 / 6.
    let stretch = decal.stretch(&shape.posed);
    assert!(stretch.max > 0.5 && stretch.max < 1.1, "{stretch:?}");
}

/// A decal at a border is cut by it.
#[test]
fn decals_end_at_borders() {
    let (positions, indices) = plane(10);
    let shape = Shape::new(positions, indices);
    let decal = place(&shape, Vec3::new(0.4999, 0.0, 1.0), Vec3::NEG_Z, &DecalSettings::new(0.1));
    let half = PI * 0.1 * 0.1 * 0.5;
    assert!((area(&shape, &decal) / half - 1.0).abs() < 0.02, "{}", area(&shape, &decal));
    let corner = place(&shape, Vec3::new(0.4999, 0.4999, 1.0), Vec3::NEG_Z, &DecalSettings::new(0.1));
    assert!((area(&shape, &corner) / (half * 0.5) - 1.0).abs() < 0.02);
}

/// Seams do not end a decal and are counted; materials change at the middle row.
#[test]
fn decals_cross_seams_of_materials() {
    let half = |from: f32| grid(8, 4, move |x, y| Vec3::new(x - 0.5, y * 0.5 + from, 0.0));
    let primitives = [-0.5, 0.0].map(|from| {
        let (positions, indices) = half(from);
        primitive(positions, indices)
    });
    let shape = Shape::of(parts(primitives.into()));
    let decal = place(&shape, Vec3::new(0.01, 0.03, 1.0), Vec3::NEG_Z, &DecalSettings::new(0.2));
    assert!((area(&shape, &decal) / (PI * 0.04) - 1.0).abs() < 0.01);
    // 0.4 m of the seam, in edges of 0.125 m.
    assert!((3..=5).contains(&decal.seams_crossed), "{}", decal.seams_crossed);
    let away = place(&shape, Vec3::new(0.01, 0.3, 1.0), Vec3::NEG_Z, &DecalSettings::new(0.1));
    assert_eq!(away.seams_crossed, 0);
}

/// A bump that leans over its foot, as a nose does: the exponential map folds over there, so that the image
/// has to be laid on as seen from above and flattened. It covers the skin without holes; next to nothing of
/// what is seen from above is folded.
#[test]
fn a_nose_is_covered_whole() {
    let (positions, indices) = grid(60, 60, |x, y| {
        let (x, y) = ((x - 0.5) * 0.16, (y - 0.5) * 0.16);
        let height = 0.025 * (-(x * x + y * y) / 1.6e-4).exp();
        Vec3::new(x, y - 0.5 * height, height)
    });
    let shape = Shape::new(positions, indices);
    for radius in [0.02, 0.04, 0.05] {
        for x in [0.0, 0.012, -0.02] {
            let decal = place(&shape, Vec3::new(x, 0.01, 1.0), Vec3::NEG_Z, &DecalSettings::new(radius));
            let clipped = decal.clipped(&shape.posed);
            // Rows of the image run downwards.
            let is_folded = |corners: &&[u32; 3]| {
                let [a, b, c] = corners.map(|v| clipped.uvs[v as usize]);
                (b - a).perp_dot(c - a) > 1e-6
            };
            let is_seen = |corners: &&[u32; 3]| {
                let [a, b, c] = corners.map(|v| clipped.positions[v as usize]);
                (b - a).cross(c - a).normalize_or_zero().z > 0.3
            };
            let folded: f32 = clipped
                .triangles
                .iter()
                .filter(is_folded)
                .filter(is_seen)
                .map(|corners| {
                    let [a, b, c] = corners.map(|v| clipped.positions[v as usize]);
                    (b - a).cross(c - a).length() * 0.5
                })
                .sum();
            assert!(folded < 0.02 * PI * radius * radius, "{radius} {x}: folded {folded}");
            let disc = PI * radius * radius;
            let share = area(&shape, &decal) / disc;
            assert!((0.97..1.3).contains(&share), "{radius} {x}: {share}");
            let stretch = decal.stretch(&shape.posed);
            assert!(stretch.p95 < 0.8, "{radius} {x}: {stretch:?}");
        }
    }
}

/// A narrow pit beside the hit, as a nostril or the inside of the mouth, stays clean; a shot into it marks
/// it.
#[test]
fn pockets_stay_clean() {
    let pit = |x: f32, y: f32| {
        let (x, y) = ((x - 0.5) * 0.2, (y - 0.5) * 0.2);
        let depth = 0.03 / (1.0 + ((x * x + y * y).sqrt() / 0.0012).powi(8));
        Vec3::new(x, y, -depth)
    };
    let (mut positions, mut indices) = grid(200, 200, pit);
    // A body of 1 m, since the width of pockets is a share of its size.
    let far = positions.len() as u32;
    positions.extend([Vec3::new(0.0, 1.0, 0.0), Vec3::new(0.1, 1.0, 0.0), Vec3::new(0.0, 1.1, 0.0)]);
    indices.extend([far, far + 1, far + 2]);
    let shape = Shape::new(positions, indices);
    let deepest = |x: f32| {
        let decal = place(&shape, Vec3::new(x, 0.0, 1.0), Vec3::NEG_Z, &DecalSettings::new(0.03));
        let clipped = decal.clipped(&shape.posed);
        clipped.positions.iter().map(|p| -p.z).fold(0.0, f32::max)
    };
    assert!(deepest(0.01) < 0.02, "{}", deepest(0.01));
    assert!(deepest(0.0) > 0.025, "{}", deepest(0.0));
}
