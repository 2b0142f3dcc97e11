use super::stroke::{BrushKind, Stroke};
use super::wind::WindChoice;
use crate::asset::read_files::ReadFiles;
use sinew::Actor;
use sinew::character::MeshInstanceId;
use sinew::hair::{Groom, HairLook};
use sinew_author::hair::Haircut;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError};

/// Hair of the shown character, and the tools that change it.
pub(crate) struct HairTools {
    /// Haircuts that are worn or being made, by name or file.
    pub(crate) names: Vec<String>,
    /// Landmarks of the face, for beards, brows and lashes.
    pub(crate) landmarks: Option<PathBuf>,
    /// Files of haircuts that have been worn.
    pub(crate) files: Vec<String>,
    pub(crate) wind: WindChoice,
    /// Look of each layer.
    pub(crate) looks: Vec<HairLook>,
    /// Layer whose settings are shown.
    pub(crate) layer: usize,
    /// Share of the strands that are drawn; `None` for as many as the distance needs.
    pub(crate) strands: Option<f32>,
    pub(crate) brush: Option<BrushKind>,
    /// Radius of brushes in points.
    pub(crate) radius: f32,
    pub(super) stroke: Option<Stroke>,
    /// Grooms before the latest strokes.
    pub(super) undo: Vec<Arc<Groom>>,
    /// Names worn before the haircut that is being made.
    pub(super) worn: Vec<String>,
    /// Groom of the haircut that is worn, before strokes of brushes.
    pub(super) groom: Option<Arc<Groom>>,
    /// Meshes that the haircut replaces.
    pub(in crate::viewer) hidden: Vec<MeshInstanceId>,
    pub(super) generation: Option<Receiver<Result<Haircut, String>>>,
    /// Files that the haircut in the making is read from.
    pub(super) read: ReadFiles,
    /// True where they have changed again meanwhile.
    pub(super) is_stale: bool,
    /// True while the mouse moves the character.
    pub(super) is_carried: bool,
}

impl Default for HairTools {
    fn default() -> Self {
        Self {
            names: Vec::new(),
            landmarks: None,
            files: Vec::new(),
            wind: WindChoice::default(),
            looks: Vec::new(),
            layer: 0,
            strands: None,
            brush: None,
            radius: 40.0,
            stroke: None,
            undo: Vec::new(),
            worn: Vec::new(),
            groom: None,
            hidden: Vec::new(),
            generation: None,
            read: ReadFiles::default(),
            is_stale: false,
            is_carried: false,
        }
    }
}

impl HairTools {
    /// True while a haircut is made.
    pub(crate) fn is_generating(&self) -> bool {
        self.generation.is_some()
    }

    /// True while a brush is on the hair.
    pub(crate) fn is_brushing(&self) -> bool {
        self.stroke.is_some()
    }

    /// True where a stroke can be taken back.
    pub(crate) fn can_undo(&self) -> bool {
        !self.undo.is_empty()
    }

    /// Grooms before the latest strokes, where the hair is read anew; a stroke that goes on ends.
    pub(in crate::viewer) fn strokes(&mut self) -> &mut Vec<Arc<Groom>> {
        self.stroke = None;
        &mut self.undo
    }

    /// True while the picture changes by the hair of an actor without input.
    pub(crate) fn is_moving(&self, actor: &Actor) -> bool {
        self.is_generating() || actor.hair().is_some_and(|hair| !hair.is_at_rest())
    }

    /// Forgets the hair of a character that is shown no longer; wind, brushes and files stay.
    pub(crate) fn forget(&mut self) {
        *self = Self {
            files: std::mem::take(&mut self.files),
            wind: self.wind,
            strands: self.strands,
            brush: self.brush,
            radius: self.radius,
            ..Self::default()
        };
    }

    /// True in a frame in which the mouse moves the character.
    pub(crate) fn take_carried(&mut self) -> bool {
        std::mem::take(&mut self.is_carried)
    }

    /// The haircut that was made; `None` while it is being made, and without a generation.
    pub(super) fn finished(&mut self) -> Option<Result<Haircut, String>> {
        let result = match self.generation.as_ref()?.try_recv() {
            Ok(result) => result,
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => Err("the generation of the hair has failed".to_owned()),
        };
        self.generation = None;
        Some(result)
    }
}
