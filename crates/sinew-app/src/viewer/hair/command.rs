use super::stroke::BrushKind;
use super::wind::WindChoice;
use sinew::glam::Vec2;
use sinew::hair::{HairLook, HairSettings};
use std::path::PathBuf;

/// Command of the panel "Hair", of its keys or its brushes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum HairCommand {
    /// Puts on these haircuts, by name or file; without any, the hair of the character's file.
    Wear(Vec<String>),
    /// Chooses the layer whose settings are shown.
    Layer(usize),
    Wind(WindChoice),
    /// Changes the simulation of layer `.0`.
    Settings(usize, HairSettings),
    /// Changes the look of layer `.0`.
    Look(usize, HairLook),
    /// Draws a share of the strands, or as many as the distance needs.
    Strands(Option<f32>),
    /// Takes a brush, or puts it away.
    Brush(Option<BrushKind>),
    /// Sets the radius of brushes in points.
    BrushRadius(f32),
    /// Brushes at a point of the picture.
    Stroke(Vec2),
    /// Lifts the brush.
    EndStroke,
    /// Takes the last stroke back.
    Undo,
    /// Writes the strands as groomed into a file.
    Save(PathBuf),
    /// Moves the character by a drag in points.
    Carry(Vec2),
}
