//! Markers: those points that are positions, with their names.

use super::parameters::Parameters;
use crate::Report;
use crate::error::quoted;
use std::collections::HashSet;

/// Parameters of the group `POINT` with the labels of points that hold other numbers than a position.
const MODEL_OUTPUTS: [&str; 6] = ["ANGLES", "FORCES", "MOMENTS", "POWERS", "SCALARS", "REACTIONS"];
/// Number of names that a message lists.
const LISTED: usize = 5;

/// Point that is a position.
pub(super) struct Marker {
    /// Number among the points of a frame.
    pub(super) point: usize,
    pub(super) name: String,
}

/// Markers of `count` points. What a model computed, such as angles of joints, is left out.
pub(super) fn read(parameters: &Parameters<'_>, count: usize, report: &mut Report) -> Vec<Marker> {
    let mut labels = parameters.texts("POINT", "LABELS");
    let outputs: HashSet<String> = MODEL_OUTPUTS
        .iter()
        .flat_map(|kind| parameters.texts("POINT", kind))
        .filter(|name| !name.is_empty())
        .collect();
    labels.resize(count, String::new());
    let mut markers = Vec::with_capacity(count);
    let mut left = Vec::new();
    let mut unnamed = 0usize;
    for (point, label) in labels.into_iter().enumerate() {
        if outputs.contains(&label) {
            left.push(label);
            continue;
        }
        unnamed += usize::from(label.is_empty());
        let name = if label.is_empty() { format!("marker_{}", point + 1) } else { label };
        markers.push(Marker { point, name });
    }
    if unnamed > 0 {
        let message =
            format!("{unnamed} points have no label; they are called marker_1 and so on by their number");
        report.info("c3d-labels", "POINT:LABELS", message);
    }
    if !left.is_empty() {
        let message = format!(
            "{} points are outputs of a model, such as angles, and no positions; they are left out: {}",
            left.len(),
            listed(left.iter().map(String::as_str))
        );
        report.info("c3d-outputs", "POINT", message);
    }
    markers
}

/// First names of a list, for a message.
pub(super) fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let mut names = names.map(quoted);
    let first: Vec<String> = names.by_ref().take(LISTED).collect();
    let more = if names.next().is_some() { ", …" } else { "" };
    first.join(", ") + more
}
