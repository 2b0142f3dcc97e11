//! `sinew inspect`: contents of a file as tables or JSON.

mod avatar;
mod events;
mod face_landmarks;
mod hair;
mod material;
mod nodes;
mod tables;
mod visemes;

use crate::asset::clip_choice::{self, FileAndClip};
use crate::asset::source::{self, Loaded};
use crate::batch::{BatchVerb, ItemFiles};
use crate::options::hide::name_of;
use crate::options::input::InputOptions;
use crate::options::reference::ReferenceOption;
use crate::report::choices::shorten_list;
use crate::report::diagnostic_entry::{self, DiagnosticEntry};
use crate::report::failure::{Failure, Outcome};
use crate::report::file_name::FileEntry;
use crate::report::plural::count;
use crate::report::{job, output};
use avatar::{ExpressionEntry, HumanoidEntry, LicenceEntry, SpringEntry};
use clap::Args;
use events::EventsEntry;
use material::MaterialEntry;
use serde::Serialize;
use sinew::character::{Mesh, Skin};
use sinew::face::morph_emotions;
use sinew::ragdoll::RagdollDescription;
use sinew::skeleton::Skeleton;
use sinew::{Character, RawClip};
use sinew_import::SceneExtras;
use std::io::{self, Write};
use std::path::PathBuf;
use visemes::VisemeNames;

/// Show the contents of a character file, or of a file of hair strands.
#[derive(Args)]
#[command(
    after_help = "Example:\n  sinew inspect hero.glb\n  sinew inspect hero.glb#Walk\n  sinew inspect hero.glb --nodes\n  \
    sinew inspect hero.glb --json | jq '.clips[].name'\n\n\
    FILE#C shows clip C alone, with its number in the file. Of files of hair strands (.hair, .tfx) the numbers of curves and\n\
    points, the lengths and the size are shown."
)]
pub(crate) struct Inspect {
    /// Character file, or FILE#C for its clip C alone; default: the built-in character
    file: Option<PathBuf>,
    #[command(flatten)]
    file_options: InputOptions,
    #[command(flatten)]
    reference: ReferenceOption,
    /// List all nodes as a tree, with their numbers; --json always has them
    #[arg(long, alias = "joints")]
    nodes: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Print the mouth shapes of the visemes as RON, as `sinew speak --map` reads them
    #[arg(long, conflicts_with_all = ["json", "nodes"])]
    viseme_map: bool,
    /// Print the landmarks of the face as RON, as `sinew shapes --landmarks` reads them
    #[arg(long, conflicts_with_all = ["json", "nodes", "viseme_map"])]
    face_landmarks: bool,
}

/// Contents of a file. Counts are the file's own; `parent` and `joints` are node numbers of the file.
#[derive(Serialize)]
struct Contents {
    #[serde(flatten)]
    file: FileEntry,
    opened: bool,
    format: String,
    nodes: Vec<NodeEntry>,
    skins: Vec<SkinEntry>,
    clips: Vec<ClipEntry>,
    meshes: Vec<MeshEntry>,
    /// Names of the meshes that the file hides.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    hidden_meshes: Vec<String>,
    materials: Vec<MaterialEntry>,
    humanoid: Option<HumanoidEntry>,
    expressions: Vec<ExpressionEntry>,
    springs: Vec<SpringEntry>,
    licence: Option<LicenceEntry>,
    /// Parts of a glTF file beside its character.
    #[serde(flatten)]
    beside: BesideEntry,
    /// The file's own ragdoll.
    #[serde(skip_serializing_if = "Option::is_none")]
    ragdoll: Option<RagdollEntry>,
    /// Shapes of the mouth that speech moves; none where there are none.
    visemes: Option<String>,
    /// Family of their names, and the morph targets that take part and that do not.
    #[serde(skip_serializing_if = "Option::is_none")]
    viseme_names: Option<VisemeNames>,
    /// Emotions that the character shows by ARKit's blend shapes, without an expression.
    emotions: Vec<String>,
    /// Size at rest in metres; none without geometry.
    size_m: Option<[f32; 3]>,
    #[serde(rename = "findings")]
    diagnostics: Vec<DiagnosticEntry>,
}

/// Parts of a glTF file beside its character.
#[derive(Default, Serialize)]
struct BesideEntry {
    copyright: Option<String>,
    /// Names, empty for scenes without one.
    scenes: Vec<String>,
    cameras: usize,
    lights: usize,
}

impl BesideEntry {
    fn of(file: &SceneExtras) -> Self {
        Self {
            copyright: file.copyright().map(str::to_owned),
            scenes: file.scene_names().map(str::to_owned).collect(),
            cameras: file.camera_count(),
            lights: file.light_count(),
        }
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        if let Some(copyright) = &self.copyright {
            writeln!(out, "\nCopyright: {copyright}")?;
        }
        let named =
            |name: &String| if name.is_empty() { "without a name".to_owned() } else { format!("{name:?}") };
        if self.scenes.len() > 1 {
            writeln!(out, "\nScenes: {}", shorten_list(self.scenes.iter().map(named).collect()))?;
        }
        if self.cameras + self.lights > 0 {
            writeln!(
                out,
                "\nBeside the character: {}, {}",
                count(self.cameras, "camera"),
                count(self.lights, "light")
            )?;
        }
        Ok(())
    }
}

/// A file that cannot be opened.
#[derive(Serialize)]
struct Unopened {
    #[serde(flatten)]
    file: FileEntry,
    opened: bool,
    findings: Vec<DiagnosticEntry>,
}

#[derive(Serialize)]
struct RagdollEntry {
    /// Joints of the parts.
    parts: Vec<String>,
    mass_kg: f32,
}

#[derive(Serialize)]
struct NodeEntry {
    name: String,
    parent: i64,
}

#[derive(Serialize)]
struct SkinEntry {
    name: String,
    joints: Vec<usize>,
}

#[derive(Serialize)]
struct ClipEntry {
    /// Number in the file, of a clip that is shown alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<usize>,
    name: String,
    seconds: f32,
    tracks: usize,
    keys: usize,
    bytes: usize,
    /// Fields `events`, `spans` and `sync_markers`.
    #[serde(flatten)]
    events: EventsEntry,
    /// Root motion over the clip: x, y, z in metres and the turn in radians.
    #[serde(skip_serializing_if = "Option::is_none")]
    root_motion: Option<[f32; 4]>,
}

#[derive(Serialize)]
struct MeshEntry {
    name: String,
    primitives: usize,
    vertices: usize,
    influences: usize,
    morph_targets: Vec<String>,
}

impl BatchVerb for Inspect {
    const NAME: &'static str = "inspect";
    const INPUT: &'static str = "file";
    const WRITES: bool = false;

    fn set_files(&mut self, files: ItemFiles<'_>) {
        self.file = files.input;
    }

    fn run(self) -> Outcome {
        self.run()
    }
}

impl Inspect {
    pub(crate) fn run(self) -> Outcome {
        let (argument, json) = (FileAndClip::parse(self.file.as_deref()), self.json);
        let done = self.print();
        if let (Err(failure @ Failure::Input(_)), true, Some(path)) = (&done, json, argument.file) {
            let file = FileEntry::of(&path);
            let mut findings = job::findings_of(&file.to_string());
            if findings.is_empty() {
                findings.push(DiagnosticEntry::unreadable(failure.message()));
            }
            output::print_json(&Unopened { file, opened: job::has_opened(), findings })?;
        }
        done
    }

    fn print(self) -> Outcome {
        let FileAndClip { file, clip } = FileAndClip::parse(self.file.as_deref());
        if let Some(file) = file.as_deref().filter(|file| hair::is_hair(file)) {
            return hair::print(file, self.json);
        }
        let mut file = source::open(file.as_deref(), &self.file_options)?;
        let unknown = |clip: &str| clip_choice::unknown(clip, &file.name, &file.imported.clips);
        let number = |clip: &str| clip_choice::find(&file.imported.clips, clip).ok_or_else(|| unknown(clip));
        let clip = clip.as_deref().map(number).transpose()?;
        self.file_options.check_used()?;
        self.reference.apply(&mut file)?;
        if self.viseme_map {
            return visemes::print(&file);
        }
        if self.face_landmarks {
            return face_landmarks::print(&file);
        }
        let contents = contents(&file, clip);
        match self.json {
            true => output::print_json(&contents),
            false => output::print(|out| tables::write(&contents, self.nodes, out)),
        }
    }
}

/// Contents of a file, with all its clips or with one.
fn contents(file: &Loaded, clip: Option<usize>) -> Contents {
    let character = &file.imported.character;
    let (skeleton, bounds) = (character.skeleton(), character.rest_bounds());
    Contents {
        file: FileEntry::named(file.name.clone(), file.path.as_deref()),
        opened: true,
        format: file.imported.format.to_string(),
        nodes: (0..skeleton.len())
            .filter_map(|n| skeleton.by_file_index(n))
            .map(|j| node(skeleton, j))
            .collect(),
        skins: character.skins().iter().map(|s| skin(skeleton, s)).collect(),
        clips: clips(file, clip),
        meshes: character.meshes().iter().map(mesh).collect(),
        hidden_meshes: hidden_meshes(character),
        materials: character.materials().iter().map(|m| material::entry(character, m)).collect(),
        humanoid: character.humanoid().map(|h| avatar::humanoid(character, h)),
        expressions: avatar::expressions(character),
        springs: avatar::springs(character),
        licence: character.meta().map(avatar::licence),
        beside: file.imported.scene_extras.as_deref().map(BesideEntry::of).unwrap_or_default(),
        ragdoll: file.imported.ragdoll.as_ref().map(ragdoll),
        visemes: visemes::found(character),
        viseme_names: VisemeNames::of(character),
        emotions: morph_emotions(character),
        size_m: (!bounds.is_empty()).then(|| bounds.size().to_array()),
        diagnostics: diagnostic_entry::entries(&file.imported.report),
    }
}

fn ragdoll(description: &RagdollDescription) -> RagdollEntry {
    let parts = description.parts.iter().map(|part| part.joint.clone()).collect();
    RagdollEntry { parts, mass_kg: description.parts.iter().map(|part| part.mass).sum() }
}

fn node(skeleton: &Skeleton, joint: sinew::JointId) -> NodeEntry {
    let parent = skeleton.parent(joint).map_or(-1, |p| skeleton.file_index(p) as i64);
    NodeEntry { name: skeleton.name(joint).to_owned(), parent }
}

fn skin(skeleton: &Skeleton, skin: &Skin) -> SkinEntry {
    let joints = skin.joints.iter().map(|&j| skeleton.file_index(j)).collect();
    SkinEntry { name: skin.name.clone(), joints }
}

/// Clips of a file. Sizes of clips in a pack are those of the stored, compressed data.
fn clips(file: &Loaded, only: Option<usize>) -> Vec<ClipEntry> {
    let mut clips: Vec<ClipEntry> = file.imported.clips.iter().map(clip).collect();
    for (clip, packed) in clips.iter_mut().zip(&file.imported.compressed_clips) {
        clip.bytes = packed.size_in_bytes();
    }
    match only {
        None => clips,
        Some(number) => {
            let shown = clips.into_iter().nth(number);
            shown.map(|clip| ClipEntry { number: Some(number), ..clip }).into_iter().collect()
        }
    }
}

fn clip(clip: &RawClip) -> ClipEntry {
    ClipEntry {
        number: None,
        name: clip.name.clone(),
        seconds: clip.end(),
        tracks: clip.track_count(),
        keys: clip.key_count(),
        bytes: clip.size_in_bytes(),
        events: events::entry(&clip.events),
        root_motion: clip.root_motion.as_ref().map(|root| {
            let end = root.sample(clip.start()).inverse().then(root.sample(clip.end()));
            [end.position.x, end.position.y, end.position.z, end.heading]
        }),
    }
}

fn mesh(mesh: &Mesh) -> MeshEntry {
    let influences = mesh.primitives.iter().filter_map(|p| p.influences.as_ref());
    let max = influences.flat_map(|i| (0..i.len()).map(move |v| i.of_vertex(v).count())).max();
    MeshEntry {
        name: mesh.name.clone(),
        primitives: mesh.primitives.len(),
        vertices: mesh.file_vertex_count(),
        influences: max.unwrap_or(0),
        morph_targets: mesh.morph_names.clone(),
    }
}

/// Names of the mesh instances that the file hides.
fn hidden_meshes(character: &Character) -> Vec<String> {
    let hidden = character.mesh_instance_ids().filter(|id| !character.mesh_instances()[*id].visible);
    hidden.map(|id| name_of(character, id).to_owned()).collect()
}
