//! Files in use are looked at in each frame, and read anew where they have changed.

use super::file_use::FileUse;
use crate::asset::read_files::ReadFiles;
use crate::asset::{face_map, input_file};
use crate::options::light;
use crate::player::script;
use crate::report::failure::Failure;
use crate::viewer::state::{State, TRANSITION};
use sinew_render::EnvironmentPreset;
use std::path::Path;

impl State {
    /// Looks at the files in use after an interval, and begins to read those anew that have changed. True where some
    /// have. A show is not read anew.
    pub(crate) fn look_at_files(&mut self) -> bool {
        if self.show.is_some() {
            return false;
        }
        let mut watch = std::mem::take(&mut self.watch);
        watch.retain(|of| self.is_in_use(of));
        self.watch = watch;
        let changed = self.watch.poll();
        changed.iter().for_each(|of| self.read_anew(of));
        !changed.is_empty()
    }

    /// Takes over the character that was read anew meanwhile.
    pub(in crate::viewer) fn advance_remake(&mut self) {
        match self.remake.finished() {
            Some((Ok(now), read)) => {
                self.show_remade(*now);
                self.watch.set(FileUse::Character, &read);
            }
            Some((Err(error), read)) => self.watch.fail(&FileUse::Character, &read, error),
            None => {}
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
        }
    }

    /// Reads the files of a use anew. An error is kept for the window, and the state before it stays.
    pub(super) fn read_anew(&mut self, of: &FileUse) {
        let read = ReadFiles::default();
        let done = match of {
            // Both are made in threads of their own.
            FileUse::Character => return self.remake.begin(&self.shown),
            FileUse::Hair => return self.wear(self.hair.names.clone()),
            FileUse::Graph(path) => read.during(|| self.read_graph(path)),
            FileUse::Rig(path) => read.during(|| self.read_rig(path)),
            FileUse::Ragdoll(path) => read.during(|| self.set_ragdoll(path).map(drop)),
            FileUse::FaceMap(path) => read.during(|| self.read_face_map(path)),
            FileUse::Wrinkles(choice) => read.during(|| self.read_wrinkles(choice)),
            FileUse::Marks(path) => read.during(|| self.read_marks(path).map(drop)),
            FileUse::DecalImage(path) => read.during(|| self.read_decal_image(path).map(drop)),
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
    fn read_face_map(&mut self, path: &Path) -> Result<(), Failure> {
        let Some(face) = self.shown.player.actor.face_mut() else { return Ok(()) };
        let mapped = face.rig().clone();
        if let Some(unmapped) = &self.shown.unmapped_face {
            // Both are faces of the same character.
            let _ = face.set_rig(unmapped.clone());
        }
        match face_map::set(face, path) {
            Ok(map) => {
                map.warnings.into_iter().for_each(|warning| self.say(warning, true));
                self.refind_mouth();
                Ok(())
            }
            Err(failure) => {
                let _ = face.set_rig(mapped);
                Err(failure)
            }
        }
    }

    /// Watches the picture of an environment that was read, unless it is built in.
    pub(in crate::viewer) fn watch_environment(&mut self, path: &Path, read: &ReadFiles) {
        if path.to_str().and_then(EnvironmentPreset::from_name).is_none() {
            self.watch.set(FileUse::Environment(path.to_owned()), read);
        }
    }
}
