//! Avatar setup: human bones, expressions, look-at, first person, licence.

use super::model::joint;
use crate::skeleton::{EYE, Skeleton};
use glam::Vec3;
use sinew::CharacterParts;
use sinew::character::MeshInstanceId;
use sinew::character::{Expression, FirstPersonSetup, LookAtKind, LookAtSetup, Meta, MorphBind, RangeMap};
use sinew::humanoid::{BoneMap, BoneMapError, HumanBone, Humanoid};

/// Expressions by VRM name, with the weights of morph targets of all meshes that have them.
const FACES: [(&str, &[(&str, f32)]); 14] = [
    ("happy", &[("smile", 1.0), ("brow_up", 0.25)]),
    ("relaxed", &[("smile", 0.4)]),
    ("surprised", &[("brow_up", 1.0), ("jaw_open", 0.45)]),
    ("aa", &[("jaw_open", 0.9)]),
    ("ih", &[("jaw_open", 0.3), ("smile", 0.3)]),
    ("ou", &[("jaw_open", 0.25)]),
    ("ee", &[("jaw_open", 0.2), ("smile", 0.6)]),
    ("oh", &[("jaw_open", 0.6)]),
    ("blink", &[("blink_left", 1.0), ("blink_right", 1.0)]),
    ("blinkLeft", &[("blink_left", 1.0)]),
    ("blinkRight", &[("blink_right", 1.0)]),
    ("browUp", &[("brow_up", 1.0)]),
    ("jawOpen", &[("jaw_open", 1.0)]),
    ("smile", &[("smile", 1.0)]),
];

pub(super) fn add(parts: &mut CharacterParts, skeleton: &Skeleton) -> Result<(), BoneMapError> {
    let own = &parts.skeleton;
    let joint_of = |bone: HumanBone| {
        let found = skeleton.joints.iter().position(|j| j.name == bone.name())?;
        Some((bone, joint(own, found)))
    };
    let map = BoneMap::new(own, HumanBone::ALL.into_iter().filter_map(joint_of))?;
    let named = |name| joint(own, skeleton.index(name));
    let head = named("head");
    // At 25° to the side and 12° up, the eyes show a natural amount of sclera.
    let range = |most: f32| RangeMap { input_max: 90f32.to_radians(), output_scale: most.to_radians() };
    parts.look_at = Some(LookAtSetup {
        head,
        eyes: [Some(named("leftEye")), Some(named("rightEye"))],
        offset_from_head: Vec3::new(0.0, EYE[1], EYE[2]) - skeleton.at("head"),
        kind: LookAtKind::Bone,
        horizontal_inner: range(22.0),
        horizontal_outer: range(25.0),
        vertical_down: range(15.0),
        vertical_up: range(12.0),
    });
    parts.first_person = Some(FirstPersonSetup { head, mesh_annotations: Vec::new() });
    parts.meta = Some(licence());
    parts.expressions = FACES.map(|(name, weights)| face(name, weights, parts)).into();
    parts.humanoid = Some(Humanoid::from_map(&parts.skeleton, map, "vrm"));
    Ok(())
}

fn face(name: &str, weights: &[(&str, f32)], parts: &CharacterParts) -> Expression {
    let mut morphs = Vec::new();
    for (instance, placed) in (0..).map(MeshInstanceId).zip(&parts.mesh_instances) {
        for (target, own) in parts.meshes[placed.mesh].morph_names.iter().enumerate() {
            let weight = weights.iter().find(|(wanted, _)| wanted == own).map(|(_, weight)| *weight);
            morphs.extend(weight.map(|weight| MorphBind { instance, target, weight }));
        }
    }
    Expression { name: name.into(), morphs, ..Expression::default() }
}

fn licence() -> Meta {
    Meta {
        name: "Sinew".into(),
        version: "1".into(),
        authors: vec!["Sinew contributors".into()],
        copyright: "Sinew contributors".into(),
        third_party_licenses: "MIT OR Apache-2.0".into(),
        license_url: "https://vrm.dev/licenses/1.0/".into(),
        avatar_permission: "everyone".into(),
        commercial_usage: "corporation".into(),
        credit_notation: "unnecessary".into(),
        modification: "allowModificationRedistribution".into(),
        allow_violent: true,
        allow_sexual: true,
        allow_political_or_religious: true,
        allow_antisocial_or_hate: true,
        allow_redistribution: true,
        ..Meta::default()
    }
}
