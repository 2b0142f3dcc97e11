//! Lips, lids, teeth and jaw of the finished meshes.

use super::body;
use crate::parts::head::{CONTACT, INSIDE, LAST, RIM, mouth_line, mouth_points, solid};
use crate::parts::mouth::LOWER;
use crate::parts::shapes::SHAPES;
use crate::skeleton::EYE;
use crate::surface::Surface;
use glam::Vec3;

fn part(name: &str) -> &'static Surface {
    &body().parts.iter().find(|p| p.name == name).expect("the part").surface
}

/// Positions with weights of morph targets.
fn posed(s: &Surface, weights: &[(&str, f32)]) -> Vec<Vec3> {
    let mut out = s.positions.clone();
    for (name, weight) in weights {
        for (_, offsets) in s.morphs.iter().filter(|m| m.0 == *name) {
            out.iter_mut().zip(offsets).for_each(|(p, o)| *p += o[0] * *weight);
        }
    }
    out
}

/// Vertices of the head where the lips meet: of the upper and of the lower lip, from the middle to the left
/// corner.
fn contacts(s: &Surface) -> Vec<[usize; 2]> {
    contacts_of(s, CONTACT)
}

/// The same on a ring of the lips.
fn contacts_of(s: &Surface, ring: usize) -> Vec<[usize; 2]> {
    let ring = &mouth_points(&solid())[ring * (LAST + 1)..][..=LAST];
    let find = |at: Vec3, upper: bool| {
        let side = |i: usize| s.painted_at[i].y > mouth_line(s.painted_at[i].x);
        let near = |i: &usize| s.positions[*i].distance(at) < 1e-5 && side(*i) == upper;
        (0..s.positions.len()).find(near).expect("a vertex of the lips")
    };
    // The corner itself is one vertex.
    (0..LAST / 2).map(|c| [find(ring[c].at, true), find(ring[LAST - c].at, false)]).collect()
}

/// Distance along a ray to the nearest of the triangles (Möller and Trumbore, "Fast, minimum storage
/// ray/triangle intersection", 1997).
fn hit(from: Vec3, way: Vec3, triangles: impl Iterator<Item = [Vec3; 3]>) -> Option<f32> {
    let one = |[a, b, c]: [Vec3; 3]| {
        let (ab, ac) = (b - a, c - a);
        let p = way.cross(ac);
        let det = ab.dot(p);
        if det.abs() < 1e-14 {
            return None;
        }
        let u = (from - a).dot(p) / det;
        let q = (from - a).cross(ab);
        let v = way.dot(q) / det;
        let t = ac.dot(q) / det;
        (u >= -1e-4 && v >= -1e-4 && u + v <= 1.0002 && t > 0.0).then_some(t)
    };
    triangles.filter_map(one).min_by(f32::total_cmp)
}

fn largest_gap(weights: &[(&str, f32)]) -> f32 {
    let s = part("head");
    let p = posed(s, weights);
    contacts(s).iter().map(|[a, b]| p[*a].distance(p[*b])).fold(0.0, f32::max)
}

#[test]
fn lips_meet_where_they_must() {
    let closed: [&[(&str, f32)]; 5] = [
        &[],
        &[("viseme_sil", 1.0)],
        &[("viseme_PP", 1.0)],
        &[("mouthPucker", 1.0)],
        &[("jawOpen", 0.6), ("mouthClose", 0.6)],
    ];
    for weights in closed {
        let gap = largest_gap(weights) * 1e3;
        assert!(gap < 0.3, "{weights:?}: {gap} mm");
    }
    assert!(largest_gap(&[("viseme_aa", 1.0)]) > 0.012);
}

#[test]
fn shapes_of_other_faces_keep_the_lips_closed_and_the_teeth_hidden() {
    let (head, mouth) = (part("head"), part("mouth"));
    for (name, _) in SHAPES {
        assert!(head.morphs.iter().any(|(morph, _)| morph == name), "{name}");
        for weight in [-1.0, 1.0] {
            let weights = [(name, weight), ("viseme_PP", 1.0)];
            let gap = largest_gap(&weights) * 1e3;
            assert!(gap < 0.3, "{weights:?}: {gap} mm");
            let skin = posed(head, &weights);
            let faces = || head.triangles.iter().map(|t| t.map(|i| skin[i as usize]));
            for (i, p) in posed(mouth, &weights).into_iter().enumerate().step_by(7) {
                assert!(hit(p, Vec3::Z, faces()).is_some(), "{weights:?}: vertex {i} at {p}");
            }
        }
    }
}

#[test]
fn lower_lip_touches_the_upper_teeth_on_ff() {
    let head = part("head");
    let p = posed(head, &[("viseme_FF", 1.0)]);
    // The inner edge of the lip, in the middle third of the mouth.
    let lip = contacts_of(head, CONTACT + 1).into_iter().take(LAST / 6).map(|[_, lower]| p[lower]);
    let mouth = part("mouth");
    let teeth = || mouth.triangles.iter().filter(|t| t.iter().all(|i| mouth.labels[*i as usize] == 0));
    for lip in lip {
        let sampled = teeth().flat_map(|t| {
            let [a, b, c] = t.map(|i| mouth.positions[i as usize]);
            (0..64).map(move |k| {
                let (u, v) = ((k % 8) as f32 / 7.0, (k / 8) as f32 / 7.0);
                a.lerp(b, u).lerp(c, v).distance(lip)
            })
        });
        let near = sampled.fold(f32::MAX, f32::min) * 1e3;
        assert!(near < 1.5, "{near} mm at {lip}");
    }
}

#[test]
fn closed_lips_hide_the_teeth() {
    let (head, mouth) = (part("head"), part("mouth"));
    for weights in [&[][..], &[("viseme_PP", 1.0)], &[("mouthSmileLeft", 1.0), ("mouthSmileRight", 1.0)]] {
        let skin = posed(head, weights);
        let faces = || head.triangles.iter().map(|t| t.map(|i| skin[i as usize]));
        for (i, p) in posed(mouth, weights).into_iter().enumerate() {
            assert!(hit(p, Vec3::Z, faces()).is_some(), "{weights:?}: vertex {i} at {p}");
        }
    }
}

#[test]
fn closed_lids_hide_the_eyes_and_no_eye_pokes_through_a_lid() {
    let (head, eyes) = (part("head"), part("eyes"));
    let lids: Vec<[usize; 3]> = head
        .triangles
        .iter()
        .map(|t| t.map(|i| i as usize))
        .filter(|t| t.iter().all(|i| head.labels[*i] != RIM && head.labels[*i] != INSIDE))
        .filter(|t| head.positions[t[0]].z > 0.05 && (head.positions[t[0]].y - EYE[1]).abs() < 0.06)
        .collect();
    for weight in [0.25, 0.5, 0.75, 1.0] {
        let skin = posed(head, &[("eyeBlinkLeft", weight), ("eyeBlinkRight", weight)]);
        let faces = || lids.iter().map(|t| t.map(|i| skin[i]));
        for p in eyes.positions.iter().filter(|p| p.z > EYE[2] + 0.007) {
            let eye = Vec3::new(EYE[0] * p.x.signum(), EYE[1], EYE[2]);
            let inward = hit(*p, eye - *p, faces());
            assert!(inward.is_none_or(|t| t > 1.0), "{weight}: a lid lies behind the eye at {p}");
            if weight == 1.0 {
                assert!(hit(*p, *p - eye, faces()).is_some(), "the eye is uncovered at {p}");
            }
        }
    }
}

#[test]
fn jaw_carries_lip_teeth_and_chin_together() {
    let (head, mouth) = (part("head"), part("mouth"));
    let (skin, inner) = (posed(head, &[("jawOpen", 1.0)]), posed(mouth, &[("jawOpen", 1.0)]));
    let [upper, lip] = contacts(head)[0];
    let front = |s: &Surface, of: &dyn Fn(usize) -> bool| {
        let depth = |i: usize| s.positions[i].z - s.positions[i].x.abs();
        (0..s.positions.len()).filter(|i| of(*i)).max_by(|a, b| depth(*a).total_cmp(&depth(*b))).expect("one")
    };
    let tooth = front(mouth, &|i| mouth.labels[i] == LOWER);
    let chin = front(head, &|i| head.positions[i].y < 1.475 && head.positions[i].y > 1.468);
    for (name, now, then) in [
        ("lip", skin[lip], head.positions[lip]),
        ("tooth", inner[tooth], mouth.positions[tooth]),
        ("chin", skin[chin], head.positions[chin]),
    ] {
        assert!((0.018..0.032).contains(&(then.y - now.y)), "{name} {now} {then}");
    }
    let apart = |p: &[Vec3], q: &[Vec3]| p[lip].distance(q[tooth]);
    let change = apart(&skin, &inner) - apart(&head.positions, &mouth.positions);
    assert!(change.abs() < 0.0008, "lip and tooth: {change}");
    assert!((skin[upper] - head.positions[upper]).length() < 0.001);
}
