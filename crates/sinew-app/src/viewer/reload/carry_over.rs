//! State of an actor that goes on in an actor whose files were read anew, by the names of what both have.

use crate::viewer::transport;
use sinew::Actor;
use sinew::Character;
use sinew::character::MeshInstanceId;
use sinew::face::EmotionFade;
use sinew::rig::{IkGoal, IkTarget};
use sinew::surface::wrinkle::WrinkleState;
use sinew_setup::FaceSetupDescription;
use std::collections::BTreeMap;

/// State of an actor that its files gave it, which the files that were read anew may change.
pub(super) struct FilesBefore<'a> {
    pub(super) had_graph: bool,
    /// Meshes that were shown.
    pub(super) visible: &'a [bool],
    pub(super) face: &'a FaceSetupDescription,
    /// Clip that a set-up plays now, where it is another one than before.
    pub(super) plays: Option<&'a str>,
}

/// Adds the clips that were added to an actor with `file_clips` clips of its files to one whose files were read anew, and sets its level of
/// detail: nothing where that has other joints.
pub(super) fn carry_clips(before: &Actor, now: &mut Actor, file_clips: usize) {
    if !has_same_joints(before, now) {
        return;
    }
    for clip in before.clips().iter().skip(file_clips) {
        if now.clips().find(clip.name()).is_err() {
            // The clip was made for the same joints.
            let _ = now.add_clip(clip.clone());
        }
    }
    now.set_lod(before.lod().cloned());
}

fn has_same_joints(before: &Actor, now: &Actor) -> bool {
    before.character().skeleton().fingerprint() == now.character().skeleton().fingerprint()
}

/// Carries over playback, face, meshes and springs.
pub(super) fn carry_over(before: &Actor, now: &mut Actor, files: &FilesBefore<'_>) {
    if has_same_joints(before, now)
        && let (Some(springs), Some(new)) = (before.springs(), now.springs().map(|state| state.rig().clone()))
    {
        let (mut springs, character) = (springs.clone(), now.character().clone());
        if springs.set_rig(new, &character).is_ok() {
            now.springs_mut().into_iter().for_each(|state| *state = springs.clone());
        }
    }
    playback(before, now, files);
    face(before, now, files.face);
    meshes(before, now, files.visible);
    now.set_constraints_enabled(before.constraints_enabled());
}

/// Goes on with the clip of the same name at the same time, or with the graph.
fn playback(before: &Actor, now: &mut Actor, files: &FilesBefore<'_>) {
    if let (Some(graph), Some(_)) = (before.graph(), now.graph()) {
        let (saved, clips) = (graph.save(before.clips()), now.clips().clone());
        now.graph_mut().into_iter().for_each(|graph| drop(graph.restore(&saved, &clips)));
        return;
    }
    if now.graph().is_some() && !files.had_graph {
        return;
    }
    if files.plays.is_some_and(|clip| now.play(clip).is_ok()) {
        return;
    }
    let Some(playback) = before.playback() else { return now.stop() };
    let (name, time) = (before.clips()[playback.clip()].name(), transport::clip_time(before));
    let (speed, wrap) = (playback.speed, playback.wrap);
    // A clip that the files have lost leaves the one that they begin with.
    let Ok(plays) = now.play(name) else { return };
    plays.speed(speed).wrap(wrap);
    if let Some((time, ..)) = time {
        transport::seek(now, time);
    }
}

/// Goes on with blinks, movements of the eyes and the emotion, where they are not those of the files.
fn face(before: &Actor, now: &mut Actor, described: &FaceSetupDescription) {
    let Some((before, now)) = before.face().zip(now.face_mut()) else { return };
    if before.blinks().is_some() != described.blinks {
        now.set_blinks(before.blinks().cloned());
    }
    if before.eye_movements().is_some() != described.eye_movements {
        now.set_eye_movements(before.eye_movements().cloned());
    }
    let of_files = described.emotion.as_ref().map(|(emotion, intensity)| (emotion.as_str(), *intensity));
    match before.emotion() {
        Some((emotion, intensity)) if of_files != Some((emotion, intensity)) => {
            // A face that has lost the emotion goes without.
            let _ = now.set_emotion(emotion, EmotionFade::new(0.0).with_intensity(intensity));
        }
        None if of_files.is_some() => now.clear_emotion(EmotionFade::new(0.0)),
        _ => {}
    }
}

/// Sets the intensity and the regions by hand of the wrinkles of another state, by the names of what both have.
pub(in crate::viewer) fn continue_wrinkles(before: &WrinkleState, now: &mut WrinkleState) {
    now.set_intensity(before.intensity());
    let map = before.map();
    for (l, layer) in map.layers().iter().enumerate() {
        for (r, region) in map.regions().iter().enumerate() {
            if let Some(strength) = before.region_by_hand(l, r) {
                now.set_region_of_layer(&layer.name, &region.name, Some(strength));
            }
        }
    }
}

/// Name of the node of a mesh instance, and its number among those of the name.
fn names(character: &Character) -> Vec<(&str, usize)> {
    let mut counts = BTreeMap::new();
    let name = |id: MeshInstanceId| character.skeleton().name(character.mesh_instances()[id].node);
    let numbered = character.mesh_instance_ids().map(name).map(|name| {
        let count = counts.entry(name).or_insert(0);
        *count += 1;
        (name, *count)
    });
    numbered.collect()
}

/// Skins meshes as before, and shows and hides those that were shown or hidden by hand.
fn meshes(before: &Actor, now: &mut Actor, visible: &[bool]) {
    let (old, new) = (before.character().clone(), now.character().clone());
    let before_names = names(&old);
    for (id, name) in new.mesh_instance_ids().zip(names(&new)) {
        let Some(number) = before_names.iter().position(|other| *other == name) else { continue };
        let Some(of_before) = old.mesh_instance_ids().nth(number) else { continue };
        now.meshes_mut().set_skinning(id, before.meshes().skinning(of_before));
        let is_visible = before.frame().is_visible(of_before);
        if visible.get(number).is_some_and(|visible| *visible != is_visible) {
            now.meshes_mut().set_visible(id, is_visible);
        }
    }
}

/// Goals at points that were dragged, by the names of their effectors; those on items are the files'.
pub(super) fn goals(actor: &Actor) -> Vec<(String, IkGoal)> {
    let goals = actor.ik().into_iter().flat_map(|ik| {
        ik.rig().effectors().filter_map(move |(effector, name)| Some((name.to_owned(), *ik.goal(effector)?)))
    });
    let goals = goals.filter(|(_, goal)| matches!(goal.target, IkTarget::World(_) | IkTarget::Model(_)));
    goals.collect()
}

/// Sets goals; those of effectors that the rig lacks are dropped.
pub(super) fn set_goals(actor: &mut Actor, goals: Vec<(String, IkGoal)>) {
    let Some(ik) = actor.ik_mut() else { return };
    for (effector, goal) in goals {
        let _ = ik.set_goal(effector.as_str(), goal);
    }
    ik.snap();
}
