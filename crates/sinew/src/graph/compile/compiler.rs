//! Compiler of graph descriptions: resolves names to indices and validates everything.

use crate::character::Character;
use crate::clip::ClipSource;
use crate::graph::description::*;
use crate::graph::error::{GraphError, GraphProblem};
use crate::graph::graph::AnimationGraph;
use crate::graph::node::*;
use crate::graph::parameter::Scalar;
use crate::playback::{ClipId, ClipSet};
use std::collections::{BTreeMap, BTreeSet};

/// Largest number of compiled nodes; a sub-graph counts each time it is used.
const MAX_NODES: usize = 1 << 13;
/// Largest number of state machines and slots, which keep poses of their own.
const MAX_POSE_OWNERS: usize = 1 << 8;

pub(in crate::graph) struct Compiler<'a> {
    pub(super) description: &'a GraphDescription,
    pub(in crate::graph) character: &'a Character,
    pub(in crate::graph) clips: &'a ClipSet,
    /// First clip of each name.
    clips_by_name: BTreeMap<&'a str, ClipId>,
    /// Reference poses by clip and normalized time; `None` is the rest pose.
    pub(super) references: BTreeMap<Option<(ClipId, u32)>, u32>,
    pub(in crate::graph) graph: AnimationGraph,
    /// Location of the current node, outermost step first.
    pub(in crate::graph) path: Vec<String>,
    /// Sub-graphs being compiled, to detect cycles.
    used: Vec<&'a str>,
    /// Sub-graphs that were used.
    reached: BTreeSet<&'a str>,
    /// Sync group of clips that name none.
    pub(in crate::graph) group: Option<u32>,
    /// Names of the sync groups; `None` for those of blend spaces.
    pub(in crate::graph) groups: Vec<Option<&'a str>>,
    depth: usize,
}

pub(in crate::graph) type Compiled<T> = Result<T, GraphError>;

impl AnimationGraph {
    /// Compiles a description for actors that play `clips` ([`Actor::clips`](crate::Actor::clips)).
    ///
    /// # Errors
    /// When a name is unknown, a parameter is of the wrong kind, a number is out of range or a sub-graph
    /// contains itself. The error has the location of the node.
    pub fn from_description(description: &GraphDescription, clips: &ClipSet) -> Result<Self, GraphError> {
        Compiler::new(description, clips).compile()
    }
}

impl<'a> Compiler<'a> {
    pub(in crate::graph) fn new(description: &'a GraphDescription, clips: &'a ClipSet) -> Self {
        let graph = AnimationGraph::empty(clips);
        let mut clips_by_name = BTreeMap::new();
        for (id, clip) in clips.ids().zip(clips.iter()) {
            clips_by_name.entry(clip.name()).or_insert(id);
        }
        Self {
            description,
            character: clips.character(),
            clips,
            clips_by_name,
            references: BTreeMap::new(),
            graph,
            path: Vec::new(),
            used: Vec::new(),
            reached: BTreeSet::new(),
            group: None,
            groups: Vec::new(),
            depth: 0,
        }
    }

    pub(in crate::graph) fn compile(mut self) -> Compiled<AnimationGraph> {
        for (name, kind) in &self.description.parameters {
            self.path.push(format!("parameters[{name:?}]"));
            let numbers = match *kind {
                ParameterKind::Float(value) => [value, 0.0],
                ParameterKind::Smooth(value, seconds) => [value, seconds],
                _ => [0.0; 2],
            };
            if numbers.iter().any(|number| !number.is_finite()) || numbers[1] < 0.0 {
                return self.invalid(
                    "a number is not finite or a time is negative; expected finite numbers and times of 0 or \
                     more",
                );
            }
            self.path.pop();
            self.graph.parameters.push((name.clone(), *kind));
        }
        for (name, mask) in &self.description.masks {
            self.path.push(format!("masks[{name:?}]"));
            let mask = self.mask(mask)?;
            self.graph.masks.push((name.clone(), mask));
            self.path.pop();
        }
        let description = self.description;
        self.at("output".to_owned(), |this| this.node(&description.output))?;
        self.assign_sync_maps()?;
        self.check_unused()?;
        self.graph.buffers = self.graph.depth(0);
        Ok(self.graph)
    }

    pub(in crate::graph) fn error(&self, problem: GraphProblem) -> GraphError {
        GraphError { location: self.path.join("."), problem }
    }

    pub(in crate::graph) fn invalid<T>(&self, message: &str) -> Compiled<T> {
        Err(self.error(GraphProblem::Invalid(message.to_owned())))
    }

    /// Runs `inner` with one more step in the location.
    pub(in crate::graph) fn at<T>(
        &mut self,
        step: String,
        inner: impl FnOnce(&mut Self) -> Compiled<T>,
    ) -> Compiled<T> {
        self.path.push(step);
        let result = inner(self);
        if result.is_ok() {
            self.path.pop();
        }
        result
    }

    /// Compiles a node with its descendants, and returns its index.
    pub(in crate::graph) fn node(&mut self, description: &'a NodeDescription) -> Compiled<u32> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return self.invalid("nodes are nested too deep; expected at most 48 levels");
        }
        let number = match description {
            NodeDescription::SubGraph(name) => self.used_node(name)?,
            _ => {
                let number = self.graph.nodes.len();
                if number >= MAX_NODES {
                    return self.invalid(
                        "too many nodes; expected at most 8192 (a sub-graph counts each time it is used)",
                    );
                }
                // Placeholder until the descendants are compiled.
                self.graph.nodes.push(Node { kind: NodeKind::Rest, end: 0 });
                self.graph.nodes[number].kind = self.kind(description)?;
                self.graph.nodes[number].end = self.graph.nodes.len() as u32;
                number as u32
            }
        };
        self.depth -= 1;
        Ok(number)
    }

    pub(in crate::graph) fn used_node(&mut self, name: &'a str) -> Compiled<u32> {
        if self.used.contains(&name) {
            return self.invalid(&format!("sub-graph {name:?} contains itself"));
        }
        let Some(description) = self.description.nodes.get(name) else {
            let names = self.description.nodes.keys().map(String::as_str);
            return Err(self.error(GraphProblem::unknown("node", name, names)));
        };
        self.used.push(name);
        self.reached.insert(name);
        let number = self.at(format!("nodes[{name:?}]"), |this| this.node(description))?;
        self.used.pop();
        Ok(number)
    }

    /// Validates unused sub-graphs too: compiles and drops them.
    pub(in crate::graph) fn check_unused(&mut self) -> Compiled<()> {
        let mut spent = 0;
        for name in self.description.nodes.keys() {
            if self.reached.contains(name.as_str()) {
                continue;
            }
            let mut apart = Self::new(self.description, self.clips);
            apart.graph.parameters.clone_from(&self.graph.parameters);
            apart.graph.masks.clone_from(&self.graph.masks);
            apart.used_node(name)?;
            spent += apart.graph.nodes.len();
            if spent > MAX_NODES {
                return self.invalid("too many unused nodes; expected at most 8192");
            }
            self.reached.append(&mut apart.reached);
        }
        Ok(())
    }

    pub(in crate::graph) fn check_pose_owners(&self) -> Compiled<()> {
        match self.graph.machines.len() + self.graph.slots.len() < MAX_POSE_OWNERS {
            true => Ok(()),
            false => self.invalid("too many state machines and slots; expected at most 256"),
        }
    }

    pub(in crate::graph) fn parameter(&self, name: &str) -> Compiled<(u32, ParameterKind)> {
        // Parameters are sorted by name, as in the description.
        let index = self.graph.parameters.binary_search_by(|(known, _)| known.as_str().cmp(name));
        let Ok(index) = index else {
            let names = self.graph.parameters.iter().map(|(name, _)| name.as_str());
            return Err(self.error(GraphProblem::unknown("parameter", name, names)));
        };
        Ok((index as u32, self.graph.parameters[index].1))
    }

    pub(in crate::graph) fn expect(
        &self,
        name: &str,
        kind: ParameterKind,
        fits: bool,
        expected: &'static str,
    ) -> Compiled<()> {
        if fits {
            return Ok(());
        }
        Err(self.error(GraphProblem::WrongParameterKind {
            name: name.to_owned(),
            found: kind.name(),
            expected,
        }))
    }

    pub(in crate::graph) fn number(&self, name: &str) -> Compiled<u32> {
        let (n, kind) = self.parameter(name)?;
        let fits = !matches!(kind, ParameterKind::Bool(_) | ParameterKind::Trigger);
        self.expect(name, kind, fits, "a float or an int")?;
        Ok(n)
    }

    pub(in crate::graph) fn switch(&self, name: &str) -> Compiled<u32> {
        let (n, kind) = self.parameter(name)?;
        let fits = matches!(kind, ParameterKind::Bool(_) | ParameterKind::Trigger);
        self.expect(name, kind, fits, "a bool or a trigger")?;
        Ok(n)
    }

    pub(in crate::graph) fn scalar(&self, value: &NumberOrParameter) -> Compiled<Scalar> {
        match value {
            NumberOrParameter::Constant(value) if value.is_finite() => Ok(Scalar::Constant(*value)),
            NumberOrParameter::Constant(_) => {
                self.invalid("a number is not finite; expected a finite number")
            }
            NumberOrParameter::Parameter(name) => {
                let (n, kind) = self.parameter(name)?;
                self.expect(name, kind, kind != ParameterKind::Trigger, "a float, an int or a bool")?;
                Ok(Scalar::Parameter(n))
            }
        }
    }

    pub(in crate::graph) fn mask_named(&self, name: &Option<String>) -> Compiled<Option<u32>> {
        let Some(name) = name else { return Ok(None) };
        // Masks made for the coverage of clips follow those of the description.
        let named = &self.graph.masks[..self.description.masks.len()];
        let index = named.binary_search_by(|(known, _)| known.cmp(name));
        let names = || named.iter().map(|(name, _)| name.as_str());
        let number = index.map_err(|_| self.error(GraphProblem::unknown("mask", name, names())))?;
        Ok(Some(number as u32))
    }

    pub(in crate::graph) fn clip_named(&self, name: &str) -> Compiled<ClipId> {
        let names = || self.clips.iter().map(ClipSource::name);
        let found = self.clips_by_name.get(name).copied();
        found.ok_or_else(|| self.error(GraphProblem::unknown("clip", name, names())))
    }

    pub(in crate::graph) fn snapshot(&mut self, name: &str) -> u32 {
        let known = self.graph.snapshots.iter().position(|snapshot| snapshot == name);
        known.unwrap_or_else(|| {
            self.graph.snapshots.push(name.to_owned());
            self.graph.snapshots.len() - 1
        }) as u32
    }

    pub(in crate::graph) fn shares(&mut self, count: usize) -> Shares {
        let first = self.graph.shares;
        self.graph.shares += count;
        Shares(first as u32)
    }

    pub(in crate::graph) fn group_named(&mut self, name: Option<&'a str>) -> u32 {
        let known = self.groups.iter().position(|group| group.is_some() && *group == name);
        known.unwrap_or_else(|| {
            self.groups.push(name);
            self.graph.groups.push(Vec::new());
            self.groups.len() - 1
        }) as u32
    }
}
