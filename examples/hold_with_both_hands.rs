//! Holds a staff with both hands: the left hand holds it before the chest, the right hand grips the staff
//! wherever it moves while the body runs and jumps.
//!
//! `cargo run --example hold_with_both_hands`

use sinew::glam::{Affine3A, Mat3, Vec3, Vec3A};
use sinew::humanoid::BodySide;
use sinew::humanoid::HumanBone::UpperChest;
use sinew::ik::Grip;
use sinew::rig::{IkGoal, IkRig};
use sinew::{Actor, Socket, Transform};
use sinew_import::{NoFiles, import};
use std::sync::Arc;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let imported = import(&std::fs::read("data/sinew.vrm")?, &NoFiles)?;
    let character = Arc::new(imported.character);
    let (skeleton, body) = (character.skeleton(), character.humanoid().ok_or("nobody's body")?);
    let left = Grip::human(skeleton, body, BodySide::Left).ok_or("no left hand")?;
    let right = Grip::human(skeleton, body, BodySide::Right).ok_or("no right hand")?;
    let chest = body.joint(UpperChest).ok_or("no chest")?;

    // Effectors are solved in order, the left hand before the right one.
    let rig = IkRig::human(skeleton, body).with_grips(skeleton, body);
    let clips = imported.clips;
    let mut actor = Actor::new(character.clone(), clips)?;
    actor.set_ik(Some(Arc::new(rig)))?;

    // Pose of the left palm before the chest: +Y along the staff, up to the right; +Z where straight fingers
    // point, inwards and down; +X out of the back of the hand.
    let (along, fingers) = (Vec3::new(-0.75, 0.6, 0.3).normalize(), Vec3::new(-0.5, -0.8, 0.35));
    let back = along.cross(fingers).normalize();
    let palm = Mat3::from_cols(back, along, back.cross(along));
    let rest_chest = character.rest_model()[chest.index()];
    let palm_position = rest_chest.translation + Vec3A::new(0.12, -0.2, 0.26);
    let chest_from_palm = rest_chest.inverse() * Affine3A::from_mat3_translation(palm, palm_position.into());
    let before_chest = Socket { joint: chest, offset: Transform::from_affine(&chest_from_palm) };
    // The staff is attached to the left hand at its origin; the other hand is 25 cm further up.
    let staff = left.socket(&Affine3A::IDENTITY);
    let further_up = staff.offset.to_affine() * Affine3A::from_translation(Vec3::Y * 0.25);
    let grip = Socket { offset: Transform::from_affine(&further_up), ..staff };
    actor.ik_mut().ok_or("no IK rig")?.set_goal("left hand", IkGoal::at_socket(before_chest))?;
    // The rotation of the right palm is free.
    actor.ik_mut().ok_or("no IK rig")?.set_goal("right hand", IkGoal::at_socket(grip).with_rotation(None))?;

    for clip in ["run", "jump"] {
        actor.play(clip)?.fade(0.2);
        for frame in 1..=45 {
            actor.update(1.0 / 30.0);
            if frame % 15 == 0 {
                let now = actor.frame();
                let held = now.socket(&grip).translation;
                let palm = now.socket(&right.socket(&Affine3A::IDENTITY)).translation;
                println!(
                    "{clip}, frame {frame}: the palm is {:.2} mm from its grip",
                    held.distance(palm) * 1e3
                );
            }
        }
    }
    Ok(())
}
