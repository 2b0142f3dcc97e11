//! What `sinew check` says of texts that people write: rigs, graphs and marks.

use crate::failure::Failure;
use crate::finding::FindingEntry;
use sinew::graph::{AnimationGraph, GraphError, graph_from_ron, marks_from_ron};
use sinew::ik::{IkRig, RigError, rig_from_ron};
use sinew::{Character, Motion};
use std::path::Path;

/// Whom a text may be for: a character of the same call.
pub(super) struct Reader {
    pub(super) name: String,
    pub(super) character: Character,
    pub(super) clips: Vec<Motion>,
}

/// Whether a file is such a text.
pub(super) fn is_text(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("ron"))
}

/// What is amiss with the text at `path`, by itself and for each of `readers`.
pub(super) fn check(path: &Path, readers: &[Reader]) -> Result<Vec<FindingEntry>, Failure> {
    let text = std::fs::read_to_string(path).map_err(|e| Failure::input(path.display(), e))?;
    let (rig, graph) = (rig_from_ron(&text), graph_from_ron(&text));
    let of_rig = |error: RigError| finding("rig", error.place, error.problem.to_string());
    let of_graph = |error: GraphError| finding("graph", error.place, error.problem.to_string());
    let findings: Vec<FindingEntry> = match (&rig, &graph) {
        // All that a rig says may be left out, as nothing of a graph may be.
        (_, Ok(graph)) => {
            let made = |reader: &Reader| AnimationGraph::new(graph, &reader.character, &reader.clips).err();
            readers.iter().filter_map(|reader| Some(for_whom(of_graph(made(reader)?), reader))).collect()
        }
        (Ok(rig), _) => {
            let made = |reader: &Reader| IkRig::from_description(rig, &reader.character).err();
            readers.iter().filter_map(|reader| Some(for_whom(of_rig(made(reader)?), reader))).collect()
        }
        (Err(rig), Err(graph)) => match marks_from_ron(&text) {
            Ok(_) => return Ok(Vec::new()),
            Err(marks) => {
                // It is meant to be what it can be read as the farthest.
                let read = [
                    of_graph(graph.clone()),
                    of_rig(rig.clone()),
                    finding("marks", marks.place, marks.problem.to_string()),
                ];
                let farthest = read.into_iter().rev().max_by_key(|read| place_in_text(&read.place));
                return Ok(farthest.into_iter().collect());
            }
        },
    };
    let nobody = || {
        let kind = if graph.is_ok() { "graph" } else { "rig" };
        let message =
            format!("the text is a {kind}; whether it fits a character is seen where one is named beside it");
        FindingEntry { severity: "info", ..finding(kind, "file".into(), message) }
    };
    Ok(if readers.is_empty() { vec![nobody()] } else { findings })
}

fn finding(kind: &str, place: String, message: String) -> FindingEntry {
    FindingEntry { code: kind.to_owned(), severity: "error", place, message }
}

fn for_whom(finding: FindingEntry, reader: &Reader) -> FindingEntry {
    FindingEntry { message: format!("for {}: {}", reader.name, finding.message), ..finding }
}

/// Line and column of an error in a text.
fn place_in_text(place: &str) -> Vec<usize> {
    let digits = place.split(|c: char| !c.is_ascii_digit());
    digits.filter_map(|number| number.parse().ok()).collect()
}
