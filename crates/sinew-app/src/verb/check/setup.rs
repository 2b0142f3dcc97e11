//! Checks of set-ups and of shows.

use super::findings::{diagnostic, remark};
use crate::report::diagnostic::DiagnosticEntry;
use crate::report::plural::count;
use crate::show::ShowPlayer;
use sinew_setup::{Setup, SetupError, SetupFile, Show};
use std::path::Path;

/// Codes of errors in a set-up and in a show.
const CODE: &str = "setup";
const SHOW: &str = "show";

/// Diagnostics of the set-up at `path`: it is opened with all its files, and an actor is made of it.
pub(super) fn check(path: &Path) -> Vec<DiagnosticEntry> {
    let opened = SetupFile::open(path).and_then(|file| Setup::from_file(&file).map(|setup| (file, setup)));
    let (file, setup) = match opened {
        Ok(opened) => opened,
        Err(error) => return vec![entry(CODE, &path.display().to_string(), error)],
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
        Err(error) => found.push(entry(CODE, file.name(), error)),
    }
    found
}

/// Diagnostics of the show at `path`: it is opened with the set-ups of its cast, and all cues are tried.
pub(super) fn check_show(path: &Path) -> Vec<DiagnosticEntry> {
    let show = match Show::open(path) {
        Ok(show) => show,
        Err(error) => return vec![entry(SHOW, &path.display().to_string(), error)],
    };
    let of_member =
        |setup: &Setup| setup.findings().iter().map(DiagnosticEntry::of_finding).collect::<Vec<_>>();
    let found: Vec<DiagnosticEntry> =
        show.cast().iter().flat_map(|member| of_member(&member.setup)).collect();
    // The sounds of lines, and everything else that playing needs.
    let player = match ShowPlayer::open(show) {
        Ok(player) => player,
        Err(error) => {
            return found.into_iter().chain([entry(SHOW, &path.display().to_string(), error)]).collect();
        }
    };
    let show = player.show();
    let (actors, cues) = (count(show.cast().len(), "actor"), count(show.cues().len(), "cue"));
    let (shots, seconds) = (count(show.description().shots.len(), "shot"), show.description().seconds);
    let ready = remark(SHOW, format!("the show is ready to play: {seconds} s, {actors}, {cues}, {shots}"));
    found.into_iter().chain([ready]).collect()
}

/// Diagnostic of an error, which may be in another file than the one that is checked.
fn entry(code: &'static str, setup: &str, error: SetupError) -> DiagnosticEntry {
    let location = if error.location.is_empty() { "file".to_owned() } else { error.location };
    let location = if error.file == setup { location } else { format!("{}: {location}", error.file) };
    diagnostic(code, location, error.message)
}
