//! State machines: which state plays, and how one becomes the next.

use super::condition::Since;
use super::description::TransitionKind;
use super::node::{MachineNode, Transition};
use super::update::Update;
use crate::playback::{FullPose, Inertialization, ease};

/// A machine at play.
#[derive(Clone, Debug)]
pub(super) struct MachineState {
    pub(super) current: u32,
    /// Since the current state was entered.
    pub(super) seconds: f32,
    /// The state that the current one fades in over, if it does.
    pub(super) fading: Option<u32>,
    /// How much the current state counts beside it.
    pub(super) share: f32,
    /// The transition under way.
    under_way: Option<UnderWay>,
    pub(super) inertia: Inertialization,
    /// Whether anything of it is seen.
    seen: bool,
}

#[derive(Clone, Copy, Debug)]
struct UnderWay {
    seconds: f32,
    priority: i32,
    interruptible: bool,
}

impl MachineState {
    pub(super) fn new(rest: &FullPose) -> Self {
        Self {
            current: 0,
            seconds: 0.0,
            fading: None,
            share: 1.0,
            under_way: None,
            inertia: Inertialization::new(rest),
            seen: false,
        }
    }

    /// Goes back to the first state.
    pub(super) fn restart(&mut self) {
        (self.current, self.seconds, self.fading, self.share) = (0, 0.0, None, 1.0);
        self.under_way = None;
        self.inertia.cut();
    }

    /// Until a frame comes by.
    pub(super) fn hide(&mut self) {
        self.seen = false;
    }

    pub(super) fn is_seen(&self) -> bool {
        self.seen
    }

    pub(super) fn in_transition(&self) -> bool {
        self.under_way.is_some()
    }
}

impl Update<'_> {
    pub(super) fn machine(&mut self, machine: &MachineNode, dt: f32, weight: f32) {
        let number = machine.state as usize;
        if let Some(transition) = self.open_transition(machine) {
            self.take(machine, transition);
        }
        let state = &mut self.state.machines[number];
        state.seconds += dt.abs();
        if state.under_way.is_some_and(|way| state.seconds >= way.seconds) {
            (state.under_way, state.fading) = (None, None);
        }
        state.share = match (state.fading, state.under_way) {
            (Some(_), Some(way)) => ease(state.seconds / way.seconds),
            _ => 1.0,
        };
        state.seen = weight > 0.0;
        if !state.seen {
            // Nobody sees it, so there is no motion to keep.
            state.inertia.cut();
        }
        let (current, fading, share) = (state.current, state.fading, state.share);
        if let Some(fading) = fading {
            self.node(machine.states[fading as usize].node, dt, weight * (1.0 - share));
        }
        self.node(machine.states[current as usize].node, dt, weight * share);
    }

    /// The way out of the current state that is to be taken now.
    fn open_transition<'m>(&self, machine: &'m MachineNode) -> Option<&'m Transition> {
        let state = &self.state.machines[machine.state as usize];
        let (leading, runs) = self.leading(machine.states[state.current as usize].node);
        let progress = leading.map(|(clip, looping)| (clip.progress(looping), looping));
        let finished = progress.is_some_and(|((_, now, since), looping)| match looping {
            true => since >= 1.0,
            false => now >= 1.0,
        });
        let since = Since { seconds: state.seconds, finished };
        let exits = |exit: f32| {
            // A state in which nothing runs has nothing to wait for; one that has just been entered waits.
            let Some(((before, now, since), looping)) = progress else { return !runs };
            let exit = f64::from(exit);
            match looping {
                false => now >= exit,
                true if exit > 1.0 => since >= exit,
                true => (now - exit).floor() > (before - exit).floor(),
            }
        };
        let open = |transition: &&Transition| {
            let leads_out = match transition.from.as_slice() {
                [] => transition.to != state.current,
                from => from.contains(&state.current),
            };
            let may = state.under_way.is_none_or(|way| match way.interruptible {
                true => transition.priority >= way.priority,
                false => transition.priority > way.priority,
            });
            leads_out
                && may
                && transition.exit.is_none_or(exits)
                && transition.when.iter().all(|test| test.holds(&self.state.parameters, &since))
        };
        machine.transitions.iter().find(open)
    }

    fn take(&mut self, machine: &MachineNode, transition: &Transition) {
        for test in &transition.when {
            test.consume(&mut self.state.parameters);
        }
        let state = &mut self.state.machines[machine.state as usize];
        let calm = state.under_way.is_none() && !state.inertia.is_active();
        let crosses = transition.kind == TransitionKind::CrossFade && calm && transition.to != state.current;
        if transition.seconds <= 0.0 {
            state.inertia.cut();
            (state.fading, state.under_way) = (None, None);
        } else {
            state.fading = crosses.then_some(state.current);
            if !crosses {
                state.inertia.start(transition.seconds);
            }
            let Transition { seconds, priority, interruptible, .. } = *transition;
            state.under_way = Some(UnderWay { seconds, priority, interruptible });
        }
        (state.current, state.seconds) = (transition.to, 0.0);
        let to = &machine.states[transition.to as usize];
        match to.remembers {
            true => self.remember(to.node),
            false => self.enter(to.node),
        }
    }
}
