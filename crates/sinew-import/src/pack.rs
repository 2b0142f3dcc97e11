//! Sinew packs of compressed clips (format: `sinew::pack`): a skeleton without meshes, the compressed clips, and the same
//! clips as editable keys.

use crate::assemble::assemble;
use crate::budget::Budget;
use crate::{Format, ImportError, Imported, Report};
use sinew::clip::CompressionSettings;
use sinew::pack::{Pack, PackError};
use sinew::{Clip, RawClip};
use std::sync::Arc;

/// Bytes reserved per key: a rotation, its time, and as much during the conversion.
const KEY_BYTES: usize = 48;

/// Imports a pack. The bytes are copied once, since they are borrowed; [`Pack::read`] itself copies nothing.
pub(crate) fn import(bytes: &[u8]) -> Result<Imported, ImportError> {
    let mut budget = Budget::new(bytes.len());
    let mut report = Report::default();
    let pack = Pack::read(bytes.to_vec()).map_err(import_error)?;
    let parts = pack.character_parts();
    // Morph tracks are left out: a pack has no meshes.
    let compressed_clips: Vec<Arc<Clip>> = match pack.morphs().len() {
        0 => pack.clips().to_vec(),
        count => {
            let message = format!(
                "clips move {count} morph targets, but a pack has no meshes; their morph tracks are left out"
            );
            report.info("pack-morphs", "MRPH", message);
            let without = |clip: &Arc<Clip>| Arc::new(clip.rebind(Some, |_| None, Some));
            pack.clips().iter().map(without).collect()
        }
    };
    let mut clips: Vec<RawClip> = Vec::with_capacity(compressed_clips.len());
    for (n, clip) in compressed_clips.iter().enumerate() {
        budget.take(clip.max_raw_value_count(), KEY_BYTES, &format!("clip {n}"))?;
        clips.push(clip.to_raw(pack.skeleton(), &CompressionSettings::default()));
    }
    let character = assemble(parts, &clips, &mut report)?;
    Ok(Imported { format: Format::Sinew, character, clips, compressed_clips, report })
}

fn import_error(error: PackError) -> ImportError {
    let byte = format!("byte {}", error.byte_offset());
    match error {
        PackError::Invalid { location, message, .. } => {
            ImportError::new("pack", format!("{byte}, {location}"), message)
        }
        other => {
            let text = other.to_string();
            let message = text.strip_prefix(&byte).and_then(|text| text.strip_prefix(": "));
            ImportError::new("pack", &byte, message.unwrap_or(&text))
        }
    }
}
