use crate::{cargo, execute, machine};

/// Builds and runs `sinew`: the viewer on the built-in character, or an image of it where no window can open.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let display = machine::has_display();
    machine::prepare(display)?;
    let mut command = cargo(&["run", "--package", "sinew-app", "--bin", "sinew", "--"]);
    if !args.is_empty() {
        return execute(command.args(args));
    }
    if display {
        return execute(&mut command);
    }
    let picture = crate::top().join("target").join("sinew.png");
    execute(command.args(["render", "-o"]).arg(&picture))?;
    println!("No display found; the built-in character was rendered to {}", picture.display());
    Ok(())
}
