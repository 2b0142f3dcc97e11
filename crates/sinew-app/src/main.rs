//! The `sinew` command: input first, `-o` output; data on stdout, messages on stderr. Exit codes: 0 success,
//! 1 bad input (nothing is written), 2 wrong call, 3 something is missing on this machine.

#![cfg_attr(not(test), warn(clippy::print_stdout, clippy::print_stderr))]

mod asset;
mod bench;
mod drawing;
mod encode;
mod fall;
mod options;
mod player;
mod prop;
mod random;
mod report;
mod scene;
mod show;
mod sound;
mod speech_picture;
#[cfg(test)]
mod test_files;
mod verb;
mod viewer;

use clap::{CommandFactory, Parser, Subcommand};
use report::fail_on::FailOn;
use report::failure::Outcome;
use report::message::message;
use report::{output, usage};
use std::process::ExitCode;

/// Real-time character animation: inspect, pose, render, convert and play character files.
///
/// Without a verb, the viewer opens on the built-in character. FILE defaults to the built-in character
/// wherever it is a character. FILE#C is clip C of a file, by number (from 0) or name. The FILE - is standard
/// input, for a file that refers to no others.
#[derive(Parser)]
#[command(
    name = "sinew",
    version,
    max_term_width = 110,
    after_help = "Output files: -o OUT replaces an existing file of that name, and appears only when it is complete. A file that\n\
    the call reads is never replaced, nor is a file that an OUT.gltf needs beside it (.bin, images) and that is there\n\
    without it: the call is refused.\n\n\
    Exit codes:\n  \
    0  done: the output is written; findings about the files are on stderr\n  \
    1  an input is bad, and nothing is written; or findings are as severe as --fail-on says, and the output is written;\n     \
       for `sinew check`: a file has an error\n  \
    2  the call is wrong: an unknown option, a value out of range, an output that would replace an input\n  \
    3  this machine lacks something, such as a graphics driver, or cannot write the output"
)]
struct Cli {
    /// Exit with 1 after findings of this severity or a worse one about inputs and outputs, although the
    /// output is written; default: none, for `sinew check` error
    #[arg(long, global = true, value_name = "SEVERITY")]
    fail_on: Option<FailOn>,
    #[command(subcommand)]
    verb: Option<Verb>,
}

#[derive(Subcommand)]
enum Verb {
    Inspect(verb::inspect::Inspect),
    Check(verb::check::Check),
    Convert(verb::convert::Convert),
    Pack(verb::pack::Pack),
    Retarget(verb::retarget::Retarget),
    Shapes(verb::shapes::Shapes),
    Normals(verb::normals::Normals),
    Wrinkles(verb::wrinkles::Wrinkles),
    Bake(verb::bake::Bake),
    Speak(verb::speak::Speak),
    Drop(verb::drop::DropCharacter),
    Decal(verb::decal::PlaceDecal),
    Ragdoll(verb::ragdoll::FitRagdoll),
    Setup(verb::setup::WriteSetup),
    Pose(verb::pose::Pose),
    Hair(verb::hair::Hair),
    Ik(verb::ik::Ik),
    Render(verb::render::Render),
    View(verb::view::View),
    Bench(verb::bench::Bench),
    Completions(verb::completions::Completions),
}

fn main() -> ExitCode {
    drawing::driver_messages::silence();
    // A panic is a bug in this program; users get one line instead of a stack trace.
    std::panic::set_hook(Box::new(|panic| message!("sinew: internal error, please report it: {panic}")));
    let done = match Cli::try_parse() {
        Ok(call) => run(call.verb, call.fail_on),
        // Help and version are output; the usage after a wrong call is a message.
        Err(wrong) if wrong.use_stderr() => {
            let arguments: Vec<String> =
                std::env::args_os().map(|argument| argument.to_string_lossy().into_owned()).collect();
            usage::with_tip(wrong, &Cli::command(), &arguments).exit()
        }
        Err(help) => output::print(|_| help.print()),
    };
    match done {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}

/// Runs a verb; without one, the viewer.
fn run(verb: Option<Verb>, fail_on: Option<FailOn>) -> Outcome {
    let done = match verb {
        None => verb::view::View::default().run(),
        Some(Verb::Inspect(verb)) => verb.run(),
        Some(Verb::Check(verb)) => return verb.run(fail_on.unwrap_or(FailOn::Error)),
        Some(Verb::Convert(verb)) => verb.run(),
        Some(Verb::Pack(verb)) => verb.run(),
        Some(Verb::Retarget(verb)) => verb.run(),
        Some(Verb::Shapes(verb)) => verb.run(),
        Some(Verb::Normals(verb)) => verb.run(),
        Some(Verb::Wrinkles(verb)) => verb.run(),
        Some(Verb::Bake(verb)) => verb.run(),
        Some(Verb::Speak(verb)) => verb.run(),
        Some(Verb::Drop(verb)) => verb.run(),
        Some(Verb::Decal(verb)) => verb.run(),
        Some(Verb::Ragdoll(verb)) => verb.run(),
        Some(Verb::Setup(verb)) => verb.run(),
        Some(Verb::Pose(verb)) => verb.run(),
        Some(Verb::Hair(verb)) => verb.run(),
        Some(Verb::Ik(verb)) => verb.run(),
        Some(Verb::Render(verb)) => verb.run(),
        Some(Verb::View(verb)) => verb.run(),
        Some(Verb::Bench(verb)) => verb.run(),
        Some(Verb::Completions(verb)) => verb.run(Cli::command()),
    };
    done.map(|_| fail_on.unwrap_or_default().exit_code())
}
