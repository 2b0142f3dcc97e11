//! BVH files with their offsets among the positions.

use crate::assets;
use sinew::Character;
use sinew::clip::RawClip;
use sinew::pose::{LocalPose, ModelPose};
use sinew::retarget::{RetargetSettings, retarget_between};
use sinew_import::{Imported, NoFiles, import};
use std::fmt::Write as _;

const BODY: &[u8] = include_bytes!("../../../../data/sinew.vrm");

fn read(text: &str) -> Imported {
    import(text.as_bytes(), &NoFiles).unwrap()
}

/// `text` with zeros for the `OFFSET`s, which become positions of all joints but the end sites.
fn with_zero_offsets(text: &str) -> String {
    let (hierarchy, motion) = text.split_once("MOTION").unwrap();
    let mut result = String::new();
    // Offset of each joint, and its number of channels.
    let mut joints: Vec<([f32; 3], usize)> = Vec::new();
    let (mut offset, mut is_root) = ([0.0; 3], true);
    for line in hierarchy.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.first() {
            Some(&"OFFSET") => {
                offset = [1, 2, 3].map(|n| words[n].parse().unwrap());
                result += if is_root { line } else { "OFFSET 0 0 0" };
                result += "\n";
            }
            Some(&"CHANNELS") if !is_root => {
                joints.push((offset, words.len() - 2));
                let channels = words[2..].join(" ");
                let _ =
                    writeln!(result, "CHANNELS {} {channels} Xposition Yposition Zposition", words.len() + 1);
            }
            word => {
                is_root &= word != Some(&"CHANNELS");
                joints.extend((word == Some(&"CHANNELS")).then(|| ([f32::NAN; 3], words.len() - 2)));
                let _ = writeln!(result, "{line}");
            }
        }
    }
    let mut lines = motion.trim_start().lines();
    let head: Vec<&str> = lines.by_ref().take(2).collect();
    let _ = write!(result, "MOTION\n{}\n", head.join("\n"));
    for line in lines {
        let mut numbers = line.split_whitespace();
        for (offset, channels) in &joints {
            numbers.by_ref().take(*channels).for_each(|number| result += &format!("{number} "));
            if !offset[0].is_nan() {
                let _ = write!(result, "{} {} {} ", offset[0], offset[1], offset[2]);
            }
        }
        result += "\n";
    }
    result
}

/// Positions of all joints of a character in the poses of a clip.
fn joint_positions(character: &Character, clip: &RawClip) -> Vec<sinew::glam::Vec3> {
    let skeleton = character.skeleton();
    let (mut pose, mut model) = (LocalPose::rest(skeleton), ModelPose::rest(skeleton));
    let mut all = Vec::new();
    for step in 0..20 {
        let time = clip.start() + (clip.end() - clip.start()) * step as f32 / 20.0;
        clip.sample_joints(time, &mut Default::default(), &mut pose);
        model.update(skeleton, &pose);
        all.extend(model.as_slice().iter().map(|joint| sinew::glam::Vec3::from(joint.translation)));
    }
    all
}

/// Asserts that both files have the same T-pose and the same motion on the built-in body.
fn assert_same(name: &str, plain: &Imported, zero: &Imported) {
    let bones = |imported: &Imported| imported.character.humanoid().unwrap().named_bones.clone();
    assert_eq!(bones(plain), bones(zero), "{name}");
    let (a, b) = (plain.character.reference_model(), zero.character.reference_model());
    let skeleton = plain.character.skeleton();
    for joint in 0..skeleton.len() {
        // Nothing tells the lengths of end sites.
        let is_end = skeleton.joints().all(|other| skeleton.parent(other).map(|p| p.index()) != Some(joint));
        let apart = a[joint].translation.distance(b[joint].translation);
        assert!(is_end || apart < 1e-3, "{name}: joint {joint} is {apart} m apart");
    }
    let body = import(BODY, &NoFiles).unwrap().character;
    let on_body = |imported: &Imported| {
        let clip =
            retarget_between(&imported.clips[0], &imported.character, &body, &RetargetSettings::default());
        joint_positions(&body, &clip.unwrap().0)
    };
    let (plain, zero) = (on_body(plain), on_body(zero));
    let apart = plain.iter().zip(&zero).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
    assert!(apart < 1e-3, "{name}: {apart} m apart");
}

#[test]
fn captures_without_offsets_are_as_those_with_them() {
    let Some(root) = assets::root() else { return };
    let text = |path: &str| std::fs::read_to_string(root.join(path)).unwrap();
    let folder = "reports/bvh-zero-offsets";
    let plain = read(&text(&format!("{folder}/plain.bvh")));
    assert_same("zero.bvh", &plain, &read(&text(&format!("{folder}/zero.bvh"))));
    for path in ["bvh/cmu/01_01.bvh", "bvh/mass/walk.bvh", "bvh/threejs_pirouette.bvh"] {
        let text = text(path);
        assert_same(path, &read(&text), &read(&with_zero_offsets(&text)));
    }
}
