//! Scenes: a character walks over terrain, opens a door, climbs a ladder or carries a rifle. A scene gives
//! the character its rig, sets goals and ground in every frame, and has props. The scene player moves the
//! character.

mod cheek_weld;
mod clip_selection;
mod door;
pub(crate) mod fallback_clips;
pub(crate) mod kind;
mod ladder;
mod measure;
mod rehearsal;
mod rifle;
mod rifle_rig;
pub(crate) mod set_up;
mod stride;
mod terrain;

use sinew::glam::{Affine3A, Vec3};
use sinew::stage::StageInput;
use sinew::{Actor, Character, FrameInput, RootMotion};

/// Scene from frame to frame.
pub(crate) trait Scene: Send {
    /// Starts over.
    fn begin(&mut self, actor: &mut Actor);

    /// Steps the scene by `dt` seconds. `travelled` is the accumulated root motion, as of a character that
    /// faces +Z.
    fn advance(&mut self, actor: &mut Actor, travelled: &Affine3A, dt: f32);

    /// Transform of the character for the accumulated root motion.
    fn transform(&self, character: &Character, travelled: &Affine3A) -> Affine3A;

    /// Stride length as a share of the clip's; root motion is scaled by it.
    fn stride(&self) -> f32 {
        1.0
    }

    /// Sets the goals of a frame.
    fn set_goals(&mut self, _actor: &mut Actor, _world_from_model: &Affine3A) {}

    /// Resolves the character's pose.
    fn resolve_character(&mut self, actor: &mut Actor, input: FrameInput<'_>) {
        actor.resolve(input);
    }

    /// Resolves the props, on the character's final pose, `dt` seconds after the previous frame.
    fn resolve_props(&mut self, _actor: &Actor, _dt: f32, _world_from_model: &Affine3A) {}

    /// Goals, character and props of a frame, in this order.
    fn resolve(&mut self, actor: &mut Actor, input: FrameInput<'_>) {
        let StageInput { dt, world_from_model, .. } = input.stage;
        self.set_goals(actor, &world_from_model);
        self.resolve_character(actor, input);
        self.resolve_props(actor, dt, &world_from_model);
    }

    /// Props to draw.
    fn props(&self) -> &[Actor];

    /// True when the props move along with the character.
    fn props_follow_character(&self) -> bool {
        false
    }

    /// Duration in seconds with the playing clip.
    fn duration(&self, actor: &Actor) -> f64;
}

/// Root motion of a frame with strides scaled by `stride`.
pub(crate) fn shortened(delta: RootMotion, stride: f32) -> RootMotion {
    RootMotion { translation: delta.translation * stride, ..delta }
}

/// Root motion of a frame as of a character that faces +Z.
pub(crate) fn as_ahead(delta: RootMotion, character: &Character) -> RootMotion {
    delta.turned(character.forward_rotation().inverse())
}

/// Transform of a character for its accumulated root motion, with the ground of its animation (at the model
/// height `floor`) at height 0. Scenes lie along +Z, so a character that faces elsewhere is turned.
fn on_floor(travelled: &Affine3A, floor: f32, character: &Character) -> Affine3A {
    let ahead = Affine3A::from_quat(character.forward_rotation().inverse());
    Affine3A::from_translation(Vec3::NEG_Y * floor) * *travelled * ahead
}
