//! Check of motion on a stick figure: each fault at any frame rate, size and facing; keys of animators; hostile clips.
#![allow(clippy::disallowed_methods, reason = "tests compare with the functions of the system")]

mod body;
mod hand_made;
mod hostile;

use body::{Figure, Pose, SECONDS};
use glam::{Quat, Vec3};
use sinew::RawClip;
use sinew_author::clip::mend_clip;
use sinew_author::motion_check::{MotionCheck, MotionCheckSettings, MotionFault, MotionFix, MotionReport};

pub(crate) fn check(figure: Figure, clip: &RawClip) -> MotionReport {
    MotionCheck::new(&figure.character()).clip(clip, &MotionCheckSettings::default())
}

/// From 0 to 1 over a stretch of time, without a jump of velocity.
fn ramp(time: f32, from: f32, to: f32) -> f32 {
    let share = ((time - from) / (to - from)).clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}

fn bump(time: f32, from: f32, to: f32) -> f32 {
    let middle = 0.5 * (from + to);
    ramp(time, from, middle) - ramp(time, middle, to)
}

/// Noise of a frame, deviation about 1 along each axis.
fn shake(frame: usize) -> Vec3 {
    let mut random = fastrand::Rng::with_seed(frame as u64 * 77 + 5);
    let mut one = || (0..12).map(|_| random.f32()).sum::<f32>() - 6.0;
    Vec3::new(one(), one(), one())
}

/// Change of a pose at a frame and a time.
type Edit = fn(usize, f32, &mut Pose);

/// A fault of each kind, with the times between which it is to be found.
const FAULTS: [(MotionFault, f32, f32, Edit); 11] = [
    (MotionFault::FootSlide, 0.7, 1.3, |_, time, pose| {
        pose.get("Hips").translation.x += 0.13 * ramp(time, 0.7, 1.3);
    }),
    (MotionFault::FloorPenetration, 0.8, 1.2, |_, time, pose| {
        pose.get("Hips").translation.y -= 0.13 * bump(time, 0.7, 1.3);
    }),
    (MotionFault::Pop, 0.9, 1.1, |_, time, pose| {
        if time > 0.999 {
            pose.turn("LeftArm", Quat::from_rotation_x(0.5));
            pose.turn("LeftArm", Quat::from_rotation_z(0.35));
        }
    }),
    (MotionFault::JointFlip, 0.9, 1.3, |_, time, pose| {
        if (0.999..1.199).contains(&time) {
            pose.turn("RightForeArm", Quat::from_rotation_x(2.6));
        }
    }),
    (MotionFault::Hyperextension, 0.8, 1.2, |_, time, pose| {
        pose.get("LeftLeg").rotation = Quat::from_rotation_x(0.2 - 0.9 * bump(time, 0.6, 1.4));
    }),
    (MotionFault::LoopSeam, SECONDS, SECONDS, |_, time, pose| {
        pose.turn("RightArm", Quat::from_rotation_z(0.2 * time / SECONDS));
    }),
    (MotionFault::RootJitter, 0.6, 1.4, |frame, time, pose| {
        if (0.4..1.6).contains(&time) {
            pose.get("Hips").translation += shake(frame) * 0.006;
        }
    }),
    (MotionFault::FrozenFrames, 0.45, 0.65, |_, time, pose| {
        if (0.449..0.651).contains(&time) {
            *pose = Pose::waving(0.45);
        }
    }),
    (MotionFault::ScaleJump, 0.9, 1.1, |_, time, pose| {
        if time > 0.999 {
            pose.get("LeftForeArm").scale = Vec3::splat(1.3);
        }
    }),
    (MotionFault::SideSwap, 0.9, 1.2, |_, time, pose| {
        if (0.999..1.099).contains(&time) {
            let mirrored = |q: Quat| Quat::from_rotation_y(std::f32::consts::PI) * q;
            let (left, right) = (pose.get("LeftArm").rotation, pose.get("RightArm").rotation);
            pose.get("LeftArm").rotation = right * mirrored(Quat::IDENTITY);
            pose.get("RightArm").rotation = left * mirrored(Quat::IDENTITY);
        }
    }),
    (MotionFault::Noise, 0.6, 1.4, |frame, time, pose| {
        if (0.4..1.6).contains(&time) {
            pose.turn("LeftArm", Quat::from_scaled_axis(shake(frame) * 0.02));
        }
    }),
];

#[test]
fn a_clean_motion_has_no_findings() {
    for figure in Figure::all() {
        let report = check(figure, &figure.clip(|_, _, _| {}));
        assert_eq!(report.findings, [], "{figure:?}");
        assert_eq!((report.start, report.end), (0.0, SECONDS));
        let series = |fault| report.series.iter().any(|series| series.fault == fault);
        for fault in MotionFault::ALL {
            // Copies are counted, and seams are one moment.
            let is_moment = matches!(fault, MotionFault::DuplicatedFrames | MotionFault::LoopSeam);
            assert_eq!(series(fault), !is_moment, "{fault:?}");
        }
        for series in &report.series {
            assert_eq!(series.times.len(), series.values.len());
            assert!(series.bound > 0.0 && series.values.iter().all(|value| *value <= series.bound));
        }
    }
}

#[test]
fn faults_are_found_at_any_rate_size_and_facing() {
    for (fault, from, to, edit) in FAULTS {
        let mut sizes: Vec<f32> = Vec::new();
        for figure in Figure::all() {
            let report = check(figure, &figure.clip(edit));
            let mut found = report.of(fault).filter(|f| f.start <= to + 0.1 && f.end >= from - 0.1);
            let finding =
                found.next().unwrap_or_else(|| panic!("{fault:?} {figure:?}: {:?}", report.findings));
            assert!(finding.size > finding.bound, "{finding:?}");
            assert_eq!(report.worst(fault), report.of(fault).map(|f| f.size).fold(0.0, f32::max));
            let unit = matches!(finding.unit, sinew_author::motion_check::MotionUnit::Metres);
            sizes.push(if unit { finding.size / figure.scale } else { finding.size });
        }
        // Jumps are reported beyond what is allowed, which is more in fewer frames.
        let (least, most) =
            (sizes.iter().copied().fold(f32::INFINITY, f32::min), sizes.iter().copied().fold(0.0, f32::max));
        assert!(most < 1.7 * least, "{fault:?}: {sizes:?}");
    }
}

#[test]
fn copied_frames_are_found() {
    for figure in Figure::all() {
        // 24 frames a second shown at 30, and so on.
        let copied = |k: usize| if k % 5 == 4 { k - 1 } else { k };
        let clip = figure.clip(|k, _, pose| *pose = Pose::waving(copied(k) as f32 / figure.rate));
        let report = check(figure, &clip);
        let Some(finding) = report.of(MotionFault::DuplicatedFrames).next() else { panic!("{figure:?}") };
        assert!(finding.size >= 8.0, "{finding:?}");
        // Where the body turns round, it is too slow for copies to be seen, and they jump.
        let is_explained = |fault| [MotionFault::DuplicatedFrames, MotionFault::Pop].contains(&fault);
        assert!(report.findings.iter().all(|finding| is_explained(finding.fault)), "{:?}", report.findings);
        let Some(MotionFix::Fps(rate)) = finding.fix() else { panic!("{finding:?}") };
        assert!((rate - 0.8 * figure.rate).abs() <= 0.05 * figure.rate, "{rate} of {}", figure.rate);
    }
}

#[test]
fn a_lowered_frame_rate_shows_the_same_jump() {
    let figure = Figure { rate: 30.0, ..Figure::USUAL };
    let (_, _, _, pop) = FAULTS[2];
    let clip = RawClip { name: "wave".into(), ..figure.clip(pop) };
    for rate in [30.0, 60.0, 120.0] {
        let report = check(figure, &clip.resampled(rate).unwrap());
        assert_eq!(report.findings.len(), 1, "{rate}: {report:?}");
        let finding = &report.findings[0];
        assert!(
            finding.fault == MotionFault::Pop && (finding.start - 1.0).abs() < 0.06,
            "{rate}: {finding:?}"
        );
    }
}

fn begin_in_t_pose(k: usize, _: f32, pose: &mut Pose) {
    if k == 0 {
        for arm in ["LeftArm", "LeftForeArm"] {
            *pose.get(arm) = sinew::Transform::IDENTITY;
        }
    }
}

#[test]
fn findings_name_joint_time_size_and_fix() {
    let figure = Figure { rate: 60.0, ..Figure::USUAL };
    let report = check(figure, &figure.clip(FAULTS[2].3));
    let finding = &report.findings[0];
    assert_eq!((finding.code(), finding.joint_name.as_str()), ("pop", "LeftForeArm"));
    assert_eq!(finding.fix(), Some(MotionFix::Smooth));
    assert!(
        finding.to_string().ends_with("[pop]") && finding.start > 0.95 && finding.end < 1.05,
        "{finding}"
    );
    // The first frame of a capture is often a T-pose.
    let t_pose = figure.clip(begin_in_t_pose);
    let report = check(figure, &t_pose);
    let fixes: Vec<String> = report.findings.iter().filter_map(|f| Some(f.fix()?.to_string())).collect();
    // At the key itself: a cut between keys would add one, whose interval is another.
    let second = t_pose.times().next().unwrap()[1];
    assert!(fixes.contains(&format!("convert --trim {second}..2")), "{report:?}");
    // It is cut off bodies of all sizes and directions, and nothing else changes.
    for figure in Figure::all() {
        let clip = figure.clip(begin_in_t_pose);
        let second = clip.times().next().unwrap()[1];
        let mended = mend_clip(&clip, &figure.character(), &MotionCheckSettings::default()).unwrap();
        assert_eq!(mended.edits, [MotionFix::Trim { start: second, end: 2.0 }], "{figure:?}");
        assert!(mended.faults_before > 0 && mended.faults_after == 0, "{figure:?}");
        assert_eq!(mended.moved.largest, 0.0, "{figure:?}");
        let [before, after] = [&clip, &mended.clip].map(|clip| clip.times().next().unwrap().len());
        assert_eq!(after, before - 1, "{figure:?}");
    }
    let slide = check(figure, &figure.clip(FAULTS[0].3));
    assert_eq!(slide.findings[0].fix().unwrap().to_string(), "convert --plant-feet");
}

#[test]
fn the_number_of_findings_of_a_kind_is_bounded() {
    let figure = Figure { rate: 120.0, ..Figure::USUAL };
    let clip = figure.clip(|k, _, pose| {
        if k % 24 == 12 {
            pose.turn("LeftArm", Quat::from_rotation_x(0.9));
        }
    });
    let check = MotionCheck::new(&figure.character());
    let all = check.clip(&clip, &MotionCheckSettings::default().with_max_findings(1000));
    let few = check.clip(&clip, &MotionCheckSettings::default().with_max_findings(3));
    let count = all.of(MotionFault::Pop).count();
    assert!(count > 5 && all.omitted == 0, "{all:?}");
    assert_eq!((few.of(MotionFault::Pop).count(), few.omitted), (3, count - 3));
    assert_eq!(few.worst(MotionFault::Pop), all.worst(MotionFault::Pop));
}

#[test]
fn loops_are_judged_by_name_and_ends_or_as_set() {
    let figure = Figure::USUAL;
    let mut clip = figure.clip(FAULTS[5].3);
    let check = MotionCheck::new(&figure.character());
    let count = |clip: &RawClip, is_loop| {
        check
            .clip(clip, &MotionCheckSettings::default().with_is_loop(is_loop))
            .of(MotionFault::LoopSeam)
            .count()
    };
    assert_eq!((count(&clip, None), count(&clip, Some(false))), (1, 0));
    clip.name = "throw".into();
    assert_eq!((count(&clip, None), count(&clip, Some(true))), (0, 1));
}
