//! Metadata of an avatar, its licence included, as JSON of VRM 1.0.

use super::indices::Indices;
use crate::Report;
use serde_json::{Map, Value, json};
use sinew::character::Meta;

/// URL of the VRM 1.0 licence.
const VRM_LICENCE: &str = "https://vrm.dev/licenses/1.0/";

/// JSON of `meta`. Missing permissions are omitted, which means the strictest ones. Original VRM 0.x
/// permissions are kept in `extras`.
pub(super) fn of(licence: &Meta, indices: &Indices<'_>, report: &mut Report) -> Value {
    let location = "/meta";
    let mut or_default = |text: &str, default: &str, property: &str| {
        if !text.is_empty() {
            return text.to_owned();
        }
        report.info("vrm-licence", location, format!("{property} is missing; {default:?} is written"));
        default.to_owned()
    };
    let name = or_default(&licence.name, "unnamed", "the avatar's name");
    // A licence of VRM 0.x goes into `otherLicenseUrl`; `licenseUrl` is always that of VRM's own licence.
    let has_other = licence.license_url.is_empty() && !licence.other_license_url.is_empty();
    let url = match has_other {
        true => VRM_LICENCE.to_owned(),
        false => or_default(&licence.license_url, VRM_LICENCE, "the licence URL"),
    };
    let authors: Vec<&String> = licence.authors.iter().filter(|author| !author.is_empty()).collect();
    let authors = match authors.as_slice() {
        [] => json!([or_default("", "unknown", "the author")]),
        authors => json!(authors),
    };
    if has_other {
        let other = &licence.other_license_url;
        let message =
            format!("the licence {other:?} is kept as otherLicenseUrl; licenseUrl is that of VRM itself");
        report.info("vrm-licence", location, message);
    }
    let mut meta = json!({
        "name": name,
        "authors": authors,
        "licenseUrl": url,
        "allowExcessivelyViolentUsage": licence.allow_violent,
        "allowExcessivelySexualUsage": licence.allow_sexual,
        "allowPoliticalOrReligiousUsage": licence.allow_political_or_religious,
        "allowAntisocialOrHateUsage": licence.allow_antisocial_or_hate,
        "allowRedistribution": licence.allow_redistribution,
    });
    let texts = [
        ("version", &licence.version),
        ("copyrightInformation", &licence.copyright),
        ("contactInformation", &licence.contact),
        ("thirdPartyLicenses", &licence.third_party_licenses),
        ("otherLicenseUrl", &licence.other_license_url),
        ("avatarPermission", &licence.avatar_permission),
        ("commercialUsage", &licence.commercial_usage),
        ("creditNotation", &licence.credit_notation),
        ("modification", &licence.modification),
    ];
    for (name, text) in texts.into_iter().filter(|(_, text)| !text.is_empty()) {
        meta[name] = json!(text);
    }
    if !licence.references.is_empty() {
        meta["references"] = json!(licence.references);
    }
    if let Some(image) = licence.thumbnail.and_then(|i| indices.images.get(i.index()).copied().flatten()) {
        meta["thumbnailImage"] = json!(image.number);
    }
    if !licence.other_terms.is_empty() {
        let permissions: Map<String, Value> =
            licence.other_terms.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
        meta["extras"] = json!({ "vrm0": permissions });
    }
    meta
}
