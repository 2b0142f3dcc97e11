use crate::{Format, Report};
use sinew::glam::Vec3;
use sinew_author::hair::HairCurves;
use std::fmt;

/// File format of imported hair. `Display` writes its short name: `hair`, `tfx` or that of a character file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HairFormat {
    /// Cem Yuksel's HAIR file.
    Hair,
    /// AMD TressFX, version 4.
    Tfx,
    /// Lines of a character file.
    Lines(Format),
}

impl fmt::Display for HairFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hair => f.write_str("hair"),
            Self::Tfx => f.write_str("tfx"),
            Self::Lines(format) => format.fmt(f),
        }
    }
}

/// Values that the header of a .hair file states for strands without values of their own. They are not
/// applied, since many files have meaningless ones.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct HairFileDefaults {
    /// Thickness in metres.
    pub thickness: f32,
    /// Opacity, 0 to 1.
    pub opacity: f32,
    /// Colour as in the file.
    pub color: Vec3,
}

/// Result of [`import_hair`](crate::import_hair).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ImportedHair {
    /// Format of the file.
    pub format: HairFormat,
    /// The curves, in metres, +Y up, heads facing +Z. Colours are taken as linear, as they are in the file.
    pub curves: HairCurves,
    /// Text about the file in the header of .hair files; else empty.
    pub info: String,
    /// Header values of .hair files; `None` for other formats, and where they are not finite.
    pub defaults: Option<HairFileDefaults>,
    /// Diagnostics of the file.
    pub report: Report,
}
