//! Tests of the Acclaim importer.

use super::{is_amc, is_asf};
use crate::{Format, ImportError, ImportOptions, Imported, NoFiles, Resolver, import, import_with};
use sinew::glam::{Quat, Vec3};
use sinew::humanoid::HumanBone;
use std::cell::RefCell;

const SKELETON: &str = "# made for a test
:version 1.10
:name test
:units
  mass 1.0
  length 0.5
  angle deg
:documentation
   anything :hierarchy
:root
   order TX TY TZ RX RY RZ
   axis XYZ
   position 0 0 0
   orientation 0 0 0
:bonedata
  begin
     id 1
     name back
     direction 0 1 0
     length 10
     axis 0 0 0  XYZ
     dof rx ry rz
     limits (-20.0 45.0)
            (-30.0 30.0)
            (-30.0 30.0)
  end
  begin
     id 2
     name thigh
     direction 0 -2 0
     length 16
     axis 0 0 90 XYZ
     dof rx rz
  end
  begin
     id 3
     name shin
     direction 1 0 0
     length 4
     axis 0 90 0 XYZ
     dof tz
  end
:hierarchy
  begin
    root back thigh
    thigh shin
  end
";

const MOTION: &str = "#!OML:ASF C:\\takes\\other.ASF
:FULLY-SPECIFIED
:DEGREES
1
root 1 34 2 0 0 0
back 0 0 0
thigh 0 0
shin 0
2
root 1 34 3 0 90 0
back 90 0 90
thigh 90 0
shin 2
";

/// Files beside a motion called `walk_01.amc`.
struct Beside<'a> {
    files: &'a [(&'a str, &'a str)],
    asked: RefCell<Vec<String>>,
}

impl Resolver for Beside<'_> {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        self.asked.borrow_mut().push(path.to_owned());
        let file = self.files.iter().find(|(name, _)| *name == path);
        file.map(|(_, text)| text.as_bytes().to_vec()).ok_or_else(|| format!("no {path}"))
    }

    fn list(&self) -> Vec<String> {
        self.files.iter().map(|(name, _)| (*name).to_owned()).collect()
    }

    fn name(&self) -> Option<String> {
        Some("walk_01.amc".into())
    }
}

fn beside<'a>(files: &'a [(&'a str, &'a str)]) -> Beside<'a> {
    Beside { files, asked: RefCell::default() }
}

fn play(skeleton: &str, motion: &str) -> Result<Imported, ImportError> {
    import(motion.as_bytes(), &beside(&[("walk.asf", skeleton)]))
}

fn has(imported: &Imported, code: &str, part: &str) -> bool {
    imported.report.diagnostics().iter().any(|found| found.code == code && found.message.contains(part))
}

#[test]
fn a_skeleton_rests_as_its_bones_lie() {
    let imported = import(SKELETON.as_bytes(), &NoFiles).unwrap();
    assert_eq!((imported.format, imported.clips.len()), (Format::Asf, 0));
    let skeleton = imported.character.skeleton();
    let names: Vec<_> = (0..6).map(|n| skeleton.name(skeleton.by_file_index(n).unwrap())).collect();
    assert_eq!(names, ["root", "back", "back_End", "thigh", "shin", "shin_End"]);
    // Inches / 0.5: the body is 1.3 m tall.
    let metre = 0.0254 / 0.5;
    let at =
        |name: &str| imported.character.reference_model()[skeleton.find(name).unwrap().index()].translation;
    assert!(Vec3::from(at("back_End")).abs_diff_eq(Vec3::Y * 10.0 * metre, 1e-6));
    assert!(Vec3::from(at("shin")).abs_diff_eq(Vec3::NEG_Y * 16.0 * metre, 1e-6));
    assert!(Vec3::from(at("shin_End")).abs_diff_eq(Vec3::new(4.0, -16.0, 0.0) * metre, 1e-6));
    assert!(skeleton.rest().iter().all(|joint| joint.rotation == Quat::IDENTITY));
    assert!(has(&imported, "units", "inches / 0.5, by the file, which makes the body 1.32 m tall"));
}

#[test]
fn units_of_the_file_the_caller_and_the_body() {
    let top = |text: &str, options: &ImportOptions| {
        let imported = import_with(text.as_bytes(), &NoFiles, options).unwrap();
        let skeleton = imported.character.skeleton();
        let warned = imported.report.count("units", crate::Severity::Warning) > 0;
        let top = skeleton.rest()[skeleton.find("back_End").unwrap().index()].translation.y;
        // In millimetres.
        ((1000.0 * top).round(), warned)
    };
    let plain = ImportOptions::default();
    assert_eq!(top(SKELETON, &plain.clone().with_metres_per_unit(0.02)), (200.0, false));
    // By inches the body would be 66 m tall; centimetres make it a human.
    let large = SKELETON
        .replace("length 0.5", "length 1")
        .replace("length 10", "length 80")
        .replace("length 16", "length 90");
    assert_eq!(top(&large, &plain), (800.0, true));
    assert_eq!(top(&large.replace("  length 1\n", ""), &plain), (800.0, false));
}

#[test]
fn motion_turns_bones_about_their_axes() {
    let imported = play(SKELETON, MOTION).unwrap();
    assert_eq!(imported.format, Format::Amc);
    let skeleton = imported.character.skeleton();
    let clip = &imported.clips[0];
    assert_eq!((clip.joints.len(), clip.end()), (4, (1.0 / 120.0) as f32));
    assert!(has(&imported, "amc-frame-rate", "120 frames per second are assumed"));
    let track = |name: &str| {
        let joint = skeleton.find(name).unwrap();
        clip.joints.iter().find(|track| track.joint == joint).unwrap()
    };
    let (right, metre) = (std::f32::consts::FRAC_PI_2, 0.0254 / 0.5);
    let root = track("root").translation.as_ref().unwrap().values();
    assert!(root[1].abs_diff_eq(Vec3::new(1.0, 34.0, 3.0) * metre, 1e-6));
    let turned = |name: &str, expected: Quat| {
        let rotation = track(name).rotation.as_ref().unwrap().values()[1];
        assert!(rotation.dot(expected).abs() > 1.0 - 1e-6, "{name}: {rotation}, not {expected}");
    };
    turned("root", Quat::from_rotation_y(right));
    // About X first, then about Z, both fixed to the parent.
    turned("back", Quat::from_rotation_z(right) * Quat::from_rotation_x(right));
    // The axes of the thigh are turned by 90 degrees about Z: its X is the parent's Y.
    turned("thigh", Quat::from_rotation_y(right));
    // The Z of the shin is the parent's X.
    let shin = track("shin").translation.as_ref().unwrap().values();
    assert!(shin[1].abs_diff_eq(Vec3::new(2.0, -16.0, 0.0) * metre, 1e-6), "{}", shin[1]);
    assert!(track("shin").rotation.is_none());
}

#[test]
fn angles_in_radians_and_frame_rates() {
    let radians = MOTION.replace(":DEGREES", ":RADIANS").replace("90", "1.5707963");
    for (skeleton, motion) in [
        (SKELETON.to_owned(), radians.clone()),
        (
            SKELETON.replace("deg", "rad").replace("0 0 90 XYZ", "0 0 1.5707963 XYZ"),
            radians.replace(":RADIANS\n", ""),
        ),
    ] {
        let imported = play(&skeleton, &motion).unwrap();
        let degrees = play(SKELETON, MOTION).unwrap();
        for (a, b) in imported.clips[0].joints.iter().zip(&degrees.clips[0].joints) {
            let (Some(a), Some(b)) = (&a.rotation, &b.rotation) else { continue };
            assert!(a.values()[1].dot(b.values()[1]) > 1.0 - 1e-6);
        }
    }
    let end = |motion: String, options: &ImportOptions| {
        let files = [("walk.asf", SKELETON)];
        import_with(motion.as_bytes(), &beside(&files), options).unwrap().clips[0].end()
    };
    let plain = ImportOptions::default();
    assert_eq!(end(format!("# fps: 50\n{MOTION}"), &plain), 0.02);
    assert_eq!(end(MOTION.replace(":DEGREES", ":DEGREES\n:SAMPLES-PER-SECOND 25"), &plain), 0.04);
    assert_eq!(end(format!("# fps: 50\n{MOTION}"), &plain.with_frame_rate(10.0)), 0.1);
}

#[test]
fn the_skeleton_is_found_by_name() {
    let asked = |files: &[(&str, &str)]| {
        let files = beside(files);
        let done = import(MOTION.as_bytes(), &files);
        (files.asked.take(), done)
    };
    assert_eq!(asked(&[("walk_01.asf", SKELETON)]).0, ["walk_01.asf"]);
    assert_eq!(asked(&[("walk.asf", SKELETON)]).0, ["walk_01.asf", "walk.asf"]);
    let (names, done) = asked(&[("other.ASF", SKELETON), ("b.asf", SKELETON)]);
    assert!(names.last().unwrap() == "other.ASF" && done.is_ok());
    let (_, done) = asked(&[("sole.asf", SKELETON), ("b.amc", "")]);
    assert!(has(&done.unwrap(), "amc-skeleton", "\"sole.asf\", the only one in the folder"));
    for files in [&[][..], &[("a.asf", SKELETON), ("b.asf", SKELETON)]] {
        let error = asked(files).1.unwrap_err();
        assert_eq!(error.code, "missing-file");
        assert!(
            error.message.contains("tried \"walk_01.asf\", \"walk.asf\", \"other.ASF\" beside it"),
            "{error}"
        );
    }
    let error =
        import(MOTION.lines().skip(1).collect::<Vec<_>>().join("\n").as_bytes(), &NoFiles).unwrap_err();
    assert!(error.message.contains("the name of the motion is not known"), "{error}");
}

#[test]
fn incomplete_frames_and_other_bones_are_reported() {
    let keys = |imported: &Imported| imported.clips[0].joints[0].rotation.as_ref().unwrap().times().len();
    for cut in ["shin 2\n", "thigh 90 0\nshin 2\n", " 0\nshin 2\n"] {
        let imported = play(SKELETON, MOTION.strip_suffix(cut).unwrap()).unwrap();
        assert!(keys(&imported) == 1 && has(&imported, "amc-frames", "cut off"), "{cut}");
    }
    let imported = play(SKELETON, &MOTION.replace("shin 0\n", "").replace("\n2\n", "\n7\n")).unwrap();
    assert!(keys(&imported) == 2 && has(&imported, "amc-frames", "by their numbers"));
    let third = format!(
        "{MOTION}3\nroot 1 34 3 0 90 0\nback 90 0 90\n4\nroot 1 34 3 0 90 0\nback 0 0 0\nthigh 0 0\nshin 1\n"
    );
    let imported = play(SKELETON, &third).unwrap();
    assert!(keys(&imported) == 4 && has(&imported, "amc-frames", "1 frames lack bones"));
    let held = imported.clips[0].joints[3].translation.as_ref().unwrap().values();
    assert_eq!(held[1], held[2]);
    let imported = play(SKELETON, &MOTION.replace("shin", "tail")).unwrap();
    assert!(has(&imported, "amc-bones", "1 bones are not in the skeleton walk.asf: \"tail\""));
    assert!(has(&imported, "amc-bones", "the motion lacks 1 bones: \"shin\""));
    let orphan = SKELETON.replace("    thigh shin\n", "");
    let imported = import(orphan.as_bytes(), &NoFiles).unwrap();
    assert!(has(&imported, "asf-hierarchy", "1 bones do not hang from the root"));
    let twice = SKELETON.replace("    thigh shin\n", "    thigh shin\n    shin thigh\n");
    assert!(has(&import(twice.as_bytes(), &NoFiles).unwrap(), "asf-hierarchy", "second parent"));
}

#[test]
fn errors_have_a_line() {
    for (from, to, line) in [
        ("length 0.5", "length x", "line 6"),
        ("length 0.5", "length 0", "line 6"),
        ("angle deg", "angle grad", "line 7"),
        ("order TX", "order WX", "line 11"),
        ("axis XYZ", "axis XYY", "line 12"),
        ("direction 0 1 0", "direction 0 1", "line 19"),
        ("length 10", "length nan", "line 20"),
        ("dof rx ry rz", "dof rx ry rz 12", "line 22"),
        ("name back", "name root", "line 26"),
        ("name shin", "name thigh", "line 42"),
        ("root back thigh", "root back tail", "line 45"),
        ("    thigh shin", "    leg shin", "line 46"),
    ] {
        let error = import(SKELETON.replacen(from, to, 1).as_bytes(), &NoFiles).unwrap_err();
        assert_eq!((error.location.as_str(), error.code), (line, "asf"), "{from} → {to}: {error}");
        let error = play(&SKELETON.replacen(from, to, 1), MOTION).unwrap_err();
        assert_eq!(error.location, format!("walk.asf: {line}"));
    }
    for (from, to, line) in [
        (":DEGREES", ":ANGLES", "line 3"),
        ("\n1\n", "\n", "line 4"),
        ("thigh 0 0", "thigh 0", "line 7"),
        ("thigh 0 0", "thigh 0 x", "line 7"),
        ("root 1", "root 1e99999", "line 5"),
    ] {
        let error = play(SKELETON, &MOTION.replacen(from, to, 1)).unwrap_err();
        assert_eq!((error.location.as_str(), error.code), (line, "amc"), "{from} → {to}: {error}");
    }
    for end in (20..SKELETON.find("root back").unwrap()).step_by(7) {
        assert!(import(&SKELETON.as_bytes()[..end], &NoFiles).is_err(), "{end}");
    }
    for end in (0..MOTION.len()).step_by(3) {
        let _ = play(SKELETON, &MOTION[..end]);
    }
}

#[test]
fn a_human_is_found_by_the_names_of_the_cmu_database() {
    let bones = [
        ("lhipjoint", "root", [1.0, -1.0, 0.0]),
        ("lfemur", "lhipjoint", [0.3, -7.0, 0.0]),
        ("ltibia", "lfemur", [0.3, -7.0, 0.0]),
        ("lfoot", "ltibia", [0.0, -0.5, 2.0]),
        ("ltoes", "lfoot", [0.0, 0.0, 1.0]),
        ("lowerback", "root", [0.0, 2.0, 0.0]),
        ("upperback", "lowerback", [0.0, 2.0, 0.0]),
        ("thorax", "upperback", [0.0, 2.0, 0.0]),
        ("lowerneck", "thorax", [0.0, 1.5, 0.0]),
        ("upperneck", "lowerneck", [0.0, 1.5, 0.0]),
        ("head", "upperneck", [0.0, 1.6, 0.0]),
        ("lclavicle", "thorax", [3.0, 1.5, 0.0]),
        ("lhumerus", "lclavicle", [5.0, 0.0, 0.0]),
        ("lradius", "lhumerus", [3.2, 0.0, 0.0]),
        ("lwrist", "lradius", [1.6, 0.0, 0.0]),
        ("lhand", "lwrist", [0.7, 0.0, 0.0]),
        ("lfingers", "lhand", [0.5, 0.0, 0.0]),
        ("lthumb", "lwrist", [0.6, 0.0, 0.6]),
    ];
    let (mut data, mut hierarchy) = (String::new(), String::new());
    for (name, parent, [x, y, z]) in bones {
        let sides = if name.starts_with('l') && !name.starts_with("lower") { &["l", "r"][..] } else { &[""] };
        for side in sides {
            let on = |name: &str| match name
                .strip_prefix('l')
                .filter(|rest| !side.is_empty() && !rest.starts_with("ower"))
            {
                Some(rest) => format!("{side}{rest}"),
                None => name.to_owned(),
            };
            let x = if *side == "r" { -x } else { x };
            let length = f32::sqrt(x * x + y * y + z * z);
            data += &format!(
                "begin\nname {}\ndirection {x} {y} {z}\nlength {length}\naxis 0 0 0 XYZ\nend\n",
                on(name)
            );
            hierarchy += &format!("{} {}\n", on(parent), on(name));
        }
    }
    let text = format!(":units\nlength 0.45\n:bonedata\n{data}:hierarchy\nbegin\n{hierarchy}end\n");
    let imported = import(text.as_bytes(), &NoFiles).unwrap();
    let (body, skeleton) = (imported.character.humanoid().unwrap(), imported.character.skeleton());
    let name = |bone| body.joint(bone).map(|joint| skeleton.name(joint));
    for (bone, expected) in [
        (HumanBone::Hips, "root"),
        (HumanBone::Head, "head"),
        (HumanBone::Neck, "lowerneck"),
        (HumanBone::LeftUpperLeg, "lfemur"),
        (HumanBone::RightLowerLeg, "rtibia"),
        (HumanBone::LeftFoot, "lfoot"),
        (HumanBone::RightToes, "rtoes"),
        (HumanBone::LeftShoulder, "lclavicle"),
        (HumanBone::RightUpperArm, "rhumerus"),
        (HumanBone::LeftLowerArm, "lradius"),
        (HumanBone::RightHand, "rwrist"),
    ] {
        assert_eq!(name(bone), Some(expected), "{bone}");
    }
    assert!(body.named_bones.missing().next().is_none());
}

#[test]
fn formats_are_detected_by_their_first_keyword() {
    assert!(
        is_asf(b"\xEF\xBB\xBF\n# comment\n :Version 1.10\n") && !is_asf(b":DEGREES") && !is_asf(b"# only")
    );
    assert!(is_amc(b"# comment\n:fully-specified") && is_amc(b"#!OML:ASF a.asf\n1\n") && !is_amc(b"1\nroot"));
    assert!(!is_asf(b"{}") && !is_amc(b"") && !is_amc(b"#include <a>"));
}
