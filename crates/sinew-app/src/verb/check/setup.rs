//! Checks of set-ups.

use super::findings::{diagnostic, remark};
use crate::report::diagnostic::DiagnosticEntry;
use crate::report::plural::count;
use sinew_setup::{Setup, SetupError, SetupFile};
use std::path::Path;

/// Code of errors in a set-up.
const CODE: &str = "setup";

/// Diagnostics of the set-up at `path`: it is opened with all its files, and an actor is made of it.
pub(super) fn check(path: &Path) -> Vec<DiagnosticEntry> {
    let opened = SetupFile::open(path).and_then(|file| Setup::from_file(&file).map(|setup| (file, setup)));
    let (file, setup) = match opened {
        Ok(opened) => opened,
        Err(error) => return vec![entry(&path.display().to_string(), error)],
    };
    let mut found: Vec<DiagnosticEntry> = setup.findings().iter().map(DiagnosticEntry::of_finding).collect();
    match setup.actor() {
        Ok(actor) => {
            let clips = count(actor.clips().len(), "clip");
            let systems = [
                (actor.graph().is_some(), "graph"),
                (actor.ik().is_some(), "IK"),
                (actor.face().is_some(), "face"),
                (actor.wrinkles().is_some(), "wrinkles"),
                (actor.springs().is_some(), "springs"),
                (actor.hair().is_some(), "hair"),
                (actor.ragdoll().is_some(), "ragdoll"),
                (actor.decals().is_some(), "decals"),
            ];
            let on: Vec<&str> =
                systems.into_iter().filter(|(is_on, _)| *is_on).map(|(_, name)| name).collect();
            let items = count(setup.items().count(), "item");
            let message = format!("the set-up is ready to run: {clips}, {items}; on: {}", on.join(", "));
            found.push(remark(CODE, message));
        }
        Err(error) => found.push(entry(file.name(), error)),
    }
    found
}

/// Diagnostic of an error, which may be in another file than the set-up.
fn entry(setup: &str, error: SetupError) -> DiagnosticEntry {
    let location = if error.location.is_empty() { "file".to_owned() } else { error.location };
    let location = if error.file == setup { location } else { format!("{}: {location}", error.file) };
    diagnostic(CODE, location, error.message)
}
