//! Runs a verb on the inputs of a call.

use super::input::{expand, is_several};
use super::item::Item;
use super::names::Names;
use super::options::BatchOptions;
use super::outputs::Outputs;
use super::plan::plan;
use super::report::Report;
use super::target::Target;
use super::unmatched::UnmatchedPatterns;
use super::verb::{BatchVerb, prints_json, prints_lines};
use super::work::{Done, DoneResult, Work};
use crate::asset::clip_choice::FileAndClip;
use crate::asset::import_cache;
use crate::report::failure::{Failure, Outcome};
use crate::report::message::{message, print_error, print_line};
use crate::report::output;
use crate::report::plural::count;
use crate::report::progress::Progress;
use crate::report::shell::quoted_path;
use crate::report::unfinished;
use crate::report::whole_file::cannot_write;
use clap::{ArgMatches, FromArgMatches};
use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Instant;

/// Stack of a thread that works, bytes: as much as the main thread has.
const STACK: usize = 8 << 20;

/// Runs the verb `V` with the arguments of a call: once, or on each of its inputs.
pub(crate) fn run<V: BatchVerb>(matches: &ArgMatches) -> Outcome {
    let options =
        BatchOptions::from_arg_matches(matches).map_err(|error| Failure::Call(error.to_string()))?;
    let verb = V::from_arg_matches(matches).map_err(|error| Failure::Call(error.to_string()))?;
    let output = matches.try_get_one::<PathBuf>("output").ok().flatten();
    let target = match output {
        Some(output) => Target::of(output, V::WRITES_FOLDER)?,
        None => Target::Nothing,
    };
    if options.newer && output.is_none() {
        return Err(Failure::Call("--newer needs an output: -o".into()));
    }
    if options.newer && target == Target::Standard {
        return Err(Failure::Call("--newer needs an output that stays: -o FILE or -o FOLDER/".into()));
    }
    if target == Target::Standard && prints_json(matches) {
        return Err(Failure::Call("--json prints on stdout, where -o - writes the output".into()));
    }
    let report = || Report::create(options.report.as_deref(), prints_lines(matches));
    let mut arguments = values(matches, V::INPUT);
    arguments.extend(V::MERGED.map(|merged| values(matches, merged)).unwrap_or_default());
    let prints_many =
        !V::WRITES && (arguments.len() > 1 || arguments.iter().any(|argument| is_several(argument)));
    match target {
        target if target.is_of_many() || prints_many => {
            let mut inputs = expand(&arguments, V::FILES, &target.folder())?;
            // A file may be named beside its folder.
            let mut seen = HashSet::new();
            inputs.retain(|input| seen.insert(input.argument.clone()));
            let (mut items, outputs) = plan(inputs, &target, verb.ending())?;
            if arguments.is_empty() {
                items.push(built_in(&target, verb.ending()));
            }
            if let Some(report) = &options.report {
                outputs.check_report(report)?;
            }
            if options.report.is_some() && target.is_of_many() {
                let folder = target.folder();
                std::fs::create_dir_all(&folder).map_err(|error| cannot_write(&folder, error))?;
            }
            let work = Work::new(matches, target, options.newer)?.with_outputs(outputs);
            run_all::<V>(&work, &options, &items, report()?)
        }
        target => {
            let mut merged = Vec::new();
            if V::MERGED.is_some() && !arguments.is_empty() {
                let inputs = expand(&arguments, V::FILES, Path::new(""))?;
                merged = inputs.into_iter().map(|input| input.argument).collect();
                arguments.truncate(1);
            } else if arguments.len() > 1 {
                return Err(too_many::<V>(matches, &arguments, verb.ending()));
            }
            let argument = merged.first().cloned().or_else(|| arguments.pop());
            let names = Names::of(argument.as_deref(), Path::new(""));
            let output = output.map(|_| target.path(&names, verb.ending()));
            if let Some(report) = &options.report {
                let files =
                    merged.iter().chain(&argument).filter_map(|file| FileAndClip::parse(Some(file)).file);
                let mut outputs = Outputs::of(files);
                output.iter().try_for_each(|output| outputs.add(output, Path::new("the input")))?;
                outputs.check_report(report)?;
            }
            let work = Work::new(matches, target, options.newer)?.with_merged(merged);
            run_one::<V>(&work, &Item { argument, names, output }, report()?)
        }
    }
}

/// Values of a positional argument.
fn values(matches: &ArgMatches, name: &str) -> Vec<PathBuf> {
    matches.get_many::<PathBuf>(name).into_iter().flatten().cloned().collect()
}

/// The built-in character, for a call without inputs.
fn built_in(target: &Target, ending: &str) -> Item {
    let names = Names::of(None, Path::new(""));
    let output = (!target.has_clip()).then(|| target.path(&names, ending));
    Item { argument: None, names, output }
}

/// Failure of a call with several inputs for one output.
fn too_many<V: BatchVerb>(matches: &ArgMatches, arguments: &[PathBuf], ending: &str) -> Failure {
    let more = arguments.get(1).map(|path| quoted_path(path)).unwrap_or_default();
    let is_given = |option: &str| matches.try_contains_id(option).unwrap_or_default();
    let name = V::NAME;
    let tip = match name {
        "retarget" if !is_given("onto") => format!("; the target character follows --onto: --onto {more}"),
        "render" | "bake" if !is_given("clip") => {
            format!("; to play a clip of another file: --clip {more}")
        }
        "pack" => "; `sinew convert` puts the clips of several files on one character first".to_owned(),
        _ => String::new(),
    };
    Failure::Call(format!(
        "`sinew {name}` makes one output of one file, and {more} is another; -o out/ or -o 'out/{{name}}.{ending}' \
         makes one of each{tip}"
    ))
}

/// Runs the verb once. Messages and data are printed as they come.
fn run_one<V: BatchVerb>(work: &Work<'_>, item: &Item, mut report: Report) -> Outcome {
    let done = work.run::<V>(item, false);
    for line in &done.lines {
        report.add(line)?;
    }
    if done.is_up_to_date {
        let output = item.output.as_deref().unwrap_or(Path::new("")).display();
        message!("sinew: {output} is up to date");
    }
    match done.failure {
        Some(failure) => Err(failure),
        None => Ok(ExitCode::SUCCESS),
    }
}

/// Numbers of a batch so far.
#[derive(Default)]
struct Counts {
    written: AtomicUsize,
    skipped: AtomicUsize,
    up_to_date: AtomicUsize,
    failed: AtomicUsize,
}

impl Counts {
    fn add(&self, done: &Done) {
        let counter = match done.result() {
            DoneResult::Failed => &self.failed,
            DoneResult::Skipped => &self.skipped,
            DoneResult::UpToDate => &self.up_to_date,
            DoneResult::Written => &self.written,
        };
        counter.fetch_add(1, Ordering::Relaxed);
    }

    /// True where none of `items` has anything for the verb.
    fn is_all_skipped(&self, items: usize) -> bool {
        items > 0 && self.skipped.load(Ordering::Relaxed) == items
    }

    /// The numbers of a batch of `items` in a message.
    fn text(&self, items: usize) -> String {
        let get = |counter: &AtomicUsize| counter.load(Ordering::Relaxed);
        let written = get(&self.written);
        let others = [(&self.up_to_date, "up to date"), (&self.skipped, "skipped"), (&self.failed, "failed")];
        let others = others.map(|(counter, text)| (get(counter), text));
        let left = items.saturating_sub(written + others.iter().map(|(number, _)| number).sum::<usize>());
        let mut text = format!("{}: {written} done", count(items, "input"));
        for (number, what) in others.into_iter().chain([(left, "not begun or not finished")]) {
            if number > 0 {
                text += &format!(", {number} {what}");
            }
        }
        text
    }
}

/// Runs the verb on all items. Messages and data of each are printed together, in the order of the items.
fn run_all<V: BatchVerb>(
    work: &Work<'_>,
    options: &BatchOptions,
    items: &[Item],
    mut report: Report,
) -> Outcome {
    import_cache::start();
    let (started, counts, stop) = (Instant::now(), Arc::new(Counts::default()), AtomicBool::new(false));
    let total = items.len();
    let at_signal = counts.clone();
    unfinished::set_farewell(move || format!("sinew: interrupted; {}", at_signal.text(total)));
    let progress = Progress::new(total, "inputs").announced(format!("working on {}", count(total, "input")));
    let next = AtomicUsize::new(0);
    let (mut first_failure, mut first_reason) = (None, None);
    let mut unmatched = UnmatchedPatterns::default();
    std::thread::scope(|scope| -> Result<(), Failure> {
        let (send, receive) = mpsc::channel();
        for _ in 0..options.jobs(total) {
            let (send, next, stop, counts) = (send.clone(), &next, &stop, &*counts);
            let take = move || {
                while !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(number) else { break };
                    let done = work.run::<V>(item, true);
                    counts.add(&done);
                    if done.failure.is_some() && !options.keep_going {
                        stop.store(true, Ordering::Relaxed);
                    }
                    if send.send((number, done)).is_err() {
                        break;
                    }
                }
            };
            let thread = std::thread::Builder::new().name("batch".into()).stack_size(STACK);
            let spawned = thread.spawn_scoped(scope, take);
            spawned.map_err(|error| Failure::Machine(format!("no thread for a job: {error}")))?;
        }
        drop(send);
        let (mut waiting, mut printed) = (BTreeMap::new(), HashSet::new());
        let mut shown = 0;
        let mut show = |done: Done| -> Result<(), Failure> {
            let failure = done.failure.as_ref().map(Failure::exit_code);
            first_failure = first_failure.or(failure);
            first_reason = first_reason.take().or_else(|| done.skipped_reason());
            unmatched.add(&done);
            progress.suspend(|| print(done, &mut printed, &mut report))
        };
        for (number, done) in receive {
            progress.step();
            waiting.insert(number, done);
            while let Some(done) = waiting.remove(&shown) {
                shown += 1;
                show(done).inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
            }
        }
        waiting.into_values().try_for_each(show)
    })?;
    progress.finish();
    unmatched.warn(first_failure.is_none());
    message!("sinew: {} in {:.1} s", counts.text(total), started.elapsed().as_secs_f64());
    // A call in which there is nothing to do is a mistake.
    if let Some(reason) = first_reason.filter(|_| counts.is_all_skipped(total)) {
        let message = format!("`sinew {}` has nothing to do with any input; the first: {reason}", V::NAME);
        return Err(Failure::Input(message));
    }
    Ok(first_failure.map_or(ExitCode::SUCCESS, ExitCode::from))
}

/// The part of a line by which it counts as the same as a line of another job: the whole line about a file other than
/// the input, such as that of `--onto`; of an info about an output, all but its name.
fn common_part<'a>(line: &'a str, done: &Done) -> Option<&'a str> {
    let text = line.strip_prefix("sinew: ").or_else(|| line.strip_prefix("note: ")).unwrap_or(line);
    let is_about =
        |file: &String| text.strip_prefix(file.as_str()).is_some_and(|rest| rest.starts_with([':', ' ']));
    if done.other_files.iter().any(is_about) {
        return Some(line);
    }
    let after = |output| text.strip_prefix(output).filter(|rest: &&str| rest.starts_with(": info: "));
    done.outputs().find_map(after)
}

/// Prints what a job held back, and reports it. Lines that are the same of several jobs are left out where they are
/// `printed` already.
fn print(done: Done, printed: &mut HashSet<String>, report: &mut Report) -> Result<(), Failure> {
    for line in &done.messages {
        if common_part(line, &done).is_none_or(|part| printed.insert(part.to_owned())) {
            print_line(format_args!("{line}"));
        }
    }
    if let Some(failure) = &done.failure {
        print_error(&format!("sinew: {}", failure.message()));
    }
    output::print(|out| out.write_all(&done.data))?;
    for line in &done.lines {
        report.add(line)?;
    }
    Ok(())
}
