//! First pass of a frame: transitions, clip times and events. Poses come in the second pass.

use super::clip_state::{ClipState, warped};
use super::state::GraphState;
use super::weight::{SHARES, Weight, mean};
use crate::clip::{RootMotion, WrapMode};
use crate::graph::graph::AnimationGraph;
use crate::graph::node::*;
use crate::graph::parameter::Scalar;
use crate::math::flush_tiny;
use crate::playback::{ClipSet, EventQueue, Playback, PoseChange};
use glam::Vec2;

/// Limit of weights and time steps; larger values are clamped.
const MAX: f32 = 1e6;

pub(in crate::graph) struct Update<'a> {
    pub(in crate::graph) graph: &'a AnimationGraph,
    pub(in crate::graph) clips: &'a ClipSet,
    pub(in crate::graph) state: &'a mut GraphState,
    pub(in crate::graph) events: &'a mut EventQueue,
    /// Relation of the frame's pose to the last one.
    pub(in crate::graph) change: PoseChange,
}

impl Update<'_> {
    pub(in crate::graph) fn run(&mut self, dt: f32) {
        for clip in &mut self.state.clips {
            clip.was_visited = std::mem::replace(&mut clip.visited, false);
        }
        self.state.machines.iter_mut().for_each(|machine| machine.hide());
        self.state.slots.iter_mut().for_each(|slot| slot.visited = false);
        self.node(0, dt, Weight::FULL);
        for group in 0..self.graph.groups.len() {
            self.group(group);
        }
        for n in 0..self.state.clips.len() {
            let clip = &mut self.state.clips[n];
            if !clip.visited {
                (clip.weight, clip.mean_weight) = (0.0, 0.0);
                clip.playback.end_spans(&self.clips[clip.playback.clip()], self.events);
            }
        }
        for slot in self.state.slots.iter_mut().filter(|slot| !slot.visited) {
            slot.pass_by(self.clips, self.events);
        }
    }

    /// Advances `node` by `dt` seconds. `weight` is its weight in the frame, and may be 0.
    pub(in crate::graph) fn node(&mut self, node: u32, dt: f32, weight: Weight) {
        let graph = self.graph;
        match &graph.nodes[node as usize].kind {
            NodeKind::Rest | NodeKind::Snapshot(_) => {}
            NodeKind::Clip(clip) => self.clip(clip, dt, weight),
            NodeKind::Blend { inputs, shares } => {
                let first = shares.0 as usize;
                let mut totals = [0.0; 3];
                for input in inputs {
                    let weights = self.positive(input.weight);
                    (0..3).for_each(|time| totals[time] += weights[time]);
                }
                for (n, input) in inputs.iter().enumerate() {
                    let weights = self.positive(input.weight);
                    let part = |time: usize| weights[time] / totals[time];
                    let end = if totals[2] > 0.0 { part(2) } else { 0.0 };
                    let share = [0, 1, 2].map(|time| if totals[time] > 0.0 { part(time) } else { end });
                    let share = Weight::over_step(share);
                    self.state.shares[first + n] = share;
                    self.node(input.node, dt, weight.part(share));
                }
            }
            NodeKind::Layers { base, layers, shares } => {
                // A layer that moves the whole body, without a mask, hides the layers below it.
                let mut seen = weight;
                for (n, layer) in layers.iter().enumerate().rev() {
                    let values = match layer.mode {
                        Mode::Override => self.positive(layer.weight).map(|share| share.min(1.0)),
                        Mode::Additive(_) => {
                            self.values(layer.weight).map(|share| flush_tiny(share.clamp(-MAX, MAX)))
                        }
                    };
                    let share = Weight::over_step(values);
                    self.state.shares[shares.0 as usize + n] = share;
                    self.node(layer.node, dt, seen.part(share.strength()));
                    if layer.hides {
                        seen = seen.part(share.rest());
                    }
                }
                self.node(*base, dt, seen);
            }
            NodeKind::BlendSpace { coordinates, points, shares } => {
                let corners = match coordinates {
                    BlendCoordinates::Line { x, line } => self.values(*x).map(|x| line.corners(x)),
                    BlendCoordinates::Plane { x, y, plane } => {
                        let (x, y) = (self.values(*x), self.values(*y));
                        [0, 1, 2].map(|time| plane.corners(Vec2::new(x[time], y[time])))
                    }
                };
                let first = shares.0 as usize;
                self.state.shares[first..][..points.len()].fill(Weight::NONE);
                for (time, corners) in corners.into_iter().enumerate() {
                    for (n, share) in corners {
                        let point_share = &mut self.state.shares[first + n as usize];
                        point_share.mean += share * SHARES[time];
                        if time == 2 {
                            point_share.shown += share;
                        }
                    }
                }
                for (n, &point) in points.iter().enumerate() {
                    self.node(point, dt, weight.part(self.state.shares[first + n]));
                }
            }
            NodeKind::Machine(machine) => self.machine(machine, dt, weight),
            NodeKind::Mirror { node, weight: mirrored, shares, .. } => {
                let share = self.positive(*mirrored).map(|share| share.min(1.0));
                self.state.shares[shares.0 as usize] = Weight::over_step(share);
                self.node(*node, dt, weight);
            }
            NodeKind::Speed { node, speed } => {
                let dt = dt * self.mean(*speed);
                self.node(*node, if dt.is_nan() { 0.0 } else { dt.clamp(-MAX, MAX) }, weight);
            }
            NodeKind::Slot { node, slot, mask, mode } => {
                let slot = &mut self.state.slots[*slot as usize];
                let moves_body =
                    slot.clip().and_then(|clip| self.clips.get(clip).map(|_| self.clips.coverage(clip)));
                let moves_body = moves_body.is_some_and(|coverage| coverage.root_motion > 0.0);
                let share = slot.advance(dt, weight.shown, self.clips, self.events);
                self.change = self.change.and(slot.change());
                let hides = mask.is_none() && matches!(mode, Mode::Override) && moves_body;
                self.node(*node, dt, if hides { weight.part(share.rest()) } else { weight });
            }
        }
    }

    /// Values of a scalar at the beginning, in the middle and at the end of the step.
    fn values(&self, scalar: Scalar) -> [f32; 3] {
        self.state.parameters.over_step(scalar)
    }

    /// Values as weights that are not negative.
    fn positive(&self, scalar: Scalar) -> [f32; 3] {
        self.values(scalar).map(|value| flush_tiny(value.clamp(0.0, MAX)))
    }

    /// Mean of a scalar over the step.
    fn mean(&self, scalar: Scalar) -> f32 {
        mean(self.values(scalar))
    }

    fn clip(&mut self, node: &ClipNode, dt: f32, weight: Weight) {
        let speed = self.mean(node.speed);
        let normalized_time = node.normalized_time.map(|value| self.state.parameters.scalar(value));
        let source = &self.clips[node.clip];
        let clip = &mut self.state.clips[node.state as usize];
        (clip.visited, clip.dt, clip.delta) = (true, dt, RootMotion::IDENTITY);
        (clip.weight, clip.mean_weight) = (weight.shown, weight.mean);
        let (start, length) = (f64::from(source.start()), f64::from(source.end() - source.start()));
        if let Some(normalized_time) = normalized_time {
            let time = start
                + length
                    * f64::from(if normalized_time.is_nan() { 0.0 } else { normalized_time.clamp(0.0, 1.0) });
            clip.playback = Playback::new(node.clip, time);
            clip.playback.wrap(WrapMode::Clamp);
            return;
        }
        clip.playback.speed = speed;
        if node.group.is_some() {
            return;
        }
        let step = f64::from(dt) * f64::from(speed);
        if step != 0.0 {
            clip.backwards = step < 0.0;
        }
        if clip.is_fresh {
            clip.begin(node, source, self.events);
        }
        clip.before = clip.now;
        if node.warp.is_empty() {
            let step = clip.playback.step_by(step, source, weight.shown, self.events);
            self.change = self.change.and(clip.record(step));
            clip.now = if length > 0.0 { (clip.playback.time - start) / length } else { 1.0 };
            // The quotient may miss 1 at the end by rounding.
            if !node.looping && clip.playback.time >= f64::from(source.end()) {
                clip.now = 1.0;
            }
        } else {
            const MAX_ROUNDS: f64 = 999.0;
            clip.now += if length > 0.0 { (step / length).clamp(-MAX_ROUNDS, MAX_ROUNDS) } else { 0.0 };
            if !node.looping {
                clip.now = clip.now.clamp(0.0, 1.0);
            }
            let round = if clip.now == 1.0 && !node.looping { 0.0 } else { clip.now.floor() };
            let time = start + length * (round + warped(&node.warp, clip.now - round));
            let step = clip.playback.step_by(time - clip.playback.time, source, weight.shown, self.events);
            self.change = self.change.and(clip.record(step));
        }
    }

    /// Restarts all clips and machines of `node`.
    pub(in crate::graph) fn enter(&mut self, node: u32) {
        let graph = self.graph;
        for number in node..graph.nodes[node as usize].end {
            match &graph.nodes[number as usize].kind {
                NodeKind::Clip(clip) => self.state.clips[clip.state as usize].is_fresh = true,
                NodeKind::Machine(machine) => self.state.machines[machine.state as usize].restart(),
                _ => {}
            }
        }
    }

    /// Resumes all clips of `node` where they were; their progress counts from there.
    pub(in crate::graph) fn resume(&mut self, node: u32) {
        for number in node..self.graph.nodes[node as usize].end {
            if let NodeKind::Clip(clip) = &self.graph.nodes[number as usize].kind {
                let state = &mut self.state.clips[clip.state as usize];
                state.began = state.now;
            }
        }
    }

    /// Leading clip below `node`: the one with the largest weight that played in the last frame. Also whether
    /// any clip plays there.
    pub(in crate::graph) fn leading(&self, node: u32) -> (Option<(&ClipState, bool)>, bool) {
        let (mut leading, mut any): (Option<(&ClipState, bool)>, bool) = (None, false);
        for number in node..self.graph.nodes[node as usize].end {
            let NodeKind::Clip(clip) = &self.graph.nodes[number as usize].kind else { continue };
            let state = &self.state.clips[clip.state as usize];
            any |= clip.normalized_time.is_none();
            let heavier = leading.is_none_or(|(other, _)| state.weight > other.weight);
            if clip.normalized_time.is_none() && !state.is_fresh && state.was_visited && heavier {
                leading = Some((state, clip.looping));
            }
        }
        (leading, any)
    }
}
