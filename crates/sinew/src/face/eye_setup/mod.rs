//! Eyes of a face: a character's look-at setup, else one from its eye joints or its ARKit shapes.

mod derived;
mod shapes;

pub(crate) use shapes::EyeShapes;

use crate::character::{Character, LookAtKind, LookAtSetup};
use crate::face::arkit::ArKitShapes;
use crate::skeleton::JointId;
use std::sync::Arc;

/// Eyes of a face.
#[derive(Clone, Debug, Default)]
pub(crate) struct EyeSetup {
    /// Setup of the gaze; none where no eyes are found.
    pub(crate) look_at: Option<LookAtSetup>,
    /// Half of the distance between the eyes, metres; 0 where it is unknown.
    pub(crate) half_distance: f32,
    /// Morph targets that turn the eyes, of characters without eye joints.
    pub(crate) shapes: Option<Arc<EyeShapes>>,
}

impl EyeSetup {
    /// Eyes of a character: by its look-at setup, else by the eye joints of a human body, else by the shapes
    /// `eyeLook…`. A setup that moves nothing counts where nothing else is found.
    pub(crate) fn of(character: &Character, shapes: &ArKitShapes) -> Self {
        let of_setup = |look_at: LookAtSetup| Self {
            look_at: Some(look_at),
            half_distance: half_distance(character, &look_at),
            shapes: None,
        };
        let setup = character.look_at().copied();
        let joints = || derived::of_joints(character);
        if let Some(look_at) = setup.filter(|setup| moves_eyes(character, setup)).or_else(joints) {
            return of_setup(look_at);
        }
        let Some(found) = EyeShapes::detect(character, shapes) else {
            return setup.map(of_setup).unwrap_or_default();
        };
        let (look_at, half_distance) = derived::of_shapes(character, &found);
        Self { look_at: Some(look_at), half_distance, shapes: Some(Arc::new(found)) }
    }
}

/// Whether a look-at setup has eye joints, or expressions with an effect.
fn moves_eyes(character: &Character, look_at: &LookAtSetup) -> bool {
    match look_at.kind {
        LookAtKind::Bone => look_at.eyes.iter().any(Option::is_some),
        LookAtKind::Expression => {
            let looks = ["lookLeft", "lookRight", "lookUp", "lookDown"];
            looks.into_iter().any(|name| character.find_effective_expression(name).is_some())
        }
    }
}

/// Half of the distance between the eye joints at rest, metres; 0 without both.
fn half_distance(character: &Character, look_at: &LookAtSetup) -> f32 {
    let [Some(left), Some(right)] = look_at.eyes else { return 0.0 };
    let position = |joint: JointId| character.rest_model()[joint.index()].translation;
    0.5 * position(left).distance(position(right))
}
