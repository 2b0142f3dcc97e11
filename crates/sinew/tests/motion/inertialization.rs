//! Inertialization: continuous, in range, and over in time.

use crate::figure::{actor, apart, character, swing};
use crate::small_graph::{DT, clip, graph, largest_step, play, slide};
use sinew::Transform;
use sinew::glam::Quat;
use sinew::playback::{FullPose, Inertialization, PlaybackStep};

#[test]
fn a_frame_longer_than_the_transition_ends_it() {
    let swinging = |name: &str, seed| swing(name, 1.0, seed);
    let mut actor = actor([swinging("a", 1), swinging("b", 2)]);
    actor.play("a").unwrap();
    (0..30).for_each(|_| actor.update(DT));
    let before = actor.frame().local().to_vec();
    actor.play("b").unwrap().inertialize(0.2);
    actor.update(1.0);
    let after = actor.frame().local().to_vec();
    let b: Vec<Transform> = {
        let mut other = crate::figure::actor([swinging("b", 2)]);
        other.play("b").unwrap();
        other.update(1.0);
        other.frame().local().to_vec()
    };
    let (from_old, from_new) = (apart(&before, &after), apart(&b, &after));
    let between = apart(&before, &b);
    assert!(
        from_new < 1e-3,
        "1 s into a change of 0.2 s: {from_new} from the new, {from_old} from the old, which are {between} \
         apart"
    );
}

#[test]
fn the_gaze_is_continuous() {
    let rest = FullPose::rest(&character());
    let looking = FullPose { gaze: Some(Quat::from_rotation_y(0.6)), ..rest.clone() };
    let mut inertia = Inertialization::new(&rest);
    for _ in 0..5 {
        inertia.apply(&mut looking.clone(), PlaybackStep::default(), DT);
    }
    inertia.start(0.3);
    let mut pose = rest.clone();
    inertia.apply(&mut pose, PlaybackStep::default(), DT);
    let gaze = pose.gaze.unwrap_or(Quat::IDENTITY);
    assert!(gaze.angle_between(Quat::from_rotation_y(0.6)) < 0.1, "eyes turned 0.6 rad in one frame");
}

#[test]
fn a_change_from_a_graph_to_a_clip_is_continuous() {
    let still = |name: &str, z| slide(name, 0.0, 2.0, [z, z]);
    let mut actor = play(&graph(clip("idle")), vec![still("idle", 1.0), still("b", 0.0)]);
    actor.update(DT);
    actor.play("b").unwrap().inertialize(0.5);
    let jump = largest_step(&mut actor, 20);
    assert!(jump < 0.2, "{jump} m in one frame");
}

#[test]
fn weights_stay_in_their_range() {
    // An eyelid: closes within a tenth of a second, then the clip that holds it closed takes over.
    let rest = FullPose { expressions: vec![0.0], ..FullPose::rest(&character()) };
    let mut inertia = Inertialization::new(&rest);
    let mut least = 0.0f32;
    for frame in 0..40 {
        let weight = if frame < 6 { 1.0 - frame as f32 / 6.0 } else { 0.0 };
        let mut pose = FullPose { expressions: vec![weight], ..rest.clone() };
        if frame == 6 {
            inertia.start(0.3);
        }
        inertia.apply(&mut pose, PlaybackStep::default(), DT);
        least = least.min(pose.expressions[0]);
    }
    assert!(least > -0.02, "a weight from 0 to 1 has become {least}");
}

#[test]
fn a_slow_first_frame_does_not_overshoot() {
    let (turn, mut worst) = (8.0, 0.0f32);
    // A limb swings at 8 rad/s; the new pose is the limb at rest where it was at the change.
    let rest = FullPose::rest(&character());
    let at = |angle: f32| {
        let mut pose = rest.clone();
        pose.local.as_mut_slice()[3].rotation = Quat::from_rotation_x(angle);
        pose
    };
    let mut inertia = Inertialization::new(&rest);
    for frame in 0..10 {
        inertia.apply(&mut at(turn * DT * frame as f32), PlaybackStep::default(), DT);
    }
    inertia.start(0.2);
    for (n, dt) in [0.1, DT, DT, DT, DT, DT, DT, DT, DT, DT, DT, DT].into_iter().enumerate() {
        let mut pose = at(turn * DT * 9.0);
        inertia.apply(&mut pose, PlaybackStep::default(), dt);
        let off =
            pose.local.as_slice()[3].rotation.angle_between(at(turn * DT * 9.0).local.as_slice()[3].rotation);
        worst = worst.max(off);
        if n == 0 {
            println!("first frame: {off} rad");
        }
    }
    assert!(worst < 0.5, "{worst} rad beyond a limb that should stop where it is");
}
