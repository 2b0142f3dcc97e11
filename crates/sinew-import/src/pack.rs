//! Sinew packs of compressed clips (format: `sinew::pack`): a skeleton without meshes, the compressed clips,
//! and the same clips as editable keys.

use crate::assemble::assemble;
use crate::limits::{MAX_DECODED_BASE, MAX_UNPACKED_PER_BYTE};
use crate::{Format, ImportError, ImportOptions, Imported, Report};
use sinew::pack::{Pack, PackError};
use sinew::{Clip, RawClip};
use sinew_author::clip::{CompressionSettings, min_raw_value_count, to_raw_within};
use std::sync::Arc;

/// Bytes reserved per unpacked value: a rotation, and its share of the key times.
const VALUE_BYTES: usize = 20;

/// Imports a pack. The bytes are copied once, since they are borrowed; [`Pack::read`] itself copies nothing.
pub(crate) fn import(bytes: &[u8], options: &ImportOptions) -> Result<Imported, ImportError> {
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
    // Clips are compressed more than a hundred times, so unpacked ones have a budget of their own.
    let mut left = (MAX_DECODED_BASE + bytes.len().saturating_mul(MAX_UNPACKED_PER_BYTE)) / VALUE_BYTES;
    for (n, clip) in compressed_clips.iter().enumerate() {
        // Later clips need at least the keys at their samples.
        let later: usize = compressed_clips[n + 1..].iter().map(|clip| min_raw_value_count(clip)).sum();
        let allowed = left.saturating_sub(later);
        let raw = to_raw_within(clip, pack.skeleton(), &CompressionSettings::default(), allowed);
        let raw = raw.ok_or_else(|| {
            let (needed, location) = (min_raw_value_count(clip), format!("clip {n} {:?}", clip.name()));
            let message = format!(
                "{needed} keys exceed the memory limit; a pack of {} bytes may unpack to \
                 {MAX_UNPACKED_PER_BYTE} times as many plus {MAX_DECODED_BASE}",
                bytes.len()
            );
            ImportError::new(ImportError::TOO_LARGE, location, message)
        })?;
        left = left.saturating_sub(raw.size_in_bytes() / VALUE_BYTES);
        clips.push(raw);
    }
    let character = assemble(parts, &mut clips, options, &mut report)?;
    Ok(Imported {
        format: Format::Sinew,
        character,
        clips,
        compressed_clips,
        ragdoll: None,
        scene_extras: None,
        report,
    })
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
