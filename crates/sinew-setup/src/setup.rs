//! A set-up that is loaded: what all actors of it share.

use crate::aim::Aim;
use crate::description::System;
use crate::file::{Located, READS_SETUPS};
use crate::files::FileError;
use crate::images::{decode_image, encode_image};
use crate::load::{
    MarkedDecals, load_attachments, load_decals, load_dressing, load_face, load_levels, load_ragdoll,
};
use crate::outfit::Outfit;
use crate::{SetupError, SetupFile};
use sinew::actor::LodLevel;
use sinew::character::{Image, MeshInstanceId};
use sinew::face::FaceRig;
use sinew::graph::{AnimationGraph, GraphDescription, GraphError};
use sinew::hair::Hair;
use sinew::ik::ArmCollider;
use sinew::internal::on_two_threads;
use sinew::locomotion::FootIk;
use sinew::ragdoll::{Ragdoll, RagdollDescription};
use sinew::rig::{IkGoal, IkRig, IkRigDescription, IkRigError};
use sinew::spring::{SpringError, SpringRig, SpringRigDescription};
use sinew::surface::CharacterSurface;
use sinew::surface::wrinkle::{WrinkleError, WrinkleMap, WrinkleMapDescription};
use sinew::{Character, ClipId, ClipSet, Socket};
use sinew_author::surface::wrinkle::wrinkle_normals;
use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// A character with all that is put on it, shared by all actors that are made of it
/// ([`actor`](Self::actor)).
#[derive(Clone, Debug)]
pub struct Setup {
    pub(crate) clips: Arc<ClipSet>,
    pub(crate) play: Option<ClipId>,
    pub(crate) graph: Option<Arc<AnimationGraph>>,
    pub(crate) ik: Option<Arc<IkRig>>,
    pub(crate) face: Option<Arc<FaceRig>>,
    pub(crate) wrinkles: Option<Arc<WrinkleMap>>,
    pub(crate) springs: Option<Arc<SpringRig>>,
    pub(crate) ragdoll: Option<Arc<Ragdoll>>,
    pub(crate) decals: Option<MarkedDecals>,
    /// Meshes that are never shown.
    pub(crate) hidden: BTreeSet<MeshInstanceId>,
    /// The character without an outfit.
    pub(crate) undressed: Outfit,
    pub(crate) outfits: Vec<Outfit>,
    pub(crate) outfit: Option<usize>,
    pub(crate) items: Vec<Item>,
    pub(crate) levels: Arc<[LodLevel]>,
    pub(crate) file: SetupFile,
    findings: Vec<Finding>,
}

/// Item of a set-up, and where it is on the character.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub(crate) name: String,
    pub(crate) setup: Arc<Setup>,
    pub(crate) socket: Socket,
    /// Goals of the hands that hold it, by effector.
    pub(crate) goals: Vec<(String, IkGoal)>,
    /// Goals by which it is aimed; `None` for one that no hand carries beside a joint.
    pub(crate) aim: Option<Aim>,
    pub(crate) is_shown: bool,
}

/// Something that a set-up names and that is not there, or that a user may want to know; the character does
/// without it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// Field of the set-up, such as `outfits["armour"].files[0]`.
    pub field: String,
    /// Text of the finding, in one sentence.
    pub message: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.message)
    }
}

impl Setup {
    /// Opens the set-up at `path`, or a character file, which is a set-up without further parts.
    ///
    /// # Errors
    /// When a file cannot be read or used, or a description does not fit the character. Items and outfits
    /// that are missing are [findings](Self::findings).
    pub fn open(path: impl AsRef<Path>) -> Result<Self, SetupError> {
        Self::load(&SetupFile::open(path)?, 0)
    }

    /// Loads the files of a set-up.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn from_file(file: &SetupFile) -> Result<Self, SetupError> {
        Self::load(file, 0)
    }

    pub(crate) fn load(file: &SetupFile, depth: usize) -> Result<Self, SetupError> {
        file.import()?.build_own(file, depth)
    }

    /// Builds all systems of a set-up for the character and the clips of a set.
    pub(crate) fn build(
        file: &SetupFile,
        clips: Arc<ClipSet>,
        of_file: Option<&RagdollDescription>,
        (outfits, hidden): (&[Outfit], &BTreeSet<MeshInstanceId>),
        findings: &[Finding],
        depth: usize,
    ) -> Result<Self, SetupError> {
        let (mut outfits, mut findings, mut hidden) = (outfits.to_vec(), findings.to_vec(), hidden.clone());
        let description = file.description();
        let character = clips.character().clone();
        for (n, name) in description.hide.iter().enumerate() {
            match crate::load::find_meshes(&character, name) {
                Ok(found) => hidden.extend(found),
                Err(message) => findings.push(Finding { field: format!("hide[{n}]"), message }),
            }
        }
        let outfit = Outfit::first(&outfits, file)?;
        let surface = Arc::new(CharacterSurface::new(&character));
        let skin = (&*character, &surface);
        // Hair takes as long as all the rest.
        let (undressed, systems) = on_two_threads(
            || load_dressing(file, skin, (&mut outfits, outfit), &mut hidden, &mut findings),
            || load_systems(file, &clips, &surface, of_file, depth),
        );
        let (undressed, systems) = (undressed?, systems?);
        let Systems { ik, items, face, wrinkles, springs, ragdoll, decals, findings: further } = systems;
        findings.extend(further);
        let play = description
            .play
            .as_ref()
            .map(|name| clips.find(name.as_str()).map_err(|error| file.error("play", error)));
        let play = play.transpose()?.or_else(|| clips.first_moving());
        Ok(Self {
            play,
            graph: load_graph(file, &clips)?,
            ik,
            face,
            wrinkles,
            springs,
            ragdoll,
            decals,
            hidden,
            undressed,
            outfits,
            outfit,
            items,
            levels: load_levels(file, &character, &mut findings)?,
            file: file.clone(),
            clips,
            findings,
        })
    }

    /// The character, with the meshes of all outfits.
    #[must_use]
    pub fn character(&self) -> &Arc<Character> {
        self.clips.character()
    }

    /// The clips: those of the model, then those of further files.
    #[must_use]
    pub fn clips(&self) -> &Arc<ClipSet> {
        &self.clips
    }

    /// Things that are missing or notable.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// The [findings](Self::findings) about items and parts of outfits that are missing because their files cannot
    /// be used; those of items that items hold, too. A program that reads a set-up anew while it is shown may keep
    /// the one before instead.
    #[must_use]
    pub fn unusable_files(&self) -> Vec<Finding> {
        let lost = self.file.description().attachments.keys().filter(|name| self.item(name).is_none());
        let lost = lost.map(|name| format!("attachments[\"{name}\"].model"));
        let fields: BTreeSet<String> =
            lost.chain(self.outfits.iter().flat_map(|outfit| outfit.unusable.clone())).collect();
        let of_items = self.items.iter().flat_map(|item| item.setup.unusable_files());
        self.findings
            .iter()
            .filter(|finding| fields.contains(&finding.field))
            .cloned()
            .chain(of_items)
            .collect()
    }

    /// The animation graph; `None` where there is none.
    #[must_use]
    pub fn graph(&self) -> Option<&Arc<AnimationGraph>> {
        self.graph.as_ref()
    }

    /// The ragdoll; `None` where there is none.
    #[must_use]
    pub fn ragdoll(&self) -> Option<&Arc<Ragdoll>> {
        self.ragdoll.as_ref()
    }

    /// All hair that actors may have: that of the set-up, then that of outfits. A renderer that is to show a
    /// change of outfit without a hitch uploads it before.
    pub fn hair(&self) -> impl Iterator<Item = &Arc<Hair>> {
        let all = std::iter::once(&self.undressed).chain(&self.outfits);
        let mut seen = Vec::new();
        all.filter_map(|outfit| outfit.hair.as_ref()).filter(move |hair| {
            let is_new = !seen.contains(&Arc::as_ptr(hair));
            seen.push(Arc::as_ptr(hair));
            is_new
        })
    }

    /// Meshes that are never shown: those that the set-up hides, and those whose place its hair takes.
    pub fn hidden_meshes(&self) -> impl Iterator<Item = MeshInstanceId> {
        self.hidden.iter().copied()
    }

    /// The file.
    #[must_use]
    pub fn file(&self) -> &SetupFile {
        &self.file
    }

    /// Names of the items.
    pub fn items(&self) -> impl Iterator<Item = &str> {
        self.items.iter().map(|item| item.name.as_str())
    }

    /// Name of the outfit that actors wear at first.
    #[must_use]
    pub fn outfit(&self) -> Option<&str> {
        self.outfit.map(|worn| self.outfits[worn].name.as_str())
    }

    /// Names of the outfits.
    pub fn outfits(&self) -> impl Iterator<Item = &str> {
        self.outfits.iter().map(|outfit| outfit.name.as_str())
    }
}

/// Systems of a set-up that do not depend on its clothes and hair.
struct Systems {
    ik: Option<Arc<IkRig>>,
    items: Vec<Item>,
    face: Option<Arc<FaceRig>>,
    wrinkles: Option<Arc<WrinkleMap>>,
    springs: Option<Arc<SpringRig>>,
    ragdoll: Option<Arc<Ragdoll>>,
    decals: Option<MarkedDecals>,
    findings: Vec<Finding>,
}

fn load_systems(
    file: &SetupFile,
    clips: &ClipSet,
    surface: &Arc<CharacterSurface>,
    of_file: Option<&RagdollDescription>,
    depth: usize,
) -> Result<Systems, SetupError> {
    let is_on = |system| !file.description().without.contains(&system);
    let (character, mut findings) = (clips.character(), Vec::new());
    let ik = if is_on(System::Ik) { load_ik(file, character)? } else { None };
    Ok(Systems {
        items: load_attachments(file, character, ik.as_deref(), depth, &mut findings)?,
        ik,
        face: if is_on(System::Face) { load_face(file, character)? } else { None },
        wrinkles: load_wrinkles(file, character)?,
        springs: if is_on(System::Springs) { load_springs(file, clips)? } else { None },
        ragdoll: match is_on(System::Ragdoll) {
            true => load_ragdoll(file, character, of_file, &mut findings)?,
            false => None,
        },
        decals: load_decals(file, "decals.", character, surface)?,
        findings,
    })
}

fn load_graph(file: &SetupFile, clips: &ClipSet) -> Result<Option<Arc<AnimationGraph>>, SetupError> {
    let located =
        |GraphError { location, problem, .. }: GraphError| Located { location, message: problem.to_string() };
    let Some(part) = &file.description().graph else { return Ok(None) };
    let (description, source) =
        file.part("graph", part, |text| GraphDescription::from_ron(text).map_err(located))?;
    let graph = AnimationGraph::from_description(&description, clips);
    graph.map(|graph| Some(Arc::new(graph))).map_err(|error| source.error(located(error)))
}

/// The IK rig: described, else that of a human with grips, feet and arms that stay out of the body.
fn load_ik(file: &SetupFile, character: &Character) -> Result<Option<Arc<IkRig>>, SetupError> {
    let located =
        |IkRigError { location, problem, .. }: IkRigError| Located { location, message: problem.to_string() };
    if let Some(part) = &file.description().ik {
        let (description, source) =
            file.part("ik", part, |text| IkRigDescription::from_ron(text).map_err(located))?;
        let rig = IkRig::from_description(&description, character);
        return rig.map(|rig| Some(Arc::new(rig))).map_err(|error| source.error(located(error)));
    }
    let Some(body) = character.humanoid() else { return Ok(None) };
    let mut rig = IkRig::human(character.skeleton(), body).with_grips(character.skeleton(), body);
    // A body without a torso to measure has no collider, one without feet no foot IK.
    if let Ok(collider) = ArmCollider::human(character, body) {
        rig = rig.with_arm_collider(collider);
    }
    if let Ok(feet) = FootIk::human(character, body) {
        rig = rig.with_feet(feet);
    }
    Ok(Some(Arc::new(rig)))
}

fn load_springs(file: &SetupFile, clips: &ClipSet) -> Result<Option<Arc<SpringRig>>, SetupError> {
    let Some(part) = &file.description().springs else { return Ok(clips.spring_rig().cloned()) };
    let located = |error: SpringError| match error {
        SpringError::Description { location, message } => Located { location, message },
        error => Located::nowhere(error),
    };
    let (description, source) =
        file.part("springs", part, |text| SpringRigDescription::from_ron(text).map_err(located))?;
    let rig = SpringRig::from_description(&description, clips.character());
    rig.map(|rig| Some(Arc::new(rig))).map_err(|error| source.error(located(error)))
}

fn load_wrinkles(file: &SetupFile, character: &Character) -> Result<Option<Arc<WrinkleMap>>, SetupError> {
    let described = file.description().wrinkles.as_ref();
    let Some(path) = described.filter(|_| READS_SETUPS) else { return Ok(None) };
    let text = file.files.read_text(path);
    let text = text.map_err(|message| file.file_error("wrinkles", path, FileError::Read(message)))?;
    let beside = file.files.beside_file(path);
    let mut image = |name: &str| {
        let bytes = beside.read(name)?;
        Ok(Image { name: name.to_owned(), mime: String::new(), encoded: Some(bytes.into()) })
    };
    let made = wrinkle_map(&text, character, &mut image).map_err(|error| error.in_text(&text));
    made.map(|map| Some(Arc::new(map))).map_err(|error| {
        let (location, message) = match error {
            WrinkleError::Description { location, message } => (location, message),
            error => (String::new(), error.to_string()),
        };
        SetupError::new(file.files.name(path), location, message)
    })
}

/// The wrinkle map of a text, whose height images become normal maps. `image` reads the images that it names.
///
/// # Errors
/// When the text is not a wrinkle map, does not fit the character, or an image cannot be read.
pub fn wrinkle_map(
    text: &str,
    character: &Character,
    image: &mut dyn FnMut(&str) -> Result<Image, String>,
) -> Result<WrinkleMap, WrinkleError> {
    let mut description = WrinkleMapDescription::from_ron(text)?;
    let mut decoded = |name: &str| {
        let encoded = image(name)?;
        decode_image(&encoded).map_err(|error| error.to_string())
    };
    let made = wrinkle_normals(&mut description, character, &mut decoded)?;
    let mut read = |name: &str| match made.iter().find(|(known, _)| known == name) {
        Some((_, pixels)) => encode_image(name, pixels).map_err(|error| error.to_string()),
        None => image(name),
    };
    WrinkleMap::from_description(&description, character, &mut read)
}
