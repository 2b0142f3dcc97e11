//! Playback of a sync group: its clips advance together.

use super::update::Update;
use crate::graph::node::NodeKind;
use crate::playback::Playback;

impl Update<'_> {
    /// Advances the clips of a group together, at the weighted mean of their speeds and durations. Events
    /// fire once, from the clip with the largest weight, with the weight of the whole group.
    pub(super) fn group(&mut self, group: usize) {
        let graph = self.graph;
        let members = || {
            graph.groups[group].iter().filter_map(|&node| match &graph.nodes[node as usize].kind {
                NodeKind::Clip(clip) => Some(clip),
                _ => None,
            })
        };
        let (state, events) = (&mut *self.state, &mut *self.events);
        let heard: f32 = members().map(|m| state.clips[m.state as usize].weight).sum();
        let moved: f32 = members().map(|m| state.clips[m.state as usize].mean_weight).sum();
        let (mut rate, mut period, mut any) = (0.0, 0.0, false);
        for member in members() {
            let clip = &state.clips[member.state as usize];
            if !clip.visited {
                continue;
            }
            any = true;
            let weight = f64::from(if moved > 0.0 { clip.mean_weight } else { 1.0 });
            rate += weight * f64::from(clip.dt) * f64::from(clip.playback.speed);
            period += weight * member.sync.period();
        }
        let group = &mut state.groups[group];
        if !any {
            group.is_active = false;
            return;
        }
        if !group.is_active {
            // The first playing clip determines the start of the group.
            let first = members().find(|m| state.clips[m.state as usize].visited);
            if let Some(first) = first {
                let source = &self.clips[first.clip];
                let length = f64::from(source.end()) - f64::from(source.start());
                group.coordinate =
                    first.sync.coordinate(f64::from(source.start()) + length * f64::from(first.start));
            }
        }
        let was_active = std::mem::replace(&mut group.is_active, true);
        let before = group.coordinate;
        if period > 0.0 {
            // Faster than any gait, and small enough for exact numbers.
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
            let source = &self.clips[member.clip];
            let rounds = |time: f64| {
                let length = f64::from(source.end() - source.start());
                if length > 0.0 { (time - f64::from(source.start())) / length } else { 0.0 }
            };
            // A clip that joins or returns starts at the group's position.
            if clip.is_fresh || !was_active || !clip.was_visited {
                clip.playback.end_spans(source, events);
                let speed = clip.playback.speed;
                clip.playback = Playback::new(member.clip, member.sync.time(before));
                // The sign of the speed follows the direction of the group.
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
            let step = clip.playback.step_by(step, source, if speaks { heard } else { 0.0 }, events);
            self.change = self.change.and(clip.record(step));
            clip.now = rounds(clip.playback.time);
        }
    }
}
