use crate::files::{CAPTURES, apart, built_in, clip, positions, shared, times};
use sinew::clip::bake_root_motion;
use sinew::glam::Vec3;
use sinew::humanoid::HumanBone;
use sinew::{Character, RawClip};
use sinew_author::clip::{ClipEditError, ClosedLoop, LoopSettings, close_loop, measure_loop_seam};

fn closed(clip: &RawClip, character: &Character) -> ClosedLoop {
    close_loop(clip, character, &LoopSettings::default()).unwrap()
}

/// Distance that planted feet slide in a closed clip beyond what they slide in its source, metres.
fn slide(character: &Character, source: &RawClip, closed: &RawClip) -> f32 {
    use HumanBone::{LeftFoot, LeftToes, RightFoot, RightToes};
    let Some(body) = character.humanoid() else { return 0.0 };
    let feet: Vec<usize> = [LeftFoot, RightFoot, LeftToes, RightToes]
        .into_iter()
        .filter_map(|bone| Some(body.joint(bone)?.index()))
        .collect();
    let step = 1.0 / 120.0;
    let count = ((source.end() - source.start()) / step) as usize;
    let at = |clip: &RawClip| -> Vec<Vec<Vec3>> {
        (0..=count).map(|n| positions(character, clip, clip.start() + n as f32 * step)).collect()
    };
    let (before, after) = (at(source), at(closed));
    let slid = feet.iter().map(|&foot| {
        let lowest = before.iter().map(|pose| pose[foot].y).fold(f32::INFINITY, f32::min);
        let moved =
            |poses: &[Vec<Vec3>], n: usize| (poses[n + 1][foot] - poses[n][foot]).with_y(0.0).length();
        let is_planted = |n: &usize| before[*n][foot].y < lowest + 0.02 && moved(&before, *n) < 0.15 * step;
        (0..count).filter(is_planted).map(|n| (moved(&after, n) - moved(&before, n)).max(0.0)).sum::<f32>()
    });
    slid.fold(0.0, f32::max)
}

fn report(name: &str, source: &RawClip, made: &ClosedLoop, character: &Character) -> f32 {
    let slid = slide(character, source, &made.clip);
    println!(
        "{name} {:.2} s: {:.1} mm, {:.2} m/s -> {:.3} mm, {:.3} m/s; travel {:.2} m, {:.0} deg; feet slide {:.1} mm",
        source.end() - source.start(),
        made.before.distance * 1e3,
        made.before.speed_jump,
        made.after.distance * 1e3,
        made.after.speed_jump,
        made.travel.position.length(),
        made.travel.heading.to_degrees(),
        slid * 1e3,
    );
    slid
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
                let slid = report(name, &cut, &made, character);
                assert!(made.after.distance < 1e-4, "{name} {share}: {} m", made.after.distance);
                let jump = made.after.speed_jump;
                assert!(jump < 0.05 + 0.05 * made.before.speed_jump, "{name} {share}: {jump} m/s");
                assert!(slid <= 1.5 * made.before.distance, "{name} {share}: {slid}");
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

/// A loop that is closed stays as it is, to a few millimetres of smoother velocities.
#[test]
fn loops_that_are_closed_stay() {
    let file = built_in();
    for name in ["walk", "run", "idle"] {
        let walk = clip(&file, name);
        let made = closed(walk, &file.character);
        let moved = times(walk, 60).map(|time| {
            apart(&positions(&file.character, walk, time), &positions(&file.character, &made.clip, time))
        });
        let moved = moved.fold(0.0, f32::max);
        println!("{name}: {:?} -> {:?}, {moved} m", made.before, made.after);
        assert!(moved < 5e-3, "{name}: {moved}");
        assert_eq!(measure_loop_seam(walk, &file.character, &LoopSettings::default()).unwrap(), made.before);
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
                let slid = report(name, &cut, &made, character);
                assert!(made.after.distance < 1e-3, "{name}: {} m", made.after.distance);
                let jump = made.after.speed_jump;
                assert!(jump < 0.1 + 0.1 * made.before.speed_jump, "{name}: {jump} m/s");
                assert!(slid <= 1.5 * made.before.distance, "{name}: {slid}");
                // A walk that travels keeps its travel.
                let ends = |clip: &RawClip| {
                    let hips = character.humanoid().and_then(|body| body.joint(HumanBone::Hips));
                    let hips = hips.map_or(0, |joint| joint.index());
                    let at = |time: f32| positions(character, clip, time)[hips];
                    (at(clip.end()) - at(clip.start())).with_y(0.0)
                };
                if made.travel.position != Vec3::ZERO {
                    let (before, after) = (ends(&cut), ends(&made.clip));
                    assert!(before.distance(after) < 2e-3, "{name}: {before} {after}");
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
