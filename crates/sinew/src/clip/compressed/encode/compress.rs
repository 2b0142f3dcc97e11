use super::channel_split::{ChannelSplit, STILL};
use super::segment::cut;
use super::segment_encoder::SegmentEncoder;
use crate::clip::RawClip;
use crate::clip::compressed::clip::{Clip, Segment};
use crate::clip::compressed::format::bits::{BitWriter, PADDING};
use crate::clip::compressed::format::layout::{self, Head, MAX_BYTES, MAX_SEGMENT_SAMPLES};
use crate::clip::compressed::format::quantization::{EncodedChannel, Encoding, UNCOMPRESSED};
use crate::clip::compressed::measure::compression_error::measure_compression_error;
use crate::clip::compressed::measure::influence::ErrorInfluence;
use crate::clip::compressed::settings::{CompressError, CompressionSettings};
use crate::clip::compressed::source::sampled_clip::SampledClip;
use crate::skeleton::Skeleton;

/// Samples per frame of sources whose keys are uneven, as few as do.
const PER_FRAME: [usize; 4] = [1, 2, 4, 8];

/// So many times more samples where the usual ones do not do.
const FINER: [usize; 2] = [4, 16];

/// Compresses a clip for a skeleton. The error is measured in the posed skeleton, at every time that the source has a
/// key, at times between where those are far apart, unevenly spread or splines, and midway between all of these; it holds
/// at every one of them. What jumps, jumps: keys that hold until the next, two at one time, or so near to each other and so
/// different that nothing else moves as fast.
///
/// Rotations a little off unit length, as rounding leaves them, are made unit. Takes about a second per 20 to 60 MB of raw poses
/// (40 bytes a joint and sample), and no more memory for long clips than for short ones but for what it returns.
///
/// # Errors
/// When the clip does not fit the skeleton, is not finite, has quaternions that are no rotations, is too long, or the
/// error is out of reach.
pub fn compress(
    raw: &RawClip,
    skeleton: &Skeleton,
    settings: &CompressionSettings,
) -> Result<Clip, CompressError> {
    for (name, value) in
        [("error", settings.error), ("shell", settings.shell), ("weight_error", settings.weight_error)]
    {
        if !(value.is_finite() && value > 0.0) {
            return Err(CompressError::Setting(name));
        }
    }
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
        // Splines may bend so much between samples that not even samples as they are come near enough.
        match done {
            Err(CompressError::OutOfReach { .. }) => done = compress_at(finer),
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
    // What is left out as still is measured at rest, where a skeleton may be smaller than its clip makes it.
    let loose = ChannelSplit::of(source, skeleton, settings, STILL);
    let strict = || {
        let parts = ChannelSplit::of(source, skeleton, settings, 0.0);
        assemble(raw, skeleton, settings, source, parts)
    };
    match assemble(raw, skeleton, settings, source, loose) {
        // Nothing moves, so nothing was measured.
        Ok(clip) if clip.channels.is_empty() => {
            let error = measure_compression_error(raw, &clip, skeleton, settings)?;
            if error.distance <= settings.error { Ok(clip) } else { strict() }
        }
        Err(CompressError::OutOfReach { .. }) => strict(),
        done => done,
    }
}

fn assemble(
    raw: &RawClip,
    skeleton: &Skeleton,
    settings: &CompressionSettings,
    source: &SampledClip<'_>,
    parts: ChannelSplit,
) -> Result<Clip, CompressError> {
    let (mut segments, mut data, mut samples) = (Vec::new(), Vec::new(), 1);
    if !parts.channels.is_empty() {
        let mut work = SegmentEncoder::new(skeleton, settings, source, &parts);
        let mut open = cut(source, settings.segment.clamp(1, MAX_SEGMENT_SAMPLES));
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
                let (samples, parts) = (source.samples(), parts.channels.len());
                return Err(CompressError::TooLong { samples, parts, most: samples });
            }
        }
        data.extend([0; PADDING]);
    }
    if segments.is_empty() {
        samples = source.samples();
    }
    Ok(Clip {
        name: raw.name.clone(),
        marks: raw.marks.clone(),
        root: raw.root.as_ref().map(|root| root.reduced(settings.error)),
        start: raw.start(),
        end: raw.end(),
        constants: parts.constants,
        channels: parts.channels.into(),
        segments,
        data: data.into(),
        samples,
    })
}

/// Appends a segment: headers, then control values, or samples as they are.
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
