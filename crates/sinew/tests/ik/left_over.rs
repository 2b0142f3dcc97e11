//! What a model pose still holds of another frame does not matter to a rig: all that it looks at is worked out before.

use crate::bodies::full_body;
use crate::random::Random;
use sinew::character::CharacterParts;
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::ik::{FootPlacement, IkGoal, IkPlace, IkRig, IkState, heights};
use sinew::{Character, LocalPose, ModelPose, Socket};
use std::sync::Arc;

#[test]
fn what_is_left_of_another_frame_does_not_matter() {
    let body = full_body();
    let parts = CharacterParts {
        skeleton: body.skeleton.clone(),
        humanoid: Some(body.humanoid.clone()),
        ..CharacterParts::default()
    };
    let character = Character::new(parts).unwrap();
    let (skeleton, humanoid) = (character.skeleton(), character.humanoid().unwrap());
    let feet = FootPlacement::human(&character, humanoid).unwrap();
    let rig = Arc::new(IkRig::human(skeleton, humanoid).with_feet(feet));
    let ground = heights(|x, z| 0.1 * x + 0.2 * z);
    let mut random = Random::new(31);
    let head = humanoid.joint(sinew::humanoid::HumanBone::Head).unwrap();
    let slots: Vec<_> = rig.slots().map(|(slot, _)| slot).collect();
    for n in 0..200 {
        let (mut state, mut other) = (IkState::new(rig.clone()), IkState::new(rig.clone()));
        for (bit, slot) in slots.iter().enumerate().filter(|(bit, _)| (n >> bit) & 1 == 1) {
            let place = Vec3::Y * 1.2 + random.vector() * 0.8;
            let socket = IkPlace::Socket(Socket::at(head));
            let goal =
                if bit % 4 == 3 { IkGoal { place: socket, ..IkGoal::at(place) } } else { IkGoal::at(place) };
            state.set_goal(*slot, Some(goal));
            other.set_goal(*slot, Some(goal));
        }
        let mut pose = LocalPose::rest(skeleton);
        for own in pose.as_mut_slice() {
            own.rotation = (Quat::from_scaled_axis(random.vector() * 0.2) * own.rotation).normalize();
        }
        let solved = |state: &mut IkState, left_over: &LocalPose| {
            state.settle();
            let (mut local, mut model) = (pose.clone(), ModelPose::rest(skeleton));
            model.update(skeleton, left_over);
            let ground: Option<&dyn sinew::ik::Ground> = (n % 3 > 0).then_some(&ground);
            let bent = state.solve_on(skeleton, ground, &Affine3A::IDENTITY, 0.02, &mut local, &mut model);
            let mut fresh = ModelPose::rest(skeleton);
            fresh.update(skeleton, &local);
            assert_eq!(model, fresh, "{n}");
            (bent, local)
        };
        let mut strange = LocalPose::rest(skeleton);
        strange.as_mut_slice().iter_mut().for_each(|own| own.translation += random.vector() * 3.0);
        assert_eq!(solved(&mut state, &pose), solved(&mut other, &strange), "{n}");
    }
}
