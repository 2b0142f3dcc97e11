//! Symmetry of the head and completeness of its shapes.

use super::body;
use crate::parts::face::{ARKIT, OLDER, VISEMES};
use crate::surface::Surface;
use glam::Vec3;
use std::collections::{BTreeMap, BTreeSet};

fn head() -> &'static Surface {
    &body().parts.iter().find(|p| p.name == "head").expect("a head").surface
}

/// Where a vertex is at rest and where it is painted, to a hundredth of a millimetre: lips that touch differ
/// by the latter.
fn key(s: &Surface, i: usize, sign: f32) -> [i64; 6] {
    let [a, b] = [s.positions[i], s.painted_at[i]].map(|v| Vec3::new(v.x * sign, v.y, v.z) * 1e5);
    [a.x, a.y, a.z, b.x, b.y, b.z].map(|v| v.round() as i64)
}

#[test]
fn all_names_are_there() {
    let names: BTreeSet<&str> =
        body().parts.iter().flat_map(|p| &p.surface.morphs).map(|m| m.0.as_str()).collect();
    let wanted = OLDER.iter().map(|m| m.0).chain(VISEMES.iter().map(|m| m.0)).chain(ARKIT);
    let missing: Vec<&str> = wanted.filter(|name| !names.contains(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    for name in ["sil", "PP", "FF", "TH", "DD", "kk", "CH", "SS", "nn", "RR", "aa", "E", "ih", "oh", "ou"] {
        assert!(names.contains(format!("viseme_{name}").as_str()), "{name}");
    }
}

#[test]
fn silence_is_neutral_and_every_other_shape_moves_something() {
    let mut largest: BTreeMap<&str, f32> = BTreeMap::new();
    for (name, offsets) in body().parts.iter().flat_map(|p| &p.surface.morphs) {
        let most = offsets.iter().map(|o| o[0].length()).fold(0.0, f32::max);
        let slot = largest.entry(name).or_default();
        *slot = slot.max(most);
    }
    for (name, most) in largest {
        if name == "viseme_sil" {
            assert_eq!(most, 0.0);
        } else {
            assert!(most > 5e-4, "{name}: {most}");
        }
    }
}

#[test]
fn shapes_of_the_sides_mirror_each_other() {
    let s = head();
    let at: BTreeMap<[i64; 6], usize> = (0..s.positions.len()).map(|i| (key(s, i, 1.0), i)).collect();
    let twin: Vec<Option<usize>> =
        (0..s.positions.len()).map(|i| at.get(&key(s, i, -1.0)).copied()).collect();
    let found = twin.iter().flatten().count();
    assert!(found * 100 >= twin.len() * 98, "{found} of {} vertices have a mirror image", twin.len());
    let offsets = |name: &str| &s.morphs.iter().find(|m| m.0 == name).expect("a shape").1;
    for (name, _) in &s.morphs {
        let other = match (name.strip_suffix("Left"), name.strip_suffix("Right")) {
            (Some(stem), _) => format!("{stem}Right"),
            (_, Some(stem)) => format!("{stem}Left"),
            _ if name.starts_with("blink_") => continue,
            _ => name.clone(),
        };
        let (offset_list, mirrored) = (offsets(name), offsets(&other));
        for (i, j) in twin.iter().enumerate().filter_map(|(i, j)| Some((i, (*j)?))) {
            let m = mirrored[j][0];
            let error = offset_list[i][0].distance(Vec3::new(-m.x, m.y, m.z));
            assert!(error < 2.2e-4, "{name}, vertex {i} at {}: {error}", s.positions[i]);
        }
    }
}
