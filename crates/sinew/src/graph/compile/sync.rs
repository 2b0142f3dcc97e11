//! Compilation of sync groups.

use super::compiler::{Compiled, Compiler};
use crate::clip::ClipSource;
use crate::graph::node::*;
use crate::graph::sync_map::{SyncMap, pattern};
use crate::playback::ClipId;
use std::collections::BTreeMap;

/// Largest number of marker names before they repeat.
const MAX_NAMES: usize = 256;

impl Compiler<'_> {
    /// Builds the sync maps. A group syncs by markers if any of its clips has some; a loop of a clip without
    /// markers then counts as one repetition of the names. Other groups sync by normalized time.
    pub(in crate::graph) fn assign_sync_maps(&mut self) -> Compiled<()> {
        for group in 0..self.graph.groups.len() {
            let members = self.graph.groups[group].clone();
            let clip = |node: u32| match &self.graph.nodes[node as usize].kind {
                NodeKind::Clip(clip) => Some((node, clip.clip)),
                _ => None,
            };
            let members: Vec<(u32, ClipId)> = members.into_iter().filter_map(clip).collect();
            let source = |clip: ClipId| &self.clips[clip];
            let marked = |(_, clip): &&(u32, ClipId)| !source(*clip).events().sync_markers().is_empty();
            let Some(&(first_node, first)) = members.iter().find(marked) else { continue };
            let names = names(source(first));
            let pattern = pattern(&names);
            if pattern.len() > MAX_NAMES {
                let (clip, count) = (source(first).name(), pattern.len());
                let message = format!(
                    "the sync markers of clip {clip:?} repeat after {count} names; expected at most \
                     {MAX_NAMES}"
                );
                return self.refuse(group, first_node, &message);
            }
            // A clip may play in several nodes.
            let mut maps: BTreeMap<ClipId, SyncMap> = BTreeMap::new();
            for (node, clip) in members {
                let source = &self.clips[clip];
                let map = match maps.get(&clip) {
                    Some(map) => Some(map.clone()),
                    None if source.events().sync_markers().is_empty() => {
                        Some(SyncMap::rounds(source, pattern.len()))
                    }
                    None => SyncMap::markers(source, &pattern),
                };
                let Some(map) = map else {
                    let (clip, found, expected) =
                        (source.name(), joined(&self::names(source)), joined(&pattern));
                    let message = format!(
                        "clip {clip:?} has the sync markers {found}; expected repetitions of {expected}"
                    );
                    return self.refuse(group, node, &message);
                };
                maps.insert(clip, map.clone());
                if let NodeKind::Clip(clip) = &mut self.graph.nodes[node as usize].kind {
                    clip.sync = map;
                }
            }
        }
        Ok(())
    }

    /// Error about a clip node of a group.
    fn refuse(&mut self, group: usize, node: u32, message: &str) -> Compiled<()> {
        let group = self.groups[group].map_or("of a blend space".to_owned(), |name| format!("{name:?}"));
        let NodeKind::Clip(clip) = &self.graph.nodes[node as usize].kind else {
            return self.invalid(message);
        };
        self.path = vec![self.graph.clip_locations[clip.state as usize].clone()];
        self.invalid(&format!("{message} (sync group {group})"))
    }
}

fn names(source: &ClipSource) -> Vec<&str> {
    source.events().sync_markers().iter().map(|marker| marker.name.as_str()).collect()
}

/// The first names, for messages.
fn joined(names: &[&str]) -> String {
    const MAX: usize = 24;
    match names.len().saturating_sub(MAX) {
        0 => names.join(" "),
        more => format!("{} and {more} more", names[..MAX].join(" ")),
    }
}
