//! Wrinkles of the shown character: commands and steps.

use super::reload::{FileUse, continue_wrinkles};
use super::state::State;
use super::wrinkles::WrinkleChoice;
use crate::asset::read_files::ReadFiles;
use crate::asset::wrinkle_files;
use crate::report::failure::Failure;
use sinew::surface::wrinkle::WrinkleMap;
use std::sync::Arc;

impl State {
    /// Chooses the wrinkles. Synthetic ones appear when they are made.
    pub(super) fn choose_wrinkles(&mut self, choice: WrinkleChoice) {
        self.wrinkles.stop();
        let read = ReadFiles::default();
        match read.during(|| self.read_wrinkles(&choice)) {
            Ok(()) => self.watch.set(FileUse::Wrinkles(self.wrinkles.choice.clone()), &read),
            // The wrinkles before stay.
            Err(failure) => self.say(failure.message().to_owned(), true),
        }
    }

    /// Reads the wrinkles of a choice and sets them, or begins to make synthetic ones.
    pub(super) fn read_wrinkles(&mut self, choice: &WrinkleChoice) -> Result<(), Failure> {
        let character = self.shown.player.actor.character().clone();
        let map = match choice {
            WrinkleChoice::Off => None,
            WrinkleChoice::Automatic => {
                self.wrinkles.generate(character, self.shown.name.clone());
                self.wrinkles.choice = choice.clone();
                return Ok(());
            }
            WrinkleChoice::Own => self.shown.wrinkles.as_ref().map(|wrinkles| wrinkles.map(&character)),
            WrinkleChoice::File(path) => Some(wrinkle_files::read(path, &character)),
        };
        let map = map.transpose()?;
        let is_same = self.wrinkles.choice == *choice;
        self.wrinkles.choice = if map.is_some() { choice.clone() } else { WrinkleChoice::Off };
        let before = self.shown.player.actor.wrinkles().cloned().filter(|_| is_same);
        self.use_wrinkles(map);
        // Regions that are set by hand stay where the same wrinkles are read anew.
        if let (Some(before), Some(now)) = (before, self.shown.player.actor.wrinkles_mut()) {
            continue_wrinkles(&before, now);
        }
        Ok(())
    }

    /// Takes over a map that was made meanwhile.
    pub(super) fn advance_wrinkles(&mut self) {
        match self.wrinkles.finished() {
            Some(Ok(map)) => self.use_wrinkles(Some(map)),
            Some(Err(why)) => {
                self.wrinkles.choice = WrinkleChoice::Off;
                self.use_wrinkles(None);
                self.say(why, true);
            }
            None => {}
        }
    }

    /// Sets the map, at the intensity of the one before.
    fn use_wrinkles(&mut self, map: Option<WrinkleMap>) {
        let actor = &mut self.shown.player.actor;
        let intensity = actor.wrinkles().map_or(1.0, |wrinkles| wrinkles.intensity());
        if let Err(error) = actor.set_wrinkles(map.map(Arc::new)) {
            self.say(error.to_string(), true);
            return;
        }
        if let Some(wrinkles) = actor.wrinkles_mut() {
            wrinkles.set_intensity(intensity);
        }
    }

    /// Sets the factor on all strengths.
    pub(super) fn set_wrinkle_intensity(&mut self, intensity: f32) {
        if let Some(wrinkles) = self.shown.player.actor.wrinkles_mut() {
            wrinkles.set_intensity(intensity);
        }
    }

    /// Sets the strength of a region in a layer, both by number, or gives it back to the drivers.
    pub(super) fn set_wrinkle_region(&mut self, layer: usize, region: usize, strength: Option<f32>) {
        let Some(wrinkles) = self.shown.player.actor.wrinkles_mut() else { return };
        let map = wrinkles.map().clone();
        if let (Some(layer), Some(region)) = (map.layers().get(layer), map.regions().get(region)) {
            wrinkles.set_region_of_layer(&layer.name, &region.name, strength);
        }
    }

    /// Gives all regions back to their drivers.
    pub(super) fn release_wrinkles(&mut self) {
        if let Some(wrinkles) = self.shown.player.actor.wrinkles_mut() {
            wrinkles.clear_regions();
        }
    }
}
