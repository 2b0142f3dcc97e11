use crate::{cargo, execute, machine};

/// Builds and runs `sinew`: the viewer on the built-in character, or a moving picture of it where no window
/// can open.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let display = machine::has_display();
    machine::prepare(display)?;
    let mut command = cargo(&["run", "--package", "sinew-app", "--bin", "sinew"]);
    // The viewer plays and records sound where it can be built in.
    if machine::has_alsa() {
        command.args(["--features", "sound"]);
    }
    command.arg("--");
    if !args.is_empty() {
        return execute(command.args(args));
    }
    if display {
        return execute(&mut command);
    }
    let picture = crate::top().join("target").join("walk.gif");
    // Two steps of the walk, after which it repeats.
    let motion = ["render", "--clip", "walk", "--seconds", "1.0667", "--fps", "30", "--size", "480x600"];
    execute(command.args(motion).arg("-o").arg(&picture))?;
    println!("No display found; a walk of the built-in character was rendered to {}", picture.display());
    Ok(())
}
