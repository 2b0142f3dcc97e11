//! Maps the joints of a skeleton to human bones, whatever their names.
//!
//! `cargo run --example find_bones -- [FILE]`

use sinew::humanoid::Humanoid;
use sinew_import::{NoFiles, import};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args().nth(1).unwrap_or("data/sinew.vrm".into());
    let bytes = std::fs::read(&file).map_err(|e| format!("{file}: {e}"))?;
    let imported = import(&bytes, &NoFiles)?;
    let skeleton = imported.character.skeleton();
    // Imported characters have the result in `Character::humanoid`. This is for other skeletons.
    let Some(body) = Humanoid::detect(skeleton) else { return Err("no human body".into()) };
    println!(
        "{} rig, {:.0} % sure, rests in {} pose",
        body.profile,
        body.confidence * 100.0,
        body.rest_pose.name()
    );
    for (bone, joint) in body.named_bones.iter() {
        println!("{:24} {}", bone.name(), skeleton.name(joint));
    }
    Ok(())
}
