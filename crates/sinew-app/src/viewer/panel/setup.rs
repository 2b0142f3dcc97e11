//! Panel of a set-up: its outfits, the items that the character holds.

use crate::viewer::command::Command;
use crate::viewer::state::State;
use egui::Ui;

/// Boxes for outfits and items; nothing for a character file.
pub(super) fn show(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let player = &state.shown.player;
    let Some(setup) = &player.setup else { return };
    let (mut outfits, mut items) = (setup.outfits().peekable(), setup.items().peekable());
    if outfits.peek().is_none() && items.peek().is_none() {
        return;
    }
    ui.heading("Set-up");
    for outfit in outfits {
        let is_worn = state.shown.outfit.as_deref() == Some(outfit);
        if ui.radio(is_worn, outfit).clicked() {
            commands.push(Command::Wear(Some(outfit.to_owned()).filter(|_| !is_worn)));
        }
    }
    for item in items {
        let attachment = setup.item(item).and_then(|id| player.actor.attachment(id));
        let mut is_shown = attachment.is_some_and(|attachment| attachment.is_shown);
        if ui.checkbox(&mut is_shown, item).changed() {
            commands.push(Command::HoldItem(item.to_owned(), is_shown));
        }
    }
}
