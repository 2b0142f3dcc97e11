//! Footsteps found from the feet: against the built-in character's own events, and on walks of other packs.

use sinew::RawClip;
use sinew::clip::ClipEvents;
use sinew::retarget::{RetargetSettings, add_footsteps, retarget_between};
use sinew_import::{NoFiles, import, import_file};
use sinew_suite::{assets, person};

/// Times of the events called `name`, seconds.
fn times(clip: &RawClip, name: &str) -> Vec<f32> {
    clip.events.points().iter().filter(|event| event.name == name).map(|event| event.time).collect()
}

fn length(clip: &RawClip) -> f32 {
    let track = clip.root_motion.as_ref().expect("root motion");
    let (first, last) = (track.poses()[0], track.poses()[track.poses().len() - 1]);
    (last.position - first.position).z
}

#[test]
fn steps_of_the_built_in_walk_and_run_are_found_again() {
    let imported = import(include_bytes!("../../data/sinew.vrm"), &NoFiles).unwrap();
    for (name, speed_tolerance) in [("walk", 0.05), ("run", 0.2)] {
        let clip = imported.clips.iter().find(|clip| clip.name == name).unwrap();
        let mut found = clip.clone();
        (found.events, found.root_motion) = (ClipEvents::default(), None);
        assert!(add_footsteps(&mut found, &imported.character));
        for event in ["step_left", "step_right"] {
            let (expected, found) = (times(clip, event), times(&found, event));
            assert_eq!((expected.len(), found.len()), (1, 1), "{name}: {event} {expected:?}, {found:?}");
            // A step at the seam of the loop may be found at its end.
            let apart = (expected[0] - found[0]).abs();
            let apart = apart.min(clip.end() - clip.start() - apart);
            assert!(apart < 0.1, "{name}: {event} at {found:?}, not {expected:?}");
        }
        assert_eq!(found.events.sync_markers().len(), 2);
        let share = length(&found) / length(clip);
        assert!(
            (share - 1.0).abs() < speed_tolerance,
            "{name}: {} m, not {} m",
            length(&found),
            length(clip)
        );
        // Once more changes nothing.
        let once = found.clone();
        assert!(add_footsteps(&mut found, &imported.character));
        assert_eq!(once.events, found.events);
    }
}

#[test]
fn clips_without_standing_feet_have_no_steps() {
    let imported = import(include_bytes!("../../data/sinew.vrm"), &NoFiles).unwrap();
    let mut empty = RawClip::default();
    let before = empty.clone();
    assert!(!add_footsteps(&mut empty, &imported.character) || empty.events.points().is_empty());
    assert_eq!(before.root_motion, empty.root_motion);
}

#[test]
fn walks_in_place_of_other_packs_step_in_turn() {
    let Some(assets) = assets() else { return };
    let imported = import_file(assets.join("gltf/kaykit/Knight.glb")).unwrap();
    for name in ["Walking_A", "Walking_B", "Walking_C"] {
        let mut clip = imported.clips.iter().find(|clip| clip.name == name).unwrap().clone();
        assert!(add_footsteps(&mut clip, &imported.character), "{name}");
        let (left, right) = (times(&clip, "step_left"), times(&clip, "step_right"));
        assert_eq!((left.len(), right.len()), (1, 1), "{name}: {left:?}, {right:?}");
        let half = 0.5 * (clip.end() - clip.start());
        assert!(((left[0] - right[0]).abs() - half).abs() < 0.15 * half, "{name}: {left:?}, {right:?}");
        assert!(length(&clip) > 0.4, "{name}: {} m", length(&clip));
    }
}

/// A walk on another body has as many steps as on its own, on the same sides.
#[test]
fn retargeted_walks_have_the_steps_of_their_source() {
    let Some(assets) = assets() else { return };
    let bodies =
        ["", "fbx/pab/arnaud.fbx", "gltf/mannequiny.glb", "gltf/CesiumMan.glb", "vrm/Godette_vrm_v4.vrm"];
    let bodies = bodies.map(|file| (file, person(&assets, file).character));
    for file in [
        "bandai-namco-1/dataset-1_walk_normal_001.bvh",
        "bandai-namco-1/dataset-1_walk_old_001.bvh",
        "bandai-namco-1/dataset-1_run_normal_001.bvh",
        "bandai-namco-2/dataset-2_walk_normal_017.bvh",
        "mass/walk.bvh",
    ] {
        let source = import_file(assets.join("bvh").join(file)).unwrap();
        let clip = source.clips.iter().find(|clip| clip.moves()).unwrap();
        let mut marked = clip.clone();
        assert!(add_footsteps(&mut marked, &source.character), "{file}");
        for (body, character) in &bodies {
            let settings = RetargetSettings::default();
            let (mut other, _) = retarget_between(clip, &source.character, character, &settings).unwrap();
            assert!(add_footsteps(&mut other, character), "{file} on {body}");
            for event in ["step_left", "step_right"] {
                let counts = [&marked, &other].map(|clip| times(clip, event).len());
                println!("{file} on {body:?}, {event}: {counts:?}");
                assert!(counts[0].abs_diff(counts[1]) <= 1, "{file} on {body:?}, {event}: {counts:?}");
            }
        }
    }
}
