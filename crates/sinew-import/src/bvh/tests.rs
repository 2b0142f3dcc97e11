//! Tests of the BVH importer.

use super::{import, is_bvh};
use crate::{ImportError, ImportOptions, Imported};
use sinew::glam::{Quat, Vec3};
use std::f32::consts::FRAC_PI_2;

const BODY: &str = "HIERARCHY
ROOT Hip Bone
{
  OFFSET 0 1 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT Head{
    OFFSET 0.0 0.8 0.0
    CHANNELS 3 Yrotation Xrotation Zrotation
    End Site
    { OFFSET 0 0.1 0 }
  }
  JOINT Foot
  {
    OFFSET 0 -0.8 0
    CHANNELS 3 Xposition Yposition Zposition
    End Site { OFFSET 0 0 0.1 }
  }
}
MOTION
Frames: 2
Frame Time: 0.5
0 0 0 0 0 0 0 0 0 0 -0.7 0
1 0 2 90 90 0 10 0 0 0 -0.6 0
";

fn read(text: &str) -> Result<Imported, ImportError> {
    import(text.as_bytes(), &ImportOptions::default())
}

#[test]
fn joints_channels_and_keys() {
    let imported = read(BODY).unwrap();
    let skeleton = imported.character.skeleton();
    let names: Vec<_> = (0..5).map(|n| skeleton.name(skeleton.by_file_index(n).unwrap())).collect();
    assert_eq!(names, ["Hip Bone", "Head", "Head_End", "Foot", "Foot_End"]);
    let clip = &imported.clips[0];
    assert_eq!((clip.end(), clip.joints.len()), (0.5, 3));
    let hip = &clip.joints[0];
    // The positions of this root start at zero, so they are added to its offset; those of the foot replace
    // it.
    assert_eq!(hip.translation.as_ref().unwrap().values(), [Vec3::Y, Vec3::new(1.0, 1.0, 2.0)]);
    assert_eq!(clip.joints[2].translation.as_ref().unwrap().values()[1], Vec3::new(0.0, -0.6, 0.0));
    assert!(clip.joints[2].rotation.is_none() && clip.joints[1].translation.is_none());
    // Intrinsic rotations in the file's order.
    let expected = Quat::from_rotation_z(FRAC_PI_2) * Quat::from_rotation_x(FRAC_PI_2);
    let turned = hip.rotation.as_ref().unwrap().values()[1];
    assert!(turned.dot(expected).abs() > 1.0 - 1e-6);
    assert!(imported.report.diagnostics().iter().any(|f| f.code == "units" && f.message.contains("metres")));
}

#[test]
fn units_are_detected_by_height() {
    let scaled = |factor: f32| {
        let lines = BODY.lines().map(|line| {
            let words = line.split(' ').map(|w| match w.parse::<f32>() {
                Ok(v) if line.contains("OFFSET") => (v * factor).to_string(),
                _ => w.to_owned(),
            });
            words.collect::<Vec<_>>().join(" ")
        });
        let text = lines.collect::<Vec<_>>().join("\n").replace("-0.7", "0").replace("-0.6", "0");
        let imported = read(&text).unwrap();
        let head = imported.character.skeleton().find("Head").unwrap();
        imported.character.skeleton().rest()[head.index()].translation.y
    };
    for factor in [1.0, 100.0, 1000.0, 1.0 / 0.0254, 0.45 / 0.0254, 10.0] {
        assert!((scaled(factor) - 0.8).abs() < 1e-4, "{factor}");
    }
    assert_eq!(scaled(1e6), 0.8e6);
}

#[test]
fn outliers_are_not_measured() {
    let text = "HIERARCHY ROOT hips { OFFSET 0 0 0 CHANNELS 3 Xposition Yposition Zposition
        JOINT spine\n{ OFFSET 0 40 0 CHANNELS 1 Xrotation End Site { OFFSET 0 30 0 } JOINT mesh\n{ OFFSET 160 0 0 CHANNELS 1
        Xrotation End Site { OFFSET 0 0 0 } } }
        JOINT thigh\n{ OFFSET 0 -40 0 CHANNELS 1 Xrotation JOINT shin\n{ OFFSET 0 -45 0 CHANNELS 1 Xrotation
        End Site { OFFSET 0 0 10 } } } }
        MOTION Frames: 1 Frame Time: 0.1 0 85 0 0 0 0 0";
    let units_message = |text: &str| {
        let imported = read(text).unwrap();
        let found = imported.report.diagnostics().iter().find(|f| f.code == "units").unwrap();
        found.message.clone()
    };
    let message = units_message(text);
    assert!(message.contains("centimetres") && message.contains("1.55 m"), "{message}");
    // An arm of normal length belongs to the body.
    let message = units_message(&text.replace("OFFSET 160 0 0", "OFFSET 30 40 0"));
    assert!(message.contains("1.65 m"), "{message}");
}

#[test]
fn a_z_up_body_is_converted_to_y_up() {
    let text = "HIERARCHY ROOT a { OFFSET 0 0 0 CHANNELS 4 Xposition Yposition Zposition Zrotation\n JOINT b\n { OFFSET 0 0 80
        CHANNELS 1 Xrotation End Site { OFFSET 0 0 10 } } JOINT c\n{ OFFSET 0 0 -80 End Site { OFFSET 0 5 0 } } }
        MOTION Frames: 1 Frame Time: 0.1 5 0 85 90 30";
    // Names end at a brace or at the end of the line.
    let imported = read(text).unwrap();
    let skeleton = imported.character.skeleton();
    let head = skeleton.find("b").unwrap();
    assert!(skeleton.rest()[head.index()].translation.abs_diff_eq(Vec3::new(0.0, 0.8, 0.0), 1e-6));
    let clip = &imported.clips[0];
    let root = &clip.joints[0];
    assert!(root.translation.as_ref().unwrap().values()[0].abs_diff_eq(Vec3::new(0.05, 0.85, 0.0), 1e-6));
    assert!(root.rotation.as_ref().unwrap().values()[0].abs_diff_eq(Quat::from_rotation_y(FRAC_PI_2), 1e-6));
    assert!(imported.report.diagnostics().iter().any(|f| f.code == "axes"));
}

#[test]
fn root_positions_replace_the_offset() {
    // Motion capture software writes the position of some frame as the offset.
    let translations = |first: &str| {
        let imported = read(&BODY.replace("\n0 0 0 0", &format!("\n{first} 0"))).unwrap();
        let reported = imported.report.diagnostics().iter().any(|f| f.code == "bvh-offset");
        (imported.clips[0].joints[0].translation.as_ref().unwrap().values().to_vec(), reported)
    };
    assert_eq!(translations("3 0.9 2"), (vec![Vec3::new(3.0, 0.9, 2.0), Vec3::new(1.0, 0.0, 2.0)], false));
    assert_eq!(translations("0 0.001 0"), (vec![Vec3::new(0.0, 1.001, 0.0), Vec3::new(1.0, 1.0, 2.0)], true));
}

#[test]
fn zeros_below_the_root_mean_the_offset() {
    let imported = read(&BODY.replace("-0.7", "0").replace("-0.6", "0")).unwrap();
    assert!(imported.clips[0].joints[2].translation.is_none());
}

#[test]
fn missing_incomplete_and_surplus_frames_are_reported() {
    let frames = |text: String| {
        let imported = read(&text).unwrap();
        let reported = imported.report.diagnostics().iter().any(|f| f.code == "bvh-frames");
        (imported.clips.first().map_or(0, |c| c.joints[0].rotation.as_ref().unwrap().times().len()), reported)
    };
    assert_eq!(frames(BODY.into()), (2, false));
    assert_eq!(frames(BODY.replace("Frames: 2", "Frames :3 ")), (2, true));
    assert_eq!(frames(BODY.replace("Frames: 2", "frames:1")), (1, true));
    assert_eq!(frames(BODY.replace("0 -0.6 0\n", "")), (1, true));
    assert_eq!(frames(BODY.replace("0.5\n", "0\n")), (2, true));
}

#[test]
fn a_file_that_ends_early_says_so() {
    let cut = |end: &str| read(&BODY[..BODY.find(end).unwrap() + end.len()]);
    for (end, line, expected) in [
        ("OFFSET 0.0", "line 7", "it ends here; expected a finite number"),
        ("CHANNELS 3 Yrot", "line 8", "it ends with \"Yrot\"; expected a channel"),
        ("Frame Time: 0.5\n", "line 22", "it ends here; expected the numbers of 2 frames"),
    ] {
        let error = cut(end).unwrap_err();
        assert_eq!(error.location, line, "{error}");
        assert!(error.message.contains(&format!("the file seems to be cut off: {expected}")), "{error}");
    }
    for end in ["1 0 2 90", "-0.7 0\n1 0 2 90 90 0 10 0 0 0 -"] {
        let report = cut(end).unwrap().report;
        let found = report.diagnostics().iter().find(|diagnostic| diagnostic.code == "bvh-frames").unwrap();
        assert!(
            found.location == "line 23"
                && found.message.contains("cut off: 2 frames are declared, and it has 1 and "),
            "{found}"
        );
    }
}

#[test]
fn errors_have_a_line() {
    for (from, to, line) in [
        ("ROOT", "JOINT", "line 2"),
        ("CHANNELS 3 Y", "CHANNELS -1 Y", "line 8"),
        ("CHANNELS 3 Y", "CHANNELS 4 Y", "line 9"),
        ("CHANNELS 3 Y", "CHANNELS 999999999999 Y", "line 8"),
        ("Zrotation Xrotation Yrotation", "Wrotation Xrotation Yrotation", "line 5"),
        ("Frames", "Rows", "line 20"),
        ("-0.7", "nan", "line 22"),
        ("-0.7", "1e99", "line 22"),
        ("-0.7", "x", "line 22"),
        ("MOTION", "", "line 20"),
    ] {
        let error = read(&BODY.replace(from, to)).unwrap_err();
        assert_eq!(error.location, line, "{from} → {to}: {error}");
    }
    for end in (0..BODY.find("0 0 0 0 0 0 0").unwrap()).step_by(7) {
        assert!(read(&BODY[..end]).is_err(), "{end}");
    }
    let deep = format!("HIERARCHY ROOT a\n {{ {}", "JOINT b\n { ".repeat(100_000));
    assert_eq!(read(&deep).unwrap_err().code, "too-large");
}

#[test]
fn the_format_is_detected_by_its_first_word() {
    assert!(is_bvh(b"\xEF\xBB\xBF\n hierarchy") && !is_bvh(b"HIERARCH") && !is_bvh(b"{}"));
}

/// Comments are white space, wherever they stand, and numbers may have decimal commas; both give what the
/// plain file gives.
#[test]
fn comments_and_decimal_commas() {
    let plain = read(BODY).unwrap();
    let mut commented = String::from("# made by hand\n; HIERARCHY of another file {\n");
    BODY.lines().for_each(|line| commented += &format!("// {line}\n{line}\n  # }} 1 2 3\n"));
    let commas = BODY.replace("0.", "0,");
    for (text, has_commas) in
        [(commented.clone(), false), (commas.clone(), true), (commented.replace("0.", "0,"), true)]
    {
        assert!(is_bvh(text.as_bytes()));
        let imported = read(&text).unwrap();
        assert_eq!(imported.clips, plain.clips);
        assert_eq!(imported.character.skeleton().rest(), plain.character.skeleton().rest());
        let finding =
            imported.report.diagnostics().iter().find(|diagnostic| diagnostic.code == "bvh-decimal-comma");
        assert_eq!(finding.is_some(), has_commas);
    }
    let line = |text: &str| {
        read(text)
            .unwrap()
            .report
            .diagnostics()
            .iter()
            .find(|diagnostic| diagnostic.code == "bvh-decimal-comma")
            .unwrap()
            .location
            .clone()
    };
    assert_eq!(line(&commas), "line 7");
    for wrong in ["0,1,2", "0,x", "1.0,2.0", "0;1"] {
        assert!(
            read(&BODY.replace("0 0 0 0 0 0 0 0 0 0 -0.7 0", &format!("{wrong} 0 0 0 0 0 0 0 0 0 -0.7 0")))
                .is_err(),
            "{wrong}"
        );
    }
    // A comment at the end of the file, without the end of its line.
    assert_eq!(read(&format!("{BODY}# end")).unwrap().clips, plain.clips);
}

/// Name of a joint, number of its parent, offset, and position in each of three frames.
type PositionedJoint = (&'static str, Option<usize>, [f32; 3], [[f32; 3]; 3]);

/// Text with `OFFSET`s and positions of joints in a chain that branches.
fn with_positions(joints: &[PositionedJoint]) -> String {
    fn joint(joints: &[PositionedJoint], n: usize, text: &mut String) {
        let (name, parent, [x, y, z], _) = joints[n];
        let kind = if parent.is_some() { "JOINT" } else { "ROOT" };
        let channels = "CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation";
        *text += &format!("{kind} {name}\n{{\nOFFSET {x} {y} {z}\n{channels}\n");
        let children: Vec<usize> = (0..joints.len()).filter(|child| joints[*child].1 == Some(n)).collect();
        children.iter().for_each(|&child| joint(joints, child, text));
        if children.is_empty() {
            *text += "End Site\n{\nOFFSET 0 0 0\n}\n";
        }
        *text += "}\n";
    }
    let mut text = String::from("HIERARCHY\n");
    joint(joints, 0, &mut text);
    text += "MOTION\nFrames: 3\nFrame Time: 0.1\n";
    for frame in 0..3 {
        let numbers = joints.iter().map(|(_, _, _, [a, b, c])| [a, b, c][frame]);
        let row: Vec<String> = numbers.map(|[x, y, z]| format!("{x} {y} {z} 0 {} 0", 10 * frame)).collect();
        text += &(row.join(" ") + "\n");
    }
    text
}

#[test]
fn constant_positions_are_the_offsets_that_are_zero() {
    let constant = |x: f32, y: f32, z: f32| [[x, y, z]; 3];
    let moving = [[0.0, 90.0, 0.0], [40.0, 90.0, 0.0], [90.0, 90.0, 0.0]];
    for scale in [1.0, 100.0] {
        for (given, expected) in [([0.0; 3], Vec3::new(0.0, 40.0, 3.0)), ([0.0, 39.0, 0.0], Vec3::Y * 39.0)] {
            let joints = [
                ("root", None, [0.0; 3], constant(0.0, 0.0, 0.0)),
                // It carries the body about, as roots do.
                ("hips", Some(0), [0.0; 3], moving),
                ("spine", Some(1), given, constant(0.0, 40.0, 3.0)),
                // Noise, and a limb that stretches a little.
                ("head", Some(2), [0.0; 3], [[0.0, 30.1, 0.0], [0.0, 29.9, 0.0], [0.0, 30.0, 0.0]]),
                ("thigh", Some(1), [0.0; 3], constant(9.0, -2.0, 0.0)),
                ("shin", Some(4), [0.0; 3], [[0.0, -39.0, 0.0], [0.0, -40.0, 0.0], [0.0, -41.0, 0.0]]),
                ("foot", Some(5), [0.0; 3], constant(0.0, -45.0, 0.0)),
            ];
            let joints = joints.map(|(name, parent, offset, positions)| {
                (name, parent, offset.map(|v| v * scale), positions.map(|p| p.map(|v| v * scale)))
            });
            let options = ImportOptions { metres_per_unit: Some(0.01), ..ImportOptions::default() };
            let imported = import(with_positions(&joints).as_bytes(), &options).unwrap();
            let skeleton = imported.character.skeleton();
            let rest = |name: &str| skeleton.rest()[skeleton.find(name).unwrap().index()].translation * 100.0;
            assert!(rest("spine").abs_diff_eq(expected * scale, 1e-3 * scale), "{}", rest("spine"));
            for (name, offset) in [
                ("hips", [0.0, 0.0, 0.0]),
                ("head", [0.0, 30.0, 0.0]),
                ("thigh", [9.0, -2.0, 0.0]),
                ("shin", [0.0, -40.0, 0.0]),
                ("foot", [0.0, -45.0, 0.0]),
            ] {
                assert!(rest(name).abs_diff_eq(Vec3::from(offset) * scale, 1e-3 * scale), "{name}");
            }
            let finding = imported
                .report
                .diagnostics()
                .iter()
                .find(|diagnostic| diagnostic.code == "bvh-offset")
                .unwrap();
            let count = if given == [0.0; 3] { 5 } else { 4 };
            assert!(finding.message.contains(&format!("{count} joints are 0")), "{finding}");
        }
    }
}
