//! Tests of the picture of faults.

use super::draw::draw;
use super::layout::{LEFT, MARGIN, TimeScale, WIDTH, block, head, line, width};
use super::rows::{MAX_ROWS, peaks, rows};
use super::{severity, write};
use crate::encode::Kind;
use crate::verb::check::motion::CheckedClip;
use sinew::RawClip;
use sinew_author::motion_check::{MotionCheck, MotionCheckSettings, MotionFault};

/// The walk of the built-in character with a body that is elsewhere from a key on.
fn jumping(by: f32) -> CheckedClip {
    let actor = crate::test_files::built_in();
    let character = actor.character();
    let source = crate::asset::source::built_in().unwrap();
    let clip = source.imported.clips.iter().find(|clip| clip.name == "walk").unwrap();
    let mut clip: RawClip = clip.resampled(60.0).unwrap();
    let track = clip.joints.iter_mut().find_map(|track| track.translation.as_mut()).unwrap();
    let middle = track.times().len() / 2;
    let keys = track.values().iter().enumerate();
    let values = keys.map(|(k, at)| if k > middle { *at + sinew::glam::Vec3::Y * by } else { *at }).collect();
    *track = sinew::clip::Track::new(track.interpolation(), 1, track.times().into(), values).unwrap();
    let report = MotionCheck::new(character).clip(&clip, &MotionCheckSettings::default());
    assert!(report.of(MotionFault::Pop).next().is_some(), "{:?}", report.findings);
    CheckedClip { title: format!("walk.glb by {by}"), report }
}

#[test]
fn a_jump_is_drawn_at_its_time() {
    let clip = jumping(0.4);
    let report = &clip.report;
    let pop = report.of(MotionFault::Pop).next().unwrap();
    let scale = TimeScale { start: report.start, end: report.end };
    let (lines, left_out) = rows(report);
    let height = head() + block(lines.len() as u32, left_out > 0);
    let at = scale.column(pop.worst);
    let picture = draw(std::slice::from_ref(&clip), 4, 12);
    assert_eq!((picture.width, picture.height), (width(), height));
    let ink = [202, 38, 52];
    let row = lines.iter().position(|row| row.fault == MotionFault::Pop).unwrap();
    let top = line(head(), row as u32).top;
    // The curve reaches the top of its line there, and is at the bottom elsewhere.
    let is_high =
        |x: u32| (top..top + 4).any(|y| picture.rgba[((y * picture.width + x) * 4) as usize..][..3] == ink);
    assert!((at - 3..at + 4).any(is_high));
    assert!(!(MARGIN + LEFT..at - 200).any(is_high));
}

#[test]
fn the_worst_clips_come_first_and_others_are_counted() {
    let [small, large] = [jumping(0.2), jumping(0.9)];
    assert!(severity(&large) > severity(&small));
    let folder = std::env::temp_dir().join(format!("sinew-motion-picture-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("a.png");
    let one = draw(std::slice::from_ref(&large), 2, 12);
    write((&path, Kind::of(&path).unwrap()), vec![small, large], 2, 1).unwrap();
    let file = std::fs::read(&path).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
    assert_eq!((reader.info().width, reader.info().height), (one.width, one.height));
    let none = draw(&[], 3, 12);
    assert_eq!((none.width, none.height), (width(), head()));
}

#[test]
fn values_fall_into_columns() {
    let clip = jumping(0.4);
    let series = clip.report.series.iter().find(|series| series.fault == MotionFault::Pop).unwrap();
    let span = (clip.report.start, clip.report.end);
    let largest = series.values.iter().copied().fold(0.0, f32::max);
    for columns in [1, 7, WIDTH as usize] {
        let found = peaks(series, span, columns);
        assert_eq!(found.iter().flatten().copied().fold(0.0, f32::max), largest);
        assert!(found.iter().all(Option::is_some), "{columns}");
    }
    assert!(rows(&clip.report).0.len() <= MAX_ROWS);
    let (marks, digits) = TimeScale { start: 0.0, end: 30.0 }.marks();
    assert_eq!((marks[..3].to_vec(), digits), (vec![0.0, 5.0, 10.0], 0));
}
