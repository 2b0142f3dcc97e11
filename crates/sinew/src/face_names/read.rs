//! Reader of face names tables in text form.

use super::arkit::ArKitName;
use super::family::Family;
use crate::text::{abbreviate, suggest};
use sinew_viseme::Viseme;

/// Error of [`FaceNames::extended`](super::FaceNames::extended).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
#[non_exhaustive]
pub struct FaceNamesError {
    /// Line of the text, from 1.
    pub line: usize,
    /// The fault, and the expected value.
    pub message: String,
}

/// What the shapes of a family do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    Visemes,
    ArKit,
    Blink,
    Emotion,
}

impl Section {
    pub(super) const ALL: [Self; 4] = [Self::Visemes, Self::ArKit, Self::Blink, Self::Emotion];

    fn name(self) -> &'static str {
        match self {
            Self::Visemes => "visemes",
            Self::ArKit => "arkit",
            Self::Blink => "blink",
            Self::Emotion => "emotion",
        }
    }
}

/// Kinds of shapes that show visemes.
const KINDS: [&str; 10] = [
    "oculus",
    "arkit",
    "reallusion",
    "daz",
    "makehuman",
    "phonemes",
    "rhubarb",
    "vroid",
    "vowels",
    "opening",
];

/// Most shapes that a family may demand.
const MAX_COUNT: usize = 64;

/// Reads the families of a text.
pub(super) fn read(text: &str) -> Result<Vec<(Section, Family)>, FaceNamesError> {
    let mut families: Vec<(Section, Family)> = Vec::new();
    let mut prefixes = vec![String::new()];
    let text = text.trim_start_matches('\u{feff}');
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let error = |message| FaceNamesError { line: number + 1, message };
        if line.starts_with('[') {
            families.push(head(line).map_err(error)?);
            prefixes = vec![String::new()];
            continue;
        }
        let (name, meaning) =
            line.split_once('=').map(|(name, meaning)| (name.trim(), meaning.trim())).ok_or_else(|| {
                error(format!("{:?} is no shape; expected a line such as `Mouth_A = aa`", abbreviate(line)))
            })?;
        let (section, family) = families.last_mut().ok_or_else(|| {
            error(
                "the shape has no family; expected a line such as `[emotion] Tool; source` before it".into(),
            )
        })?;
        match name {
            "prefix" => prefixes = meaning.split_whitespace().map(str::to_owned).collect(),
            "needs" => family.add_needs(meaning.split_whitespace()),
            "" => return Err(error("the shape has no name".into())),
            _ => family.add(name, words(*section, meaning).map_err(error)?, &prefixes),
        }
    }
    Ok(families)
}

/// Word behind the kind of a family whose names are used for nothing else.
const CERTAIN: &str = "certain";

/// Family of a line in brackets: `[visemes 4 oculus certain] name; source`.
fn head(line: &str) -> Result<(Section, Family), String> {
    let (head, name) =
        line.trim_start_matches('[').split_once(']').ok_or("the bracket is not closed; expected `]`")?;
    let mut head = head.split_whitespace();
    let section_name = head.next().unwrap_or_default();
    let section =
        Section::ALL.into_iter().find(|section| section.name() == section_name).ok_or_else(|| {
            let known = suggest(section_name, Section::ALL.into_iter().map(Section::name));
            format!("there are no families of {:?}; {known}", abbreviate(section_name))
        })?;
    let min_count = match head.next() {
        None => 1,
        Some(count) => {
            count.parse().ok().filter(|count| (1..=MAX_COUNT).contains(count)).ok_or_else(|| {
                format!("{:?} is no number of shapes; expected 1 to {MAX_COUNT}", abbreviate(count))
            })?
        }
    };
    let kind = head.next().unwrap_or_default();
    let certain = head.next();
    if let Some(word) = certain.filter(|word| *word != CERTAIN) {
        return Err(format!(
            "{:?} stands behind the kind; expected {CERTAIN:?} or nothing",
            abbreviate(word)
        ));
    }
    let kinds: &[&str] = match section {
        Section::Visemes => &KINDS,
        Section::Emotion => &["", "arkit"],
        Section::ArKit | Section::Blink => &[""],
    };
    if !kinds.contains(&kind) {
        let known = suggest(kind, kinds.iter().copied());
        return Err(format!("families of {section_name} have no kind {:?}; {known}", abbreviate(kind)));
    }
    let name = name.split(';').next().unwrap_or_default().trim();
    if name.is_empty() {
        return Err(format!("the family has no name; expected `[{section_name}] name; source`"));
    }
    Ok((section, Family::new(name, kind, (min_count, certain.is_some()))))
}

/// Words of a meaning with their weights.
fn words(section: Section, meaning: &str) -> Result<Vec<(String, f32)>, String> {
    let word = |part: &str| {
        let part = part.trim();
        let split =
            part.rsplit_once(' ').and_then(|(word, weight)| Some((word.trim(), weight.parse().ok()?)));
        let (word, weight) = split.unwrap_or((part, 1.0));
        if !(-1.0..=1.0).contains(&weight) {
            return Err(format!("{weight} is no weight; expected a number from -1 to 1"));
        }
        is_known(section, word)?;
        Ok((word.to_owned(), weight))
    };
    meaning.split(',').map(word).collect()
}

/// Checks a word of a meaning.
fn is_known(section: Section, word: &str) -> Result<(), String> {
    let unknown =
        |what: &str, known: String| Err(format!("there is no {what} {:?}; {known}", abbreviate(word)));
    match section {
        Section::Visemes => match word.strip_prefix("vowel ") {
            Some(vowel) if Viseme::VRM_NAMES.contains(&vowel) => Ok(()),
            Some(vowel) => unknown("vowel", suggest(vowel, Viseme::VRM_NAMES)),
            None if word == "opening" || Viseme::from_name(word).is_some() => Ok(()),
            None => unknown("viseme", suggest(word, Viseme::ALL.into_iter().map(Viseme::name))),
        },
        Section::ArKit => {
            let all: Vec<String> = ArKitName::all().map(ArKitName::full).collect();
            match all.iter().any(|name| name == word) {
                true => Ok(()),
                false => unknown("ARKit shape", suggest(word, all.iter().map(String::as_str))),
            }
        }
        Section::Blink if ["left", "right", "both"].contains(&word) => Ok(()),
        Section::Blink => unknown("eye", "expected left, right or both".into()),
        Section::Emotion if word.is_empty() => Err("expected an emotion, such as happy".into()),
        Section::Emotion => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_have_their_line() {
        for (text, line, message) in [
            ("\n[viseme 3 vowels] x; y", 2, "there are no families of \"viseme\"; did you mean \"visemes\"?"),
            (
                "[visemes 3 vowel] x; y",
                1,
                "families of visemes have no kind \"vowel\"; did you mean \"vowels\"?",
            ),
            ("[visemes many vowels] x; y", 1, "\"many\" is no number of shapes; expected 1 to 64"),
            (
                "[visemes 4 oculus sure] x; y",
                1,
                "\"sure\" stands behind the kind; expected \"certain\" or nothing",
            ),
            ("[emotion x; y", 1, "the bracket is not closed; expected `]`"),
            ("[emotion]", 1, "the family has no name; expected `[emotion] name; source`"),
            ("A = happy", 1, "the shape has no family"),
            ("[emotion] x\nA happy", 2, "\"A happy\" is no shape; expected a line such as `Mouth_A = aa`"),
            ("[emotion] x\n= happy", 2, "the shape has no name"),
            ("[emotion] x\nA =", 2, "expected an emotion, such as happy"),
            ("[emotion] x\nA = happy 3", 2, "3 is no weight; expected a number from -1 to 1"),
            ("[emotion] x\nA = happy nan", 2, "NaN is no weight"),
            (
                "[visemes 1 vowels] x\n# a\nA = vowel ax",
                3,
                "there is no vowel \"vowel ax\"; did you mean \"aa\"?",
            ),
            ("[visemes 1 oculus] x\nA = PQ", 2, "there is no viseme \"PQ\"; did you mean \"PP\"?"),
            ("[arkit] x\nA = jawopen", 2, "there is no ARKit shape \"jawopen\"; did you mean \"jawOpen\"?"),
            ("[blink] x\nA = middle", 2, "there is no eye \"middle\"; expected left, right or both"),
        ] {
            let error = read(text).unwrap_err();
            assert_eq!(error.line, line, "{text}: {error}");
            assert!(error.message.starts_with(message), "{text}: {error}");
        }
        assert!(read("\u{feff}# nothing").unwrap().is_empty());
    }
}
