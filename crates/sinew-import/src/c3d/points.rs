//! Data section: a point per marker and frame, and analog numbers, which are skipped.

use super::header::Header;
use super::number::NumberFormat;
use super::parameters::{BLOCK, Parameters};
use crate::limits::MAX_ENTRIES;
use crate::{ImportError, Report};
use sinew::glam::Vec3;

/// Number of frames from which on 16 bits do not hold it.
const MANY_FRAMES: usize = 65_535;

/// Layout of the data.
pub(super) struct Points<'a> {
    data: &'a [u8],
    format: NumberFormat,
    /// Length per unit of integers; `None` for floating-point numbers.
    scale: Option<f32>,
    /// Bytes of a frame.
    stride: usize,
    pub(super) count: usize,
    pub(super) frames: usize,
    /// Number of the first frame, from 1.
    pub(super) first_frame: f64,
}

impl Points<'_> {
    /// Position of a marker in the file's units and axes; `None` where it was not seen.
    pub(super) fn get(&self, marker: usize, frame: usize) -> Option<Vec3> {
        let format = self.format;
        let frame = self.data.get(frame * self.stride..)?.get(..self.stride)?;
        let (point, residual) = match self.scale {
            Some(scale) => {
                let at = |n: usize| format.i16(frame, 8 * marker + 2 * n);
                let point = [at(0)?, at(1)?, at(2)?].map(|number| f32::from(number) * scale);
                (point, f32::from(at(3)?))
            }
            None => {
                let at = |n: usize| format.f32(frame, 16 * marker + 4 * n);
                ([at(0)?, at(1)?, at(2)?], at(3)?)
            }
        };
        let point = Vec3::from_array(point);
        // A residual that is not a number is none of a marker that was seen.
        (residual >= 0.0 && point.is_finite()).then_some(point)
    }
}

/// Finds the data.
pub(super) fn read<'a>(
    bytes: &'a [u8],
    header: &Header,
    parameters: &Parameters<'_>,
    report: &mut Report,
) -> Result<Points<'a>, ImportError> {
    let format = header.format;
    let scale = scale(header, parameters, report);
    let is_float = scale < 0.0;
    let count = match parameters.number("POINT", "USED") {
        Some(used) if used as usize != header.points => {
            let message = format!(
                "{used} points are declared in the parameters, {} in the header; those of the header are read",
                header.points
            );
            report.warn("c3d-layout", "POINT:USED", message);
            header.points
        }
        _ => header.points,
    };
    if count >= MAX_ENTRIES {
        let message = format!("the file has {count} points; at most {} are possible", MAX_ENTRIES - 1);
        return Err(ImportError::new(ImportError::TOO_LARGE, "byte 2", message));
    }
    let start = |block: f64| (block as usize).checked_sub(1).map(|block| block * BLOCK);
    let blocks = [parameters.number("POINT", "DATA_START"), Some(f64::from(header.data_block))];
    let is_data = |start: &usize| *start > header.parameters && *start <= bytes.len();
    let mut starts = blocks.into_iter().flatten().filter_map(start).filter(is_data);
    let start = starts.next().ok_or_else(|| {
        let message = format!(
            "the data begins in block {}, which the file lacks; it has {} bytes",
            header.data_block,
            bytes.len()
        );
        ImportError::new("c3d", "byte 16", message)
    })?;
    let data = bytes.get(start..).unwrap_or_default();
    let (first_frame, declared) = frames(header, parameters);
    let size = if is_float { 4 } else { 2 };
    let bytes_of = |analog: usize| size * (4 * count + analog);
    let stride =
        bytes_of(analog(header, parameters, |analog| (bytes_of(analog), declared, data.len()), report));
    let there = data.len().checked_div(stride).unwrap_or(0);
    if there < declared && count > 0 {
        let message = format!(
            "the file seems to be cut off: {declared} frames are declared, and it has {there}; only these are used"
        );
        report.error("c3d-frames", format!("byte {}", bytes.len()), message);
    }
    let scale = (!is_float).then_some(scale);
    Ok(Points { data, format, scale, stride, count, frames: declared.min(there), first_frame })
}

/// Length per unit of integers, below 0 for floating-point numbers: that of the header, which readers have always
/// used; the parameter is a copy.
fn scale(header: &Header, parameters: &Parameters<'_>, report: &mut Report) -> f32 {
    let stated = parameters.number("POINT", "SCALE").map(|scale| scale as f32);
    let is_usable = |scale: &f32| scale.is_finite() && *scale != 0.0;
    if !is_usable(&header.scale) {
        return stated.filter(is_usable).unwrap_or(1.0);
    }
    if let Some(stated) = stated
        && (stated - header.scale).abs() > 1e-3 * header.scale.abs()
    {
        let message = format!("the scale is {stated} here, {} in the header, which is used", header.scale);
        report.warn("c3d-layout", "POINT:SCALE", message);
    }
    header.scale
}

/// Number of analog numbers in a frame: that of the header, unless the data has another length by it and the right
/// one by the number of channels. `lengths` gives bytes of a frame, frames, and bytes of the data.
fn analog(
    header: &Header,
    parameters: &Parameters<'_>,
    lengths: impl Fn(usize) -> (usize, usize, usize),
    report: &mut Report,
) -> usize {
    // Bytes behind the last frame.
    let rest = |analog: usize| {
        let (stride, frames, data) = lengths(analog);
        data.checked_sub(stride.checked_mul(frames)?)
    };
    let fits = |analog: &usize| rest(*analog).is_some_and(|rest| rest < 2 * BLOCK);
    if rest(header.analog).is_none_or(|rest| rest < 2 * BLOCK) {
        return header.analog;
    }
    let ratio = parameters.number("ANALOG", "RATE").zip(parameters.number("POINT", "RATE"));
    let ratio =
        ratio.map(|(analog, points)| (analog / points).round()).filter(|ratio| (1.0..=1e5).contains(ratio));
    let used = parameters.number("ANALOG", "USED").unwrap_or(0.0).min(f64::from(u16::MAX));
    let others = [header.analog.saturating_mul(header.samples), (used * ratio.unwrap_or(0.0)) as usize];
    let Some(other) = others.into_iter().find(fits) else { return header.analog };
    let message = format!(
        "the header declares {} analog numbers in a frame; by the length of the data they are {other}",
        header.analog
    );
    report.warn("c3d-layout", "byte 4", message);
    other
}

/// Number of the first frame, and number of frames: of the trial, which may have many; of the parameters, and
/// of the header.
fn frames(header: &Header, parameters: &Parameters<'_>) -> (f64, usize) {
    let (first, last) = (f64::from(header.first_frame), f64::from(header.last_frame));
    let in_header = if last >= first { (last - first) as usize + 1 } else { 0 };
    // Two words, the lower one first.
    let long = |name: &str| {
        let parameter = parameters.find("TRIAL", name)?;
        Some(parameter.number(0)? + 65_536.0 * parameter.number(1).unwrap_or(0.0))
    };
    let trial = long("ACTUAL_START_FIELD").zip(long("ACTUAL_END_FIELD"));
    let trial = trial.filter(|(start, end)| *start >= 1.0 && (*start..=f64::from(u32::MAX)).contains(end));
    let stated =
        parameters.number("POINT", "FRAMES").filter(|frames| *frames >= 1.0).map(|frames| frames as usize);
    let many = parameters
        .number("POINT", "LONG_FRAMES")
        .filter(|frames| *frames >= 1.0)
        .map(|frames| frames as usize);
    match (trial, stated) {
        // The trial is believed where the others cannot hold its number, or agree with it.
        (Some((start, end)), stated) => {
            let frames = (end - start) as usize + 1;
            match stated {
                Some(other) if other < MANY_FRAMES && other != frames && other == in_header => (first, other),
                _ => (start, frames),
            }
        }
        (None, Some(MANY_FRAMES..)) => (first, many.or(stated).unwrap_or(in_header)),
        (None, Some(frames)) => (first, frames),
        (None, None) => (first, many.unwrap_or(in_header)),
    }
}
