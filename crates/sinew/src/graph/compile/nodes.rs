//! Compilation of nodes, one method for each kind.

use super::compiler::{Compiled, Compiler};
use crate::clip::SampleCursor;
use crate::graph::blend_space::{Line, Plane};
use crate::graph::description::*;
use crate::graph::error::GraphProblem;
use crate::graph::node::*;
use crate::graph::sync_map::SyncMap;
use glam::Vec2;

impl<'a> Compiler<'a> {
    pub(super) fn kind(&mut self, description: &'a NodeDescription) -> Compiled<NodeKind> {
        Ok(match description {
            NodeDescription::Rest | NodeDescription::SubGraph(_) => NodeKind::Rest,
            NodeDescription::Clip(clip) => NodeKind::Clip(self.clip(clip)?),
            NodeDescription::Snapshot(name) => NodeKind::Snapshot(self.snapshot(name)),
            NodeDescription::Blend(inputs) => {
                if inputs.is_empty() || inputs.len() > MAX_INPUTS {
                    let count = inputs.len();
                    return self.invalid(&format!(
                        "the blend has {count} inputs; expected 1 to 32 (nest blends for more)"
                    ));
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
                        let (mode, node) = (this.mode(&layer.mode)?, this.node(&layer.node)?);
                        let hides = matches!(mode, Mode::Override)
                            && mask.is_none()
                            && this.coverage(node).root_motion > 0.0;
                        Ok(Layer { node, weight, mask, mode, hides })
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
                let node = self.at("node".to_owned(), |this| this.node(node))?;
                NodeKind::Mirror { node, weight, masks: self.mirror_masks(node)?, shares }
            }
            NodeDescription::Speed { node, speed } => {
                let speed = self.scalar(speed)?;
                NodeKind::Speed { node: self.at("node".to_owned(), |this| this.node(node))?, speed }
            }
            NodeDescription::Slot { name, node, mask, mode } => {
                if self.graph.slots.contains(name) {
                    return Err(self.error(GraphProblem::DuplicateName(name.clone())));
                }
                self.check_pose_owners()?;
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
        let source = &self.clips[clip];
        if !(0.0..=1.0).contains(&description.start) {
            return self.invalid("the start is out of range; expected 0 to 1");
        }
        let warp = &description.warp;
        let rises = warp.windows(2).all(|w| w[0].0 < w[1].0 && w[0].1 <= w[1].1);
        let ends = [warp.first(), warp.last()] == [Some(&(0.0, 0.0)), Some(&(1.0, 1.0))];
        if !(warp.is_empty() || rises && ends) {
            return self.invalid("expected a warp that rises from (0, 0) to (1, 1)");
        }
        let group = match &description.sync_group {
            Some(name) => Some(self.group_named(Some(name))),
            None => self.group,
        };
        let runs =
            description.looping && description.normalized_time.is_none() && source.end() > source.start();
        let group = group.filter(|_| runs);
        if description.sync_group.is_some() && group.is_none() {
            return self.invalid(&format!(
                "clip {:?} has a sync group but does not play in a loop; expected a looping clip without \
                 normalized_time",
                description.clip
            ));
        }
        if group.is_some() && !warp.is_empty() {
            return self
                .invalid(&format!("clip {:?} is in a sync group; expected no warp", description.clip));
        }
        let state = self.graph.clip_nodes.len() as u32;
        let number = self.graph.nodes.len() as u32 - 1;
        self.graph.clip_nodes.push(number);
        self.graph.clip_locations.push(self.path.join("."));
        if let Some(group) = group {
            self.graph.groups[group as usize].push(number);
        }
        Ok(ClipNode {
            clip,
            state,
            speed: self.scalar(&description.speed)?,
            looping: description.looping,
            write_defaults: description.write_defaults,
            start: description.start,
            group,
            sync: SyncMap::rounds(source, 1),
            normalized_time: description
                .normalized_time
                .as_ref()
                .map(|value| self.scalar(value))
                .transpose()?,
            warp: warp.clone(),
        })
    }

    fn line(&mut self, space: &'a BlendSpace1dDescription) -> Compiled<NodeKind> {
        let mut order: Vec<usize> = (0..space.points.len()).collect();
        order.sort_by(|&a, &b| space.points[a].0.total_cmp(&space.points[b].0));
        let coordinates: Vec<f32> = order.iter().map(|&n| space.points[n].0).collect();
        if coordinates.is_empty() || coordinates.len() > MAX_INPUTS {
            let count = coordinates.len();
            return self.invalid(&format!("the blend space has {count} points; expected 1 to 32"));
        }
        if !coordinates.iter().all(|p| p.is_finite()) || coordinates.windows(2).any(|w| w[0] == w[1]) {
            return self
                .invalid("points have equal or non-finite coordinates; expected distinct finite ones");
        }
        let (x, shares) = (self.scalar(&space.x)?, self.shares(coordinates.len()));
        let nodes = order.iter().map(|&n| (n, &space.points[n].1));
        let points = self.points(nodes, space.sync)?;
        Ok(NodeKind::BlendSpace {
            coordinates: BlendCoordinates::Line { x, line: Line::new(coordinates) },
            points,
            shares,
        })
    }

    fn plane(&mut self, space: &'a BlendSpace2dDescription) -> Compiled<NodeKind> {
        let coordinates: Vec<Vec2> = space.points.iter().map(|((x, y), _)| Vec2::new(*x, *y)).collect();
        if coordinates.is_empty() || coordinates.len() > MAX_INPUTS {
            let count = coordinates.len();
            return self.invalid(&format!("the blend space has {count} points; expected 1 to 32"));
        }
        let apart = coordinates.iter().enumerate().all(|(n, p)| !coordinates[..n].contains(p));
        if !coordinates.iter().all(|p| p.is_finite()) || !apart {
            return self
                .invalid("points have equal or non-finite coordinates; expected distinct finite ones");
        }
        let (x, y) = (self.scalar(&space.x)?, self.scalar(&space.y)?);
        let shares = self.shares(coordinates.len());
        let nodes = space.points.iter().map(|(_, node)| node).enumerate();
        let points = self.points(nodes, space.sync)?;
        Ok(NodeKind::BlendSpace {
            coordinates: BlendCoordinates::Plane { x, y, plane: Plane::new(coordinates) },
            points,
            shares,
        })
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

    fn mode(&mut self, mode: &LayerMode) -> Compiled<Mode> {
        let LayerMode::Additive(reference) = mode else { return Ok(Mode::Override) };
        let frame = match reference {
            ReferenceDescription::Rest => None,
            ReferenceDescription::ClipPose(name, share) => {
                let clip = self.clip_named(name)?;
                if !(0.0..=1.0).contains(share) {
                    return self
                        .invalid("the normalized time of the reference is out of range; expected 0 to 1");
                }
                Some((clip, *share))
            }
        };
        let index =
            *self.references.entry(frame.map(|(clip, share)| (clip, share.to_bits()))).or_insert_with(|| {
                let rest = self.clips.rest();
                let mut pose = rest.clone();
                if let Some((clip, share)) = frame {
                    let clip = &self.clips[clip];
                    let time = clip.start() + (clip.end() - clip.start()) * share;
                    pose.sample(clip, time, rest, &mut SampleCursor::new());
                }
                self.graph.references.push(pose);
                self.graph.references.len() as u32 - 1
            });
        Ok(Mode::Additive(index))
    }
}
