//! `sinew inspect` of files of hair strands.

use crate::report::diagnostic_entry::{self, DiagnosticEntry};
use crate::report::failure::{Failure, Outcome};
use crate::report::file_name::FileEntry;
use crate::report::output::{self, extension};
use crate::report::plural::count;
use serde::Serialize;
use sinew_author::hair::HairCurves;
use sinew_import::{HairFileOptions, ImportedHair, import_hair_file};
use std::io::{self, Write};
use std::path::Path;

/// Contents of a file of strands.
#[derive(Serialize)]
struct HairContents {
    #[serde(flatten)]
    file: FileEntry,
    format: String,
    /// Text in the header of the file.
    #[serde(skip_serializing_if = "String::is_empty")]
    info: String,
    curves: usize,
    points: usize,
    /// Values that the file has at its points.
    values: Vec<&'static str>,
    /// Lengths of the shortest and the longest curve, metres.
    lengths_m: [f32; 2],
    /// Corners of the box around all points, metres.
    bounds_m: [[f32; 3]; 2],
    #[serde(rename = "findings")]
    diagnostics: Vec<DiagnosticEntry>,
}

/// True for the name of a file of strands.
pub(super) fn is_hair(path: &Path) -> bool {
    matches!(extension(path).as_str(), "hair" | "tfx")
}

/// Prints the contents of a file of strands.
pub(super) fn print(path: &Path, json: bool) -> Outcome {
    let imported = import_hair_file(path, &HairFileOptions::default());
    let imported = imported.map_err(|error| Failure::input(path.display(), error))?;
    let contents = HairContents::new(path, &imported);
    match json {
        true => output::print_json(&contents),
        false => output::print(|out| contents.write(out)),
    }
}

impl HairContents {
    fn new(path: &Path, imported: &ImportedHair) -> Self {
        let curves = &imported.curves;
        let bounds = curves.bounds();
        Self {
            file: FileEntry::of(path),
            format: imported.format.to_string(),
            info: imported.info.clone(),
            curves: curves.len(),
            points: curves.points().len(),
            values: values(curves),
            lengths_m: lengths(curves),
            bounds_m: [bounds.min.to_array(), bounds.max.to_array()],
            diagnostics: diagnostic_entry::entries(&imported.report),
        }
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let Self { file, format, info, .. } = self;
        let (curves, points) = (count(self.curves, "curve"), count(self.points, "point"));
        writeln!(out, "{file}: {format}, strands of hair: {curves}, {points}")?;
        if !info.is_empty() {
            writeln!(out, "  {info}")?;
        }
        let [shortest, longest] = self.lengths_m;
        writeln!(out, "  lengths {shortest:.3} to {longest:.3} m")?;
        let [[x, y, z], [to_x, to_y, to_z]] = self.bounds_m;
        writeln!(out, "  box from {x:.3}, {y:.3}, {z:.3} to {to_x:.3}, {to_y:.3}, {to_z:.3} m")?;
        if !self.values.is_empty() {
            writeln!(out, "  values at points: {}", self.values.join(", "))?;
        }
        writeln!(out, "  `sinew hair --groom {file} -o hair.png` shows it on a head")?;
        if !self.diagnostics.is_empty() {
            writeln!(out, "\nFindings")?;
        }
        self.diagnostics.iter().try_for_each(|diagnostic| writeln!(out, "  {diagnostic}"))
    }
}

/// Names of the values that all points have.
fn values(curves: &HairCurves) -> Vec<&'static str> {
    let all = [
        ("thickness", curves.thickness().is_empty()),
        ("colour", curves.colors().is_empty()),
        ("opacity", curves.opacity().is_empty()),
    ];
    all.into_iter().filter(|(_, is_empty)| !is_empty).map(|(name, _)| name).collect()
}

/// Lengths of the shortest and the longest curve.
fn lengths(curves: &HairCurves) -> [f32; 2] {
    let lengths = (0..curves.len()).map(|curve| curves.length(curve));
    lengths.fold([f32::INFINITY, 0.0], |[low, high], length| [low.min(length), high.max(length)])
}
