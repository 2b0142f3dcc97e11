use super::clip_state::ClipState;
use super::error::GraphStateError;
use super::machine_state::MachineState;
use super::slot::{SlotPlayback, SlotState};
use super::weight::Weight;
use crate::clone_from::impl_clone_from;
use crate::graph::graph::AnimationGraph;
use crate::graph::node::NodeKind;
use crate::graph::parameter::{ParameterId, ParameterValue, Parameters};
use crate::name_or_id::{NameOrId, id_is_name_or_id};
use crate::playback::{
    CharacterMirror, ClipId, ClipSet, EventQueue, FullPose, Playback, reserve_scratch_poses,
};
use crate::text::{did_you_mean, suggest};
use std::sync::Arc;

/// Playback state of a graph: parameters, active states, clip times. Playing allocates nothing, but for
/// the first frame on another thread. [`AnimationGraph`] has an example.
#[derive(Debug)]
pub struct GraphState {
    pub(in crate::graph) graph: Arc<AnimationGraph>,
    pub(in crate::graph) mirror: Option<Arc<CharacterMirror>>,
    pub(in crate::graph) parameters: Parameters,
    pub(in crate::graph) clips: Vec<ClipState>,
    pub(in crate::graph) machines: Vec<MachineState>,
    pub(in crate::graph) slots: Vec<SlotState>,
    pub(in crate::graph) groups: Vec<GroupState>,
    pub(in crate::graph) snapshots: Vec<FullPose>,
    /// Weight of each input of each node in this frame.
    pub(in crate::graph) shares: Vec<Weight>,
}

impl_clone_from!(GraphState { graph, mirror, parameters, clips, machines, slots, groups, snapshots, shares });

/// Playback state of a sync group.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::graph) struct GroupState {
    pub(in crate::graph) coordinate: f64,
    /// Whether any clip of the group played in the last frame.
    pub(in crate::graph) is_active: bool,
}

/// Active state of a state machine.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ActiveState<'a> {
    /// Location of the machine in the graph, such as `output.layers[0].node`.
    pub machine: &'a str,
    /// Name of the state.
    pub state: &'a str,
    /// Seconds since the state was entered.
    pub elapsed: f64,
    /// Whether a transition is in progress.
    pub in_transition: bool,
}

id_is_name_or_id!(ParameterId);

/// Names for a message.
fn listed(names: impl Iterator<Item = String>) -> String {
    let names: Vec<_> = names.collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

impl GraphState {
    /// State of `graph` with all machines in their initial states, for actors with the clips that it was
    /// compiled for.
    ///
    /// # Errors
    /// When the graph was made for other clips.
    pub fn new(graph: Arc<AnimationGraph>, clips: &ClipSet) -> Result<Self, GraphStateError> {
        if let Some(message) = graph.mismatch(clips) {
            return Err(GraphStateError::OtherClips { message });
        }
        let character = clips.character();
        let rest = FullPose::rest(character);
        reserve_scratch_poses(&rest, graph.buffers);
        let clip_state = |&node: &u32| match &graph.nodes[node as usize].kind {
            NodeKind::Clip(clip) => ClipState::new(clip.clip),
            _ => ClipState::new(ClipId(0)),
        };
        Ok(Self {
            parameters: Parameters::new(graph.parameters.iter().map(|(_, kind)| *kind)),
            clips: graph.clip_nodes.iter().map(clip_state).collect(),
            machines: graph.machines.iter().map(|_| MachineState::new()).collect(),
            slots: graph.slots.iter().map(|_| SlotState::new()).collect(),
            groups: vec![GroupState::default(); graph.groups.len()],
            snapshots: vec![rest.clone(); graph.snapshots.len()],
            shares: vec![Weight::NONE; graph.shares],
            mirror: graph.needs_mirror.then(|| Arc::new(CharacterMirror::new(character))),
            graph,
        })
    }

    /// Largest number of clips that play at the same time.
    pub(crate) fn max_playing_clips(&self) -> usize {
        self.clips.len() + self.slots.len()
    }

    /// The shared graph.
    #[must_use]
    pub fn graph(&self) -> &Arc<AnimationGraph> {
        &self.graph
    }

    /// Sets a parameter, by name or by id. A float takes whole numbers too.
    ///
    /// # Errors
    /// When there is no such parameter, it is of another kind, or the value is not finite; then nothing
    /// changes.
    pub fn set_parameter<'a>(
        &mut self,
        parameter: impl Into<NameOrId<'a, ParameterId>>,
        value: impl Into<ParameterValue>,
    ) -> Result<(), GraphStateError> {
        let (id, value) = (self.find_parameter(parameter)?, value.into());
        let (name, kind) = &self.graph.parameters[id.0 as usize];
        if !kind.takes(value) {
            let (name, kind, value) = (name.clone(), kind.name(), value.described());
            return Err(GraphStateError::WrongParameterKind { name, kind, value });
        }
        self.parameters.set(id.0, value);
        Ok(())
    }

    /// Sets a trigger or bool parameter to true, by name or by id.
    ///
    /// # Errors
    /// As [`GraphState::set_parameter`].
    pub fn trigger<'a>(
        &mut self,
        parameter: impl Into<NameOrId<'a, ParameterId>>,
    ) -> Result<(), GraphStateError> {
        self.set_parameter(parameter, true)
    }

    /// The id of a parameter, to set it every frame without looking its name up.
    ///
    /// # Errors
    /// When there is no such parameter.
    pub fn find_parameter<'a>(
        &self,
        parameter: impl Into<NameOrId<'a, ParameterId>>,
    ) -> Result<ParameterId, GraphStateError> {
        let known = |name: &str| {
            let near = did_you_mean(name, self.graph.parameters().map(|(_, name, _)| name));
            let all = self.graph.parameters().map(|(_, name, kind)| format!("{name:?} ({})", kind.name()));
            format!("{near}there are {}", listed(all))
        };
        match parameter.into() {
            NameOrId::Id(id) if (id.0 as usize) < self.graph.parameters.len() => Ok(id),
            NameOrId::Id(id) => {
                Err(GraphStateError::UnknownParameterId { id, count: self.graph.parameters.len() })
            }
            NameOrId::Name(name) => self.graph.find_parameter(name).ok_or_else(|| {
                GraphStateError::UnknownParameter { name: name.to_owned(), known: known(name) }
            }),
        }
    }

    /// The value that a parameter was last set to.
    ///
    /// # Panics
    /// When it belongs to another graph.
    #[must_use]
    pub fn parameter(&self, parameter: ParameterId) -> ParameterValue {
        self.parameters.target(parameter.0)
    }

    /// Plays a clip of the actor once in a slot, from `start` (file seconds) and from the next frame on. A
    /// clip that does not exist is over at once. While the slot lies in a state that does not play, the clip
    /// waits until it does; [`stop_slot`](Self::stop_slot) forgets it. A clip that has begun ends when its
    /// state is left.
    ///
    /// # Errors
    /// When there is no such slot.
    pub fn play_in_slot(
        &mut self,
        slot: &str,
        clip: ClipId,
        start: f32,
    ) -> Result<&mut SlotPlayback, GraphStateError> {
        let index = self.slot(slot)?;
        Ok(self.slots[index].play(clip, start))
    }

    /// Ends the clip that plays in a slot, within its fade; a clip that waits is dropped.
    ///
    /// # Errors
    /// When there is no such slot.
    pub fn stop_slot(&mut self, slot: &str) -> Result<(), GraphStateError> {
        let index = self.slot(slot)?;
        self.slots[index].stop();
        Ok(())
    }

    fn slot(&self, name: &str) -> Result<usize, GraphStateError> {
        let slots = &self.graph.slots;
        slots.iter().position(|slot| slot == name).ok_or_else(|| GraphStateError::UnknownSlot {
            name: name.to_owned(),
            known: suggest(name, slots.iter().map(|slot| &**slot)),
        })
    }

    /// Saves `pose` in a snapshot, for the nodes that show it.
    /// [`Actor::save_snapshot`](crate::Actor::save_snapshot) saves the animated pose of an actor.
    ///
    /// # Errors
    /// When there is no such snapshot.
    ///
    /// # Panics
    /// When the pose is of another character.
    pub fn save_snapshot(&mut self, name: &str, pose: &FullPose) -> Result<(), GraphStateError> {
        let snapshots = &self.graph.snapshots;
        let index = snapshots.iter().position(|snapshot| snapshot == name);
        let index = index.ok_or_else(|| GraphStateError::UnknownSnapshot {
            name: name.to_owned(),
            known: suggest(name, snapshots.iter().map(|snapshot| &**snapshot)),
        })?;
        self.snapshots[index].copy_from(pose);
        Ok(())
    }

    /// Active states of all visible state machines, outer machines first.
    pub fn active_states(&self) -> impl Iterator<Item = ActiveState<'_>> {
        self.graph.machines.iter().zip(&self.machines).filter_map(|(&node, state)| {
            let NodeKind::Machine(machine) = &self.graph.nodes[node as usize].kind else { return None };
            state.is_seen().then(|| ActiveState {
                machine: &machine.location,
                state: &machine.states[state.current as usize].name,
                elapsed: state.seconds,
                in_transition: state.in_transition(),
            })
        })
    }

    /// Playing clips, with their weights.
    pub fn playing_clips(&self) -> impl Iterator<Item = (&Playback, f32)> {
        let heard = self.clips.iter().filter(|clip| clip.visited && clip.weight > 0.0);
        heard
            .map(|clip| (&clip.playback, clip.weight))
            .chain(self.slots.iter().filter_map(SlotState::playing))
    }

    /// Fires the end events of all open spans; call it when the graph stops playing.
    pub fn end_spans(&mut self, clips: &ClipSet, events: &mut EventQueue) {
        for clip in &mut self.clips {
            clip.playback.end_spans(&clips[clip.playback.clip()], events);
        }
        for slot in &mut self.slots {
            slot.end_spans(clips, events);
        }
    }
}
