//! Haircuts on real heads: roots on the scalp, no hair in the head or before the eyes, no bald spots, and
//! what is left of it in motion.

use sinew::character::MeshInstanceId;
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::hair::{Groom, GroomError, GuidePose, Hair, HairBody, HairField, HairRoot};
use sinew::humanoid::HumanBone;
use sinew::skeleton::JointIndex;
use sinew::surface::{CharacterSurface, HitFaces, Ray};
use sinew::{Actor, Character, FrameInput};
use sinew_author::hair::{
    GroomMaps, HairMap, HairRegion, HairSkin, HeadShape, generate_groom, groom_from_ron, groom_to_ron,
};
use sinew_suite::{person, surface_people};
use std::path::Path;
use std::sync::Arc;

/// Words in names of meshes that are no skin.
const NOT_SKIN: [&str; 8] = ["hair", "glasses", "helmet", "cube", "cylinder", "brow", "lash", "plane"];

fn description(name: &str) -> sinew_author::hair::GroomDescription {
    let path = format!("{}/data/grooms/{name}.ron", env!("CARGO_MANIFEST_DIR"));
    groom_from_ron(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// The haircut with fewer strands, to be quick.
fn thin(name: &str) -> sinew_author::hair::GroomDescription {
    let mut description = description(name);
    for layer in &mut description.layers {
        layer.strands = layer.strands.min(1500);
    }
    description
}

struct Person {
    name: &'static str,
    character: Arc<Character>,
    clips: Vec<sinew::RawClip>,
    skin: HairSkin,
    head: HeadShape,
}

impl Person {
    fn is_skin(character: &Character) -> impl Fn(MeshInstanceId) -> bool + Copy + '_ {
        |id| {
            let instance = &character.mesh_instances()[id];
            let name = character.meshes()[instance.mesh].name.to_lowercase();
            !NOT_SKIN.iter().any(|word| name.contains(word))
        }
    }
}

fn measured(name: &'static str, imported: sinew_import::Imported) -> Person {
    let character = Arc::new(imported.character);
    let surface = Arc::new(CharacterSurface::new(&character));
    let skin = HairSkin::new(&character, &surface, Person::is_skin(&character));
    let head = HeadShape::measure(&character, &skin).unwrap();
    Person { name, clips: imported.clips, skin, head, character }
}

fn people() -> Vec<Person> {
    let people =
        surface_people().into_iter().filter(|(name, _)| !name.contains("tiny") && !name.contains("Godette"));
    people.map(|(name, imported)| measured(name, imported)).collect()
}

/// The built-in character.
fn built_in() -> Person {
    measured("", person(Path::new(""), ""))
}

fn head_field(person: &Person) -> HairField {
    let character = &person.character;
    let skeleton = character.skeleton();
    let joints: Vec<JointIndex> = match person.skin.head() {
        Some(head) => skeleton
            .joints()
            .filter(|joint| *joint == head || skeleton.is_descendant_of(*joint, head))
            .collect(),
        None => skeleton.joints().collect(),
    };
    let cell = 0.004 * person.head.scale;
    HairField::of_joints(character, character.reference_model(), &joints, cell, Person::is_skin(character))
        .unwrap()
}

fn make(person: &Person, name: &str) -> Groom {
    generate_groom(&person.character, &person.skin, &person.head, &thin(name), &GroomMaps::new()).unwrap()
}

/// Points of all strands in their rest pose.
fn strand_points(groom: &Groom) -> Vec<Vec<Vec3>> {
    let layers = groom.layers.iter().flat_map(|layer| {
        let pose = GuidePose::at_rest(&layer.guides);
        let count = layer.strands.points_per_strand();
        (0..layer.strands.strands().len())
            .map(|strand| (0..count).map(|n| layer.strands.point(strand, n, &pose)).collect())
            .collect::<Vec<Vec<Vec3>>>()
    });
    layers.collect()
}

#[test]
fn hair_grows_on_the_scalp_outside_of_the_head_and_leaves_the_eyes_free() {
    for person in people() {
        let field = head_field(&person);
        let head = &person.head;
        let scale = head.scale;
        for name in ["bob", "short", "long", "ponytail", "braid"] {
            let strands = strand_points(&make(&person, name));
            assert!(strands.len() > 1200, "{} {name}: {} strands", person.name, strands.len());
            // The first layer grows from the skin; tails grow from their tie.
            let roots = strands.iter().take(1000).map(|points| field.distance(points[0]).abs());
            let far = roots.filter(|distance| *distance > 0.004 * scale).count();
            assert!(far < 20, "{} {name}: {far} roots off the skin", person.name);
            let all = strands.iter().map(|points| points.len() - 1).sum::<usize>();
            let inside = strands.iter().flat_map(|points| &points[1..]);
            let inside = inside.filter(|point| field.distance(**point) < -0.003 * scale).count();
            println!("{} {name}: {inside} of {all} points in the head", person.name);
            assert!(inside * 200 < all, "{} {name}: {inside} of {all} points in the head", person.name);
            if name == "short" {
                continue;
            }
            if let Some(face) = head.landmarks {
                let reach = face.eye_left.distance(face.eye_right) * 0.22;
                let before = |point: &Vec3| {
                    [face.eye_left, face.eye_right].into_iter().any(|eye| {
                        let arm = head.rotation.inverse() * (*point - eye);
                        arm.truncate().length() < reach && arm.z > -reach
                    })
                };
                let seen = strands.iter().flatten().filter(|point| before(point)).count();
                assert!(seen == 0, "{} {name}: {seen} points before the eyes", person.name);
            }
            // Every point of the scalp has hair above it.
            let bald =
                person.skin.triangles().iter().filter(|triangle| person.skin.is_on_head(triangle)).filter(
                    |triangle| {
                        let at = triangle.at(Vec3::splat(1.0 / 3.0));
                        let local = head.from_model(at);
                        HairRegion::Scalp.density(head, at) > 0.99
                            && local.y > 0.7
                            && !strands.iter().flatten().any(|point| point.distance(at) < 0.02 * scale)
                    },
                );
            assert_eq!(bald.count(), 0, "{} {name}: bald spots", person.name);
        }
    }
}

#[test]
fn beards_brows_and_lashes_grow_on_faces() {
    for person in people() {
        let Some(face) = person.head.landmarks else { continue };
        for name in ["beard", "brows", "lashes"] {
            let made =
                generate_groom(&person.character, &person.skin, &person.head, &thin(name), &GroomMaps::new());
            let groom = match made {
                Ok(groom) => groom,
                // Closed eyes have no edge.
                Err(GroomError::NoSkin { .. }) if name == "lashes" => continue,
                Err(error) => panic!("{} {name}: {error}", person.name),
            };
            let eye = (face.eye_left + face.eye_right) * 0.5;
            for points in strand_points(&groom) {
                let root = points[0];
                match name {
                    "beard" => assert!(root.y < eye.y && root.y > face.chin.y - 0.02 * person.head.scale),
                    "brows" => assert!(root.y > eye.y && root.z > person.head.center.z),
                    _ => {
                        let apart = face.eye_left.distance(face.eye_right);
                        let near =
                            [face.eye_left, face.eye_right].map(|eye| (root - eye).truncate().length());
                        let offset = (root - eye) / apart;
                        assert!(
                            near[0].min(near[1]) < apart * 0.4 && offset.y > -0.1,
                            "{} {offset}",
                            person.name
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn the_same_description_gives_the_same_groom_and_maps_thin_it_out() {
    let people = people();
    let person = &people[0];
    let mut description = thin("bob");
    let make = |description: &sinew_author::hair::GroomDescription, maps: &GroomMaps| {
        generate_groom(&person.character, &person.skin, &person.head, description, maps)
    };
    let none = GroomMaps::new();
    assert_eq!(make(&description, &none), make(&description, &none));
    description.layers[0].density_map = Some("density".into());
    description.layers[0].length_map = Some("length".into());
    assert_eq!(
        make(&description, &none).unwrap_err().to_string(),
        "layer 'hair': the map 'density' is missing"
    );
    let even = |value: f32| HairMap::new(2, vec![value; 4]).unwrap();
    let maps = |density, length| {
        GroomMaps::from([("density".to_owned(), even(density)), ("length".to_owned(), even(length))])
    };
    assert!(matches!(make(&description, &maps(0.0, 1.0)), Err(GroomError::NoSkin { .. })));
    let mean = |groom: &Groom| {
        let guides = &groom.layers[0].guides;
        guides.iter().map(sinew::hair::ControlHair::length).sum::<f32>() / guides.len() as f32
    };
    description.layers[0].cut = None;
    let [long, short] = [1.0, 0.5].map(|length| mean(&make(&description, &maps(1.0, length)).unwrap()));
    assert!((short / long - 0.5).abs() < 0.05, "{short} {long}");
    assert!(matches!(make(&description, &maps(1.0, 0.0)), Err(GroomError::NoSkin { .. })));
}

#[test]
fn texts_round_trip_and_wrong_values_have_places() {
    for name in ["bob", "short", "long", "ponytail", "braid", "beard", "brows", "lashes"] {
        let groom_description = description(name);
        assert_eq!(groom_from_ron(&groom_to_ron(&groom_description).unwrap()).unwrap(), groom_description);
    }
    for (text, location) in [
        ("(layers: [(length: -1)])", "layers[0].length"),
        ("(layers: [(length: NaN)])", "layers[0].length"),
        ("(layers: [(guides: 2)])", "layers[0].guides"),
        ("(layers: [(strands: 99999999)])", "layers[0].strands"),
        ("(layers: [(), (curl: (radius: 9, turn: 1, from: 0))])", "layers[1].curl.radius"),
        ("(layers: [(physics: (stiffness: 99))])", "layers[0].physics"),
        ("(layers: [(comb: Parted(at: 3, back: 0))])", "layers[0].comb.at"),
        ("(layers: [(comb: Sideways)])", "Sideways"),
        ("(layers: [(lenght: 1)])", "lenght"),
    ] {
        let error = groom_from_ron(text).unwrap_err().to_string();
        assert!(error.contains(location), "{text}: {error}");
    }
}

/// Running and shaking the head in the wind: lengths are kept, and no guide is in the head.
#[test]
fn hair_in_motion_keeps_its_length_and_stays_out_of_the_head() {
    for person in people() {
        let Some(head_joint) = person.skin.head() else { continue };
        let field = head_field(&person);
        let rest = person.character.reference_model()[head_joint.index()];
        // Without a neck, long hair is wedged between head and shoulders.
        let has_neck = !person.name.contains("Knight");
        for name in ["bob", "long"].into_iter().filter(|name| has_neck || *name == "bob") {
            let groom = Arc::new(make(&person, name));
            let body = HairBody::measure(&person.character, Person::is_skin(&person.character));
            let mut actor = Actor::new(Arc::clone(&person.character), person.clips.clone()).unwrap();
            actor.set_hair(Some(Arc::new(Hair::new(Arc::clone(&groom), body)))).unwrap();
            let run = person.clips.iter().position(|clip| clip.name.to_lowercase().contains("run"));
            if let Some(run) = run {
                actor.play(sinew::ClipId(run as u32)).unwrap();
            }
            let wind = |_: Vec3, _: f64| Vec3::new(2.0, 0.0, -3.0);
            let (mut deepest, mut stretch) = (0.0_f32, 0.0_f32);
            for frame in 0..150 {
                let time = frame as f32 / 60.0;
                let mut shake =
                    |stage, _: &sinew::stage::StageInput<'_>, pose: &mut sinew::stage::StagePose<'_>| {
                        if stage == sinew::stage::Stage::Animate {
                            pose.rotate(head_joint, Quat::from_rotation_y(0.5 * (time * 9.0).sin()));
                        }
                    };
                actor.advance(1.0 / 60.0);
                let input = FrameInput::new(1.0 / 60.0, Affine3A::from_rotation_y(0.3));
                actor.resolve(input.with_wind(&wind).with_hook(&mut shake));
                let frame_now = actor.frame();
                let now = frame_now.world_from_model() * frame_now.model()[head_joint.index()];
                let back = Affine3A::from_rotation_translation(
                    HairRoot::of_joint(&rest, &now).rotation,
                    HairRoot::of_joint(&rest, &now).translation,
                )
                .inverse();
                let pose = frame_now.hair().unwrap().pose(0);
                for (guide, points) in pose.points().chunks_exact(pose.points_per_guide()).enumerate() {
                    let guide_points = groom.layers[0].guides[guide].points();
                    for n in 1..points.len() {
                        let length = points[n].position().distance(points[n - 1].position());
                        stretch =
                            stretch.max((length / guide_points[n].distance(guide_points[n - 1]) - 1.0).abs());
                        if n > 1 {
                            deepest =
                                deepest.min(field.distance(back.transform_point3(points[n].position())));
                        }
                    }
                }
            }
            println!(
                "{} {name}: {:.2} mm deep, {:.3} % stretch",
                person.name,
                deepest * -1e3,
                stretch * 100.0
            );
            assert!(stretch < 5e-3, "{} {name}: {stretch}", person.name);
            assert!(deepest > -0.002 * person.head.scale, "{} {name}: {deepest}", person.name);
        }
    }
}

#[test]
fn the_head_of_a_humanoid_carries_its_hair() {
    let people = people();
    let person = &people[0];
    let humanoid = person.character.humanoid().unwrap();
    assert_eq!(person.skin.head(), humanoid.joint(HumanBone::Head));
    // The eyes are in the middle of the head, the crown is one height above them.
    let crown = person.head.from_model(person.head.center + Vec3::Y * person.head.axes.y);
    assert!(crown.distance(Vec3::Y) < 1e-5, "{crown}");
    assert!((0.85..1.2).contains(&person.head.scale), "{}", person.head.scale);
}

/// Heads without skin in their middle have a shape too: hair grows on what there is.
#[test]
fn hair_grows_on_a_head_of_bars() {
    let Some(assets) = sinew_suite::assets() else {
        eprintln!("SKIPPED: vrm/debug_robot.vrm is missing");
        return;
    };
    let robot = measured("vrm/debug_robot.vrm", person(&assets, "vrm/debug_robot.vrm"));
    for name in ["bob", "short", "long"] {
        let points = strand_points(&make(&robot, name));
        assert!(
            points.len() > 500 && points.iter().flatten().all(|at| at.is_finite()),
            "{name}: {}",
            points.len()
        );
    }
}

/// Strong wind from behind presses long hair against the back, not through it.
#[test]
fn wind_blows_no_hair_through_the_body() {
    for person in people().into_iter().filter(|person| person.character.humanoid().is_some()) {
        let character = &person.character;
        let all: Vec<JointIndex> = character.skeleton().joints().collect();
        let size = character.reference_bounds().size().max_element();
        let field = HairField::of_joints(
            character,
            character.reference_model(),
            &all,
            0.006 * size,
            Person::is_skin(character),
        )
        .unwrap();
        let groom = Arc::new(make(&person, "long"));
        let body = Arc::new(HairBody::measure(character, Person::is_skin(character)));
        let mut actor = Actor::without_clips(character.clone());
        actor.set_hair(Some(Arc::new(Hair::new(groom, Arc::clone(&body))))).unwrap();
        for _ in 0..90 {
            let wind = |_: Vec3, _: f64| Vec3::new(0.0, 0.0, 8.0);
            actor.resolve(FrameInput::new(1.0 / 30.0, Affine3A::IDENTITY).with_wind(&wind));
        }
        let hair = actor.hair().unwrap();
        let pose = hair.pose(0);
        let guides = pose.points().chunks_exact(pose.points_per_guide());
        let depths: Vec<f32> = guides
            .flat_map(|guide| &guide[2..])
            .map(|point| -field.distance(point.position()) / size)
            .collect();
        let inside = depths.iter().filter(|depth| **depth > 0.01).count();
        let deepest = depths.iter().copied().fold(0.0, f32::max);
        println!("{}: {inside} of {} points, {deepest:.4} of the height", person.name, depths.len());
        assert!(inside * 200 < depths.len(), "{}: {inside} of {} points", person.name, depths.len());
        assert!(deepest < 0.025, "{}: {deepest}", person.name);
    }
}

#[test]
fn lashes_grow_on_the_rims_of_upper_lids_to_the_front() {
    let mut tested = 0;
    for person in people() {
        let head = &person.head;
        let made = generate_groom(&person.character, &person.skin, head, &thin("lashes"), &GroomMaps::new());
        let Ok(groom) = made else {
            assert!(!person.name.is_empty() && !person.name.contains("brunette"), "{}", person.name);
            continue;
        };
        let [up, front] = [Vec3::Y, Vec3::Z].map(|axis| head.rotation * axis);
        let part = |at: Vec3| {
            let ray = Ray::new(at + front * 0.2, -front);
            let hit = person.skin.posed().nearest_hit(&person.character, &ray, HitFaces::Front);
            hit.map(|hit| (hit.point.instance, hit.point.primitive))
        };
        let strands = strand_points(&groom);
        assert!(strands.len() > 200, "{}: {} lashes", person.name, strands.len());
        // Two millimetres below a root is the eyeball, two above it the lid.
        let off = strands.iter().filter(|points| {
            let step = up * 0.002 * head.scale;
            let [below, above] = [part(points[0] - step), part(points[0] + step)];
            below == above
        });
        let off = off.count();
        println!("{}: {off} of {} lashes off the rim", person.name, strands.len());
        assert!(off * 20 < strands.len(), "{}: {off} lashes off the rim", person.name);
        for points in &strands {
            let way = points[points.len() - 1] - points[0];
            assert!(way.dot(front) > 0.2 * way.length() && way.dot(up) > 0.0, "{}: {way}", person.name);
        }
        tested += 1;
    }
    assert!(tested > 0);
}

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
