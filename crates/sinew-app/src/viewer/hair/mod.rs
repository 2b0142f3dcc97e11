//! Hair in the viewer: haircuts that are made beside the window, wind and settings, brushes, overlays.

mod brush;
mod carry;
mod command;
mod commands;
mod lines;
mod stroke;
mod tools;
mod wear;
mod wind;

pub(crate) use command::HairCommand;
pub(super) use lines::hair_lines;
pub(crate) use stroke::BrushKind;
pub(crate) use tools::HairTools;
#[cfg(test)]
pub(crate) use wind::WindChoice;
