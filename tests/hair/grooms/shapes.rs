//! Shapes of haircuts: locks, fringes, buns, short hair at the hairline, fur.

use super::{Person, built_in, description, measured};
use sinew::glam::Vec3;
use sinew::hair::{Groom, GuidePose};
use sinew_author::hair::{Comb, Fringe, GroomDescription, GroomMaps, HairRegion, TailStyle, generate_groom};

fn grow(person: &Person, description: &GroomDescription) -> Groom {
    generate_groom(&person.character, &person.skin, &person.head, description, &GroomMaps::new()).unwrap()
}

/// Roots and lengths of the strands of the first layer, in head space and metres.
fn strands(person: &Person, groom: &Groom) -> Vec<(Vec3, f32)> {
    let layer = &groom.layers[0];
    let (rest, count) = (GuidePose::at_rest(&layer.guides), layer.strands.points_per_strand());
    (0..layer.strands.strands().len())
        .map(|strand| {
            let points: Vec<Vec3> = (0..count).map(|n| layer.strands.point(strand, n, &rest)).collect();
            let length = points.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
            (person.head.from_model(points[0]), length)
        })
        .collect()
}

/// Offsets turn with the first guide of a strand: far from it strands would beat about in motion.
#[test]
fn strands_stay_near_their_guides() {
    let person = built_in();
    for name in ["bob", "long", "short", "swept"] {
        let groom = grow(&person, &description(name));
        let mut all: Vec<f32> =
            groom.layers[0].strands.offsets().iter().map(|offset| offset.length()).collect();
        all.sort_by(f32::total_cmp);
        let share = |share: f64| all[((all.len() - 1) as f64 * share) as usize];
        let (most, largest) = (share(0.995), share(1.0));
        println!("{name}: 99.5 % within {most:.3} m of the blend of the guides, all within {largest:.3}");
        // Locks of long hair lie before and behind the shoulders, whose guides go the other way.
        let (bound, bound_of_all) = if name == "long" { (0.1, 0.3) } else { (0.04, 0.08) };
        assert!(most < bound && largest < bound_of_all, "{name}: {most} {largest}");
    }
}

/// Short hair grows along the hairline alone.
#[test]
fn baby_hair_grows_at_the_hairline() {
    let person = built_in();
    let groom = grow(&person, &description("long"));
    let all = strands(&person, &groom);
    // The middle of the forehead, and the top of the head behind it.
    let share = |low: f32, high: f32| {
        let there =
            |(root, _): &&(Vec3, f32)| root.x.abs() < 0.4 && root.z > 0.0 && (low..high).contains(&root.y);
        let (short, count) = all.iter().filter(there).fold((0.0, 0.0f32), |(short, count), (_, length)| {
            (short + f32::from(u8::from(*length < 0.05)), count + 1.0)
        });
        assert!(count > 50.0, "{count} strands");
        short / count
    };
    let (hairline, top) = (share(0.0, 0.72), share(0.9, 1.1));
    println!("short: {hairline:.2} at the hairline, {top:.2} on top");
    assert!(hairline > 0.1 && top < 0.02, "{hairline} {top}");
}

/// Between a fringe and the hair beside it no line of skin shows: roots are as dense as around it.
#[test]
fn fringes_have_no_seam() {
    let person = built_in();
    let mut with_fringe = description("bob");
    with_fringe.layers[0].comb = Comb::Parted { at: 0.45, back: 0.9 };
    with_fringe.layers[0].fringe = Some(Fringe { width: 0.55, cut: 0.012 });
    let groom = grow(&person, &with_fringe);
    let layer = &groom.layers[0];
    let rest = GuidePose::at_rest(&layer.guides);
    // Directions of neighbouring strands differ little, but at the parting itself.
    let mut turns: Vec<f32> = Vec::new();
    let roots: Vec<(Vec3, Vec3)> = (0..layer.strands.strands().len())
        .step_by(8)
        .map(|strand| {
            let root = layer.strands.point(strand, 0, &rest);
            let along = layer.strands.point(strand, layer.strands.points_per_strand() / 4, &rest) - root;
            (root, along.normalize_or_zero())
        })
        .collect();
    for (root, along) in &roots {
        let at = person.head.from_model(*root);
        // The right edge of the fringe, away from the parting.
        if !(at.x < -0.2 && at.z > 0.2 && at.y > 0.45) {
            continue;
        }
        let near = roots.iter().filter(|(other, _)| {
            let distance = other.distance(*root);
            distance > 0.0 && distance < 0.006
        });
        turns.extend(near.map(|(_, other)| along.dot(*other).clamp(-1.0, 1.0).acos()));
    }
    turns.sort_by(f32::total_cmp);
    let high = turns[turns.len() * 98 / 100];
    println!("{} pairs, 98 % within {:.0}°", turns.len(), high.to_degrees());
    // Beside a seam hair goes to opposite sides.
    assert!(turns.len() > 500 && high < 1.3, "{high}");
}

/// Buns and knots are as large as they are described, sit on the tie and do not swing.
#[test]
fn buns_and_knots_have_their_size() {
    let person = built_in();
    for style in [TailStyle::Bun, TailStyle::Knot] {
        let mut tied = description("ponytail");
        let Comb::Tied { to, mut tail } = tied.layers[0].comb else { panic!("a ponytail is tied") };
        (tail.style, tail.length, tail.radius) = (style, 0.06, 0.04);
        tied.layers[0].comb = Comb::Tied { to, tail };
        let groom = grow(&person, &tied);
        let bun = &groom.layers[1];
        assert!(bun.physics.is_none(), "{style:?} moves with the head");
        let rest = GuidePose::at_rest(&bun.guides);
        let count = bun.strands.points_per_strand();
        let points: Vec<Vec3> = (0..bun.strands.strands().len())
            .flat_map(|strand| (0..count).map(move |n| (strand, n)))
            .map(|(strand, n)| bun.strands.point(strand, n, &rest))
            .collect();
        let middle = points.iter().sum::<Vec3>() / points.len() as f32;
        let farthest = points.iter().map(|point| point.distance(middle)).fold(0.0, f32::max);
        let scale = person.head.scale;
        println!("{style:?}: {farthest:.3} m, head {scale:.2}");
        assert!(farthest > 0.03 * scale && farthest < 0.07 * scale, "{style:?}: {farthest}");
        assert!(points.iter().all(|point| point.is_finite()));
    }
}

/// Fur covers an animal: legs, tail, flanks and head, and is short on its legs. It grows away from the nose.
#[test]
fn fur_covers_animals() {
    let Some(folder) = sinew_suite::assets() else { return };
    let fox = sinew_import::import_file(folder.join("gltf/Fox.glb")).unwrap();
    let person = measured("fox", fox);
    let text = "(layers: [(region: Everywhere, comb: Natural, length: 0.035, guides: 1500, points: 5, strands: 20000, strand_points: 6)])";
    let groom = grow(&person, &GroomDescription::from_ron(text).unwrap());
    let layer = &groom.layers[0];
    let triangles = person.skin.triangles();
    let spacing = person.head.scale * 0.05;
    let bald: f32 = triangles
        .iter()
        .filter(|triangle| {
            let middle = triangle.at(Vec3::splat(1.0 / 3.0));
            !layer.guides.iter().any(|guide| guide.points()[0].distance(middle) < spacing)
        })
        .map(|triangle| triangle.area)
        .sum();
    let all: f32 = triangles.iter().map(|triangle| triangle.area).sum();
    println!("bald: {:.3}", bald / all);
    assert!(bald / all < 0.02, "{}", bald / all);
    let skeleton = person.character.skeleton();
    let mean = |part: &str| {
        let of_part = layer.guides.iter().zip(&layer.roots).filter(|(_, root)| {
            let triangle = triangles.iter().find(|triangle| {
                (triangle.instance, triangle.primitive, triangle.triangle)
                    == (root.instance, root.primitive, root.triangle)
            });
            triangle.is_some_and(|triangle| skeleton.name(triangle.joint).contains(part))
        });
        let (mut length, mut way, mut count) = (0.0, Vec3::ZERO, 0.0);
        for (guide, _) in of_part {
            let points = guide.points();
            length += guide.length();
            way += points[points.len() - 1] - points[0];
            count += 1.0;
        }
        (length / count, way / count)
    };
    let ((spine, back), (leg, _)) = (mean("Spine"), mean("Leg02"));
    println!("spine {spine:.1}, lower legs {leg:.1}; fur of the back goes {back:.1}");
    assert!(leg < 0.7 * spine);
    let front = person.head.rotation * Vec3::Z;
    assert!(back.dot(front) < 0.0, "away from the nose");
}

/// A moustache grows on the upper lip alone; a beard has one, and ends before the ears.
#[test]
fn moustaches_grow_on_the_upper_lip() {
    for person in super::people().into_iter().chain([built_in()]) {
        let Some(face) = person.head.landmarks else { continue };
        let text = "(layers: [(region: Moustache, comb: Natural, length: 0.015, guides: 40, points: 4, strands: 600, strand_points: 4)])";
        let groom = grow(&person, &GroomDescription::from_ron(text).unwrap());
        let all = strands(&person, &groom);
        let height = |at: Vec3| person.head.from_model(at).y;
        let (nose, lip) = (height(face.nose_tip), height(face.lower_lip));
        assert!(all.len() > 100, "{}: {} strands", person.name, all.len());
        assert!(all.iter().all(|(root, _)| (lip..nose).contains(&root.y)), "{}", person.name);
        let beard = "(layers: [(region: Beard, comb: Natural, length: 0.02, guides: 100, points: 4, strands: 4000, strand_points: 4)])";
        let groom = grow(&person, &GroomDescription::from_ron(beard).unwrap());
        let beside = strands(&person, &groom);
        let lower_lip = height(face.upper_lip);
        let behind =
            beside.iter().filter(|(root, _)| root.y > lower_lip + 0.15 && root.z < person.head.ears - 0.1);
        assert!((behind.count() as f32) < 0.01 * beside.len() as f32, "{}: hair in the ears", person.name);
    }
    assert!(HairRegion::Moustache.needs_face());
}
