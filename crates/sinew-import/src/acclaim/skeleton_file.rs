//! Parser of skeletons, `.asf`.

use super::channel::{Channel, EulerOrder};
use super::lines::{Line, Lines};
use crate::ImportError;
use crate::budget::Budget;
use crate::error::quoted;
use crate::limits::MAX_ENTRIES;
use sinew::glam::DVec3;
use std::collections::HashMap;

/// Approximate memory of a character per bone, in bytes: description, skeleton and poses, and those of an end
/// node.
const BONE_BYTES: usize = 1000;
/// Approximate memory of a name in the hierarchy, in bytes, while its list grows.
const LINK_BYTES: usize = 160;
/// Largest number of degrees of freedom of a bone: three of each kind and the length, with room for doubles.
const MAX_CHANNELS: usize = 16;
/// Name of the root in the hierarchy and in motions.
pub(super) const ROOT: &str = "root";

/// Content of a skeleton file.
pub(super) struct SkeletonFile {
    /// `length` of the units: inches are lengths divided by it.
    pub(super) length: Option<f64>,
    /// Whether angles are in degrees.
    pub(super) degrees: bool,
    pub(super) root: Root,
    pub(super) bones: Vec<Bone>,
    /// Parents and children, with their lines.
    pub(super) hierarchy: Vec<(String, Vec<String>, usize)>,
}

/// The root, which has a position instead of a length.
pub(super) struct Root {
    pub(super) channels: Vec<Channel>,
    pub(super) order: EulerOrder,
    pub(super) position: DVec3,
    /// Angles about X, Y and Z.
    pub(super) orientation: [f64; 3],
}

pub(super) struct Bone {
    pub(super) name: String,
    pub(super) line: usize,
    /// Unit vector from the start to the end of the bone, in the axes of the file; zero for a bone without.
    pub(super) direction: DVec3,
    pub(super) length: f64,
    /// Angles about X, Y and Z of the axes in which the motion of the bone is given.
    pub(super) axis: [f64; 3],
    pub(super) order: EulerOrder,
    pub(super) channels: Vec<Channel>,
}

/// Sections of the file.
#[derive(Clone, Copy, PartialEq)]
enum Section {
    Units,
    Root,
    Bones,
    Hierarchy,
    /// One that is not read, such as `:documentation` and `:skin`.
    Other,
}

/// Reads the whole file.
pub(super) fn read(bytes: &[u8], budget: &mut Budget) -> Result<SkeletonFile, ImportError> {
    let mut lines = Lines::new(bytes, "asf");
    let mut reader = Reader {
        file: SkeletonFile {
            length: None,
            degrees: true,
            root: Root {
                channels: [Channel::Translation as fn(usize) -> Channel, Channel::Rotation]
                    .iter()
                    .flat_map(|kind| [0, 1, 2].map(kind))
                    .collect(),
                order: EulerOrder::XYZ,
                position: DVec3::ZERO,
                orientation: [0.0; 3],
            },
            bones: Vec::new(),
            hierarchy: Vec::new(),
        },
        section: Section::Other,
        open: None,
        names: HashMap::new(),
    };
    for line in lines.by_ref().filter(|line| line.comment().is_none()) {
        reader.line(&line, budget)?;
    }
    if reader.open.is_some() {
        return Err(lines.cut_off("the end of the bone"));
    }
    match reader.file {
        file if file.bones.is_empty() => Err(lines.cut_off(":bonedata with the bones of the skeleton")),
        file if file.hierarchy.is_empty() => Err(lines.cut_off(":hierarchy with the children of root")),
        file => Ok(file),
    }
}

struct Reader {
    file: SkeletonFile,
    section: Section,
    /// The bone between its `begin` and `end`.
    open: Option<Bone>,
    /// Lines of the bones by their names.
    names: HashMap<String, usize>,
}

impl Reader {
    fn line(&mut self, line: &Line<'_>, budget: &mut Budget) -> Result<(), ImportError> {
        let mut words = line.words();
        let Some(first) = words.next() else { return Ok(()) };
        let word = first.to_ascii_lowercase();
        if word.starts_with(':') {
            if self.open.is_some() {
                return Err(line.unexpected(Some(first), "the end of the bone"));
            }
            self.section = match word.as_str() {
                ":units" => Section::Units,
                ":root" => Section::Root,
                ":bonedata" => Section::Bones,
                ":hierarchy" => Section::Hierarchy,
                _ => Section::Other,
            };
            return Ok(());
        }
        match self.section {
            Section::Units => self.unit(line, &word, words.next()),
            Section::Root => self.root(line, &word, &mut words),
            Section::Bones => self.bone(line, &word, &mut words, budget),
            Section::Hierarchy if matches!(word.as_str(), "begin" | "end") => Ok(()),
            Section::Hierarchy => {
                let mut children = Vec::new();
                budget.take(1, LINK_BYTES, &line.location())?;
                for child in words {
                    budget.take(1, LINK_BYTES, &line.location())?;
                    children.push(child.to_owned());
                }
                self.file.hierarchy.push((first.to_owned(), children, line.number));
                Ok(())
            }
            Section::Other => Ok(()),
        }
    }

    fn unit(&mut self, line: &Line<'_>, word: &str, value: Option<&str>) -> Result<(), ImportError> {
        match word {
            "length" => {
                let length = line.number(value)?;
                if length <= 0.0 {
                    return Err(line.unexpected(value, "a length above 0"));
                }
                self.file.length = Some(length);
            }
            "angle" => self.file.degrees = degrees(line, value)?,
            // Masses are not used.
            _ => {}
        }
        Ok(())
    }

    fn root<'w>(
        &mut self,
        line: &Line<'_>,
        word: &str,
        words: &mut impl Iterator<Item = &'w str>,
    ) -> Result<(), ImportError> {
        let root = &mut self.file.root;
        match word {
            "order" => root.channels = channels(line, words)?,
            "axis" => root.order = order(line, words.next())?,
            "position" => root.position = DVec3::from_array(line.numbers(words)?),
            "orientation" => root.orientation = line.numbers(words)?,
            _ => {}
        }
        Ok(())
    }

    fn bone<'w>(
        &mut self,
        line: &Line<'_>,
        word: &str,
        words: &mut impl Iterator<Item = &'w str>,
        budget: &mut Budget,
    ) -> Result<(), ImportError> {
        let Some(bone) = self.open.as_mut() else {
            if word != "begin" {
                return Err(line.unexpected(Some(word), "begin of a bone"));
            }
            if self.file.bones.len() == MAX_ENTRIES / 2 {
                let message = format!("the file has more than {} bones", MAX_ENTRIES / 2);
                return Err(ImportError::new(ImportError::TOO_LARGE, line.location(), message));
            }
            budget.take(1, BONE_BYTES, &line.location())?;
            self.open = Some(Bone {
                name: String::new(),
                line: line.number,
                direction: DVec3::ZERO,
                length: 0.0,
                axis: [0.0; 3],
                order: EulerOrder::XYZ,
                channels: Vec::new(),
            });
            return Ok(());
        };
        match word {
            "name" => bone.name = words.next().unwrap_or_default().to_owned(),
            "direction" => bone.direction = DVec3::from_array(line.numbers(words)?).normalize_or_zero(),
            "length" => bone.length = line.number(words.next())?,
            "axis" => {
                bone.axis = line.numbers(words)?;
                bone.order = words.next().map_or(Ok(EulerOrder::XYZ), |word| order(line, Some(word)))?;
            }
            "dof" => bone.channels = channels(line, words)?,
            "begin" => return Err(line.unexpected(Some(word), "the end of the bone")),
            "end" => return self.close(line),
            // Numbers, masses and limits of a bone are not used.
            _ => {}
        }
        Ok(())
    }

    fn close(&mut self, line: &Line<'_>) -> Result<(), ImportError> {
        let Some(bone) = self.open.take() else { return Ok(()) };
        if bone.name.is_empty() {
            return Err(line.error(format!("the bone that begins in line {} has no name", bone.line)));
        }
        let before = match bone.name.as_str() {
            ROOT => Some(0),
            name => self.names.insert(name.to_owned(), bone.line),
        };
        if let Some(before) = before {
            let name = quoted(&bone.name);
            return Err(line.error(match before {
                0 => format!("a bone is called {name}, which is the name of the root"),
                before => format!("a second bone is called {name}; the first begins in line {before}"),
            }));
        }
        self.file.bones.push(bone);
        Ok(())
    }
}

/// Whether a unit of angles is the degree.
fn degrees(line: &Line<'_>, unit: Option<&str>) -> Result<bool, ImportError> {
    match unit.map(str::to_ascii_lowercase).as_deref() {
        Some(unit) if unit.starts_with("deg") => Ok(true),
        Some(unit) if unit.starts_with("rad") => Ok(false),
        _ => Err(line.unexpected(unit, "deg or rad")),
    }
}

fn channels<'w>(
    line: &Line<'_>,
    words: &mut impl Iterator<Item = &'w str>,
) -> Result<Vec<Channel>, ImportError> {
    let channel = |word| {
        Channel::of(word).ok_or_else(|| line.unexpected(Some(word), "one of tx, ty, tz, rx, ry, rz, l"))
    };
    let channels: Vec<_> = words.take(MAX_CHANNELS + 1).map(channel).collect::<Result<_, _>>()?;
    if channels.len() > MAX_CHANNELS {
        return Err(line.error(format!("more than {MAX_CHANNELS} degrees of freedom")));
    }
    Ok(channels)
}

fn order(line: &Line<'_>, word: Option<&str>) -> Result<EulerOrder, ImportError> {
    word.and_then(EulerOrder::of).ok_or_else(|| line.unexpected(word, "an order of axes such as XYZ"))
}
