//! The model of a set-up, with its outfits and all clips.

use super::clips::load_clips;
use super::outfits::load_outfits;
use crate::file::READS_SETUPS;
use crate::outfit::Outfit;
use crate::setup::Finding;
use crate::{Setup, SetupError, SetupFile};
use sinew::character::MeshInstanceId;
use sinew::clip::Clip;
use sinew::humanoid::HumanBone;
use sinew::internal::suggest;
use sinew::{ClipSet, ClipSource, RawClip};
use sinew_author::clip::{CompressionSettings, compress};
use sinew_import::{ImportOptions, Imported};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Model of a set-up with the meshes of all outfits and all clips, before they are shared.
///
/// Programs that change a character or its clips before they play it do so between
/// [`SetupFile::import`] and [`build`](Self::build); others call [`Setup::open`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SetupModel {
    /// Character, clips and report of the model's file, with the further clips behind its own.
    pub imported: Imported,
    /// Things that are missing or notable.
    pub findings: Vec<Finding>,
    /// Per clip: the largest error to which it is compressed, with the field that says so.
    compress: Vec<Option<(f32, String)>>,
    /// Per clip: the clip as a pack stores it.
    pub(super) stored: Vec<Option<Arc<Clip>>>,
    pub(super) outfits: Vec<Outfit>,
    /// Meshes that are never shown, besides those that the set-up names.
    pub(super) hidden: BTreeSet<MeshInstanceId>,
}

/// Clip on the model of a set-up.
#[derive(Clone, Debug)]
pub(super) struct LoadedClip {
    pub(super) clip: RawClip,
    /// The clip as a pack stores it, which is played in place of its keys.
    pub(super) stored: Option<Arc<Clip>>,
    /// Largest error to which it is compressed, with the field that says so.
    pub(super) compress: Option<(f32, String)>,
}

/// Imports the model and the clips of a set-up.
pub(crate) fn load_model(setup: &SetupFile) -> Result<SetupModel, SetupError> {
    let description = setup.description();
    let mut options = ImportOptions::default().with_metres_per_unit(description.scale);
    for (bone, joint) in &description.bones {
        let Some(named) = HumanBone::from_name(bone) else {
            let known = suggest(bone, HumanBone::ALL.iter().map(|bone| bone.name()));
            return Err(
                setup.error(&format!("bones[\"{bone}\"]"), format!("no human bone {bone:?}; {known}"))
            );
        };
        options = options.with_bone(named, joint.as_str());
    }
    if let Some(scale) = description.scale.filter(|scale| !(scale.is_finite() && *scale > 0.0)) {
        return Err(setup.error("scale", format!("{scale} is no scale; expected a number above 0")));
    }
    let path = &description.model;
    let imported = setup.files.import(path, &options);
    let mut imported = imported.map_err(|error| setup.file_error("model", path, error))?;
    let mut findings = Vec::new();
    let mut clips = load_clips(setup, &mut imported, &mut findings)?;
    let outfits = load_outfits(setup, &mut imported.character, &mut clips, &mut findings)?;
    let mut model = SetupModel {
        imported,
        findings,
        compress: Vec::new(),
        stored: Vec::new(),
        outfits,
        hidden: BTreeSet::new(),
    };
    for LoadedClip { clip, stored, compress } in clips {
        model.imported.clips.push(clip);
        model.stored.push(stored);
        model.compress.push(compress);
    }
    // Programs take them for clips as they play.
    if model.stored.iter().all(Option::is_some) {
        model.imported.compressed_clips = model.stored.iter().flatten().cloned().collect();
    }
    Ok(model)
}

impl SetupModel {
    /// The set-up of the character and the clips of a set: those of [`imported`](Self::imported), as they are
    /// or changed.
    ///
    /// # Errors
    /// When a file cannot be read or used, or a description does not fit the character.
    pub fn build(&self, setup: &SetupFile, clips: Arc<ClipSet>) -> Result<Setup, SetupError> {
        let dressing = (&self.outfits[..], &self.hidden);
        Setup::build(setup, clips, self.imported.ragdoll.as_ref(), dressing, &self.findings, 0)
    }

    /// The set-up of the character and the clips as they are.
    ///
    /// # Errors
    /// As [`build`](Self::build).
    pub fn into_setup(self, setup: &SetupFile) -> Result<Setup, SetupError> {
        self.build_own(setup, 0)
    }

    /// [`build`](Self::build) with the clips as they are, for a set-up at a depth of items.
    pub(crate) fn build_own(self, setup: &SetupFile, depth: usize) -> Result<Setup, SetupError> {
        let Self {
            imported: Imported { character, clips, ragdoll, .. },
            findings,
            compress: to,
            stored,
            outfits,
            hidden,
        } = self;
        let character = Arc::new(character);
        let clips = clips.into_iter().zip(to.into_iter().zip(stored)).map(|(clip, how)| match how {
            (Some((error, field)), _) if READS_SETUPS => {
                let made = compress(&clip, character.skeleton(), &CompressionSettings::new(error));
                made.map(ClipSource::from).map_err(|error| setup.error(&field, error))
            }
            (_, Some(stored)) => Ok(stored.into()),
            (_, None) => Ok(clip.into()),
        });
        let clips = clips.collect::<Result<Vec<_>, _>>()?;
        let clips = ClipSet::new(&character, clips).map_err(|error| setup.error("clips", error))?;
        Setup::build(setup, Arc::new(clips), ragdoll.as_ref(), (&outfits, &hidden), &findings, depth)
    }
}
