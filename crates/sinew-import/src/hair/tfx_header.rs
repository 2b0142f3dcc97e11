//! Header of TressFX .tfx files: 160 bytes, the last 128 of them reserved.

use super::array::{f32_at, u32_at};
use super::fault::{check_curves, check_size, fault, too_large};
use crate::ImportError;
use sinew_author::hair::{MAX_HAIR_CURVE_POINTS, MAX_HAIR_TOTAL_POINTS};

pub(super) const HEADER_BYTES: usize = 160;
/// Version that is written.
pub(super) const VERSION: f32 = 4.0;

/// Byte offsets of the header's fields.
pub(super) const POSITIONS: usize = 12;
pub(super) const THICKNESS: usize = 24;
pub(super) const COLORS: usize = 28;

/// Fields of the header. Offsets of arrays are 0 where a file lacks the array.
#[derive(Debug)]
pub(super) struct Header {
    pub(super) curves: usize,
    pub(super) points_per_curve: usize,
    pub(super) positions: usize,
    pub(super) thickness: usize,
    pub(super) colors: usize,
}

impl Header {
    pub(super) fn read(bytes: &[u8]) -> Result<Self, ImportError> {
        let version = f32_at(bytes, 0).unwrap_or_default();
        if !(4.0..6.0).contains(&version) {
            return Err(fault(0, format!("this is TressFX {version}; expected version 4")));
        }
        check_size(bytes, HEADER_BYTES)?;
        let number = |at| u32_at(bytes, at).unwrap_or_default() as usize;
        let header = Self {
            curves: number(4),
            points_per_curve: number(8),
            positions: number(POSITIONS),
            thickness: number(THICKNESS),
            colors: number(COLORS),
        };
        check_curves(4, header.curves)?;
        if !(2..=MAX_HAIR_CURVE_POINTS).contains(&header.points_per_curve) {
            let message = format!(
                "{} vertices per strand; expected 2 to {MAX_HAIR_CURVE_POINTS}",
                header.points_per_curve
            );
            return Err(fault(8, message));
        }
        let total = header.curves.checked_mul(header.points_per_curve);
        if total.is_none_or(|total| total > MAX_HAIR_TOTAL_POINTS) {
            let message = format!(
                "{} strands of {} vertices; at most {MAX_HAIR_TOTAL_POINTS} vertices are allowed",
                header.curves, header.points_per_curve
            );
            return Err(too_large(8, message));
        }
        if header.positions == 0 {
            return Err(fault(POSITIONS, "the file has no vertex positions".into()));
        }
        let arrays = [(POSITIONS, header.positions), (THICKNESS, header.thickness), (COLORS, header.colors)];
        if let Some((field, offset)) = arrays.iter().find(|array| (1..HEADER_BYTES).contains(&array.1)) {
            let message =
                format!("an array at byte {offset}, within the header; expected {HEADER_BYTES} or more");
            return Err(fault(*field, message));
        }
        Ok(header)
    }
}
