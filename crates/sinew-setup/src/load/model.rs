//! The model of a set-up, with its outfits and all clips.

use super::clips::load_clips;
use super::outfits::load_outfits;
use crate::outfit::Outfit;
use crate::setup::Finding;
use crate::{SetupError, SetupFile};
use sinew::clip::Clip;
use sinew::humanoid::HumanBone;
use sinew::internal::suggest;
use sinew::{ClipSource, RawClip};
use sinew_author::clip::{CompressionSettings, compress};
use sinew_import::{ImportOptions, Imported};
use std::sync::Arc;

/// Model of a set-up and its clips, before they are shared.
#[derive(Clone, Debug)]
pub(crate) struct LoadedModel {
    /// The model's file; its clips are in `clips`.
    pub(crate) imported: Imported,
    pub(crate) clips: Vec<LoadedClip>,
    pub(crate) outfits: Vec<Outfit>,
    pub(crate) findings: Vec<Finding>,
}

/// Clip on the model of a set-up.
#[derive(Clone, Debug)]
pub(crate) struct LoadedClip {
    pub(crate) clip: RawClip,
    /// The clip as a pack stores it, which is played in place of its keys.
    pub(crate) stored: Option<Arc<Clip>>,
    /// Largest error to which it is compressed, with the field that says so.
    pub(crate) compress: Option<(f32, String)>,
}

/// Imports the model and the clips of a set-up.
pub(crate) fn load_model(setup: &SetupFile) -> Result<LoadedModel, SetupError> {
    let description = setup.description();
    let mut options = ImportOptions::default().with_metres_per_unit(description.scale);
    for (bone, joint) in &description.bones {
        let Some(named) = HumanBone::from_name(bone) else {
            let known = suggest(bone, HumanBone::ALL.iter().map(|bone| bone.name()));
            return Err(setup.error(&format!("bones[\"{bone}\"]"), format!("no human bone {bone:?}; {known}")));
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
    Ok(LoadedModel { imported, clips, outfits, findings })
}

impl LoadedModel {
    /// The clips as they are played.
    pub(crate) fn sources(&mut self, setup: &SetupFile) -> Result<Vec<ClipSource>, SetupError> {
        let skeleton = self.imported.character.skeleton();
        let source = |LoadedClip { clip, stored, compress: to }: LoadedClip| match (to, stored) {
            (Some((error, field)), _) => {
                let made = compress(&clip, skeleton, &CompressionSettings::new(error));
                made.map(ClipSource::from).map_err(|error| setup.error(&field, error))
            }
            (None, Some(stored)) => Ok(stored.into()),
            (None, None) => Ok(clip.into()),
        };
        std::mem::take(&mut self.clips).into_iter().map(source).collect()
    }
}
