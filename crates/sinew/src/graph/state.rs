use super::evaluate::Evaluation;
use super::graph::AnimationGraph;
use super::machine::MachineState;
use super::node::NodeKind;
use super::parameter::{ParameterId, ParameterValue, Parameters};
use super::slot::{SlotPlayback, SlotState};
use super::update::Update;
use crate::character::Character;
use crate::clip::{Motion, RootDelta, SampleCursor};
use crate::playback::{CharacterMirror, EventQueue, FullPose, Playback};
use std::sync::Arc;

/// A graph at play: what it has been told, which states it is in, where its clips stand. Allocates nothing once made.
#[derive(Clone, Debug)]
pub struct GraphState {
    graph: Arc<AnimationGraph>,
    rest: FullPose,
    mirror: Option<CharacterMirror>,
    pub(super) parameters: Parameters,
    pub(super) clips: Vec<ClipState>,
    pub(super) machines: Vec<MachineState>,
    pub(super) slots: Vec<SlotState>,
    pub(super) groups: Vec<GroupState>,
    pub(super) snapshots: Vec<FullPose>,
    /// What each input of each node counted in this frame.
    pub(super) shares: Vec<f32>,
    pub(super) buffers: Vec<FullPose>,
}

/// Where a clip of a graph stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClipState {
    pub(super) playback: Playback,
    /// Whether it is to begin with the next frame.
    pub(super) is_fresh: bool,
    /// How much it counts in this frame, and whether the frame came by it.
    pub(super) weight: f32,
    pub(super) visited: bool,
    /// Whether the last frame came by it.
    pub(super) was_visited: bool,
    /// Whether it last moved back.
    pub(super) backwards: bool,
    /// Seconds of this frame, at the speed of the nodes around it.
    pub(super) dt: f32,
    /// Rounds of its length since it began: before this frame and now.
    pub(super) before: f64,
    pub(super) now: f64,
    /// The rounds at which it began.
    pub(super) began: f64,
    pub(super) delta: RootDelta,
}

/// Where clips in step stand.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct GroupState {
    pub(super) coordinate: f64,
    /// Whether any of its clips played in the last frame.
    pub(super) is_active: bool,
}

const _: () = assert!(size_of::<ClipState>() <= 128);

/// A state that a machine is in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ActiveState<'a> {
    /// Where the machine stands in the graph.
    pub machine: &'a str,
    /// The state's name.
    pub state: &'a str,
    /// Seconds since it was entered.
    pub seconds: f32,
    /// Whether it is still taking over from another.
    pub in_transition: bool,
}

impl GraphState {
    /// `graph` in its first states, for actors of `character`, for which it was made.
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

    /// What plays.
    pub fn graph(&self) -> &Arc<AnimationGraph> {
        &self.graph
    }

    /// Sets a parameter. False where there is none, it is of another kind than `value`, or `value` is not finite: then
    /// nothing happens.
    pub fn set(&mut self, parameter: ParameterId, value: impl Into<ParameterValue>) -> bool {
        let value = value.into();
        let takes =
            self.graph.parameters.get(parameter.0 as usize).is_some_and(|(_, kind)| kind.takes(value));
        if takes {
            self.parameters.set(parameter.0, value);
        }
        takes
    }

    /// What a parameter was last set to.
    ///
    /// # Panics
    /// When it is one of another graph.
    pub fn get(&self, parameter: ParameterId) -> ParameterValue {
        self.parameters.target(parameter.0)
    }

    /// Plays clip number `clip` of the actor once in the slot called `slot`, from `start` (file seconds) and from the next
    /// frame on; none where there is no such slot. A clip that does not exist is over at once. While the slot lies in a
    /// state that does not play, the clip waits until it does; [`stop_slot`](Self::stop_slot) forgets it. One that has
    /// begun ends where its state is left.
    pub fn play_in_slot(&mut self, slot: &str, clip: usize, start: f32) -> Option<&mut SlotPlayback> {
        let place = self.graph.slots.iter().position(|name| name == slot)?;
        Some(self.slots[place].play(clip, start))
    }

    /// Ends what plays in the slot called `slot`, within its fade; what has not begun does not.
    pub fn stop_slot(&mut self, slot: &str) {
        if let Some(place) = self.graph.slots.iter().position(|name| name == slot) {
            self.slots[place].stop();
        }
    }

    /// Keeps the pose that the graph gave last for the nodes that show the snapshot called `name`. False where there is
    /// none.
    pub fn save_snapshot(&mut self, name: &str) -> bool {
        let place = self.graph.snapshots.iter().position(|own| own == name);
        if let Some(place) = place {
            self.snapshots[place].copy_from(&self.buffers[0]);
        }
        place.is_some()
    }

    /// The pose that the graph gave last.
    pub(crate) fn pose(&self) -> &FullPose {
        &self.buffers[0]
    }

    /// The states that its machines are in, outer machines first. Machines that nothing is seen of are left out.
    pub fn active_states(&self) -> impl Iterator<Item = ActiveState<'_>> {
        self.graph.machines.iter().zip(&self.machines).filter_map(|(&node, state)| {
            let NodeKind::Machine(machine) = &self.graph.nodes[node as usize].kind else { return None };
            state.is_seen().then(|| ActiveState {
                machine: &machine.place,
                state: &machine.states[state.current as usize].name,
                seconds: state.seconds,
                in_transition: state.in_transition(),
            })
        })
    }

    /// The clips that play and how much each counts.
    pub fn playing(&self) -> impl Iterator<Item = (&Playback, f32)> {
        let heard = self.clips.iter().filter(|clip| clip.visited && clip.weight > 0.0);
        heard
            .map(|clip| (&clip.playback, clip.weight))
            .chain(self.slots.iter().filter_map(SlotState::playing))
    }

    /// Moves on by `dt` seconds, writes the pose into `pose` and gives the body's travel. `clips` are the actor's. `events`
    /// takes what is passed: have it [begin a frame](EventQueue::begin_frame) before.
    pub fn advance(
        &mut self,
        dt: f32,
        clips: &[Motion],
        cursor: &mut SampleCursor,
        pose: &mut FullPose,
        events: &mut EventQueue,
    ) -> RootDelta {
        let dt = if dt.is_finite() { dt } else { 0.0 };
        let graph = self.graph.clone();
        self.parameters.step(dt);
        Update { graph: &graph, clips, state: self, events }.run(dt);
        // Taken out for the time being, so that both can be borrowed.
        let rest = std::mem::take(&mut self.rest);
        let mirror = self.mirror.take();
        let mut evaluation = Evaluation {
            graph: &graph,
            clips,
            state: self,
            rest: &rest,
            mirror: mirror.as_ref(),
            cursor,
            dt,
        };
        let delta = evaluation.node(0, 0);
        (self.rest, self.mirror) = (rest, mirror);
        pose.copy_from(&self.buffers[0]);
        delta
    }

    /// Ends the spans that its clips stand in.
    pub fn leave(&mut self, clips: &[Motion], events: &mut EventQueue) {
        for clip in &mut self.clips {
            clip.playback.leave(&clips[clip.playback.clip()], events);
        }
        for slot in &mut self.slots {
            slot.leave(clips, events);
        }
    }
}

impl ClipState {
    fn new(clip: usize) -> Self {
        Self {
            playback: Playback::new(clip, 0.0),
            is_fresh: true,
            weight: 0.0,
            visited: false,
            was_visited: false,
            backwards: false,
            dt: 0.0,
            before: 0.0,
            now: 0.0,
            began: 0.0,
            delta: RootDelta::NONE,
        }
    }
}
