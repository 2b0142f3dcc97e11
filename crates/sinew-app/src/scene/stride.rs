//! How far a clip steps, and how long steps are that come down on treads.

use sinew::Actor;
use sinew::locomotion::FootIk;

/// Who runs takes steps on treads so much shorter than on level ground, if they are of as many treads as that is about; who walks
/// takes one.
const SHORTER: f32 = 0.6;

/// How fast somebody as tall as people are runs, in metres a second.
const RUNS: f32 = 2.2;

/// Shares by which anybody's steps are shorter or longer on treads.
const LIKELY: std::ops::RangeInclusive<f32> = 0.3..=1.5;

/// How much longer or shorter the steps of the clip that plays are on treads of a depth, in the clip's own, for somebody of a size:
/// as many treads are taken at once as suits them. 1 where nobody steps.
pub(super) fn on_treads(actor: &Actor, going: f32, scale: f32) -> f32 {
    let step = step(actor).unwrap_or(0.0);
    if step <= 0.0 || going.is_nan() || going <= 0.0 {
        return 1.0;
    }
    let runs = super::speed(actor) > RUNS * scale;
    let treads = if runs { (SHORTER * step / going).round() } else { 1.0 };
    let least = (LIKELY.start() * step / going).ceil();
    let share = treads.max(least) * going / step;
    // What spins or shuffles does not go by steps.
    if LIKELY.contains(&share) { share } else { 1.0 }
}

/// How far the clip that plays goes from one step to the next: a step is when one foot passes the other.
fn step(actor: &Actor) -> Option<f32> {
    const A_SECOND: f64 = 60.0;
    const MAX: f64 = 3600.0;
    let clip = &actor.clips()[actor.playback()?.clip()];
    let [first, .., last] = clip.root()?.poses() else { return None };
    let gone = (last.position - first.position).with_y(0.0);
    let way = gone.try_normalize()?;
    let character = actor.character();
    let feet = FootIk::human(character, character.humanoid()?).ok().filter(|feet| feet.count() == 2)?;
    let (start, end) = (f64::from(clip.start()), f64::from(clip.end()));
    let moments = ((end - start) * A_SECOND).clamp(2.0, MAX) as u32;
    // As it is animated, and no rig's.
    let mut actor = actor.clone();
    actor.set_ik_rig(None).ok()?;
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
