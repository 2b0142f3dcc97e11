//! Characters and clips of the tests, and comparison of their poses.

use crate::assets;
use sinew::glam::{Quat, Vec3};
use sinew::{Character, JointId, LocalPose, ModelPose, RawClip, SampleCursor};
use sinew_author::clip::TransferredClip;
use sinew_import::{Imported, import};
use std::path::Path;

/// Files with clips, of several rigs and formats.
const ANIMATED: [&str; 9] = [
    "gltf/kaykit/Knight.glb",
    "gltf/mannequiny.glb",
    "gltf/Fox.glb",
    "gltf/CesiumMan.glb",
    "x/tiny/tiny.x",
    "fbx/pab/run.fbx",
    "bvh/threejs_pirouette.bvh",
    "bvh/bandai-namco-1/dataset-1_kick_normal_001.bvh",
    "bvh/mass/walk.bvh",
];

/// Recordings of people.
pub(crate) const CAPTURES: [&str; 9] = [
    "bvh/bandai-namco-1/dataset-1_walk_normal_001.bvh",
    "bvh/bandai-namco-1/dataset-1_run_normal_001.bvh",
    "bvh/bandai-namco-1/dataset-1_walk-left_normal_001.bvh",
    "bvh/bandai-namco-1/dataset-1_kick_normal_001.bvh",
    "bvh/bandai-namco-2/dataset-2_walk_normal_017.bvh",
    "bvh/bandai-namco-2/dataset-2_walk-turn-left_active_029.bvh",
    "bvh/cmu/01_01.bvh",
    "bvh/mass/walk.bvh",
    "bvh/threejs_pirouette.bvh",
];

fn open(path: &Path) -> Imported {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    import(&bytes, &assets::files_beside(path)).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The built-in character with its clips.
pub(crate) fn built_in() -> Imported {
    open(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/sinew.vrm"))
}

pub(crate) fn clip<'a>(file: &'a Imported, name: &str) -> &'a RawClip {
    file.clips.iter().find(|clip| clip.name == name).unwrap()
}

/// A shared file, where the test assets are.
pub(crate) fn shared(name: &str) -> Option<Imported> {
    Some(open(&assets::root()?.join(name)))
}

/// The built-in character, the same turned to face elsewhere, and shared files: each with its name, and at most
/// six of its clips, of at most ten seconds.
pub(crate) fn animated() -> Vec<(String, Imported)> {
    let mut files = vec![("built-in".to_owned(), built_in())];
    files.extend(
        [180.0f32, 90.0].map(|degrees| (format!("built-in, {degrees}°"), turned(built_in(), degrees))),
    );
    files.extend(ANIMATED.into_iter().filter_map(|name| Some((name.to_owned(), shared(name)?))));
    files.extend(idle_of_a_vrm_0_body());
    for (_, file) in &mut files {
        file.clips.retain(RawClip::moves);
        file.clips.truncate(6);
        for clip in &mut file.clips {
            let (start, end) = (clip.start(), clip.end());
            if end - start > 10.0 {
                *clip = clip.trimmed(start, start + 10.0).unwrap();
            }
        }
    }
    files
}

/// A VRM 0.x body, which faces -Z in its file, with the motion of a `.vrma` file.
fn idle_of_a_vrm_0_body() -> Option<(String, Imported)> {
    let (mut body, motion) = (shared("vrm/Godette_vrm_v4.vrm")?, shared("vrm/three-vrm_test.vrma")?);
    let clips = motion.clips.iter().map(|clip| {
        TransferredClip::new(clip, &motion.character, &body.character).map(|transferred| transferred.clip)
    });
    body.clips = clips.collect::<Result<_, _>>().unwrap();
    Some(("Godette".to_owned(), body))
}

/// A file whose character faces `degrees` from +Z to +X, with clips that go where it faces.
pub(crate) fn turned(mut file: Imported, degrees: f32) -> Imported {
    let turn = Quat::from_rotation_y(degrees.to_radians());
    let skeleton = file.character.skeleton();
    let roots: Vec<JointId> = skeleton.joints().filter(|joint| skeleton.parent(*joint).is_none()).collect();
    let character = file.character.edited(|parts| {
        let mut rest = parts.skeleton.rest().to_vec();
        for root in &roots {
            let root = &mut rest[root.index()];
            (root.translation, root.rotation) = (turn * root.translation, turn * root.rotation);
        }
        parts.skeleton.set_rest(rest);
    });
    file.character = character.unwrap();
    for clip in &mut file.clips {
        clip.root_motion = clip.root_motion.as_ref().map(|track| track.turned(turn));
        for track in clip.joints.iter_mut().filter(|track| roots.contains(&track.joint)) {
            track.translation.iter_mut().for_each(|keys| keys.map_values(|at| turn * at));
            track.rotation.iter_mut().for_each(|keys| keys.map_values(|q| turn * q));
        }
    }
    file
}

/// Positions of all joints of a clip at a time, in the world of its root motion.
pub(crate) fn positions(character: &Character, clip: &RawClip, time: f32) -> Vec<Vec3> {
    let skeleton = character.skeleton();
    let (mut local, mut model) = (LocalPose::rest(skeleton), ModelPose::rest(skeleton));
    clip.sample_joints(time, &mut SampleCursor::new(), &mut local);
    model.update(skeleton, &local);
    let root = clip.root_motion.as_ref().map(|track| track.sample(time).to_affine()).unwrap_or_default();
    model.as_slice().iter().map(|joint| root.transform_point3(joint.translation.into())).collect()
}

/// Largest distance of two lists of positions.
pub(crate) fn apart(a: &[Vec3], b: &[Vec3]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max)
}

/// Times within a clip, between its keys mostly.
pub(crate) fn times(clip: &RawClip, count: usize) -> impl Iterator<Item = f32> + use<> {
    let (start, end) = (clip.start(), clip.end());
    (0..count).map(move |n| start + (end - start) * (n as f32 + 0.013) / count as f32)
}
