//! Units and axes of the laboratory.

use super::parameters::Parameters;
use super::points::Points;
use crate::error::quoted;
use crate::{ImportOptions, Report, human_units};
use sinew::Bounds;
use sinew::glam::{Mat3, Vec3};

/// Conversion from the laboratory's space to metres with +Y up.
pub(super) struct Space(Mat3);

impl Space {
    pub(super) fn point(&self, point: Vec3) -> Vec3 {
        self.0 * point
    }
}

/// Unit and axes, which are reported.
pub(super) fn find(
    parameters: &Parameters<'_>,
    points: &Points<'_>,
    options: &ImportOptions,
    report: &mut Report,
) -> Space {
    let metres = metres(parameters, points, options, report);
    let screen = |name: &str| parameters.find("POINT", name).and_then(|axis| axis_of(&axis.text()?));
    let (right, up) = (screen("X_SCREEN"), screen("Y_SCREEN"));
    let (right, up) = match right.zip(up).filter(|(right, up)| right.dot(*up) == 0.0) {
        Some((right, up)) => {
            if up != Vec3::Y || right != Vec3::X {
                let message = "axes of the laboratory were converted to +Y up by POINT:X_SCREEN and Y_SCREEN";
                report.info("axes", "POINT:Y_SCREEN", message);
            }
            (right, up)
        }
        None => {
            let message = "the file does not say which axis is up (POINT:X_SCREEN, Y_SCREEN); +Z is taken";
            report.info("axes", "POINT", message);
            (Vec3::X, Vec3::Z)
        }
    };
    // Rows: what of the laboratory becomes X, Y and Z.
    Space(Mat3::from_cols(right, up, right.cross(up)).transpose() * metres)
}

/// Axis of a text such as `+X` or `-Z`.
fn axis_of(text: &str) -> Option<Vec3> {
    let (sign, letter) = match text.strip_prefix('-') {
        Some(letter) => (-1.0, letter),
        None => (1.0, text.strip_prefix('+').unwrap_or(text)),
    };
    match letter.trim() {
        "X" | "x" => Some(Vec3::X * sign),
        "Y" | "y" => Some(Vec3::Y * sign),
        "Z" | "z" => Some(Vec3::Z * sign),
        _ => None,
    }
}

/// Metres per unit: as stated by the caller, of the file, or by the size of what moves.
fn metres(
    parameters: &Parameters<'_>,
    points: &Points<'_>,
    options: &ImportOptions,
    report: &mut Report,
) -> f32 {
    let text = parameters.find("POINT", "UNITS").and_then(|units| units.text()).unwrap_or_default();
    let known = unit(&text);
    let (metres, message) = match (options.metres_per_unit, known) {
        (Some(metres), _) => (metres, format!("lengths are scaled × {metres}, as stated")),
        (None, Some((metres, name))) => (metres, format!("unit: {name}; lengths are scaled × {metres}")),
        (None, None) => {
            let first = (0..points.count).filter_map(|marker| points.get(marker, 0));
            let bounds = Bounds::from_points(first);
            let size = if bounds.is_empty() { 0.0 } else { bounds.size().max_element() };
            let (metres, name) = human_units::find(size).unwrap_or((0.001, "millimetres"));
            let said = if text.is_empty() { "none".to_owned() } else { quoted(&text) };
            let message = format!(
                "the file states {said} as its unit; {name} are taken, in which the markers span {:.2} m",
                size * metres
            );
            report.warn("units", "POINT:UNITS", message);
            return metres;
        }
    };
    report.info("units", "POINT:UNITS", message);
    metres
}

/// Metres and name of a unit. Files cut names to four letters.
fn unit(text: &str) -> Option<(f32, &'static str)> {
    let lower = text.to_ascii_lowercase();
    match lower.as_str() {
        "m" => Some((1.0, "metres")),
        "mm" => Some((0.001, "millimetres")),
        "cm" => Some((0.01, "centimetres")),
        "dm" => Some((0.1, "decimetres")),
        "in" => Some((0.0254, "inches")),
        "ft" => Some((0.3048, "feet")),
        "km" => Some((1000.0, "kilometres")),
        _ if lower.starts_with("mill") => Some((0.001, "millimetres")),
        _ if lower.starts_with("cent") => Some((0.01, "centimetres")),
        _ if lower.starts_with("met") => Some((1.0, "metres")),
        _ if lower.starts_with("inch") => Some((0.0254, "inches")),
        _ if lower.starts_with("feet") || lower.starts_with("foot") => Some((0.3048, "feet")),
        _ => None,
    }
}
