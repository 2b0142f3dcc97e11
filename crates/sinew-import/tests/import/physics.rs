//! Rigid bodies: KHR_physics_rigid_bodies and KHR_implicit_shapes.

use serde_json::{Value, json};
use sinew::glam::{Quat, Vec3};
use sinew::limit::Swing;
use sinew::ragdoll::{PartShape, Ragdoll};
use sinew_import::{Imported, NoFiles, import};

fn body(mass: f32, more: Value) -> Value {
    let mut body = json!({ "motion": { "mass": mass }, "collider": { "geometry": { "shape": 0 } } });
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    json!({ "KHR_physics_rigid_bodies": body })
}

/// Two bodies, one metre above one another, with a joint between a frame of the upper node (3) and one of the
/// lower (4).
fn pair(upper: Value, joint: Value, limits: Value) -> Value {
    json!({
        "asset": { "version": "2.0" },
        "extensionsUsed": ["KHR_physics_rigid_bodies", "KHR_implicit_shapes"],
        "nodes": [
            { "name": "lower", "children": [1, 2, 4], "extensions": body(4.0, json!({})) },
            { "name": "upper", "translation": [0, 1, 0], "children": [3], "extensions": body(2.0, upper) },
            { "name": "shape", "translation": [0.5, 0, 0], "scale": [2, 2, 2], "extensions": {
                "KHR_physics_rigid_bodies": { "collider": { "geometry": { "shape": 1 } } }
            } },
            { "name": "frame of the upper" },
            { "name": "frame of the lower", "translation": [0, 1, 0], "extensions": {
                "KHR_physics_rigid_bodies": { "joint": joint }
            } }
        ],
        "extensions": {
            "KHR_implicit_shapes": { "shapes": [
                { "type": "capsule", "capsule": { "height": 0.4, "radiusBottom": 0.1, "radiusTop": 0.1 } },
                { "type": "box", "box": { "size": [0.2, 0.4, 0.6] } },
                { "type": "cylinder", "cylinder": { "height": 1.0, "radiusBottom": 0.2, "radiusTop": 0.2 } },
                { "type": "plane", "plane": {} },
                { "type": "sphere", "sphere": { "radius": -1 } },
                { "type": "sphere", "sphere": { "radius": 0.25 } }
            ] },
            "KHR_physics_rigid_bodies": { "physicsJoints": [{ "limits": limits }] }
        }
    })
}

fn point() -> Value {
    json!({ "linearAxes": [0, 1, 2], "min": 0, "max": 0 })
}

fn read(json: &Value) -> Imported {
    import(json.to_string().as_bytes(), &NoFiles).unwrap()
}

fn ragdoll(read: &Imported) -> Ragdoll {
    let description = read.ragdoll.as_ref().unwrap_or_else(|| panic!("{:?}", read.report));
    Ragdoll::from_description(description, &read.character).unwrap()
}

/// Messages with this code.
fn findings(read: &Imported, code: &str) -> Vec<String> {
    let diagnostics = read.report.diagnostics().iter().filter(|diagnostic| diagnostic.code == code);
    diagnostics.map(ToString::to_string).collect()
}

#[test]
fn bodies_become_parts() {
    let limits = json!([point(), { "angularAxes": [0], "min": -0.5, "max": 1.0 },
        { "angularAxes": [1, 2], "min": 0, "max": 0 }]);
    let it = read(&pair(json!({}), json!({ "connectedNode": 3, "joint": 0 }), limits));
    let ragdoll_read = ragdoll(&it);
    let [lower, upper] = ragdoll_read.parts() else { panic!() };
    assert_eq!((lower.mass.mass, upper.mass.mass, upper.parent), (4.0, 2.0, Some(0)));
    assert_eq!(
        lower.shapes,
        [
            PartShape::Capsule { ends: [Vec3::Y * -0.2, Vec3::Y * 0.2], radius: 0.1 },
            PartShape::Box {
                center: Vec3::X * 0.5,
                rotation: Quat::IDENTITY,
                half: Vec3::new(0.2, 0.4, 0.6)
            }
        ]
    );
    assert_eq!(upper.limit.swing(), &Swing::Fixed);
    assert_eq!(upper.limit.bone(), Vec3::X);
    let range = upper.limit.twist().unwrap();
    assert!((range.min() + 0.5).abs() < 1e-5 && (range.max() - 1.0).abs() < 1e-5);
    assert_eq!(it.report.diagnostics(), []);
}

/// Angles are those of the connected node in the node of the joint.
#[test]
fn a_joint_on_the_upper_body_is_reversed() {
    let limits = json!([point(), { "angularAxes": [0], "min": -0.5, "max": 1.0 },
        { "angularAxes": [1, 2], "min": 0, "max": 0 }]);
    let mut json = pair(json!({}), json!(null), limits);
    json["nodes"][4]["extensions"] = json!({});
    json["nodes"][3]["extensions"] =
        json!({ "KHR_physics_rigid_bodies": { "joint": { "connectedNode": 4, "joint": 0 } } });
    let it = read(&json);
    let range = ragdoll(&it).parts()[1].limit.twist().unwrap();
    assert!((range.min() + 1.0).abs() < 1e-5 && (range.max() - 0.5).abs() < 1e-5, "{range:?}");
}

#[test]
fn frames_turn_the_axes_and_the_reference() {
    let limits = json!([point(), { "angularAxes": [1, 2], "min": 0, "max": 0.7 },
        { "angularAxes": [0], "min": -0.2, "max": 0.3 }]);
    let mut json = pair(json!({}), json!({ "connectedNode": 3, "joint": 0 }), limits);
    let half = std::f32::consts::FRAC_1_SQRT_2;
    json["nodes"][4]["rotation"] = json!([0, 0, half, half]);
    let it = read(&json);
    let ragdoll_read = ragdoll(&it);
    let upper = &ragdoll_read.parts()[1];
    // The X axis of the lower frame is Y; the upper frame is aligned with it once the upper body has turned
    // by as much.
    assert!(upper.limit.bone().distance(Vec3::Y) < 1e-5);
    assert!(upper.reference.abs_diff_eq(Quat::from_rotation_z(std::f32::consts::FRAC_PI_2), 1e-5));
    for about in [Vec3::X, Vec3::Z] {
        assert!((upper.limit.violation(Quat::from_axis_angle(about, 0.8)) - 0.1).abs() < 1e-3);
    }
    assert!((upper.limit.violation(Quat::from_rotation_y(0.5)) - 0.2).abs() < 1e-3);
    assert!((upper.limit.violation(Quat::from_rotation_y(-0.5)) - 0.3).abs() < 1e-3);
}

#[test]
fn what_ragdolls_do_not_have_is_reported() {
    let joint = || json!({ "connectedNode": 3, "joint": 0 });
    let plain = |upper: Value| pair(upper, joint(), json!([point()]));
    let changed = |at: &str, value: Value| {
        let mut json = plain(json!({}));
        *json.pointer_mut(at).unwrap() = value;
        json
    };
    let shape = |n: usize| json!({ "collider": { "geometry": { "shape": n } } });
    for (json, code, expected) in [
        (plain(shape(2)), "physics-left-out", "the cylinder becomes the hull"),
        (plain(shape(3)), "physics-left-out", "\"plane\" is no shape of a ragdoll"),
        (plain(shape(4)), "physics-left-out", "a sphere with a radius above 0"),
        (plain(shape(9)), "physics-reference", "shape 9 does not exist"),
        (plain(json!({ "trigger": {} })), "physics-left-out", "triggers (1)"),
        (plain(json!({ "motion": { "gravityFactor": 0.5 } })), "physics-left-out", "gravity factors (1)"),
        (
            plain(json!({ "motion": { "linearVelocity": [1, 0, 0] } })),
            "physics-left-out",
            "initial velocities (1)",
        ),
        (plain(json!({ "motion": { "mass": 0 } })), "physics", "expected a mass of finite numbers above 0"),
        (plain(json!({ "motion": { "inertiaDiagonal": [1, 0, 1] } })), "physics", "expected an inertia"),
        (plain(json!({ "motion": { "isKinematic": true } })), "physics", "1 bodies are kinematic"),
        (plain(json!({ "motion": { "mass": "much" } })), "physics", "invalid type: string"),
        (
            plain(json!({ "collider": { "geometry": { "node": 77, "convexHull": true } } })),
            "physics-reference",
            "node 77 does not exist",
        ),
        (
            plain(json!({ "collider": { "geometry": { "node": 3 } } })),
            "physics-left-out",
            "its convex hull is used",
        ),
        (
            plain(json!({ "collider": { "geometry": { "shape": 0 }, "collisionFilter": 3 } })),
            "physics-reference",
            "collision filter 3 does not exist",
        ),
        (
            pair(json!({}), json!({ "connectedNode": 9, "joint": 0 }), json!([])),
            "physics-reference",
            "node 9",
        ),
        (
            pair(json!({}), json!({ "connectedNode": 3, "joint": 1 }), json!([])),
            "physics-reference",
            "joint 1",
        ),
        (
            pair(json!({}), json!({ "connectedNode": 4, "joint": 0 }), json!([])),
            "physics-left-out",
            "does not connect",
        ),
        (
            pair(json!({}), json!({ "connectedNode": 4, "joint": 0 }), json!([])),
            "physics",
            "no joint connects the body",
        ),
        (
            pair(json!({}), joint(), json!([{ "linearAxes": [1], "min": -1, "max": 1 }])),
            "physics-left-out",
            "lets the bodies come apart",
        ),
        (
            pair(json!({}), joint(), json!([point(), { "angularAxes": [3], "min": -1, "max": 1 }])),
            "physics",
            "one to three axes",
        ),
        (
            pair(json!({}), joint(), json!([point(), { "angularAxes": [0], "min": 1, "max": -1 }])),
            "physics",
            "a limit has no range",
        ),
        (
            pair(json!({}), joint(), json!([point(), { "angularAxes": [1], "min": 0.5, "max": 1.0 }])),
            "physics",
            "does not contain 0",
        ),
        (
            pair(json!({}), joint(), json!([point(), { "angularAxes": [0], "max": 1, "stiffness": 2 }])),
            "physics-left-out",
            "soft limits are hard (1)",
        ),
        (changed("/nodes/3", json!({ "translation": [0, 0.7, 0] })), "physics", "not at the origin"),
    ] {
        let it = read(&json);
        let found = findings(&it, code);
        assert!(found.iter().any(|message| message.contains(expected)), "{expected}: {:?}", it.report);
        assert!(it.ragdoll.is_some(), "{expected}: {:?}", it.report);
    }
}

#[test]
fn masses_come_from_the_shapes_where_the_file_has_none() {
    let it = read(&pair(
        json!({ "motion": {}, "collider": { "geometry": { "shape": 5 } } }),
        json!({ "connectedNode": 3, "joint": 0 }),
        json!([point()]),
    ));
    let mass = ragdoll(&it).parts()[1].mass.mass;
    assert!((mass - 985.0 * 4.0 / 3.0 * std::f32::consts::PI * 0.25f32.powi(3)).abs() < 0.05, "{mass}");
}

#[test]
fn mass_properties_are_those_of_the_file() {
    let motion = json!({ "motion":
        { "mass": 3, "centerOfMass": [0.1, 0.2, 0.3], "inertiaDiagonal": [0.1, 0.2, 0.25],
        "inertiaOrientation": [0, 0.6, 0, 0.8] } });
    let it = read(&pair(motion, json!({ "connectedNode": 3, "joint": 0 }), json!([point()])));
    let mass = ragdoll(&it).parts()[1].mass;
    assert_eq!(
        (mass.mass, mass.center, mass.inertia),
        (3.0, Vec3::new(0.1, 0.2, 0.3), Vec3::new(0.1, 0.2, 0.25))
    );
    assert!(mass.axes.abs_diff_eq(Quat::from_xyzw(0.0, 0.6, 0.0, 0.8), 1e-6));
}

/// Filters are those of the specification: a part does not meet systems that it refuses, or others than those
/// that it accepts.
#[test]
fn filters_become_pairs() {
    let nodes: Vec<Value> = (0..4)
        .map(|n| {
            let body = json!({ "motion": { "mass": 1 },
                "collider": { "geometry": { "shape": 0 }, "collisionFilter": n } });
            let children = if n == 0 { json!([1, 2, 3]) } else { json!(null) };
            let mut node = json!({ "name": format!("{n}"),
                "extensions": { "KHR_physics_rigid_bodies": body } });
            if n == 0 {
                node["children"] = children;
            }
            node
        })
        .collect();
    let file = json!({
        "asset": { "version": "2.0" },
        "nodes": nodes,
        "extensions": {
            "KHR_implicit_shapes": { "shapes": [{ "type": "sphere", "sphere": { "radius": 0.1 } }] },
            "KHR_physics_rigid_bodies": { "collisionFilters": [
                {},
                { "collisionSystems": ["a"], "notCollideWithSystems": ["b"] },
                { "collisionSystems": ["b"], "collideWithSystems": ["b", "c"] },
                { "collisionSystems": ["c"] }
            ] }
        }
    });
    let it = read(&file);
    assert_eq!(ragdoll(&it).ignored_pairs(), [(1, 2)], "{:?}", it.report);
}

#[test]
fn bodies_that_hang_on_no_other_one_are_left_out() {
    let lone = |name: &str| json!({ "name": name, "extensions": body(1.0, json!({})) });
    let mut json = pair(json!({}), json!({ "connectedNode": 3, "joint": 0 }), json!([point()]));
    json["nodes"].as_array_mut().unwrap().push(lone("crate"));
    let it = read(&json);
    assert_eq!(ragdoll(&it).parts().len(), 2);
    assert!(findings(&it, "physics-left-out")[0].contains("1 of 3 bodies"));
    // A single kinematic body moves by animation alone.
    let mut kinematic = json!({ "asset": { "version": "2.0" }, "nodes": [lone("crate")] });
    kinematic["nodes"][0]["extensions"]["KHR_physics_rigid_bodies"]["motion"]["isKinematic"] = json!(true);
    let it = read(&kinematic);
    assert!(it.ragdoll.is_none() && findings(&it, "physics-left-out").len() == 1);
}

/// The mark of Sinew's own nodes is not believed where something else uses them.
#[test]
fn a_false_mark_removes_nothing() {
    for mark in [
        json!({ "sinew": { "firstNode": 1, "firstMesh": 0 } }),
        json!({ "sinew": "nodes" }),
        json!(3),
        json!({ "sinew": { "firstNode": 99 } }),
    ] {
        let mut json = pair(json!({}), json!({ "connectedNode": 3, "joint": 0 }), json!([point()]));
        json["extensions"]["KHR_physics_rigid_bodies"]["extras"] = mark;
        let it = read(&json);
        assert_eq!((it.character.skeleton().len(), ragdoll(&it).parts().len()), (5, 2), "{:?}", it.report);
    }
}
