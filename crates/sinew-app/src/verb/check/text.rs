//! Checks of RON files: rigs, graphs, spring bones, ragdolls, faces, grooms, events, and those of set-ups, shows and
//! the skin.

use super::angles;
use super::events;
use super::findings::{Target, described, diagnostic, for_target, remark};
use super::setup;
use super::skin;
use super::text_kind::TextKind;
use crate::asset::groom::{self, MapFault};
use crate::asset::input_file;
use crate::asset::map_weights::unusual_weights;
use crate::asset::text_fields;
use crate::report::diagnostic::{DiagnosticEntry, line_and_column};
use crate::report::failure::Failure;
use crate::report::plural::count;
use sinew::Character;
use sinew::clip::{ClipEventError, EventsByClip};
use sinew::face::{FaceError, FaceRig, FaceRigDescription, VisemeMap};
use sinew::graph::{AnimationGraph, GraphDescription, GraphError};
use sinew::humanoid::HumanBone;
use sinew::ragdoll::{Ragdoll, RagdollDescription, RagdollError};
use sinew::rig::{IkPartDescription, IkRig, IkRigDescription, IkRigError};
use sinew::spring::{SpringError, SpringRig, SpringRigDescription};
use sinew::surface::CharacterSurface;
use sinew::text::did_you_mean;
use sinew_author::hair::{BareHead, GroomDescription, GroomMakingError, generate_groom};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

/// Message for an empty file.
const EMPTY: &str = "the file is empty; expected a rig, such as (human: true, fades: {\"look\": 0.3}), a \
    graph, such as (output: Clip(clip: \"idle\")), spring bones, such as (chains: [(from: \"tail\")]), a \
    groom, such as (layers: [(length: 0.05)]), a face, such as (visemes: \
    {\"aa\": (morphs: {\"mouth_open\": 1})}), or events, such as \
    {\"walk\": (events: [(time: 0.35, name: \"left_foot\")])}";

/// Beginning of the message about a text of unknown kind.
const FOREIGN: &str = "not a set-up, show, rig, graph, groom, spring bones, ragdoll, face, wrinkles, decals, \
    landmarks or events file";

/// True for RON files.
pub(super) fn is_text(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("ron"))
}

/// Diagnostics of the RON file at `path`, by itself and for each of `targets`.
pub(super) fn check(path: &Path, targets: &[Target]) -> Result<Vec<DiagnosticEntry>, Failure> {
    let text = input_file::read_text(path)?;
    let mut found = check_text(path, &text, targets)?;
    // Numbers of a text with errors may stand anywhere.
    if found.iter().all(|entry| entry.severity != "error") {
        found.extend(angles::in_radians(&text));
    }
    Ok(found)
}

/// True for the finding about a text that is none of Sinew.
pub(super) fn is_foreign(found: &[DiagnosticEntry]) -> bool {
    found.iter().any(|entry| entry.message.starts_with(FOREIGN))
}

fn check_text(path: &Path, text: &str, targets: &[Target]) -> Result<Vec<DiagnosticEntry>, Failure> {
    if content(text).is_empty() {
        return Ok(vec![unknown_kind("file".to_owned(), EMPTY)]);
    }
    if text_fields::is_show(text) {
        return Ok(setup::check_show(path));
    }
    if text_fields::is_setup(text) {
        return Ok(setup::check(path));
    }
    let (rig, graph) = (IkRigDescription::from_ron(text), GraphDescription::from_ron(text));
    let of_rig =
        |error: IkRigError| diagnostic(error.problem.code(), error.location, error.problem.to_string());
    let of_graph = |error: GraphError| diagnostic("graph", error.location, error.problem.to_string());
    let of_events = |error: ClipEventError| diagnostic("events", error.location, error.message);
    if let (Err(_), Err(_), Some(found)) = (&rig, &graph, of_other_kind(path, text, targets)) {
        return Ok(found);
    }
    let diagnostics: Vec<DiagnosticEntry> = match (&rig, &graph) {
        // Every field of a rig is optional and a graph needs its output, so a text that parses as a graph is
        // one.
        (_, Ok(graph)) => {
            let tried = |target: &Target| match AnimationGraph::from_description(graph, &target.clips) {
                Ok(_) => remark("graph", format!("the graph fits {}", target.name)),
                Err(error) => for_target(of_graph(error.in_text(text)), target),
            };
            targets.iter().map(tried).collect()
        }
        (Ok(rig), _) => {
            // Errors for every character are reported once.
            let faults = rig.check();
            let of_rig = |error: IkRigError| of_rig(error.in_text(text));
            let mut diagnostics: Vec<DiagnosticEntry> = faults.iter().cloned().map(of_rig).collect();
            if targets.is_empty() {
                diagnostics.extend(similar_bones(rig));
            }
            for target in targets {
                diagnostics.extend(sides(rig, target));
                let mismatches = mismatches(rig, target.clips.character());
                if mismatches.is_empty() {
                    diagnostics.push(fits(rig, target));
                }
                let new_errors = mismatches.into_iter().filter(|error| !faults.contains(error));
                diagnostics.extend(new_errors.map(|error| for_target(of_rig(error), target)));
            }
            diagnostics
        }
        (Err(rig), Err(graph)) => match EventsByClip::from_ron(text) {
            Ok(events) => return Ok(events::check(text, &events, targets)),
            Err(events) => {
                let read = [of_graph(graph.clone()), of_rig(rig.clone()), of_events(events)];
                if !opens(text) {
                    return Ok(vec![unknown_kind(rig.location.clone(), "expected ( and fields")]);
                }
                let [of_graph, of_rig, of_events] = read;
                // The fields tell the kind even where the first one is misspelled.
                match TextKind::of(text) {
                    Some(TextKind::Graph) => return Ok(vec![of_graph]),
                    Some(TextKind::Rig) => return Ok(vec![of_rig]),
                    _ => {}
                }
                // The kind that parses farthest is the intended one.
                let read = [of_graph, of_rig, of_events];
                // Rig and graph parse equally far: the kind is unknown.
                if line_and_column(&rig.location) == line_and_column(&graph.location)
                    && line_and_column(&rig.location) >= line_and_column(&read[2].location)
                {
                    return Ok(vec![unknown_kind(rig.location.clone(), &rig.problem.to_string())]);
                }
                let farthest = read.into_iter().rev().max_by_key(|read| line_and_column(&read.location));
                return Ok(farthest.into_iter().collect());
            }
        },
    };
    let valid = || {
        let kind = if graph.is_ok() { "graph" } else { "rig" };
        remark(kind, format!("the file is a valid {kind}; add a character to check that it fits"))
    };
    let faulty = diagnostics.iter().any(|diagnostic| diagnostic.severity == "error");
    let alone = (targets.is_empty() && !faulty).then(valid);
    Ok(diagnostics.into_iter().chain(alone).collect())
}

/// Diagnostics of a text that is neither a rig, a graph nor events.
fn of_other_kind(path: &Path, text: &str, targets: &[Target]) -> Option<Vec<DiagnosticEntry>> {
    Some(match TextKind::of(text)? {
        TextKind::Ragdoll => ragdolls(text, targets),
        TextKind::Springs => springs(text, targets),
        TextKind::Face => faces(text, targets),
        TextKind::Groom => grooms(path, text, targets),
        TextKind::Wrinkles => skin::wrinkles(path, text, targets),
        TextKind::Decals => skin::decals(path, text, targets),
        TextKind::Landmarks => skin::landmarks(text),
        TextKind::Rig | TextKind::Graph => return None,
    })
}

/// Diagnostics of a ragdoll, by itself and for each of `targets`.
fn ragdolls(text: &str, targets: &[Target]) -> Vec<DiagnosticEntry> {
    let fault = |error: RagdollError| match error {
        RagdollError::Description { location, message } => diagnostic("ragdoll", location, message),
        other => diagnostic("ragdoll", "file".to_owned(), other.to_string()),
    };
    let description = RagdollDescription::from_ron(text).map_err(fault);
    described("ragdoll", "is a valid ragdoll", description, targets, |description, target| {
        let ragdoll = Ragdoll::from_description(description, target.clips.character());
        let ragdoll = ragdoll.map_err(|error| fault(error.in_text(text)))?;
        Ok(format!("the ragdoll fits {}: {}", target.name, count(ragdoll.parts().len(), "part")))
    })
}

/// Diagnostics of a description of spring bones, by itself and for each of `targets`.
fn springs(text: &str, targets: &[Target]) -> Vec<DiagnosticEntry> {
    let fault = |error: SpringError| match error {
        SpringError::Description { location, message } => diagnostic("springs", location, message),
        other => diagnostic("springs", "file".to_owned(), other.to_string()),
    };
    let description = SpringRigDescription::from_ron(text).map_err(fault);
    described("springs", "has valid spring bones", description, targets, |description, target| {
        let rig = SpringRig::from_description(description, target.clips.character());
        let rig = rig.map_err(|error| fault(error.in_text(text)))?;
        Ok(format!("the spring bones fit {}: {} swing", target.name, count(rig.joints().len(), "joint")))
    })
}

/// Diagnostics of a groom and its maps, by itself and for each of `targets`.
fn grooms(path: &Path, text: &str, targets: &[Target]) -> Vec<DiagnosticEntry> {
    let fault = |location: String, message: String| diagnostic("groom", location, message);
    let description = GroomDescription::from_ron(text).map_err(|error| match error {
        GroomMakingError::Description { location, message } => fault(location, message),
        other => fault("file".to_owned(), other.to_string()),
    });
    let description = description.and_then(|description| {
        let maps = groom::read_maps(&description, path);
        maps.map(|maps| (description, maps)).map_err(|MapFault { field, message }| fault(field, message))
    });
    described("groom", "is a valid groom", description, targets, |(description, maps), target| {
        let character = target.clips.character();
        let regions: Vec<_> = description.layers.iter().map(|layer| layer.region).collect();
        let surface = Arc::new(CharacterSurface::new(character));
        let bare = BareHead::measure(character, &surface, |_| true, &regions, None);
        let BareHead { skin, head, .. } =
            bare.map_err(|error| fault("file".to_owned(), error.to_string()))?;
        let made = generate_groom(character, &skin, &head, description, maps);
        let made = made.map_err(|error| fault("file".to_owned(), error.to_string()))?;
        Ok(format!("the groom fits {}: {}", target.name, count(made.strand_count(), "strand")))
    })
}

/// Diagnostics of a face, by itself and for each of `targets`.
fn faces(text: &str, targets: &[Target]) -> Vec<DiagnosticEntry> {
    let fault = |error: FaceError| match error {
        FaceError::Description { location, message } => diagnostic("face", location, message),
        other => diagnostic("face", "file".to_owned(), other.to_string()),
    };
    let description = FaceRigDescription::from_ron(text).map_err(fault);
    let unusual = description.as_ref().map_or_else(|_| Vec::new(), unusual_weights);
    let warning = |message| DiagnosticEntry { severity: "warning", ..remark("face", message) };
    let mut found = described("face", "is a valid face", description, targets, |description, target| {
        let visemes = count(description.visemes.len(), "viseme");
        let character = target.clips.character();
        match FaceRig::detect(character) {
            Some(_) => drop(FaceRig::from_ron(text, character).map_err(fault)?),
            None => drop(VisemeMap::from_ron(text, character).map_err(fault)?),
        }
        Ok(format!("the face fits {}: {visemes}", target.name))
    });
    found.extend(unusual.into_iter().map(warning));
    found
}

/// Errors of a rig for a character: one per part, else one of the whole.
fn mismatches(rig: &IkRigDescription, character: &Character) -> Vec<IkRigError> {
    /// Limits the work for huge files; larger rigs are rejected as a whole.
    const MAX: usize = 256;
    let of_part = |n: usize| {
        let parts = vec![rig.parts[n].clone()];
        let alone = IkRigDescription { parts, ..IkRigDescription::default() };
        let mut error = IkRig::from_description(&alone, character).err()?;
        error.location = error.location.replacen("parts[0]", &format!("parts[{n}]"), 1);
        Some(error)
    };
    let found: Vec<_> = (0..rig.parts.len().min(MAX)).filter_map(of_part).collect();
    match found.is_empty() {
        true => IkRig::from_description(rig, character).err().into_iter().collect(),
        false => found,
    }
}

/// Diagnostic for a rig that fits a character.
fn fits(rig: &IkRigDescription, target: &Target) -> DiagnosticEntry {
    let Target { name, clips } = target;
    let character = clips.character();
    match parts(rig, character) {
        0 => {
            let message = format!("the rig has no parts for {name}");
            DiagnosticEntry { severity: "warning", ..remark("rig", message) }
        }
        parts => remark("rig", format!("the rig fits {name}: {}", count(parts, "part"))),
    }
}

/// Warning for a rig that names left or right bones of a character whose bone names are swapped.
fn sides(rig: &IkRigDescription, target: &Target) -> Option<DiagnosticEntry> {
    let is_mirrored = target.clips.character().humanoid().is_some_and(|body| body.sides_swapped);
    let mut bones = rig.named_joints().filter_map(|(_, name)| HumanBone::from_name(name));
    let has_sides = bones.any(|bone| bone.mirrored() != bone);
    let Target { name, .. } = target;
    let message = format!(
        "left and right bone names of {name} are swapped; bones in the rig use the file's names, the default \
         effectors use the true sides"
    );
    (is_mirrored && has_sides).then(|| DiagnosticEntry { severity: "warning", ..remark("rig", message) })
}

/// Number of parts of a fitting rig, with those of the default rig.
fn parts(rig: &IkRigDescription, character: &Character) -> usize {
    let effectors = |part: &IkPartDescription| match part {
        IkPartDescription::Body(body) => body.effectors.len(),
        _ => 1,
    };
    let all = IkRig::from_description(rig, character).map_or(0, |rig| rig.effectors().count());
    let effector_count: usize = rig.parts.iter().map(effectors).sum();
    all.saturating_sub(effector_count) + rig.parts.len()
}

/// True for a text that opens like a rig, graph, groom, spring bones or events file: `(`, a type name and
/// `(`, or `{`.
fn opens(text: &str) -> bool {
    let rest = content(text);
    let named = rest.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_').trim_start();
    named.starts_with('(') || rest.starts_with('{')
}

/// Text without byte order mark, comments and attributes at its beginning.
fn content(text: &str) -> &str {
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    loop {
        // Comments and attributes such as #![enable(…)].
        rest = match (rest.strip_prefix("//"), rest.strip_prefix("/*"), rest.strip_prefix("#!")) {
            (Some(comment), ..) => comment.split_once('\n').map_or("", |(_, rest)| rest),
            (_, Some(comment), _) => comment.split_once("*/").map_or("", |(_, rest)| rest),
            (.., Some(attribute)) => attribute.split_once(']').map_or("", |(_, rest)| rest),
            _ => return rest,
        }
        .trim_start();
    }
}

/// Diagnostic for a file of unknown kind.
fn unknown_kind(location: String, why: &str) -> DiagnosticEntry {
    diagnostic("rig-text", location, format!("{FOREIGN}: {why}"))
}

/// Warnings for names in a rig that are similar to human bones. Without a character, joints may have any
/// name.
fn similar_bones(rig: &IkRigDescription) -> Vec<DiagnosticEntry> {
    /// Limits the work for huge files.
    const MAX: usize = 256;
    let bones = || HumanBone::ALL.into_iter().map(HumanBone::name);
    // VRM bone names are camelCase letters; other joint names have capitals, digits or separators.
    let is_like_vrm = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(|c| c.is_ascii_alphabetic())
    };
    // Parts of bone names such as arm or hand are plausible joint names.
    let is_part = |name: &str| {
        let name = name.to_ascii_lowercase();
        bones().map(str::to_ascii_lowercase).any(|bone| bone.contains(&name) && bone != name)
    };
    let mut seen = BTreeSet::new();
    let names = rig.named_joints().filter(|(_, name)| seen.insert(*name)).take(MAX);
    let similar =
        names.filter(|(_, name)| HumanBone::from_name(name).is_none() && is_like_vrm(name) && !is_part(name));
    similar
        .filter_map(|(location, name)| {
            let near = did_you_mean(name, bones());
            let message = format!(
                "no human bone called {name:?}; {near}if it is a joint, add the character to check it"
            );
            let diagnostic = diagnostic("rig-bone", location, message);
            (!near.is_empty()).then_some(DiagnosticEntry { severity: "warning", ..diagnostic })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::opens;

    #[test]
    fn texts_open_with_fields_or_names() {
        for text in [
            "(",
            "{}",
            "// a rig\n/* of mine */ (human: true)",
            "#![enable(implicit_some)]\nIkRig (",
            "\u{feff} (",
        ] {
            assert!(opens(text), "{text}");
        }
        for text in ["", "hello", "hello world (", "// (", "/* (", "[(", "\"(\"", "12", "#!"] {
            assert!(!opens(text), "{text}");
        }
    }
}
