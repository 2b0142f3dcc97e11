//! Compression of a raw clip, segment by segment, and the check of the finished clip.

use super::channel_split::{ChannelSplit, STILL};
use super::segment::cut;
use super::segment_encoder::SegmentEncoder;
use crate::clip::compressed::measure::compression_error::measure_compression_error;
use crate::clip::compressed::measure::influence::ErrorInfluence;
use crate::clip::compressed::settings::{CompressError, CompressionSettings};
use crate::clip::compressed::source::sampled_clip::SampledClip;
use sinew::Clip;
use sinew::clip::RawClip;
use sinew::internal::clip_format::{
    ClipParts, ClipView, Segment,
    bits::{BitWriter, PADDING},
    layout::{self, Head, MAX_BYTES, MAX_SEGMENT_SAMPLES},
    quantization::{EncodedChannel, Encoding, UNCOMPRESSED},
};
use sinew::skeleton::Skeleton;

/// Samples per frame that are tried for sources with uneven keys, in this order.
const PER_FRAME: [usize; 4] = [1, 2, 4, 8];

/// Factors by which the number of samples grows where the usual number does not hold the error.
const FINER: [usize; 2] = [4, 16];

/// Compresses a raw clip for a skeleton. The error holds in the posed skeleton at every key time of the
/// source, at times between keys that are far apart, uneven or of splines, and midway between all of these.
/// Discontinuities stay: step keys, two keys at one time, and keys so near in time and so different that
/// nothing else moves as fast.
///
/// The finished clip is measured as [`measure_compression_error`] does; one that misses the error is never
/// returned. Far from the origin the rounding of 32-bit floats alone may be larger than the error: 0.06 mm at
/// a kilometre.
///
/// Rotations a little off unit length, as rounding leaves them, are normalised. Takes about a second per 20
/// to 60 MB of raw poses (40 bytes per joint and sample). Working memory does not grow with the clip's
/// length.
///
/// # Errors
/// When the clip does not fit the skeleton, has values that are not finite, are too large for poses in 32-bit
/// floats or are quaternions but no rotations, is too long, or cannot reach the error.
///
/// # Examples
/// ```
/// # use sinew::clip::{Interpolation, JointTrack, Track};
/// # use sinew::skeleton::Joint;
/// # use sinew::{JointId, LocalPose, RawClip, Skeleton, Transform};
/// # use sinew::glam::Quat;
/// # use sinew_author::clip::{CompressionSettings, compress};
/// # let joint = Joint { name: "arm".into(), parent: None, rest: Transform::IDENTITY, in_scene: true };
/// # let skeleton = Skeleton::new(vec![joint])?;
/// let keys = vec![Quat::IDENTITY, Quat::from_rotation_x(1.0)];
/// let rotation = Track::new(Interpolation::Linear, 1, [0.0, 2.0].into(), keys)?;
/// let track = JointTrack { rotation: Some(rotation), ..JointTrack::new(JointId(0)) };
/// let raw = RawClip { joints: vec![track], ..RawClip::default() };
///
/// let clip = compress(&raw, &skeleton, &CompressionSettings::default())?;
/// let mut pose = LocalPose::rest(&skeleton);
/// clip.sample(1.0, &mut pose);
/// assert!(pose.get(JointId(0)).rotation.angle_between(Quat::from_rotation_x(0.5)) < 1e-2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn compress(
    raw: &RawClip,
    skeleton: &Skeleton,
    settings: &CompressionSettings,
) -> Result<Clip, CompressError> {
    for (name, value) in [
        ("max_error", settings.max_error),
        ("shell_distance", settings.shell_distance),
        ("max_weight_error", settings.max_weight_error),
    ] {
        if !(value.is_finite() && value > 0.0) {
            return Err(CompressError::InvalidSetting(name));
        }
    }
    check_range(raw, skeleton, settings)?;
    let influence = ErrorInfluence::at_rest(skeleton, settings);
    for many in PER_FRAME {
        let Some(source) = SampledClip::spread(raw, skeleton, settings, many)? else { break };
        if source.is_near_lines(&influence)
            && let Ok(clip) = compress_source(raw, skeleton, settings, &source)
        {
            return Ok(clip);
        }
    }
    let compress_at =
        |finer| compress_source(raw, skeleton, settings, &SampledClip::new(raw, skeleton, settings, finer)?);
    let mut done = compress_at(1);
    for finer in FINER {
        // Splines may bend so much between samples that not even unquantized samples come near enough.
        match done {
            Err(CompressError::ErrorUnreachable { .. } | CompressError::WeightErrorUnreachable { .. }) => {
                done = compress_at(finer);
            }
            _ => break,
        }
    }
    done
}

fn compress_source(
    raw: &RawClip,
    skeleton: &Skeleton,
    settings: &CompressionSettings,
    source: &SampledClip<'_>,
) -> Result<Clip, CompressError> {
    // Constant channels are measured at rest, where a skeleton may be smaller than its clip makes it.
    let loose = ChannelSplit::of(source, skeleton, settings, STILL);
    let strict = || {
        let tracks = ChannelSplit::of(source, skeleton, settings, 0.0);
        assemble(raw, skeleton, settings, source, tracks)
    };
    match assemble(raw, skeleton, settings, source, loose) {
        Err(CompressError::ErrorUnreachable { .. } | CompressError::WeightErrorUnreachable { .. }) => {
            strict()
        }
        done => done,
    }
}

/// Checks that 32-bit floats can pose the clip.
fn check_range(
    raw: &RawClip,
    skeleton: &Skeleton,
    settings: &CompressionSettings,
) -> Result<(), CompressError> {
    if let Some(joint) = skeleton.unposable(skeleton.rest()).next() {
        let name = skeleton.name(joint);
        let what = format!("the rest pose of {name:?} is too large for poses in 32-bit floats");
        return Err(CompressError::TooLarge { what });
    }
    let Some(what) = raw.first_unposable(skeleton) else { return Ok(()) };
    if !raw.is_finite() {
        // The message names the time.
        SampledClip::new(raw, skeleton, settings, 1)?;
    }
    Err(CompressError::TooLarge { what })
}

/// Checks that the clip can be played and has no larger error than allowed.
fn check_error(
    raw: &RawClip,
    clip: &Clip,
    skeleton: &Skeleton,
    settings: &CompressionSettings,
) -> Result<(), CompressError> {
    if let Some(what) = ClipView(clip).first_fault(skeleton) {
        return Err(CompressError::TooLarge { what });
    }
    let error = measure_compression_error(raw, clip, skeleton, settings)?;
    if error.max_distance > settings.max_error {
        let (time, requested) = (error.time, settings.max_error);
        return Err(CompressError::ErrorUnreachable { time, requested, smallest: error.max_distance });
    }
    if error.max_weight_error > settings.max_weight_error {
        let (time, requested) = (raw.start(), settings.max_weight_error);
        return Err(CompressError::WeightErrorUnreachable {
            time,
            requested,
            smallest: error.max_weight_error,
        });
    }
    Ok(())
}

fn assemble(
    raw: &RawClip,
    skeleton: &Skeleton,
    settings: &CompressionSettings,
    source: &SampledClip<'_>,
    tracks: ChannelSplit,
) -> Result<Clip, CompressError> {
    let (mut segments, mut data, mut samples) = (Vec::new(), Vec::new(), 1);
    if !tracks.channels.is_empty() {
        let mut work = SegmentEncoder::new(skeleton, settings, source, &tracks);
        let mut open = cut(source, settings.segment_samples.clamp(1, MAX_SEGMENT_SAMPLES));
        open.reverse();
        while let Some([first, last]) = open.pop() {
            let start = |sample: usize| source.time(sample);
            let end = open.last().map_or(raw.end(), |next| start(next[0]));
            if !work.enter([first, last], end) {
                let middle = first.midpoint(last);
                open.extend([[middle, last], [first, middle]]);
                continue;
            }
            let coded = work.solve()?;
            samples += last - first;
            let (many, offset) = ((last - first + 1) as u16, data.len() as u32);
            segments.push(Segment { start: start(first), samples: many, offset });
            write(&mut data, &coded, |k, bits| work.write_samples(k, bits));
            if data.len() + PADDING > MAX_BYTES {
                let (samples, tracks) = (source.samples(), tracks.channels.len());
                return Err(CompressError::TooLong { samples, tracks, max: samples });
            }
        }
        data.extend([0; PADDING]);
    }
    if segments.is_empty() {
        samples = source.samples();
    }
    let clip = ClipParts {
        name: raw.name.clone(),
        events: raw.events.clone(),
        root_motion: raw.root_motion.as_ref().map(|root| root.reduced(settings.max_error)),
        start: raw.start(),
        end: raw.end(),
        constants: tracks.constants,
        resting: tracks.resting,
        channels: tracks.channels,
        segments,
        data,
        samples,
    }
    .into_clip();
    check_error(raw, &clip, skeleton, settings).map(|()| clip)
}

/// Appends a segment: headers, then control values or unquantized samples.
fn write(data: &mut Vec<u8>, coded: &[(u64, EncodedChannel)], samples: impl Fn(usize, &mut BitWriter)) {
    let head = |code: &Encoding| Head::new(code.class, code.step, code.bits);
    let heads: Vec<_> = coded.iter().map(|(reference, coded)| (head(&coded.code), *reference)).collect();
    layout::write(&heads, data);
    let mut bits = BitWriter::default();
    for (k, (_, EncodedChannel { code, controls })) in coded.iter().enumerate() {
        if code.step == UNCOMPRESSED {
            samples(k, &mut bits);
        }
        for row in controls {
            for (whole, width) in row.iter().zip(code.bits) {
                bits.write(*whole, width);
            }
        }
    }
    data.extend(bits.finish());
}
