//! `sinew check`: diagnostics about files, for users and continuous integration.

mod angles;
mod events;
mod findings;
mod inputs;
mod motion;
mod motion_picture;
mod pictures;
mod setup;
mod skin;
mod text;
mod text_kind;

use crate::asset::clip_choice::{self, FileAndClip};
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
use crate::report::verbosity::Verbosity;
use clap::Args;
use findings::Target;
use inputs::Inputs;
use motion::{CheckedClip, Faults, MotionEntry};
use serde::Serialize;
use sinew::{Character, ClipSet, RawClip};
use sinew_import::{ImageDecoder, Severity};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// Check character files and RON files; exit 1 if there is an error (or a warning: --fail-on warning).
#[derive(Args)]
#[command(
    after_help = "Example:\n  sinew check hero.glb\n  sinew check models/ --json\n  sinew check hero.glb rig.ron\n  \
    sinew check --motion captures/ --picture faults.png\n\n\
    Folders are searched for .glb, .gltf, .vrm, .vrma, .fbx, .x, .bvh, .asf, .amc, .c3d, .sinew and .ron files; one that cannot\n\
    be read, or that holds none, is an error among the others, and the rest is checked. RON files hold set-ups and shows, which are\n\
    opened with all their files, and rigs, graphs, spring bones, ragdolls, faces, grooms, wrinkles, decals, landmarks or events: they\n\
    are made for every character of the same call, events are checked against its clips, and the characters that they fit are listed.\n\
    Angles in texts are degrees; some that look like radians are a warning (angle). A name that is not Unicode has\n\
    `file_name_bytes` beside `file` in the JSON. Faults of motion have clip, time, end, worst, joint, joints, size, bound,\n\
    unit and, where a command mends them, fix; `sinew convert FILE --mend` makes the edits that help.\n\
    Codes of rigs: rig-text (syntax), rig-name (unknown name), rig-double (duplicate name), rig-value (value out of\n\
    range), rig-bone (warning: a name similar to a human bone; only without characters)."
)]
pub(crate) struct Check {
    /// Files and folders; with --motion FILE#CLIP checks one clip; default: the built-in character
    #[arg(value_name = "FILE|DIR")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    file_options: InputOptions,
    /// Find faults of the motion too: feet that slide or sink, jumps, flips, knees and elbows that bend backwards, loops
    /// that do not close, trembling, frozen and repeated frames, exchanged sides
    #[arg(long)]
    motion: bool,
    /// Write a picture of the faults of motion over time: PNG, JPEG or WebP; clips with the worst faults first
    #[arg(long, value_name = "OUT", requires = "motion")]
    picture: Option<PathBuf>,
    /// Largest number of clips in the picture
    #[arg(long, value_name = "N", requires = "picture", default_value = "12")]
    picture_clips: NonZeroUsize,
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
    findings: Vec<CheckedFinding>,
}

/// Finding about a file; those of motion have more fields.
#[derive(Serialize)]
#[serde(untagged)]
enum CheckedFinding {
    Other(DiagnosticEntry),
    Motion(Box<MotionEntry>),
}

/// Result of the check of a file.
#[derive(Default)]
struct Found {
    /// Whether it could be opened.
    opened: bool,
    diagnostics: Vec<DiagnosticEntry>,
    motion: Faults,
}

impl CheckedFile {
    /// The findings that `--min-severity` shows.
    fn new(file: FileEntry, found: Found) -> Self {
        let Found { opened, diagnostics, motion } = found;
        let others = diagnostics.into_iter().map(CheckedFinding::Other);
        let motion = motion.entries.into_iter().map(|entry| CheckedFinding::Motion(Box::new(entry)));
        let mut findings: Vec<CheckedFinding> = others.chain(motion).collect();
        let least = Verbosity::get().min_severity;
        findings.retain(|finding| least.shows(finding.entry().severity));
        Self { file, opened, findings }
    }
}

impl CheckedFinding {
    fn entry(&self) -> &DiagnosticEntry {
        match self {
            Self::Other(entry) => entry,
            Self::Motion(motion) => &motion.entry,
        }
    }
}

impl Check {
    pub(crate) fn run(self, fail_on: FailOn) -> Outcome {
        let Inputs { mut files, faulty_folders } = Inputs::find(&self.files);
        let folders = faulty_folders.len();
        let progress = Progress::new(files.len(), "files");
        let kind = self.picture.as_deref().map(motion_picture::kind).transpose()?;
        let (mut checked, mut targets) = (Vec::new(), Vec::new());
        let (mut clips, mut clip_count) = (Vec::new(), 0);
        let mut totals = [0, 0];
        let mut add = |file: FileEntry, mut found: Found| {
            for (severity, total) in ["error", "warning"].into_iter().zip(&mut totals) {
                let motion = found.motion.entries.iter().map(|finding| &finding.entry);
                let all = found.diagnostics.iter().chain(motion);
                *total += all.filter(|finding| finding.severity == severity).count();
            }
            clips.append(&mut found.motion.clips);
            clip_count += found.motion.checked;
            checked.push(CheckedFile::new(file, found));
        };
        if self.files.is_empty() {
            let built_in = Source::built_in();
            let found = check(&built_in, &self.file_options, (self.motion, None), None)?;
            add(FileEntry::named(built_in.name, None), found);
        }
        for (folder, finding) in faulty_folders {
            add(FileEntry::of(&folder), Found { diagnostics: vec![finding], ..Found::default() });
        }
        // RON files come last, because they are tried on all characters.
        let keeps = files.iter().any(|path| text::is_text(path));
        files.sort_by_key(|path| text::is_text(path));
        for path in &files {
            let found = match text::is_text(path) {
                true => text::check(path, &targets).map(|found| Found {
                    opened: true,
                    diagnostics: of_folder(path, found, &self.files),
                    ..Found::default()
                }),
                false => self.check_file(path, keeps.then_some(&mut targets)),
            };
            // An unreadable file is a diagnostic, so that the others are still checked.
            let found = found.unwrap_or_else(|failure| Found {
                diagnostics: vec![DiagnosticEntry::unreadable(failure.message())],
                ..Found::default()
            });
            add(FileEntry::of(path), found);
            progress.step();
        }
        progress.finish();
        let [errors, warnings] = totals;
        let is_mendable = clips.iter().any(CheckedClip::has_fix);
        let checked = Checked { files: checked, errors, warnings };
        if let (Some(path), Some(kind)) = (&self.picture, kind) {
            motion_picture::write((path, kind), clips, clip_count, self.picture_clips.get())?;
        }
        if self.json {
            output::print_json(&checked)?;
        } else {
            output::print(|out| {
                for file in &checked.files {
                    let entries: Vec<_> =
                        file.findings.iter().map(|finding| finding.entry().clone()).collect();
                    let mut lines = diagnostic::lines(&entries).into_iter();
                    lines.try_for_each(|line| writeln!(out, "{}: {line}", file.file))?;
                }
                Ok(())
            })?;
            let files = count(checked.files.len() - folders, "file");
            let tip =
                if is_mendable { "; `sinew convert FILE --mend` makes the edits that help" } else { "" };
            message!("{files}: {}, {}{tip}", count(errors, "error"), count(warnings, "warning"));
        }
        self.file_options.check_used()?;
        let fails = |number: usize, severity| number > 0 && fail_on.fails(severity);
        Ok(ExitCode::from(u8::from(fails(errors, Severity::Error) || fails(warnings, Severity::Warning))))
    }

    /// Checks a file, or a clip of it.
    fn check_file(&self, argument: &Path, targets: Option<&mut Vec<Target>>) -> Result<Found, Failure> {
        let FileAndClip { file, clip } = FileAndClip::parse(Some(argument));
        let source = file.as_deref().map_or_else(|| Ok(Source::built_in()), Source::read)?;
        check(&source, &self.file_options, (self.motion, clip.as_deref()), targets)
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

/// Numbers of the clips of a name, number or pattern; of all without one.
fn chosen(clip: Option<&str>, file: &str, clips: &[RawClip]) -> Result<Vec<usize>, Failure> {
    let Some(clip) = clip else { return Ok((0..clips.len()).collect()) };
    match clip_choice::find_all(clips, clip) {
        none if none.is_empty() => Err(clip_choice::unknown(clip, file, clips)),
        found => Ok(found),
    }
}

/// Checks a character file, and with `motion` a clip of it or all. The character is added to `targets`, if given.
fn check(
    source: &Source,
    input: &InputOptions,
    (motion, clip): (bool, Option<&str>),
    targets: Option<&mut Vec<Target>>,
) -> Result<Found, Failure> {
    Ok(match source.import(&input.import_options(&source.name)?) {
        Ok(imported) => {
            input.note(&source.name, &imported);
            let mut diagnostics = diagnostic::all_entries(&imported.report);
            diagnostics.extend(undecodable(&imported.character));
            diagnostics.extend(pictures::diagnostics(&imported.character));
            let path = source.path.as_deref();
            let clips = chosen(clip, &source.name, &imported.clips)?;
            let motion = match motion {
                true => motion::faults(&imported, &clips, &source.name, path),
                false => Faults::default(),
            };
            if let Some(targets) = targets {
                // Clips of an import fit its own character.
                if let Ok(clips) = ClipSet::new(&Arc::new(imported.character), imported.clips) {
                    targets.push(Target { name: source.name.clone(), clips });
                }
            }
            Found { opened: true, diagnostics, motion }
        }
        Err(error) => Found { diagnostics: vec![DiagnosticEntry::from(&error)], ..Found::default() },
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
