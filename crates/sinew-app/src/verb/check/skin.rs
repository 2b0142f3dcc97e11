//! Checks of texts about the skin: wrinkle maps, decals, landmarks of a face.

use super::findings::{Target, described, diagnostic, remark};
use crate::report::diagnostic::DiagnosticEntry;
use crate::report::plural::count;
use sinew::character::Image;
use sinew::surface::wrinkle::{WrinkleError, WrinkleMapDescription};
use sinew_author::face::{FaceLandmarks, FaceTransferError};
use sinew_setup::{BuiltInLook, DecalsDescription, MarkedDecals, SetupError, SetupFiles};
use std::path::Path;

/// Diagnostics of a wrinkle map, by itself and for each of `targets`.
pub(super) fn wrinkles(path: &Path, text: &str, targets: &[Target]) -> Vec<DiagnosticEntry> {
    let fault = |error: WrinkleError| match error {
        WrinkleError::Description { location, message } => diagnostic("wrinkles", location, message),
        other => diagnostic("wrinkles", "file".to_owned(), other.to_string()),
    };
    let description = WrinkleMapDescription::from_ron(text).map_err(fault);
    described("wrinkles", "is a valid wrinkle map", description, targets, |description, target| {
        let mut image = |name: &str| {
            let bytes = std::fs::read(path.with_file_name(name)).map_err(|error| error.to_string())?;
            Ok(Image { name: name.to_owned(), mime: String::new(), encoded: Some(bytes.into()) })
        };
        let map = sinew_setup::wrinkle_map(text, target.clips.character(), &mut image);
        map.map_err(|error| fault(error.in_text(text)))?;
        let layers = count(description.layers.len(), "layer");
        Ok(format!(
            "the wrinkles fit {}: {layers}, {}",
            target.name,
            count(description.drivers.len(), "driver")
        ))
    })
}

/// Diagnostics of decals, by themselves and for each of `targets`.
pub(super) fn decals(path: &Path, text: &str, targets: &[Target]) -> Vec<DiagnosticEntry> {
    let fault = |error: SetupError| {
        let location = if error.location.is_empty() { "file".to_owned() } else { error.location };
        diagnostic("decals", location, error.message)
    };
    let description = DecalsDescription::from_ron(text).map_err(fault);
    described("decals", "has valid decals", description, targets, |description, target| {
        let (files, character) = (SetupFiles::beside(path), target.clips.character());
        MarkedDecals::from_ron(&path.display().to_string(), text, files, character).map_err(fault)?;
        let looks = description.looks.len() + BuiltInLook::ALL.len();
        let marks = count(description.marks.len(), "mark");
        Ok(format!("the decals fit {}: {marks}, {}", target.name, count(looks, "look")))
    })
}

/// Diagnostics of landmarks of a face.
pub(super) fn landmarks(text: &str) -> Vec<DiagnosticEntry> {
    vec![match FaceLandmarks::from_ron(text) {
        Ok(_) => remark("landmarks", "the file has valid landmarks of a face".to_owned()),
        Err(FaceTransferError::Text { location, message }) => diagnostic("landmarks", location, message),
        Err(other) => diagnostic("landmarks", "file".to_owned(), other.to_string()),
    }]
}
