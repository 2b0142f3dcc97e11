//! Opening files that are dropped on the window or chosen in the list.

use super::open_character::OpenCharacter;
use super::speech::is_sound;
use crate::asset::clip_choice::FileAndClip;
use crate::asset::face_shapes;
use crate::asset::groom::SAVED;
use crate::asset::input_file;
use crate::asset::ragdoll::is_ragdoll;
use crate::asset::retarget::retarget;
use crate::asset::source::{self, Loaded};
use crate::asset::text_fields::{is_decals, is_setup, is_show};
use crate::drawing::lighting::Environment;
use crate::options::input::InputOptions;
use crate::options::light;
use crate::options::playback::PlaybackOptions;
use crate::player::script;
use crate::report::diagnostic::line_and_column;
use crate::report::failure::Failure;
use crate::report::output::extension;
use crate::show::{ShowPlayer, built_in};
use sinew::RawClip;
use sinew::face::{FaceError, FaceRigDescription};
use sinew::graph::{AnimationGraph, GraphDescription};
use sinew::rig::{IkRigDescription, IkRigError};
use sinew::surface::wrinkle::{WrinkleError, WrinkleMapDescription};
use sinew_author::face::FaceTransfer;
use sinew_author::hair::{GroomDescription, GroomMakingError};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Content of an opened file.
pub(super) enum Opened {
    /// A show, which plays in place of the current character.
    Show(Box<ShowPlayer>),
    /// A character, which replaces the current one.
    Character(Box<OpenCharacter>),
    /// A graph for the current character.
    Graph(Arc<AnimationGraph>),
    /// A ragdoll file for the current character.
    Ragdoll(PathBuf),
    /// A rig file for the current character.
    Rig(PathBuf),
    /// A face map for the current character.
    FaceMap(PathBuf),
    /// A wrinkle map for the current character.
    Wrinkles(PathBuf),
    /// A haircut for the current character.
    Hair(PathBuf),
    /// Marks for the current character.
    Marks(PathBuf),
    /// An image for new decals.
    DecalImage(PathBuf),
    /// A sound for the current character to speak.
    Sound(PathBuf),
    /// A picture of radiance that lights the scene.
    Environment(Environment),
    /// Clips for the current character.
    Clips {
        from: String,
        clips: Vec<Arc<RawClip>>,
        /// Number of joints in the clips that the character lacks.
        missing: usize,
    },
}

/// Opens `path` for the current character `shown`.
pub(super) fn open(path: &Path, shown: &OpenCharacter, input: &InputOptions) -> Result<Opened, Failure> {
    if is_sound(path) {
        return Ok(Opened::Sound(path.to_owned()));
    }
    if matches!(extension(path).as_str(), "hdr" | "exr") {
        return light::environment(path).map(Opened::Environment);
    }
    if matches!(extension(path).as_str(), "hair" | "tfx" | SAVED) {
        return Ok(Opened::Hair(path.to_owned()));
    }
    if matches!(extension(path).as_str(), "png" | "jpg" | "jpeg" | "webp") {
        return Ok(Opened::DecalImage(path.to_owned()));
    }
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("ron")) {
        let text = input_file::read_text(path)?;
        if is_show(&text) {
            let player = ShowPlayer::new(built_in::open(path)?)?;
            return Ok(Opened::Show(Box::new(player)));
        }
        if is_setup(&text) {
            return content(source::open(Some(path), input)?, None, shown);
        }
        if is_decals(&text) {
            return Ok(Opened::Marks(path.to_owned()));
        }
        if is_ragdoll(&text) {
            return Ok(Opened::Ragdoll(path.to_owned()));
        }
        return match text_kind(&text) {
            TextKind::Graph => script::graph(path, &shown.player.actor).map(Opened::Graph),
            TextKind::Rig(Ok(())) => Ok(Opened::Rig(path.to_owned())),
            TextKind::Rig(Err(error)) => Err(Failure::input(path.display(), error)),
            TextKind::FaceMap => Ok(Opened::FaceMap(path.to_owned())),
            TextKind::Wrinkles => Ok(Opened::Wrinkles(path.to_owned())),
            TextKind::Groom => Ok(Opened::Hair(path.to_owned())),
        };
    }
    let FileAndClip { file, clip } = FileAndClip::parse(Some(path));
    content(source::open(file.as_deref(), input)?, clip, shown)
}

/// Kind of a RON text.
enum TextKind {
    Graph,
    Rig(Result<(), IkRigError>),
    FaceMap,
    Wrinkles,
    Groom,
}

/// Kind of a RON text: that as which it parses, else that whose parser comes farthest.
fn text_kind(text: &str) -> TextKind {
    let (rig, graph, map) = (
        IkRigDescription::from_ron(text),
        GraphDescription::from_ron(text),
        FaceRigDescription::from_ron(text),
    );
    let (wrinkles, groom) = (WrinkleMapDescription::from_ron(text), GroomDescription::from_ron(text));
    // A graph needs its output. Every field of the others is optional, and they share none.
    match (rig, graph, map, wrinkles, groom) {
        (_, Ok(_), ..) => TextKind::Graph,
        (Ok(_), ..) => TextKind::Rig(Ok(())),
        (_, _, Ok(_), ..) => TextKind::FaceMap,
        (_, _, _, Ok(_), _) => TextKind::Wrinkles,
        (.., Ok(_)) => TextKind::Groom,
        (Err(rig), Err(graph), Err(map), Err(wrinkles), Err(groom)) => {
            let of_groom = match &groom {
                GroomMakingError::Description { location, .. } => location.as_str(),
                _ => "",
            };
            let of_map = match &map {
                FaceError::Description { location, .. } => location.as_str(),
                _ => "",
            };
            let of_wrinkles = match &wrinkles {
                WrinkleError::Description { location, .. } => location.as_str(),
                _ => "",
            };
            let locations = [rig.location.as_str(), &graph.location, of_map, of_wrinkles];
            let [of_rig, of_graph, of_map, of_wrinkles] = locations.map(line_and_column);
            let of_groom = line_and_column(of_groom);
            match () {
                () if [&of_rig, &of_graph, &of_map, &of_wrinkles]
                    .iter()
                    .all(|location| of_groom > **location) =>
                {
                    TextKind::Groom
                }
                () if of_wrinkles > of_rig && of_wrinkles > of_graph && of_wrinkles > of_map => {
                    TextKind::Wrinkles
                }
                () if of_map > of_rig && of_map > of_graph => TextKind::FaceMap,
                () if of_rig > of_graph => TextKind::Rig(Err(rig)),
                () => TextKind::Graph,
            }
        }
    }
}

/// Opens the built-in character.
pub(super) fn built_in(shown: &OpenCharacter) -> Result<Opened, Failure> {
    content(source::built_in()?, None, shown)
}

/// The built-in character's clips, retargeted to `shown`.
pub(super) fn built_in_clips(shown: &OpenCharacter) -> Result<Opened, Failure> {
    let mut file = source::built_in()?;
    let clips = std::mem::take(&mut file.imported.clips);
    let character = shown.player.actor.character();
    let on_it = |clip| Ok(Arc::new(retarget(clip, &file, character, &shown.name)?.clip));
    let clips = clips.iter().map(on_it).collect::<Result<_, Failure>>()?;
    Ok(Opened::Clips { from: file.name, clips, missing: 0 })
}

/// The shown character with the shapes of the built-in character's face.
pub(super) fn with_built_in_shapes(shown: &OpenCharacter, input: &InputOptions) -> Result<Opened, Failure> {
    let head = give_built_in_shapes(source::open(shown.path.as_deref(), input)?)?;
    let mut opened = content(head, None, shown)?;
    if let Opened::Character(shown) = &mut opened {
        shown.has_built_in_shapes = true;
    }
    Ok(opened)
}

/// The head with the shapes of the built-in character's face.
pub(super) fn give_built_in_shapes(mut head: Loaded) -> Result<Loaded, Failure> {
    let from = source::built_in()?;
    let landmarks = face_shapes::landmarks(&head, "sinew shapes --landmarks")?;
    let source_landmarks = face_shapes::landmarks(&from, "sinew shapes --from-landmarks")?;
    let transfer = FaceTransfer::new(&from.imported.character, source_landmarks);
    face_shapes::give(&mut head, &landmarks, &from, &transfer)?;
    Ok(head)
}

fn content(file: Loaded, clip: Option<String>, shown: &OpenCharacter) -> Result<Opened, Failure> {
    let imported = &file.imported;
    let is_motion = imported.character.mesh_instances().is_empty();
    if is_motion && imported.clips.is_empty() {
        return Err(Failure::input(&file.name, "the file has neither meshes nor clips"));
    }
    let character = shown.player.actor.character();
    let on_it = |clip| retarget(clip, &file, character, &shown.name).ok();
    let moved: Option<Vec<_>> = is_motion.then(|| imported.clips.iter().map(on_it).collect()).flatten();
    // Clips that do not fit the character are shown on their own skeleton.
    let Some(moved) = moved else {
        let options = PlaybackOptions { clip, ..PlaybackOptions::default() };
        return Ok(Opened::Character(Box::new(OpenCharacter::new(file, &options, shown.serial + 1)?)));
    };
    let missing: BTreeSet<&String> = moved.iter().flat_map(|moved| &moved.missing).collect();
    let missing = missing.len();
    let clips = moved.into_iter().map(|moved| Arc::new(moved.clip)).collect();
    Ok(Opened::Clips { from: file.name, clips, missing })
}
