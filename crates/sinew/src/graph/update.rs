//! A frame's first pass through a graph: states change, clips move on, marks are passed. Poses come after.

use super::graph::AnimationGraph;
use super::node::*;
use super::state::{ClipState, GraphState};
use crate::clip::{Motion, RootDelta, Wrap};
use crate::math::flush_tiny;
use crate::playback::{EventQueue, Playback};
use glam::Vec2;

/// Weights and seconds beyond this are as good as this.
const MAX: f32 = 1e6;

pub(super) struct Update<'a> {
    pub(super) graph: &'a AnimationGraph,
    pub(super) clips: &'a [Motion],
    pub(super) state: &'a mut GraphState,
    pub(super) events: &'a mut EventQueue,
}

impl Update<'_> {
    pub(super) fn run(&mut self, dt: f32) {
        for clip in &mut self.state.clips {
            clip.was_visited = std::mem::replace(&mut clip.visited, false);
        }
        self.state.machines.iter_mut().for_each(|machine| machine.hide());
        self.state.slots.iter_mut().for_each(|slot| slot.visited = false);
        self.node(0, dt, 1.0);
        for group in 0..self.graph.groups.len() {
            self.group(group);
        }
        for n in 0..self.state.clips.len() {
            let clip = &mut self.state.clips[n];
            if !clip.visited {
                clip.weight = 0.0;
                clip.playback.leave(&self.clips[clip.playback.clip()], self.events);
            }
        }
        for slot in self.state.slots.iter_mut().filter(|slot| !slot.visited) {
            slot.pass_by(self.clips, self.events);
        }
    }

    /// Moves `node` on by `dt` seconds; it counts `weight` in this frame, and may be 0.
    pub(super) fn node(&mut self, node: u32, dt: f32, weight: f32) {
        let graph = self.graph;
        match &graph.nodes[node as usize].kind {
            NodeKind::Rest | NodeKind::Snapshot(_) => {}
            NodeKind::Clip(clip) => self.clip(clip, dt, weight),
            NodeKind::Blend { inputs, shares } => {
                let first = shares.0 as usize;
                for (n, input) in inputs.iter().enumerate() {
                    self.state.shares[first + n] = self.positive(input.weight);
                }
                let own = &self.state.shares[first..][..inputs.len()];
                let total: f32 = own.iter().sum();
                for (n, input) in inputs.iter().enumerate() {
                    let share = self.state.shares[first + n];
                    self.node(input.node, dt, if total > 0.0 { weight * share / total } else { 0.0 });
                }
            }
            NodeKind::Layers { base, layers, shares } => {
                // A layer over the whole body hides what is below it.
                let mut seen = weight;
                for (n, layer) in layers.iter().enumerate().rev() {
                    let share = match layer.mode {
                        Mode::Override => self.positive(layer.weight).min(1.0),
                        Mode::Additive(_) => {
                            flush_tiny(self.state.parameters.scalar(layer.weight).clamp(-MAX, MAX))
                        }
                    };
                    self.state.shares[shares.0 as usize + n] = share;
                    self.node(layer.node, dt, seen * share.abs().min(1.0));
                    if matches!(layer.mode, Mode::Override) && layer.mask.is_none() {
                        seen *= 1.0 - share;
                    }
                }
                self.node(*base, dt, seen);
            }
            NodeKind::Space { place, points, shares } => {
                let parameters = &self.state.parameters;
                let corners = match place {
                    Place::Line { x, line } => line.corners(parameters.scalar(*x)),
                    Place::Plane { x, y, plane } => {
                        plane.corners(Vec2::new(parameters.scalar(*x), parameters.scalar(*y)))
                    }
                };
                let first = shares.0 as usize;
                self.state.shares[first..][..points.len()].fill(0.0);
                for (n, share) in corners {
                    self.state.shares[first + n as usize] += share;
                }
                for (n, &point) in points.iter().enumerate() {
                    self.node(point, dt, weight * self.state.shares[first + n]);
                }
            }
            NodeKind::Machine(machine) => self.machine(machine, dt, weight),
            NodeKind::Mirror { node, weight: mirrored, shares } => {
                self.state.shares[shares.0 as usize] = self.positive(*mirrored).min(1.0);
                self.node(*node, dt, weight);
            }
            NodeKind::Speed { node, speed } => {
                let speed = self.state.parameters.scalar(*speed);
                let dt = dt * speed;
                self.node(*node, if dt.is_nan() { 0.0 } else { dt.clamp(-MAX, MAX) }, weight);
            }
            NodeKind::Slot { node, slot, mask, mode } => {
                let slot = &mut self.state.slots[*slot as usize];
                let share = slot.advance(dt, weight, self.clips, self.events);
                let hides = mask.is_none() && matches!(mode, Mode::Override);
                self.node(*node, dt, if hides { weight * (1.0 - share) } else { weight });
            }
        }
    }

    fn positive(&self, scalar: Scalar) -> f32 {
        flush_tiny(self.state.parameters.scalar(scalar).clamp(0.0, MAX))
    }

    fn clip(&mut self, node: &ClipNode, dt: f32, weight: f32) {
        let speed = self.state.parameters.scalar(node.speed);
        let position = node.position.map(|value| self.state.parameters.scalar(value));
        let motion = &self.clips[node.clip as usize];
        let clip = &mut self.state.clips[node.state as usize];
        (clip.visited, clip.weight, clip.dt, clip.delta) = (true, weight, dt, RootDelta::NONE);
        let (start, length) = (f64::from(motion.start()), f64::from(motion.end() - motion.start()));
        if let Some(position) = position {
            let time =
                start + length * f64::from(if position.is_nan() { 0.0 } else { position.clamp(0.0, 1.0) });
            clip.playback = Playback::new(node.clip as usize, time);
            clip.playback.wrap(Wrap::Clamp);
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
            clip.begin(node, motion, self.events);
        }
        clip.before = clip.now;
        if node.warp.is_empty() {
            clip.delta = clip.playback.go(step, motion, weight, self.events);
            clip.now = if length > 0.0 { (clip.playback.time - start) / length } else { 1.0 };
            // Divided, an end may come out beside itself.
            if !node.looping && clip.playback.time >= f64::from(motion.end()) {
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
            clip.delta = clip.playback.go(time - clip.playback.time, motion, weight, self.events);
        }
    }

    /// Moves the clips of a group on together: at the mean of their speeds and lengths, by weight. What they say is said
    /// once, by the heaviest of them, with the weight of all.
    fn group(&mut self, group: usize) {
        let graph = self.graph;
        let members = || {
            graph.groups[group].iter().filter_map(|&node| match &graph.nodes[node as usize].kind {
                NodeKind::Clip(clip) => Some(clip),
                _ => None,
            })
        };
        let (state, events) = (&mut *self.state, &mut *self.events);
        let heard: f32 = members().map(|m| state.clips[m.state as usize].weight).sum();
        let (mut rate, mut period, mut any) = (0.0, 0.0, false);
        for member in members() {
            let clip = &state.clips[member.state as usize];
            if !clip.visited {
                continue;
            }
            any = true;
            let weight = f64::from(if heard > 0.0 { clip.weight } else { 1.0 });
            rate += weight * f64::from(clip.dt) * f64::from(clip.playback.speed);
            period += weight * member.sync.period();
        }
        let group = &mut state.groups[group];
        if !any {
            group.is_active = false;
            return;
        }
        if !group.is_active {
            // The first to play says where the group begins.
            let first = members().find(|m| state.clips[m.state as usize].visited);
            if let Some(first) = first {
                let motion = &self.clips[first.clip as usize];
                let length = f64::from(motion.end()) - f64::from(motion.start());
                group.coordinate =
                    first.sync.coordinate(f64::from(motion.start()) + length * f64::from(first.start));
            }
        }
        let was_active = std::mem::replace(&mut group.is_active, true);
        let before = group.coordinate;
        if period > 0.0 {
            // Faster than any gait, and as far as numbers stay exact.
            const FASTEST: f64 = 500.0;
            group.coordinate += (rate / period).clamp(-FASTEST, FASTEST);
        }
        let after = group.coordinate;
        let mut speaker: Option<(u32, f32)> = None;
        for member in members() {
            let clip = &state.clips[member.state as usize];
            if clip.visited && speaker.is_none_or(|(_, weight)| clip.weight > weight) {
                speaker = Some((member.state, clip.weight));
            }
        }
        for member in members() {
            let clip = &mut state.clips[member.state as usize];
            if !clip.visited {
                continue;
            }
            let motion = &self.clips[member.clip as usize];
            let rounds = |time: f64| {
                let length = f64::from(motion.end() - motion.start());
                if length > 0.0 { (time - f64::from(motion.start())) / length } else { 0.0 }
            };
            // Whoever joins, or comes back, does so where the others are.
            if clip.is_fresh || !was_active || !clip.was_visited {
                clip.playback.leave(motion, events);
                let speed = clip.playback.speed;
                clip.playback = Playback::new(member.clip as usize, member.sync.time(before));
                // A whole step backwards looks the same way as its clip does.
                clip.playback.speed(if after < before { -speed.abs() } else { speed.abs() });
                (clip.is_fresh, clip.now) = (false, rounds(clip.playback.time));
                clip.began = clip.now;
            }
            if after != before {
                clip.backwards = after < before;
            }
            clip.before = clip.now;
            let speaks = speaker.is_some_and(|(state, _)| state == member.state);
            let step = member.sync.time(after) - clip.playback.time;
            clip.delta = clip.playback.go(step, motion, if speaks { heard } else { 0.0 }, events);
            clip.now = rounds(clip.playback.time);
        }
    }

    /// What hangs from `node` begins anew with the next frame it plays in.
    pub(super) fn enter(&mut self, node: u32) {
        let graph = self.graph;
        for number in node..graph.nodes[node as usize].end {
            match &graph.nodes[number as usize].kind {
                NodeKind::Clip(clip) => self.state.clips[clip.state as usize].is_fresh = true,
                NodeKind::Machine(machine) => self.state.machines[machine.state as usize].restart(),
                _ => {}
            }
        }
    }

    /// What hangs from `node` goes on from where it was, and is as good as new.
    pub(super) fn remember(&mut self, node: u32) {
        for number in node..self.graph.nodes[node as usize].end {
            if let NodeKind::Clip(clip) = &self.graph.nodes[number as usize].kind {
                let state = &mut self.state.clips[clip.state as usize];
                state.began = state.now;
            }
        }
    }

    /// The leading clip of what hangs from `node`: the heaviest that ran in the last frame. And whether any runs there
    /// at all.
    pub(super) fn leading(&self, node: u32) -> (Option<(&ClipState, bool)>, bool) {
        let (mut leading, mut any): (Option<(&ClipState, bool)>, bool) = (None, false);
        for number in node..self.graph.nodes[node as usize].end {
            let NodeKind::Clip(clip) = &self.graph.nodes[number as usize].kind else { continue };
            let state = &self.state.clips[clip.state as usize];
            any |= clip.position.is_none();
            let heavier = leading.is_none_or(|(other, _)| state.weight > other.weight);
            if clip.position.is_none() && !state.is_fresh && state.was_visited && heavier {
                leading = Some((state, clip.looping));
            }
        }
        (leading, any)
    }
}

impl ClipState {
    /// Rounds gone in the direction of play: before the last frame, after it, and since it began. Of a clip that plays
    /// once, from 0 to 1.
    pub(super) fn progress(&self, looping: bool) -> (f64, f64, f64) {
        let way = |rounds: f64| match (self.backwards, looping) {
            (false, _) => rounds,
            (true, true) => -rounds,
            (true, false) => 1.0 - rounds,
        };
        (way(self.before), way(self.now), (self.now - self.began).abs())
    }

    /// Goes to where the clip begins.
    fn begin(&mut self, node: &ClipNode, motion: &Motion, events: &mut EventQueue) {
        let backwards = self.backwards;
        self.playback.leave(motion, events);
        let share = if backwards && !node.looping && node.start == 0.0 { 1.0 } else { node.start };
        let length = f64::from(motion.end()) - f64::from(motion.start());
        let (speed, shown) = (
            self.playback.speed,
            match node.warp.is_empty() {
                true => f64::from(share),
                false => warped(&node.warp, f64::from(share)),
            },
        );
        self.playback = Playback::new(node.clip as usize, f64::from(motion.start()) + length * shown);
        self.playback.wrap(if node.looping { Wrap::Loop } else { Wrap::Clamp });
        self.playback.speed(if backwards { -speed.abs() } else { speed.abs() });
        (self.is_fresh, self.now, self.before, self.began) =
            (false, f64::from(share), f64::from(share), f64::from(share));
    }
}

/// The share shown at a share of a clip's length.
fn warped(warp: &[(f32, f32)], share: f64) -> f64 {
    let next = warp.partition_point(|&(from, _)| f64::from(from) <= share).clamp(1, warp.len() - 1);
    let ((a, x), (b, y)) = (warp[next - 1], warp[next]);
    let part = (share - f64::from(a)) / f64::from(b - a);
    f64::from(x) + (f64::from(y) - f64::from(x)) * part.clamp(0.0, 1.0)
}
