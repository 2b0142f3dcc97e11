//! Compilation of state machines: states, transitions and conditions.

use super::compiler::{Compiled, Compiler};
use crate::graph::condition::CompiledCondition;
use crate::graph::description::*;
use crate::graph::error::GraphProblem;
use crate::graph::node::*;
use std::collections::BTreeMap;

impl<'a> Compiler<'a> {
    pub(in crate::graph) fn machine(
        &mut self,
        description: &'a StateMachineDescription,
    ) -> Compiled<MachineNode> {
        if description.states.is_empty() {
            return self.invalid("the state machine has no states; expected at least one");
        }
        self.check_pose_owners()?;
        let (location, state) = (self.path.join("."), self.graph.machines.len() as u32);
        self.graph.machines.push(self.graph.nodes.len() as u32 - 1);
        // States start at different times; a blend space around the machine does not sync them.
        let outer = self.group.take();
        let mut states: Vec<StateNode> = Vec::new();
        let mut numbers = BTreeMap::new();
        for StateDescription { name, node, resume } in &description.states {
            if numbers.insert(name.as_str(), states.len() as u32).is_some() {
                return Err(self.error(GraphProblem::DuplicateName(name.clone())));
            }
            let node = self.at(format!("states[{name:?}]"), |this| this.node(node))?;
            states.push(StateNode { name: name.clone(), node, resume: *resume });
        }
        self.group = outer;
        let mut transitions = Vec::new();
        for (n, transition) in description.transitions.iter().enumerate() {
            let compile = |this: &mut Self| this.transition(transition, &numbers);
            transitions.push(self.at(format!("transitions[{n}]"), compile)?);
        }
        transitions.sort_by_key(|transition: &Transition| std::cmp::Reverse(transition.priority));
        Ok(MachineNode { state, location, states, transitions })
    }

    /// Compiles a transition; `numbers` are the indices of the machine's states.
    fn transition(
        &mut self,
        written: &TransitionDescription,
        numbers: &BTreeMap<&str, u32>,
    ) -> Compiled<Transition> {
        let state = |name: &String| {
            let names = || numbers.keys().copied();
            let number = numbers.get(name.as_str()).copied();
            number.ok_or_else(|| self.error(GraphProblem::unknown("state", name, names())))
        };
        let mut from = written.from.iter().map(state).collect::<Compiled<Vec<_>>>()?;
        from.sort_unstable();
        from.dedup();
        let to = state(&written.to)?;
        if !(written.duration.is_finite() && written.duration >= 0.0) {
            return self.invalid("the duration is negative or not finite; expected 0 seconds or more");
        }
        if written.exit_time.is_some_and(|exit| !(exit.is_finite() && exit >= 0.0)) {
            return self.invalid("the exit_time is negative or not finite; expected 0 or more");
        }
        let tests = written.when.iter().enumerate();
        let when = tests.map(|(n, test)| self.at(format!("when[{n}]"), |this| this.test(test, 0)));
        let when = when.collect::<Compiled<Vec<_>>>()?;
        if when.is_empty() && written.exit_time.is_none() {
            return self.invalid(
                "the transition has neither a condition nor an exit_time; expected at least one of them",
            );
        }
        Ok(Transition {
            from,
            to,
            when,
            exit_time: written.exit_time,
            duration: written.duration,
            kind: written.kind,
            priority: written.priority,
            interruptible: written.interruptible,
        })
    }

    fn test(&self, condition: &Condition, depth: usize) -> Compiled<CompiledCondition> {
        if depth > MAX_DEPTH {
            return self.invalid("conditions are nested too deep; expected at most 48 levels");
        }
        let all = |conditions: &[Condition]| -> Compiled<Vec<CompiledCondition>> {
            conditions.iter().map(|c| self.test(c, depth + 1)).collect()
        };
        Ok(match condition {
            Condition::Above(_, number) | Condition::Below(_, number) | Condition::After(number)
                if !number.is_finite() =>
            {
                return self.invalid("a number is not finite; expected a finite number");
            }
            Condition::Above(name, than) => CompiledCondition::Above(self.number(name)?, *than),
            Condition::Below(name, than) => CompiledCondition::Below(self.number(name)?, *than),
            Condition::Equals(name, to) => {
                let (n, kind) = self.parameter(name)?;
                self.expect(name, kind, matches!(kind, ParameterKind::Int(_)), "an int")?;
                CompiledCondition::Equals(n, *to)
            }
            Condition::Is(name) => CompiledCondition::Is(self.switch(name)?),
            Condition::IsNot(name) => CompiledCondition::IsNot(self.switch(name)?),
            Condition::Finished => CompiledCondition::Finished,
            Condition::After(seconds) => CompiledCondition::After(*seconds),
            Condition::All(conditions) => CompiledCondition::All(all(conditions)?),
            Condition::Any(conditions) => CompiledCondition::Any(all(conditions)?),
            Condition::Not(condition) => CompiledCondition::Not(Box::new(self.test(condition, depth + 1)?)),
        })
    }
}
