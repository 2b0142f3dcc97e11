//! Application of the hair commands to the state of the viewer.

use super::command::HairCommand;
use crate::viewer::state::State;

impl State {
    /// Applies a command of the hair.
    pub(in crate::viewer) fn apply_to_hair(&mut self, command: HairCommand) {
        match command {
            HairCommand::Wear(names) => self.wear(names),
            HairCommand::Layer(layer) => self.hair.layer = layer,
            HairCommand::Wind(wind) => self.hair.wind = wind,
            HairCommand::Settings(layer, settings) => {
                let hair = self.shown.player.actor.hair_mut();
                let set = hair
                    .and_then(|hair| hair.simulation_mut(layer))
                    .map(|simulation| simulation.set_settings(settings));
                if let Some(Err(error)) = set {
                    self.say(error.to_string(), true);
                }
            }
            HairCommand::Look(layer, look) => {
                if let Some(slot) = self.hair.looks.get_mut(layer) {
                    *slot = look;
                }
            }
            HairCommand::Strands(share) => self.hair.strands = share,
            HairCommand::Brush(kind) => {
                self.end_stroke();
                self.hair.brush = kind;
            }
            HairCommand::BrushRadius(radius) => self.hair.radius = radius,
            HairCommand::Stroke(point) => self.stroke(point),
            HairCommand::EndStroke => self.end_stroke(),
            HairCommand::Undo => self.undo_stroke(),
            HairCommand::Save(path) => self.save_hair(&path),
            HairCommand::Carry(points) => self.carry(points),
        }
    }
}
