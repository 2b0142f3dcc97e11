//! The `sinew` command: input first, `-o` output; data on stdout, messages on stderr. Exit codes: 0 success,
//! 1 bad input (nothing is written), 2 wrong call, 3 something is missing on this machine.

#![cfg_attr(not(test), warn(clippy::print_stdout, clippy::print_stderr))]

mod asset;
mod batch;
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

use batch::augment;
use clap::{ArgMatches, Command, CommandFactory, FromArgMatches, Parser, Subcommand};
use report::fail_on::FailOn;
use report::failure::Outcome;
use report::message::message;
use report::verbosity::{MinSeverity, Verbosity};
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
    #[arg(long, global = true, value_name = "SEVERITY", help_heading = "Messages")]
    fail_on: Option<FailOn>,
    /// Print and report findings of this severity or a worse one (default: info)
    #[arg(long, global = true, value_name = "SEVERITY", help_heading = "Messages")]
    min_severity: Option<MinSeverity>,
    /// Print errors alone: no progress, notes and findings on stderr
    #[arg(long, short, global = true, help_heading = "Messages")]
    quiet: bool,
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
    let parsed =
        command().try_get_matches().and_then(|matches| Ok((Cli::from_arg_matches(&matches)?, matches)));
    let done = match parsed {
        Ok((call, matches)) => {
            let min_severity = call.min_severity.unwrap_or_default();
            Verbosity { quiet: call.quiet, min_severity }.set();
            let of_verb = matches.subcommand().map_or(&matches, |(_, of_verb)| of_verb);
            run(call.verb, of_verb, call.fail_on)
        }
        // Help and version are output; the usage after a wrong call is a message.
        Err(wrong) if wrong.use_stderr() => {
            let arguments: Vec<String> =
                std::env::args_os().map(|argument| argument.to_string_lossy().into_owned()).collect();
            usage::with_tip(wrong, &command(), &arguments).exit()
        }
        Err(help) => output::print(|_| help.print()),
    };
    match done {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}

/// The command with all arguments: verbs that write files take batches.
fn command() -> Command {
    Cli::command()
        .mut_subcommand("inspect", augment::<verb::inspect::Inspect>)
        .mut_subcommand("pose", augment::<verb::pose::Pose>)
        .mut_subcommand("convert", augment::<verb::convert::Convert>)
        .mut_subcommand("pack", augment::<verb::pack::Pack>)
        .mut_subcommand("retarget", augment::<verb::retarget::Retarget>)
        .mut_subcommand("shapes", augment::<verb::shapes::Shapes>)
        .mut_subcommand("normals", augment::<verb::normals::Normals>)
        .mut_subcommand("wrinkles", augment::<verb::wrinkles::Wrinkles>)
        .mut_subcommand("bake", augment::<verb::bake::Bake>)
        .mut_subcommand("speak", augment::<verb::speak::Speak>)
        .mut_subcommand("drop", augment::<verb::drop::DropCharacter>)
        .mut_subcommand("decal", augment::<verb::decal::PlaceDecal>)
        .mut_subcommand("ragdoll", augment::<verb::ragdoll::FitRagdoll>)
        .mut_subcommand("setup", augment::<verb::setup::WriteSetup>)
        .mut_subcommand("hair", augment::<verb::hair::Hair>)
        .mut_subcommand("render", augment::<verb::render::Render>)
}

/// Runs a verb with its arguments; without one, the viewer.
fn run(verb: Option<Verb>, matches: &ArgMatches, fail_on: Option<FailOn>) -> Outcome {
    let done = match verb {
        None => verb::view::View::default().run(),
        Some(Verb::Inspect(_)) => batch::run::<verb::inspect::Inspect>(matches),
        Some(Verb::Pose(_)) => batch::run::<verb::pose::Pose>(matches),
        Some(Verb::Check(verb)) => return verb.run(fail_on.unwrap_or(FailOn::Error)),
        Some(Verb::Convert(_)) => batch::run::<verb::convert::Convert>(matches),
        Some(Verb::Pack(_)) => batch::run::<verb::pack::Pack>(matches),
        Some(Verb::Retarget(_)) => batch::run::<verb::retarget::Retarget>(matches),
        Some(Verb::Shapes(_)) => batch::run::<verb::shapes::Shapes>(matches),
        Some(Verb::Normals(_)) => batch::run::<verb::normals::Normals>(matches),
        Some(Verb::Wrinkles(_)) => batch::run::<verb::wrinkles::Wrinkles>(matches),
        Some(Verb::Bake(_)) => batch::run::<verb::bake::Bake>(matches),
        Some(Verb::Speak(_)) => batch::run::<verb::speak::Speak>(matches),
        Some(Verb::Drop(_)) => batch::run::<verb::drop::DropCharacter>(matches),
        Some(Verb::Decal(_)) => batch::run::<verb::decal::PlaceDecal>(matches),
        Some(Verb::Ragdoll(_)) => batch::run::<verb::ragdoll::FitRagdoll>(matches),
        Some(Verb::Setup(_)) => batch::run::<verb::setup::WriteSetup>(matches),
        Some(Verb::Hair(_)) => batch::run::<verb::hair::Hair>(matches),
        Some(Verb::Render(_)) => batch::run::<verb::render::Render>(matches),
        Some(Verb::Ik(verb)) => verb.run(),
        Some(Verb::View(verb)) => verb.run(),
        Some(Verb::Bench(verb)) => verb.run(),
        Some(Verb::Completions(verb)) => verb.run(command()),
    };
    match done {
        Ok(code) if code == ExitCode::SUCCESS => Ok(fail_on.unwrap_or_default().exit_code()),
        done => done,
    }
}
