//! Section `STRD`: strands, in 16 bits a number.

use super::GroomFileError;
use super::layer::LayerHead;
use crate::hair::strand::blend;
use crate::hair::{
    GroomError, GroomLayer, GuidePose, MAX_STRAND_POINTS, MAX_STRANDS, Strand, StrandError, Strands,
};
use crate::pack::{PackError, Reader, Writer};
use glam::Vec3;

/// Unit of weights: they may be −2 to 2.
const WEIGHT: f32 = 16384.0;
/// Unit of lengths.
const LENGTH: f32 = 65536.0;
/// Unit of random numbers.
const RANDOM: f32 = 65535.0;
/// Levels of offsets to either side.
const LEVELS: f32 = 32767.0;
/// Bytes of a strand without its offsets.
const STRAND: usize = 22;

/// Appends the strands of a layer.
pub(super) fn write(layer: &GroomLayer, out: &mut Writer) -> Result<(), GroomFileError> {
    let fault = |message: String| GroomFileError::TooLarge(format!("layer '{}': {message}", layer.name));
    if layer.guides.len() > usize::from(u16::MAX) + 1 {
        return Err(fault(format!("{} guides; a groom file holds at most 65536", layer.guides.len())));
    }
    let (strands, points) = (layer.strands.strands(), layer.strands.points_per_strand());
    let rest = GuidePose::at_rest(&layer.guides);
    let kept: Vec<Strand> = strands.iter().map(|strand| unpacked(&packed(strand))).collect();
    if let Some(number) = strands.iter().position(|strand| strand.weights.iter().any(|w| w.abs() > 1.99)) {
        return Err(fault(format!("strand {number} has a weight of more than 1.99")));
    }
    // Offsets make good what the strand's own numbers lose.
    let mut offsets = Vec::with_capacity(strands.len() * points);
    for (number, strand) in kept.iter().enumerate() {
        let along = |n: usize| strand.length * n as f32 / (points - 1) as f32;
        offsets.extend((0..points).map(|n| {
            layer.strands.point(number, n, &rest) - blend(strand, along(n), layer.strands.curve(), &rest)
        }));
    }
    let largest =
        |offsets: &[Vec3]| offsets.iter().fold(0.0_f32, |most, offset| most.max(offset.abs().max_element()));
    let scales: Vec<f32> = offsets.chunks_exact(points).map(largest).collect();
    out.numbers(&scales);
    let all: Vec<Packed> = strands.iter().map(packed).collect();
    all.iter().flat_map(|strand| strand.guides).for_each(|guide| out.u16(guide));
    all.iter().flat_map(|strand| strand.weights).for_each(|weight| out.u16(weight as u16));
    all.iter().for_each(|strand| out.u16(strand.length));
    all.iter().for_each(|strand| out.u16(strand.random));
    for (chunk, scale) in offsets.chunks_exact(points).zip(&scales) {
        let unit = if *scale > 0.0 { LEVELS / scale } else { 0.0 };
        for value in chunk.iter().flat_map(|offset| (*offset * unit).round().to_array()) {
            out.u16(value as i16 as u16);
        }
    }
    out.bytes(&[u8::from(!layer.strands.tints().is_empty())]);
    layer.strands.tints().iter().for_each(|tint| out.bytes(tint));
    out.align(4);
    Ok(())
}

/// The layer with its strands.
pub(super) fn read(from: &mut Reader<'_>, head: LayerHead) -> Result<GroomLayer, GroomFileError> {
    let LayerHead { strands: count, strand_points: points, .. } = head;
    if count > MAX_STRANDS {
        return Err(GroomError::from(StrandError::TooMany(count)).into());
    }
    if !(2..=MAX_STRAND_POINTS).contains(&points) {
        return Err(GroomError::from(StrandError::PointCount(points)).into());
    }
    from.room(count, STRAND + points * 6, "strands")?;
    let scales: Vec<f32> =
        (0..count).map(|_| from.f32("largest offset")).collect::<Result<_, PackError>>()?;
    let guides = from.bytes(count * 8, "guides of strands")?.as_chunks::<2>().0;
    let weights = from.bytes(count * 6, "weights")?.as_chunks::<2>().0;
    let lengths = from.bytes(count * 2, "lengths")?.as_chunks::<2>().0;
    let randoms = from.bytes(count * 2, "random numbers")?.as_chunks::<2>().0;
    let unsigned = |bytes: [u8; 2]| u16::from_le_bytes(bytes);
    let signed = |bytes: [u8; 2]| i16::from_le_bytes(bytes);
    let followed = guides.as_chunks::<4>().0.iter().zip(weights.as_chunks::<3>().0);
    let strands = followed.zip(lengths.iter().zip(randoms)).map(|((guides, weights), (length, random))| {
        unpacked(&Packed {
            guides: guides.map(unsigned),
            weights: weights.map(signed),
            length: unsigned(*length),
            random: unsigned(*random),
        })
    });
    let strands: Vec<Strand> = strands.collect();
    let values = from.bytes(count * points * 6, "offsets")?.as_chunks::<2>().0.as_chunks::<3>().0;
    let mut offsets = Vec::with_capacity(values.len());
    for (chunk, scale) in values.chunks_exact(points).zip(&scales) {
        let unit = scale / LEVELS;
        offsets
            .extend(chunk.iter().map(|value| Vec3::from_array(value.map(|n| f32::from(signed(n)))) * unit));
    }
    let has_tints = from.bytes(1, "tints")?[0] != 0;
    let tints = from.bytes(if has_tints { count * 3 } else { 0 }, "tints")?.as_chunks::<3>().0.to_vec();
    let size = count * (STRAND + points * 6) + 1 + tints.len() * 3;
    from.bytes(size.next_multiple_of(4) - size, "zeros")?;
    let strands = Strands::new(strands, offsets, points, head.curve, head.guides.len());
    let strands = strands.and_then(|strands| strands.with_tints(tints)).map_err(GroomError::from)?;
    let layer = GroomLayer::new(head.name, head.guides, head.roots, strands)?;
    let layer = layer.with_look(head.look);
    Ok(match head.physics {
        Some(settings) => layer.with_physics(settings),
        None => layer,
    })
}

/// Numbers of a strand in 16 bits.
struct Packed {
    guides: [u16; 4],
    /// Rest pose of all guides but the first.
    weights: [i16; 3],
    length: u16,
    random: u16,
}

fn packed(strand: &Strand) -> Packed {
    let [_, weights @ ..] = strand.weights;
    Packed {
        guides: strand.guides.map(|guide| guide as u16),
        weights: weights.map(|weight| (weight * WEIGHT).round() as i16),
        length: (strand.length * LENGTH - 1.0).round() as u16,
        random: (strand.random * RANDOM).round() as u16,
    }
}

fn unpacked(packed: &Packed) -> Strand {
    let [b, c, d] = packed.weights.map(|weight| f32::from(weight) / WEIGHT);
    Strand {
        guides: packed.guides.map(u32::from),
        weights: [1.0 - b - c - d, b, c, d],
        length: (f32::from(packed.length) + 1.0) / LENGTH,
        random: f32::from(packed.random) / RANDOM,
    }
}
