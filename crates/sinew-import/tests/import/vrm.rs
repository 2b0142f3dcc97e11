//! Import of VRM extensions, in small synthetic files and in the test assets.

use crate::assets;
use crate::maker::{Maker, import_json};
use serde_json::{Value, json};
use sinew::character::{AlphaMode, MeshInstanceId, OutlineMode};
use sinew::character::{
    Axis, ColliderShape, ColorSlot, ConstraintKind, FirstPersonFlag, LookAtKind, OverrideKind,
};
use sinew::glam::{Vec2, Vec3};
use sinew::humanoid::{HumanBone, RestPoseKind};
use sinew_import::{Format, Imported, Severity, import};
use std::fs;

/// File with nodes for all required bones in a human hierarchy; the last two nodes show mesh 0.
fn file(extension: &str, content: Value, more: &[(&str, Value)]) -> Imported {
    let mut maker = Maker::default();
    let positions = maker.floats("VEC3", &[0., 0., 0., 1., 0., 0., 0., 1., 2.]);
    let tree = [
        ("hips", vec![1, 8, 11]),
        ("spine", vec![2, 3, 6]),
        ("head", vec![14]),
        ("leftUpperArm", vec![4]),
        ("leftLowerArm", vec![5]),
        ("leftHand", vec![]),
        ("rightUpperArm", vec![7]),
        ("rightLowerArm", vec![13]),
        ("leftUpperLeg", vec![9]),
        ("leftLowerLeg", vec![10]),
        ("leftFoot", vec![]),
        ("rightUpperLeg", vec![12]),
        ("rightLowerLeg", vec![15]),
        ("rightHand", vec![]),
        ("leftEye", vec![]),
        ("rightFoot", vec![]),
    ];
    let nodes = tree.iter().enumerate().map(|(n, (name, children))| {
        let mut node = json!({ "name": name, "translation": [n, 1, 2] });
        if !children.is_empty() {
            node["children"] = json!(children);
        }
        node
    });
    let mut nodes: Vec<Value> = nodes.collect();
    nodes.push(json!({ "mesh": 0 }));
    let mut root = json!({
        "nodes": nodes,
        "meshes": [{ "primitives": [{
            "attributes": { "POSITION": positions }, "targets": [{ "POSITION": positions }, {}], "material": 0
        }] }],
        "materials": [{ "name": "skin" }, { "name": "hair" }],
        "extensionsUsed": [extension],
        "extensions": { extension: content }
    });
    for (name, content) in more {
        root["extensions"][name] = content.clone();
    }
    let json = maker.json(root);
    import(&maker.glb(json.clone()), &sinew_import::NoFiles).unwrap()
}

const BONES: [&str; 16] = [
    "hips",
    "spine",
    "head",
    "leftUpperArm",
    "leftLowerArm",
    "leftHand",
    "rightUpperArm",
    "rightLowerArm",
    "leftUpperLeg",
    "leftLowerLeg",
    "leftFoot",
    "rightUpperLeg",
    "rightLowerLeg",
    "rightHand",
    "leftEye",
    "rightFoot",
];

fn humanoid1() -> Value {
    let bones = BONES.iter().enumerate().map(|(n, name)| ((*name).to_owned(), json!({ "node": n })));
    json!({ "humanBones": Value::Object(bones.collect()) })
}

fn humanoid0() -> Value {
    let bones = BONES.iter().enumerate().map(|(n, name)| json!({ "bone": name, "node": n }));
    json!({ "humanBones": bones.collect::<Vec<_>>() })
}

#[test]
fn vrm_1_avatar() {
    let vrm = json!({
        "specVersion": "1.0",
        "meta": { "name": "A", "authors": ["B"], "avatarPermission": "everyone",
            "allowRedistribution": true },
        "humanoid": humanoid1(),
        "firstPerson": { "meshAnnotations": [{ "node": 16, "type": "thirdPersonOnly" }] },
        "lookAt": {
            "offsetFromHeadBone": [0, 0.06, 0.1], "type": "expression",
            "rangeMapHorizontalInner": { "inputMaxValue": 45, "outputScale": 0.5 }
        },
        "expressions": {
            "preset": { "happy": {
                "morphTargetBinds": [{ "node": 16, "index": 1, "weight": 0.5 }, { "node": 3, "index": 0 },
                    { "node": 16, "index": 9 }],
                "materialColorBinds": [{ "material": 1, "type": "emissionColor",
                    "targetValue": [1, 0.5, 0, 1] }, { "material": 0, "type": "nose" }],
                "textureTransformBinds": [{ "material": 0, "offset": [0.25, 0] }],
                "isBinary": true, "overrideBlink": "block", "overrideMouth": "blend"
            } },
            "custom": { "wink": { "morphTargetBinds": null } }
        }
    });
    let imported = file("VRMC_vrm", vrm, &[]);
    assert_eq!(imported.format, Format::Vrm1);
    let character = &imported.character;
    let [happy, wink] = character.expressions() else { panic!() };
    assert_eq!((happy.name.as_str(), wink.name.as_str(), happy.is_binary), ("happy", "wink", true));
    assert_eq!((happy.override_blink, happy.override_mouth), (OverrideKind::Block, OverrideKind::Blend));
    let [morph] = happy.morphs[..] else { panic!("{:?}", happy.morphs) };
    assert_eq!((morph.instance.0, morph.target, morph.weight), (0, 1, 0.5));
    let [color] = happy.colors[..] else { panic!() };
    assert_eq!((color.material.0, color.slot, color.value.y), (1, ColorSlot::Emissive, 0.5));
    assert_eq!((happy.uvs[0].offset, happy.uvs[0].scale), (Vec2::new(0.25, 0.0), Vec2::ONE));
    let look_at = character.look_at().unwrap();
    assert_eq!((look_at.kind, look_at.offset_from_head), (LookAtKind::Expression, Vec3::new(0.0, 0.06, 0.1)));
    assert_eq!(look_at.horizontal_inner.apply(1.0), 0.5);
    assert_eq!(character.skeleton().name(look_at.eyes[0].unwrap()), "leftEye");
    assert_eq!(
        character.first_person().unwrap().mesh_annotations,
        [(MeshInstanceId(0), FirstPersonFlag::ThirdPersonOnly)]
    );
    let licence = character.meta().unwrap();
    assert_eq!(
        (licence.avatar_permission.as_str(), licence.modification.as_str()),
        ("everyone", "prohibited")
    );
    assert!(licence.allow_redistribution && !licence.allow_violent);
    let humanoid = character.humanoid().unwrap();
    assert_eq!((humanoid.named_bones.iter().count(), humanoid.rest_pose), (16, RestPoseKind::Other));
    assert_eq!(
        character.skeleton().name(humanoid.named_bones.joint(HumanBone::RightFoot).unwrap()),
        "rightFoot"
    );
    let codes: Vec<_> =
        imported.report.diagnostics().iter().map(|f| f.code).filter(|c| c.starts_with("vrm")).collect();
    assert_eq!(codes, ["vrm-reference", "vrm-reference", "vrm-value"]);
}

/// Groups of the preset "unknown" whose names are presets' become these, unless another group has them.
#[test]
fn vrm_0_presets_are_known_by_name() {
    let read = |groups: &[(&str, &str)]| -> Vec<String> {
        let groups = groups.iter().map(|(name, preset)| json!({ "name": name, "presetName": preset }));
        let vrm = json!({ "humanoid": humanoid0(),
            "blendShapeMaster": { "blendShapeGroups": groups.collect::<Vec<_>>() } });
        let imported = file("VRM", vrm, &[]);
        imported.character.expressions().iter().map(|expression| expression.name.clone()).collect()
    };
    let unknown = |names: &[&str]| read(&names.iter().map(|name| (*name, "unknown")).collect::<Vec<_>>());
    assert_eq!(
        unknown(&["Surprised", "Joy", "A", "Blink", "Blink_L", "LookUp", "Wink"]),
        ["surprised", "happy", "aa", "blink", "blinkLeft", "lookUp", "Wink"]
    );
    assert_eq!(
        unknown(&["SORROW", "fun", "ANGRY", "i", "blink-r", "BlinkRight", "look_down", "Neutral"]),
        ["sad", "relaxed", "angry", "ih", "blinkRight", "BlinkRight", "lookDown", "neutral"]
    );
    assert_eq!(read(&[("Joy", "unknown"), ("Smile", "joy")]), ["Joy", "happy"]);
    assert_eq!(read(&[("Joy", ""), ("joy", "unknown")]), ["happy", "joy"]);
    assert_eq!(
        unknown(&["Joyful", "Blinking", "AA2", "", "Ears"]),
        ["Joyful", "Blinking", "AA2", "", "Ears"]
    );
}

#[test]
fn vrm_0_avatars_are_rotated_and_converted_to_vrm_1() {
    let vrm = json!({
        "meta": { "title": "A", "author": "B", "licenseName": "CC_BY_NC", "allowedUserName": "Everyone",
            "commercialUssageName": "Allow", "texture": -1 },
        "humanoid": humanoid0(),
        "firstPerson": {
            "firstPersonBone": 2, "firstPersonBoneOffset": { "x": 0.1, "y": 0.2, "z": 0.3 },
            "lookAtTypeName": "Bone",
            "lookAtVerticalUp": { "xRange": 90, "yRange": 45 },
            "meshAnnotations": [{ "mesh": 0, "firstPersonFlag": "Both" }]
        },
        "blendShapeMaster": { "blendShapeGroups": [
            { "name": "Joy", "presetName": "joy", "binds": [{ "mesh": 0, "index": 0, "weight": 50 }],
              "materialValues": [
                  { "materialName": "hair", "propertyName": "_Color", "targetValue": [1, 0, 0, 0.5] },
                  { "materialName": "skin", "propertyName": "_MainTex_ST",
                      "targetValue": [0.5, 0.25, 0.1, 0.2] },
                  { "materialName": "none", "propertyName": "_Color", "targetValue": [1, 0, 0, 1] } ] },
            { "name": "Surprised", "presetName": "unknown", "isBinary": true }
        ] },
        "secondaryAnimation": {
            "boneGroups": [{ "comment": "arm", "stiffiness": 0.8, "gravityDir": { "x": 1, "y": -1, "z": 2 },
                "bones": [3, -1, 99], "colliderGroups": [0] }],
            "colliderGroups": [{ "node": 2,
                "colliders": [{ "offset": { "x": 1, "y": 2, "z": 3 }, "radius": 0.5 }] }]
        },
        "materialProperties": [{
            "name": "skin", "shader": "VRM/MToon", "renderQueue": 2450,
            "keywordMap": { "_ALPHATEST_ON": true },
            "floatProperties": { "_Cutoff": 0.3, "_ShadeShift": 0.5, "_ShadeToony": 0.8, "_CullMode": 0,
                "_OutlineWidthMode": 1, "_OutlineWidth": 2, "_UvAnimScrollY": 0.5 },
            "vectorProperties": { "_Color": [1, 0.5, 0, 1], "_ShadeColor": [0, 0, 0, 1] },
            "textureProperties": { "_MainTex": 7 }
        }]
    });
    let imported = file("VRM", vrm, &[]);
    assert_eq!(imported.format, Format::Vrm0);
    let character = &imported.character;
    // 180° about Y: positions of all joints, and vertices of all meshes.
    let spine = character.skeleton().find("spine").unwrap();
    assert_eq!(character.skeleton().rest()[spine.index()].translation, Vec3::new(-1.0, 1.0, -2.0));
    let primitive = &character.meshes()[0].primitives[0];
    assert_eq!(primitive.positions[2], Vec3::new(0.0, 1.0, -2.0));
    assert_eq!(primitive.morph_targets[0].positions()[0], Vec3::new(-1.0, 0.0, 0.0));
    let [joy, surprised] = character.expressions() else { panic!() };
    assert_eq!((joy.name.as_str(), surprised.name.as_str()), ("happy", "surprised"));
    assert_eq!((joy.morphs[0].weight, surprised.is_binary), (0.5, true));
    assert_eq!((joy.colors[0].material.0, joy.colors[0].slot), (1, ColorSlot::Base));
    // Unity's texture coordinates start at the lower left.
    assert_eq!(joy.uvs[0].scale, Vec2::new(0.5, 0.25));
    assert!(joy.uvs[0].offset.abs_diff_eq(Vec2::new(0.1, 1.0 - 0.25 - 0.2), 1e-6));
    let look_at = character.look_at().unwrap();
    assert!(look_at.offset_from_head.abs_diff_eq(Vec3::new(-0.1, 0.2, 0.3), 1e-6));
    assert!((look_at.vertical_up.apply(9.0) - 45f32.to_radians()).abs() < 1e-6);
    assert_eq!(
        character.first_person().unwrap().mesh_annotations,
        [(MeshInstanceId(0), FirstPersonFlag::Both)]
    );
    let licence = character.meta().unwrap();
    assert_eq!(
        (licence.commercial_usage.as_str(), licence.credit_notation.as_str()),
        ("personalNonProfit", "required")
    );
    assert!(licence.other_terms.contains(&("licenseName".into(), "CC_BY_NC".into())));
    assert_eq!(licence.other_license_url, "https://creativecommons.org/licenses/by-nc/4.0/");
    let [spring] = &character.spring_bones().springs[..] else {
        panic!("{:?}", character.spring_bones().springs)
    };
    let names: Vec<_> = spring.joints.iter().map(|j| character.skeleton().name(j.joint)).collect();
    assert_eq!(names, ["leftUpperArm", "leftLowerArm", "leftHand"]);
    assert_eq!((spring.joints[0].gravity_dir, spring.tail), (Vec3::new(-1.0, -1.0, -2.0), Some(0.07)));
    let shape = character.spring_bones().colliders[0].shape;
    assert_eq!(
        shape,
        ColliderShape::Sphere { offset: Vec3::new(-1.0, 2.0, 3.0), radius: 0.5, inside: false }
    );
    let [skin, hair] = character.materials() else { panic!() };
    let toon = skin.toon.unwrap();
    assert_eq!((skin.alpha_mode, skin.double_sided), (AlphaMode::Mask { cutoff: 0.3 }, true));
    assert!((skin.base_color.y - 0.214).abs() < 1e-3, "sRGB became linear");
    let toony = 0.8 + 0.2 * 0.75;
    assert!(
        (toon.shading_toony - toony).abs() < 1e-6 && (toon.shading_shift + 0.5 + 1.0 - toony).abs() < 1e-6
    );
    assert_eq!((toon.outline.mode, toon.outline.width, toon.uv_scroll[1]), (OutlineMode::World, 0.02, -0.5));
    assert!(hair.toon.is_none());
    assert!(imported.report.diagnostics().iter().any(|f| f.code == "axes"));
}

#[test]
fn vrm_1_springs() {
    let springs = json!({
        "colliders": [
            { "node": 2, "shape": { "sphere": { "offset": [0, 1, 0], "radius": 0.1 } } },
            { "node": 99, "shape": { "sphere": {} } },
            { "node": 2, "shape": { "capsule": { "radius": 0.1, "tail": [0, 1, 0] } } },
            { "node": 2, "shape": { "sphere": {} },
                "extensions": { "VRMC_springBone_extended_collider":
                    { "shape": { "plane": { "normal": [0, 2, 0] } } } } },
            { "node": 2, "shape": {}, "extensions":
                { "VRMC_springBone_extended_collider":
                    { "shape": { "sphere": { "radius": 2, "inside": true } } } } }
        ],
        "colliderGroups": [{ "name": "head", "colliders": [0, 1, 2, 3, 4, 77] }],
        "springs": [{ "name": "arm", "joints": [{ "node": 3, "dragForce": 0.25 }, { "node": 4 }],
            "colliderGroups": [0, 5], "center": 0 }]
    });
    let imported = file("VRMC_springBone", springs, &[]);
    let system = imported.character.spring_bones();
    assert_eq!(system.collider_groups[0].colliders, [0, 1, 2, 3]);
    assert!(matches!(system.colliders[1].shape, ColliderShape::Capsule { .. }));
    assert_eq!(system.colliders[2].shape, ColliderShape::Plane { offset: Vec3::ZERO, normal: Vec3::Y });
    assert!(matches!(system.colliders[3].shape, ColliderShape::Sphere { inside: true, .. }));
    let spring = &system.springs[0];
    assert_eq!(
        (spring.collider_groups.as_slice(), spring.joints[0].drag, spring.tail),
        (&[0][..], 0.25, None)
    );
    assert_eq!((spring.joints[1].stiffness, spring.joints[1].gravity_dir), (1.0, Vec3::NEG_Y));
    let wrong = imported.report.diagnostics().iter().filter(|f| f.code == "vrm-reference").count();
    assert_eq!(wrong, 3);
}

#[test]
fn node_constraints_in_any_file_and_cycles() {
    let follow =
        |constraint: Value| json!({ "extensions": { "VRMC_node_constraint": { "constraint": constraint } } });
    let imported = import_json(&json!({
        "asset": { "version": "2.0" }, "extensionsUsed": ["VRMC_node_constraint"],
        "nodes": [
            follow(json!({ "roll": { "source": 5, "rollAxis": "Y", "weight": 0.5 } })),
            follow(json!({ "aim": { "source": 5, "aimAxis": "NegativeZ" } })),
            follow(json!({ "rotation": { "source": 3 } })),
            follow(json!({ "rotation": { "source": 2 } })),
            follow(json!({ "rotation": { "source": 4 } })),
            {},
            follow(json!({ "aim": { "source": 5, "aimAxis": "Sideways" } })),
            follow(json!("nothing"))
        ]
    }))
    .unwrap();
    let constraints = imported.character.constraints();
    let kinds: Vec<_> = constraints.iter().map(|c| c.kind).collect();
    assert_eq!(kinds[0], ConstraintKind::Roll(Axis::Y));
    assert_eq!(kinds[1], ConstraintKind::Aim { axis: Axis::Z, negative: true });
    // Of two constraints that follow each other, one remains.
    assert_eq!((kinds.len(), constraints[0].weight), (3, 0.5));
    let codes: Vec<_> = imported.report.diagnostics().iter().map(|f| f.code).collect();
    for code in ["constraint-circle", "vrm-reference", "vrm-value", "vrm"] {
        assert!(codes.contains(&code), "{code} is not in {codes:?}");
    }
    assert_eq!(imported.character.constraint_order().len(), 3);
}

#[test]
fn invalid_vrm_data_does_not_affect_the_model() {
    for broken in [
        json!(5),
        json!({ "humanoid": 7 }),
        json!({ "expressions": { "preset": { "happy": { "isBinary": "x" } } } }),
    ] {
        let imported = file("VRMC_vrm", broken.clone(), &[]);
        assert_eq!(imported.character.mesh_instances().len(), 1, "{broken}");
        assert!(
            imported.report.diagnostics().iter().any(|f| f.code == "vrm" && f.severity == Severity::Error),
            "{broken}"
        );
        // The humanoid is still detected by joint names.
        assert!(imported.character.humanoid().is_some_and(|h| h.confidence < 1.0), "{broken}");
    }
    let none = file("VRMC_vrm", json!({}), &[]);
    assert!(none.report.diagnostics().iter().any(|f| f.code == "vrm-bone"));
}

#[test]
fn expressions_and_gaze_of_vrm_animations() {
    let Some(root) = assets::root() else { return };
    let bytes = fs::read(root.join("vrm/three-vrm_test.vrma")).unwrap();
    let imported = import(&bytes, &sinew_import::NoFiles).unwrap();
    assert_eq!(imported.format, Format::Vrma);
    let names: Vec<_> = imported.character.expressions().iter().map(|e| e.name.as_str()).collect();
    assert_eq!(names, ["happy"]);
    let clip = &imported.clips[0];
    assert!(clip.gaze.is_some());
    // Their nodes are no joints of a body.
    let proxies = sinew::retarget::proxy_joints(clip);
    let expected = clip.expressions.len() + 1;
    assert_eq!(proxies.len(), expected, "{proxies:?}");
    let weights = clip.expressions[0].weight.values();
    assert!(
        weights.iter().any(|w| *w > 0.5) && weights.iter().all(|w| (-0.01..=1.01).contains(w)),
        "{weights:?}"
    );
}
