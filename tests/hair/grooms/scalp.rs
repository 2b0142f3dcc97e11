//! Hair on the scalp: roots, whorl, nape and partings.

use super::{built_in, description, head_field, make, measured, people, strand_points};
use sinew::glam::Vec3;
use sinew_author::hair::{GroomMaps, generate_groom};
use sinew_suite::person;

#[test]
fn roots_lie_on_the_outside_and_strands_stay_near() {
    let mannequin =
        sinew_suite::assets().map(|folder| measured("mannequiny", person(&folder, "gltf/mannequiny.glb")));
    for person in people().into_iter().chain(mannequin) {
        let (head, scale) = (&person.head, person.head.scale);
        let field = head_field(&person);
        for name in ["short", "long"] {
            let groom = make(&person, name);
            let length = description(name).layers[0].length * scale;
            let strands = strand_points(&groom);
            let buried = strands.iter().filter(|points| {
                let out = (points[0] - head.skull()).normalize();
                [0.01, 0.02].iter().any(|step| field.distance(points[0] + out * step * scale) < 0.0)
            });
            let buried = buried.count();
            println!("{} {name}: {buried} of {} roots within the head", person.name, strands.len());
            assert!(buried * 50 < strands.len(), "{} {name}: {buried} roots within the head", person.name);
            for points in &strands {
                let far = points.iter().map(|point| point.distance(points[0])).fold(0.0, f32::max);
                // Locks and stray hair may leave the guides.
                assert!(far < length * 1.25 + 0.005 * scale, "{} {name}: {far} m from the root", person.name);
            }
        }
    }
}

/// Hair at the crown leaves no skin bare that is seen from outside, and none grows on the neck.
#[test]
fn short_hair_covers_the_whorl_and_ends_at_the_nape() {
    let person = built_in();
    let head = &person.head;
    let groom =
        generate_groom(&person.character, &person.skin, head, &description("short"), &GroomMaps::new())
            .unwrap();
    let strands = strand_points(&groom);
    let lowest = strands.iter().map(|points| points[0].y).fold(f32::INFINITY, f32::min);
    assert!(head.center.y - lowest < 0.08 * head.scale, "{}", head.center.y - lowest);
    // Seen from above the back of the head.
    let view = (head.rotation * Vec3::new(0.0, 0.5, -0.85)).normalize();
    let middle = head.skull() + view * head.axes.y;
    let segments: Vec<[Vec3; 2]> = strands
        .iter()
        .filter(|points| points[0].distance(middle) < 0.1)
        .flat_map(|points| points.windows(2).map(|pair| [pair[0], pair[1]]))
        .collect();
    let half = groom.layers[0].look.width * 0.5;
    let samples: Vec<Vec3> = strands
        .iter()
        .map(|points| points[0])
        .filter(|root| root.distance(middle) < 0.05)
        .step_by(16)
        .collect();
    let bare = samples.iter().filter(|at| {
        // A little beside the root, lest its own strand counts alone.
        let at = **at + view.any_orthonormal_vector() * half * 3.0;
        let covers = |[a, b]: &[Vec3; 2]| {
            let flat = |point: Vec3| (point - at) - view * (point - at).dot(view);
            let (from, along) = (flat(*a), flat(*b) - flat(*a));
            let share = (-from.dot(along) / along.length_squared().max(1e-12)).clamp(0.0, 1.0);
            (from + along * share).length() < half && (*a - at).dot(view) > -half
        };
        !segments.iter().any(covers)
    });
    let (bare, all) = (bare.count(), samples.len());
    println!("{bare} of {all} places bare");
    assert!(all > 50 && bare * 20 < all, "{bare} of {all} places bare");
}

/// Roots stand close to a parting along its length on both sides, and hair falls to its own side.
#[test]
fn partings_are_clean_lines() {
    let person = built_in();
    let head = &person.head;
    let groom =
        generate_groom(&person.character, &person.skin, head, &description("long"), &GroomMaps::new())
            .unwrap();
    let top: Vec<(Vec3, Vec3)> = strand_points(&groom)
        .iter()
        .map(|points| (head.from_model(points[0]), head.from_model(points[2])))
        .filter(|(root, _)| root.z > 0.0 && root.z < 0.6 && root.x.abs() < 0.2 && root.y > 0.5)
        .collect();
    let crossing = top.iter().filter(|(root, next)| root.x.signum() != next.x.signum()).count();
    assert!(crossing * 100 < top.len(), "{crossing} of {} strands cross the parting", top.len());
    // The gap between both sides in pieces of 4 mm: the widest is the widest tooth.
    let pieces = (0.6 * head.axes.z / 0.004) as usize;
    let mut nearest = vec![[f32::INFINITY; 2]; pieces];
    for (root, _) in &top {
        let piece = ((root.z * head.axes.z / 0.004) as usize).min(pieces - 1);
        let least = &mut nearest[piece][usize::from(root.x > 0.0)];
        *least = least.min(root.x.abs() * head.axes.x);
    }
    let widest = nearest.iter().map(|[left, right]| left + right).fold(0.0, f32::max);
    println!("widest tooth {:.2} mm", widest * 1e3);
    assert!(widest < 0.002 * head.scale, "{widest}");
}

/// Beside a parting hair covers the skin: no light teeth between the strands, and none that run below the
/// skin.
#[test]
fn hair_beside_a_parting_covers_the_skin() {
    const BESIDE: f32 = 0.003;
    const TOOTH: f32 = 0.000_6;
    let person = built_in();
    let (head, field) = (&person.head, head_field(&person));
    for name in ["long", "bob"] {
        let layer = description(name);
        let sinew_author::hair::Comb::Parted { at: parting, .. } = layer.layers[0].comb else {
            unreachable!()
        };
        let groom = generate_groom(&person.character, &person.skin, head, &layer, &GroomMaps::new()).unwrap();
        let strands = strand_points(&groom);
        for side in [-1.0, 1.0] {
            let away = |at: Vec3| (head.from_model(at).x - parting) * head.axes.x * side;
            // Places along the parting at which strands come out beside it, above the skin.
            let mut heights: Vec<f32> = strands
                .iter()
                .filter(|points| {
                    (-0.001..BESIDE).contains(&away(points[0])) && head.from_model(points[0]).y > 0.5
                })
                .filter_map(|points| {
                    let pair = points.windows(2).find(|pair| away(pair[1]) > BESIDE)?;
                    let [from, to] = [away(pair[0]), away(pair[1])];
                    let point = pair[0].lerp(pair[1], (BESIDE - from) / (to - from));
                    (field.distance(point) > 0.0).then(|| head.from_model(point).z * head.axes.z)
                })
                .filter(|along| (0.0..head.axes.z * 0.6).contains(along))
                .collect();
            heights.sort_by(f32::total_cmp);
            let length = heights[heights.len() - 1] - heights[0];
            let gaps = heights.windows(2).map(|pair| pair[1] - pair[0]);
            let bare: f32 = gaps.clone().filter(|gap| *gap > TOOTH * head.scale).sum();
            let widest = gaps.fold(0.0, f32::max);
            println!(
                "{name} {side}: {} strands, {:.1} % bare, widest {:.2} mm",
                heights.len(),
                bare / length * 100.0,
                widest * 1e3
            );
            assert!(bare < length * 0.05, "{name}: {bare} m of {length} m");
        }
    }
}
