//! Items of set-ups: grips, second hands, what hands return to.

mod support;

use sinew::glam::{Affine3A, Vec3};
use sinew::humanoid::BodySide;
use sinew::ik::Grip;
use sinew::{Actor, FrameInput};
use sinew_setup::{Setup, SetupFile, SetupFiles};
use support::{data, from_text};

#[test]
fn items_are_held_by_their_handles_and_scaled() {
    let item = |fields: &str| {
        let setup = from_text(&format!(
            "(model: \"sinew.vrm\", attachments: {{\"rifle\": (model: \"hero/rifle.gltf\", {fields})}})"
        ));
        let setup = setup.map_err(|error| error.to_string())?;
        let actor = setup.actor().unwrap();
        let (_, item) = actor.attachments().next().unwrap();
        Ok::<_, String>(item.socket.offset.to_affine())
    };
    let plain = item("hand: Right").unwrap();
    // The node called grip lies 2 cm below the origin.
    for grip in ["Auto", "Node(\"grip\")"] {
        let held = item(&format!("hand: Right, grip: {grip}")).unwrap();
        let moved = plain.inverse() * held;
        assert!((moved.translation.y - 0.02).abs() < 1e-3, "{grip}: {moved:?}");
        assert!(moved.matrix3.y_axis.y > 0.99 && moved.matrix3.z_axis.z > 0.99, "{grip}: {moved:?}");
    }
    let large = plain.inverse() * item("hand: Right, scale: 2").unwrap();
    assert!((large.matrix3.x_axis.length() - 2.0).abs() < 1e-4 && large.translation.length() < 1e-4);
    for (fields, expected) in [
        ("hand: Right, grip: Node(\"grap\")", "did you mean \"grip\"?"),
        ("hand: Right, scale: 0", "scale: expected a number above 0"),
        ("joint: \"head\", grip: Auto", "only a hand has a grip"),
        ("hand: Right, second_hands: {\"left hand\": (node: \"stok\")}", "did you mean \"stock\"?"),
    ] {
        let error = item(fields).unwrap_err();
        assert!(error.contains(expected) && error.contains("line "), "{fields}: {error}");
    }
}

/// A staff that lies along X. +Y of both grips is along it; the lower one has a mesh too.
const STAFF: &str = r#"{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
"nodes": [{"name": "staff", "mesh": 0, "children": [1, 2]},
{"name": "upper grip", "translation": [0.15, 0, 0], "rotation": [0, 0, -0.70710678, 0.70710678]},
{"name": "lower grip", "mesh": 0, "translation": [-0.15, 0, 0], "rotation": [0, 0, -0.70710678, 0.70710678]}],
"meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
"accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, -0.1, 0], "max": [0.02, 0.4, 0.03]}],
"bufferViews": [{"buffer": 0, "byteLength": 36}],
"buffers": [{"byteLength": 36, "uri": "staff.bin"}]}"#;

/// A set-up whose files are those of `data`, and the staff.
fn with_staff(attachments: &str) -> Result<Setup, String> {
    let folder = data("");
    let files = move |path: &str| match path.rsplit('/').next() {
        Some("staff.gltf") => Ok(STAFF.as_bytes().to_vec()),
        Some("staff.bin") => {
            let corners = [0.0f32, -0.1, 0.0, 0.02, 0.4, 0.0, 0.0, 0.1, 0.03];
            Ok(corners.iter().flat_map(|number| number.to_le_bytes()).collect())
        }
        _ => std::fs::read(folder.join(path)).map_err(|error| error.to_string()),
    };
    let text = format!("(model: \"sinew.vrm\", attachments: {{{attachments}}})");
    let file = SetupFile::new("test.ron", text, SetupFiles::new(files)).map_err(|error| error.to_string())?;
    Setup::from_file(&file).map_err(|error| error.to_string())
}

#[test]
fn both_hands_hold_a_staff_the_same_way_by_its_nodes() {
    let setup = with_staff(
        r#""staff": (model: "staff.gltf", hand: Right, at: (rotation: (0, 0, 0)), grip: Node("upper grip"),
            second_hands: {"left hand": (node: "lower grip")})"#,
    )
    .unwrap();
    let mut actor = setup.actor().unwrap();
    for _ in 0..3 {
        actor.advance(1.0 / 60.0);
        actor.resolve(FrameInput::new(1.0 / 60.0, Affine3A::IDENTITY));
    }
    let (_, staff) = actor.attachments().next().unwrap();
    let staff = staff.actor.frame().world_from_model();
    let ik = actor.ik().unwrap();
    let goal = ik.goal(ik.rig().effector("left hand").unwrap()).unwrap();
    let sinew::rig::IkTarget::Socket(socket) = goal.target else { panic!("{goal:?}") };
    let on_staff = staff.inverse() * actor.frame().socket(&socket);
    // At the node, with the thumb along the staff: not the middle and the axes of the mesh, which is longer to one side.
    assert!(on_staff.translation.distance(Vec3::new(-0.15, 0.0, 0.0).into()) < 1e-4, "{on_staff}");
    assert!(on_staff.matrix3.y_axis.x > 0.999 && on_staff.matrix3.z_axis.z > 0.999, "{on_staff}");
    let (skeleton, body) = (setup.character().skeleton(), setup.character().humanoid().unwrap());
    let right = Grip::human(skeleton, body, BodySide::Right).unwrap().socket(&Affine3A::IDENTITY);
    let right = staff.inverse() * actor.frame().socket(&right);
    assert!(right.matrix3.y_axis.dot(on_staff.matrix3.y_axis) > 0.99, "{right}");
}

#[test]
fn at_moves_the_item_in_the_hand_as_on_the_command_line() {
    let grip_from_item = |fields: &str| {
        let setup = with_staff(&format!("\"staff\": (model: \"staff.gltf\", hand: Left, {fields})"))?;
        let (skeleton, body) = (setup.character().skeleton(), setup.character().humanoid().unwrap());
        let grip = Grip::human(skeleton, body, BodySide::Left).unwrap().socket(&Affine3A::IDENTITY);
        let actor = setup.actor().unwrap();
        let (_, item) = actor.attachments().next().unwrap();
        Ok::<_, String>(grip.offset.to_affine().inverse() * item.socket.offset.to_affine())
    };
    for grip in ["grip: Origin", "grip: Node(\"upper grip\")", "scale: 2"] {
        let plain = grip_from_item(grip).unwrap();
        let moved = |at: &str| grip_from_item(&format!("{grip}, at: ({at})")).unwrap() * plain.inverse();
        let offset = Affine3A::from_translation(Vec3::new(0.02, 0.0, 0.0));
        assert!(moved("position: (0.02, 0, 0)").abs_diff_eq(offset, 1e-4), "{grip}");
        let turn = Affine3A::from_rotation_y(std::f32::consts::FRAC_PI_2);
        assert!(moved("rotation: (0, 90, 0)").abs_diff_eq(turn, 1e-4), "{grip}");
        assert!(
            moved("position: (0.02, 0, 0), rotation: (0, 90, 0)").abs_diff_eq(offset * turn, 1e-4),
            "{grip}"
        );
    }
    let error = grip_from_item("at: (scale: 2)").unwrap_err();
    assert!(error.contains("expected scale beside at") && error.contains("line "), "{error}");
}

#[test]
fn hands_return_to_what_they_hold_and_to_sockets_of_the_rig() {
    let text = r#"(model: "sinew.vrm", ik: (human: true, parts: [
            Limb(name: "right hand", joints: ["rightUpperArm", "rightLowerArm", "rightHand"], grip: true),
            Limb(name: "left hand", joints: ["leftUpperArm", "leftLowerArm", "leftHand"], grip: true,
                follows: (joint: "rightHand", in_grip: true, position: (0, 0.2, 0))),
        ]),
        attachments: {
            "rifle": (model: "hero/rifle.gltf", hand: Right, second_hands: {"left hand": (position: (0, 0.03, 0.26))}),
            "spare": (model: "hero/rifle.gltf", hand: Right, put_away: true, second_hands: {"left hand": ()}),
        })"#;
    let setup = from_text(text).unwrap();
    let mut actor = setup.actor().unwrap();
    let left = actor.ik().unwrap().rig().effector("left hand").unwrap();
    let goal = |actor: &Actor| *actor.ik().unwrap().goal(left).unwrap();
    let on_rifle = goal(&actor);
    assert!(!actor.ik().unwrap().is_following(left), "it holds the rifle, whatever was put away");
    setup.hold(&mut actor, "spare", true).unwrap();
    assert_ne!(goal(&actor), on_rifle);
    setup.hold(&mut actor, "spare", false).unwrap();
    assert_eq!(goal(&actor), on_rifle);
    setup.hold(&mut actor, "rifle", false).unwrap();
    assert!(actor.ik().unwrap().is_following(left));
    setup.hold(&mut actor, "rifle", true).unwrap();
    setup.let_go(&mut actor, "rifle").unwrap();
    assert!(actor.ik().unwrap().is_following(left));
}
