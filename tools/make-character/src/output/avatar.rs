//! Avatar setup: human bones, expressions, look-at, first person, licence.

use super::expressions;
use super::model::joint;
use crate::skeleton::{EYE, Skeleton};
use glam::Vec3;
use sinew::CharacterParts;
use sinew::character::{FirstPersonSetup, LookAtKind, LookAtSetup, Meta, RangeMap};
use sinew::humanoid::{BoneMap, BoneMapError, HumanBone, Humanoid};

pub(super) fn add(parts: &mut CharacterParts, skeleton: &Skeleton) -> Result<(), BoneMapError> {
    let built_skeleton = &parts.skeleton;
    let joint_of = |bone: HumanBone| {
        let found = skeleton.joints.iter().position(|j| j.name == bone.name())?;
        Some((bone, joint(built_skeleton, found)))
    };
    let map = BoneMap::new(built_skeleton, HumanBone::ALL.into_iter().filter_map(joint_of))?;
    let named = |name| joint(built_skeleton, skeleton.index(name));
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
    parts.expressions = expressions::all(parts);
    parts.humanoid = Some(Humanoid::of_map(&parts.skeleton, map, "vrm"));
    Ok(())
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
