//! The shown character after its files were read anew: it goes on from the one before.

use super::carry_over::{FilesBefore, carry_over, continue_wrinkles, goals, set_goals};
use super::decals::carry_decals;
use super::file_use::FileUse;
use crate::asset::face_map;
use crate::asset::read_files::ReadFiles;
use crate::player::script;
use crate::viewer::open_character::OpenCharacter;
use crate::viewer::stamp_looks::stamp_looks;
use crate::viewer::state::State;
use crate::viewer::wrinkles::WrinkleChoice;
use sinew::Character;
use sinew::character::Primitive;
use sinew_setup::FaceSetupDescription;
use std::path::PathBuf;

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
        self.use_graph_of(&before);
        let setup = before.player.setup.as_ref().map(|setup| setup.file().description());
        let face = setup.map_or_else(FaceSetupDescription::default, |setup| setup.face.clone());
        let files = FilesBefore {
            clips: before.clips,
            had_graph: setup.is_some_and(|setup| setup.graph.is_some()),
            visible: &before.visible,
            face: &face,
        };
        carry_over(&before.player.actor, &mut self.shown.player.actor, &files);
        self.use_weights_of(&before);
        self.use_wrinkles_of(&before);
        self.use_hair_of(&before);
        self.use_decals_of(&before);
        self.refit_rig();
        set_goals(&mut self.shown.player.actor, goals(&before.player.actor));
        let ragdoll = self.watch.uses().find(|of| matches!(of, FileUse::Ragdoll(_))).cloned();
        match ragdoll {
            Some(ragdoll) => self.read_anew(&ragdoll),
            None => self.refit_ragdoll(),
        }
        self.refind_mouth();
        self.apply_transport();
        if scene.is_some() {
            self.choose_scene(scene);
        }
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

    /// The graph that was opened for the character, if it plays.
    fn use_graph_of(&mut self, before: &OpenCharacter) {
        let graph = self.watch.uses().find_map(|of| match of {
            FileUse::Graph(path) => Some(path.clone()),
            _ => None,
        });
        let Some(path) = graph.filter(|_| before.player.actor.graph().is_some()) else { return };
        let (read, actor) = (ReadFiles::default(), &mut self.shown.player.actor);
        let of = FileUse::Graph(path.clone());
        match read.during(|| script::graph(&path, actor)) {
            Ok(graph) => {
                // It was compiled for the clips of the actor.
                let _ = actor.set_graph(graph);
                self.watch.set(of, &read);
            }
            Err(failure) => self.watch.fail(&of, &read, failure.message().to_owned()),
        }
    }

    /// Weights of expressions and morph targets that are held, and the face map.
    fn use_weights_of(&mut self, before: &OpenCharacter) {
        let old = before.player.actor.character().clone();
        let Some(face) = self.shown.player.actor.face_mut() else { return };
        let held = std::mem::take(&mut self.held).into_iter();
        self.held = held.filter(|(name, weight)| face.set_morph(name.as_str(), *weight).is_ok()).collect();
        for (expression, weight) in std::mem::take(&mut self.expressions) {
            let name = old.expressions()[expression.index()].name.as_str();
            if let Ok(found) = face.find_expression(name)
                && face.set_expression(found, weight).is_ok()
            {
                self.expressions.insert(found, weight);
            }
        }
        if let Some(path) = &before.face_map {
            match face_map::set(face, path) {
                Ok(_) => self.shown.face_map = Some(path.clone()),
                Err(failure) => self.say(failure.message().to_owned(), true),
            }
        }
    }

    /// Wrinkles that were chosen, else the settings of those of the set-up.
    fn use_wrinkles_of(&mut self, before: &OpenCharacter) {
        let actor = &mut self.shown.player.actor;
        let Some(old) = before.player.actor.wrinkles() else { return };
        if self.wrinkles.choice == WrinkleChoice::Off {
            actor.wrinkles_mut().into_iter().for_each(|wrinkles| continue_wrinkles(old, wrinkles));
        } else if actor.set_wrinkles(Some(old.map().clone())).is_ok() {
            actor.wrinkles_mut().into_iter().for_each(|wrinkles| wrinkles.clone_from(old));
        } else {
            self.choose_wrinkles(self.wrinkles.choice.clone());
        }
    }

    /// Haircuts that were chosen. They are grown again on a head of another shape.
    fn use_hair_of(&mut self, before: &OpenCharacter) {
        if self.hair.names.is_empty() {
            return;
        }
        let actor = &mut self.shown.player.actor;
        let is_same = has_same_meshes(before.player.actor.character(), actor.character());
        if let Some(old) = before.player.actor.hair().filter(|_| is_same)
            && actor.set_hair(Some(old.hair().clone())).is_ok()
        {
            actor.hair_mut().into_iter().for_each(|hair| hair.clone_from(old));
            self.hair.hidden.iter().for_each(|id| actor.meshes_mut().set_visible(*id, false));
            return;
        }
        self.hair.hidden.clear();
        self.wear(self.hair.names.clone());
    }

    /// Decals that were stamped, and those of texts of marks.
    fn use_decals_of(&mut self, before: &OpenCharacter) {
        let look = stamp_looks(&before.player.actor).get(self.stamps.look).map(|&look| look.to_owned());
        let of_files = self.stamps.of_files.values().flatten().copied();
        let without = before.marks.iter().copied().chain(of_files).collect();
        let files: Vec<PathBuf> = self.stamps.of_files.keys().cloned().collect();
        carry_decals(&before.player.actor, &mut self.shown.player.actor, &without);
        self.stamps.change_character(&stamp_looks(&self.shown.player.actor), look.as_deref());
        files.into_iter().for_each(|path| self.read_anew(&FileUse::Marks(path)));
    }
}

/// True for characters whose meshes have the same shapes.
fn has_same_meshes(a: &Character, b: &Character) -> bool {
    primitives(a).map(|it| &it.positions).eq(primitives(b).map(|it| &it.positions))
}

fn primitives(character: &Character) -> impl Iterator<Item = &Primitive> {
    character.meshes().iter().flat_map(|mesh| &mesh.primitives)
}
