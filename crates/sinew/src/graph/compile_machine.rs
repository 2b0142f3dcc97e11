//! State machines of a graph, their transitions and conditions.

use super::compile::{Compiled, Compiler, DEEPEST};
use super::condition::Test;
use super::description::*;
use super::error::GraphProblem;
use super::node::*;
use std::collections::BTreeMap;

impl<'a> Compiler<'a> {
    pub(super) fn machine(&mut self, description: &'a MachineDescription) -> Compiled<MachineNode> {
        if description.states.is_empty() {
            return self.invalid("a state machine needs a state");
        }
        self.make_room_for_keeper()?;
        let (place, state) = (self.path.join("."), self.graph.machines.len() as u32);
        self.graph.machines.push(self.graph.nodes.len() as u32 - 1);
        // States are entered one at a time; a blend space around the machine does not keep them in step.
        let outer = self.group.take();
        let mut states: Vec<StateNode> = Vec::new();
        let mut numbers = BTreeMap::new();
        for StateDescription { name, node, remembers } in &description.states {
            if numbers.insert(name.as_str(), states.len() as u32).is_some() {
                return Err(self.error(GraphProblem::Double(name.clone())));
            }
            let node = self.at(format!("states[{name:?}]"), |this| this.node(node))?;
            states.push(StateNode { name: name.clone(), node, remembers: *remembers });
        }
        self.group = outer;
        let mut transitions = Vec::new();
        for (n, transition) in description.transitions.iter().enumerate() {
            let compile = |this: &mut Self| this.transition(transition, &numbers);
            transitions.push(self.at(format!("transitions[{n}]"), compile)?);
        }
        transitions.sort_by_key(|transition: &Transition| std::cmp::Reverse(transition.priority));
        Ok(MachineNode { state, place, states, transitions })
    }

    /// `numbers` are those of the machine's states.
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
        if !(written.seconds.is_finite() && written.seconds >= 0.0) {
            return self.invalid("expected a transition to take 0 seconds or more");
        }
        if written.exit.is_some_and(|exit| !(exit.is_finite() && exit >= 0.0)) {
            return self.invalid("expected an exit of 0 or more");
        }
        let tests = written.when.iter().enumerate();
        let when = tests.map(|(n, test)| self.at(format!("when[{n}]"), |this| this.test(test, 0)));
        let when = when.collect::<Compiled<Vec<_>>>()?;
        if when.is_empty() && written.exit.is_none() {
            return self.invalid("a transition needs a condition or an exit");
        }
        Ok(Transition {
            from,
            to,
            when,
            exit: written.exit,
            seconds: written.seconds,
            kind: written.kind,
            priority: written.priority,
            interruptible: written.interruptible,
        })
    }

    fn test(&self, condition: &Condition, depth: usize) -> Compiled<Test> {
        if depth > DEEPEST {
            return self.invalid("conditions lie too deep in one another, expected at most 48 levels");
        }
        let all = |conditions: &[Condition]| -> Compiled<Vec<Test>> {
            conditions.iter().map(|c| self.test(c, depth + 1)).collect()
        };
        Ok(match condition {
            Condition::Above(_, number) | Condition::Below(_, number) | Condition::After(number)
                if !number.is_finite() =>
            {
                return self.invalid("expected finite numbers");
            }
            Condition::Above(name, than) => Test::Above(self.number(name)?, *than),
            Condition::Below(name, than) => Test::Below(self.number(name)?, *than),
            Condition::Equals(name, to) => {
                let (n, kind) = self.parameter(name)?;
                self.expect(name, kind, matches!(kind, ParameterKind::Int(_)), "an int")?;
                Test::Equals(n, *to)
            }
            Condition::Is(name) => Test::Is(self.switch(name)?),
            Condition::IsNot(name) => Test::IsNot(self.switch(name)?),
            Condition::Finished => Test::Finished,
            Condition::After(seconds) => Test::After(*seconds),
            Condition::All(conditions) => Test::All(all(conditions)?),
            Condition::Any(conditions) => Test::Any(all(conditions)?),
            Condition::Not(condition) => Test::Not(Box::new(self.test(condition, depth + 1)?)),
        })
    }
}
