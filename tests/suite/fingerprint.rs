use sinew::Actor;
use sinew::glam::Affine3A;
use sinew::surface::wrinkle::WrinkleChannel::Color;
use sinew_rapier::rapier3d::prelude::PhysicsWorld;

/// Hash of all bits of a frame: everything that it lends out, and the bodies of the world.
#[must_use]
pub fn fingerprint(actor: &Actor, world: &PhysicsWorld, world_from_model: Affine3A) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |x: f32| hash = (hash ^ u64::from(x.to_bits())).wrapping_mul(0x100_0000_01b3);
    let frame = actor.frame();
    world_from_model.to_cols_array().into_iter().for_each(&mut add);
    for joint in frame.local() {
        joint.translation.to_array().into_iter().for_each(&mut add);
        joint.rotation.to_array().into_iter().for_each(&mut add);
        joint.scale.to_array().into_iter().for_each(&mut add);
    }
    frame.model().iter().flat_map(|joint| joint.to_cols_array()).for_each(&mut add);
    for skin in actor.character().skin_ids() {
        frame.palette(skin).iter().flat_map(|matrix| matrix.rows).flatten().for_each(&mut add);
    }
    for instance in actor.character().mesh_instance_ids() {
        frame.morph_weights(instance).iter().copied().for_each(&mut add);
    }
    frame.expression_weights().iter().copied().for_each(&mut add);
    for event in frame.events() {
        add(event.weight);
        add(event.clip.0 as f32);
    }
    frame.root_motion().translation.to_array().into_iter().for_each(&mut add);
    frame.bounds().min.to_array().into_iter().for_each(&mut add);
    if let Some(wrinkles) = frame.wrinkles() {
        wrinkles.strengths(Color).iter().copied().for_each(&mut add);
    }
    if let Some(hair) = frame.hair() {
        for layer in 0..hair.groom().layers.len() {
            let points = hair.pose(layer).points();
            points.iter().flat_map(|point| point.position).for_each(&mut add);
        }
    }
    if let Some(ik) = actor.ik() {
        for (effector, _) in ik.rig().effectors() {
            let report = ik.report(effector);
            [report.weight, report.error, report.rotation_error, report.angle_error]
                .into_iter()
                .for_each(&mut add);
        }
    }
    for (_, body) in world.bodies.iter() {
        body.translation().to_array().into_iter().for_each(&mut add);
        body.rotation().to_array().into_iter().for_each(&mut add);
        body.linvel().to_array().into_iter().for_each(&mut add);
        body.angvel().to_array().into_iter().for_each(&mut add);
    }
    hash
}
