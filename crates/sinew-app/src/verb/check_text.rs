//! What `sinew check` says of texts that people write: rigs, graphs and marks.

use crate::report::failure::Failure;
use crate::report::finding::{FindingEntry, place_in_text};
use crate::report::plural::count;
use sinew::graph::{AnimationGraph, GraphError, events_from_ron, graph_from_ron};
use sinew::humanoid::HumanBone;
use sinew::rig::{IkPartDescription, IkRig, IkRigDescription, RigError, rig_from_ron};
use sinew::text::did_you_mean;
use sinew::{Character, ClipSet};
use std::collections::BTreeSet;
use std::path::Path;

/// What there may be in a text that has nothing.
const EMPTY: &str = "the file is empty; expected a rig, such as (human: true, fades: {\"look\": 0.3}), a graph, such as \
    (output: Clip(clip: \"idle\")), or marks, such as {\"walk\": (events: [(time: 0.35, name: \"left_foot\")])}";

/// Whom a text may be for: a character of the same call.
pub(super) struct Reader {
    pub(super) name: String,
    pub(super) clips: ClipSet,
}

/// Whether a file is such a text.
pub(super) fn is_text(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("ron"))
}

/// What is amiss with the text at `path`, by itself and for each of `readers`.
pub(super) fn check(path: &Path, readers: &[Reader]) -> Result<Vec<FindingEntry>, Failure> {
    let text = std::fs::read_to_string(path).map_err(|e| Failure::input(path.display(), e))?;
    if content(&text).is_empty() {
        return Ok(vec![nothing("file".to_owned(), EMPTY)]);
    }
    let (rig, graph) = (rig_from_ron(&text), graph_from_ron(&text));
    let of_rig = |error: RigError| finding(error.problem.code(), error.place, error.problem.to_string());
    let of_graph = |error: GraphError| finding("graph", error.place, error.problem.to_string());
    let findings: Vec<FindingEntry> = match (&rig, &graph) {
        // All that a rig says may be left out, as nothing of a graph may be.
        (_, Ok(graph)) => {
            let tried = |reader: &Reader| match AnimationGraph::new(graph, &reader.clips) {
                Ok(_) => remark("graph", format!("the graph fits {}", reader.name)),
                Err(error) => for_whom(of_graph(error), reader),
            };
            readers.iter().map(tried).collect()
        }
        (Ok(rig), _) => {
            // What is wrong for everybody is told once.
            let faults = rig.check();
            let mut findings: Vec<FindingEntry> = faults.iter().cloned().map(of_rig).collect();
            if readers.is_empty() {
                findings.extend(doubtful_bones(rig));
            }
            for reader in readers {
                findings.extend(sides(rig, reader));
                let misfits = misfits(rig, reader.clips.character());
                if misfits.is_empty() {
                    findings.push(fits(rig, reader));
                }
                let own = misfits.into_iter().filter(|error| !faults.contains(error));
                findings.extend(own.map(|error| for_whom(of_rig(error), reader)));
            }
            findings
        }
        (Err(rig), Err(graph)) => match events_from_ron(&text) {
            Ok(_) => return Ok(Vec::new()),
            Err(marks) => {
                // It is meant to be what it can be read as the farthest.
                let read = [
                    of_graph(graph.clone()),
                    of_rig(rig.clone()),
                    finding("marks", marks.place, marks.problem.to_string()),
                ];
                if !opens(&text) {
                    return Ok(vec![nothing(rig.place.clone(), "expected ( and fields")]);
                }
                // As long as it may be either, it is neither.
                if place_in_text(&rig.place) == place_in_text(&graph.place)
                    && place_in_text(&rig.place) >= place_in_text(&read[2].place)
                {
                    return Ok(vec![nothing(rig.place.clone(), &rig.problem.to_string())]);
                }
                let farthest = read.into_iter().rev().max_by_key(|read| place_in_text(&read.place));
                return Ok(farthest.into_iter().collect());
            }
        },
    };
    let nobody = || {
        let kind = if graph.is_ok() { "graph" } else { "rig" };
        remark(
            kind,
            format!("the text is a {kind}; whether it fits a character is seen where one is named beside it"),
        )
    };
    let faulty = findings.iter().any(|finding| finding.severity == "error");
    let alone = (readers.is_empty() && !faulty).then(nobody);
    Ok(findings.into_iter().chain(alone).collect())
}

/// What of a rig does not fit a character: a fault of each part, or else one of the rest.
fn misfits(rig: &IkRigDescription, character: &Character) -> Vec<RigError> {
    /// A text may hold parts without end; a rig of more is told to have too many.
    const MAX: usize = 256;
    let of_part = |n: usize| {
        let parts = vec![rig.parts[n].clone()];
        let alone = IkRigDescription { parts, ..IkRigDescription::default() };
        let error = IkRig::from_description(&alone, character).err()?;
        let place = error.place.replacen("parts[0]", &format!("parts[{n}]"), 1);
        Some(RigError { place, ..error })
    };
    let found: Vec<_> = (0..rig.parts.len().min(MAX)).filter_map(of_part).collect();
    match found.is_empty() {
        true => IkRig::from_description(rig, character).err().into_iter().collect(),
        false => found,
    }
}

/// What a rig that fits a character is to it.
fn fits(rig: &IkRigDescription, reader: &Reader) -> FindingEntry {
    let Reader { name, clips } = reader;
    let character = clips.character();
    match parts(rig, character) {
        0 => {
            let message = format!("the rig has nothing for {name} to reach or look with: no parts");
            FindingEntry { severity: "warning", ..remark("rig", message) }
        }
        parts => remark("rig", format!("the rig fits {name}: {}", count(parts, "part"))),
    }
}

/// Whose left a rig means that names sides of somebody whose file has them the other way round.
fn sides(rig: &IkRigDescription, reader: &Reader) -> Option<FindingEntry> {
    let is_mirrored = reader.clips.character().humanoid().is_some_and(|body| body.mirrored);
    let mut bones = rig.named_joints().filter_map(|(_, name)| HumanBone::from_name(name));
    let has_sides = bones.any(|bone| bone.mirrored() != bone);
    let Reader { name, .. } = reader;
    let message = format!(
        "what {name} calls left lies on its right; so it is with human bones in the rig, and not with the left hand of a \
         person's usual parts"
    );
    (is_mirrored && has_sides).then(|| FindingEntry { severity: "warning", ..remark("rig", message) })
}

/// How many parts a rig that fits has for a character, those that people have anyway with them.
fn parts(rig: &IkRigDescription, character: &Character) -> usize {
    let slots = |part: &IkPartDescription| match part {
        IkPartDescription::Body(body) => body.effectors.len(),
        _ => 1,
    };
    let all = IkRig::from_description(rig, character).map_or(0, |rig| rig.effectors().count());
    let own: usize = rig.parts.iter().map(slots).sum();
    all.saturating_sub(own) + rig.parts.len()
}

/// Whether a text opens as rigs, graphs and marks do: with fields, maybe behind the name of what they are, or with names.
fn opens(text: &str) -> bool {
    let rest = content(text);
    let named = rest.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_').trim_start();
    named.starts_with('(') || rest.starts_with('{')
}

/// A text without what comes before its content.
fn content(text: &str) -> &str {
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    loop {
        // Comments, and what the text wants of its reader.
        rest = match (rest.strip_prefix("//"), rest.strip_prefix("/*"), rest.strip_prefix("#!")) {
            (Some(comment), ..) => comment.split_once('\n').map_or("", |(_, rest)| rest),
            (_, Some(comment), _) => comment.split_once("*/").map_or("", |(_, rest)| rest),
            (.., Some(attribute)) => attribute.split_once(']').map_or("", |(_, rest)| rest),
            _ => return rest,
        }
        .trim_start();
    }
}

/// A text that is none of what is read.
fn nothing(place: String, why: &str) -> FindingEntry {
    finding("rig-text", place, format!("neither a rig, a graph nor marks: {why}"))
}

/// Names in a rig that are nearly those of human bones. Without a character, joints may be called anything else.
fn doubtful_bones(rig: &IkRigDescription) -> Vec<FindingEntry> {
    /// Texts may hold names without end.
    const MAX: usize = 256;
    let bones = || HumanBone::ALL.into_iter().map(HumanBone::name);
    // Files number their joints and call them Hips or DEF-hips; who writes like VRM means VRM.
    let is_like_vrm = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(|c| c.is_ascii_alphabetic())
    };
    // An arm or a hand may well be a robot's.
    let is_part = |name: &str| {
        let name = name.to_ascii_lowercase();
        bones().map(str::to_ascii_lowercase).any(|bone| bone.contains(&name) && bone != name)
    };
    let mut seen = BTreeSet::new();
    let names = rig.named_joints().filter(|(_, name)| seen.insert(*name)).take(MAX);
    let doubtful =
        names.filter(|(_, name)| HumanBone::from_name(name).is_none() && is_like_vrm(name) && !is_part(name));
    doubtful
        .filter_map(|(place, name)| {
            let near = did_you_mean(name, bones());
            let message = format!(
                "no human bone called {name:?}; {near}a joint may be called so: name a character beside the rig"
            );
            let finding = finding("rig-bone", place, message);
            (!near.is_empty()).then_some(FindingEntry { severity: "warning", ..finding })
        })
        .collect()
}

fn finding(kind: &str, place: String, message: String) -> FindingEntry {
    FindingEntry { code: kind.to_owned(), severity: "error", place, message }
}

/// What is no fault.
fn remark(kind: &str, message: String) -> FindingEntry {
    FindingEntry { severity: "info", ..finding(kind, "file".to_owned(), message) }
}

fn for_whom(finding: FindingEntry, reader: &Reader) -> FindingEntry {
    FindingEntry { message: format!("for {}: {}", reader.name, finding.message), ..finding }
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
