//! Human bones, faces, springs and licence for `sinew inspect`.

use serde::Serialize;
use sinew::Character;
use sinew::character::{Meta, OverrideKind};
use sinew::humanoid::Humanoid;
use std::collections::BTreeMap;

#[derive(Serialize)]
pub(super) struct HumanoidEntry {
    pub(super) profile: String,
    pub(super) confidence: f32,
    /// `T`, `A` or `N`, of the reference pose.
    pub(super) rest: &'static str,
    /// Origin of the reference pose, such as `rest pose` or `bind pose`.
    pub(super) reference: &'static str,
    /// True when left and right bone names are swapped.
    pub(super) mirrored: bool,
    /// Direction in which the character faces, in degrees about +Y from +Z to +X.
    pub(super) faces_deg: f32,
    /// Node names by VRM 1.0 bone names.
    pub(super) bones: BTreeMap<&'static str, String>,
}

#[derive(Serialize)]
pub(super) struct ExpressionEntry {
    pub(super) name: String,
    pub(super) morphs: usize,
    pub(super) colours: usize,
    pub(super) uvs: usize,
    binary: bool,
    overrides: Vec<&'static str>,
}

#[derive(Serialize)]
pub(super) struct SpringEntry {
    pub(super) name: String,
    /// Node numbers.
    pub(super) joints: Vec<usize>,
    /// Number of colliders that affect it.
    pub(super) colliders: usize,
}

#[derive(Serialize)]
pub(super) struct LicenceEntry {
    pub(super) name: String,
    pub(super) version: String,
    pub(super) authors: Vec<String>,
    copyright: String,
    contact: String,
    references: Vec<String>,
    third_party: String,
    pub(super) licence_url: String,
    pub(super) other_licence_url: String,
    pub(super) avatar_permission: String,
    pub(super) commercial_usage: String,
    credit_notation: String,
    pub(super) modification: String,
    allow_violent: bool,
    allow_sexual: bool,
    allow_political_or_religious: bool,
    allow_antisocial_or_hate: bool,
    pub(super) allow_redistribution: bool,
    /// Terms of VRM 0.x files, as stated in the file.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) stated: BTreeMap<String, String>,
}

pub(super) fn humanoid(character: &Character, humanoid: &Humanoid) -> HumanoidEntry {
    let bones = humanoid
        .named_bones
        .iter()
        .map(|(bone, joint)| (bone.name(), character.skeleton().name(joint).to_owned()));
    HumanoidEntry {
        profile: humanoid.profile.to_string(),
        confidence: humanoid.confidence,
        rest: humanoid.rest_pose.name(),
        reference: character.skeleton().reference_origin().name(),
        mirrored: humanoid.sides_swapped,
        faces_deg: character.forward().x.atan2(character.forward().z).to_degrees(),
        bones: bones.collect(),
    }
}

pub(super) fn expressions(character: &Character) -> Vec<ExpressionEntry> {
    let all = character.expressions().iter();
    all.map(|e| {
        let overrides =
            [("blink", e.override_blink), ("lookAt", e.override_look_at), ("mouth", e.override_mouth)];
        ExpressionEntry {
            name: e.name.clone(),
            morphs: e.morphs.len(),
            colours: e.colors.len(),
            uvs: e.uvs.len(),
            binary: e.is_binary,
            overrides: overrides
                .into_iter()
                .filter(|(_, k)| *k != OverrideKind::None)
                .map(|(n, _)| n)
                .collect(),
        }
    })
    .collect()
}

pub(super) fn springs(character: &Character) -> Vec<SpringEntry> {
    let (system, skeleton) = (character.spring_bones(), character.skeleton());
    let all = system.springs.iter();
    all.map(|s| SpringEntry {
        name: s.name.clone(),
        joints: s.joints.iter().map(|j| skeleton.file_index(j.joint)).collect(),
        colliders: s.collider_groups.iter().map(|&g| system.collider_groups[g].colliders.len()).sum(),
    })
    .collect()
}

pub(super) fn licence(licence: &Meta) -> LicenceEntry {
    let licence = licence.clone();
    LicenceEntry {
        name: licence.name,
        version: licence.version,
        authors: licence.authors,
        copyright: licence.copyright,
        contact: licence.contact,
        references: licence.references,
        third_party: licence.third_party_licenses,
        licence_url: licence.license_url,
        other_licence_url: licence.other_license_url,
        avatar_permission: licence.avatar_permission,
        commercial_usage: licence.commercial_usage,
        credit_notation: licence.credit_notation,
        modification: licence.modification,
        allow_violent: licence.allow_violent,
        allow_sexual: licence.allow_sexual,
        allow_political_or_religious: licence.allow_political_or_religious,
        allow_antisocial_or_hate: licence.allow_antisocial_or_hate,
        allow_redistribution: licence.allow_redistribution,
        stated: licence.other_terms.into_iter().collect(),
    }
}
