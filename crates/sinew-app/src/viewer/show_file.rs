//! Showing the content of an opened file.

use super::open_file::{self, Opened};
use super::reload::FileUse;
use super::stamp_looks::stamp_looks;
use super::state::{State, TRANSITION};
use super::wrinkles::{WrinkleChoice, Wrinkles};
use crate::asset::face_map;
use crate::asset::read_files::ReadFiles;
use crate::report::failure::Failure;
use crate::report::plural::count;
use sinew_render::ViewPreset;
use std::path::{Path, PathBuf};

impl State {
    /// Sets the shapes of a face map for the character. A map that does not fit it adds a message and changes
    /// nothing.
    fn use_face_map(&mut self, path: PathBuf) {
        let Some(face) = self.shown.player.actor.face_mut() else {
            self.say(format!("{}: the character has no face", path.display()), true);
            return;
        };
        let read = ReadFiles::default();
        match read.during(|| face_map::set(face, &path)) {
            Ok(map) => {
                self.watch.set(FileUse::FaceMap(path.clone()), &read);
                map.warnings.into_iter().for_each(|warning| self.say(warning, true));
                self.shown.face_map = Some(path);
                self.refind_mouth();
            }
            Err(failure) => self.say(failure.message().to_owned(), true),
        }
    }

    /// Opens the file at `path`, and watches it.
    pub(super) fn open_path(&mut self, path: &Path) {
        let read = ReadFiles::default();
        let opened = read.during(|| open_file::open(path, &self.shown, &self.input));
        match &opened {
            Ok(Opened::Graph(_)) => self.watch.set(FileUse::Graph(path.to_owned()), &read),
            Ok(Opened::Environment(_)) => self.watch.set(FileUse::Environment(path.to_owned()), &read),
            Ok(Opened::Show(_)) => {
                self.show_remake.stop();
                self.watch.set(FileUse::Show(path.to_owned()), &read);
            }
            _ => {}
        }
        self.open(opened);
    }

    /// Shows the content of a file, or an error message.
    pub(super) fn open(&mut self, opened: Result<Opened, Failure>) {
        if opened.is_ok() {
            self.show = None;
        }
        match opened {
            Ok(Opened::Show(player)) => self.begin_show(*player),
            Ok(Opened::Character(shown)) => {
                if let Some(path) = &shown.path {
                    self.recent.add(path);
                    if !self.files.contains(path) {
                        self.files.push(path.clone());
                    }
                }
                let scene = self.shown.player.take_scene();
                let look =
                    stamp_looks(&self.shown.player.actor).get(self.stamps.look).map(|&look| look.to_owned());
                self.shown = *shown;
                self.remake.stop();
                self.watch.retain(|of, _| of.outlives_character());
                self.waiting.clear();
                self.watch.set(FileUse::Character, &self.shown.read);
                self.stamps.change_character(&stamp_looks(&self.shown.player.actor), look.as_deref());
                self.wrinkles = Wrinkles::default();
                self.hair.forget();
                self.held.clear();
                self.expressions.clear();
                self.transport.playing = true;
                self.restart();
                self.refit_rig();
                self.refit_ragdoll();
                self.log.clear();
                self.play_first();
                self.choose_scene(scene);
                self.frame(Some(ViewPreset::ThreeQuarter));
            }
            Ok(Opened::Graph(graph)) => {
                let actor = &mut self.shown.player.actor;
                let set = actor.set_graph(graph).map_err(|e| e.to_string());
                actor.inertialize(TRANSITION);
                self.transport.playing = true;
                if let Err(message) = set {
                    self.say(message, true);
                }
            }
            Ok(Opened::Rig(path)) => {
                if let Err(failure) = self.use_rig(&path) {
                    self.say(failure.message().to_owned(), true);
                }
            }
            Ok(Opened::Ragdoll(path)) => {
                if let Err(failure) = self.use_ragdoll(&path) {
                    self.say(failure.message().to_owned(), true);
                }
            }
            Ok(Opened::FaceMap(path)) => self.use_face_map(path),
            Ok(Opened::Wrinkles(path)) => self.choose_wrinkles(WrinkleChoice::File(path)),
            Ok(Opened::Environment(environment)) => self.lighting.environment = Some(environment),
            Ok(Opened::Hair(path)) => self.wear_file(&path),
            Ok(Opened::Marks(path)) => self.load_marks(&path),
            Ok(Opened::DecalImage(path)) => self.add_decal_image(&path),
            Ok(Opened::Sound(path)) => self.open_sound(&path),
            Ok(Opened::Clips { from, clips, missing }) => {
                let added = count(clips.len(), "clip");
                let first = sinew::ClipId(self.shown.player.actor.clips().len() as u32);
                for clip in clips {
                    // Retargeted clips only have tracks for joints of the character.
                    let _ = self.shown.player.actor.add_clip(clip);
                }
                self.play(Some(first));
                self.refit_scene_clip();
                let without = if missing > 0 {
                    format!(", without {}", count(missing, "joint"))
                } else {
                    String::new()
                };
                self.say(format!("{added} from {from}{without}"), false);
            }
            Err(failure) => self.say(failure.message().to_owned(), true),
        }
    }
}
