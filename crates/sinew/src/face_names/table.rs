use super::arkit::ArKitName;
use super::family::{Family, is_sure};
use super::read::{FaceNamesError, Section, read};
use super::words::Spelling;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// Names of face shapes and what they are: the table by which mouths, blinks, gaze, brows and emotions of a
/// character are found.
///
/// The table of this crate, [`FaceNames::default`], has the names of common tools. [`FaceNames::extended`]
/// adds names of your own; a character has them from
/// [`CharacterParts::face_names`](crate::CharacterParts::face_names). A copy is cheap.
///
/// ```
/// use sinew::face::FaceNames;
///
/// let names = FaceNames::default().extended(
///     "[visemes 3 vowels] Our studio; style guide
///      Mund_A = vowel aa
///      Mund_O = vowel oh
///      Mund_I = vowel ih
///
///      [emotion] Our studio; style guide
///      Froh = happy",
/// )?;
/// # Ok::<(), sinew::face::FaceNamesError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct FaceNames(Arc<Tables>);

/// Families by what their shapes do, those with more detail first.
#[derive(Clone, Debug, Default, PartialEq)]
struct Tables {
    visemes: Vec<Family>,
    arkit: Vec<Family>,
    blinks: Vec<Family>,
    emotions: Vec<Family>,
    /// ARKit's shapes by the normalized spellings of their names, with the number of the family; `None` for
    /// ARKit's own.
    known_arkit: HashMap<String, (Vec<ArKitName>, Option<usize>)>,
}

impl Default for FaceNames {
    fn default() -> Self {
        static TABLE: OnceLock<FaceNames> = OnceLock::new();
        // The table is part of this crate; a test reads it.
        TABLE.get_or_init(|| Self::empty().extended(Self::TEXT).unwrap_or_else(|_| Self::empty())).clone()
    }
}

impl FaceNames {
    /// Text of the table of this crate, which says how such texts are written.
    pub const TEXT: &'static str = include_str!("face_names.txt");

    fn empty() -> Self {
        Self(Arc::default())
    }

    /// The table with families of a text, in the form of [`FaceNames::TEXT`]. Shapes of a family that the
    /// table has, by name and kind, join it; other families come before those of the table.
    ///
    /// # Errors
    /// When a line is not of the form, or names a viseme, an ARKit shape or a kind that does not exist.
    pub fn extended(&self, text: &str) -> Result<Self, FaceNamesError> {
        let mut tables = Tables::clone(&self.0);
        let mut first = Tables::default();
        for (section, family) in read(text)? {
            let list = tables.list(section);
            match list.iter_mut().find(|known| known.name == family.name && known.kind == family.kind) {
                Some(known) => known.extend(family),
                None => first.list(section).push(family),
            }
        }
        for section in Section::ALL {
            let list = first.list(section);
            list.append(tables.list(section));
            std::mem::swap(tables.list(section), list);
        }
        tables.known_arkit = known_arkit(&tables.arkit);
        Ok(Self(Arc::new(tables)))
    }

    /// Families whose shapes show visemes.
    pub(crate) fn visemes(&self) -> &[Family] {
        &self.0.visemes
    }

    /// Families whose shapes close the eyes.
    pub(crate) fn blinks(&self) -> &[Family] {
        &self.0.blinks
    }

    /// Families whose shapes show emotions.
    pub(crate) fn emotions(&self) -> &[Family] {
        &self.0.emotions
    }

    /// ARKit shapes that a name stands for, and the family that calls them so; `None` for other names.
    pub(crate) fn arkit(&self, spellings: &[Spelling]) -> Option<(&[ArKitName], &str)> {
        let sure = spellings.iter().filter(|spelling| is_sure(spelling));
        let (shapes, family) =
            sure.into_iter().find_map(|spelling| self.0.known_arkit.get(&spelling.base_name))?;
        Some((shapes, family.map_or("ARKit", |number| self.0.arkit[number].name.as_str())))
    }
}

impl Tables {
    fn list(&mut self, section: Section) -> &mut Vec<Family> {
        match section {
            Section::Visemes => &mut self.visemes,
            Section::ArKit => &mut self.arkit,
            Section::Blink => &mut self.blinks,
            Section::Emotion => &mut self.emotions,
        }
    }
}

/// ARKit's shapes by their normalized spellings: as ARKit names them, and as families do, the first one where
/// several have a name.
fn known_arkit(families: &[Family]) -> HashMap<String, (Vec<ArKitName>, Option<usize>)> {
    let mut known = HashMap::new();
    for shape in ArKitName::all() {
        for spelling in shape.spellings() {
            known.entry(spelling).or_insert_with(|| (vec![shape], None));
        }
    }
    let by_name: HashMap<String, ArKitName> = ArKitName::all().map(|shape| (shape.full(), shape)).collect();
    for (number, family) in families.iter().enumerate() {
        for (name, meaning) in family.shapes() {
            let shapes = meaning.iter().filter_map(|(word, _)| by_name.get(word).copied());
            known.entry(name.to_owned()).or_insert_with(|| (shapes.collect(), Some(number)));
        }
    }
    known
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::face_names::spellings;

    #[test]
    fn every_line_of_the_table_is_read() {
        let text = FaceNames::TEXT;
        let table = FaceNames::default();
        let Tables { visemes, arkit, blinks, emotions, .. } = &*table.0;
        let families = visemes.iter().chain(arkit).chain(blinks).chain(emotions);
        let shapes: usize = families.clone().map(|family| family.meanings.len()).sum();
        let is_shape = |line: &&str| {
            !line.starts_with(['#', '[']) && !line.starts_with("prefix =") && !line.starts_with("needs =")
        };
        let lines = text.lines().filter(|line| !line.trim().is_empty()).filter(is_shape).count();
        assert_eq!(shapes, lines);
        assert_eq!(families.count(), text.lines().filter(|line| line.starts_with('[')).count());
        for line in text.lines().filter(|line| line.starts_with('[')) {
            assert!(line.contains(';'), "{line} names no source");
        }
    }

    #[test]
    fn there_are_52_arkit_shapes_in_all_spellings() {
        use crate::face_names::arkit::{SIDED, SINGLE};
        assert_eq!(SINGLE.len() + 2 * SIDED.len(), 52);
        let names = FaceNames::default();
        for (name, shapes, family) in [
            ("mouthSmileLeft", "mouthSmileLeft", "ARKit"),
            ("blendShape1.mouthSmile_R", "mouthSmileRight", "ARKit"),
            ("Genesis9__facs_bs_MouthSmileLeft_div2", "mouthSmileLeft", "ARKit"),
            ("A25_Jaw_Open", "jawOpen", "ARKit"),
            ("jawLeft", "jawLeft", "ARKit"),
            ("Mouth_Roll_Upper", "mouthRollUpper", "ARKit"),
            ("browInnerUp_L", "browInnerUpLeft", "ARKit"),
            ("Sneer", "noseSneerLeft noseSneerRight", "faceshift"),
            ("eyesLookUp", "eyeLookUpLeft eyeLookUpRight", "names made by hand"),
        ] {
            let (found, found_family) = names.arkit(&spellings(name)).unwrap_or_else(|| panic!("{name}"));
            let found: Vec<String> = found.iter().map(|shape| shape.full()).collect();
            assert_eq!((found.join(" ").as_str(), found_family), (shapes, family), "{name}");
        }
        assert_eq!(names.arkit(&spellings("Fcl_MTH_Joy")), None);
    }

    #[test]
    fn users_extend_the_table() {
        let text = "[visemes 4 oculus] Oculus, Ready Player Me, VRChat; ours\nMund_zu = PP\n\n\
            [emotion] Ours; we\nFroh = happy 0.8";
        let names = FaceNames::default().extended(text).unwrap();
        let oculus = &names.visemes()[0];
        assert_eq!(oculus.meaning(&spellings("Kopf_Mund_zu")), Some(&[("PP".to_owned(), 1.0)][..]));
        assert!(oculus.meaning(&spellings("viseme_PP")).is_some());
        assert_eq!(names.emotions()[0].meaning(&spellings("froh")), Some(&[("happy".to_owned(), 0.8)][..]));
        assert_eq!(names.visemes().len(), FaceNames::default().visemes().len());
    }
}
