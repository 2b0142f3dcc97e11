//! Sinew's own packs of compressed clips, which `sinew::pack` describes and reads: a skeleton without meshes, the clips as
//! they are stored, and the same as keys for whoever wants to change or write them.

use crate::assemble::assemble;
use crate::limits::Budget;
use crate::{Format, ImportError, Imported, Report};
use sinew::clip::CompressionSettings;
use sinew::pack::{Pack, PackError};
use sinew::{Clip, RawClip};
use std::sync::Arc;

/// A rotation, its time, and as much while it is made.
const VALUE: usize = 48;

/// Reads a pack. The bytes are copied once, since they are only lent here; [`Pack::read`] copies nothing.
pub(crate) fn import(bytes: &[u8]) -> Result<Imported, ImportError> {
    let mut budget = Budget::new(bytes.len());
    let mut report = Report::default();
    let pack = Pack::read(bytes.to_vec()).map_err(broken)?;
    let parts = pack.character_parts();
    // What there are no meshes for is left out.
    let packed: Vec<Arc<Clip>> = match pack.morphs().len() {
        0 => pack.clips().to_vec(),
        count => {
            let message = format!("clips move {count} morph targets, of meshes that a pack does not have");
            report.info("pack-morphs", "MRPH", message);
            let without = |clip: &Arc<Clip>| Arc::new(clip.rebind(Some, |_, _| None, Some));
            pack.clips().iter().map(without).collect()
        }
    };
    let mut clips: Vec<RawClip> = Vec::with_capacity(packed.len());
    for (n, clip) in packed.iter().enumerate() {
        budget.take(clip.raw_values(), VALUE, &format!("clip {n}"))?;
        clips.push(clip.to_raw(pack.skeleton(), &CompressionSettings::default()));
    }
    let character = assemble(parts, &clips)?;
    Ok(Imported { format: Format::Sinew, character, clips, packed, report })
}

fn broken(error: PackError) -> ImportError {
    let byte = format!("byte {}", error.byte());
    match error {
        PackError::Broken { place, message, .. } => {
            ImportError::new("pack", format!("{byte}, {place}"), message)
        }
        other => {
            let text = other.to_string();
            let message = text.strip_prefix(&byte).and_then(|text| text.strip_prefix(": "));
            ImportError::new("pack", &byte, message.unwrap_or(&text))
        }
    }
}
