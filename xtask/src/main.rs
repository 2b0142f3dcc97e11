//! Tasks of the repository, run as `cargo xtask VERB`. Both `run` and `test` work on a fresh machine: on
//! Debian or Ubuntu as root they install missing packages, elsewhere they print the command to run.

mod accept;
mod character;
mod machine;
mod map;
mod portability;
mod run;
mod serve;
mod test;
mod wasm;
mod web;

use std::path::Path;
use std::process::{Command, ExitCode};

const HELP: &str = "\
cargo xtask VERB

  run [ARGS…]   build, then open the viewer on the built-in character (or run `sinew ARGS…`);
                without a display, render its walk to a GIF and print the path
  test [ARGS…]  set up, then check format and lints, run all tests and doc tests (ARGS go to the test runner)
  character     build data/sinew.vrm, the built-in character, and its data/wrinkles
  goldens       accept the current poses and pictures of the built-in character as golden files
  pictures      render the README's pictures
  web           build the npm packages and the viewer page into target/web; --serve shows the page
  map           write docs/map.md, the list of all folders, from the first sentence of each one's documentation
  portability   compare the bits of animated frames between processors (under qemu)
";

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let verb = args.next();
    let rest: Vec<String> = args.collect();
    let outcome = match verb.as_deref() {
        Some("run") => run::run(&rest),
        Some("test") => test::test(&rest),
        Some("character") => character::make(),
        Some("goldens") => accept::goldens(),
        Some("pictures") => accept::pictures(),
        Some("web") => web::web(&rest),
        Some("map") => map::write(),
        Some("portability") => portability::compare(),
        Some("help" | "--help" | "-h") => {
            print!("{HELP}");
            Ok(())
        }
        other => Err(format!(
            "{}\n\n{HELP}",
            other.map_or("a verb is missing".into(), |v| format!("unknown verb {v:?}"))
        )),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Top folder of the repository.
fn top() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the repository")
}

/// Command of the cargo that runs this program.
fn cargo(args: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
    command.current_dir(top()).args(args);
    machine::give_runtime_folder(&mut command);
    command
}

/// Prints and runs a command.
fn execute(command: &mut Command) -> Result<(), String> {
    let program =
        Path::new(command.get_program()).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let line = std::iter::once(program)
        .chain(command.get_args().map(|a| a.to_string_lossy().into_owned()))
        .collect::<Vec<_>>()
        .join(" ");
    eprintln!("$ {line}");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{line}` ended with {status}")),
        Err(error) => Err(format!("`{line}` did not start: {error}")),
    }
}

/// True if a program can be started.
fn starts(program: &str, args: &[&str]) -> bool {
    let quiet = || std::process::Stdio::null();
    Command::new(program)
        .args(args)
        .current_dir(top())
        .stdout(quiet())
        .stderr(quiet())
        .status()
        .is_ok_and(|s| s.success())
}
