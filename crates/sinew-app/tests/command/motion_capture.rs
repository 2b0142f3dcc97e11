//! Files of motion capture: Acclaim with its skeleton beside it, and BVH that is written.

use crate::made::humanoid_bvh;
use crate::run_sinew::{Folder, sinew};

const SKELETON: &str = ":units\n length 0.45\n angle deg\n:root\n order TX TY TZ RX RY RZ\n axis XYZ\n position 0 0 0\n \
    orientation 0 0 0\n:bonedata\nbegin\nname back\ndirection 0 1 0\nlength 15\naxis 0 0 0 XYZ\ndof rx\nend\nbegin\nname leg\n\
    direction 0 -1 0\nlength 15\naxis 0 0 0 XYZ\ndof rx\nend\n:hierarchy\nbegin\nroot back leg\nend\n";
const MOTION: &str =
    ":FULLY-SPECIFIED\n:DEGREES\n1\nroot 0 15 0 0 0 0\nback 0\nleg 0\n2\nroot 0 15 1 0 0 0\nback 30\nleg 9\n";

#[test]
fn a_motion_is_opened_with_the_skeleton_beside_it() {
    let folder = Folder::new("acclaim");
    let motion = folder.file("35_01.amc", MOTION.as_bytes());
    sinew(&["inspect", &motion]).failed(1, &["35_01.amc", "\"35_01.asf\", \"35.asf\"", "missing-file"]);
    let skeleton = folder.file("35.asf", SKELETON.as_bytes());
    let contents = sinew(&["inspect", &motion, "--json"]).json();
    assert_eq!((&contents["format"], contents["clips"].as_array().unwrap().len()), (&"amc".into(), 1));
    let contents = sinew(&["inspect", &skeleton, "--json"]).json();
    assert_eq!((&contents["format"], contents["clips"].as_array().unwrap().len()), (&"asf".into(), 0));
    let out = folder.path("run.glb");
    let run = sinew(&["convert", &motion, "-o", &out]);
    assert!(run.code == 0 && run.err.contains("120 frames per second are assumed"), "{}", run.err);
    let clip = |call: &[&str]| sinew(call).json()["clips"][0].clone();
    let end = |call: &[&str]| clip(call)["end"].as_f64().or_else(|| clip(call)["seconds"].as_f64()).unwrap();
    let at_50 = end(&["inspect", &motion, "--amc-fps", "50", "--json"]);
    assert!((at_50 - 0.02).abs() < 1e-6, "{at_50}");
    // A folder is searched for them.
    let run = sinew(&["check", &folder.path(""), "--json"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let checked = run.json();
    let text = checked.to_string();
    assert!(["35_01.amc", "35.asf", "run.glb"].iter().all(|name| text.contains(name)), "{text}");
}

#[test]
fn a_clip_is_written_as_bvh() {
    let folder = Folder::new("bvh_out");
    let (walk, out) = (folder.file("walk.bvh", humanoid_bvh(20, 0.05).as_bytes()), folder.path("out.bvh"));
    let run = sinew(&["convert", &walk, "-o", &out]);
    assert_eq!(run.code, 0, "{}", run.err);
    let text = std::fs::read_to_string(&out).unwrap();
    // Keys a twentieth of a second apart get frames between them.
    assert!(text.contains("Frames: 39\nFrame Time: 0.02500000\n"), "{text}");
    let run = sinew(&["convert", "#walk", "--fps", "30", "-o", &out]);
    assert_eq!(run.code, 0, "{}", run.err);
    let text = std::fs::read_to_string(&out).unwrap();
    assert!(text.starts_with("HIERARCHY\nROOT ") && text.contains("Frame Time: 0.03333333\n"));
    let contents = sinew(&["inspect", &out, "--json"]).json();
    assert_eq!(contents["format"], "bvh");
    sinew(&["bake", &walk, "-o", &folder.path("a.bvh")])
        .failed(2, &["expected a name ending in .glb, .gltf or .vrm"]);
    let onto = folder.path("onto.bvh");
    let run = sinew(&["retarget", &walk, "--onto", &out, "-o", &onto]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(std::fs::read_to_string(&onto).unwrap().contains("MOTION\nFrames: "));
}
