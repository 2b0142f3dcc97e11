//! `sinew check --motion`.

use crate::made::humanoid_bvh;
use crate::run_sinew::{Folder, sinew};

#[test]
fn faults_of_motion_are_warnings_with_their_clips_and_times() {
    let folder = Folder::new("check-motion");
    // Joints turn at random from frame to frame.
    let file = folder.file("shaken.bvh", humanoid_bvh(40, 0.02).as_bytes());
    let found = |options: &[&str]| {
        sinew(&[&["check", &file, "--json"], options].concat()).json()["files"][0]["findings"].clone()
    };
    let is_motion = |finding: &serde_json::Value| finding["place"].as_str().unwrap().starts_with("clip 0 ");
    assert!(!found(&[]).as_array().unwrap().iter().any(is_motion));
    let motion = found(&["--motion"]);
    let faults: Vec<_> = motion.as_array().unwrap().iter().filter(|finding| is_motion(finding)).collect();
    assert!(!faults.is_empty() && faults.iter().all(|fault| fault["severity"] == "warning"), "{motion}");
    // The walk of the built-in character is clean.
    let walk = folder.path("walk.glb");
    assert_eq!(sinew(&["convert", "#walk", "-o", &walk]).code, 0);
    let walk = sinew(&["check", &walk, "--motion", "--json"]).json()["files"][0]["findings"].clone();
    assert!(!walk.as_array().unwrap().iter().any(is_motion), "{walk}");
}
