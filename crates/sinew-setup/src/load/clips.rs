//! Clips of a set-up: those of its model and of further files.

use super::model::LoadedClip;
use super::motion::{add_footsteps, take_root_motion, travel};
use crate::clip_name::{clip_name, is_no_name};
use crate::description::{ClipsDescription, RootMotionDescription};
use crate::file::{Located, READS_SETUPS};
use crate::setup::Finding;
use crate::{SetupError, SetupFile};
use sinew::clip::{ClipEventError, ClipEvents, EventsByClip};
use sinew::internal::suggest;
use sinew::{Character, RawClip};
use sinew_author::clip::TransferredClip;
use sinew_import::{ImportOptions, Imported};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// Way of the hips from which a clip is not made in place, in heights of the hips.
const TRAVELS: f32 = 0.3;
/// Error of compression from which it is remarked, metres.
const LARGE_ERROR: f32 = 0.02;

/// Takes the clips out of the model's file, and imports those of further files.
pub(super) fn load_clips(
    setup: &SetupFile,
    model: &mut Imported,
    findings: &mut Vec<Finding>,
) -> Result<Vec<LoadedClip>, SetupError> {
    let stored = std::mem::take(&mut model.compressed_clips);
    let numbered = std::mem::take(&mut model.clips).into_iter().enumerate();
    let mut all: Vec<LoadedClip> = numbered
        .map(|(at, clip)| LoadedClip { clip, stored: stored.get(at).cloned(), compress: None })
        .collect();
    let mut clips = Vec::new();
    let described = setup.description().clips.iter().filter(|_| READS_SETUPS);
    for (number, description) in described.enumerate() {
        let field = format!("clips[{number}]");
        if description.file.is_empty() {
            all = changed(setup, &field, description, &model.character, (all, findings))?;
            continue;
        }
        let loaded = of_file(setup, &field, description, &model.character, findings)?;
        clips.extend(changed(setup, &field, description, &model.character, (loaded, findings))?);
    }
    all.extend(clips);
    for (at, one) in all.iter().enumerate() {
        let name = &one.clip.name;
        if all[..at].iter().any(|other| other.clip.name == *name) {
            let message = format!("two clips are called {name:?}: the first one plays; rename the other");
            findings.push(Finding { field: "clips".to_owned(), message });
        }
    }
    Ok(all)
}

/// Clips of a file, on the model.
fn of_file(
    setup: &SetupFile,
    field: &str,
    description: &ClipsDescription,
    model: &Character,
    findings: &mut Vec<Finding>,
) -> Result<Vec<LoadedClip>, SetupError> {
    let path = &description.file;
    let at = format!("{field}.file");
    let options = ImportOptions::default().with_metres_per_unit(description.scale).without_images();
    let imported = setup.files.import(path, &options).map_err(|error| setup.file_error(&at, path, error))?;
    let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    if imported.clips.is_empty() {
        return Err(setup.error(&at, format!("{path} has no clips")));
    }
    let (mut loaded, mut missing) = (Vec::new(), BTreeSet::new());
    for clip in &imported.clips {
        let called = clip_name(&clip.name, imported.format, stem);
        let wanted = |names: &[String]| {
            names.is_empty() || names.iter().any(|name| name == called || *name == clip.name)
        };
        if !wanted(&description.only) {
            continue;
        }
        let clip = trimmed(setup, field, description, clip)?;
        let made = TransferredClip::new(&clip, &imported.character, model);
        let mut made = made.map_err(|error| setup.error(&at, format!("{path}: {error}")))?;
        for name in made.missing {
            missing.insert(name);
        }
        made.clip.name = called.to_owned();
        loaded.push(LoadedClip { clip: made.clip, stored: None, compress: None });
    }
    if let Some(first) = missing.first() {
        let message = format!("the model lacks {} of the joints of {path}, such as {first:?}", missing.len());
        findings.push(Finding { field: at, message });
    }
    let all = || imported.clips.iter().map(|clip| clip.name.as_str()).chain([stem]);
    for (n, name) in description.only.iter().enumerate() {
        if !all().any(|known| known == name) {
            let message = format!("{path} has no clip called {name:?}; {}", suggest(name, all()));
            return Err(setup.error(&format!("{field}.only[{n}]"), message));
        }
    }
    Ok(loaded)
}

/// Clips with new names, root motion, footsteps, events and compression.
fn changed(
    setup: &SetupFile,
    field: &str,
    description: &ClipsDescription,
    model: &Character,
    (mut clips, findings): (Vec<LoadedClip>, &mut Vec<Finding>),
) -> Result<Vec<LoadedClip>, SetupError> {
    if description.file.is_empty() && !description.only.is_empty() {
        for (n, name) in description.only.iter().enumerate() {
            find(setup, &format!("{field}.only[{n}]"), name, &clips)?;
        }
        clips.retain(|one| description.only.contains(&one.clip.name));
    }
    for (old, new) in &description.rename {
        let at = format!("{field}.rename[\"{old}\"]");
        // A clip that is called after its file is known by its own name too.
        let nameless = is_no_name(old) && clips.len() == 1;
        let number = if nameless { 0 } else { find(setup, &at, old, &clips)? };
        clips[number].clip.name.clone_from(new);
    }
    for one in &mut clips {
        let before = one.clip.clone();
        // Clips of other files are cut before they are retargeted.
        if description.file.is_empty() {
            one.clip = trimmed(setup, field, description, &before)?.into_owned();
        }
        let mut find = |name: &str, message: String| {
            findings.push(Finding { field: format!("{field}.{name}"), message });
        };
        let travels = travel(&one.clip, model).filter(|way| *way > TRAVELS && one.clip.root_motion.is_none());
        match (&description.root_motion, travels) {
            (Some(RootMotionDescription::Feet), Some(_)) => {
                let message = "but its hips travel: with the motion of its feet it slides; expected Hips";
                find("root_motion", format!("clip {:?} is not made in place, {message}", one.clip.name));
            }
            (None, Some(way)) if !description.file.is_empty() => {
                let message =
                    "and has no root motion: a loop of it jumps back; root_motion: Hips takes it over";
                let name = &one.clip.name;
                find("file", format!("clip {name:?} travels {way:.1} hip heights, {message}"));
            }
            _ => {}
        }
        if let Some(source) = description.root_motion.as_ref().filter(|_| one.clip.root_motion.is_none()) {
            take_root_motion(&mut one.clip, model, source)
                .map_err(|message| setup.error(&format!("{field}.root_motion"), message))?;
        }
        if description.footsteps {
            let remark = add_footsteps(&mut one.clip, model)
                .map_err(|message| setup.error(&format!("{field}.footsteps"), message))?;
            remark.into_iter().for_each(|remark| find("footsteps", remark));
        }
        if let Some(error) = description.compress {
            let at = format!("{field}.compress");
            if !(error.is_finite() && error > 0.0) {
                let message = format!("{error} is no error in metres; expected a number such as 0.0005");
                return Err(setup.error(&at, message));
            }
            if error > LARGE_ERROR {
                find("compress", format!("{error} m of error can be seen; 0.0005 is usual"));
            }
            one.compress = Some((error, at));
        }
        if one.clip != before {
            one.stored = None;
        }
    }
    if let Some(events) = &description.events {
        let at = format!("{field}.events");
        let read = |text: &str| EventsByClip::from_ron(text).map(|events| events.clips).map_err(located);
        let (by_clip, source) = setup.part(&at, events, read)?;
        for (name, events) in &by_clip {
            let number = clips.iter().position(|one| one.clip.name == *name).ok_or_else(|| {
                let known = suggest(name, clips.iter().map(|one| one.clip.name.as_str()));
                let message = format!("no clip called {name:?}; {known}");
                source.error(Located { location: format!("[\"{name}\"]"), message })
            })?;
            let made = ClipEvents::from_description(events);
            clips[number].clip.events = made.map_err(|error| {
                let Located { location, message } = located(error);
                source.error(Located { location: format!("[\"{name}\"].{location}"), message })
            })?;
            clips[number].stored = None;
        }
    }
    Ok(clips)
}

/// The stretch of a clip that `trim` names.
fn trimmed<'a>(
    setup: &SetupFile,
    field: &str,
    description: &ClipsDescription,
    clip: &'a RawClip,
) -> Result<Cow<'a, RawClip>, SetupError> {
    let Some((start, end)) = description.trim else { return Ok(Cow::Borrowed(clip)) };
    let cut = clip.trimmed(start, end).map(Cow::Owned);
    cut.map_err(|error| setup.error(&format!("{field}.trim"), format!("clip {:?}: {error}", clip.name)))
}

fn located(ClipEventError { location, message, .. }: ClipEventError) -> Located {
    Located { location, message }
}

/// Number of the clip of a name.
fn find(setup: &SetupFile, field: &str, name: &str, clips: &[LoadedClip]) -> Result<usize, SetupError> {
    let found = clips.iter().position(|one| one.clip.name == name);
    found.ok_or_else(|| {
        let known = suggest(name, clips.iter().map(|one| one.clip.name.as_str()));
        setup.error(field, format!("no clip called {name:?}; {known}"))
    })
}
