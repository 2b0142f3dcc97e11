//! Files in use are looked at in each frame, and read anew where they have changed.

use super::face::set_face_map;
use super::file_use::FileUse;
use crate::asset::input_file;
use crate::asset::read_files::ReadFiles;
use crate::asset::source;
use crate::options::light;
use crate::options::playback::PlaybackOptions;
use crate::player::script;
use crate::report::failure::Failure;
use crate::show::{ShowPlayer, built_in};
use crate::viewer::open_character::OpenCharacter;
use crate::viewer::open_file::give_built_in_shapes;
use crate::viewer::state::{State, TRANSITION};
use sinew_render::EnvironmentPreset;
use std::path::Path;
use std::time::Instant;

impl State {
    /// Looks at the files in use after an interval, and begins to read those anew that have changed. True where some
    /// have.
    pub(crate) fn look_at_files(&mut self) -> bool {
        self.look_at_files_at(Instant::now())
    }

    /// [`look_at_files`](Self::look_at_files) at a time.
    pub(in crate::viewer) fn look_at_files_at(&mut self, now: Instant) -> bool {
        let ended: Vec<FileUse> = self.watch.uses().filter(|of| !self.is_in_use(of)).cloned().collect();
        self.watch.retain(|of, has_error| has_error && of.waits_for_mending() || !ended.contains(of));
        let changed = self.watch.poll(now);
        let is_changed = !changed.is_empty();
        self.waiting.extend(changed);
        // What is not seen behind a show is read anew when the show ends.
        let is_seen = |of: &FileUse| self.show.is_none() || matches!(of, FileUse::Show(_));
        let (seen, later): (Vec<_>, _) = std::mem::take(&mut self.waiting).into_iter().partition(is_seen);
        self.waiting = later;
        for of in seen {
            // It may have ended while it waited.
            if self.watch.has(&of) {
                self.read_anew(&of);
            }
        }
        is_changed
    }

    /// Takes over what was read anew meanwhile.
    pub(in crate::viewer) fn advance_remake(&mut self) {
        if self.show.is_none()
            && let Some(reading) = self.remake.finished()
        {
            let result = reading.result.and_then(|now| self.check_files(&now).map(|()| now));
            match result {
                Ok(now) => {
                    self.show_remade(*now);
                    match reading.is_stale {
                        true => self.watch.mend(&FileUse::Character),
                        false => self.watch.set(FileUse::Character, &reading.read),
                    }
                }
                // What is read once more may be right.
                Err(_) if reading.is_stale => {}
                Err(error) => self.watch.fail(&FileUse::Character, &reading.read, error),
            }
            if reading.is_stale {
                self.read_anew(&FileUse::Character);
            }
        }
        self.advance_show_remake();
    }

    /// Refuses a character that has lost an item or a part of an outfit because its file cannot be used any more.
    fn check_files(&self, now: &OpenCharacter) -> Result<(), String> {
        let unusable = |shown: &OpenCharacter| {
            shown.player.setup.as_ref().map_or(Vec::new(), |setup| setup.unusable_files())
        };
        let before: Vec<_> = unusable(&self.shown).into_iter().map(|finding| finding.field).collect();
        match unusable(now).into_iter().find(|finding| !before.contains(&finding.field)) {
            Some(finding) => Err(format!("{}: {finding}", now.name)),
            None => Ok(()),
        }
    }

    /// Goes on with a show that was read anew meanwhile, at the present time.
    fn advance_show_remake(&mut self) {
        let Some(reading) = self.show_remake.finished() else { return };
        let of = self.watch.uses().find(|of| matches!(of, FileUse::Show(_))).cloned();
        let (Some(show), Some(of)) = (&self.show, of) else { return };
        match reading.result {
            Ok(player) => {
                let (time, is_free) = (show.goal().unwrap_or(show.time().0), show.is_free);
                let is_playing = self.transport.playing;
                self.begin_show(*player);
                self.transport.playing = is_playing;
                if let Some(show) = &mut self.show {
                    show.is_free = is_free;
                    show.seek(time.min(show.time().1));
                }
                self.watch.set(of.clone(), &reading.read);
            }
            Err(_) if reading.is_stale => {}
            Err(error) => self.watch.fail(&of, &reading.read, error),
        }
        if reading.is_stale {
            self.read_anew(&of);
        }
    }

    fn is_in_use(&self, of: &FileUse) -> bool {
        let actor = &self.shown.player.actor;
        match of {
            FileUse::Character | FileUse::Ragdoll(_) => true,
            FileUse::Graph(_) => actor.graph().is_some(),
            FileUse::Rig(path) => self.rig.as_ref() == Some(path),
            FileUse::FaceMap(path) => self.shown.face_map.as_ref() == Some(path),
            FileUse::Wrinkles(choice) => self.wrinkles.choice == *choice,
            FileUse::Hair => !self.hair.names.is_empty(),
            FileUse::Marks(path) => self.stamps.of_files.contains_key(path),
            FileUse::DecalImage(_) => actor.decals().is_some(),
            FileUse::Environment(path) => {
                let name = path.file_name().map(|name| name.to_string_lossy());
                self.lighting.environment.as_ref().is_some_and(|environment| {
                    environment.preset.is_none() && Some(environment.name.as_str()) == name.as_deref()
                })
            }
            FileUse::Sound(_) => self.speech.line.is_some() || self.speech.is_analysing(),
            FileUse::Show(_) => self.show.is_some(),
        }
    }

    /// Reads the files of a use anew. An error is kept for the window, and the state before it stays.
    pub(in crate::viewer) fn read_anew(&mut self, of: &FileUse) {
        let read = ReadFiles::default();
        let done = match of {
            // These are made in threads of their own.
            FileUse::Character => return self.remake_character(),
            FileUse::Hair => return self.grow_hair_anew(),
            FileUse::Show(path) => {
                let path = path.clone();
                return self
                    .show_remake
                    .begin(move || Ok(Box::new(ShowPlayer::new(built_in::open(&path)?)?)));
            }
            FileUse::Graph(path) => read.during(|| self.read_graph(path)),
            FileUse::Rig(path) => read.during(|| self.read_rig(path)),
            FileUse::Ragdoll(path) => read.during(|| self.set_ragdoll(path).map(drop)),
            FileUse::FaceMap(path) => read.during(|| self.read_face_map(path)),
            FileUse::Wrinkles(choice) => read.during(|| self.read_wrinkles(choice)),
            FileUse::Marks(path) => read.during(|| self.read_marks(path).map(drop)),
            FileUse::DecalImage(path) => read.during(|| self.read_decal_image(path).map(drop)),
            FileUse::Sound(path) => read.during(|| self.read_sound(path)),
            FileUse::Environment(path) => read.during(|| {
                self.lighting.environment = Some(light::environment(path)?);
                Ok(())
            }),
        };
        match done {
            Ok(()) => self.watch.set(of.clone(), &read),
            Err(failure) => self.watch.fail(of, &read, failure.message().to_owned()),
        }
    }

    /// Begins to read the files of the shown character anew.
    fn remake_character(&mut self) {
        let shown = &self.shown;
        let (path, has_shapes, input) = (shown.path.clone(), shown.has_built_in_shapes, shown.input.anew());
        // The graph, its parameters and the weights are those of the window.
        let options = PlaybackOptions {
            graph: None,
            set: Vec::new(),
            morph: Vec::new(),
            expression: Vec::new(),
            time: None,
            input: input.clone(),
            ..shown.options.clone()
        };
        self.remake.begin(move || {
            let file = source::open(path.as_deref(), &input)?;
            let file = if has_shapes { give_built_in_shapes(file)? } else { file };
            let mut made = OpenCharacter::new(file, &options, 0)?;
            made.has_built_in_shapes = has_shapes;
            Ok(Box::new(made))
        });
    }

    fn read_graph(&mut self, path: &Path) -> Result<(), Failure> {
        let actor = &mut self.shown.player.actor;
        let graph = script::graph(path, actor)?;
        let missing = actor.replace_graph(graph, TRANSITION);
        let missing = missing.map_err(|error| Failure::input(path.display(), error))?;
        if !missing.is_empty() {
            self.say(format!("{}: no longer there: {}", path.display(), missing.join(", ")), false);
        }
        Ok(())
    }

    fn read_rig(&mut self, path: &Path) -> Result<(), Failure> {
        match self.shown.player.scene_kind().is_none_or(|scene| scene.takes_custom_rig()) {
            true => self.give_rig(path),
            // The scene has a rig of its own.
            false => input_file::read_text(path).map(drop),
        }
    }

    /// Sets the face map anew, on the face without it.
    pub(super) fn read_face_map(&mut self, path: &Path) -> Result<(), Failure> {
        let unmapped = self.shown.unmapped_face.clone();
        let Some((face, unmapped)) = self.shown.player.actor.face_mut().zip(unmapped) else {
            return Err(Failure::input(path.display(), "the character has no face any more"));
        };
        let warnings = set_face_map(face, &unmapped, path)?;
        warnings.into_iter().for_each(|warning| self.say(warning, true));
        self.refind_mouth();
        Ok(())
    }

    /// Watches the picture of an environment that was read, unless it is built in.
    pub(in crate::viewer) fn watch_environment(&mut self, path: &Path, read: &ReadFiles) {
        if path.to_str().and_then(EnvironmentPreset::from_name).is_none() {
            self.watch.set(FileUse::Environment(path.to_owned()), read);
        }
    }
}
