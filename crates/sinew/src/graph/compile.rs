//! From a graph as it is written to one that plays: names become numbers, and everything that could go wrong is told.

use super::blend_space::{Line, Plane};
use super::description::*;
use super::error::{GraphError, GraphProblem};
use super::graph::AnimationGraph;
use super::node::*;
use super::sync::SyncMap;
use crate::character::Character;
use crate::clip::{Motion, SampleCursor};
use crate::playback::FullPose;
use glam::Vec2;
use std::collections::{BTreeMap, BTreeSet};

/// Inputs of one node, at most.
pub(super) const MAX_INPUTS: usize = 32;
/// Nodes in one another, at most.
pub(super) const DEEPEST: usize = 48;
/// Nodes in all, at most: what `Use` repeats counts each time.
const MAX_NODES: usize = 1 << 13;
/// State machines and slots, at most: each keeps some poses.
const MAX_KEEPERS: usize = 1 << 8;

pub(super) struct Compiler<'a> {
    description: &'a GraphDescription,
    pub(super) character: &'a Character,
    pub(super) clips: &'a [Motion],
    /// The first clip of each name.
    clips_by_name: BTreeMap<&'a str, u32>,
    /// Reference poses by clip and share; the rest pose by none.
    references: BTreeMap<Option<(u32, u32)>, u32>,
    pub(super) graph: AnimationGraph,
    /// Where it is, from the outside in.
    pub(super) path: Vec<String>,
    /// Names under use, against circles.
    used: Vec<&'a str>,
    /// Names that were used.
    reached: BTreeSet<&'a str>,
    /// The group that clips take which name none.
    pub(super) group: Option<u32>,
    /// Names of groups; those of blend spaces have none.
    pub(super) groups: Vec<Option<&'a str>>,
    depth: usize,
}

pub(super) type Compiled<T> = Result<T, GraphError>;

impl<'a> Compiler<'a> {
    pub(super) fn new(
        description: &'a GraphDescription,
        character: &'a Character,
        clips: &'a [Motion],
    ) -> Self {
        let graph = AnimationGraph::empty(character, clips);
        let mut clips_by_name = BTreeMap::new();
        for (n, clip) in clips.iter().enumerate() {
            clips_by_name.entry(clip.name()).or_insert(n as u32);
        }
        Self {
            description,
            character,
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

    pub(super) fn compile(mut self) -> Compiled<AnimationGraph> {
        for (name, kind) in &self.description.parameters {
            self.path.push(format!("parameters[{name:?}]"));
            let numbers = match *kind {
                ParameterKind::Float(value) => [value, 0.0],
                ParameterKind::Smooth(value, seconds) => [value, seconds],
                _ => [0.0; 2],
            };
            if numbers.iter().any(|number| !number.is_finite()) || numbers[1] < 0.0 {
                return self.invalid("expected finite numbers, and no seconds below 0");
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
        self.settle_groups()?;
        self.check_unused()?;
        self.graph.buffers = self.graph.depth(0);
        Ok(self.graph)
    }

    pub(super) fn error(&self, problem: GraphProblem) -> GraphError {
        GraphError { place: self.path.join("."), problem }
    }

    pub(super) fn invalid<T>(&self, message: &str) -> Compiled<T> {
        Err(self.error(GraphProblem::Invalid(message.to_owned())))
    }

    /// Does something one step further in.
    pub(super) fn at<T>(
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

    /// Compiles a node and what hangs from it, and gives its number.
    pub(super) fn node(&mut self, description: &'a NodeDescription) -> Compiled<u32> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return self.invalid("nodes lie too deep in one another, expected at most 48 levels");
        }
        let number = match description {
            NodeDescription::Use(name) => self.used_node(name)?,
            _ => {
                let number = self.graph.nodes.len();
                if number >= MAX_NODES {
                    return self.invalid(
                        "too many nodes, expected at most 8192 (what Use repeats counts each time)",
                    );
                }
                // Stands here until what hangs from it has been compiled.
                self.graph.nodes.push(Node { kind: NodeKind::Rest, end: 0 });
                self.graph.nodes[number].kind = self.kind(description)?;
                self.graph.nodes[number].end = self.graph.nodes.len() as u32;
                number as u32
            }
        };
        self.depth -= 1;
        Ok(number)
    }

    fn used_node(&mut self, name: &'a str) -> Compiled<u32> {
        if self.used.contains(&name) {
            return self.invalid(&format!("{name:?} uses itself"));
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

    /// What nobody uses must make sense too: it is compiled apart, and dropped.
    fn check_unused(&mut self) -> Compiled<()> {
        let mut spent = 0;
        for name in self.description.nodes.keys() {
            if self.reached.contains(name.as_str()) {
                continue;
            }
            let mut apart = Self::new(self.description, self.character, self.clips);
            apart.graph.parameters.clone_from(&self.graph.parameters);
            apart.graph.masks.clone_from(&self.graph.masks);
            apart.used_node(name)?;
            spent += apart.graph.nodes.len();
            if spent > MAX_NODES {
                return self.invalid("too many nodes that nobody uses, expected at most 8192");
            }
            self.reached.append(&mut apart.reached);
        }
        Ok(())
    }

    fn kind(&mut self, description: &'a NodeDescription) -> Compiled<NodeKind> {
        Ok(match description {
            NodeDescription::Rest | NodeDescription::Use(_) => NodeKind::Rest,
            NodeDescription::Clip(clip) => NodeKind::Clip(self.clip(clip)?),
            NodeDescription::Snapshot(name) => NodeKind::Snapshot(self.snapshot(name)),
            NodeDescription::Blend(inputs) => {
                if inputs.is_empty() || inputs.len() > MAX_INPUTS {
                    return self.invalid("a blend has from 1 to 32 inputs; blends may lie in blends");
                }
                let shares = self.shares(inputs.len());
                let inputs = inputs.iter().enumerate();
                let inputs = inputs.map(|(n, input)| {
                    self.at(format!("Blend[{n}]"), |this| {
                        let (weight, mask) = (this.scalar(&input.weight)?, this.mask_named(&input.mask)?);
                        Ok(Input { node: this.node(&input.node)?, weight, mask })
                    })
                });
                NodeKind::Blend { inputs: inputs.collect::<Compiled<_>>()?, shares }
            }
            NodeDescription::Layers { base, layers } => {
                let shares = self.shares(layers.len());
                let base = self.at("base".to_owned(), |this| this.node(base))?;
                let layers = layers.iter().enumerate();
                let layers = layers.map(|(n, layer)| {
                    self.at(format!("layers[{n}]"), |this| {
                        let (weight, mask) = (this.scalar(&layer.weight)?, this.mask_named(&layer.mask)?);
                        let mode = this.mode(&layer.mode)?;
                        Ok(Layer { node: this.node(&layer.node)?, weight, mask, mode })
                    })
                });
                NodeKind::Layers { base, layers: layers.collect::<Compiled<_>>()?, shares }
            }
            NodeDescription::BlendSpace1d(space) => self.line(space)?,
            NodeDescription::BlendSpace2d(space) => self.plane(space)?,
            NodeDescription::StateMachine(machine) => NodeKind::Machine(self.machine(machine)?),
            NodeDescription::Mirror { node, weight } => {
                self.graph.needs_mirror = true;
                let (weight, shares) = (self.scalar(weight)?, self.shares(1));
                NodeKind::Mirror { node: self.at("node".to_owned(), |this| this.node(node))?, weight, shares }
            }
            NodeDescription::Speed { node, speed } => {
                let speed = self.scalar(speed)?;
                NodeKind::Speed { node: self.at("node".to_owned(), |this| this.node(node))?, speed }
            }
            NodeDescription::Slot { name, node, mask, mode } => {
                if self.graph.slots.contains(name) {
                    return Err(self.error(GraphProblem::Double(name.clone())));
                }
                self.make_room_for_keeper()?;
                let slot = self.graph.slots.len() as u32;
                self.graph.slots.push(name.clone());
                let (mask, mode) = (self.mask_named(mask)?, self.mode(mode)?);
                let node = self.at("node".to_owned(), |this| this.node(node))?;
                NodeKind::Slot { node, slot, mask, mode }
            }
        })
    }

    fn clip(&mut self, description: &'a ClipDescription) -> Compiled<ClipNode> {
        let clip = self.clip_named(&description.clip)?;
        let motion = &self.clips[clip as usize];
        if !(0.0..=1.0).contains(&description.start) {
            return self.invalid("expected a start from 0 to 1");
        }
        let warp = &description.warp;
        let rises = warp.windows(2).all(|w| w[0].0 < w[1].0 && w[0].1 <= w[1].1);
        let ends = [warp.first(), warp.last()] == [Some(&(0.0, 0.0)), Some(&(1.0, 1.0))];
        if !(warp.is_empty() || rises && ends) {
            return self.invalid("expected a warp that rises from (0, 0) to (1, 1)");
        }
        let group = match &description.sync {
            Some(name) => Some(self.group_named(Some(name))),
            None => self.group,
        };
        let runs = description.looping && description.position.is_none() && motion.end() > motion.start();
        let group = group.filter(|_| runs);
        if description.sync.is_some() && group.is_none() {
            return self.invalid("only clips that repeat and run keep in step");
        }
        if group.is_some() && !warp.is_empty() {
            return self.invalid("a clip that keeps in step cannot be warped");
        }
        let state = self.graph.clip_nodes.len() as u32;
        let number = self.graph.nodes.len() as u32 - 1;
        self.graph.clip_nodes.push(number);
        if let Some(group) = group {
            self.graph.groups[group as usize].push(number);
        }
        Ok(ClipNode {
            clip,
            state,
            speed: self.scalar(&description.speed)?,
            looping: description.looping,
            start: description.start,
            group,
            sync: SyncMap::rounds(motion, 1),
            position: description.position.as_ref().map(|value| self.scalar(value)).transpose()?,
            warp: warp.clone(),
        })
    }

    fn line(&mut self, space: &'a BlendSpace1dDescription) -> Compiled<NodeKind> {
        let mut order: Vec<usize> = (0..space.points.len()).collect();
        order.sort_by(|&a, &b| space.points[a].0.total_cmp(&space.points[b].0));
        let places: Vec<f32> = order.iter().map(|&n| space.points[n].0).collect();
        if places.is_empty() || places.len() > MAX_INPUTS {
            return self.invalid("a blend space has from 1 to 32 points");
        }
        if !places.iter().all(|p| p.is_finite()) || places.windows(2).any(|w| w[0] == w[1]) {
            return self.invalid("expected the points of a blend space to stand apart, at finite places");
        }
        let (x, shares) = (self.scalar(&space.x)?, self.shares(places.len()));
        let nodes = order.iter().map(|&n| (n, &space.points[n].1));
        let points = self.points(nodes, space.sync)?;
        Ok(NodeKind::Space { place: Place::Line { x, line: Line::new(places) }, points, shares })
    }

    fn plane(&mut self, space: &'a BlendSpace2dDescription) -> Compiled<NodeKind> {
        let places: Vec<Vec2> = space.points.iter().map(|((x, y), _)| Vec2::new(*x, *y)).collect();
        if places.is_empty() || places.len() > MAX_INPUTS {
            return self.invalid("a blend space has from 1 to 32 points");
        }
        let apart = places.iter().enumerate().all(|(n, p)| !places[..n].contains(p));
        if !places.iter().all(|p| p.is_finite()) || !apart {
            return self.invalid("expected the points of a blend space to stand apart, at finite places");
        }
        let (x, y) = (self.scalar(&space.x)?, self.scalar(&space.y)?);
        let shares = self.shares(places.len());
        let nodes = space.points.iter().map(|(_, node)| node).enumerate();
        let points = self.points(nodes, space.sync)?;
        Ok(NodeKind::Space { place: Place::Plane { x, y, plane: Plane::new(places) }, points, shares })
    }

    fn points(
        &mut self,
        nodes: impl Iterator<Item = (usize, &'a NodeDescription)>,
        sync: bool,
    ) -> Compiled<Vec<u32>> {
        let outer = self.group;
        if sync && outer.is_none() {
            self.group = Some(self.group_named(None));
        }
        let points = nodes.map(|(n, node)| self.at(format!("points[{n}]"), |this| this.node(node)));
        let points = points.collect();
        self.group = outer;
        points
    }

    pub(super) fn make_room_for_keeper(&self) -> Compiled<()> {
        match self.graph.machines.len() + self.graph.slots.len() < MAX_KEEPERS {
            true => Ok(()),
            false => self.invalid("too many state machines and slots, expected at most 256"),
        }
    }

    pub(super) fn parameter(&self, name: &str) -> Compiled<(u32, ParameterKind)> {
        // They stand by their names, as the description has them.
        let place = self.graph.parameters.binary_search_by(|(own, _)| own.as_str().cmp(name));
        let Ok(place) = place else {
            let names = self.graph.parameters.iter().map(|(name, _)| name.as_str());
            return Err(self.error(GraphProblem::unknown("parameter", name, names)));
        };
        Ok((place as u32, self.graph.parameters[place].1))
    }

    pub(super) fn expect(
        &self,
        name: &str,
        kind: ParameterKind,
        fits: bool,
        expected: &'static str,
    ) -> Compiled<()> {
        if fits {
            return Ok(());
        }
        Err(self.error(GraphProblem::Kind { name: name.to_owned(), found: kind.name(), expected }))
    }

    pub(super) fn number(&self, name: &str) -> Compiled<u32> {
        let (n, kind) = self.parameter(name)?;
        let fits = !matches!(kind, ParameterKind::Bool(_) | ParameterKind::Trigger);
        self.expect(name, kind, fits, "a float or an int")?;
        Ok(n)
    }

    pub(super) fn switch(&self, name: &str) -> Compiled<u32> {
        let (n, kind) = self.parameter(name)?;
        let fits = matches!(kind, ParameterKind::Bool(_) | ParameterKind::Trigger);
        self.expect(name, kind, fits, "a bool or a trigger")?;
        Ok(n)
    }

    fn scalar(&self, value: &Value) -> Compiled<Scalar> {
        match value {
            Value::Constant(value) if value.is_finite() => Ok(Scalar::Constant(*value)),
            Value::Constant(_) => self.invalid("expected finite numbers"),
            Value::Parameter(name) => {
                let (n, kind) = self.parameter(name)?;
                self.expect(name, kind, kind != ParameterKind::Trigger, "a float, an int or a bool")?;
                Ok(Scalar::Parameter(n))
            }
        }
    }

    fn mask_named(&self, name: &Option<String>) -> Compiled<Option<u32>> {
        let Some(name) = name else { return Ok(None) };
        let place = self.graph.masks.binary_search_by(|(own, _)| own.cmp(name));
        let names = || self.graph.masks.iter().map(|(name, _)| name.as_str());
        let number = place.map_err(|_| self.error(GraphProblem::unknown("mask", name, names())))?;
        Ok(Some(number as u32))
    }

    fn clip_named(&self, name: &str) -> Compiled<u32> {
        let names = || self.clips.iter().map(Motion::name);
        let place = self.clips_by_name.get(name).copied();
        place.ok_or_else(|| self.error(GraphProblem::unknown("clip", name, names())))
    }

    fn mode(&mut self, mode: &LayerMode) -> Compiled<Mode> {
        let LayerMode::Additive(reference) = mode else { return Ok(Mode::Override) };
        let frame = match reference {
            ReferenceDescription::Rest => None,
            ReferenceDescription::Frame(name, share) => {
                let clip = self.clip_named(name)?;
                if !(0.0..=1.0).contains(share) {
                    return self.invalid("expected a reference at a share from 0 to 1 of its clip");
                }
                Some((clip, *share))
            }
        };
        let place =
            *self.references.entry(frame.map(|(clip, share)| (clip, share.to_bits()))).or_insert_with(|| {
                let rest = FullPose::rest(self.character);
                let mut pose = rest.clone();
                if let Some((clip, share)) = frame {
                    let clip = &self.clips[clip as usize];
                    let time = clip.start() + (clip.end() - clip.start()) * share;
                    pose.sample(clip, time, &rest, &mut SampleCursor::new());
                }
                self.graph.references.push(pose);
                self.graph.references.len() as u32 - 1
            });
        Ok(Mode::Additive(place))
    }

    fn snapshot(&mut self, name: &str) -> u32 {
        let known = self.graph.snapshots.iter().position(|own| own == name);
        known.unwrap_or_else(|| {
            self.graph.snapshots.push(name.to_owned());
            self.graph.snapshots.len() - 1
        }) as u32
    }

    fn shares(&mut self, count: usize) -> Shares {
        let first = self.graph.shares;
        self.graph.shares += count;
        Shares(first as u32)
    }

    fn group_named(&mut self, name: Option<&'a str>) -> u32 {
        let known = self.groups.iter().position(|own| own.is_some() && *own == name);
        known.unwrap_or_else(|| {
            self.groups.push(name);
            self.graph.groups.push(Vec::new());
            self.groups.len() - 1
        }) as u32
    }
}
