//! `sinew pose`: the posed character as numbers, for programs that compare or convert.

use crate::asset::clip_choice::FileAndClip;
use crate::asset::source;
use crate::options::playback::PlaybackOptions;
use crate::player::scene_player::Cast;
use crate::report::failure::{Failure, Outcome};
use crate::report::milliseconds::round_to_milliseconds;
use crate::report::nodes::Nodes;
use crate::report::output;
use clap::Args;
use serde::Serialize;
use sinew::Actor;
use sinew::character::Primitive;
use sinew::glam::Vec3;
use sinew::skinning::SkinnedVertices;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Print the posed character as numbers: world transforms of all nodes, and with --vertices all vertices.
#[derive(Args)]
#[command(after_help = "Example:\n  sinew pose hero.glb --clip Walk --time 0.5 --vertices --json\n\n\
    Without a clip: the file's rest pose, with an empty clip name. With --graph: where it is after --time seconds, and\n\
    the states it is in, instead of a clip. Time is the file's own: before the first and\n\
    after the last key the nearest key holds. Vertices come in the file's order; one that no face uses and the\n\
    importer left out stands at its node's origin. What is attached follows the file's nodes, its roots under the\n\
    joint it hangs on. Node constraints are left out.")]
pub(crate) struct Pose {
    /// The file, or FILE#C; the built-in character without
    file: Option<PathBuf>,
    #[command(flatten)]
    stance: PlaybackOptions,
    /// Print the positions and normals of all vertices too
    #[arg(long)]
    vertices: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Posed {
    file: String,
    #[serde(flatten)]
    played: Played,
    time: f64,
    nodes: Nodes,
    meshes: Vec<MeshEntry>,
}

/// What was played up to the time.
#[derive(Serialize)]
#[serde(untagged)]
enum Played {
    /// One clip, or none and no name.
    Clip { clip: String, duration: f32 },
    /// A graph, and the states that its machines are in, outer machines first.
    Graph { graph: String, states: Vec<StateEntry> },
}

#[derive(Serialize)]
struct StateEntry {
    machine: String,
    state: String,
    seconds: f32,
}

#[derive(Serialize)]
struct MeshEntry {
    node: String,
    node_index: usize,
    primitive: usize,
    vertices: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    positions: Option<Vec<f32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    normals: Option<Vec<f32>>,
}

impl Pose {
    pub(crate) fn run(mut self) -> Outcome {
        let argument = FileAndClip::parse(self.file.as_deref());
        self.stance.clip = self.stance.clip.or(argument.clip);
        let nothing_plays = self.stance.clip.is_none() && self.stance.graph.is_none();
        if nothing_plays && self.stance.travel {
            return Err(Failure::Call("--travel needs something that plays: --clip or --graph".into()));
        }
        if nothing_plays && self.stance.time.is_some_and(|time| time != 0.0) {
            eprintln!("sinew: --time without --clip or --graph: this is the rest pose");
        }
        let file = source::open(argument.file.as_deref())?;
        let name = file.name.clone();
        let mut cast = Cast::new(file, &self.stance)?;
        // The numbers are the clip's: nothing that follows it.
        cast.lead.set_constraints(false);
        let time = self.stance.time.unwrap_or(0.0);
        match &cast.script {
            Some(script) => {
                script.tell_what_comes_later(time);
                cast.seek(time);
            }
            None => {
                cast.tell_if_outside(time);
                cast.update(0.0);
            }
        }
        let mut posed = Posed {
            file: name,
            played: Played::new(&cast.lead, self.stance.graph.as_deref()),
            time,
            nodes: Nodes(Vec::new()),
            meshes: Vec::new(),
        };
        let lead = posed.add(&cast.lead, None, self.vertices)?;
        for attached in &cast.attached {
            posed.add(&attached.actor, lead[attached.socket.joint.index()], self.vertices)?;
        }
        if self.json { output::print_json(&posed) } else { output::print(|out| posed.table(out)) }
    }
}

impl Played {
    fn new(actor: &Actor, graph: Option<&Path>) -> Self {
        if let (Some(path), Some(state)) = (graph, actor.graph()) {
            let states = state.active_states().map(|active| StateEntry {
                machine: active.machine.to_owned(),
                state: active.state.to_owned(),
                seconds: active.elapsed,
            });
            return Self::Graph { graph: path.display().to_string(), states: states.collect() };
        }
        let playing = actor.playback().map(|p| &actor.clips()[p.clip()]);
        let clip = playing.map(|c| c.name().to_owned()).unwrap_or_default();
        Self::Clip { clip, duration: playing.map_or(0.0, |c| c.end()) }
    }

    /// What the numbers show at `time`.
    fn heading(&self, time: f64) -> String {
        match self {
            Self::Clip { clip, .. } if clip.is_empty() => "rest pose".to_owned(),
            Self::Clip { clip, duration } => {
                format!("{clip}, {time} of {} s", round_to_milliseconds(*duration))
            }
            Self::Graph { graph, states } => {
                let states = states.iter().map(|s| format!(", {} in {:?}", s.machine, s.state));
                format!("graph {graph} after {time} s{}", states.collect::<String>())
            }
        }
    }
}

impl Posed {
    /// Adds the nodes and meshes of `actor`, its roots under node `parent`. Gives each joint's place in `nodes`;
    /// none for those outside of the scene.
    fn add(
        &mut self,
        actor: &Actor,
        parent: Option<usize>,
        vertices: bool,
    ) -> Result<Vec<Option<usize>>, Failure> {
        let frame = actor.frame();
        let (character, world) = (frame.character(), frame.world_from_model());
        let place = self.nodes.add(&self.file, character.skeleton(), (world, frame.model()), parent)?;
        for (i, instance) in character.instances().iter().enumerate() {
            let Some(node_index) = place[instance.node.index()] else { continue };
            let mesh = &character.meshes()[instance.mesh];
            let mut first = 0;
            for (number, group) in mesh.source_groups().enumerate() {
                let mut entry = MeshEntry {
                    node: character.skeleton().name(instance.node).to_owned(),
                    node_index,
                    primitive: number,
                    vertices: group[0].source_vertex_count,
                    positions: None,
                    normals: None,
                };
                if vertices {
                    self.add_vertices(&mut entry, actor, i, first, group)?;
                }
                first += group.len();
                self.meshes.push(entry);
            }
        }
        Ok(place)
    }

    /// Adds the vertices of the primitives `group` of an instance, the first of which has number `first`.
    fn add_vertices(
        &self,
        entry: &mut MeshEntry,
        actor: &Actor,
        instance: usize,
        first: usize,
        group: &[Primitive],
    ) -> Result<(), Failure> {
        let frame = actor.frame();
        let (world, node) = (frame.world_from_model(), frame.character().instances()[instance].node);
        let origin = world.transform_point3(frame.model()[node.index()].translation.into());
        let turn = world.matrix3.inverse().transpose();
        let mut positions = vec![origin; entry.vertices];
        let mut normals = vec![Vec3::Y; entry.vertices];
        let mut skinned = SkinnedVertices::default();
        for (p, primitive) in group.iter().enumerate() {
            frame.skin_vertices(instance, first + p, &mut skinned);
            // Vertices that were split for rendering share their position.
            for (&vertex, &position) in primitive.source_vertex.iter().zip(&skinned.positions) {
                positions[vertex as usize] = world.transform_point3(position);
            }
            for (&vertex, &normal) in primitive.source_vertex.iter().zip(&skinned.normals) {
                normals[vertex as usize] = (turn * normal).normalize_or(Vec3::Y);
            }
        }
        if let Some(v) = positions.iter().position(|p| !p.is_finite()) {
            let place = format!("mesh on node {:?}, primitive {}", entry.node, entry.primitive);
            return Err(Failure::input(&self.file, format!("{place}: posed vertex {v} is not finite")));
        }
        entry.positions = Some(flat(&positions));
        if group.iter().all(|p| p.source_normals && !p.normals.is_empty()) {
            entry.normals = Some(flat(&normals));
        }
        Ok(())
    }

    fn table(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}: {}", self.file, self.played.heading(self.time))?;
        for (n, node) in self.nodes.0.iter().enumerate() {
            let [x, y, z] = [12, 13, 14].map(|i| node.world[i]);
            writeln!(out, "{n:5} under {:5}  {x:9.4} {y:9.4} {z:9.4}  {}", node.parent, node.name)?;
        }
        for mesh in &self.meshes {
            writeln!(out, "{} vertices on {}, primitive {}", mesh.vertices, mesh.node, mesh.primitive)?;
        }
        Ok(())
    }
}

fn flat(values: &[Vec3]) -> Vec<f32> {
    values.iter().flat_map(|v| v.to_array()).collect()
}
