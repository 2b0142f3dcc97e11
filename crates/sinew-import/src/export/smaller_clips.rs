//! Clips in fewer bytes, as the options of an export ask for.

use super::quantized_keys::{QuantizedClip, quantize};
use super::{ExportOptions, reduce, rest_tracks};
use crate::Report;
use sinew::{Character, RawClip};
use std::borrow::Cow;

/// Part of the error of a clip that the removal of keys may use where the rest is for quantization.
const REDUCTION_PART: f32 = 0.75;

/// The clips as they are written.
pub(super) fn smaller_clips(
    character: &Character,
    clips: &[RawClip],
    options: &ExportOptions,
    report: &mut Report,
) -> Vec<QuantizedClip> {
    let sources = clips;
    let mut clips = Cow::Borrowed(clips);
    if options.drop_rest_tracks {
        clips = Cow::Owned(rest_tracks::without_rest_tracks(character, &clips));
    }
    if let Some(tolerance) = options.key_tolerance.filter(|_| !options.keeps_all_keys) {
        let part = if options.quantize_keys { REDUCTION_PART } else { 1.0 };
        clips = Cow::Owned(reduce::reduce(character, &clips, tolerance * part, report));
    }
    match options.quantize_keys {
        true => {
            quantize(character, sources, clips.into_owned(), options.key_tolerance, options.meshopt, report)
        }
        false => clips.into_owned().into_iter().map(QuantizedClip::plain).collect(),
    }
}
