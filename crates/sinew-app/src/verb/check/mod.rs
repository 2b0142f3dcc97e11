//! `sinew check`: diagnostics about files, for users and continuous integration.

mod angles;
mod events;
mod findings;
mod inputs;
mod motion;
mod pictures;
mod setup;
mod skin;
mod text;
mod text_kind;

use crate::asset::source::Source;
use crate::options::input::InputOptions;
use crate::report::diagnostic::{self, DiagnosticEntry};
use crate::report::fail_on::FailOn;
use crate::report::failure::{Failure, Outcome};
use crate::report::file_name::FileEntry;
use crate::report::message::message;
use crate::report::output;
use crate::report::plural::count;
use crate::report::progress::Progress;
use clap::Args;
use findings::Target;
use inputs::Inputs;
use serde::Serialize;
use sinew::{Character, ClipSet};
use sinew_import::{ImageDecoder, Severity};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// Check character files and RON files; exit 1 if there is an error (or a warning: --fail-on warning).
#[derive(Args)]
#[command(
    after_help = "Example:\n  sinew check hero.glb\n  sinew check models/ --json\n  sinew check hero.glb rig.ron\n  \
    sinew check --motion captures/\n\n\
    Folders are searched for .glb, .gltf, .vrm, .vrma, .fbx, .x, .bvh, .asf, .amc, .c3d, .sinew and .ron files; one that cannot\n\
    be read, or that holds none, is an error among the others, and the rest is checked. RON files hold set-ups and shows, which are\n\
    opened with all their files, and rigs, graphs, spring bones, ragdolls, faces, grooms, wrinkles, decals, landmarks or events: they\n\
    are made for every character of the same call, events are checked against its clips, and the characters that they fit are listed.\n\
    Angles in texts are degrees; some that look like radians are a warning (angle). A name that is not Unicode has\n\
    `file_name_bytes` beside `file` in the JSON.\n\
    Codes of rigs: rig-text (syntax), rig-name (unknown name), rig-double (duplicate name), rig-value (value out of\n\
    range), rig-bone (warning: a name similar to a human bone; only without characters)."
)]
pub(crate) struct Check {
    /// Files and folders; default: the built-in character
    #[arg(value_name = "FILE|DIR")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    file_options: InputOptions,
    /// Find faults of the motion too: feet that slide or sink, jumps, flips, knees and elbows that bend backwards, loops
    /// that do not close, trembling, frozen and repeated frames, exchanged sides
    #[arg(long)]
    motion: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Checked {
    files: Vec<CheckedFile>,
    errors: usize,
    warnings: usize,
}

#[derive(Serialize)]
struct CheckedFile {
    #[serde(flatten)]
    file: FileEntry,
    /// True for a file that could be opened, whatever is wrong with its content.
    opened: bool,
    #[serde(rename = "findings")]
    diagnostics: Vec<DiagnosticEntry>,
}

impl Check {
    pub(crate) fn run(self, fail_on: FailOn) -> Outcome {
        let Inputs { mut files, faulty_folders } = Inputs::find(&self.files);
        let folders = faulty_folders.len();
        let progress = Progress::new(files.len(), "files");
        let (mut checked, mut targets) = (Vec::new(), Vec::new());
        if self.files.is_empty() {
            let built_in = Source::built_in();
            let (opened, diagnostics) = check(&built_in, &self.file_options, self.motion, None)?;
            checked.push(CheckedFile { file: FileEntry::named(built_in.name, None), opened, diagnostics });
        }
        for (folder, finding) in faulty_folders {
            let file = FileEntry::of(&folder);
            checked.push(CheckedFile { file, opened: false, diagnostics: vec![finding] });
        }
        // RON files come last, because they are tried on all characters.
        let keeps = files.iter().any(|path| text::is_text(path));
        files.sort_by_key(|path| text::is_text(path));
        for path in &files {
            let diagnostics = match text::is_text(path) {
                true => text::check(path, &targets).map(|found| (true, of_folder(path, found, &self.files))),
                false => Source::read(path).and_then(|source| {
                    check(&source, &self.file_options, self.motion, keeps.then_some(&mut targets))
                }),
            };
            // An unreadable file is a diagnostic, so that the others are still checked.
            let unreadable = |failure: Failure| (false, vec![DiagnosticEntry::unreadable(failure.message())]);
            let (opened, diagnostics) = diagnostics.unwrap_or_else(unreadable);
            checked.push(CheckedFile { file: FileEntry::of(path), opened, diagnostics });
            progress.step();
        }
        progress.finish();

        let total = |severity: &str| {
            checked.iter().flat_map(|c| &c.diagnostics).filter(|f| f.severity == severity).count()
        };
        let (errors, warnings) = (total("error"), total("warning"));
        for file in &mut checked {
            file.diagnostics = diagnostic::shown(std::mem::take(&mut file.diagnostics));
        }
        let checked = Checked { files: checked, errors, warnings };
        if self.json {
            output::print_json(&checked)?;
        } else {
            output::print(|out| {
                for file in &checked.files {
                    let mut lines = diagnostic::lines(&file.diagnostics).into_iter();
                    lines.try_for_each(|line| writeln!(out, "{}: {line}", file.file))?;
                }
                Ok(())
            })?;
            let files = count(checked.files.len() - folders, "file");
            message!("{files}: {}, {}", count(errors, "error"), count(warnings, "warning"));
        }
        self.file_options.check_used()?;
        let fails = |number: usize, severity| number > 0 && fail_on.fails(severity);
        Ok(ExitCode::from(u8::from(fails(errors, Severity::Error) || fails(warnings, Severity::Warning))))
    }
}

/// Diagnostics of a text, of which one of unknown kind is no error where it was found in a folder: other programs
/// write RON too.
fn of_folder(path: &Path, found: Vec<DiagnosticEntry>, named: &[PathBuf]) -> Vec<DiagnosticEntry> {
    match text::is_foreign(&found) && !named.iter().any(|file| file == path) {
        true => found.into_iter().map(|entry| DiagnosticEntry { severity: "info", ..entry }).collect(),
        false => found,
    }
}

/// Whether a character file opens, and its diagnostics. The character is added to `targets`, if given.
fn check(
    source: &Source,
    input: &InputOptions,
    motion: bool,
    targets: Option<&mut Vec<Target>>,
) -> Result<(bool, Vec<DiagnosticEntry>), Failure> {
    Ok(match source.import(&input.import_options(&source.name)?) {
        Ok(imported) => {
            input.note(&source.name, &imported);
            let mut diagnostics = diagnostic::all_entries(&imported.report);
            diagnostics.extend(undecodable(&imported.character));
            diagnostics.extend(pictures::diagnostics(&imported.character));
            if motion {
                diagnostics.extend(motion::diagnostics(&imported));
            }
            if let Some(targets) = targets {
                // Clips of an import fit its own character.
                if let Ok(clips) = ClipSet::new(&Arc::new(imported.character), imported.clips) {
                    targets.push(Target { name: source.name.clone(), clips });
                }
            }
            (true, diagnostics)
        }
        Err(error) => (false, vec![DiagnosticEntry::from(&error)]),
    })
}

/// Diagnostics for images that cannot be decoded; import leaves images encoded. Missing images have one from
/// import. Images of the same bytes are decoded once.
fn undecodable(character: &Character) -> Vec<DiagnosticEntry> {
    let mut decoder = ImageDecoder::new();
    let mut errors: Vec<Option<String>> = Vec::new();
    for (image, first) in character.images().iter().zip(character.distinct_images()) {
        let known = errors.get(first.index()).cloned();
        let decode =
            || image.encoded.as_ref().and_then(|_| decoder.decode(image).err()).map(|e| e.to_string());
        errors.push(known.unwrap_or_else(decode));
    }
    let found = errors.into_iter().enumerate().filter_map(|(number, error)| Some((number, error?)));
    let diagnostics = found.map(|(number, error)| DiagnosticEntry {
        code: "image-decode".into(),
        severity: "error",
        location: format!("/images/{number}"),
        message: format!("{error}; materials that use it show a checker pattern"),
        count: 1,
    });
    diagnostics.collect()
}
