//! Outfits of a set-up: meshes of further files that are added to the model.

use super::meshes;
use super::model::LoadedClip;
use crate::file::READS_SETUPS;
use crate::files::FileError;
use crate::outfit::Outfit;
use crate::setup::Finding;
use crate::{SetupError, SetupFile};
use sinew::Character;
use sinew::character::AppendedParts;
use sinew_import::ImportOptions;

/// Adds the meshes of all outfits to the model. A file that cannot be used is a finding.
pub(super) fn load_outfits(
    setup: &SetupFile,
    model: &mut Character,
    clips: &mut [LoadedClip],
    findings: &mut Vec<Finding>,
) -> Result<Vec<Outfit>, SetupError> {
    let mut outfits = Vec::new();
    if !READS_SETUPS {
        return Ok(outfits);
    }
    for (name, description) in &setup.description().outfits {
        let field = format!("outfits[\"{name}\"]");
        let mut outfit = Outfit { name: name.clone(), ..Outfit::default() };
        for (n, path) in description.files.iter().enumerate() {
            match add(setup, path, model) {
                Ok((worn, added)) => {
                    *model = worn;
                    clips.iter_mut().for_each(|one| added.joints.remap_clip(&mut one.clip));
                    if !added.joints.added().is_empty() {
                        // Clips as they are stored name the joints of the model alone.
                        clips.iter_mut().for_each(|one| one.stored = None);
                    }
                    if let Some(first) = added.loose_joints.first() {
                        let (count, name) = (added.loose_joints.len(), model.skeleton().name(*first));
                        let message = format!(
                            "{count} joints of {path}, such as {name:?}, are none of the model's: what they move does \
                             not follow the body"
                        );
                        findings.push(Finding { field: format!("{field}.files[{n}]"), message });
                    }
                    outfit.shown.extend(added.instances());
                }
                Err(message) => {
                    let field = format!("{field}.files[{n}]");
                    outfit.unusable.push(field.clone());
                    findings.push(Finding { field, message });
                }
            }
        }
        outfits.push(outfit);
    }
    // Names of meshes are those of the whole model.
    for (outfit, (name, description)) in outfits.iter_mut().zip(&setup.description().outfits) {
        for (list, names) in [("show", &description.show), ("hide", &description.hide)] {
            for (n, mesh) in names.iter().enumerate() {
                let found = match meshes::find(model, mesh) {
                    Ok(found) => found,
                    Err(message) => {
                        let field = format!("outfits[\"{name}\"].{list}[{n}]");
                        findings.push(Finding { field, message });
                        continue;
                    }
                };
                if list == "show" { outfit.shown.extend(found) } else { outfit.hidden.extend(found) }
            }
        }
    }
    Ok(outfits)
}

/// The model with the meshes of a file.
fn add(setup: &SetupFile, path: &str, model: &Character) -> Result<(Character, AppendedParts), String> {
    let imported = setup.files.import(path, &ImportOptions::default()).map_err(|error| match error {
        FileError::Read(message) => format!("{}: {message}", setup.files.name(path)),
        FileError::Import(error) => format!("{}: {error}", setup.files.name(path)),
    })?;
    let mut added = None;
    let worn = model.edited(|parts| added = Some(parts.append_parts(&imported.character)));
    let failed = |error: sinew::character::CharacterError| format!("{path}: {error}");
    match added {
        Some(Ok(added)) => Ok((worn.map_err(failed)?, added)),
        Some(Err(error)) => Err(failed(error)),
        None => Err(format!("{path}: the model cannot be edited")),
    }
}
