//! Closed loops of real files.

use crate::files::{CAPTURES, apart, built_in, clip, positions, shared, times};
use sinew::clip::bake_root_motion;
use sinew::glam::Vec3;
use sinew::humanoid::HumanBone;
use sinew::{Character, RawClip};
use sinew_author::clip::{ClipEditError, ClosedLoop, LoopSettings, close_loop, measure_loop_seam};

fn closed(clip: &RawClip, character: &Character) -> ClosedLoop {
    close_loop(clip, character, &LoopSettings::default()).unwrap()
}

/// Distance in metres that a planted foot slides in a closed clip beyond what it slides in its source, and the
/// distance of that foot from itself over the seam, relative to hips that travel, in the source: of the foot that slides
/// most.
fn slide(character: &Character, source: &RawClip, made: &ClosedLoop) -> [f32; 2] {
    use HumanBone::{Hips, LeftFoot, LeftToes, RightFoot, RightToes};
    let Some(body) = character.humanoid() else { return [0.0; 2] };
    let index = |bone| Some(body.joint(bone)?.index());
    let feet: Vec<usize> = [LeftFoot, RightFoot, LeftToes, RightToes].into_iter().filter_map(index).collect();
    let hips = index(Hips).unwrap();
    let step = 1.0 / 120.0;
    let count = ((source.end() - source.start()) / step) as usize;
    let at = |clip: &RawClip| -> Vec<Vec<Vec3>> {
        (0..=count).map(|n| positions(character, clip, clip.start() + n as f32 * step)).collect()
    };
    let (before, after) = (at(source), at(&made.clip));
    let slid = feet.iter().map(|&foot| {
        let lowest = before.iter().map(|pose| pose[foot].y).fold(f32::INFINITY, f32::min);
        let moved =
            |poses: &[Vec<Vec3>], n: usize| (poses[n + 1][foot] - poses[n][foot]).with_y(0.0).length();
        let is_planted = |n: &usize| before[*n][foot].y < lowest + 0.02 && moved(&before, *n) < 0.15 * step;
        let slid =
            (0..count).filter(is_planted).map(|n| (moved(&after, n) - moved(&before, n)).max(0.0)).sum();
        // A body in place closes the sway of its hips too.
        let moves = made.travel.position != Vec3::ZERO || source.root_motion.is_some();
        let hips = |pose: &[Vec3]| if moves { pose[hips] } else { Vec3::ZERO };
        let relative = |pose: &[Vec3]| (pose[foot] - hips(pose)).with_y(0.0);
        [slid, relative(&before[0]).distance(relative(&before[count]))]
    });
    slid.max_by(|a, b| a[0].total_cmp(&b[0])).unwrap_or_default()
}

/// Checks a closed loop, and prints its figures.
fn check(name: &str, source: &RawClip, made: &ClosedLoop, character: &Character) {
    let [slid, gap] = slide(character, source, made);
    let (before, after) = (made.before, made.after);
    println!(
        "{name} {:.2} s: {:.1} mm, {:.2} m/s -> {:.3} mm, {:.2} m/s (within {:.2}); travel {:.2} m, {:.0} deg; a foot \
         slides {:.0} mm for a gap of {:.0} mm",
        source.end() - source.start(),
        before.distance * 1e3,
        before.speed_jump,
        after.distance * 1e3,
        after.speed_jump,
        after.inner_speed_jump,
        made.travel.position.length(),
        made.travel.heading.to_degrees(),
        slid * 1e3,
        gap * 1e3,
    );
    assert!(after.distance < 2e-4, "{name}: {} m", after.distance);
    let most = 0.05 + 0.12 * before.speed_jump;
    assert!(after.speed_jump < most, "{name}: {} m/s", after.speed_jump);
    // A foot that is planted on both sides of the seam has to move over all of the gap. A difference of velocities
    // carries it on.
    let carried = 0.2 * made.blend_time * before.speed_jump;
    assert!(slid < 0.02 + 1.25 * gap + carried, "{name}: {slid} of {gap}");
}

#[test]
fn the_built_in_walk_cut_at_wrong_times_closes() {
    let file = built_in();
    let character = &file.character;
    let hips = character.humanoid().unwrap().joint(HumanBone::Hips).unwrap();
    for name in ["walk", "run", "idle", "wave"] {
        let whole = clip(&file, name);
        for share in [0.97, 0.8, 0.6] {
            let cut =
                whole.trimmed(whole.start(), whole.start() + share * (whole.end() - whole.start())).unwrap();
            let mut cuts = vec![cut.clone()];
            if cut.root_motion.is_some() {
                cuts.push(bake_root_motion(&cut, character.skeleton(), hips).unwrap());
            }
            for cut in cuts {
                let made = closed(&cut, character);
                check(name, &cut, &made, character);
                // Root motion over the loop stays.
                for (a, b) in cut.root_motion.iter().zip(&made.clip.root_motion) {
                    let (a, b) = (a.sample(cut.end()), b.sample(cut.end()));
                    assert!(a.position.distance(b.position) < 1e-5 && (a.heading - b.heading).abs() < 1e-5);
                }
                // The middle stays.
                for time in times(&cut, 40) {
                    let inside = time > cut.start() + made.blend_time && time < cut.end() - made.blend_time;
                    let (before, after) =
                        (positions(character, &cut, time), positions(character, &made.clip, time));
                    assert!(!inside || cut.root_motion.is_some() || apart(&before, &after) < 1e-5);
                }
            }
        }
    }
}

/// A loop that is closed stays as it is, though the left foot comes down at its seam.
#[test]
fn loops_that_are_closed_stay() {
    let file = built_in();
    for name in ["walk", "run", "idle"] {
        let clip = clip(&file, name);
        let made = closed(clip, &file.character);
        println!("{name}: {:?}", made.before);
        assert_eq!(made.before, measure_loop_seam(clip, &file.character, &LoopSettings::default()).unwrap());
        assert!(made.before.distance < 1e-4 && made.before.is_closed());
        assert_eq!((&made.clip.joints, &made.clip.root_motion), (&clip.joints, &clip.root_motion), "{name}");
    }
}

#[test]
fn recordings_close() {
    for name in CAPTURES {
        let Some(file) = shared(name) else { return };
        let character = &file.character;
        for source in &file.clips {
            let (first, last) = (source.start(), source.end());
            for share in [0.1, 0.35] {
                let start = first + share * (last - first);
                let Ok(cut) = source.trimmed(start, (start + 1.7).min(last)) else { continue };
                let made = closed(&cut, character);
                check(name, &cut, &made, character);
                // A walk that travels keeps its travel; its hips sway above a root joint that travels.
                let ends = |clip: &RawClip| {
                    let hips = character.humanoid().and_then(|body| body.joint(HumanBone::Hips));
                    let hips = hips.map_or(0, |joint| joint.index());
                    let at = |time: f32| positions(character, clip, time)[hips];
                    (at(clip.end()) - at(clip.start())).with_y(0.0)
                };
                if made.travel.position != Vec3::ZERO {
                    let (before, after, travel) = (ends(&cut), ends(&made.clip), made.travel.position);
                    assert!(after.distance(travel.with_y(0.0)) < 2e-3, "{name}: {travel} {after}");
                    assert!(before.distance(after) < 0.05, "{name}: {before} {after}");
                }
            }
        }
    }
}

#[test]
fn settings_that_make_no_sense_are_refused() {
    let file = built_in();
    let walk = clip(&file, "walk");
    for seconds in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        let settings = LoopSettings::default().with_blend_time(Some(seconds));
        let error = close_loop(walk, &file.character, &settings).unwrap_err();
        assert!(matches!(error, ClipEditError::BlendTime(_)), "{error}");
    }
    let long = LoopSettings::default().with_blend_time(Some(100.0));
    let made = close_loop(walk, &file.character, &long).unwrap();
    assert_eq!(made.blend_time, 0.5 * (walk.end() - walk.start()));
    let still = RawClip { name: "still".into(), ..RawClip::default() };
    let error = close_loop(&still, &file.character, &long).unwrap_err();
    assert_eq!(error, ClipEditError::NoDuration { clip: "still".into() });
}
