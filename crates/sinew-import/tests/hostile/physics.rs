//! Files with rigid bodies, damaged and with too much of something.

use crate::damage::{copies, damage};
use crate::maker::Maker;
use crate::measure::within_limits;
use serde_json::{Value, json};
use sinew_import::NoFiles;

/// Two bodies with every kind of collider, a joint and filters.
fn file() -> Vec<u8> {
    let mut maker = Maker::default();
    let positions = maker.floats("VEC3", &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
    let bodies = |value: Value| json!({ "KHR_physics_rigid_bodies": value });
    let collider = |geometry: Value| json!({ "collider": { "geometry": geometry, "collisionFilter": 1 } });
    maker.glb(json!({
        "nodes": [
            { "children": [1, 2, 3, 4], "extensions": bodies(json!({
                "motion": { "mass": 3, "centerOfMass": [0, 0.1, 0], "inertiaDiagonal": [0.1, 0.2, 0.3],
                    "inertiaOrientation": [0, 0, 0, 1] },
                "collider": { "geometry": { "shape": 0 }, "collisionFilter": 0 }
            })) },
            { "translation": [0, 1, 0], "children": [5, 6], "extensions": bodies(json!({
                "motion": { "mass": 2 }, "collider": { "geometry": { "node": 7, "convexHull": true } }
            })) },
            { "rotation": [0, 0, 1, 0], "scale": [2, 1, 3],
                "extensions": bodies(collider(json!({ "shape": 1 }))) },
            { "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1],
                "extensions": bodies(collider(json!({ "shape": 2 }))) },
            { "translation": [0, 1, 0],
                "extensions": bodies(json!({ "joint": { "connectedNode": 5, "joint": 0 } })) },
            {},
            { "extensions": bodies(collider(json!({ "shape": 3 }))) },
            { "mesh": 0 }
        ],
        "scenes": [{ "nodes": [0] }],
        "meshes": [{ "primitives": [{ "mode": 0, "attributes": { "POSITION": positions } }] }],
        "extensions": {
            "KHR_implicit_shapes": { "shapes": [
                { "type": "sphere", "sphere": { "radius": 0.3 } },
                { "type": "box", "box": { "size": [0.1, 0.2, 0.3] } },
                { "type": "capsule", "capsule": { "height": 0.5, "radiusBottom": 0.1, "radiusTop": 0.1 } },
                { "type": "cylinder", "cylinder": { "height": 0.5, "radiusBottom": 0.1, "radiusTop": 0.2 } }
            ] },
            "KHR_physics_rigid_bodies": {
                "physicsJoints": [{ "limits": [
                    { "linearAxes": [0, 1, 2], "min": 0, "max": 0 },
                    { "angularAxes": [0], "min": -0.5, "max": 1.5 },
                    { "angularAxes": [1], "min": -1, "max": 1 },
                    { "angularAxes": [0, 2], "min": 0, "max": 0.7 }
                ] }],
                "collisionFilters": [
                    { "collisionSystems": ["a", "b"], "notCollideWithSystems": ["a"] },
                    { "collisionSystems": ["b"], "collideWithSystems": ["b"] }
                ],
                "extras": { "sinew": { "firstNode": 7, "firstMesh": 0, "size": 1.5 } }
            }
        }
    }))
}

#[test]
fn damaged_bodies() {
    let file = file();
    let it = sinew_import::import(&file, &NoFiles).unwrap();
    let ragdoll = it.ragdoll.as_ref().unwrap_or_else(|| panic!("{:?}", it.report));
    assert_eq!(sinew::ragdoll::Ragdoll::from_description(ragdoll, &it.character).unwrap().parts().len(), 2);
    assert_eq!(it.character.skeleton().len(), 7);
    for mut random in copies("bodies", 4000) {
        let copy = random.seed();
        let (what, damaged) = damage(&file, copy, &mut random);
        within_limits(&format!("bodies, copy {copy}: {what}"), &damaged, damaged.len(), &NoFiles);
        // Whatever comes out is a ragdoll of finite numbers.
        let Ok(it) = sinew_import::import(&damaged, &NoFiles) else { continue };
        let Some(ragdoll) = it.ragdoll.map(|description| {
            sinew::ragdoll::Ragdoll::from_description(&description, &it.character).unwrap()
        }) else {
            continue;
        };
        for part in ragdoll.parts() {
            let mass = part.simulated_mass;
            assert!(
                mass.mass.is_finite() && mass.center.is_finite() && mass.inertia.is_finite(),
                "{copy}: {what}"
            );
        }
    }
}

fn hold(what: &str, json: &Value) {
    let bytes = json.to_string().into_bytes();
    within_limits(what, &bytes, bytes.len(), &NoFiles);
}

fn scene(nodes: Vec<Value>, bodies: Value) -> Value {
    json!({
        "asset": { "version": "2.0" },
        "nodes": nodes,
        "extensions": {
            "KHR_implicit_shapes": { "shapes": [{ "type": "sphere", "sphere": { "radius": 0.1 } }] },
            "KHR_physics_rigid_bodies": bodies
        }
    })
}

#[test]
fn too_many_bodies() {
    let body = || json!({ "motion": {}, "collider": { "geometry": { "shape": 0 }, "collisionFilter": 0 } });
    let chain = |count: usize| -> Vec<Value> {
        let node =
            |n: usize| json!({ "children": [n + 1], "extensions": { "KHR_physics_rigid_bodies": body() } });
        (0..count - 1)
            .map(node)
            .chain([json!({ "extensions": { "KHR_physics_rigid_bodies": body() } })])
            .collect()
    };
    for count in [1000, 30_000] {
        hold(
            &format!("a chain of {count} bodies"),
            &scene(chain(count), json!({ "collisionFilters": [{}] })),
        );
    }
    // Filters of many systems.
    let names: Vec<String> = (0..20_000).map(|n| n.to_string()).collect();
    let filter =
        json!({ "collisionSystems": names, "notCollideWithSystems": names, "collideWithSystems": names });
    hold("filters", &scene(chain(1000), json!({ "collisionFilters": [filter] })));
    // Colliders of one body, and of a large mesh.
    let collider = |geometry: Value| {
        json!({ "extensions":
        { "KHR_physics_rigid_bodies": { "collider": { "geometry": geometry } } } })
    };
    for geometry in [json!({ "shape": 0 }), json!({ "node": 0 }), json!({ "mesh": 0, "convexHull": true })] {
        let mut nodes = vec![json!({ "children": Vec::from_iter(1..40_000),
                "extensions": { "KHR_physics_rigid_bodies": { "motion": {} } } })];
        nodes[0]["mesh"] = json!(0);
        nodes.extend((1..40_000).map(|_| collider(geometry.clone())));
        let mut json = scene(nodes, json!({}));
        json["meshes"] = json!([{ "primitives": [{ "mode": 0, "attributes": { "POSITION": 0 } }] }]);
        json["accessors"] = json!([{ "componentType": 5126, "type": "VEC3", "count": 200_000 }]);
        hold(&format!("colliders of {geometry}"), &json);
    }
    // Joints of limits.
    let joint = json!({ "limits": vec![json!({ "angularAxes": [0], "min": -1, "max": 1 }); 50_000] });
    hold("limits", &scene(chain(2), json!({ "physicsJoints": [joint] })));
    // A node within itself.
    let circle = vec![
        json!({ "children": [1], "extensions": { "KHR_physics_rigid_bodies": body() } }),
        json!({ "children": [0], "extensions": { "KHR_physics_rigid_bodies": body() } }),
    ];
    hold("a circle", &scene(circle, json!({})));
    let twice = vec![
        json!({ "children": [1, 1, 1], "extensions": { "KHR_physics_rigid_bodies": body() } }),
        json!({}),
    ];
    hold("a child three times", &scene(twice, json!({})));
}
