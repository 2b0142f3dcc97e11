use crate::{cargo, execute, machine, top};

/// Accepts the current poses, images and hashes of frames of the built-in character as golden files. Review
/// them before committing.
pub(crate) fn goldens() -> Result<(), String> {
    machine::prepare(false)?;
    let mut test = cargo(&["test", "--package", "sinew-suite", "--test", "golden"]);
    execute(test.env("SINEW_ACCEPT", "1"))?;
    let mut hashes = cargo(&["test", "--package", "frame-hashes", "--lib"]);
    execute(hashes.env("SINEW_ACCEPT", "1"))?;
    println!("check tests/golden before committing it");
    Ok(())
}

/// Renders the README's images with the command itself.
pub(crate) fn pictures() -> Result<(), String> {
    machine::prepare(false)?;
    let docs = top().join("docs");
    let pictures: &[(&str, &[&str])] = &[
        ("character.png", &["--clip", "idle", "--size", "480x640", "--view", "three-quarter"]),
        ("face.png", &["--clip", "idle", "--size", "480x640", "--view", "face"]),
        ("skeleton.png", &["--clip", "run", "--time", "0.2", "--size", "480x640", "--overlay", "skeleton"]),
    ];
    for (name, options) in pictures {
        let mut sinew =
            cargo(&["run", "--quiet", "--package", "sinew-app", "--bin", "sinew", "--", "render"]);
        execute(sinew.args(*options).arg("-o").arg(docs.join(name)))?;
    }
    let mut walk = cargo(&["run", "--quiet", "--package", "sinew-suite", "--example", "walk_about", "--"]);
    execute(walk.arg(docs.join("walk_about.png")))?;
    let mut light = cargo(&["run", "--quiet", "--package", "sinew-suite", "--example", "surroundings", "--"]);
    execute(light.arg(docs.join("surroundings.png")))
}
