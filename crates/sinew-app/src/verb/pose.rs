//! `sinew pose`: the posed character as numbers.

use crate::asset::clip_choice::FileAndClip;
use crate::asset::source;
use crate::batch::{BatchVerb, ItemFiles};
use crate::options::playback::PlaybackOptions;
use crate::player::scene_player::ScenePlayer;
use crate::report::failure::{Failure, Outcome};
use crate::report::file_name::FileEntry;
use crate::report::message::message;
use crate::report::milliseconds::round_to_milliseconds;
use crate::report::nodes::Nodes;
use crate::report::output;
use clap::Args;
use serde::Serialize;
use sinew::Actor;
use sinew::character::{MeshInstanceId, Primitive};
use sinew::glam::Vec3;
use sinew::skinning::SkinnedVertices;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Print the world transforms of all nodes of the posed character, and with --vertices its vertices.
#[derive(Args)]
#[command(after_help = "Example:\n  sinew pose hero.glb --clip Walk --time 0.5 --vertices --json\n\n\
    Without a clip, the rest pose is printed, with an empty clip name. With --graph, the pose after --time seconds and the\n\
    active states are printed. Times count from the file's zero; before the first and after the last key the nearest key\n\
    holds. Vertices are in the file's order; a vertex that no triangle uses, which import drops, is at its node's origin.\n\
    Nodes of attachments follow the file's nodes, their roots under the joint they are attached to. Node constraints are\n\
    not applied.")]
pub(crate) struct Pose {
    /// Character file, or FILE#C for its clip C; default: the built-in character
    file: Option<PathBuf>,
    #[command(flatten)]
    playback: PlaybackOptions,
    /// Print the positions and normals of all vertices too
    #[arg(long)]
    vertices: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Posed {
    #[serde(flatten)]
    file: FileEntry,
    #[serde(flatten)]
    played: Played,
    time: f64,
    nodes: Nodes,
    meshes: Vec<MeshEntry>,
}

/// Source of the pose.
#[derive(Serialize)]
#[serde(untagged)]
enum Played {
    /// A clip; the name is empty for the rest pose.
    Clip { clip: String, duration: f32 },
    /// A graph with the active states of its machines, outer machines first.
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

impl BatchVerb for Pose {
    const NAME: &'static str = "pose";
    const INPUT: &'static str = "file";
    const WRITES: bool = false;

    fn set_files(&mut self, files: ItemFiles<'_>) {
        self.file = files.input;
    }

    fn run(self) -> Outcome {
        self.run()
    }
}

impl Pose {
    pub(crate) fn run(mut self) -> Outcome {
        let argument = FileAndClip::parse(self.file.as_deref());
        self.playback.clip = self.playback.clip.or(argument.clip);
        let nothing_plays = self.playback.clip.is_none() && self.playback.graph.is_none();
        if nothing_plays && self.playback.apply_root_motion {
            return Err(Failure::Call("--apply-root-motion needs --clip or --graph".into()));
        }
        if nothing_plays && self.playback.time.is_some_and(|time| time != 0.0) {
            message!("sinew: --time has no effect without --clip or --graph: the rest pose is printed");
        }
        let file = source::open(argument.file.as_deref(), &self.playback.input)?;
        let name = FileEntry::named(file.name.clone(), file.path.as_deref());
        self.playback.check_event_names(&file)?;
        let mut player = ScenePlayer::new(file, &self.playback)?;
        self.playback.input.check_used()?;
        // The pose is the clip's alone.
        player.actor.set_constraints_enabled(false);
        let time = self.playback.time.unwrap_or(0.0);
        match &player.script {
            Some(script) => {
                script.report_late_changes(time);
                player.seek(time);
            }
            None => {
                player.report_time_outside(time);
                player.update(0.0);
            }
        }
        let mut posed = Posed {
            file: name,
            played: Played::new(&player.actor, self.playback.graph.as_deref()),
            time,
            nodes: Nodes(Vec::new()),
            meshes: Vec::new(),
        };
        let lead = posed.add(&player.actor, None, self.vertices)?;
        for attached in &player.attached {
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
                seconds: active.elapsed as f32,
            });
            return Self::Graph { graph: path.display().to_string(), states: states.collect() };
        }
        let playing = actor.playback().map(|p| &actor.clips()[p.clip()]);
        let clip = playing.map(|c| c.name().to_owned()).unwrap_or_default();
        Self::Clip { clip, duration: playing.map_or(0.0, |c| c.end()) }
    }

    /// Description of the pose at `time`.
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
    /// Adds the nodes and meshes of `actor`, its roots under node `parent`. Returns the index in `nodes` of
    /// each joint; none for joints outside of the default scene.
    fn add(
        &mut self,
        actor: &Actor,
        parent: Option<usize>,
        vertices: bool,
    ) -> Result<Vec<Option<usize>>, Failure> {
        let frame = actor.frame();
        let (character, world) = (frame.character(), frame.world_from_model());
        let node_indices =
            self.nodes.add(&self.file, character.skeleton(), (world, frame.model()), parent)?;
        for (id, instance) in character.mesh_instance_ids().zip(character.mesh_instances()) {
            let Some(node_index) = node_indices[instance.node.index()] else { continue };
            let mesh = &character.meshes()[instance.mesh];
            let mut first = 0;
            for (number, group) in mesh.file_vertex_groups().enumerate() {
                let mut entry = MeshEntry {
                    node: character.skeleton().name(instance.node).to_owned(),
                    node_index,
                    primitive: number,
                    vertices: group[0].file_vertex_count,
                    positions: None,
                    normals: None,
                };
                if vertices {
                    self.add_vertices(&mut entry, actor, id, first, group)?;
                }
                first += group.len();
                self.meshes.push(entry);
            }
        }
        Ok(node_indices)
    }

    /// Adds the vertices of the primitives `group` of an instance. `first` is the index of the group's first
    /// primitive.
    fn add_vertices(
        &self,
        entry: &mut MeshEntry,
        actor: &Actor,
        instance: MeshInstanceId,
        first: usize,
        group: &[Primitive],
    ) -> Result<(), Failure> {
        let frame = actor.frame();
        let (world, node) = (frame.world_from_model(), frame.character().mesh_instances()[instance].node);
        let origin = world.transform_point3(frame.model()[node.index()].translation.into());
        let turn = world.matrix3.inverse().transpose();
        let mut positions = vec![origin; entry.vertices];
        let mut normals = vec![Vec3::Y; entry.vertices];
        let mut skinned = SkinnedVertices::default();
        for (p, primitive) in group.iter().enumerate() {
            frame.skin_vertices(instance, first + p, &mut skinned);
            // Vertices that import split share their source vertex.
            for (&vertex, &position) in primitive.file_vertices.iter().zip(&skinned.positions) {
                positions[vertex as usize] = world.transform_point3(position);
            }
            for (&vertex, &normal) in primitive.file_vertices.iter().zip(&skinned.normals) {
                normals[vertex as usize] = (turn * normal).normalize_or(Vec3::Y);
            }
        }
        if let Some(v) = positions.iter().position(|p| !p.is_finite()) {
            let location = format!("mesh on node {:?}, primitive {}", entry.node, entry.primitive);
            return Err(Failure::input(&self.file, format!("{location}: posed vertex {v} is not finite")));
        }
        entry.positions = Some(flat(&positions));
        if group.iter().all(|p| p.has_file_normals && !p.normals.is_empty()) {
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
