//! Header of .hair files: 128 bytes.

use super::array::{f32_at, u32_at};
use super::fault::{check_curves, check_size, fault, too_large};
use crate::ImportError;
use sinew::glam::Vec3;
use sinew_author::hair::{MAX_HAIR_CURVE_POINTS, MAX_HAIR_TOTAL_POINTS};

pub(super) const MAGIC: &[u8; 4] = b"HAIR";
pub(super) const HEADER_BYTES: usize = 128;
/// Bytes of the text at the end of the header.
pub(super) const INFO_BYTES: usize = 88;

/// Bits of the arrays that a file has, in their order.
pub(super) const SEGMENTS: u32 = 1;
pub(super) const POINTS: u32 = 2;
pub(super) const THICKNESS: u32 = 4;
pub(super) const TRANSPARENCY: u32 = 8;
pub(super) const COLORS: u32 = 16;
/// Texture coordinates, an extension of LuxCoreRender.
pub(super) const UVS: u32 = 32;

/// Fields of the header.
#[derive(Debug)]
pub(super) struct Header {
    pub(super) curves: usize,
    pub(super) points: usize,
    pub(super) arrays: u32,
    /// Number of segments of curves without a number of their own.
    pub(super) segments: usize,
    pub(super) thickness: f32,
    pub(super) transparency: f32,
    pub(super) color: Vec3,
    pub(super) info: String,
}

impl Header {
    pub(super) fn read(bytes: &[u8]) -> Result<Self, ImportError> {
        check_size(bytes, HEADER_BYTES)?;
        let number = |at| u32_at(bytes, at).unwrap_or_default();
        let float = |at| f32_at(bytes, at).unwrap_or_default();
        let info = bytes.get(HEADER_BYTES - INFO_BYTES..HEADER_BYTES).unwrap_or_default();
        let info = info.split(|byte| *byte == 0).next().unwrap_or_default();
        let header = Self {
            curves: number(4) as usize,
            points: number(8) as usize,
            arrays: number(12),
            segments: number(16) as usize,
            thickness: float(20),
            transparency: float(24),
            color: Vec3::new(float(28), float(32), float(36)),
            info: String::from_utf8_lossy(info).trim().to_owned(),
        };
        check_curves(4, header.curves)?;
        if header.points > MAX_HAIR_TOTAL_POINTS {
            let message = format!("{} points; at most {MAX_HAIR_TOTAL_POINTS} are allowed", header.points);
            return Err(too_large(8, message));
        }
        if header.arrays & POINTS == 0 {
            let message =
                format!("the file has no points (arrays {:#x}); expected bit {POINTS}", header.arrays);
            return Err(fault(12, message));
        }
        if header.arrays & SEGMENTS == 0 && header.segments >= MAX_HAIR_CURVE_POINTS {
            let most = MAX_HAIR_CURVE_POINTS - 1;
            return Err(fault(
                16,
                format!("{} segments per strand; expected at most {most}", header.segments),
            ));
        }
        Ok(header)
    }
}
