use super::clip_state::ClipState;
use super::machine_state::MachineState;
use super::slot::{SlotPlayback, SlotState};
use crate::character::Character;
use crate::clip::Motion;
use crate::graph::graph::AnimationGraph;
use crate::graph::node::NodeKind;
use crate::graph::parameter::{ParameterId, ParameterValue, Parameters};
use crate::playback::{CharacterMirror, EventQueue, FullPose, Playback};
use std::sync::Arc;

/// Playback state of a graph: parameters, active states, clip times. Allocates nothing after its creation.
#[derive(Clone, Debug)]
pub struct GraphState {
    pub(in crate::graph) graph: Arc<AnimationGraph>,
    pub(in crate::graph) rest: FullPose,
    pub(in crate::graph) mirror: Option<CharacterMirror>,
    pub(in crate::graph) parameters: Parameters,
    pub(in crate::graph) clips: Vec<ClipState>,
    pub(in crate::graph) machines: Vec<MachineState>,
    pub(in crate::graph) slots: Vec<SlotState>,
    pub(in crate::graph) groups: Vec<GroupState>,
    pub(in crate::graph) snapshots: Vec<FullPose>,
    /// Weight of each input of each node in this frame.
    pub(in crate::graph) shares: Vec<f32>,
    pub(in crate::graph) buffers: Vec<FullPose>,
}

/// Playback state of a sync group.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::graph) struct GroupState {
    pub(in crate::graph) coordinate: f64,
    /// Whether any clip of the group played in the last frame.
    pub(in crate::graph) is_active: bool,
}

/// Active state of a state machine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ActiveState<'a> {
    /// Place of the machine in the graph, such as `output.layers[0].node`.
    pub machine: &'a str,
    /// Name of the state.
    pub state: &'a str,
    /// Seconds since the state was entered.
    pub elapsed: f32,
    /// Whether a transition is in progress.
    pub in_transition: bool,
}

impl GraphState {
    /// State of `graph` with all machines in their initial states, for actors of the `character` that it was compiled for.
    pub fn new(graph: Arc<AnimationGraph>, character: &Character) -> Self {
        let rest = FullPose::rest(character);
        let clip_state = |&node: &u32| match &graph.nodes[node as usize].kind {
            NodeKind::Clip(clip) => ClipState::new(clip.clip as usize),
            _ => ClipState::new(0),
        };
        Self {
            parameters: Parameters::new(graph.parameters.iter().map(|(_, kind)| *kind)),
            clips: graph.clip_nodes.iter().map(clip_state).collect(),
            machines: graph.machines.iter().map(|_| MachineState::new(&rest)).collect(),
            slots: graph.slots.iter().map(|_| SlotState::new(&rest)).collect(),
            groups: vec![GroupState::default(); graph.groups.len()],
            snapshots: vec![rest.clone(); graph.snapshots.len()],
            shares: vec![0.0; graph.shares],
            buffers: vec![rest.clone(); graph.buffers],
            mirror: graph.needs_mirror.then(|| CharacterMirror::new(character)),
            rest,
            graph,
        }
    }

    /// Played graph.
    pub fn graph(&self) -> &Arc<AnimationGraph> {
        &self.graph
    }

    /// Sets a parameter. Returns `false` and changes nothing where the parameter does not exist, is of another kind than
    /// `value`, or `value` is not finite.
    pub fn set(&mut self, parameter: ParameterId, value: impl Into<ParameterValue>) -> bool {
        let value = value.into();
        let takes =
            self.graph.parameters.get(parameter.0 as usize).is_some_and(|(_, kind)| kind.takes(value));
        if takes {
            self.parameters.set(parameter.0, value);
        }
        takes
    }

    /// Last value that a parameter was set to. A smooth parameter may not have reached it.
    ///
    /// # Panics
    /// When the parameter belongs to another graph.
    pub fn get(&self, parameter: ParameterId) -> ParameterValue {
        self.parameters.target(parameter.0)
    }

    /// Plays clip number `clip` of the actor once in the slot named `slot`, from `start` (file seconds), with the next frame.
    /// `None` where there is no such slot. A clip that does not exist ends at once. In a state that is not active the clip
    /// waits until it is; [`stop_slot`](Self::stop_slot) drops it. A clip that has started ends when its state is exited.
    pub fn play_in_slot(&mut self, slot: &str, clip: usize, start: f32) -> Option<&mut SlotPlayback> {
        let place = self.graph.slots.iter().position(|name| name == slot)?;
        Some(self.slots[place].play(clip, start))
    }

    /// Fades out the clip in the slot named `slot`, and drops one that has not started. Ignores unknown slots.
    pub fn stop_slot(&mut self, slot: &str) {
        if let Some(place) = self.graph.slots.iter().position(|name| name == slot) {
            self.slots[place].stop();
        }
    }

    /// Saves the last pose of the graph for the snapshot nodes of this name. Returns `false` where there are none.
    pub fn save_snapshot(&mut self, name: &str) -> bool {
        let place = self.graph.snapshots.iter().position(|own| own == name);
        if let Some(place) = place {
            self.snapshots[place].copy_from(&self.buffers[0]);
        }
        place.is_some()
    }

    /// Last pose of the graph.
    pub(crate) fn pose(&self) -> &FullPose {
        &self.buffers[0]
    }

    /// Active states of all visible state machines, outer machines first.
    pub fn active_states(&self) -> impl Iterator<Item = ActiveState<'_>> {
        self.graph.machines.iter().zip(&self.machines).filter_map(|(&node, state)| {
            let NodeKind::Machine(machine) = &self.graph.nodes[node as usize].kind else { return None };
            state.is_seen().then(|| ActiveState {
                machine: &machine.place,
                state: &machine.states[state.current as usize].name,
                elapsed: state.seconds,
                in_transition: state.in_transition(),
            })
        })
    }

    /// Playing clips, with their weights.
    pub fn playing(&self) -> impl Iterator<Item = (&Playback, f32)> {
        let heard = self.clips.iter().filter(|clip| clip.visited && clip.weight > 0.0);
        heard
            .map(|clip| (&clip.playback, clip.weight))
            .chain(self.slots.iter().filter_map(SlotState::playing))
    }

    /// Ends all open spans, when the graph stops playing.
    pub fn exit(&mut self, clips: &[Motion], events: &mut EventQueue) {
        for clip in &mut self.clips {
            clip.playback.leave(&clips[clip.playback.clip()], events);
        }
        for slot in &mut self.slots {
            slot.exit(clips, events);
        }
    }
}
