//! Clips in step: how the members of a group follow it.

use super::compile::{Compiled, Compiler};
use super::node::*;
use super::sync::{SyncMap, pattern};
use crate::clip::Motion;
use std::collections::BTreeMap;

/// Names of markers until they repeat, at most.
const MAX_NAMES: usize = 256;

impl Compiler<'_> {
    /// Groups go by markers where any of their clips has some: a round of a clip without lasts as long as the run of
    /// names that repeats. Else they go by rounds.
    pub(super) fn settle_groups(&mut self) -> Compiled<()> {
        for group in 0..self.graph.groups.len() {
            let members = self.graph.groups[group].clone();
            let clip = |node: u32| match &self.graph.nodes[node as usize].kind {
                NodeKind::Clip(clip) => Some((node, clip.clip)),
                _ => None,
            };
            let members: Vec<(u32, u32)> = members.into_iter().filter_map(clip).collect();
            let motion = |clip: u32| &self.clips[clip as usize];
            let marked = |(_, clip): &&(u32, u32)| !motion(*clip).events().sync_markers().is_empty();
            let Some(&(_, first)) = members.iter().find(marked) else { continue };
            let names = names(motion(first));
            let pattern = pattern(&names);
            if pattern.len() > MAX_NAMES {
                let (clip, count) = (motion(first).name(), pattern.len());
                let message = format!(
                    "the markers of clip {clip:?} repeat after {count} names, expected at most {MAX_NAMES}"
                );
                return self.refuse(group, &message);
            }
            // A clip may play in many places.
            let mut maps: BTreeMap<u32, SyncMap> = BTreeMap::new();
            for (node, clip) in members {
                let motion = &self.clips[clip as usize];
                let map = match maps.get(&clip) {
                    Some(map) => Some(map.clone()),
                    None if motion.events().sync_markers().is_empty() => {
                        Some(SyncMap::rounds(motion, pattern.len()))
                    }
                    None => SyncMap::markers(motion, &pattern),
                };
                let Some(map) = map else {
                    let (clip, found, expected) = (motion.name(), told(&self::names(motion)), told(&pattern));
                    let message =
                        format!("clip {clip:?} has the markers {found}, expected {expected} over and over");
                    return self.refuse(group, &message);
                };
                maps.insert(clip, map.clone());
                if let NodeKind::Clip(clip) = &mut self.graph.nodes[node as usize].kind {
                    clip.sync = map;
                }
            }
        }
        Ok(())
    }

    fn refuse(&mut self, group: usize, message: &str) -> Compiled<()> {
        let group = self.groups[group].map_or("of a blend space".to_owned(), |name| format!("{name:?}"));
        self.path = vec![format!("sync group {group}")];
        self.invalid(message)
    }
}

fn names(motion: &Motion) -> Vec<&str> {
    motion.events().sync_markers().iter().map(|marker| marker.name.as_str()).collect()
}

/// The first of the names, as an error tells them.
fn told(names: &[&str]) -> String {
    const MAX: usize = 24;
    match names.len().saturating_sub(MAX) {
        0 => names.join(" "),
        more => format!("{} and {more} more", names[..MAX].join(" ")),
    }
}
