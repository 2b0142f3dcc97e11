//! State machines: transitions between states.

use super::machine_state::ActiveTransition;
use super::update::Update;
use super::weight::Weight;
use crate::graph::condition::StateProgress;
use crate::graph::description::TransitionKind;
use crate::graph::node::{MachineNode, Transition};
use crate::playback::{PoseChange, ease, mean_ease};

impl Update<'_> {
    pub(in crate::graph) fn machine(&mut self, machine: &MachineNode, dt: f32, weight: Weight) {
        let number = machine.state as usize;
        if let Some(transition) = self.open_transition(machine) {
            self.take(machine, transition, weight.shown > 0.0);
        }
        let state = &mut self.state.machines[number];
        let before = state.seconds;
        state.seconds += f64::from(dt.abs());
        let (last, way) = (state.fading, state.active_transition);
        if state.active_transition.is_some_and(|way| state.seconds >= f64::from(way.duration)) {
            (state.active_transition, state.fading) = (None, None);
        }
        state.share = match (state.fading, state.active_transition) {
            (Some(_), Some(way)) => ease((state.seconds / f64::from(way.duration)) as f32),
            _ => 1.0,
        };
        state.mean_share = match (last, way) {
            (Some(_), Some(way)) => {
                let at = |seconds: f64| (seconds / f64::from(way.duration)) as f32;
                mean_ease(at(before), at(state.seconds))
            }
            _ => 1.0,
        };
        state.leaving = last.filter(|_| state.fading.is_none());
        state.seen = weight.shown > 0.0;
        let (current, fading) = (state.current, state.fading);
        let share = Weight { shown: state.share, mean: state.mean_share };
        if let Some(fading) = fading {
            self.node(machine.states[fading as usize].node, dt, weight.part(share.rest()));
        }
        self.node(machine.states[current as usize].node, dt, weight.part(share));
    }

    /// First transition out of the current state that may start now.
    fn open_transition<'m>(&self, machine: &'m MachineNode) -> Option<&'m Transition> {
        let state = &self.state.machines[machine.state as usize];
        let (leading, runs) = self.leading(machine.states[state.current as usize].node);
        let progress = leading.map(|(clip, looping)| (clip.progress(looping), looping));
        let finished = progress.is_some_and(|((_, now, since), looping)| match looping {
            true => since >= 1.0,
            false => now >= 1.0,
        });
        let since = StateProgress { seconds: state.seconds, finished };
        let exits = |exit: f32| {
            // A state without playing clips has nothing to wait for; one that was just entered waits.
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
            let may = state.active_transition.is_none_or(|way| match way.interruptible {
                true => transition.priority >= way.priority,
                false => transition.priority > way.priority,
            });
            leads_out
                && may
                && transition.exit_time.is_none_or(exits)
                && transition.when.iter().all(|test| test.holds(&self.state.parameters, &since))
        };
        machine.transitions.iter().find(open)
    }

    /// Takes a transition. Only a visible machine has a motion to blend from.
    fn take(&mut self, machine: &MachineNode, transition: &Transition, is_visible: bool) {
        for test in &transition.when {
            test.consume(&mut self.state.parameters);
        }
        let state = &mut self.state.machines[machine.state as usize];
        let is_calm = state.active_transition.is_none();
        let crosses =
            transition.kind == TransitionKind::CrossFade && is_calm && transition.to != state.current;
        let mut change = PoseChange::Continuous;
        if transition.duration <= 0.0 {
            change = PoseChange::Jump;
            (state.fading, state.active_transition) = (None, None);
        } else {
            state.fading = crosses.then_some(state.current);
            if !crosses {
                change = PoseChange::Transition(transition.duration);
            }
            let Transition { duration, priority, interruptible, .. } = *transition;
            state.active_transition = Some(ActiveTransition { duration, priority, interruptible });
        }
        (state.current, state.seconds) = (transition.to, 0.0);
        if is_visible {
            self.change = self.change.and(change);
        }
        let to = &machine.states[transition.to as usize];
        match to.resume {
            true => self.resume(to.node),
            false => self.enter(to.node),
        }
    }
}
