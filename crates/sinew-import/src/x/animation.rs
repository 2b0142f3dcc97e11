//! Animation sets of .x files as clips.

use super::frame::Scene;
use super::mirror;
use super::source::Source;
use crate::ImportError;
use sinew::clip::{Interpolation, JointTrack, Track};
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::{JointId, RawClip, Transform};
use std::sync::Arc;

/// Default number of ticks per second.
const DEFAULT_TICKS_PER_SECOND: f64 = 4800.0;

/// Reads all animation sets, in the file's order. Joint indices are node indices.
pub(super) fn read(source: &mut Source<'_>, scene: &mut Scene) -> Result<Vec<RawClip>, ImportError> {
    let rate = source.tree.all().find(|(_, o)| o.is("AnimTicksPerSecond"));
    let rate = rate.and_then(|(_, o)| o.numbers.first()).copied().filter(|r| *r > 0.0 && r.is_finite());
    let sets = source.tree.all().filter(|(_, o)| o.is("AnimationSet")).map(|(n, _)| n).collect::<Vec<_>>();
    let mut clips = Vec::with_capacity(sets.len());
    for set in sets {
        let Some(object) = source.tree.get(set) else { continue };
        let mut clip = RawClip { name: object.name.clone(), ..RawClip::default() };
        let animations: Vec<usize> = source.tree.children(set).collect();
        for number in animations {
            if source.tree.get(number).is_some_and(|o| o.is("Animation")) {
                read_animation(source, scene, number, rate.unwrap_or(DEFAULT_TICKS_PER_SECOND), &mut clip)?;
            }
        }
        clips.push(clip);
    }
    Ok(clips)
}

fn read_animation(
    source: &mut Source<'_>,
    scene: &mut Scene,
    number: usize,
    rate: f64,
    clip: &mut RawClip,
) -> Result<(), ImportError> {
    let Some(location) = source.tree.get(number).map(|o| o.location.clone()) else { return Ok(()) };
    // The target frame: a reference or, which the format allows, a nested frame.
    let referenced = source.tree.references(number).next().map(str::to_owned);
    let nested = source.tree.child(number, "Frame").and_then(|f| source.tree.get(f)).map(|o| o.name.clone());
    let by_guid = referenced.as_deref().and_then(|n| source.tree.by_name(n)).and_then(|o| source.tree.get(o));
    let name = by_guid.filter(|o| o.is("Frame")).map(|o| o.name.clone()).or(referenced).or(nested);
    let Some(name) = name else {
        source.report.warn("channel-target", location, "the animation references no frame; it is left out");
        return Ok(());
    };
    let mut track = JointTrack::new(JointId(0));
    let keys: Vec<usize> = source.tree.children(number).collect();
    for key in keys {
        if !source.tree.get(key).is_some_and(|o| o.is("AnimationKey")) {
            continue;
        }
        if let Err(error) = read_keys(source, key, rate, &mut track) {
            source.report.recovered(error.unless_too_large()?, "the keys are left out");
        }
    }
    if track.translation.is_none() && track.rotation.is_none() && track.scale.is_none() {
        return Ok(());
    }
    // A file with animations only does not contain the frames.
    let first =
        |t: &Option<Track<Vec3>>, or| t.as_ref().and_then(|t| t.values().first()).copied().unwrap_or(or);
    let rest = Transform {
        translation: first(&track.translation, Vec3::ZERO),
        rotation: track.rotation.as_ref().and_then(|t| t.values().first()).copied().unwrap_or(Quat::IDENTITY),
        scale: first(&track.scale, Vec3::ONE),
    };
    track.joint = JointId(scene.node_by_name(source, &name, rest.to_affine(), &location)? as u32);
    source.budget.take(1, 4 * size_of::<JointTrack>(), &location)?;
    clip.joints.push(track);
    Ok(())
}

/// Reads one AnimationKey into `track`. Matrix keys are decomposed to translation, rotation and scale.
fn read_keys(
    source: &mut Source<'_>,
    number: usize,
    rate: f64,
    track: &mut JointTrack,
) -> Result<(), ImportError> {
    let Some(object) = source.tree.get(number) else { return Ok(()) };
    let location = object.location.as_str();
    let fail = |message: String| ImportError::new("x", location, message);
    let [kind, count, rest @ ..] = object.numbers.as_slice() else {
        return Err(fail("the key type or count is missing".into()));
    };
    // Each key declares its number of values; it is the same for all keys.
    let declared = rest.get(1).copied().unwrap_or(0.0);
    let kind = if *kind == 3.0 && declared == 16.0 { 4 } else { *kind as i64 };
    let width: usize = match kind {
        0 => 4,
        1 | 2 => 3,
        4 => 16,
        other => return Err(fail(format!("key type {other} is unknown; expected 0, 1, 2, 3 or 4"))),
    };
    let row = width + 2;
    let count = if *count >= 0.0 { *count as usize } else { 0 };
    let keys = rest.get(..count.saturating_mul(row)).ok_or_else(|| {
        fail(format!("{count} keys need {row} numbers each; the object has {}", rest.len()))
    })?;
    let keys: Vec<&[f64]> = keys.chunks_exact(row).collect();
    if let Some(n) = keys.iter().position(|key| key.get(1) != Some(&(width as f64))) {
        return Err(fail(format!("key {n} does not have {width} values")));
    }
    if let Some(n) = keys.iter().position(|key| key.iter().any(|v| !(*v as f32).is_finite())) {
        return Err(ImportError::new("not-finite", location, format!("key {n} is not finite")));
    }
    if keys.is_empty() {
        return Ok(());
    }
    source.budget.take(count, 2 * size_of::<Transform>() + 16, location)?;
    let times: Arc<[f32]> =
        keys.iter().map(|key| (key.first().copied().unwrap_or(0.0) / rate) as f32).collect();
    let at = |key: &[f64], n: usize| key.get(n + 2).copied().unwrap_or(0.0) as f32;
    let vector = |key: &&[f64]| Vec3::new(at(key, 0), at(key, 1), at(key, 2));
    let linear = |times: &Arc<[f32]>, values| {
        Track::new(Interpolation::Linear, 1, times.clone(), values)
            .map_err(|e| ImportError::new("track", location, e.to_string()))
    };
    match kind {
        0 => {
            let rotations = keys.iter().map(|k| mirror::rotation([at(k, 0), at(k, 1), at(k, 2), at(k, 3)]));
            let rotations = same_hemisphere(rotations.map(unit));
            let rotations = Track::new(Interpolation::Linear, 1, times, rotations);
            track
                .rotation
                .get_or_insert(rotations.map_err(|e| ImportError::new("track", location, e.to_string()))?);
        }
        1 => drop(track.scale.get_or_insert(linear(&times, keys.iter().map(vector).collect())?)),
        2 => {
            let points = keys.iter().map(vector).map(mirror::point).collect();
            track.translation.get_or_insert(linear(&times, points)?);
        }
        _ => {
            let matrices = keys.iter().map(|key| mirror::matrix(key.get(2..).unwrap_or_default()));
            let poses: Vec<Transform> = matrices.map(|m: Affine3A| Transform::from_affine(&m)).collect();
            track.translation = Some(linear(&times, poses.iter().map(|t| t.translation).collect())?);
            track.scale = Some(linear(&times, poses.iter().map(|t| t.scale).collect())?);
            let rotations = same_hemisphere(poses.iter().map(|t| t.rotation));
            let rotations = Track::new(Interpolation::Linear, 1, times, rotations);
            track.rotation = Some(rotations.map_err(|e| ImportError::new("track", location, e.to_string()))?);
        }
    }
    Ok(())
}

fn unit(q: Quat) -> Quat {
    // Squares of 32-bit floats may overflow.
    let length = q.as_dquat().length();
    if length > 0.0 { (q.as_dquat() / length).as_quat() } else { Quat::IDENTITY }
}

/// Negates quaternions so that each is in the hemisphere of the previous one.
fn same_hemisphere(rotations: impl Iterator<Item = Quat>) -> Vec<Quat> {
    let mut previous = Quat::IDENTITY;
    let aligned = rotations.map(|rotation| {
        previous = if rotation.dot(previous) < 0.0 { -rotation } else { rotation };
        previous
    });
    aligned.collect()
}
