//! Animation sets as clips.

use super::frame::Scene;
use super::{Source, mirror};
use crate::ImportError;
use sinew::clip::{Interpolation, JointTrack, Track};
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::{JointIndex, RawClip, Transform};
use std::sync::Arc;

/// Ticks a second where the file does not say.
const TICKS: f64 = 4800.0;

/// All animation sets, in the file's order. Joint numbers are those of nodes.
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
                read_animation(source, scene, number, rate.unwrap_or(TICKS), &mut clip)?;
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
    let Some(place) = source.tree.get(number).map(|o| o.place.clone()) else { return Ok(()) };
    // The frame it moves, by reference or, which the rules allow, within.
    let named = source.tree.references(number).next().map(str::to_owned);
    let within = source.tree.child(number, "Frame").and_then(|f| source.tree.get(f)).map(|o| o.name.clone());
    let by_guid = named.as_deref().and_then(|n| source.tree.by_name(n)).and_then(|o| source.tree.get(o));
    let name = by_guid.filter(|o| o.is("Frame")).map(|o| o.name.clone()).or(named).or(within);
    let Some(name) = name else {
        source.report.warn("channel-target", place, "it moves no frame; left out");
        return Ok(());
    };
    let mut track = JointTrack::new(JointIndex(0));
    let keys: Vec<usize> = source.tree.children(number).collect();
    for key in keys {
        if !source.tree.get(key).is_some_and(|o| o.is("AnimationKey")) {
            continue;
        }
        if let Err(error) = read_keys(source, key, rate, &mut track) {
            source.report.caught(error.unless_too_large()?, "its keys are left out");
        }
    }
    if track.translation.is_none() && track.rotation.is_none() && track.scale.is_none() {
        return Ok(());
    }
    // In a file of motion alone the frames stand in the file that is moved.
    let first =
        |t: &Option<Track<Vec3>>, or| t.as_ref().and_then(|t| t.values().first()).copied().unwrap_or(or);
    let rest = Transform {
        translation: first(&track.translation, Vec3::ZERO),
        rotation: track.rotation.as_ref().and_then(|t| t.values().first()).copied().unwrap_or(Quat::IDENTITY),
        scale: first(&track.scale, Vec3::ONE),
    };
    track.joint = JointIndex(scene.named(source, &name, rest.to_affine(), &place)? as u32);
    source.budget.take(1, 4 * size_of::<JointTrack>(), &place)?;
    clip.joints.push(track);
    Ok(())
}

/// Reads one AnimationKey into the track it is for. Matrices are taken apart and stand for all three.
fn read_keys(
    source: &mut Source<'_>,
    number: usize,
    rate: f64,
    track: &mut JointTrack,
) -> Result<(), ImportError> {
    let Some(object) = source.tree.get(number) else { return Ok(()) };
    let place = object.place.as_str();
    let fail = |message: String| ImportError::new("x", place, message);
    let [kind, count, rest @ ..] = object.numbers.as_slice() else {
        return Err(fail("keys without their type and count".into()));
    };
    // Every key says how many numbers it has; they are the same for all.
    let stated = rest.get(1).copied().unwrap_or(0.0);
    let kind = if *kind == 3.0 && stated == 16.0 { 4 } else { *kind as i64 };
    let width: usize = match kind {
        0 => 4,
        1 | 2 => 3,
        4 => 16,
        other => return Err(fail(format!("keys of type {other}; known are 0 to 4"))),
    };
    let row = width + 2;
    let count = if *count >= 0.0 { *count as usize } else { 0 };
    let keys = rest.get(..count.saturating_mul(row)).ok_or_else(|| {
        fail(format!("{count} keys of {row} numbers are promised, {} numbers are there", rest.len()))
    })?;
    let keys: Vec<&[f64]> = keys.chunks_exact(row).collect();
    if let Some(n) = keys.iter().position(|key| key.get(1) != Some(&(width as f64))) {
        return Err(fail(format!("key {n} does not have {width} numbers")));
    }
    if let Some(n) = keys.iter().position(|key| key.iter().any(|v| !(*v as f32).is_finite())) {
        return Err(ImportError::new("not-finite", place, format!("key {n} is not finite")));
    }
    if keys.is_empty() {
        return Ok(());
    }
    source.budget.take(count, 2 * size_of::<Transform>() + 16, place)?;
    let times: Arc<[f32]> =
        keys.iter().map(|key| (key.first().copied().unwrap_or(0.0) / rate) as f32).collect();
    let at = |key: &[f64], n: usize| key.get(n + 2).copied().unwrap_or(0.0) as f32;
    let vector = |key: &&[f64]| Vec3::new(at(key, 0), at(key, 1), at(key, 2));
    let linear = |times: &Arc<[f32]>, values| {
        Track::new(Interpolation::Linear, 1, times.clone(), values)
            .map_err(|e| ImportError::new("track", place, e.to_string()))
    };
    match kind {
        0 => {
            let turns = keys.iter().map(|k| mirror::rotation([at(k, 0), at(k, 1), at(k, 2), at(k, 3)]));
            let turns = near_neighbours(turns.map(unit));
            let turns = Track::new(Interpolation::Linear, 1, times, turns);
            track.rotation.get_or_insert(turns.map_err(|e| ImportError::new("track", place, e.to_string()))?);
        }
        1 => drop(track.scale.get_or_insert(linear(&times, keys.iter().map(vector).collect())?)),
        2 => {
            let places = keys.iter().map(vector).map(mirror::point).collect();
            track.translation.get_or_insert(linear(&times, places)?);
        }
        _ => {
            let matrices = keys.iter().map(|key| mirror::matrix(key.get(2..).unwrap_or_default()));
            let poses: Vec<Transform> = matrices.map(|m: Affine3A| Transform::from_affine(&m)).collect();
            track.translation = Some(linear(&times, poses.iter().map(|t| t.translation).collect())?);
            track.scale = Some(linear(&times, poses.iter().map(|t| t.scale).collect())?);
            let turns = near_neighbours(poses.iter().map(|t| t.rotation));
            let turns = Track::new(Interpolation::Linear, 1, times, turns);
            track.rotation = Some(turns.map_err(|e| ImportError::new("track", place, e.to_string()))?);
        }
    }
    Ok(())
}

fn unit(q: Quat) -> Quat {
    if q.length_squared() > 0.0 { q.normalize() } else { Quat::IDENTITY }
}

/// Rotations, each in the hemisphere of the one before.
fn near_neighbours(turns: impl Iterator<Item = Quat>) -> Vec<Quat> {
    let mut before = Quat::IDENTITY;
    let near = turns.map(|turn| {
        before = if turn.dot(before) < 0.0 { -turn } else { turn };
        before
    });
    near.collect()
}
