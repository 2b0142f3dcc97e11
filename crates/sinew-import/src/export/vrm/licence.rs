use super::Numbers;
use crate::Report;
use serde_json::{Map, Value, json};
use sinew::character::setup::Licence;

/// The one licence text that VRM 1.0 has of its own.
const VRM_LICENCE: &str = "https://vrm.dev/licenses/1.0/";

/// `meta`. Answers that are missing are left out: the strictest count then. Words of a VRM 0.x file stay beside them.
pub(super) fn of(licence: &Licence, numbers: &Numbers<'_>, report: &mut Report) -> Value {
    let place = "/setup/licence";
    let mut stated = |text: &str, otherwise: &str, what: &str| {
        if !text.is_empty() {
            return text.to_owned();
        }
        report.info(
            "vrm-licence",
            place,
            format!("{what} is not stated as VRM 1.0 has it; written as {otherwise:?}"),
        );
        otherwise.to_owned()
    };
    let name = stated(&licence.name, "unnamed", "its name");
    let url = stated(&licence.licence_url, VRM_LICENCE, "the address of its licence");
    let authors: Vec<&String> = licence.authors.iter().filter(|author| !author.is_empty()).collect();
    let authors = match authors.as_slice() {
        [] => json!([stated("", "unknown", "who made it")]),
        authors => json!(authors),
    };
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
        ("thirdPartyLicenses", &licence.third_party),
        ("otherLicenseUrl", &licence.other_licence_url),
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
    if let Some(image) = licence.thumbnail.and_then(|i| numbers.images.get(i).copied().flatten()) {
        meta["thumbnailImage"] = json!(image.number);
    }
    if !licence.other_terms.is_empty() {
        let words: Map<String, Value> =
            licence.other_terms.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
        meta["extras"] = json!({ "vrm0": words });
    }
    meta
}
