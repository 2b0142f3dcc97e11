//! Section `CLIP`: the tables of the clips. The data of a clip is the format of `clip::compressed`.

use super::PackError;
use super::events;
use super::face::PackedMorph;
use super::reader::{Reader, quoted};
use super::writer::Writer;
use crate::clip::{Channel, Clip, Cube, Segment, SharedBytes, Space, Target, Value};
use crate::clip::{TURN_CORNER, TURN_LEVEL, pack_still, unpack_still};
use crate::morph::MeshInstanceId;
use crate::skeleton::{JointId, Skeleton};
use glam::{Quat, Vec3};
use std::ops::Range;

/// Size of the smallest clip, bytes.
const LEAST: usize = 60;

/// Alignment of a clip's data in `BITS`, bytes.
const ALIGNMENT: usize = 8;

/// Tables that the numbers of targets refer to.
pub(super) struct Names<'a> {
    pub(super) skeleton: &'a Skeleton,
    /// Ordered by instance and target when written.
    pub(super) morphs: &'a [PackedMorph],
    pub(super) expressions: usize,
}

const KIND_BITS: u32 = 3;
const FORM_BITS: u32 = 2;

/// Forms of constants.
mod value {
    pub(super) const VECTOR: u32 = 0;
    pub(super) const WEIGHT: u32 = 1;
    pub(super) const PACKED: u32 = 2;
    pub(super) const ROTATION: u32 = 3;
}

/// Forms of channels.
mod space {
    pub(super) const CUBE: u32 = 0;
    pub(super) const SPIN: u32 = 1;
}

impl Names<'_> {
    fn code(&self, target: Target, form: u32) -> u32 {
        let node = |joint: JointId| self.skeleton.file_index(joint) as u32;
        let (kind, number) = match target {
            Target::Translation(joint) => (0, node(joint)),
            Target::Rotation(joint) => (1, node(joint)),
            Target::Scale(joint) => (2, node(joint)),
            Target::Morph { instance, target } => {
                let key = (MeshInstanceId(instance), target as usize);
                let index = self.morphs.binary_search_by_key(&key, |m| (m.instance, m.target));
                (3, index.unwrap_or(usize::MAX) as u32)
            }
            Target::Expression(n) => (4, n),
            Target::Gaze => (5, 0),
            Target::Unbound { is_rotation } => (6 + u32::from(is_rotation), 0),
        };
        kind | form << KIND_BITS | number << (KIND_BITS + FORM_BITS)
    }

    /// Reads a target and a form.
    fn target(&self, from: &mut Reader<'_>) -> Result<(Target, u32), PackError> {
        let at = from.at();
        let code = from.u32("target")?;
        let (kind, form) = (code & ((1 << KIND_BITS) - 1), code >> KIND_BITS & ((1 << FORM_BITS) - 1));
        let number = code >> (KIND_BITS + FORM_BITS);
        let joint = || self.skeleton.by_file_index(number as usize);
        let target = match kind {
            0 => joint().map(Target::Translation),
            1 => joint().map(Target::Rotation),
            2 => joint().map(Target::Scale),
            3 => self
                .morphs
                .get(number as usize)
                .map(|morph| Target::Morph { instance: morph.instance.0, target: morph.target as u32 }),
            4 => ((number as usize) < self.expressions).then_some(Target::Expression(number)),
            5 => Some(Target::Gaze),
            _ => Some(Target::Unbound { is_rotation: kind == 7 }),
        };
        let what = ["node", "node", "node", "morph target", "expression", "", "", ""];
        let what = what.get(kind as usize).copied().unwrap_or_default();
        let missing = || from.fail_at(at, format!("target is {what} {number}, which does not exist"));
        Ok((target.ok_or_else(missing)?, form))
    }
}

/// Appends a clip and its data.
pub(super) fn write(clip: &Clip, names: &Names<'_>, out: &mut Writer, bits: &mut Writer) {
    bits.align(ALIGNMENT);
    out.text(&clip.name);
    out.numbers(&[clip.start, clip.end]);
    out.count(clip.samples);
    out.count(clip.constants.len());
    out.count(clip.channels.len());
    out.count(clip.segments.len());
    out.u64(bits.len() as u64);
    out.u64(clip.data.len() as u64);
    bits.bytes(&clip.data);
    for (target, constant) in &clip.constants {
        let is_weight = matches!(target, Target::Morph { .. } | Target::Expression(_));
        match constant {
            Value::Vector(v) if is_weight => {
                out.u32(names.code(*target, value::WEIGHT));
                out.numbers(&[v.x]);
            }
            Value::Vector(v) => {
                out.u32(names.code(*target, value::VECTOR));
                out.numbers(&v.to_array());
            }
            Value::Rotation(q) => match pack_still(*q) {
                Some(code) => {
                    out.u32(names.code(*target, value::PACKED));
                    out.u64(code);
                }
                None => {
                    out.u32(names.code(*target, value::ROTATION));
                    out.numbers(&q.to_array());
                }
            },
        }
    }
    for Channel { target, space } in clip.channels.iter() {
        match space {
            Space::Cube(cube) if target.is_rotation() => {
                out.u32(names.code(*target, space::CUBE));
                (cube.low / TURN_CORNER).to_array().iter().for_each(|x| out.u16(*x as i16 as u16));
                out.u16((cube.level / TURN_LEVEL).round() as u16);
            }
            Space::Cube(cube) => {
                out.u32(names.code(*target, space::CUBE));
                out.numbers(&cube.low.extend(cube.level).to_array());
            }
            Space::Spin => out.u32(names.code(*target, space::SPIN)),
        }
    }
    for segment in &clip.segments {
        out.numbers(&[segment.start]);
        out.u32(segment.offset);
    }
    clip.segments.iter().for_each(|segment| out.u16(segment.samples));
    out.align(4);
    events::write(&clip.events, out);
    events::write_root(clip.root_motion.as_ref(), out);
}

/// Reads all clips. Their data stays in `file`, from `bits.start` to `bits.end`.
pub(super) fn read_all(
    mut from: Reader<'_>,
    file: &SharedBytes,
    bits: Range<usize>,
    names: &Names<'_>,
) -> Result<Vec<Clip>, PackError> {
    let count = from.count(LEAST, "clips")?;
    let mut clips = Vec::with_capacity(count);
    // No byte belongs to two clips, so that validation takes time in proportion to the file.
    let mut free = bits.clone();
    for n in 0..count {
        from.location = format!("clip {n}");
        let name = from.text("name")?;
        from.location = format!("clip {n} {}", quoted(&name));
        clips.push(read(&mut from, file, bits.start, &mut free, name, names)?);
    }
    from.location = "clips".into();
    from.finish()?;
    Ok(clips)
}

fn read(
    from: &mut Reader<'_>,
    file: &SharedBytes,
    base: usize,
    free: &mut Range<usize>,
    name: String,
    names: &Names<'_>,
) -> Result<Clip, PackError> {
    let begin = from.at();
    let [start, end] = from.numbers("time")?;
    let samples = from.u32("samples")? as usize;
    let (constants, channels) = (from.u32("constants")? as usize, from.u32("channels")? as usize);
    let (segments, at) = (from.u32("segments")? as usize, from.at());
    let (offset, size) = (from.u64("offset")?, from.u64("size")?);
    let range = usize::try_from(offset).ok().and_then(|offset| base.checked_add(offset));
    let range = range.and_then(|start| Some(start..start.checked_add(usize::try_from(size).ok()?)?));
    let lies = |range: &Range<usize>| range.start >= free.start && range.end <= free.end;
    let data = range.clone().filter(lies).and_then(|range| file.part(range));
    let (Some(data), Some(range)) = (data, range) else {
        let message = format!(
            "{size} bytes of data from byte {offset} of BITS on; expected a range within BITS, after the \
             data of the clip before"
        );
        return Err(from.fail_at(at, message));
    };
    free.start = range.end;
    let mut clip = Clip { name, start, end, samples, data, ..Clip::default() };
    from.room(constants, 8, "constants")?;
    for n in 0..constants {
        clip.constants.push(constant(from, names).map_err(|e| e.within("constant", n))?);
    }
    from.room(channels, 4, "channels")?;
    let mut list = Vec::with_capacity(channels);
    for n in 0..channels {
        list.push(channel(from, names).map_err(|e| e.within("channel", n))?);
    }
    clip.channels = list.into();
    from.room(segments, 10, "segments")?;
    for _ in 0..segments {
        let (start, offset) = (from.f32("start of a segment")?, from.u32("offset of a segment")?);
        clip.segments.push(Segment { start, samples: 0, offset });
    }
    for segment in &mut clip.segments {
        segment.samples = from.u16("samples of a segment")?;
    }
    from.bytes(segments % 2 * 2, "zeros")?;
    clip.events = events::read(from)?;
    clip.root_motion = events::read_root(from)?;
    clip.check().map_err(|invalid| PackError::Invalid {
        byte: invalid.byte.map_or(begin, |byte| range.start + byte),
        location: format!("{}, {}", from.location, invalid.location),
        message: invalid.message,
    })?;
    Ok(clip)
}

fn constant(from: &mut Reader<'_>, names: &Names<'_>) -> Result<(Target, Value), PackError> {
    let (target, form) = names.target(from)?;
    let value = match form {
        value::VECTOR => Value::Vector(Vec3::from_array(from.numbers("value")?)),
        value::WEIGHT => Value::Vector(Vec3::new(from.f32("value")?, 0.0, 0.0)),
        value::PACKED => Value::Rotation(unpack_still(from.u64("value")?)),
        _ => Value::Rotation(Quat::from_array(from.numbers("value")?)),
    };
    Ok((target, value))
}

fn channel(from: &mut Reader<'_>, names: &Names<'_>) -> Result<Channel, PackError> {
    let at = from.at();
    let (target, form) = names.target(from)?;
    let space = match form {
        space::CUBE if !target.is_rotation() => {
            let low = Vec3::from_array(from.numbers("corner")?);
            Space::Cube(Cube { low, level: from.f32("level")? })
        }
        space::CUBE => {
            let mut corner = || Ok(f32::from(from.u16("corner")? as i16) * TURN_CORNER);
            let low = Vec3::new(corner()?, corner()?, corner()?);
            Space::Cube(Cube { low, level: f32::from(from.u16("level")?) * TURN_LEVEL })
        }
        space::SPIN => Space::Spin,
        _ => return Err(from.fail_at(at, format!("space of form {form}; expected 0 or 1"))),
    };
    Ok(Channel { target, space })
}
