//! Tests of wrinkle maps and area strain on a fan of triangles.

use super::*;
use crate::Skeleton;
use crate::character::{Image, Material, Mesh, MeshInstance, Primitive};
use crate::morph::MorphTarget;
use crate::skeleton::Joint;
use crate::{Actor, Character, CharacterParts, FrameInput};
use glam::{Affine3A, Vec2, Vec3};
use std::sync::Arc;

/// A fan of six triangles around vertex 0 with the given morph targets; each moves all vertices but the first
/// outwards by their own length.
fn character(morphs: &[&str]) -> Character {
    let rim = |n: usize| {
        let (sin, cos) = crate::math::ops::sin_cos(n as f32 * std::f32::consts::TAU / 6.0);
        Vec3::new(cos, sin, 0.0) * 0.01 + Vec3::Y * 1.6
    };
    let positions: Vec<Vec3> = std::iter::once(Vec3::Y * 1.6).chain((0..6).map(rim)).collect();
    let outwards: Vec<Vec3> = positions.iter().map(|p| *p - Vec3::Y * 1.6).collect();
    let target = MorphTarget::from_dense(7, &outwards, &[], &[]).unwrap();
    let primitive = Primitive {
        material: Some(crate::character::MaterialId(0)),
        normals: vec![Vec3::Z; 7],
        uvs: vec![vec![Vec2::ZERO; 7]],
        indices: (1..7).flat_map(|n| [0, n, n % 6 + 1]).collect(),
        morph_targets: vec![target; morphs.len()],
        file_vertices: (0..7).collect(),
        file_vertex_count: 7,
        positions,
        ..Primitive::default()
    };
    let morph_names: Vec<String> = morphs.iter().map(|&name| name.to_owned()).collect();
    let mesh =
        Mesh { name: "face".into(), primitives: vec![primitive], morph_names, shares_file_vertices: false };
    let instance = MeshInstance {
        node: crate::JointId(0),
        mesh: crate::character::MeshId(0),
        skin: None,
        weights: vec![0.0; morphs.len()],
        skinning: crate::character::SkinningMethod::Linear,
        visible: true,
    };
    let joint = Joint { name: "head".into(), parent: None, rest: crate::Transform::IDENTITY, in_scene: true };
    Character::new(CharacterParts {
        skeleton: Skeleton::new(vec![joint]).unwrap(),
        meshes: vec![mesh],
        mesh_instances: vec![instance],
        materials: vec![Material { name: "Skin".into(), ..Material::default() }],
        ..CharacterParts::default()
    })
    .unwrap()
}

fn image(name: &str) -> Result<Image, String> {
    match name {
        "missing.png" => Err("there is no such file".into()),
        _ => Ok(Image { name: name.into(), mime: "image/png".into(), encoded: None }),
    }
}

fn map(text: &str, character: &Character) -> Result<WrinkleMap, WrinkleError> {
    let description = WrinkleMapDescription::from_ron(text)?;
    WrinkleMap::from_description(&description, character, &mut image).map_err(|error| error.in_text(text))
}

const MAP: &str = r#"(
    layers: {"folds": (normal: "n.png")},
    masks: [(image: "m.png", regions: ["brow", "frown"])],
    drivers: [
        (region: "brow", layer: "folds", inputs: [ArKit("browInnerUp")], threshold: 0.2, gain: 1.25),
        (region: "frown", layer: "folds", inputs: [Morph("a"), Morph("b")], curve: Power(2)),
    ],
    times: (normal: 0, surface: 0.5, color: 2),
)"#;

#[test]
fn products_thresholds_and_curves_give_strengths_and_each_channel_has_its_time() {
    let character = Arc::new(character(&["a", "b", "browInnerUp_L"]));
    let map = Arc::new(map(MAP, &character).unwrap());
    let mut actor = Actor::without_clips(character.clone());
    actor.set_wrinkles(Some(map)).unwrap();
    let show = |actor: &mut Actor, dt: f32, weights: [f32; 3]| {
        for ((id, _), weight) in character.morph_targets().zip(weights) {
            actor.face_mut().unwrap().set_morph(id, weight).unwrap();
        }
        actor.resolve(FrameInput::new(dt, Affine3A::IDENTITY));
        WrinkleChannel::ALL.map(|channel| actor.frame().wrinkle_weights(channel).to_vec())
    };
    assert_eq!(show(&mut actor, 0.0, [1.0, 0.0, 0.2])[0], [0.0, 0.0]);
    let [normal, surface, color] = show(&mut actor, 0.5, [0.8, 0.5, 0.6]);
    // (0.6 − 0.2) · 1.25 and (0.8 · 0.5)².
    assert!((normal[0] - 0.5).abs() < 1e-6 && (normal[1] - 0.16).abs() < 1e-6, "{normal:?}");
    let share = |strength: f32, time: f32| strength * (1.0 - (-0.5f32 / time).exp());
    assert!((surface[0] - share(0.5, 0.5)).abs() < 1e-5, "{surface:?}");
    assert!((color[0] - share(0.5, 2.0)).abs() < 1e-5, "{color:?}");
    // Without time nothing goes on.
    let again = show(&mut actor, 0.0, [0.8, 0.5, 0.6]);
    assert_eq!(again, [normal, surface, color]);
    let rest = show(&mut actor, 1000.0, [0.0; 3]);
    assert!(rest.iter().flatten().all(|strength| *strength == 0.0), "{rest:?}");
}

#[test]
fn a_map_of_another_character_is_refused() {
    let wrinkle_map = Arc::new(map(MAP, &character(&["a", "b", "browInnerUp"])).unwrap());
    for names in [["b", "a", "browInnerUp"], ["a", "c", "browInnerUp"]] {
        let mut actor = Actor::without_clips(Arc::new(character(&names)));
        let error = actor.set_wrinkles(Some(wrinkle_map.clone())).unwrap_err().to_string();
        assert_eq!(error, "the wrinkle map was made for another character");
        assert!(actor.wrinkles().is_none());
    }
}

#[test]
fn one_long_step_is_as_two_short_ones() {
    let character = Arc::new(character(&["a", "b", "browInnerUp"]));
    let map = Arc::new(map(MAP, &character).unwrap());
    let run = |steps: &[f32]| {
        let mut actor = Actor::without_clips(character.clone());
        actor.set_wrinkles(Some(map.clone())).unwrap();
        actor.resolve(FrameInput::new(0.0, Affine3A::IDENTITY));
        let (id, _) = character.morph_targets().nth(2).unwrap();
        actor.face_mut().unwrap().set_morph(id, 1.0).unwrap();
        steps.iter().for_each(|dt| actor.resolve(FrameInput::new(*dt, Affine3A::IDENTITY)));
        actor.frame().wrinkle_weights(WrinkleChannel::Color)[0]
    };
    assert!((run(&[1.0]) - run(&[0.25, 0.75])).abs() < 1e-6);
    assert!(run(&[1.0]) > 0.3);
}

#[test]
fn regions_set_by_hand_and_intensity_replace_and_scale_the_drivers() {
    let character = Arc::new(character(&["a", "b", "browInnerUp"]));
    let mut actor = Actor::without_clips(character.clone());
    actor.set_wrinkles(Some(Arc::new(map(MAP, &character).unwrap()))).unwrap();
    let wrinkles = actor.wrinkles_mut().unwrap();
    assert!(wrinkles.set_region("frown", Some(0.5)) && !wrinkles.set_region("chin", Some(1.0)));
    wrinkles.set_intensity(0.5);
    actor.update(0.0);
    assert_eq!(actor.frame().wrinkle_weights(WrinkleChannel::Normal), [0.0, 0.25]);
    actor.wrinkles_mut().unwrap().set_region("frown", None);
    actor.update(0.0);
    assert_eq!(actor.frame().wrinkle_weights(WrinkleChannel::Normal), [0.0, 0.0]);
}

#[test]
fn a_region_of_one_layer_is_set_by_hand_and_given_back() {
    let character = Arc::new(character(&["a", "b", "browInnerUp"]));
    let text = MAP.replace("layers: {", "layers: {\"stretch\": (normal: \"s.png\"), ");
    let mut actor = Actor::without_clips(character.clone());
    actor.set_wrinkles(Some(Arc::new(map(&text, &character).unwrap()))).unwrap();
    let wrinkles = actor.wrinkles_mut().unwrap();
    assert!(!wrinkles.set_region_of_layer("strech", "frown", Some(1.0)));
    assert!(!wrinkles.set_region_of_layer("stretch", "chin", Some(1.0)));
    assert!(wrinkles.set_region_of_layer("stretch", "frown", Some(2.0)));
    // Layers in the order of their names: folds, stretch.
    assert_eq!((wrinkles.region_by_hand(1, 1), wrinkles.region_by_hand(0, 1)), (Some(1.0), None));
    assert_eq!((wrinkles.region_by_hand(1, 2), wrinkles.region_by_hand(2, 0)), (None, None));
    let driven = [(0, 0), (0, 1), (1, 0), (1, 1), (0, 2)];
    let driven = driven.map(|(layer, region)| wrinkles.map().is_driven(layer, region));
    assert_eq!(driven, [true, true, false, false, false]);
    actor.update(0.0);
    assert_eq!(actor.frame().wrinkle_weights(WrinkleChannel::Normal), [0.0, 0.0, 0.0, 1.0]);
    assert!(actor.wrinkles().unwrap().is_at_rest(), "the first update has no delay");
    actor.wrinkles_mut().unwrap().clear_regions();
    actor.update(0.1);
    assert_eq!(actor.frame().wrinkle_weights(WrinkleChannel::Normal), [0.0; 4]);
    assert!(!actor.wrinkles().unwrap().is_at_rest(), "colour follows slowly");
    actor.update(60.0);
    assert!(actor.wrinkles().unwrap().is_at_rest());
}

#[test]
fn further_materials_have_images_of_their_own_for_the_same_regions() {
    let mut parts = character(&["a", "b", "browInnerUp"]).into_parts();
    parts.materials.push(Material { name: "Lips".into(), ..Material::default() });
    let character = Character::new(parts).unwrap();
    let text = MAP.replacen(
        "masks:",
        "material: \"Skin\", materials: {\"Lips\": (layers: {\"folds\": (normal: \"ln.png\")}, \
         masks: [\"lm.png\"])}, masks:",
        1,
    );
    let made = map(&text, &character).unwrap();
    let names: Vec<_> = made
        .materials()
        .iter()
        .map(|material| {
            (
                material.material.0,
                material.images[0].normal.clone().unwrap().name,
                material.masks[0].name.clone(),
            )
        })
        .collect();
    assert_eq!(names, [(0, "n.png".into(), "m.png".into()), (1, "ln.png".into(), "lm.png".into())]);
    assert_eq!((made.mask_count(), made.strength_count()), (1, 2));
    for (from, to, expected) in [
        ("\"Lips\"", "\"Lisp\"", "materials[\"Lisp\"]: no material called \"Lisp\"; did you mean \"Lips\"?"),
        ("\"Lips\"", "\"Skin\"", "materials[\"Skin\"]: the material has wrinkles already"),
        ("[\"lm.png\"]", "[]", "materials[\"Lips\"].masks: 0 images; expected 1, one for each of `masks`"),
        (
            "{\"folds\": (normal: \"ln",
            "{\"fold\": (normal: \"ln",
            "no layer called \"fold\"; did you mean \"folds\"?",
        ),
        ("ln.png", "missing.png", "materials[\"Lips\"].layers[\"folds\"].normal: image \"missing.png\""),
        ("lm.png", "missing.png", "materials[\"Lips\"].masks[0]: image \"missing.png\""),
    ] {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from}");
        let error = map(&changed, &character).unwrap_err().to_string();
        assert!(error.contains(expected) && error.starts_with("line"), "{error}\n{expected}");
    }
    let description = WrinkleMapDescription::from_ron(&text).unwrap();
    assert_eq!(WrinkleMapDescription::from_ron(&description.to_ron().unwrap()).unwrap(), description);
}

#[test]
fn errors_have_line_and_column_and_similar_names() {
    let character = character(&["a", "b", "browInnerUp"]);
    for (from, to, expected) in [
        (
            "layers",
            "layer",
            "line 2, column 5: no field \"layer\" in a wrinkle map; did you mean \"layers\"?",
        ),
        (
            "\"brow\", layer",
            "\"brwo\", layer",
            "line 5, column 10: drivers[0].region: no region called \"brwo\"; did you mean \"brow\"?",
        ),
        (
            "layer: \"folds\", inputs: [A",
            "layer: \"fold\", inputs: [A",
            "drivers[0].layer: no layer called \"fold\"; did you mean \"folds\"?",
        ),
        (
            "browInnerUp",
            "browInerUp",
            "drivers[0].inputs[0]: no morph target of the ARKit shape called \"browInerUp\"; \
             did you mean \"browInnerUp\"?",
        ),
        ("Morph(\"b\")", "Expression(\"b\")", "drivers[1].inputs[1]: no expression called \"b\""),
        (
            "Morph(\"b\")",
            "Joint(joint: \"neck\", axis: (1, 0, 0), to: 1)",
            "drivers[1].inputs[1].joint: no joint called \"neck\"",
        ),
        (
            "Morph(\"b\")",
            "Morf(\"b\")",
            "no input called \"Morf\"; did you mean \"Morph\"? there are Expression, Morph, ArKit, Joint",
        ),
        ("[Morph(\"a\"), Morph(\"b\")]", "[]", "drivers[1].inputs: there is no input"),
        ("threshold: 0.2", "threshold: NaN", "drivers[0].threshold: NaN; expected a number"),
        ("Power(2)", "Power(0)", "drivers[1].curve: 0; expected an exponent"),
        ("n.png", "missing.png", "layers[\"folds\"].normal: image \"missing.png\": there is no such file"),
        ("color: 2", "color: -1", "times.color: -1; expected seconds from 0 to 60"),
        ("\"frown\"]", "\"brow\"]", "masks[0].regions[1]: duplicate region \"brow\""),
        ("\"frown\"]", "\"frown\", \"c\", \"d\", \"e\"]", "masks[0].regions: 5 entries; expected at most 4"),
        ("layers: {\"folds\": (normal: \"n.png\")}", "layers: {}", "layers: there is no layer"),
        (
            "(\n    layers",
            "(material: \"Skni\",\n    layers",
            "material: no material called \"Skni\"; did you mean \"Skin\"?",
        ),
    ] {
        let text = MAP.replacen(from, to, 1);
        assert_ne!(text, MAP, "{from}");
        let error = map(&text, &character).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}\n{expected}");
        assert!(error.starts_with("line"), "{error}");
    }
}

#[test]
fn descriptions_come_back_from_their_text_and_damaged_texts_are_errors() {
    let description = WrinkleMapDescription::from_ron(MAP).unwrap();
    let text = description.to_ron().unwrap();
    assert_eq!(WrinkleMapDescription::from_ron(&text).unwrap(), description, "{text}");
    for end in (0..MAP.len() - 1).filter(|end| MAP.is_char_boundary(*end)) {
        assert!(WrinkleMapDescription::from_ron(&MAP[..end]).unwrap_err().to_string().starts_with("line"));
    }
}

#[test]
fn strain_is_the_logarithm_of_the_area_ratio() {
    let character = Arc::new(character(&["grow"]));
    let (instance, _) = (character.mesh_instance_ids().next().unwrap(), ());
    let rings = StrainRings::new(&character, instance, 0).unwrap();
    // A closed fan: the first neighbour comes again at the end.
    assert_eq!((rings.around(0).len(), rings.around(1).len()), (7, 3));
    let mut actor = Actor::without_clips(character.clone());
    let (mut scratch, mut strain) = (StrainScratch::default(), Vec::new());
    for (weight, expected) in [(0.0, 0.0), (1.0, 4f32.ln()), (-0.5, 0.25f32.ln()), (-1.0, -MAX_AREA_STRAIN)] {
        let (id, _) = character.morph_targets().next().unwrap();
        actor.face_mut().unwrap().set_morph(id, weight).unwrap();
        actor.update(0.0);
        actor.frame().area_strain(&rings, &mut scratch, &mut strain);
        assert_eq!(strain.len(), 7);
        assert!(strain.iter().all(|value| (value - expected).abs() < 2e-6), "{weight}: {strain:?}");
    }
}
