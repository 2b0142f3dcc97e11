//! Spring bones and hair that hang still in the pose of a frame, so that a recording does not begin with
//! their fall.

use sinew::hair::HairInput;
use sinew::pose::{LocalPose, ModelPose};
use sinew::stage::{EvenWind, StageInput, StagePose, Wind};
use sinew::surface::SurfacePoint;
use sinew::{Actor, FrameInput};

/// Step of the simulation in seconds.
const STEP: f32 = 1.0 / 60.0;
/// Fewest and most steps: bones that begin at rest move little in the first ones.
const MIN_STEPS: usize = 30;
const MAX_STEPS: usize = 240;
/// Steps in which hair comes to rest.
const HAIR_STEPS: usize = 120;

/// Lets the spring bones of an actor swing until they hang still in the pose of its frame, for at most four
/// seconds. Nothing else goes on meanwhile: face, goals and feet stay as they are.
pub(crate) fn settle_springs(actor: &mut Actor) {
    let Some(mut springs) = actor.springs().cloned() else { return };
    let frame = actor.frame();
    let (world, skeleton) = (frame.world_from_model(), actor.character().skeleton());
    let mut local = LocalPose::rest(skeleton);
    local.as_mut_slice().copy_from_slice(frame.local());
    let mut model = ModelPose::rest(skeleton);
    model.update(skeleton, &local);
    springs.reset();
    for step in 0..MAX_STEPS {
        let mut pose = StagePose::new(skeleton, &mut local, &mut model);
        springs.solve(&StageInput::new(STEP, world), &mut pose);
        model.refresh(skeleton, &local);
        if step >= MIN_STEPS && springs.is_at_rest() {
            break;
        }
    }
    if let Some(state) = actor.springs_mut() {
        *state = springs;
    }
    actor.resolve(FrameInput::new(0.0, world));
}

/// Lets the hair of an actor fall until it hangs in the pose of its frame. Nothing else goes on meanwhile.
pub(crate) fn settle_hair(actor: &mut Actor, wind: Option<&EvenWind>) {
    let Some(mut hair) = actor.hair().cloned() else { return };
    let frame = actor.frame();
    let mut stage = StageInput::new(STEP, frame.world_from_model());
    stage.wind = wind.map(|wind| wind as &dyn Wind);
    let corners = |point: &SurfacePoint| frame.surface_corners(point);
    hair.reset();
    for _ in 0..HAIR_STEPS {
        hair.solve(&stage, HairInput::new(frame.model(), &corners));
    }
    if let Some(state) = actor.hair_mut() {
        *state = hair;
    }
}
