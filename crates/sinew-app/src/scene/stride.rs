//! Stride lengths of clips, and strides that come down on the treads of stairs.

use super::measure::clip_speed;
use sinew::Actor;
use sinew::locomotion::FootIk;

/// Length of a running step on stairs as a share of one on level ground, before rounding to whole treads. A
/// walking step takes one tread.
const RUNNING_SHARE: f32 = 0.6;

/// Speed of a run in metres a second, for a body of 1.7 m.
const RUN_SPEED: f32 = 2.2;

/// Plausible stride shares on stairs.
const SHARE_RANGE: std::ops::RangeInclusive<f32> = 0.3..=1.5;

/// Stride of the playing clip on treads of depth `going` metres, as a share of the clip's stride, so that a
/// step takes a whole number of treads. `scale` is the body scale. 1 for clips without steps.
pub(super) fn on_treads(actor: &Actor, going: f32, scale: f32) -> f32 {
    let step = step(actor).unwrap_or(0.0);
    if step <= 0.0 || going.is_nan() || going <= 0.0 {
        return 1.0;
    }
    let runs = clip_speed(actor) > RUN_SPEED * scale;
    let treads = if runs { (RUNNING_SHARE * step / going).round() } else { 1.0 };
    let least = (SHARE_RANGE.start() * step / going).ceil();
    let share = treads.max(least) * going / step;
    // Spins and shuffles are no steps.
    if SHARE_RANGE.contains(&share) { share } else { 1.0 }
}

/// Step length of the playing clip in metres. A step is counted when one foot passes the other; none for a
/// clip without root motion, steps or two feet.
fn step(actor: &Actor) -> Option<f32> {
    const SAMPLES_PER_SECOND: f64 = 60.0;
    const MAX_SAMPLES: f64 = 3600.0;
    let clip = &actor.clips()[actor.playback()?.clip()];
    let [first, .., last] = clip.root_motion()?.poses() else { return None };
    let gone = (last.position - first.position).with_y(0.0);
    let way = gone.try_normalize()?;
    let character = actor.character();
    let feet = FootIk::human(character, character.humanoid()?).ok().filter(|feet| feet.foot_count() == 2)?;
    let (start, end) = (f64::from(clip.start()), f64::from(clip.end()));
    let moments = ((end - start) * SAMPLES_PER_SECOND).clamp(2.0, MAX_SAMPLES) as u32;
    // Without a rig, as animated.
    let mut actor = actor.clone();
    actor.set_ik(None).ok()?;
    let mut is_left_ahead = |moment: u32| {
        let time = start + (end - start) * f64::from(moment) / f64::from(moments);
        actor.playback_mut()?.seek(time).speed(0.0);
        actor.update(0.0);
        let ball = |foot: usize| {
            let (joint, point) = feet.ball(foot);
            actor.frame().model()[joint.index()].transform_point3(point)
        };
        Some((ball(0) - ball(1)).dot(way) > 0.0)
    };
    let mut steps = 0_u16;
    let mut before = is_left_ahead(0)?;
    for moment in 1..=moments {
        let now = is_left_ahead(moment)?;
        steps += u16::from(now != before);
        before = now;
    }
    (steps > 0).then(|| gone.length() / f32::from(steps))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_files::built_in;

    #[test]
    fn a_walk_takes_one_tread_a_step_and_a_run_two() {
        let mut actor = built_in();
        assert_eq!(on_treads(&actor, 0.29, 1.0), 1.0, "nothing plays");
        for (name, treads) in [("walk", 1.0), ("run", 2.0), ("idle", 0.0)] {
            actor.play(name).unwrap();
            let (stride, step) = (on_treads(&actor, 0.29, 1.0), step(&actor).unwrap_or(0.0));
            println!("{name}: steps of {step:.3} m, {stride:.3} of them");
            match treads > 0.0 {
                true => assert!((stride * step - treads * 0.29).abs() < 1e-3, "{name}: {stride} of {step}"),
                false => assert_eq!(stride, 1.0),
            }
        }
        actor.play("walk").unwrap();
        assert_eq!([0.0, -1.0, f32::NAN].map(|going| on_treads(&actor, going, 1.0)), [1.0; 3]);
    }
}
