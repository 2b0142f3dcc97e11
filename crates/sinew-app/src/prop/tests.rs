//! Tests of all props.

use super::door::Door;
use super::probe::triangles;
use super::rifle::Rifle;
use super::slope::Slope;
use super::stairs::Stairs;
use super::target::Target;
use sinew::Character;
use sinew::glam::Vec3;

/// One of each, of two sizes.
fn props() -> Vec<(&'static str, f32, Character)> {
    let of = |scale: f32| {
        let stairs = Stairs { scale, ..Stairs::default() };
        let slope = Slope { scale, ..Slope::default() };
        let doors = [0.85, 1.25].map(|lever_height| Door { lever_height, scale });
        [
            ("stairs", scale, stairs.character()),
            ("slope", scale, slope.character()),
            ("door", scale, doors[0].character()),
            ("door with a high lever", scale, doors[1].character()),
            ("rifle", scale, Rifle { scale, bulk: 1.0 }.character()),
            ("large rifle", scale, Rifle { scale, bulk: 2.2 }.character()),
            ("target", scale, Target { scale, ..Target::default() }.character()),
        ]
    };
    let all = [of(1.0), of(0.5)].into_iter().flatten();
    all.map(|(name, scale, character)| (name, scale, character.unwrap())).collect()
}

#[test]
fn normals_are_unit_and_on_the_side_that_triangles_are_seen_from() {
    for (name, scale, character) in props() {
        for (_, [a, b, c], normals) in triangles(&character) {
            let across = (b - a).cross(c - a);
            assert!(across.length() > 1e-7 * scale * scale, "{name}: a triangle without area at {a}");
            for normal in normals {
                assert!((normal.length() - 1.0).abs() < 1e-5, "{name}: {normal} at {a}");
                assert!(normal.dot(across.normalize()) > 0.98, "{name}: {normal} at {a}");
            }
        }
    }
}

/// In a closed surface all areas, with their directions, cancel out, and a volume is enclosed; one missing or
/// turned face would show.
#[test]
fn surfaces_are_closed_and_face_outwards() {
    for (name, scale, character) in props() {
        let (mut area, mut volume) = (Vec3::ZERO, 0.0);
        for (_, [a, b, c], _) in triangles(&character) {
            area += (b - a).cross(c - a) * 0.5;
            volume += a.dot(b.cross(c)) / 6.0;
        }
        assert!(area.length() < 1e-5 * scale * scale, "{name}: {area} is left over");
        assert!(volume > 1e-4 * scale.powi(3), "{name}: {volume}");
    }
}

#[test]
fn scale_makes_everything_larger_alike() {
    let props = props();
    let (whole, half) = props.split_at(props.len() / 2);
    for ((name, _, whole), (.., half)) in whole.iter().zip(half) {
        let (whole, half) = (whole.rest_bounds(), half.rest_bounds());
        assert!((whole.min * 0.5 - half.min).length() < 1e-5, "{name}");
        assert!((whole.max * 0.5 - half.max).length() < 1e-5, "{name}");
    }
}
