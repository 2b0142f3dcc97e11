//! State of a graph by names, for saved games and for a graph that has changed.

use super::clip_state::ClipState;
use super::machine_state::ActiveTransition;
use super::slot::{SlotPlayback, SlotState};
use super::state::{GraphState, GroupState};
use crate::clip::WrapMode;
use crate::graph::node::{ClipNode, MachineNode, NodeKind};
use crate::graph::parameter::SavedParameter;
use crate::math::Transform;
use crate::playback::{ClipSet, Playback};
use glam::{Quat, Vec3};
use std::collections::BTreeMap;

/// Longest time that is restored, seconds: some weeks.
const MAX_SECONDS: f64 = 1e7;

/// State of a graph by names: parameters, states and running cross-fades, times of clips, slots, snapshots.
/// It can be written by serde (feature `serde`) into a saved game and outlives a change of the graph: what
/// both have goes on ([`GraphState::restore`]).
///
/// Transitions by inertialization that are under way are not in it: they belong to the actor. Spans of events
/// that are open begin again.
///
/// ```
/// # use sinew::skeleton::{Joint, Skeleton};
/// # use sinew::{Actor, Character, CharacterParts, RawClip, Transform};
/// # use std::sync::Arc;
/// # let hips = Joint { name: "hips".into(), parent: None, rest: Transform::default(), in_scene: true };
/// # let parts = CharacterParts { skeleton: Skeleton::new(vec![hips])?, ..CharacterParts::default() };
/// # let clip = |name: &str| Arc::new(RawClip { name: name.into(), ..RawClip::default() });
/// # let mut actor = Actor::new(Arc::new(Character::new(parts)?), vec![clip("idle")])?;
/// # use sinew::graph::*;
/// # let description = GraphDescription {
/// #     output: NodeDescription::Clip(ClipDescription::new("idle")),
/// #     ..GraphDescription::default()
/// # };
/// # actor.set_graph(Arc::new(AnimationGraph::from_description(&description, actor.clips())?))?;
/// let clips = actor.clips().clone();
/// let saved = actor.graph().map(|graph| graph.save(&clips));
/// // … later, in another run of the game:
/// if let (Some(graph), Some(saved)) = (actor.graph_mut(), saved) {
///     for name in graph.restore(&saved, &clips) {
///         println!("not restored: {name}");
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
#[non_exhaustive]
pub struct SavedGraph {
    /// Parameters by name.
    parameters: BTreeMap<String, SavedParameter>,
    machines: Vec<SavedMachine>,
    clips: Vec<SavedClip>,
    slots: Vec<SavedSlot>,
    /// Local transforms of the joints of snapshots: translation, rotation, scale.
    snapshots: BTreeMap<String, BTreeMap<String, (Vec3, Quat, Vec3)>>,
}

#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct SavedMachine {
    /// Place in the graph, such as `output.layers[0].node`.
    at: String,
    state: String,
    seconds: f64,
    /// State that fades out.
    fading: Option<String>,
    transition: Option<ActiveTransition>,
}

#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct SavedClip {
    /// Place in the graph.
    at: String,
    clip: String,
    time: f64,
    speed: f32,
    is_fresh: bool,
    is_playing: bool,
    backwards: bool,
    /// Normalized times: before the last frame, after it, and at the start.
    rounds: [f64; 3],
    /// Common time of its sync group, where that plays.
    group: Option<f64>,
}

#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct SavedSlot {
    name: String,
    clip: String,
    time: f64,
    speed: f32,
    repeats: bool,
    share: f32,
    playback: SlotPlayback,
}

impl GraphState {
    /// The state by names. `clips` are the actor's.
    #[must_use]
    pub fn save(&self, clips: &ClipSet) -> SavedGraph {
        let graph = &self.graph;
        let parameters = graph.parameters.iter().zip(self.parameters.save());
        let skeleton = clips.character().skeleton();
        let machines = self.machine_nodes().map(|(machine, state)| {
            let name = |state: u32| machine.states[state as usize].name.clone();
            SavedMachine {
                at: machine.location.clone(),
                state: name(state.current),
                seconds: state.seconds,
                fading: state.fading.map(name),
                transition: state.active_transition,
            }
        });
        let saved = self.clip_nodes().zip(&self.clips).map(|((at, node), state)| SavedClip {
            at: at.to_owned(),
            clip: clips[node.clip].name().to_owned(),
            time: state.playback.time,
            speed: state.playback.speed,
            is_fresh: state.is_fresh,
            is_playing: state.visited,
            backwards: state.backwards,
            rounds: [state.before, state.now, state.began],
            group: node.group.map(|n| self.groups[n as usize]).filter(|n| n.is_active).map(|n| n.coordinate),
        });
        let slots = graph.slots.iter().zip(&self.slots).filter_map(|(name, slot)| {
            let (clip_playback, playback, share) = slot.saved()?;
            Some(SavedSlot {
                name: name.clone(),
                clip: clips.get(clip_playback.clip())?.name().to_owned(),
                time: clip_playback.time,
                speed: clip_playback.speed,
                repeats: clip_playback.wrap == WrapMode::Loop,
                share,
                playback,
            })
        });
        let snapshots = graph.snapshots.iter().zip(&self.snapshots).map(|(name, pose)| {
            let joints = skeleton.joints().zip(pose.local.as_slice());
            let joints = joints.map(|(joint, transform)| {
                (
                    skeleton.name(joint).to_owned(),
                    (transform.translation, transform.rotation, transform.scale),
                )
            });
            (name.clone(), joints.collect())
        });
        SavedGraph {
            parameters: parameters.map(|((name, _), saved)| (name.clone(), saved)).collect(),
            machines: machines.collect(),
            clips: saved.collect(),
            slots: slots.collect(),
            snapshots: snapshots.collect(),
        }
    }

    /// Goes on from a saved state, in the next frame: parameters, slots and snapshots by their names, states
    /// and clips by their location in the graph and their names, else by their names where these are unique.
    /// States and parameters that are new in the graph begin as they are. Returns the names of what the graph lacks.
    pub fn restore(&mut self, saved: &SavedGraph, clips: &ClipSet) -> Vec<String> {
        let graph = self.graph.clone();
        let mut missing = Vec::new();
        for (name, parameter) in &saved.parameters {
            let id = graph.find_parameter(name).map(|id| id.0);
            if !id.is_some_and(|id| self.parameters.restore(id, parameter)) {
                missing.push(format!("parameter {name:?}"));
            }
        }
        // What does not play in the save ends.
        self.slots.iter_mut().for_each(|slot| *slot = SlotState::new());
        self.groups.iter_mut().for_each(|group| *group = GroupState::default());
        self.restore_machines(saved, &mut missing);
        self.restore_clips(saved, clips, &mut missing);
        for saved_slot in &saved.slots {
            let slot = graph.slots.iter().position(|name| *name == saved_slot.name);
            match (slot, clips.find(saved_slot.clip.as_str())) {
                (Some(slot), Ok(clip)) => {
                    let mut playback = Playback::new(clip, seconds(saved_slot.time));
                    playback.speed(number(saved_slot.speed, 1.0));
                    playback.wrap(if saved_slot.repeats { WrapMode::Loop } else { WrapMode::Clamp });
                    self.slots[slot].restore(saved_slot.playback, playback.resumed(), saved_slot.share);
                }
                (None, _) => missing.push(format!("slot {:?}", saved_slot.name)),
                (_, Err(_)) => {
                    missing.push(format!("clip {:?} of slot {:?}", saved_slot.clip, saved_slot.name))
                }
            }
        }
        let skeleton = clips.character().skeleton();
        for (name, pose) in &saved.snapshots {
            let Some(index) = graph.snapshots.iter().position(|snapshot| snapshot == name) else {
                missing.push(format!("snapshot {name:?}"));
                continue;
            };
            for (joint, local) in skeleton.joints().zip(self.snapshots[index].local.as_mut_slice()) {
                let found = pose.get(skeleton.name(joint));
                let found =
                    found.map(|&(translation, rotation, scale)| Transform { translation, rotation, scale });
                *local = found
                    .filter(|transform| transform.is_finite() && transform.rotation.is_normalized())
                    .unwrap_or(*local);
            }
        }
        missing
    }

    fn restore_machines(&mut self, saved: &SavedGraph, missing: &mut Vec<String>) {
        let graph = self.graph.clone();
        let nodes: Vec<&MachineNode> = graph.machines.iter().filter_map(|n| graph.machine(*n)).collect();
        let has = |node: &MachineNode, name: &str| node.states.iter().position(|state| state.name == name);
        let found = matches(
            &saved.machines,
            &nodes,
            |saved_machine, node| {
                saved_machine.at == node.location && has(node, &saved_machine.state).is_some()
            },
            |saved_machine, node| has(node, &saved_machine.state).is_some(),
        );
        for (saved_machine, found) in saved.machines.iter().zip(found) {
            let Some((found, current)) = found.and_then(|n| Some((n, has(nodes[n], &saved_machine.state)?)))
            else {
                missing.push(format!("state {:?} at {}", saved_machine.state, saved_machine.at));
                continue;
            };
            let state = &mut self.machines[found];
            state.restart();
            (state.current, state.seconds) = (current as u32, seconds(saved_machine.seconds).max(0.0));
            state.active_transition = saved_machine.transition.filter(ActiveTransition::is_sound);
            let fading = saved_machine.fading.as_ref().and_then(|name| has(nodes[found], name));
            state.fading = fading.filter(|_| state.active_transition.is_some()).map(|n| n as u32);
        }
    }

    fn restore_clips(&mut self, saved: &SavedGraph, clips: &ClipSet, missing: &mut Vec<String>) {
        let graph = self.graph.clone();
        let nodes: Vec<(&str, &ClipNode)> = graph.clips().collect();
        let name = |node: &ClipNode| clips[node.clip].name();
        let found = matches(
            &saved.clips,
            &nodes,
            |saved_clip, (at, node)| saved_clip.at == *at && saved_clip.clip == name(node),
            |saved_clip, (_, node)| saved_clip.clip == name(node),
        );
        for (saved_clip, found) in saved.clips.iter().zip(found) {
            let Some(found) = found else {
                missing.push(format!("clip {:?} at {}", saved_clip.clip, saved_clip.at));
                continue;
            };
            let node = nodes[found].1;
            let mut playback = Playback::new(node.clip, seconds(saved_clip.time));
            playback.speed(number(saved_clip.speed, 1.0));
            playback.wrap(if node.looping { WrapMode::Loop } else { WrapMode::Clamp });
            let [before, now, began] = saved_clip.rounds.map(seconds);
            self.clips[found] = ClipState {
                playback: if saved_clip.is_fresh { playback } else { playback.resumed() },
                is_fresh: saved_clip.is_fresh,
                visited: saved_clip.is_playing,
                backwards: saved_clip.backwards,
                before,
                now,
                began,
                ..ClipState::new(node.clip)
            };
            if let (Some(group), Some(coordinate)) = (node.group, saved_clip.group) {
                let group = &mut self.groups[group as usize];
                (group.coordinate, group.is_active) = (seconds(coordinate), true);
            }
        }
    }

    fn machine_nodes(&self) -> impl Iterator<Item = (&MachineNode, &super::machine_state::MachineState)> {
        let nodes = self.graph.machines.iter().zip(&self.machines);
        nodes.filter_map(|(node, state)| Some((self.graph.machine(*node)?, state)))
    }

    fn clip_nodes(&self) -> impl Iterator<Item = (&str, &ClipNode)> {
        self.graph.clips()
    }
}

impl crate::graph::AnimationGraph {
    fn machine(&self, node: u32) -> Option<&MachineNode> {
        match &self.nodes[node as usize].kind {
            NodeKind::Machine(machine) => Some(machine),
            _ => None,
        }
    }

    /// Clip nodes with their locations in the graph, by index of their state.
    fn clips(&self) -> impl Iterator<Item = (&str, &ClipNode)> {
        self.clip_nodes.iter().zip(&self.clip_locations).filter_map(|(node, at)| {
            match &self.nodes[*node as usize].kind {
                NodeKind::Clip(clip) => Some((at.as_str(), clip)),
                _ => None,
            }
        })
    }
}

/// For each saved thing the number of its node: the first free one that is the same, else the only free one
/// that is alike where it is the only saved one.
fn matches<S, N>(
    saved: &[S],
    nodes: &[N],
    is_same: impl Fn(&S, &N) -> bool,
    is_alike: impl Fn(&S, &N) -> bool,
) -> Vec<Option<usize>> {
    let mut taken = vec![false; nodes.len()];
    let mut found: Vec<Option<usize>> = saved
        .iter()
        .map(|entry| {
            let node = (0..nodes.len()).find(|n| !taken[*n] && is_same(entry, &nodes[*n]))?;
            taken[node] = true;
            Some(node)
        })
        .collect();
    let lost: Vec<usize> = (0..saved.len()).filter(|n| found[*n].is_none()).collect();
    for &entry in &lost {
        let mut free = (0..nodes.len()).filter(|n| !taken[*n] && is_alike(&saved[entry], &nodes[*n]));
        let (Some(node), None) = (free.next(), free.next()) else { continue };
        let rivals = lost.iter().filter(|other| is_alike(&saved[**other], &nodes[node])).count();
        if rivals == 1 {
            found[entry] = Some(node);
        }
    }
    found
}

/// A time that clips and states can have.
fn seconds(value: f64) -> f64 {
    if value.is_finite() { value.clamp(-MAX_SECONDS, MAX_SECONDS) } else { 0.0 }
}

fn number(value: f32, default: f32) -> f32 {
    if value.is_finite() { value } else { default }
}
