//! Keys in fewer bits: rotations and morph weights as normalized 16-bit integers (glTF 2.0 specification, section
//! 3.11), and with EXT_meshopt_compression rotations of as many bits and translations and scales of as small steps
//! as an error allows that is measured in the posed character.

mod codes;
mod precision;

use super::reduce::{ClipError, MeasuredPoints, Sensitivity, add_clip_error, few_times, measured_times};
use crate::Report;
pub(super) use codes::{ExponentialCode, RotationCode};
use precision::{Precision, RotationPrecision, WeightPrecision};
use sinew::clip::{Interpolation, JointTrack, MorphTrack, Track};
use sinew::glam::{Quat, Vec3};
use sinew::{Character, RawClip};

/// Error that quantization may add where no error of the clip is given, as a part of the character's size: less
/// than 0.1 mm on a human.
const DEFAULT_PART: f32 = 5e-5;
/// Part of the error of a clip that quantization begins with.
const FIRST_PART: f32 = 0.3;
/// Number of times that the error of quantization is halved before a clip keeps its numbers.
const MAX_HALVINGS: usize = 8;
/// Numbers of bits that rotations may lack, where fewer bits do not suffice for all of them.
const SPARE_BITS: [u32; 6] = [5, 4, 3, 2, 1, 0];

/// Clip whose keys are those that a reader decodes, with the numbers to store.
#[derive(Debug, Default)]
pub(super) struct QuantizedClip {
    pub(super) clip: RawClip,
    /// Numbers of each joint track; none for keys that are stored as they are.
    pub(super) joints: Vec<JointCodes>,
    /// The same of each morph track.
    pub(super) morphs: Vec<WeightCodes>,
}

/// Numbers that are stored for the keys of a joint.
#[derive(Debug, Default)]
pub(super) struct JointCodes {
    pub(super) translation: Option<Vec<[ExponentialCode; 3]>>,
    pub(super) rotation: Option<Vec<RotationCode>>,
    pub(super) scale: Option<Vec<[ExponentialCode; 3]>>,
}

/// Numbers that are stored for morph weights.
#[derive(Debug, Default)]
pub(super) enum WeightCodes {
    /// The weights themselves.
    #[default]
    Plain,
    /// Normalized integers.
    Short(Vec<[u16; 1]>),
    /// Multiples of a step.
    Steps(Vec<[ExponentialCode; 1]>),
}

impl QuantizedClip {
    /// A clip that is stored as it is.
    pub(super) fn plain(clip: RawClip) -> Self {
        Self {
            joints: clip.joints.iter().map(|_| JointCodes::default()).collect(),
            morphs: clip.morphs.iter().map(|_| WeightCodes::Plain).collect(),
            clip,
        }
    }
}

/// Quantizes `clips`, which were made of `sources`, such that the error of both together is at most `tolerance`
/// metres. `filters` are available with EXT_meshopt_compression alone.
pub(super) fn quantize(
    character: &Character,
    sources: &[RawClip],
    clips: Vec<RawClip>,
    tolerance: Option<f32>,
    filters: bool,
    report: &mut Report,
) -> Vec<QuantizedClip> {
    let points = MeasuredPoints::new(character);
    let mut largest = 0.0f32;
    let mut quantized = Vec::new();
    for (source, clip) in sources.iter().zip(clips) {
        let bound = tolerance.unwrap_or(DEFAULT_PART * points.size);
        let (clip, error) = quantize_clip(character, &points, source, clip, bound, filters);
        largest = largest.max(error);
        quantized.push(clip);
    }
    let message = format!("keys are quantized; the largest error of the clips is {:.3} mm", largest * 1e3);
    report.info("export-quantized-keys", "/clips", message);
    quantized
}

/// Quantized clip, and its error in metres.
fn quantize_clip(
    character: &Character,
    points: &MeasuredPoints,
    source: &RawClip,
    clip: RawClip,
    bound: f32,
    filters: bool,
) -> (QuantizedClip, f32) {
    let times = measured_times(source);
    let sensitivity = Sensitivity::new(character, points, source, &few_times(&times));
    let error_of = |clip: &RawClip| {
        let mut error = ClipError::none(character.skeleton().len());
        add_clip_error(character, points, (source, clip), &times, &mut error);
        error.max()
    };
    let mut part = bound * FIRST_PART;
    for _ in 0..MAX_HALVINGS {
        let precision = Precision::new(&sensitivity, points, part, filters);
        let quantized = apply(&clip, &precision);
        let error = error_of(&quantized.clip);
        if error <= bound {
            return (quantized, error);
        }
        part *= 0.5;
    }
    // Joints that move much are stored in full: errors seldom add up, so that few of them may suffice.
    for spare_bits in SPARE_BITS {
        let precision = Precision::new(&sensitivity, points, bound * FIRST_PART, filters);
        let quantized = apply(&clip, &precision.with_spare_bits(spare_bits));
        let error = error_of(&quantized.clip);
        if error <= bound {
            return (quantized, error);
        }
    }
    let error = error_of(&clip);
    (QuantizedClip::plain(clip), error)
}

/// Quantizes the keys of a clip.
fn apply(clip: &RawClip, precision: &Precision<'_>) -> QuantizedClip {
    let mut quantized = QuantizedClip::plain(clip.clone());
    for (track, codes) in quantized.clip.joints.iter_mut().zip(&mut quantized.joints) {
        let JointTrack { joint, translation, rotation, scale } = track;
        codes.translation = translation.as_mut().and_then(|t| vectors(t, precision.translation(*joint)));
        codes.scale = scale.as_mut().and_then(|t| vectors(t, precision.scale(*joint)));
        codes.rotation = rotation.as_mut().and_then(|t| rotations(t, precision.rotation(*joint)));
    }
    for (track, codes) in quantized.clip.morphs.iter_mut().zip(&mut quantized.morphs) {
        if let Some((weights, found)) = weights(track, precision.weights(track.instance)) {
            (track.weights, *codes) = (weights, found);
        }
    }
    quantized
}

/// Rounds vectors to multiples of a step; `None` for splines and for numbers that the steps cannot reach.
fn vectors(track: &mut Track<Vec3>, step: Option<i8>) -> Option<Vec<[ExponentialCode; 3]>> {
    let exponent = step.filter(|_| track.interpolation() != Interpolation::CubicSpline)?;
    let code = |v: &Vec3| {
        let [x, y, z] = v.to_array().map(|v| ExponentialCode::new(v, exponent));
        Some([x?, y?, z?])
    };
    let codes: Vec<_> = track.values().iter().map(code).collect::<Option<_>>()?;
    let values = codes.iter().map(|code| Vec3::from_array(code.map(ExponentialCode::value))).collect();
    *track = Track::new(track.interpolation(), 1, track.times().into(), values).ok()?;
    Some(codes)
}

/// Rounds rotations; `None` for splines, whose tangents are no rotations.
fn rotations(track: &mut Track<Quat>, precision: RotationPrecision) -> Option<Vec<RotationCode>> {
    if track.interpolation() == Interpolation::CubicSpline {
        return None;
    }
    let bits = match precision {
        RotationPrecision::Full => return None,
        RotationPrecision::Short => None,
        RotationPrecision::Bits(bits) => Some(bits),
    };
    let codes: Vec<_> = track.values().iter().map(|q| RotationCode::new(*q, bits)).collect::<Option<_>>()?;
    let values = codes.iter().map(RotationCode::value).collect();
    *track = Track::new(track.interpolation(), 1, track.times().into(), values).ok()?;
    Some(codes)
}

/// Rounds morph weights; `None` for splines, and for what the precision cannot hold.
fn weights(track: &MorphTrack, precision: WeightPrecision) -> Option<(Track<f32>, WeightCodes)> {
    let weights = &track.weights;
    if weights.interpolation() == Interpolation::CubicSpline {
        return None;
    }
    let (values, codes) = match precision {
        WeightPrecision::Full => return None,
        WeightPrecision::Short => {
            let is_unit = |weight: &f32| (0.0..=1.0).contains(weight);
            let codes = weights
                .values()
                .iter()
                .map(|weight| is_unit(weight).then(|| (weight * 65535.0).round() as u16));
            let codes: Vec<u16> = codes.collect::<Option<_>>()?;
            let values = codes.iter().map(|code| f32::from(*code) / 65535.0).collect();
            (values, WeightCodes::Short(codes.into_iter().map(|code| [code]).collect()))
        }
        WeightPrecision::Step(exponent) => {
            let codes = weights
                .values()
                .iter()
                .map(|weight| ExponentialCode::new(*weight, exponent).map(|code| [code]));
            let codes: Vec<_> = codes.collect::<Option<_>>()?;
            (codes.iter().map(|[code]| code.value()).collect(), WeightCodes::Steps(codes))
        }
    };
    let rounded =
        Track::new(weights.interpolation(), weights.width(), weights.times().into(), values).ok()?;
    Some((rounded, codes))
}
