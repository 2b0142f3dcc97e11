//! Springs and dampers of single joints, and friction, by the description.

use crate::made::chain;
use crate::{Affine3A, Ragdoll, Run, Vec3};
use sinew::glam::Quat;
use sinew::ragdoll::RagdollDescription;
use std::sync::Arc;

/// A chain that hangs horizontally on its first part, with changes to the description.
fn hung(change: impl Fn(&mut RagdollDescription)) -> Run {
    let character = chain(4);
    let mut description = RagdollDescription::of(&Ragdoll::fit(&character).unwrap(), &character);
    change(&mut description);
    let ragdoll = Arc::new(Ragdoll::from_description(&description, &character).unwrap());
    let mut run = Run::of(
        character,
        ragdoll,
        Affine3A::from_translation(Vec3::Y * 3.0) * Affine3A::from_rotation_x(1.5),
    );
    run.state.start_parts(|part| part > 0);
    run
}

/// Largest angle of a joint from the reference pose, degrees.
fn bend(run: &Run) -> f32 {
    let angles = run.local.as_slice().iter().map(|joint| joint.rotation.angle_between(Quat::IDENTITY));
    angles.fold(0.0, f32::max).to_degrees()
}

#[test]
fn stiff_joints_hold_a_limp_body() {
    let bends = [None, Some(20.0), Some(1000.0)].map(|stiffness| {
        let mut run = hung(|ragdoll| ragdoll.parts.iter_mut().for_each(|part| part.stiffness = stiffness));
        (0..400).for_each(|_| run.frame());
        bend(&run)
    });
    assert!(bends[0] > 35.0 && bends[2] < 10.0, "{bends:?}");
    assert!(bends[1] < bends[0] && bends[1] > bends[2], "{bends:?}");
}

#[test]
fn damped_joints_fall_slowly() {
    let bends = [None, Some(100.0)].map(|damping| {
        let mut run = hung(|ragdoll| ragdoll.parts.iter_mut().for_each(|part| part.damping = damping));
        (0..15).for_each(|_| run.frame());
        bend(&run)
    });
    assert!(bends[1] < 0.5 * bends[0], "{bends:?}");
}

/// A part has the friction of its description; others keep the usual one.
#[test]
fn friction_is_that_of_the_part() {
    let run = hung(|ragdoll| ragdoll.parts[1].friction = Some(0.05));
    let frictions: Vec<f32> = run.state.ragdoll().parts().iter().map(|part| part.dynamics.friction).collect();
    assert_eq!(frictions, [0.6, 0.05, 0.6, 0.6]);
}
