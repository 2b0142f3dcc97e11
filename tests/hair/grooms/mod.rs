//! Haircuts on real heads: roots on the scalp, no hair in the head or before the eyes, no bald spots, and
//! what is left of it in motion.

mod motion;
mod scalp;
mod shapes;

use sinew::Character;
use sinew::character::MeshInstanceId;
use sinew::glam::Vec3;
use sinew::hair::{Groom, GuidePose, HairField};
use sinew::humanoid::HumanBone;
use sinew::skeleton::JointId;
use sinew::surface::{CharacterSurface, HitFaces, Ray};
use sinew_author::hair::{
    GroomDescription, GroomMakingError, GroomMaps, HairMap, HairRegion, HairSkin, HeadShape, generate_groom,
};
use sinew_suite::{person, surface_people};
use std::path::Path;
use std::sync::Arc;

/// Words in names of meshes that are no skin.
const NOT_SKIN: [&str; 8] = ["hair", "glasses", "helmet", "cube", "cylinder", "brow", "lash", "plane"];

fn description(name: &str) -> GroomDescription {
    let path = format!("{}/data/grooms/{name}.ron", env!("CARGO_MANIFEST_DIR"));
    GroomDescription::from_ron(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// The haircut with fewer strands, to be quick.
fn thin(name: &str) -> GroomDescription {
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
    let joints: Vec<JointId> = match person.skin.head() {
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
                Err(GroomMakingError::NoSkin { .. }) if name == "lashes" => continue,
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
    let text = description.to_ron().unwrap();
    let near = GroomMaps::from([("densty".to_owned(), HairMap::new(1, vec![1.0]).unwrap())]);
    let error = make(&description, &near).unwrap_err().in_text(&text).to_string();
    let line = text.lines().position(|line| line.contains("density_map")).unwrap() + 1;
    let message = "layers[0].density_map: no map called \"density\"; did you mean \"densty\"?";
    assert!(error.starts_with(&format!("line {line}, column ")) && error.contains(message), "{error}");
    let even = |value: f32| HairMap::new(2, vec![value; 4]).unwrap();
    let maps = |density, length| {
        GroomMaps::from([("density".to_owned(), even(density)), ("length".to_owned(), even(length))])
    };
    assert!(matches!(make(&description, &maps(0.0, 1.0)), Err(GroomMakingError::NoSkin { .. })));
    let mean = |groom: &Groom| {
        let guides = &groom.layers[0].guides;
        guides.iter().map(sinew::hair::ControlHair::length).sum::<f32>() / guides.len() as f32
    };
    description.layers[0].cut = None;
    let [long, short] = [1.0, 0.5].map(|length| mean(&make(&description, &maps(1.0, length)).unwrap()));
    assert!((short / long - 0.5).abs() < 0.05, "{short} {long}");
    assert!(matches!(make(&description, &maps(1.0, 0.0)), Err(GroomMakingError::NoSkin { .. })));
}

#[test]
fn texts_round_trip_and_wrong_values_have_places() {
    for file in std::fs::read_dir(sinew_suite::repository().join("data/grooms")).unwrap() {
        let path = file.unwrap().path();
        let groom_description = description(path.file_stem().unwrap().to_str().unwrap());
        assert_eq!(
            GroomDescription::from_ron(&groom_description.to_ron().unwrap()).unwrap(),
            groom_description
        );
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
        let error = GroomDescription::from_ron(text).unwrap_err().to_string();
        assert!(error.contains(location), "{text}: {error}");
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
