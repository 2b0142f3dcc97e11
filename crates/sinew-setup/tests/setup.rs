//! Set-ups through their public names: the hero of the repository, shared files, hostile texts.

mod support;

use sinew::actor::ActorSnapshot;
use sinew::glam::{Affine3A, Vec3};
use sinew::humanoid::BodySide;
use sinew::ik::Grip;
use sinew::surface::{DecalLife, DecalSettings, HitFaces, LiveDecal, Ray, SurfaceEmitter};
use sinew::{Actor, FrameInput};
use sinew_setup::{Setup, SetupDescription, SetupFile, SetupFiles, setup_template};
use std::path::Path;
use std::sync::Arc;
use support::{data, from_text};

#[test]
fn the_hero_has_everything_on() {
    let setup = Setup::open(data("hero/hero.ron")).unwrap();
    assert_eq!(setup.findings(), []);
    let mut hero = setup.actor().unwrap();
    assert!(hero.graph().is_some() && hero.ik().is_some() && hero.face().is_some());
    assert!(hero.wrinkles().is_some() && hero.hair().is_some() && hero.decals().is_some());
    assert!(hero.ragdoll().is_some() && hero.attachments().count() == 1);
    hero.graph_mut().unwrap().set_parameter("speed", 1.0).unwrap();
    let mut transform = Affine3A::IDENTITY;
    for _ in 0..90 {
        transform = hero.advance(1.0 / 60.0).apply_to(transform);
        hero.resolve(FrameInput::new(1.0 / 60.0, transform));
        assert!(hero.frame().model().iter().all(|joint| joint.is_finite()));
    }
    assert!(transform.translation.length() > 0.5, "{transform}");
    // Both palms are on the rifle, which is where the right one is.
    let (skeleton, body) = (setup.character().skeleton(), setup.character().humanoid().unwrap());
    let palm = |side| {
        let grip = Grip::human(skeleton, body, side).unwrap().socket(&Affine3A::IDENTITY);
        hero.frame().socket(&grip).translation
    };
    let (_, rifle) = hero.attachments().next().unwrap();
    let rifle = rifle.actor.frame().world_from_model();
    assert!(rifle.translation.distance(palm(BodySide::Right)) < 1e-3);
    let fore_end = rifle.transform_point3(Vec3::new(0.0, 0.03, 0.26));
    assert!(Vec3::from(palm(BodySide::Left)).distance(fore_end) < 5e-3, "{}", palm(BodySide::Left));
    // A shot leaves a mark and a wound that bleeds.
    let ray = Ray::new(
        (transform * Affine3A::from_translation(Vec3::new(0.05, 0.8, 5.0))).translation.into(),
        Vec3::NEG_Z,
    );
    let hit = hero.hit(&ray, HitFaces::Front).unwrap();
    let blood = hero.decals().unwrap().decals().find_look("blood").unwrap();
    hero.add_decal(&hit.point, blood, &DecalSettings::new(0.02), DecalLife::default()).unwrap().unwrap();
    let wound = SurfaceEmitter::new(hit.point, 10.0).with_duration(0.5);
    hero.decals_mut().unwrap().add_wound(wound);
    for _ in 0..60 {
        hero.update(1.0 / 60.0);
    }
    let decals = hero.decals().unwrap();
    assert!(!decals.drips().is_empty() && decals.set().len() > 1, "no drop has left a trail");
    assert!(hero.hit(&Ray::new(Vec3::new(9.0, 0.8, 5.0), Vec3::NEG_Z), HitFaces::Front).is_none());
}

#[test]
fn items_are_put_away_and_held_again() {
    let setup = Setup::open(data("hero/hero.ron")).unwrap();
    let mut hero = setup.actor().unwrap();
    let id = setup.item("rifle").unwrap();
    let is_shown = |hero: &Actor| hero.attachment(id).unwrap().is_shown;
    let left =
        |hero: &Actor| hero.ik().unwrap().goal(hero.ik().unwrap().rig().find("left hand").unwrap()).is_some();
    assert!(is_shown(&hero) && left(&hero));
    setup.hold(&mut hero, "rifle", false).unwrap();
    assert!(!is_shown(&hero) && !left(&hero));
    setup.hold(&mut hero, "rifle", true).unwrap();
    assert!(is_shown(&hero) && left(&hero));
    let error = setup.hold(&mut hero, "rifel", true).unwrap_err().to_string();
    assert!(error.contains("did you mean \"rifle\"?"), "{error}");
}

#[test]
fn actors_share_what_does_not_change() {
    let setup = Setup::open(data("hero/hero.ron")).unwrap();
    let [one, other] = [(), ()].map(|()| setup.actor().unwrap());
    assert!(Arc::ptr_eq(one.clips(), other.clips()));
    assert!(Arc::ptr_eq(one.ik().unwrap().rig(), other.ik().unwrap().rig()));
    assert!(Arc::ptr_eq(one.face().unwrap().rig(), other.face().unwrap().rig()));
    assert!(Arc::ptr_eq(one.decals().unwrap().decals(), other.decals().unwrap().decals()));
    let items = [&one, &other].map(|actor| actor.attachments().next().unwrap().1.actor.character().clone());
    assert!(Arc::ptr_eq(&items[0], &items[1]));
}

/// The hero walks for some frames, bleeding.
fn walk(hero: &mut Actor, frames: usize, transform: &mut Affine3A) {
    for _ in 0..frames {
        *transform = hero.advance(1.0 / 60.0).apply_to(*transform);
        hero.resolve(FrameInput::new(1.0 / 60.0, *transform));
    }
}

/// A hero who has a wound.
fn wounded() -> (Setup, Actor, Affine3A) {
    let setup = Setup::open(data("hero/hero.ron")).unwrap();
    let (mut hero, mut transform) = (setup.actor().unwrap(), Affine3A::IDENTITY);
    hero.graph_mut().unwrap().set_parameter("speed", 1.0).unwrap();
    walk(&mut hero, 40, &mut transform);
    let ray = Ray::new(transform.transform_point3(Vec3::new(0.05, 0.8, 5.0)), Vec3::NEG_Z);
    let hit = hero.hit(&ray, HitFaces::Front).unwrap();
    hero.decals_mut().unwrap().add_wound(SurfaceEmitter::new(hit.point, 12.0).with_duration(2.0));
    walk(&mut hero, 40, &mut transform);
    (setup, hero, transform)
}

#[test]
fn snapshots_hold_items_decals_and_drops() {
    let (setup, mut hero, transform) = wounded();
    let mut snapshot = ActorSnapshot::default();
    hero.save(&mut snapshot);
    let mut seen = Vec::new();
    for _ in 0..2 {
        let mut at = transform;
        hero.restore(&snapshot).unwrap();
        walk(&mut hero, 50, &mut at);
        // Thrown away, which the snapshot knows nothing of.
        let rifle = setup.let_go(&mut hero, "rifle").unwrap();
        let decals = hero.decals().unwrap();
        let drops: Vec<_> = decals.drips().iter().cloned().collect();
        seen.push((rifle, drops, decals.set().iter().cloned().collect::<Vec<_>>()));
        hero.decals_mut().unwrap().clear();
    }
    let [one, other] = [&seen[0], &seen[1]];
    assert_eq!(one.0, other.0, "the rifle");
    assert_eq!(one.1, other.1, "the drops");
    // Revisions go on, so that a renderer sees that there is something else.
    let is_same =
        |a: &LiveDecal, b: &LiveDecal| (a.id, &a.decal, a.look, a.age) == (b.id, &b.decal, b.look, b.age);
    let differs = one.2.iter().zip(&other.2).find(|(a, b)| !is_same(a, b));
    assert!(differs.is_none() && one.2.len() == other.2.len(), "the decals: {differs:?}");
    assert!(!one.1.is_empty() && one.2.len() > 2, "{} {}", one.1.len(), one.2.len());
    hero.restore(&snapshot).unwrap();
    let (_, rifle) = hero.attachments().next().unwrap();
    assert!(rifle.world_from_item.is_none(), "it is in the hands again");
}

#[test]
fn decals_and_drops_go_along_when_the_body_is_teleported() {
    let (_, mut hero, transform) = wounded();
    let at = |hero: &Actor| -> Vec<Vec3> {
        let frame = hero.frame();
        let decals = hero.decals().unwrap().set().iter();
        decals.map(|decal| frame.surface(&decal.decal.center).position).collect()
    };
    let (before, drops) = (at(&hero), hero.decals().unwrap().drips().len());
    let far = Affine3A::from_translation(Vec3::new(300.0, 20.0, -50.0)) * transform;
    hero.resolve(FrameInput::new(1.0 / 60.0, far).with_teleport());
    let after = at(&hero);
    assert!(after.len() >= before.len() && after.len() <= before.len() + 8, "no streak of trails");
    assert!(hero.decals().unwrap().drips().len() <= drops + 2, "no spray of drops");
    for (before, after) in before.iter().zip(&after) {
        assert!(before.distance(*after) < 0.01, "in model space a decal stays: {before} {after}");
    }
    walk(&mut hero, 30, &mut { far });
    assert!(hero.decals().unwrap().drips().iter().all(|drip| drip.position.is_finite()));
}

#[test]
fn outfits_of_other_files_move_with_the_body() {
    // The character itself as clothes of its own: the meshes must lie where those of the body are.
    let setup = from_text(
        r#"(model: "sinew.vrm", outfits: {"bare": (), "twin": (files: ["sinew.vrm"])}, outfit: "twin")"#,
    )
    .unwrap();
    assert_eq!(setup.findings(), []);
    let mut actor = setup.actor().unwrap();
    let (character, count) = (setup.character().clone(), setup.character().mesh_instances().len());
    assert_eq!((setup.outfits().collect::<Vec<_>>(), count % 2), (vec!["bare", "twin"], 0));
    actor.play("run").unwrap();
    actor.update(0.3);
    let frame = actor.frame();
    let mut skins = [(); 2].map(|()| sinew::skinning::SkinnedVertices::default());
    for (own, twin) in character.mesh_instance_ids().zip(character.mesh_instance_ids().skip(count / 2)) {
        // Clips move the morph targets of the body alone.
        if !character.meshes()[character.mesh_instances()[own].mesh].morph_names.is_empty() {
            continue;
        }
        frame.skin_vertices(own, 0, &mut skins[0]);
        frame.skin_vertices(twin, 0, &mut skins[1]);
        assert_eq!(skins[0].positions, skins[1].positions, "{own:?}");
        assert!(frame.is_visible(twin));
    }
    setup.wear(&mut actor, Some("bare")).unwrap();
    let seen = character.mesh_instance_ids().filter(|id| actor.frame().is_visible(*id)).count();
    assert_eq!(seen, count / 2);
    assert!(setup.wear(&mut actor, Some("naked")).is_err());
}

#[test]
fn what_is_missing_is_a_finding_where_the_character_can_do_without() {
    let setup = from_text(
        r#"(
            model: "sinew.vrm",
            hide: ["no such mesh"],
            attachments: {"hat": (model: "hat.glb", joint: "head")},
            outfits: {"armour": (files: ["armour.glb"], hide: ["shirtt"])},
        )"#,
    )
    .unwrap();
    let fields: Vec<&str> = setup.findings().iter().map(|finding| finding.field.as_str()).collect();
    let expected = [
        "outfits[\"armour\"].files[0]",
        "outfits[\"armour\"].hide[0]",
        "hide[0]",
        "attachments[\"hat\"].model",
    ];
    assert_eq!(fields, expected);
    setup.actor().unwrap();
}

#[test]
fn errors_have_a_file_a_line_and_a_suggestion() {
    for (text, expected) in [
        (
            "(modle: \"a\")",
            "test.ron: line 1, column 2: no field \"modle\" in a set-up; did you mean \"model\"?",
        ),
        ("(model: \"\")", "test.ron: line 1, column 2: model: expected the path of a model"),
        ("(\n  model: \"nobody.vrm\")", "test.ron: line 2, column 3: model: nobody.vrm: "),
        (
            "(model: \"sinew.vrm\",\n graph: (output: Clip(clip: \"wlak\")))",
            "test.ron: line 2, column 10: graph.output: no clip called \"wlak\"; did you mean \"walk\"?",
        ),
        ("(model: \"sinew.vrm\", graph: (outptu: Rest))", "no field \"outptu\" in "),
        (
            "(model: \"sinew.vrm\",\nclips: [(file: \"sinew.vrm\", only: [\"rn\"])])",
            "test.ron: line 2, column 29: clips[0].only[0]: sinew.vrm has no clip called \"rn\"; did you mean",
        ),
        ("(model: \"sinew.vrm\", play: \"rum\")", "test.ron: line 1, column 22: play: "),
        (
            "(model: \"sinew.vrm\", attachments: {\"hat\": (model: \"x\", joint: \"haed\")})",
            "attachments[\"hat\"].joint: no joint or human bone called \"haed\"; did you mean",
        ),
        ("(model: \"sinew.vrm\", attachments: {\"hat\": (model: \"x\")})", "expected a joint or a hand"),
        (
            "(model: \"sinew.vrm\", levels: [(distance: -1)])",
            "test.ron: line 1, column 32: levels[0].distance: -1 is no distance",
        ),
        ("(model: \"sinew.vrm\", hair: (grooms: [\"grooms/lng.ron\"]))", "hair.grooms[0]: grooms/lng.ron: "),
        ("(model: \"sinew.vrm\", wrinkles: \"grooms/long.ron\")", "grooms/long.ron: line "),
        (
            "(model: \"sinew.vrm\", ragdoll: (leave_out: [\"taill\"]))",
            "ragdoll.leave_out[0]: no joint called",
        ),
        (
            "(model: \"sinew.vrm\",\n ragdoll: (mass: 0))",
            "test.ron: line 2, column 12: ragdoll.mass: a mass of 0 is not possible; expected kg",
        ),
        ("(model: \"sinew.vrm\", ragdoll: (mass: -70))", "ragdoll.mass: a mass of -70 is not possible"),
        ("(model: \"sinew.vrm\", ragdoll: (mass: NaN))", "ragdoll.mass: a mass of NaN is not possible"),
        ("(model: \"sinew.vrm\", ragdoll: (mass: inf))", "ragdoll.mass: a mass of inf is not possible"),
        (
            "(model: \"sinew.vrm\", ragdoll: (get_up_after: 0))",
            "ragdoll.get_up_after: 0: expected seconds, at least 0.1",
        ),
        ("(model: \"sinew.vrm\", scale: -1)", "scale: -1 is no scale"),
        (
            "(model: \"sinew.vrm\", bones: {\"hip\": \"x\"})",
            "bones[\"hip\"]: no human bone \"hip\"; did you mean",
        ),
        ("(model: \"sinew.vrm\", decals: (trails: \"blod\", looks: {}))", "decals.trails: no look called"),
        (
            "(model: \"sinew.vrm\", face: (emotion: (\"hapy\", 1)))",
            "no emotion called \"hapy\"; did you mean",
        ),
        ("(model: \"data/sinew.vrm\", model: \"x\")", "line 1"),
    ] {
        let error =
            from_text(text).and_then(|setup| setup.actor().map(|_| ()).map_err(|error| error.to_string()));
        let error = error.unwrap_err();
        assert!(error.contains(expected), "{text}\n{error}\n{expected}");
    }
}

#[test]
fn damaged_texts_are_errors() {
    let text = std::fs::read_to_string(data("hero/hero.ron")).unwrap();
    assert!(SetupDescription::from_ron(&text).is_ok());
    for end in (0..text.len() - 3).filter(|end| text.is_char_boundary(*end)) {
        assert!(SetupDescription::from_ron(&text[..end]).is_err(), "{end}");
        for letter in ["(", "\"", "}", "-", "é"] {
            let mut damaged = text.clone();
            damaged.replace_range(end..end + 1, letter);
            let _ = SetupDescription::from_ron(&damaged);
        }
    }
    assert!(SetupDescription::from_ron(&"(attachments:{\"a\":".repeat(10_000)).is_err());
}

#[test]
fn descriptions_come_back_from_their_text() {
    let text = std::fs::read_to_string(data("hero/hero.ron")).unwrap();
    let described = SetupDescription::from_ron(&text).unwrap();
    let written = described.to_ron().unwrap();
    assert_eq!(SetupDescription::from_ron(&written).unwrap(), described, "{written}");
}

#[test]
fn a_character_file_is_a_set_up() {
    let setup = Setup::open(data("sinew.vrm")).unwrap();
    let mut actor = setup.actor().unwrap();
    actor.update(0.5);
    assert!(actor.playback().is_some() && actor.ik().is_some() && actor.face().is_some());
    // The template of the same file gives the same character.
    let imported = sinew_import::import_file(data("sinew.vrm")).unwrap();
    let text = setup_template("sinew.vrm", &imported);
    let again = from_text(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(again.clips().len(), setup.clips().len());
    assert_eq!(again.ragdoll().unwrap().parts().len(), setup.ragdoll().unwrap().parts().len());
}

#[test]
fn templates_of_shared_characters_open_and_play() {
    for path in [
        "vrm/Godette_vrm_v4.vrm",
        "vrm/cryptovoxels.vrm",
        "gltf/kaykit/Knight.glb",
        "fbx/animation_with_skeleton.fbx",
    ] {
        let Some(file) = test_needs::asset(path) else { continue };
        let imported = sinew_import::import_file(&file).unwrap();
        let text = setup_template(&file.display().to_string(), &imported);
        let opened = SetupFile::new("template.ron", text, SetupFiles::beside(Path::new(""))).unwrap();
        let setup = Setup::from_file(&opened).unwrap_or_else(|error| panic!("{path}: {error}"));
        let mut actor = setup.actor().unwrap();
        (0..30).for_each(|_| actor.update(1.0 / 30.0));
        assert!(actor.frame().model().iter().all(|joint| joint.is_finite()), "{path}");
    }
}

#[test]
fn clothes_of_a_part_of_a_rig_follow_the_bones_of_their_names() {
    // The vest has joints called hips to upperChest, and arms without hands: no humanoid.
    let Some(model) = test_needs::asset("vrm/Godette_vrm_v4.vrm") else { return };
    let text = format!(
        "(model: {:?}, outfits: {{\"vest\": (files: [\"hero/vest.glb\"])}})",
        model.display().to_string()
    );
    let file = SetupFile::new("vest.ron", text, SetupFiles::beside(&data("vest.ron"))).unwrap();
    let setup = Setup::from_file(&file).unwrap();
    assert_eq!(setup.findings(), []);
    let (character, skeleton) = (setup.character(), setup.character().skeleton());
    let chest = skeleton.joints().filter(|joint| skeleton.name(*joint) == "chest").count();
    assert_eq!(chest, 0, "no second skeleton: {}", character.skeleton().len());
}

#[test]
fn bones_that_a_body_lacks_are_those_above_them() {
    // This body has no upper chest.
    let Some(model) = test_needs::asset("vrm/Godette_vrm_v4.vrm") else { return };
    let text = format!(
        "(model: {:?}, attachments: {{\"hat\": (model: \"hero/rifle.gltf\", joint: \"upperChest\")}})",
        model.display().to_string()
    );
    let file = SetupFile::new("hat.ron", text, SetupFiles::beside(&data("hat.ron"))).unwrap();
    let setup = Setup::from_file(&file).unwrap_or_else(|error| panic!("{error}"));
    let actor = setup.actor().unwrap();
    let (_, item) = actor.attachments().next().unwrap();
    let body = setup.character().humanoid().unwrap();
    assert_eq!(item.socket.joint, body.joint(sinew::humanoid::HumanBone::Chest).unwrap());
}

#[test]
fn lengths_in_centimetres_are_findings() {
    let setup = from_text(
        r#"(model: "sinew.vrm", attachments: {"rifle": (
            model: "hero/rifle.gltf", hand: Right, carried: ("upperChest", (position: (-9, 0, 19))),
            second_hands: {"left hand": (position: (0, 3, 20))},
        )})"#,
    );
    let setup = setup.unwrap();
    let found: Vec<String> = setup.findings().iter().map(ToString::to_string).collect();
    assert!(found[0].starts_with("attachments[\"rifle\"].carried: 21.0 m is farther"), "{found:?}");
    assert!(found[1].starts_with("attachments[\"rifle\"].second_hands[\"left hand\"]: "), "{found:?}");
}

#[test]
fn masses_that_no_body_has_are_findings() {
    let found = |ragdoll: &str| {
        let setup = from_text(&format!("(model: \"sinew.vrm\", ragdoll: ({ragdoll}))")).unwrap();
        setup.findings().iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    for usual in ["", "mass: 20", "mass: 75", "mass: 300", "leave_out: [\"head\"], mass: 60"] {
        assert_eq!(found(usual), [""; 0], "{usual}");
    }
    let heavy = found("mass: 50000");
    assert!(
        heavy.len() == 1
            && heavy[0].starts_with("ragdoll.mass: 50000 kg is too heavy for a body of 77 litres"),
        "{heavy:?}"
    );
    let light = found("mass: 0.05, leave_out: [\"head\"]");
    assert!(light.len() == 1 && light[0].starts_with("ragdoll.mass: 0.05 kg is too light"), "{light:?}");
    // One that is described.
    let described = |mass: f32| {
        found(&format!(
            "description: (parts: [(joint: \"hips\", mass: {mass}, shapes: [Sphere(center: (0, 0, 0), radius: 0.1)])])"
        ))
    };
    assert_eq!(described(5.0), [""; 0]);
    assert!(described(5000.0)[0].starts_with("ragdoll.description: 5000 kg is too heavy for a body of 4"));
}

#[test]
fn templates_and_errors_list_the_same_emotions() {
    let imported = sinew_import::import_file(data("sinew.vrm")).unwrap();
    let template = setup_template("sinew.vrm", &imported);
    let listed = template.split_once("; emotions: ").unwrap().1.split_once(".\n").unwrap().0;
    let setup = from_text("(model: \"sinew.vrm\", face: (emotion: (\"puzzled\", 1)))").unwrap();
    let error = setup.actor().unwrap_err().to_string();
    let known = error.split_once("there are ").unwrap().1.replace('"', "");
    assert_eq!(listed, known);
    assert!(
        ["happy", "disgusted"].iter().all(|emotion| known.contains(emotion)) && !known.contains("blink"),
        "{known}"
    );
}
