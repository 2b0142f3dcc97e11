//! The `sinew` command: input first, `-o` output; stdout is data, stderr is talk. Exit 0 done, 1 the input is bad
//! (what is sound of it is written all the same), 2 the call is wrong, 3 the machine lacks something.

mod asset;
mod bench;
mod drawing;
mod encode;
mod options;
mod player;
mod prop;
mod report;
mod scene;
#[cfg(test)]
mod test_files;
mod verb;
mod viewer;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Real-time character animation: look into character files, pose them, render them, play them.
///
/// Without a verb, opens the viewer on the built-in character. Wherever FILE is a character it may be left out: the
/// built-in character is used. FILE#C names clip C of a file, by its number (from 0) or its name.
#[derive(Parser)]
#[command(name = "sinew", version, max_term_width = 110)]
struct Cli {
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
    Bake(verb::bake::Bake),
    Pose(verb::pose::Pose),
    Ik(verb::ik::Ik),
    Render(verb::render::Render),
    View(verb::view::View),
    Bench(verb::bench::Bench),
}

fn main() -> ExitCode {
    // A fault of our own is told without a stack trace too.
    std::panic::set_hook(Box::new(|fault| eprintln!("sinew: this is a fault in sinew: {fault}")));
    let done = match Cli::parse().verb {
        None => verb::view::View::default().run(),
        Some(Verb::Inspect(verb)) => verb.run(),
        Some(Verb::Check(verb)) => verb.run(),
        Some(Verb::Convert(verb)) => verb.run(),
        Some(Verb::Pack(verb)) => verb.run(),
        Some(Verb::Retarget(verb)) => verb.run(),
        Some(Verb::Bake(verb)) => verb.run(),
        Some(Verb::Pose(verb)) => verb.run(),
        Some(Verb::Ik(verb)) => verb.run(),
        Some(Verb::Render(verb)) => verb.run(),
        Some(Verb::View(verb)) => verb.run(),
        Some(Verb::Bench(verb)) => verb.run(),
    };
    match done {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}
