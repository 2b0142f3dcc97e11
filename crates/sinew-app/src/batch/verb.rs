//! Verbs that take batches, and the arguments that they have for them.

use super::names::Names;
use super::options::BatchOptions;
use super::target::Target;
use crate::asset::folder_search::{CHARACTERS, IMAGES, SOUNDS};
use crate::report::failure::Outcome;
use clap::builder::Resettable;
use clap::{Arg, ArgAction, ArgMatches, Args, Command};
use std::path::PathBuf;

/// Verb that makes an output of an input, and so one of each of many.
pub(crate) trait BatchVerb: Args {
    /// Name of the verb.
    const NAME: &'static str;
    /// Identifier of the positional argument of the input.
    const INPUT: &'static str;
    /// Identifier of the positional argument of further inputs, of a verb that makes one output of several.
    const MERGED: Option<&'static str> = None;
    /// Files that are taken from folders.
    const FILES: InputFiles = InputFiles::Characters;
    /// Whether the verb has an output; else it prints on stdout.
    const WRITES: bool = true;
    /// Whether an output is a folder of several files.
    const WRITES_FOLDER: bool = false;

    /// Sets the input and the output.
    fn set_files(&mut self, files: ItemFiles<'_>);

    /// Sets the inputs of which a verb with [`MERGED`](Self::MERGED) ones makes one output.
    fn merge(&mut self, _inputs: Vec<PathBuf>) {}

    /// Ending of an output whose name has none, such as those in a folder.
    fn ending(&self) -> &'static str {
        ""
    }

    /// Does the work.
    fn run(self) -> Outcome;
}

/// Input and output of an item.
#[derive(Clone, Debug)]
pub(crate) struct ItemFiles<'a> {
    /// File or FILE#C; none for the built-in character.
    pub(crate) input: Option<PathBuf>,
    pub(crate) output: PathBuf,
    pub(super) names: &'a Names,
}

impl ItemFiles<'_> {
    /// The path of another option, with the names of the input in place of variables.
    pub(crate) fn fill(&self, path: Option<PathBuf>) -> Option<PathBuf> {
        path.map(|path| Target::of(&path, true).map_or(path, |target| target.path(self.names, "")))
    }
}

/// Files of a folder that are inputs of a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InputFiles {
    Characters,
    Sounds,
    Images,
}

impl InputFiles {
    /// Endings of their names, in lower case.
    pub(crate) fn endings(self) -> &'static [&'static str] {
        match self {
            Self::Characters => &CHARACTERS,
            Self::Sounds => &SOUNDS,
            Self::Images => &IMAGES,
        }
    }

    /// The files in a message.
    pub(crate) fn noun(self) -> &'static str {
        match self {
            Self::Characters => "character file",
            Self::Sounds => "sound file",
            Self::Images => "image file",
        }
    }
}

/// Text about batches at the end of the help of a verb that prints.
const PRINTS: &str = "Several files, folders and patterns such as 'in/*.glb' are shown in turn, with --json in a line \
                      each. @list.txt stands for the\nfiles that it lists, a line each, @- for those on standard input.";

/// The same of a verb that writes files.
const WRITES: &str = "Several inputs, folders and patterns such as 'in/*.glb' make an output each where -o is a \
                    folder (-o out/) or has {name}, {clip},\n{ext} or {folder} of the input, such as \
                    'out/{name}-{clip}.png'; {clip} makes an output of each clip. @list.txt stands for the \
                    files\nthat it lists, a line each, @- for those on standard input. docs/pipelines.md has \
                    more.";

/// Gives the command of a verb the arguments of batches.
pub(crate) fn augment<V: BatchVerb>(command: Command) -> Command {
    let at_least = |command: &Command| {
        let required = command.get_arguments().find(|argument| argument.get_id() == V::INPUT);
        usize::from(required.is_some_and(clap::Arg::is_required_set))
    };
    let least = at_least(&command);
    let command = match V::MERGED {
        Some(_) => command,
        None => command.mut_arg(V::INPUT, |argument| argument.num_args(least..)),
    };
    let has_json = command.get_arguments().any(|argument| argument.get_id() == "json");
    // Arguments that are added bring along a description.
    let [about, long_about] =
        [command.get_about(), command.get_long_about()].map(|text| Resettable::from(text.cloned()));
    let command = BatchOptions::augment_args(command).about(about).long_about(long_about);
    let command = match has_json {
        true => command,
        false => command.arg(line_option()),
    };
    let command = command.mut_arg("newer", |argument| argument.hide(!V::WRITES));
    let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    command.after_help(format!("{help}\n\n{}", if V::WRITES { WRITES } else { PRINTS }))
}

/// `--json` of a verb that has no figures to print.
fn line_option() -> Arg {
    let help = "Print a line of JSON per output, that of --report";
    Arg::new(LINE).long("json").action(ArgAction::SetTrue).help(help).help_heading("Batches")
}

/// True where a line of JSON per output is asked for.
pub(super) fn prints_lines(matches: &ArgMatches) -> bool {
    matches.try_get_one::<bool>(LINE).ok().flatten().copied().unwrap_or_default()
}

/// True where JSON is printed, figures of the verb or lines about outputs.
pub(super) fn prints_json(matches: &ArgMatches) -> bool {
    prints_lines(matches) || matches.try_get_one::<bool>("json").ok().flatten().copied().unwrap_or_default()
}

/// Identifier of [`line_option`].
const LINE: &str = "line";
