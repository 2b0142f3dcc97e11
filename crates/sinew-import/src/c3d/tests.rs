//! Tests of the C3D importer, on files that are made here by the format's description.

use super::header::is_c3d;
use super::made::File;
use super::made::Machine::{Dec, Intel, Mips};
use super::made::Value::{Floats, Integers, Texts};
use crate::{Format, ImportError, ImportOptions, Imported, NoFiles, import, import_with};
use sinew::glam::Vec3;

fn read(file: &File) -> Imported {
    import(&file.bytes(), &NoFiles).unwrap()
}

fn positions<'a>(imported: &'a Imported, name: &str) -> &'a [Vec3] {
    let joint = imported.character.skeleton().find(name).unwrap();
    let track = imported.clips[0].joints.iter().find(|track| track.joint == joint).unwrap();
    track.translation.as_ref().unwrap().values()
}

fn has(imported: &Imported, code: &str, part: &str) -> bool {
    imported.report.diagnostics().iter().any(|found| found.code == code && found.message.contains(part))
}

#[test]
fn the_same_markers_of_all_machines_and_numbers() {
    for machine in [Intel, Dec, Mips] {
        for scale in [0.5, -0.5] {
            let imported = read(&File::new(machine, scale));
            let skeleton = imported.character.skeleton();
            assert_eq!((imported.format, skeleton.len()), (Format::C3d, 3));
            let clip = &imported.clips[0];
            assert_eq!((clip.end(), clip.joints.len()), (0.08, 2));
            // The laboratory's Z is up, and its Y leads away.
            let expected: Vec<_> =
                (0..5u8).map(|n| Vec3::new(0.1, 1.0 + f32::from(n) / 1000.0, -0.2)).collect();
            let close = |(a, b): (&Vec3, &Vec3)| a.abs_diff_eq(*b, 2.6e-4);
            assert!(positions(&imported, "LFHD").iter().zip(&expected).all(close), "{machine:?} {scale}");
            assert_eq!(skeleton.rest()[skeleton.find("R").unwrap().index()].translation, Vec3::ZERO);
            assert!(has(&imported, "units", "millimetres") && has(&imported, "axes", "X_SCREEN"));
            let max = imported.report.max_severity();
            assert_eq!(max, Some(crate::Severity::Info), "{:?}", imported.report);
        }
    }
}

#[test]
fn axes_of_the_screen_and_units() {
    let first = |file: File, options: &ImportOptions| {
        let imported = import_with(&file.bytes(), &NoFiles, options).unwrap();
        positions(&imported, "LFHD")[0]
    };
    let plain = ImportOptions::default();
    let file = || File::new(Intel, -1.0);
    let axes = |right, up| {
        file().with("POINT", "X_SCREEN", Texts(2, vec![right])).with("POINT", "Y_SCREEN", Texts(2, vec![up]))
    };
    assert!(first(axes("+Y", "+Z"), &plain).abs_diff_eq(Vec3::new(0.2, 1.0, 0.1), 1e-6));
    assert!(first(axes("+X", "+Y"), &plain).abs_diff_eq(Vec3::new(0.1, 0.2, 1.0), 1e-6));
    assert!(first(axes("-X", "Z"), &plain).abs_diff_eq(Vec3::new(-0.1, 1.0, 0.2), 1e-6));
    for (right, up) in [("+Z", "+Z"), ("", ""), ("+W", "+Z")] {
        let imported = read(&axes(right, up));
        assert!(has(&imported, "axes", "+Z is taken"), "{right} {up}");
        assert!(positions(&imported, "LFHD")[0].abs_diff_eq(Vec3::new(0.1, 1.0, -0.2), 1e-6));
    }
    for (unit, metres) in [("m", 1.0), ("cm", 0.01), ("mete", 1.0), ("inch", 0.0254), ("mill", 0.001)] {
        let file = file().with("POINT", "UNITS", Texts(4, vec![unit]));
        assert!((first(file, &plain).y - 1000.0 * metres).abs() < 1e-3, "{unit}");
    }
    let stated = first(file(), &plain.clone().with_metres_per_unit(0.002));
    assert!(stated.abs_diff_eq(Vec3::new(0.2, 2.0, -0.4), 1e-6));
    let imported = read(&file().with("POINT", "UNITS", Texts(4, vec!["ell"])));
    assert!(has(&imported, "units", "\"ell\"") && has(&imported, "units", "millimetres are taken"));
}

#[test]
fn markers_move_straight_where_they_were_not_seen() {
    let mut file = File::new(Mips, -1.0);
    for (frame, point) in file.frames.iter_mut().enumerate() {
        match frame {
            0 => point[0].1 = -1.0,
            2 | 3 => point[1] = ([f32::NAN, 0.0, 0.0], 0.0),
            _ => {}
        }
        point.push(([0.0; 3], -1.0));
    }
    let imported = read(&file);
    let keys = |name: &str| positions(&imported, name).len();
    assert_eq!((keys("LFHD"), keys("R"), imported.clips[0].joints.len()), (5, 3, 2));
    assert_eq!(positions(&imported, "LFHD")[0], positions(&imported, "LFHD")[1]);
    assert_eq!(imported.clips[0].joints[1].translation.as_ref().unwrap().times(), [0.0, 0.02, 0.08]);
    // The rest pose has them where they are first seen.
    let skeleton = imported.character.skeleton();
    assert_eq!(skeleton.rest()[1].translation, positions(&imported, "LFHD")[0]);
    assert!(has(&imported, "c3d-gaps", "2 markers were not seen in all of the 5 frames"));
    assert!(has(&imported, "c3d-gaps", "\"R in 2\", \"LFHD in 1\""));
    assert!(has(&imported, "c3d-gaps", "1 markers were seen in no frame and do not move: \"marker_3\""));
    assert!(has(&imported, "c3d-labels", "1 points have no label"));
    // Integers have a residual below 0 too.
    let mut file = File::new(Dec, 0.5);
    file.frames[1][0].1 = -0.5;
    assert_eq!(positions(&read(&file), "LFHD").len(), 4);
}

#[test]
fn labels_in_several_lists_and_outputs_of_models() {
    let mut file = File::new(Intel, -1.0);
    file.frames.iter_mut().for_each(|frame| {
        let more = [frame[0], frame[1]];
        frame.extend(more);
    });
    let file = file
        .with("POINT", "LABELS", Texts(8, vec!["A:C7", "LKneeAng"]))
        .with("POINT", "LABELS2", Texts(8, vec!["C", "LForce"]))
        .with("POINT", "ANGLES", Texts(8, vec!["LKneeAng", ""]))
        .with("POINT", "FORCES", Texts(8, vec!["RForce"]))
        .with("POINT", "FORCES2", Texts(8, vec!["LForce"]))
        .with("SUBJECTS", "NAMES", Texts(6, vec!["", "Ada"]));
    let imported = read(&file);
    let skeleton = imported.character.skeleton();
    let names: Vec<_> = (0..3).map(|n| skeleton.name(skeleton.by_file_index(n).unwrap())).collect();
    assert_eq!((names, skeleton.len()), (vec!["Ada", "A:C7", "C"], 3));
    assert!(has(&imported, "c3d-outputs", "2 points are outputs of a model"));
    assert!((positions(&imported, "C")[4].y - 1.004).abs() < 1e-6);
}

#[test]
fn events_of_parameters_and_header() {
    let names = |imported: &Imported| -> Vec<(String, f32)> {
        imported.clips[0].events.points().iter().map(|event| (event.name.clone(), event.time)).collect()
    };
    let mut file = File::new(Dec, -1.0)
        .with("EVENT", "USED", Integers(vec![4]))
        .with("EVENT", "LABELS", Texts(11, vec!["Foot Off", "Foot Strike", "Jump", "Late"]))
        .with("EVENT", "CONTEXTS", Texts(7, vec!["Right", "Left", "General", "Left"]))
        .with("EVENT", "TIMES", Floats(vec![1.0, 0.26, 1.0, 0.2, 1.0, 0.28, 2.0, 0.0]));
    // The clip begins 61.2 seconds into the trial.
    file.first_frame = 3061;
    let file = file.with("EVENT", "TIMES", Floats(vec![1.0, 1.26, 1.0, 1.2, 1.0, 1.28, 2.0, 0.0]));
    let imported = read(&file);
    let found = names(&imported);
    let expected = [("Left Foot Strike", 0.0), ("Right Foot Off", 0.06), ("Jump", 0.08)];
    assert_eq!(found.len(), 3);
    for ((name, time), (label, at)) in found.iter().zip(expected) {
        assert!(name == label && (time - at).abs() < 1e-4, "{name} {time}");
    }
    assert!(has(&imported, "c3d-events", "\"Left Late\" is at 58.800 s"));
    let mut file = File::new(Mips, 0.5);
    file.events = vec![(0.02, "LFS "), (0.06, "RFO\0")];
    assert_eq!(names(&read(&file)), [("LFS".to_owned(), 0.02), ("RFO".to_owned(), 0.06)]);
}

#[test]
fn more_frames_than_sixteen_bits_hold() {
    let mut file = File::new(Intel, 1.0);
    file.frames = (0..70_000).map(|n| vec![([0.0, 0.0, (n % 1000) as f32], 0.0)]).collect();
    let (low, high) = (70_000 % 65_536, 70_000 / 65_536);
    let trial = |file: File| {
        file.with("TRIAL", "ACTUAL_START_FIELD", Integers(vec![1, 0])).with(
            "TRIAL",
            "ACTUAL_END_FIELD",
            Integers(vec![low, high]),
        )
    };
    let imported = read(&trial(file));
    assert_eq!(positions(&imported, "LFHD").len(), 70_000);
    assert!((positions(&imported, "LFHD")[69_999].y - 0.999).abs() < 1e-6);
    let mut file = File::new(Intel, 1.0).with("POINT", "LONG_FRAMES", Floats(vec![70_000.0]));
    file.frames = vec![vec![([0.0; 3], 0.0)]; 70_000];
    assert_eq!(positions(&read(&file), "LFHD").len(), 70_000);
}

#[test]
fn damage_is_reported_where_it_is() {
    let whole = File::new(Intel, -1.0).bytes();
    let open = |bytes: &[u8]| -> Result<Imported, ImportError> { import(bytes, &NoFiles) };
    let imported = open(&whole[..whole.len() - 50]).unwrap();
    assert!(has(&imported, "c3d-frames", "5 frames are declared, and it has 3"));
    assert_eq!(positions(&imported, "R").len(), 3);
    let data = whole.len() - 5 * (8 + 3) * 4;
    let error = open(&whole[..data - 1]).unwrap_err();
    assert_eq!((error.code, error.location.as_str()), ("c3d", "byte 16"), "{error}");
    // An offset that leads nowhere ends the parameters; the header goes on.
    let mut bytes = whole.clone();
    let at = bytes.windows(5).position(|part| part == b"UNITS").unwrap() + 5;
    bytes[at..at + 2].copy_from_slice(&[0xFF, 0xFF]);
    let imported = open(&bytes).unwrap();
    assert!(has(&imported, "c3d-parameters", "stop making sense"), "{:?}", imported.report);
    assert_eq!(positions(&imported, "LFHD").len(), 5);
    for end in 0..whole.len() {
        let _ = open(&whole[..end]);
    }
    assert!(is_c3d(&whole) && !is_c3d(&whole[..515]) && !is_c3d(b"PK") && !is_c3d(&[0, 0x50, 0, 0]));
}

#[test]
fn the_scale_of_the_header_is_used() {
    let imported = read(&File::new(Intel, 0.5).with("POINT", "SCALE", Floats(vec![0.2])));
    assert!(has(&imported, "c3d-layout", "the scale is 0.2 here, 0.5 in the header"));
    assert!((positions(&imported, "LFHD")[0].y - 1.0).abs() < 1e-6);
}

/// Some programs count the analog channels instead of their samples.
#[test]
fn analog_numbers_are_skipped_by_the_length_of_the_data() {
    let mut file = File::new(Intel, -1.0);
    file.analog = 12;
    file.frames = (0..40u8).map(|n| vec![([0.0, 0.0, f32::from(n)], 0.0)]).collect();
    let mut bytes = file.bytes();
    for (channels, samples) in [(4, 3), (12, 1)] {
        bytes[4] = channels;
        bytes[18] = samples;
        let imported = import(&bytes, &NoFiles).unwrap();
        assert_eq!(has(&imported, "c3d-layout", "by the length of the data they are 12"), samples == 3);
        assert!((positions(&imported, "LFHD")[39].y - 0.039).abs() < 1e-6);
    }
}

#[test]
fn no_count_reserves_memory() {
    let mut bytes = File::new(Intel, -1.0).bytes();
    bytes[2..4].copy_from_slice(&[0xFF, 0xFF]);
    assert!(matches!(import(&bytes, &NoFiles), Err(error) if error.code == "too-large"));
    bytes[2..4].copy_from_slice(&[0xFE, 0x0F]);
    let imported = import(&bytes, &NoFiles).unwrap();
    assert!(has(&imported, "c3d-layout", "4094 in the header") && has(&imported, "c3d-frames", "it has 0"));
    let mut file = File::new(Intel, -1.0).with("POINT", "RATE", Floats(vec![1e-3]));
    file.frames = vec![vec![([0.0; 3], 0.0)]; 100];
    assert_eq!(import(&file.bytes(), &NoFiles).unwrap_err().code, "too-large");
}
