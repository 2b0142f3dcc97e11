//! Parser of the section from `HIERARCHY` to `MOTION`.

use super::words::Words;
use crate::ImportError;
use crate::budget::Budget;
use crate::limits::MAX_ENTRIES;
use sinew::glam::Vec3;

/// Approximate memory of a character per bone, in bytes: skeleton and poses.
const BONE_BYTES: usize = 400;
/// Largest number of channels of a joint. Channels may be repeated.
const MAX_CHANNELS: usize = 64;

/// Joint or end site.
#[derive(Debug)]
pub(super) struct Bone {
    pub(super) name: String,
    pub(super) parent: Option<usize>,
    /// Offset from the parent, in the file's units.
    pub(super) offset: Vec3,
    /// Meaning of the bone's numbers in a frame, in order.
    pub(super) channels: Vec<Channel>,
    /// Whether position channels are added to the offset instead of replacing it.
    pub(super) adds_to_offset: bool,
}

/// Motion channel of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Channel {
    /// Coordinate of the position: 0 is X, 1 is Y, 2 is Z.
    Position(usize),
    /// Rotation about an axis, in degrees. Rotations are intrinsic: each is about the already rotated axes.
    Rotation(usize),
}

impl Channel {
    fn of(word: &str) -> Option<Self> {
        let lower = word.to_ascii_lowercase();
        let axis = match lower.as_bytes().first() {
            Some(b'x') => 0,
            Some(b'y') => 1,
            Some(b'z') => 2,
            _ => return None,
        };
        match lower.get(1..) {
            Some("position") => Some(Self::Position(axis)),
            Some("rotation") => Some(Self::Rotation(axis)),
            _ => None,
        }
    }
}

/// Reads all bones, parents first, up to and including the word `MOTION`.
pub(super) fn read(words: &mut Words<'_>, budget: &mut Budget) -> Result<Vec<Bone>, ImportError> {
    let mut bones: Vec<Bone> = Vec::new();
    // Stack of bones with open braces.
    let mut open: Vec<usize> = Vec::new();
    let first = words.next();
    if !first.as_deref().is_some_and(|word| word.eq_ignore_ascii_case("HIERARCHY")) {
        return Err(words.unexpected(first.as_deref(), "HIERARCHY"));
    }
    loop {
        let word = words.next();
        let Some(word) = word.as_deref() else { return Err(words.unexpected(None, "MOTION")) };
        let kind = word.to_ascii_uppercase();
        match (kind.as_str(), open.last().copied()) {
            ("ROOT", None) | ("JOINT" | "END", Some(_)) => {
                if bones.len() == MAX_ENTRIES {
                    let message = format!("the file has more than {MAX_ENTRIES} joints");
                    return Err(ImportError::new(ImportError::TOO_LARGE, words.location(), message));
                }
                budget.take(1, BONE_BYTES, "HIERARCHY")?;
                let parent = open.last().copied();
                let name = name(words, &kind, parent.and_then(|p| bones.get(p)));
                let brace = words.next();
                if brace.as_deref() != Some("{") {
                    return Err(words.unexpected(brace.as_deref(), "{"));
                }
                open.push(bones.len());
                bones.push(Bone {
                    name,
                    parent,
                    offset: Vec3::ZERO,
                    channels: Vec::new(),
                    adds_to_offset: false,
                });
            }
            ("OFFSET", Some(bone)) => {
                let offset = offset(words)?;
                bones.get_mut(bone).into_iter().for_each(|b| b.offset = offset);
            }
            ("CHANNELS", Some(bone)) => {
                let channels = channels(words)?;
                bones.get_mut(bone).into_iter().for_each(|b| b.channels.clone_from(&channels));
            }
            ("}", Some(_)) => drop(open.pop()),
            ("MOTION", None) if !bones.is_empty() => return Ok(bones),
            (_, None) => return Err(words.unexpected(Some(word), "ROOT or MOTION")),
            (_, Some(_)) => {
                return Err(words.unexpected(Some(word), "OFFSET, CHANNELS, JOINT, End Site or }"));
            }
        }
    }
}

/// Name of a joint, or the parent's name with `_End` for an end site.
fn name(words: &mut Words<'_>, kind: &str, parent: Option<&Bone>) -> String {
    let name = words.rest_of_line();
    match (kind, parent) {
        ("END", Some(parent)) => format!("{}_End", parent.name),
        _ => name,
    }
}

fn offset(words: &mut Words<'_>) -> Result<Vec3, ImportError> {
    let mut axis = || number(words);
    Ok(Vec3::new(axis()?, axis()?, axis()?))
}

/// Parses the next word as a finite number.
pub(super) fn number(words: &mut Words<'_>) -> Result<f32, ImportError> {
    let word = words.next_bytes();
    let value = word.and_then(|word| words.number(word));
    let word = word.map(String::from_utf8_lossy);
    value.ok_or_else(|| words.unexpected(word.as_deref(), "a finite number"))
}

fn channels(words: &mut Words<'_>) -> Result<Vec<Channel>, ImportError> {
    let word = words.next();
    let count = word.as_deref().and_then(|w| w.parse::<usize>().ok());
    let count = count.ok_or_else(|| words.unexpected(word.as_deref(), "the number of channels"))?;
    if count > MAX_CHANNELS {
        return Err(words.error(format!("{count} channels exceed the limit of {MAX_CHANNELS} per joint")));
    }
    let mut channels = Vec::with_capacity(count);
    for _ in 0..count {
        let word = words.next();
        let channel = word.as_deref().and_then(Channel::of);
        channels.push(
            channel.ok_or_else(|| words.unexpected(word.as_deref(), "a channel, Xposition … Zrotation"))?,
        );
    }
    Ok(channels)
}
