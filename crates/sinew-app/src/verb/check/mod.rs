//! `sinew check`: diagnostics about files, for users and continuous integration.

mod events;
mod findings;
mod text;
mod text_kind;

use crate::asset::source::Source;
use crate::options::input::InputOptions;
use crate::report::diagnostic::{self, DiagnosticEntry};
use crate::report::failure::{Failure, Outcome};
use crate::report::message::message;
use crate::report::output;
use crate::report::plural::count;
use crate::report::progress::Progress;
use clap::Args;
use findings::Target;
use serde::Serialize;
use sinew::{Character, ClipSet};
use sinew_import::ImageDecoder;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// File extensions that are searched for in folders.
const EXTENSIONS: [&str; 8] = ["glb", "gltf", "vrm", "vrma", "fbx", "x", "bvh", "sinew"];

/// Check character files and RON files; exit 1 if there is an error.
#[derive(Args)]
#[command(
    after_help = "Example:\n  sinew check hero.glb\n  sinew check models/ --json\n  sinew check hero.glb rig.ron\n\n\
    Folders are searched for .glb, .gltf, .vrm, .vrma, .fbx, .x, .bvh and .sinew files. RON files hold rigs, graphs,\n\
    spring bones, grooms or events; the first four are made for every character of the same call, events are checked\n\
    against its clips, and the characters that they fit are listed.\n\
    Codes of rigs: rig-text (syntax), rig-name (unknown name), rig-double (duplicate name), rig-value (value out of\n\
    range), rig-bone (warning: a name similar to a human bone; only without characters)."
)]
pub(crate) struct Check {
    /// Files and folders; default: the built-in character
    #[arg(value_name = "FILE|DIR")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    file_options: InputOptions,
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
    file: String,
    #[serde(rename = "findings")]
    diagnostics: Vec<DiagnosticEntry>,
}

impl Check {
    pub(crate) fn run(self) -> Outcome {
        let mut files = Vec::new();
        for path in &self.files {
            let before = files.len();
            if path.is_dir() {
                walk(path, &mut files)?
            } else {
                files.push(path.clone())
            }
            if files.len() == before {
                return Err(Failure::input(path.display(), "no character file in this folder"));
            }
        }
        let progress = Progress::new(files.len(), "files");
        let (mut checked, mut targets) = (Vec::new(), Vec::new());
        if self.files.is_empty() {
            checked.push(CheckedFile {
                file: Source::built_in().name,
                diagnostics: check(&Source::built_in(), &self.file_options, None)?,
            });
        }
        // RON files come last, because they are tried on all characters.
        let keeps = files.iter().any(|path| text::is_text(path));
        files.sort_by_key(|path| text::is_text(path));
        for path in &files {
            let diagnostics = match text::is_text(path) {
                true => text::check(path, &targets),
                false => Source::read(path)
                    .and_then(|source| check(&source, &self.file_options, keeps.then_some(&mut targets))),
            };
            // An unreadable file is a diagnostic, so that the others are still checked.
            let unreadable = |failure: Failure| {
                vec![DiagnosticEntry {
                    code: "unreadable".into(),
                    severity: "error",
                    place: "file".into(),
                    message: failure.message().to_owned(),
                    count: 1,
                }]
            };
            let diagnostics = diagnostics.unwrap_or_else(unreadable);
            checked.push(CheckedFile { file: path.display().to_string(), diagnostics });
            progress.step();
        }
        progress.finish();
        self.file_options.check_used()?;

        let total = |severity: &str| {
            checked.iter().flat_map(|c| &c.diagnostics).filter(|f| f.severity == severity).count()
        };
        let (errors, warnings) = (total("error"), total("warning"));
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
            let files = count(checked.files.len(), "file");
            message!("{files}: {}, {}", count(errors, "error"), count(warnings, "warning"));
        }
        Ok(ExitCode::from(u8::from(errors > 0)))
    }
}

/// Diagnostics of a character file. The character is added to `targets`, if given.
fn check(
    source: &Source,
    input: &InputOptions,
    targets: Option<&mut Vec<Target>>,
) -> Result<Vec<DiagnosticEntry>, Failure> {
    Ok(match source.import(&input.import_options(&source.name)?) {
        Ok(imported) => {
            input.note(&source.name, &imported);
            let mut diagnostics = diagnostic::entries(&imported.report);
            diagnostics.extend(undecodable(&imported.character));
            if let Some(targets) = targets {
                // Clips of an import fit its own character.
                if let Ok(clips) = ClipSet::new(&Arc::new(imported.character), imported.clips) {
                    targets.push(Target { name: source.name.clone(), clips });
                }
            }
            diagnostics
        }
        Err(error) => vec![DiagnosticEntry::from(&error)],
    })
}

/// Diagnostics for images that cannot be decoded; import leaves images encoded. Missing images have one from import. Images of
/// the same bytes are decoded once.
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
        place: format!("/images/{number}"),
        message: format!("{error}; materials that use it show a checker pattern"),
        count: 1,
    });
    diagnostics.collect()
}

/// Adds the character files below `folder`, sorted by path. Links to folders are not followed, since they may form cycles.
fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let cannot_read = |e| Failure::input(folder.display(), e);
    let mut entries =
        folder.read_dir().map_err(cannot_read)?.collect::<Result<Vec<_>, _>>().map_err(cannot_read)?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        if entry.file_type().is_ok_and(|t| t.is_dir()) {
            walk(&path, files)?;
        } else if path.metadata().is_ok_and(|m| !m.is_file()) {
            // A pipe without a writer would keep the command waiting.
        } else if path.extension().is_some_and(|e| EXTENSIONS.iter().any(|x| e.eq_ignore_ascii_case(x))) {
            files.push(path);
        }
    }
    Ok(())
}
