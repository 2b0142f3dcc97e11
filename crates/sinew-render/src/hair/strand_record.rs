use bytemuck::{Pod, Zeroable};
use sinew::hair::Strands;

/// Strand on the device; the same layout as `Strand` in shaders/hair_data.wgsl.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct StrandRecord {
    guides: [u32; 4],
    weights: [f32; 4],
    length: f32,
    /// Random number that does not depend on the order in which strands are left out.
    seed: u32,
    /// Distance from its first guide up to which the strand is drawn to the others, metres.
    reach: f32,
    /// Square roots of the linear tint, a byte a channel.
    tint: u32,
}

/// Square roots of the linear channels of an sRGB colour.
fn packed(tint: &[u8; 3]) -> u32 {
    let [r, g, b] = tint.map(|byte| {
        let encoded = f32::from(byte) / 255.0;
        let linear = if encoded <= 0.04045 { encoded / 12.92 } else { ((encoded + 0.055) / 1.055).powf(2.4) };
        (linear.sqrt() * 255.0 + 0.5) as u32
    });
    r | g << 8 | b << 16
}

impl StrandRecord {
    /// Record of strand number `index` of its groom.
    pub(super) fn new(strands: &Strands, index: usize) -> Self {
        let strand = &strands.strands()[index];
        let seed =
            (strand.random.to_bits() ^ (index as u32).wrapping_mul(0x9e37_79b9)).wrapping_mul(0x85eb_ca6b);
        Self {
            guides: strand.guides,
            weights: strand.weights,
            length: strand.length,
            seed: seed ^ (seed >> 15),
            reach: strands.reach(index).unwrap_or(f32::MAX),
            tint: strands.tints().get(index).map_or(0x00ff_ffff, packed),
        }
    }
}
