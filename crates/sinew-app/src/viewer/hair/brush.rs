//! Brushes: strokes over the guides in the picture, taking them back, and files of what they made.

use super::stroke::{BrushKind, Stroke};
use crate::asset::groom::SAVED;
use crate::asset::{groom_curves, groom_file};
use crate::report::output::extension;
use crate::report::plural::count;
use crate::viewer::state::State;
use sinew::Actor;
use sinew::glam::{Affine3A, Vec2};
use sinew::hair::{Groom, GroomError, GuidePose, HairCollider, HairState};
use sinew_author::hair::{HairBrush, comb, cut};
use std::path::Path;
use std::sync::Arc;

/// Depth of hair that a brush reaches behind its nearest point, metres.
const REACH: f32 = 0.05;
/// Distance from the body that combed hair keeps, metres.
const DISTANCE: f32 = 0.002;
/// Most strokes that can be taken back.
const MAX_UNDO: usize = 32;

impl State {
    /// True where a brush at a point of the picture is on the hair.
    pub(crate) fn is_hair_at(&self, point: Vec2) -> bool {
        self.brush_at(point).is_some()
    }

    /// The brush at a point of the picture; `None` beside the hair.
    fn brush_at(&self, point: Vec2) -> Option<HairBrush> {
        let hair = self.shown.player.actor.hair()?;
        let projection = self.projection()?;
        let (eye, direction) = projection.ray(point);
        let brush = HairBrush::new(eye, direction, self.hair.radius / projection.scale());
        let nearest = brush.nearest(poses(hair))?;
        Some(brush.with_depth(nearest + REACH))
    }

    /// Brushes from the latest point to this one.
    pub(super) fn stroke(&mut self, point: Vec2) {
        let Some(kind) = self.hair.brush else { return };
        let actor = &self.shown.player.actor;
        let Some(hair) = actor.hair() else { return };
        let stroke = self.hair.stroke.get_or_insert_with(|| Stroke {
            last: point,
            before: Arc::clone(hair.groom()),
            body: reference_colliders(actor),
        });
        let from = std::mem::replace(&mut stroke.last, point);
        if kind == BrushKind::Comb && from == point {
            return;
        }
        let at = if kind == BrushKind::Comb { from } else { point };
        let Some((brush, projection)) = self.brush_at(at).zip(self.projection()) else { return };
        let Some(stroke) = &self.hair.stroke else { return };
        let Some(hair) = self.shown.player.actor.hair() else { return };
        let brushed = brushed(hair, |layer, pose| match kind {
            BrushKind::Comb => comb(layer, pose, &brush, projection.ray(point).1, &stroke.body, DISTANCE),
            BrushKind::Cut => cut(layer, pose, &brush),
        });
        match brushed {
            Ok(Some(groom)) => self.set_groom(groom),
            Ok(None) => {}
            Err(error) => self.say(error.to_string(), true),
        }
    }

    /// Lifts the brush; a stroke that changed something can be taken back.
    pub(super) fn end_stroke(&mut self) {
        let Some(stroke) = self.hair.stroke.take() else { return };
        let hair = self.shown.player.actor.hair();
        if hair.is_some_and(|hair| !Arc::ptr_eq(hair.groom(), &stroke.before)) {
            if self.hair.undo.len() == MAX_UNDO {
                self.hair.undo.remove(0);
            }
            self.hair.undo.push(stroke.before);
        }
    }

    /// Takes the last stroke back.
    pub(super) fn undo_stroke(&mut self) {
        self.end_stroke();
        if let Some(groom) = self.hair.undo.pop() {
            self.set_groom(groom);
        }
    }

    fn set_groom(&mut self, groom: Arc<Groom>) {
        let set = self.shown.player.actor.hair_mut().map(|hair| hair.set_groom(groom));
        if let Some(Err(error)) = set {
            self.say(error.to_string(), true);
        }
    }

    /// Writes the strands as groomed into a file.
    pub(super) fn save_hair(&mut self, path: &Path) {
        let Some(hair) = self.shown.player.actor.hair() else { return };
        let written = match extension(path) == SAVED {
            true => {
                let character = self.shown.player.actor.character();
                let written = groom_file::write(path, character, hair, &self.hair.looks, &self.hair.hidden);
                written.map(|_| hair.groom().strand_count())
            }
            false => groom_curves::write(path, hair.groom(), &self.hair.looks),
        };
        match written {
            Ok(strands) => self.say(format!("{}: {}", path.display(), count(strands, "strand")), false),
            Err(failure) => self.say(failure.message().to_owned(), true),
        }
    }
}

/// Guides of all layers.
fn poses(hair: &HairState) -> impl Iterator<Item = &GuidePose> {
    (0..hair.groom().layers.len()).map(|layer| hair.pose(layer))
}

/// The groom with brushed layers; `None` where nothing has changed.
fn brushed(
    hair: &HairState,
    brush: impl Fn(&mut sinew::hair::GroomLayer, &GuidePose) -> Result<usize, GroomError>,
) -> Result<Option<Arc<Groom>>, GroomError> {
    let mut groom = (**hair.groom()).clone();
    let mut changed = 0;
    for (number, layer) in groom.layers.iter_mut().enumerate() {
        changed += brush(layer, hair.pose(number))?;
    }
    Ok((changed > 0).then(|| Arc::new(groom)))
}

/// Colliders of the hair in the character's reference pose.
fn reference_colliders(actor: &Actor) -> Vec<HairCollider> {
    let mut colliders = Vec::new();
    if let Some(hair) = actor.hair() {
        hair.body().colliders(&Affine3A::IDENTITY, actor.character().reference_model(), &mut colliders);
    }
    colliders
}
