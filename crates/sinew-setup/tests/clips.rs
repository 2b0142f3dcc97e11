//! Clips of set-ups: stretches of them, root motion, steps.

use sinew::clip::SampleCursor;
use sinew_setup::{Setup, SetupFile, SetupFiles};
use std::path::{Path, PathBuf};

fn data(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(path)
}

/// The set-up of the built-in character with clips.
fn with_clips(clips: &str) -> Result<Setup, String> {
    let text = format!("(model: \"sinew.vrm\",\n clips: [{clips}])");
    let file = SetupFile::new("test.ron", text, SetupFiles::beside(&data("test.ron")));
    let setup = file.and_then(|file| Setup::from_file(&file));
    setup.map_err(|error| error.to_string())
}

#[test]
fn clips_are_cut_to_a_stretch() {
    let whole = with_clips("").unwrap();
    let of_file =
        with_clips("(file: \"sinew.vrm\", only: [\"run\"], rename: {\"run\": \"cut\"}, trim: (0.1, 0.4))");
    let of_model = with_clips("(only: [\"run\"], rename: {\"run\": \"cut\"}, trim: (0.1, 0.4))");
    for setup in [of_file.unwrap(), of_model.unwrap()] {
        let cut = &setup.clips()[setup.clips().find("cut").unwrap()];
        let run = &whole.clips()[whole.clips().find("run").unwrap()];
        assert!(cut.start() == 0.0 && (cut.end() - 0.3).abs() < 1e-5, "{} {}", cut.start(), cut.end());
        let rest = setup.clips().rest();
        let [mut ours, mut theirs] = [rest.clone(), rest.clone()];
        for time in [0.0, 0.13, 0.3] {
            ours.sample(cut, time, rest, &mut SampleCursor::new());
            theirs.sample(run, time + 0.1, rest, &mut SampleCursor::new());
            for bone in ["hips", "spine", "leftUpperLeg", "rightLowerLeg", "leftUpperArm"] {
                let joint = setup.character().find_joint(bone).unwrap();
                let (ours, theirs) = (ours.local.get(joint), theirs.local.get(joint));
                assert!(ours.rotation.dot(theirs.rotation).abs() > 1.0 - 1e-5, "{time} s: {bone}");
            }
        }
    }
}

#[test]
fn stretches_that_are_not_in_the_clip_are_errors() {
    for (trim, found) in [
        ("(0.4, 0.1)", "0.4 s to 0.1 s"),
        ("(0.2, 0.2)", "0.2 s to 0.2 s"),
        ("(-1, 0.4)", "-1 s to 0.4 s"),
        ("(0.1, 900)", "0.1 s to 900 s"),
        ("(NaN, 0.4)", "NaN s to 0.4 s"),
    ] {
        for source in ["file: \"sinew.vrm\", ", ""] {
            let error = with_clips(&format!("({source}only: [\"run\"], trim: {trim})")).unwrap_err();
            let start = "test.ron: line 2, column ";
            assert!(error.starts_with(start) && error.contains(": clips[0].trim: clip \"run\": "), "{error}");
            assert!(
                error.contains(found) && error.contains("expected two times in ascending order"),
                "{error}"
            );
        }
    }
}

#[test]
fn clips_that_travel_and_steps_out_of_turn_are_findings() {
    let Some(walk) = test_needs::asset("bvh/bandai-namco-1/dataset-1_walk_normal_001.bvh") else { return };
    let open = |how: &str| {
        let text =
            format!("(model: \"sinew.vrm\", clips: [(file: {:?}, {how})])", walk.display().to_string());
        let file = SetupFile::new("walk.ron", text, SetupFiles::beside(&data("walk.ron"))).unwrap();
        let setup = Setup::from_file(&file).unwrap();
        setup.findings().iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    };
    assert!(open("").contains("has no root motion: a loop of it jumps back"), "{}", open(""));
    let feet = open("root_motion: Feet");
    assert!(feet.contains("clips[0].root_motion: ") && feet.contains("expected Hips"), "{feet}");
    let hips = open("root_motion: Hips, compress: 0.5");
    assert!(!hips.contains("root motion") && hips.contains("0.5 m of error can be seen"), "{hips}");
    // In this run the steps of one foot are found alone: a graph that blends it with a walk opens all the same.
    let Some(run) = test_needs::asset("fbx/pab/run.fbx") else { return };
    let text = format!(
        "(model: \"sinew.vrm\",
          clips: [(file: {:?}, rename: {{\"run\": \"dash\"}}, root_motion: Hips, footsteps: true)],
          graph: (parameters: {{\"speed\": Float(0)}}, output: BlendSpace1d(x: \"speed\", points: [
              (0, Clip(clip: \"walk\")), (1, Clip(clip: \"dash\")),
          ])))",
        run.display().to_string()
    );
    let file = SetupFile::new("run.ron", text, SetupFiles::beside(&data("run.ron"))).unwrap();
    let setup = Setup::from_file(&file).unwrap_or_else(|error| panic!("{error}"));
    let found = setup.findings().iter().find(|finding| finding.field == "clips[0].footsteps");
    assert!(found.is_some_and(|found| found.message.contains("do not take turns (left)")), "{found:?}");
    let dash = setup.clips().find("dash").unwrap();
    assert!(setup.clips()[dash].events().sync_markers().is_empty());
    assert!(!setup.clips()[dash].events().is_empty(), "the steps stay as events");
}
