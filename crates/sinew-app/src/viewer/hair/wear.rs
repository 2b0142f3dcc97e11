//! Haircuts of the shown character: choice, generation in a thread of its own, and the file's own hair.

use super::wind::WindChoice;
use crate::asset::groom::{self, EXTRAS};
use crate::asset::read_files::ReadFiles;
use crate::options::hair::HairOptions;
use crate::report::failure::Failure;
use crate::viewer::reload::{FileUse, KeptHair, continue_hair};
use crate::viewer::state::State;
use sinew::character::MeshInstanceId;
use sinew::hair::{Groom, HairLook};
use sinew_author::hair::Haircut;
use std::path::Path;
use std::sync::mpsc::channel;

impl State {
    /// Puts on haircuts, wind and movement of the call.
    pub(crate) fn use_hair(&mut self, options: &HairOptions) -> Result<(), Failure> {
        self.on.shake = options.shake;
        self.hair.wind = match options.wind {
            Some(velocity) => WindChoice::of(velocity, options.gusts),
            None => WindChoice::default(),
        };
        if options.groom.is_empty() {
            return Ok(());
        }
        let (character, visible) = (self.shown.player.actor.character().clone(), self.visible_meshes());
        let read = ReadFiles::default();
        let landmarks = options.landmarks.as_deref();
        let is_visible = |id: MeshInstanceId| visible[id.index()];
        let grow = || groom::grow(&character, is_visible, &options.groom, landmarks, &self.shown.name);
        let made = read.during(grow)?;
        self.hair.names.clone_from(&options.groom);
        self.hair.landmarks.clone_from(&options.landmarks);
        self.put_on(made).map_err(|error| Failure::input(&self.shown.name, error))?;
        self.watch.set(FileUse::Hair, &read);
        Ok(())
    }

    /// Puts on the haircut of a file, along with beard, brows and lashes that are worn.
    pub(in crate::viewer) fn wear_file(&mut self, path: &Path) {
        let extras = self.hair.names.iter().filter(|name| EXTRAS.contains(&name.as_str())).cloned();
        self.wear(std::iter::once(path.display().to_string()).chain(extras).collect());
    }

    /// Puts on haircuts, which appear when they are made; without any, the hair of the file comes back.
    pub(in crate::viewer) fn wear(&mut self, names: Vec<String>) {
        if !self.hair.is_generating() {
            self.hair.worn.clone_from(&self.hair.names);
        }
        self.hair.names = names;
        (self.hair.generation, self.hair.is_stale) = (None, false);
        if self.hair.names.is_empty() {
            self.take_off();
            return;
        }
        let (sender, receiver) = channel();
        let (character, visible) = (self.shown.player.actor.character().clone(), self.visible_meshes());
        let (names, file) = (self.hair.names.clone(), self.shown.name.clone());
        let landmarks = self.hair.landmarks.clone();
        let read = ReadFiles::default();
        self.hair.read = read.clone();
        std::thread::spawn(move || {
            let is_visible = |id: MeshInstanceId| visible[id.index()];
            let made =
                read.during(|| groom::grow(&character, is_visible, &names, landmarks.as_deref(), &file));
            // Nobody waits for another choice meanwhile.
            drop(sender.send(made.map_err(|failure| failure.message().to_owned())));
        });
        self.hair.generation = Some(receiver);
    }

    /// Grows the haircuts that are worn anew, after their files have changed: one growth at a time.
    pub(in crate::viewer) fn grow_hair_anew(&mut self) {
        match self.hair.is_generating() {
            true => self.hair.is_stale = true,
            false => self.wear(self.hair.names.clone()),
        }
    }

    /// Takes over a haircut that was made meanwhile, wind and movement.
    pub(in crate::viewer) fn advance_hair(&mut self) {
        let finished = self.hair.finished();
        let is_stale = finished.is_some() && std::mem::take(&mut self.hair.is_stale);
        match finished {
            Some(Ok(made)) => {
                if let Err(error) = self.put_on(made) {
                    self.hair.names.clear();
                    self.say(error, true);
                }
                match is_stale {
                    true => self.watch.mend(&FileUse::Hair),
                    false => self.watch.set(FileUse::Hair, &self.hair.read),
                }
            }
            Some(Err(_)) if is_stale => {}
            // The files of the hair that is worn have changed.
            Some(Err(why)) if self.hair.names == self.hair.worn && self.watch.has(&FileUse::Hair) => {
                self.watch.fail(&FileUse::Hair, &self.hair.read, why);
            }
            Some(Err(why)) => {
                self.hair.names.clone_from(&self.hair.worn);
                self.say(why, true);
            }
            None => {}
        }
        if is_stale && !self.hair.names.is_empty() {
            self.wear(self.hair.names.clone());
        }
        self.shown.player.wind = self.hair.wind.wind();
        self.shown.player.shakes_head = self.on.shake;
    }

    /// Puts a haircut on in place of the one before. The same one, whose files have changed, goes on from it.
    fn put_on(&mut self, made: Haircut) -> Result<(), String> {
        self.end_stroke();
        let is_same = self.hair.names == self.hair.worn;
        let before = self.shown.player.actor.hair().cloned().zip(self.hair.groom.clone()).filter(|_| is_same);
        let (looks, layer) = (std::mem::take(&mut self.hair.looks), self.hair.layer);
        let mut undo = std::mem::take(&mut self.hair.undo);
        self.take_off();
        let actor = &mut self.shown.player.actor;
        let groom = made.hair.groom.clone();
        actor.set_hair(Some(made.hair)).map_err(|error| error.to_string())?;
        self.hair.looks = groom.layers.iter().map(|layer| layer.look).collect();
        if let Some((state, of_files)) = &before {
            continue_hair(actor, &KeptHair { state, groom: of_files }, &mut undo);
            self.hair.undo = undo;
            keep_looks(&mut self.hair.looks, &groom, &looks, of_files);
            let name = of_files.layers.get(layer).map(|layer| layer.name.as_str());
            let selected = groom.layers.iter().position(|layer| name == Some(layer.name.as_str()));
            self.hair.layer = selected.unwrap_or(0);
        }
        made.hidden.iter().for_each(|id| actor.meshes_mut().set_visible(*id, false));
        (self.hair.hidden, self.hair.groom) = (made.hidden, Some(groom));
        for name in self.hair.names.iter().filter(|name| name.contains('.')) {
            if !self.hair.files.contains(name) {
                self.hair.files.push(name.clone());
            }
        }
        Ok(())
    }

    /// Takes the hair off, and shows that of the file again.
    fn take_off(&mut self) {
        let actor = &mut self.shown.player.actor;
        // Without a groom there is nothing that could fail.
        let _ = actor.set_hair(None);
        self.hair.hidden.drain(..).for_each(|id| actor.meshes_mut().set_visible(id, true));
        (self.hair.stroke, self.hair.layer, self.hair.groom) = (None, 0, None);
        self.hair.looks.clear();
        self.hair.undo.clear();
    }

    /// Visible mesh instances, with those that only the present haircut hides.
    fn visible_meshes(&self) -> Vec<bool> {
        let actor = &self.shown.player.actor;
        let frame = actor.frame();
        let is_visible = |id: MeshInstanceId| frame.is_visible(id) || self.hair.hidden.contains(&id);
        actor.character().mesh_instance_ids().map(is_visible).collect()
    }
}

/// Keeps looks that were set by hand, `before`, where the text has the same look of a layer as before.
fn keep_looks(looks: &mut [HairLook], groom: &Groom, before: &[HairLook], of_files: &Groom) {
    for (look, layer) in looks.iter_mut().zip(&groom.layers) {
        let same = of_files.layers.iter().zip(before).find(|(other, _)| other.name == layer.name);
        if let Some((_, by_hand)) = same.filter(|(other, _)| other.look == layer.look) {
            *look = *by_hand;
        }
    }
}
