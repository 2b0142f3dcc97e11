//! Hair in motion: running, shaking the head, wind.

use super::{Person, head_field, make, people};
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::hair::{Hair, HairBody, HairField, HairRoot};
use sinew::skeleton::JointId;
use sinew::{Actor, FrameInput};
use std::sync::Arc;

/// Running and shaking the head in the wind: lengths are kept, and no guide is in the head.
#[test]
fn hair_in_motion_keeps_its_length_and_stays_out_of_the_head() {
    for person in people() {
        let Some(head_joint) = person.skin.head() else { continue };
        let field = head_field(&person);
        let rest = person.character.reference_model()[head_joint.index()];
        // Without a neck, long hair is wedged between head and shoulders.
        let has_neck = !person.name.contains("Knight");
        for name in ["bob", "long"].into_iter().filter(|name| has_neck || *name == "bob") {
            let groom = Arc::new(make(&person, name));
            let body = HairBody::measure(&person.character, Person::is_skin(&person.character));
            let mut actor = Actor::new(Arc::clone(&person.character), person.clips.clone()).unwrap();
            actor.set_hair(Some(Arc::new(Hair::new(Arc::clone(&groom), body)))).unwrap();
            let run = person.clips.iter().position(|clip| clip.name.to_lowercase().contains("run"));
            if let Some(run) = run {
                actor.play(sinew::ClipId(run as u32)).unwrap();
            }
            let wind = |_: Vec3, _: f64| Vec3::new(2.0, 0.0, -3.0);
            let (mut deepest, mut stretch) = (0.0_f32, 0.0_f32);
            for frame in 0..150 {
                let time = frame as f32 / 60.0;
                let mut shake =
                    |stage, _: &sinew::stage::StageInput<'_>, pose: &mut sinew::stage::StagePose<'_>| {
                        if stage == sinew::stage::Stage::Animate {
                            pose.rotate(head_joint, Quat::from_rotation_y(0.5 * (time * 9.0).sin()));
                        }
                    };
                actor.advance(1.0 / 60.0);
                let input = FrameInput::new(1.0 / 60.0, Affine3A::from_rotation_y(0.3));
                actor.resolve(input.with_wind(&wind).with_hook(&mut shake));
                let frame_now = actor.frame();
                let now = frame_now.world_from_model() * frame_now.model()[head_joint.index()];
                let back = Affine3A::from_rotation_translation(
                    HairRoot::of_joint(&rest, &now).rotation,
                    HairRoot::of_joint(&rest, &now).translation,
                )
                .inverse();
                let pose = frame_now.hair().unwrap().pose(0);
                for (guide, points) in pose.points().chunks_exact(pose.points_per_guide()).enumerate() {
                    let guide_points = groom.layers[0].guides[guide].points();
                    for n in 1..points.len() {
                        let length = points[n].position().distance(points[n - 1].position());
                        stretch =
                            stretch.max((length / guide_points[n].distance(guide_points[n - 1]) - 1.0).abs());
                        if n > 1 {
                            deepest =
                                deepest.min(field.distance(back.transform_point3(points[n].position())));
                        }
                    }
                }
            }
            println!(
                "{} {name}: {:.2} mm deep, {:.3} % stretch",
                person.name,
                deepest * -1e3,
                stretch * 100.0
            );
            assert!(stretch < 5e-3, "{} {name}: {stretch}", person.name);
            assert!(deepest > -0.002 * person.head.scale, "{} {name}: {deepest}", person.name);
        }
    }
}

/// Strong wind from behind presses long hair against the back, not through it.
#[test]
fn wind_blows_no_hair_through_the_body() {
    for person in people().into_iter().filter(|person| person.character.humanoid().is_some()) {
        let character = &person.character;
        let all: Vec<JointId> = character.skeleton().joints().collect();
        let size = character.reference_bounds().size().max_element();
        let field = HairField::of_joints(
            character,
            character.reference_model(),
            &all,
            0.006 * size,
            Person::is_skin(character),
        )
        .unwrap();
        let groom = Arc::new(make(&person, "long"));
        let body = Arc::new(HairBody::measure(character, Person::is_skin(character)));
        let mut actor = Actor::without_clips(character.clone());
        actor.set_hair(Some(Arc::new(Hair::new(groom, Arc::clone(&body))))).unwrap();
        for _ in 0..90 {
            let wind = |_: Vec3, _: f64| Vec3::new(0.0, 0.0, 8.0);
            actor.resolve(FrameInput::new(1.0 / 30.0, Affine3A::IDENTITY).with_wind(&wind));
        }
        let hair = actor.hair().unwrap();
        let pose = hair.pose(0);
        let guides = pose.points().chunks_exact(pose.points_per_guide());
        let depths: Vec<f32> = guides
            .flat_map(|guide| &guide[2..])
            .map(|point| -field.distance(point.position()) / size)
            .collect();
        let inside = depths.iter().filter(|depth| **depth > 0.01).count();
        let deepest = depths.iter().copied().fold(0.0, f32::max);
        println!("{}: {inside} of {} points, {deepest:.4} of the height", person.name, depths.len());
        assert!(inside * 200 < depths.len(), "{}: {inside} of {} points", person.name, depths.len());
        assert!(deepest < 0.025, "{}: {deepest}", person.name);
    }
}
