//! Authors and licence of an avatar (`meta`).

use super::json::{Meta0, Meta1};
use super::refs::Refs;
use sinew::character::Meta;

pub(super) fn read1(meta: &Meta1, refs: &mut Refs<'_>) -> Meta {
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    let word = |value: &Option<String>, strictest: &str| value.clone().unwrap_or_else(|| strictest.into());
    Meta {
        name: text(&meta.name),
        version: text(&meta.version),
        authors: meta.authors.to_vec(),
        copyright: text(&meta.copyright_information),
        contact: text(&meta.contact_information),
        references: meta.references.to_vec(),
        third_party_licenses: text(&meta.third_party_licenses),
        thumbnail: refs.image(meta.thumbnail_image, "/meta/thumbnailImage"),
        license_url: text(&meta.license_url),
        other_license_url: text(&meta.other_license_url),
        avatar_permission: word(&meta.avatar_permission, "onlyAuthor"),
        commercial_usage: word(&meta.commercial_usage, "personalNonProfit"),
        credit_notation: word(&meta.credit_notation, "required"),
        modification: word(&meta.modification, "prohibited"),
        allow_violent: meta.allow_excessively_violent_usage.unwrap_or(false),
        allow_sexual: meta.allow_excessively_sexual_usage.unwrap_or(false),
        allow_political_or_religious: meta.allow_political_or_religious_usage.unwrap_or(false),
        allow_antisocial_or_hate: meta.allow_antisocial_or_hate_usage.unwrap_or(false),
        allow_redistribution: meta.allow_redistribution.unwrap_or(false),
        other_terms: meta.extras.vrm0.to_vec(),
    }
}

/// Converts VRM 0.x permissions to the closest ones of VRM 1.0 that grant no additional rights. The original
/// values are kept in `other_terms`.
pub(super) fn read0(meta: &Meta0, refs: &mut Refs<'_>) -> Meta {
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    let list = |value: &Option<String>| value.iter().filter(|v| !v.is_empty()).cloned().collect();
    let allows = |value: &Option<String>| value.as_deref() == Some("Allow");
    let licence = text(&meta.license_name);
    let (modification, redistribution, credit) = match licence.as_str() {
        "CC0" => ("allowModificationRedistribution", true, "unnecessary"),
        "CC_BY" | "CC_BY_NC" | "CC_BY_SA" | "CC_BY_NC_SA" => {
            ("allowModificationRedistribution", true, "required")
        }
        "CC_BY_ND" | "CC_BY_NC_ND" => ("allowModification", true, "required"),
        _ => ("prohibited", false, "required"),
    };
    let person = match meta.allowed_user_name.as_deref() {
        Some("Everyone") => "everyone",
        Some("ExplicitlyLicensedPerson") => "onlySeparatelyLicensedPerson",
        _ => "onlyAuthor",
    };
    let commercial = allows(&meta.commercial_ussage_name) && !licence.contains("_NC");
    let other_terms = [
        ("licenseName", &meta.license_name),
        ("allowedUserName", &meta.allowed_user_name),
        ("violentUssageName", &meta.violent_ussage_name),
        ("sexualUssageName", &meta.sexual_ussage_name),
        ("commercialUssageName", &meta.commercial_ussage_name),
        ("otherPermissionUrl", &meta.other_permission_url),
        ("otherLicenseUrl", &meta.other_license_url),
    ];
    Meta {
        name: text(&meta.title),
        version: text(&meta.version),
        authors: list(&meta.author),
        contact: text(&meta.contact_information),
        references: list(&meta.reference),
        // VRM 0.x references a texture; VRM 1.0 references an image.
        thumbnail: refs.thumbnail0(meta.texture),
        other_license_url: other_license_url0(meta),
        avatar_permission: person.into(),
        commercial_usage: if commercial { "personalProfit" } else { "personalNonProfit" }.into(),
        credit_notation: credit.into(),
        modification: modification.into(),
        allow_violent: allows(&meta.violent_ussage_name),
        allow_sexual: allows(&meta.sexual_ussage_name),
        allow_redistribution: redistribution,
        other_terms: other_terms
            .into_iter()
            .filter_map(|(name, value)| Some((name.to_owned(), value.clone().filter(|v| !v.is_empty())?)))
            .collect(),
        ..Meta::default()
    }
}

/// `otherLicenseUrl` of VRM 1.0 for the licence of a VRM 0.x file: its own URL, else that of the Creative
/// Commons licence that it names (version 4.0, as in UniVRM), else that of its other permissions.
fn other_license_url0(meta: &Meta0) -> String {
    let urls = [&meta.other_license_url, &meta.other_permission_url];
    let [license, permission] = urls.map(|url| url.clone().filter(|url| !url.is_empty()));
    let named = meta.license_name.as_deref().and_then(|name| match name {
        "CC0" => Some("https://creativecommons.org/publicdomain/zero/1.0/".to_owned()),
        _ => {
            let parts = name.strip_prefix("CC_")?.to_ascii_lowercase().replace('_', "-");
            let is_known = ["by", "by-nc", "by-sa", "by-nc-sa", "by-nd", "by-nc-nd"].contains(&&*parts);
            is_known.then(|| format!("https://creativecommons.org/licenses/{parts}/4.0/"))
        }
    });
    license.or(named).or(permission).unwrap_or_default()
}
