//! The shown character after its files were read anew: it goes on from the one before.

use super::carry_over::{FilesBefore, carry_clips, carry_over, continue_wrinkles, goals, set_goals};
use super::decals::carry_decals;
use super::file_use::FileUse;
use super::hair::{KeptHair, continue_hair};
use crate::asset::read_files::ReadFiles;
use crate::player::script;
use crate::report::file_name;
use crate::viewer::open_character::OpenCharacter;
use crate::viewer::stamp_looks::stamp_looks;
use crate::viewer::state::State;
use crate::viewer::wrinkles::WrinkleChoice;
use sinew::Character;
use sinew::character::Primitive;
use sinew_setup::{FaceSetupDescription, SetupDescription};
use std::path::{Path, PathBuf};

impl State {
    /// Shows the character whose files were read anew in place of the one before, which it goes on from: clip and
    /// time, weights, hair, goals, decals. A scene begins again, and a fall ends.
    pub(super) fn show_remade(&mut self, mut now: OpenCharacter) {
        self.release_grab();
        now.serial = self.shown.serial + 1;
        let mut before = std::mem::replace(&mut self.shown, now);
        let scene = before.player.take_scene();
        // What the first person does not see is not hidden by hand.
        before.player.actor.meshes_mut().set_first_person(false);
        let replaced = self.hair.hidden.iter();
        replaced.for_each(|id| before.player.actor.meshes_mut().set_visible(*id, true));
        self.shown.player.continue_from(&before.player);
        self.dress_as(&before);
        // Graphs are compiled for all clips.
        carry_clips(&before.player.actor, &mut self.shown.player.actor, before.clips);
        self.use_graph_of(&before);
        self.use_face_map_of(&before);
        let setup = description(&before);
        let face = setup.map_or_else(FaceSetupDescription::default, |setup| setup.face.clone());
        let plays = description(&self.shown).and_then(|setup| setup.play.clone());
        let files = FilesBefore {
            had_graph: setup.is_some_and(|setup| setup.graph.is_some()),
            visible: &before.visible,
            face: &face,
            plays: plays.as_deref().filter(|plays| setup.is_some_and(|it| it.play.as_deref() != Some(plays))),
        };
        carry_over(&before.player.actor, &mut self.shown.player.actor, &files);
        self.use_weights_of(&before);
        self.use_wrinkles_of(&before);
        self.use_hair_of(&before);
        self.use_decals_of(&before);
        self.refit_rig();
        set_goals(&mut self.shown.player.actor, goals(&before.player.actor));
        match self.find_use(|of| matches!(of, FileUse::Ragdoll(_))) {
            Some(ragdoll) => self.read_anew(&ragdoll),
            None => self.refit_ragdoll(),
        }
        self.refind_mouth();
        let actor = &self.shown.player.actor;
        let plays = |actor: &sinew::Actor| actor.graph().is_some() || actor.playback().is_some();
        if plays(&before.player.actor) && !plays(actor) {
            // What played has gone with the files.
            self.play_first();
        }
        self.apply_transport();
        if scene.is_some() {
            self.choose_scene(scene);
        }
    }

    fn find_use(&self, is_it: impl Fn(&FileUse) -> bool) -> Option<FileUse> {
        self.watch.uses().find(|of| is_it(of)).cloned()
    }

    /// Outfit and items as they were chosen by hand.
    fn dress_as(&mut self, before: &OpenCharacter) {
        let Some(setup) = &before.player.setup else { return };
        if before.outfit.as_deref() != setup.outfit() {
            self.shown.wear(before.outfit.clone());
        }
        for item in setup.items() {
            let attachment = setup.item(item).and_then(|id| before.player.actor.attachment(id));
            let described = setup.file().description().attachments.get(item);
            if let (Some(attachment), Some(described)) = (attachment, described)
                && attachment.is_shown == described.put_away
            {
                self.shown.hold_item(item, attachment.is_shown);
            }
        }
    }

    /// The graph that was opened for the character, if it plays: that of the file, or the one before where the file
    /// cannot be used now.
    fn use_graph_of(&mut self, before: &OpenCharacter) {
        let Some(of) = self.find_use(|of| matches!(of, FileUse::Graph(_))) else { return };
        let (FileUse::Graph(path), Some(old)) = (&of, before.player.actor.graph()) else { return };
        let (read, actor) = (ReadFiles::default(), &mut self.shown.player.actor);
        match read.during(|| script::graph(path, actor)) {
            Ok(graph) => {
                // It was compiled for the clips of the actor.
                let _ = actor.set_graph(graph);
                self.watch.set(of, &read);
            }
            Err(failure) => {
                // It fits where the clips are the same.
                let _ = actor.set_graph(old.graph().clone());
                self.watch.fail(&of, &read, failure.message().to_owned());
            }
        }
    }

    /// The face map in use, which stays chosen where it cannot be used now.
    fn use_face_map_of(&mut self, before: &OpenCharacter) {
        let Some(path) = &before.face_map else { return };
        self.shown.face_map = Some(path.clone());
        if let Some((face, old)) = self.shown.player.actor.face_mut().zip(before.player.actor.face()) {
            // The face before stays where the map cannot be used: it fits the same character.
            let _ = face.set_rig(old.rig().clone());
        }
        self.read_anew(&FileUse::FaceMap(path.clone()));
    }

    /// Weights of expressions and morph targets that are held.
    fn use_weights_of(&mut self, before: &OpenCharacter) {
        let old = before.player.actor.character().clone();
        let (held, expressions) = (std::mem::take(&mut self.held), std::mem::take(&mut self.expressions));
        let Some(face) = self.shown.player.actor.face_mut() else { return };
        let held = held.into_iter();
        self.held = held.filter(|(name, weight)| face.set_morph(name.as_str(), *weight).is_ok()).collect();
        for (expression, weight) in expressions {
            let Some(named) = old.expressions().get(expression.index()) else { continue };
            if let Ok(found) = face.find_expression(named.name.as_str())
                && face.set_expression(found, weight).is_ok()
            {
                self.expressions.insert(found, weight);
            }
        }
    }

    /// Wrinkles that were chosen, else the settings of those of the set-up, which may be switched off by hand.
    fn use_wrinkles_of(&mut self, before: &OpenCharacter) {
        let actor = &mut self.shown.player.actor;
        let Some(old) = before.player.actor.wrinkles() else {
            if description(before).is_some_and(|setup| setup.wrinkles.is_some()) {
                // Without a map there is nothing that could fail.
                let _ = actor.set_wrinkles(None);
            }
            return;
        };
        if self.wrinkles.choice == WrinkleChoice::Off {
            actor.wrinkles_mut().into_iter().for_each(|wrinkles| continue_wrinkles(old, wrinkles));
        } else if actor.set_wrinkles(Some(old.map().clone())).is_ok() {
            actor.wrinkles_mut().into_iter().for_each(|wrinkles| wrinkles.clone_from(old));
        } else {
            self.choose_wrinkles(self.wrinkles.choice.clone());
        }
    }

    /// Haircuts that were chosen, else the hair of the set-up. They are grown again on a head of another shape.
    fn use_hair_of(&mut self, before: &OpenCharacter) {
        let actor = &mut self.shown.player.actor;
        if self.hair.names.is_empty() {
            if let Some((state, groom)) = before.player.actor.hair().zip(before.groom.as_deref()) {
                continue_hair(actor, &KeptHair { state, groom }, self.hair.strokes());
            }
            return;
        }
        let is_same = has_same_meshes(before.player.actor.character(), actor.character());
        if let Some(old) = before.player.actor.hair().filter(|_| is_same)
            && actor.set_hair(Some(old.hair().clone())).is_ok()
        {
            actor.hair_mut().into_iter().for_each(|hair| hair.clone_from(old));
            self.hair.hidden.iter().for_each(|id| actor.meshes_mut().set_visible(*id, false));
            if !self.hair.is_generating() {
                return;
            }
        } else {
            self.hair.hidden.clear();
        }
        // What is being made is for the head before.
        self.wear(self.hair.names.clone());
    }

    /// Decals that were stamped, and those of texts of marks.
    fn use_decals_of(&mut self, before: &OpenCharacter) {
        let look = stamp_looks(&before.player.actor).get(self.stamps.look).map(|&look| look.to_owned());
        let images: Vec<PathBuf> = self.watch.uses().filter_map(image_of).map(Path::to_owned).collect();
        images.iter().for_each(|path| self.read_anew(&FileUse::DecalImage(path.clone())));
        let stem = |path: &PathBuf| file_name::text(Path::new(path.file_stem().unwrap_or_default()));
        let kept: Vec<String> = images.iter().map(stem).collect();
        let actor = &mut self.shown.player.actor;
        let carried = carry_decals(&before.player.actor, actor, &before.marks, &kept);
        let files: Vec<PathBuf> = self.stamps.of_files.keys().cloned().collect();
        match carried {
            Some(carried) => self.stamps.continue_with(&carried, &stamp_looks(actor), look.as_deref()),
            None => self.stamps.change_character(&stamp_looks(actor), look.as_deref()),
        }
        files.into_iter().for_each(|path| self.read_anew(&FileUse::Marks(path)));
    }
}

fn image_of(of: &FileUse) -> Option<&Path> {
    match of {
        FileUse::DecalImage(path) => Some(path),
        _ => None,
    }
}

/// Description of the set-up of a character.
fn description(of: &OpenCharacter) -> Option<&SetupDescription> {
    of.player.setup.as_ref().map(|setup| setup.file().description())
}

/// True for characters whose meshes have the same shapes.
fn has_same_meshes(a: &Character, b: &Character) -> bool {
    primitives(a).map(|it| &it.positions).eq(primitives(b).map(|it| &it.positions))
}

fn primitives(character: &Character) -> impl Iterator<Item = &Primitive> {
    character.meshes().iter().flat_map(|mesh| &mesh.primitives)
}
