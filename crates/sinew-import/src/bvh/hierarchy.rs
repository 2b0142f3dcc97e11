//! The part from `HIERARCHY` to `MOTION`.

use super::words::Words;
use super::{fail, unexpected};
use crate::ImportError;
use crate::error::quoted;
use crate::limits::{Budget, ENTRIES};
use sinew::glam::Vec3;

/// About what a character keeps of a bone, in the skeleton and its poses.
const BONE_BYTES: usize = 400;
/// Channels a joint may have: each of the six several times over.
const MAX_CHANNELS: usize = 64;

/// A joint or an end site.
#[derive(Debug)]
pub(super) struct Bone {
    pub(super) name: String,
    pub(super) parent: Option<usize>,
    /// From the parent, in the file's units.
    pub(super) offset: Vec3,
    /// What its numbers in a row of motion mean, in their order.
    pub(super) channels: Vec<Channel>,
    /// Whether its positions are counted from the offset instead of taking its place.
    pub(super) adds_to_offset: bool,
}

/// A number of a joint's motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Channel {
    /// A coordinate of its position: 0 X, 1 Y, 2 Z.
    Position(usize),
    /// A turn about an axis, in degrees; turns follow one another about axes that have turned already.
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

/// All bones, parents first, up to and with the word `MOTION`.
pub(super) fn read(words: &mut Words<'_>, budget: &mut Budget) -> Result<Vec<Bone>, ImportError> {
    let mut bones: Vec<Bone> = Vec::new();
    // The bones whose braces are open.
    let mut open: Vec<usize> = Vec::new();
    let first = words.next();
    if !first.as_deref().is_some_and(|word| word.eq_ignore_ascii_case("HIERARCHY")) {
        return Err(unexpected(words, first.as_deref(), "HIERARCHY"));
    }
    loop {
        let word = words.next();
        let Some(word) = word.as_deref() else { return Err(unexpected(words, None, "MOTION")) };
        let kind = word.to_ascii_uppercase();
        match (kind.as_str(), open.last().copied()) {
            ("ROOT", None) | ("JOINT" | "END", Some(_)) => {
                if bones.len() == ENTRIES {
                    let message = format!("more than {ENTRIES} joints");
                    return Err(ImportError::new(ImportError::TOO_LARGE, words.place(), message));
                }
                budget.take(1, BONE_BYTES, "HIERARCHY")?;
                let parent = open.last().copied();
                let name = name(words, &kind, parent.and_then(|p| bones.get(p)));
                let brace = words.next();
                if brace.as_deref() != Some("{") {
                    return Err(unexpected(words, brace.as_deref(), "{"));
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
            (_, None) => return Err(unexpected(words, Some(word), "ROOT or MOTION")),
            (_, Some(_)) => {
                return Err(unexpected(words, Some(word), "OFFSET, CHANNELS, JOINT, End Site or }"));
            }
        }
    }
}

/// A joint's name; end sites have none and are called after their parent.
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

/// The next word as a finite number.
pub(super) fn number(words: &mut Words<'_>) -> Result<f32, ImportError> {
    let word = words.next();
    let value = word.as_deref().and_then(|w| w.parse::<f32>().ok());
    value.filter(|v| v.is_finite()).ok_or_else(|| unexpected(words, word.as_deref(), "a finite number"))
}

fn channels(words: &mut Words<'_>) -> Result<Vec<Channel>, ImportError> {
    let word = words.next();
    let count = word.as_deref().and_then(|w| w.parse::<usize>().ok());
    let count = count.ok_or_else(|| unexpected(words, word.as_deref(), "the number of channels"))?;
    if count > MAX_CHANNELS {
        return Err(fail(words, format!("{count} channels; a joint has at most {MAX_CHANNELS}")));
    }
    let mut channels = Vec::with_capacity(count);
    for _ in 0..count {
        let word = words.next();
        let channel = word.as_deref().and_then(Channel::of);
        channels.push(channel.ok_or_else(|| {
            let given = word.as_deref().map_or("nothing".into(), quoted);
            fail(words, format!("{given} is no channel; expected Xposition … Zrotation"))
        })?);
    }
    Ok(channels)
}
