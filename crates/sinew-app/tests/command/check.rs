//! Tests of `sinew check`.

use crate::made::triangle_with_clips;
use crate::run_sinew::{Folder, asset, sinew};

#[test]
fn errors_exit_with_1_and_have_a_code_and_a_place() {
    let folder = Folder::new("check");
    folder.file("broken.glb", b"glTF");
    folder.file("notes.txt", b"not looked at");
    std::fs::create_dir(folder.path("below")).unwrap();
    folder.file("below/other.gltf", br#"{"asset":{"version":"9.0"}}"#);
    let run = sinew(&["check", "--json", &folder.path("")]);
    assert_eq!(run.code, 1);
    let it: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    let files = it["files"].as_array().unwrap();
    assert_eq!(files.len(), 2);
    assert!(it["errors"].as_u64().unwrap() >= 2);
    for diagnostic in files.iter().flat_map(|f| f["findings"].as_array().unwrap()) {
        for key in ["code", "severity", "place", "message"] {
            assert!(diagnostic[key].as_str().is_some_and(|text| !text.is_empty()), "{diagnostic}");
        }
    }
    let text = sinew(&["check", &folder.path("broken.glb"), &folder.path("missing.glb")]);
    assert_eq!(text.code, 1);
    assert!(text.out.contains("missing.glb: error"), "{}", text.out);
}

#[test]
fn output_of_a_file_with_errors_is_written_and_exits_with_0() {
    let folder = Folder::new("errors");
    let whole = crate::made::humanoid_bvh(40, 1.0 / 30.0);
    let end = whole.trim_end().rfind('\n').unwrap() - 200;
    let cut = folder.file("cut.bvh", &whole.as_bytes()[..end]);
    let walk = folder.file("walk.bvh", whole.as_bytes());
    // (verb, output, options)
    let calls: [(&str, &str, &[&str]); 6] = [
        ("convert", "out.glb", &[]),
        ("convert", "out.vrma", &[]),
        ("pack", "out.sinew", &[]),
        ("retarget", "out.vrma", &[]),
        ("bake", "baked.glb", &[]),
        ("render", "out.png", &["--size", "32x32"]),
    ];
    for (verb, out, options) in calls {
        let out = folder.path(out);
        let call = |input: &str, more: &[&str]| {
            let _ = std::fs::remove_file(&out);
            let run = sinew(&[&[verb, input, "-o", &out], options, more].concat());
            (run, std::fs::metadata(&out).is_ok_and(|written| written.len() > 0))
        };
        let (run, written) = call(&cut, &[]);
        assert!(run.code == 0 && written, "{verb}: {}", run.err);
        assert!(run.err.contains("cut.bvh: error: line ") && run.err.contains("[bvh-frames]"), "{}", run.err);
        for (severity, code) in [("error", 1), ("warning", 1), ("none", 0)] {
            let (run, written) = call(&cut, &["--fail-on", severity]);
            assert!(run.code == code && written, "{verb} {severity}: {}", run.err);
            assert_eq!(run.err.contains("the worst is of severity error"), code == 1, "{}", run.err);
        }
        let (run, written) = call(&walk, &["--fail-on", "error"]);
        assert!(run.code == 0 && written, "{verb}: {}", run.err);
        // Nothing is written of a file that does not open.
        let (run, written) = call(&folder.file("broken.bvh", b"HIERARCHY"), &[]);
        assert!(run.code == 1 && !written, "{verb}: {}", run.err);
    }
}

#[test]
fn warnings_fail_a_call_that_asks_for_it() {
    let mut file = triangle_with_clips(&[("walk", true), ("run", true)]);
    file["bufferViews"][0]["byteStride"] = 4.into();
    let folder = Folder::new("fail-on");
    let warned = folder.file("warned.gltf", file.to_string().as_bytes());
    let out = folder.path("out.glb");
    let code = |verb: &[&str], fail_on: &[&str]| sinew(&[verb, fail_on].concat()).code;
    for verb in [&["convert", &warned, "-o", &out][..], &["check", &warned], &["inspect", &warned]] {
        let codes = [&[][..], &["--fail-on", "error"], &["--fail-on", "none"], &["--fail-on", "warning"]];
        assert_eq!(codes.map(|fail_on| code(verb, fail_on)), [0, 0, 0, 1], "{verb:?}");
    }
    let broken = folder.file("broken.glb", b"glTF");
    assert_eq!([&["--fail-on", "none"][..], &[]].map(|options| code(&["check", &broken], options)), [0, 1]);
    assert_eq!(code(&["convert", &warned, "-o", &out], &["--fail-on", "warnings"]), 2);
}

#[test]
fn files_without_errors_exit_with_0() {
    let run = sinew(&["check"]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    let Some(fox) = asset("gltf/Fox.glb") else { return };
    let run = sinew(&["check", &fox]);
    assert!(run.code == 0 && run.err.contains("1 file: 0 errors"), "{}", run.err);
}

#[test]
fn rigs_and_graphs_are_checked_for_characters() {
    let folder = Folder::new("texts");
    let top = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let [built_in, rig, graph] =
        ["data/sinew.vrm", "examples/rig.ron", "examples/locomotion.ron"].map(|name| format!("{top}/{name}"));
    let alone = sinew(&["check", &rig, &graph]);
    assert!(
        alone.code == 0 && alone.out.matches("add a character to check that it fits [").count() == 2,
        "{}{}",
        alone.out,
        alone.err
    );
    let tried = sinew(&["check", &rig, &graph, &built_in]);
    let lines: Vec<&str> = tried.out.lines().collect();
    assert!(tried.code == 0 && lines.len() == 2, "{}{}", tried.out, tried.err);
    // Three own parts, one of which replaces one of the five default parts.
    let fits = [
        format!("rig.ron: info: file: the rig fits {built_in}: 7 parts [rig]"),
        format!("the graph fits {built_in} [graph]"),
    ];
    assert!(lines.iter().zip(&fits).all(|(line, words)| line.ends_with(words)), "{lines:?}");
    let body =
        b"(parts: [Body(root: \"hips\", effectors: [(name: \"a\", joint: \"leftHand\"), (name: \"b\", \
                 joint: \"head\")])])";
    let body = sinew(&["check", &folder.file("body.ron", body), &built_in]);
    assert!(body.out.contains(&format!("the rig fits {built_in}: 1 part [rig]")), "{}", body.out);
    if let Some(tiny) = crate::run_sinew::asset("x/tiny/tiny.x") {
        let printed = sinew(&["check", &rig, &tiny]).out;
        assert!(
            printed.contains(&format!("warning: file: left and right bone names of {tiny} are swapped")),
            "{printed}"
        );
        assert!(!tried.out.contains("are swapped"), "{}", tried.out);
    }
    let nothing = sinew(&["check", &folder.file("nothing.ron", b"()"), &built_in]);
    let words = format!("warning: file: the rig has no parts for {built_in}");
    assert!(nothing.code == 0 && nothing.out.contains(&words), "{}", nothing.out);
    let text = std::fs::read_to_string(&rig).unwrap();
    let slip = folder.file("slip.ron", text.replace("softness", "softnes").as_bytes());
    let run = sinew(&["check", &slip, &built_in]);
    assert!(run.code == 1 && run.out.contains("error: line 11, column"), "{}", run.out);
    assert!(
        run.out.contains("no field \"softnes\" in a limb") && run.out.contains("[rig-text]"),
        "{}",
        run.out
    );
    let no_joint = folder.file("no_joint.ron", text.replace("\"spine\"", "\"spien\"").as_bytes());
    let run = sinew(&["check", &built_in, &no_joint]);
    let words =
        [": parts[\"head\"].from: for ", "no joint or human bone called \"spien\"; did you mean \"spine\"?"];
    assert!(run.code == 1 && words.iter().all(|word| run.out.contains(word)), "{}", run.out);
    assert!(!run.out.contains("fits"), "{}", run.out);
    let graph_text = std::fs::read_to_string(&graph).unwrap();
    let slip = folder.file("graph.ron", graph_text.replacen("states", "stats", 1).as_bytes());
    let run = sinew(&["check", &slip]);
    assert!(run.code == 1 && run.out.contains("[graph]"), "{}", run.out);
}

#[test]
fn files_that_are_no_rig_graph_or_events_are_errors() {
    let folder = Folder::new("no-text");
    for (text, why) in [
        (String::new(), "the file is empty; expected a rig, such as (human: true"),
        ("// nothing\n".into(), "the file is empty; expected a rig, such as (human: true"),
        ("hello".into(), "expected ( and fields"),
        ("[".repeat(500), "expected ( and fields"),
        ("(".repeat(500), "expected the name of a field"),
        ("(foo: 1)".into(), "no field \"foo\" in a rig"),
        ("Hello(foo: 1)".into(), "expected ( and the fields of a rig; found \"Hello\""),
    ] {
        let run = sinew(&["check", &folder.file("text.ron", text.as_bytes())]);
        let words = format!("landmarks or events file: {why}");
        assert!(run.code == 1 && run.out.contains(&words) && run.out.contains("[rig-text]"), "{}", run.out);
        let leaks = ["struct", "IkRig", "AnimationGraph", "Description"];
        assert!(!leaks.iter().any(|leak| run.out.contains(leak)), "{}", run.out);
    }
}

#[test]
fn a_duplicate_effector_is_reported_once() {
    let part = "Chain(name: \"c\", from: \"a\", to: \"b\")";
    let text = format!("(parts: [{part}, {part}], fades: {{\"d\": 1}})");
    let run = sinew(&["check", &Folder::new("doubled").file("rig.ron", text.as_bytes())]);
    assert!(run.out.contains("there are \"c\" [rig-name]"), "{}", run.out);
}

#[test]
fn errors_for_a_character_are_reported_besides_errors_for_all() {
    let folder = Folder::new("mismatches");
    let built_in = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/sinew.vrm");
    let rig = folder.file(
        "rig.ron",
        br#"(parts: [
            Limb(name: "arm", joints: ["leftUpperArm", "leftLowrArm", "leftHand"]),
            Chain(name: "odd", from: "spine", to: "leftFoot"),
            Chain(name: "tail", from: "hips", to: "head", restarts: 99),
        ])"#,
    );
    let run = sinew(&["check", built_in, &rig]);
    let expected = [
        ": parts[\"tail\"].restarts: expected 5 at most, not 99 [rig-value]",
        ": parts[\"arm\"].joints[1]: for ",
        "did you mean \"leftLowerArm\"?",
        ": parts[\"odd\"].to: for ",
        "\"leftFoot\" is not a descendant of \"spine\" [rig-value]",
    ];
    assert!(run.code == 1 && expected.iter().all(|words| run.out.contains(words)), "{}", run.out);
    assert_eq!(run.out.matches("error: ").count(), 3, "each once: {}", run.out);
}

#[test]
fn errors_of_a_rig_are_found_without_a_character() {
    let folder = Folder::new("rig-faults");
    let text = r#"(
        human: true,
        parts: [
            Limb(name: "left hand", joints: ["leftUperArm", "leftLowerArm", "leftHand"], softness: -1, stretch: NaN),
            Chain(name: "tail", from: "tail_1", to: "", stiffness: {"Spine1": 2}),
            Look(name: "tail", joints: [("neck", 0)], down_up: (50, -50)),
            Leg(name: "leg", joints: []),
            Body(root: "arm"),
        ],
        fades: {"left hnd": 1, "look": -1},
    )"#;
    let rig = folder.file("rig.ron", text.as_bytes());
    let found = [
        ": parts[\"left hand\"].softness: expected 0 to 1, not -1 [rig-value]",
        ": parts[\"left hand\"].stretch: expected 1 or more, not NaN [rig-value]",
        ": parts[\"tail\"].stiffness[\"Spine1\"]: expected 0 to 1, not 2 [rig-value]",
        ": parts[2]: duplicate name \"tail\" [rig-double]",
        ": parts[\"tail\"].joints: nothing of the turn is shared; expected a share above 0 [rig-value]",
        ": parts[\"tail\"].down_up: expected angles in degrees from 0 or less up to 0 or more, not 50 to -50 \
         [rig-value]",
        ": parts[\"leg\"].joints: a leg has 4 joints, not 0 [rig-value]",
        ": parts[4].effectors: a full body has 1 to 32 effectors, not 0 [rig-value]",
        ": parts[\"tail\"].to: it names no joint [rig-value]",
        ": fades[\"left hnd\"]: no effector called \"left hnd\"; did you mean \"left hand\"? there \
         are \"look\", ",
        ": fades[\"look\"]: expected seconds, 0 or more, not -1 [rig-value]",
        ": parts[\"left hand\"].joints[0]: no human bone called \"leftUperArm\"; did you \
         mean \"leftUpperArm\"? ",
    ];
    let alone = sinew(&["check", &rig]);
    assert_eq!(alone.code, 1, "{}", alone.out);
    let lines: Vec<&str> = alone.out.lines().collect();
    assert_eq!(lines.len(), found.len(), "{}", alone.out);
    for (line, words) in lines.iter().zip(found) {
        assert!(line.contains(words), "{line}\n{words}");
    }
    // With a character, errors for all characters are reported once, and similar bone names are not.
    let built_in = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/sinew.vrm");
    let beside = sinew(&["check", &rig, built_in, "--json"]);
    let beside: serde_json::Value = serde_json::from_str(&beside.out).unwrap();
    let diagnostics = beside["files"][1]["findings"].as_array().unwrap();
    assert_eq!(diagnostics.len(), found.len() - 1, "{diagnostics:?}");
    let code = |code: &str| diagnostics.iter().filter(|diagnostic| diagnostic["code"] == code).count();
    assert_eq!([code("rig-value"), code("rig-double"), code("rig-name")], [9, 1, 1]);
}

#[test]
fn events_are_checked_for_the_clips_of_a_character() {
    let folder = Folder::new("check-events");
    let built_in = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/sinew.vrm");
    let good = folder.file("good.ron", br#"{"walk": (events: [(time: 0.2, name: "step")]), "run": ()}"#);
    let alone = sinew(&["check", &good]);
    assert!(
        alone.code == 0 && alone.out.contains("the file has valid events; add a character"),
        "{}",
        alone.out
    );
    let fits = sinew(&["check", &good, built_in]);
    assert!(
        fits.code == 0 && fits.out.contains(&format!("the events fit {built_in}: 2 clips [events]")),
        "{}",
        fits.out
    );
    let wrong = [
        (
            r#"{"wlak": ()}"#,
            "error: \"wlak\": for ",
            "no clip called \"wlak\"; did you mean \"walk\"? there are",
        ),
        (
            r#"{"walk": (events: [(time: 9.0, name: "step")])}"#,
            "error: \"walk\": for ",
            "\"step\" is at 9 s; expected 0 s to 1.067 s",
        ),
        (
            r#"{"walk": (spans: [(start: 0.5, end: 0.2, name: "cut")])}"#,
            ": [\"walk\"].spans[0].end: span \"cut\"",
            "expected an end after the start",
        ),
    ];
    for (text, location, message) in wrong {
        let events = folder.file("events.ron", text.as_bytes());
        let run = sinew(&["check", &events, built_in]);
        assert!(run.code == 1 && run.out.contains(location) && run.out.contains(message), "{}", run.out);
        assert_eq!(run.out.matches("[events]").count(), 1, "{}", run.out);
    }
}

#[test]
fn a_misspelled_graph_is_a_graph() {
    let folder = Folder::new("check-graphs");
    for (text, message) in [
        (r#"(outptu: Clip(clip: "walk"))"#, "no field \"outptu\" in a graph; did you mean \"output\"?"),
        (r#"(parameter: {"speed": Float(0.0)}, output: Clip(clip: "walk"))"#, "did you mean \"parameters\"?"),
        (r#"(name: "mine", output: Clip(clip: "walk"))"#, "no field \"name\" in a graph"),
    ] {
        let run = sinew(&["check", &folder.file("graph.ron", text.as_bytes())]);
        assert!(run.code == 1 && run.out.contains(message) && run.out.contains("[graph]"), "{}", run.out);
        assert!(!run.out.contains("rig"), "{}", run.out);
    }
    let rig = sinew(&["check", &folder.file("rig.ron", b"(humn: true)")]);
    assert!(rig.out.contains("did you mean \"human\"?") && rig.out.contains("[rig-text]"), "{}", rig.out);
    assert!(!rig.out.contains("not a rig"), "{}", rig.out);
}

#[test]
fn strides_that_gltf_forbids_are_one_warning() {
    let mut file = triangle_with_clips(&[("walk", true), ("run", true), ("jump", true)]);
    file["bufferViews"][0]["byteStride"] = 4.into();
    file["bufferViews"][1]["byteStride"] = 12.into();
    let folder = Folder::new("stride");
    let strided = folder.file("strided.gltf", file.to_string().as_bytes());
    let checked = sinew(&["check", &strided]);
    let converted = sinew(&["convert", &strided, "-o", &folder.path("out.glb")]);
    for (run, text) in [(&checked, &checked.out), (&converted, &converted.err)] {
        let lines: Vec<_> = text.lines().filter(|line| line.contains("byte stride")).collect();
        let [line] = lines[..] else { panic!("one line: {text}") };
        assert!(
            line.contains("strided.gltf: warning: 6 times, first at /animations/0/")
                && line.ends_with("[stride-not-allowed]"),
            "{line}"
        );
        assert_eq!(run.code, 0, "{}", run.err);
    }
    let clips = |file: &str| sinew(&["inspect", file, "--json"]).json()["clips"].as_array().unwrap().len();
    assert_eq!(clips(&folder.path("out.glb")), 3);
}

#[test]
fn an_origin_far_from_the_soles_is_a_finding() {
    let origin = |file: &str| {
        let findings = sinew(&["inspect", file, "--json"]).json()["findings"].as_array().unwrap().clone();
        findings.into_iter().find(|finding| finding["code"] == "origin")
    };
    let [Some(tiny), Some(knight)] = ["x/tiny/tiny.x", "gltf/kaykit/Knight.glb"].map(asset) else { return };
    let finding = origin(&tiny).unwrap();
    assert_eq!((finding["severity"].as_str(), origin(&knight)), (Some("info"), None));
    assert!(
        finding["message"].as_str().unwrap().contains("m below the origin, which is at the hips"),
        "{finding}"
    );
}

/// Findings of a `check --json` as (name of the file, whether it opened, codes).
fn checked(run: &crate::run_sinew::Run) -> Vec<(String, bool, Vec<String>)> {
    let all: serde_json::Value =
        serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{}{}", run.out, run.err));
    let entry = |file_report: &serde_json::Value| {
        let name = file_report["file"].as_str().unwrap();
        let name = std::path::Path::new(name).file_name().unwrap_or_default().to_string_lossy().into_owned();
        let codes = file_report["findings"].as_array().unwrap().iter();
        let codes = codes.map(|finding| finding["code"].as_str().unwrap().to_owned()).collect();
        (name, file_report["opened"].as_bool().unwrap(), codes)
    };
    all["files"].as_array().unwrap().iter().map(entry).collect()
}

#[test]
fn folders_without_files_are_findings_among_the_others() {
    let folder = Folder::new("check-empty");
    let good = folder.file("good.gltf", triangle_with_clips(&[("walk", true)]).to_string().as_bytes());
    let [empty, texts, nested] = ["empty", "texts", "nested/a/b"].map(|name| {
        std::fs::create_dir_all(folder.path(name)).unwrap();
        folder.path(name)
    });
    folder.file("texts/notes.txt", b"no character");
    for alone in [&empty, &texts, &nested] {
        let run = sinew(&["check", alone, "--json"]);
        let name = std::path::Path::new(alone).file_name().unwrap().to_str().unwrap();
        assert_eq!((run.code, checked(&run)), (1, vec![(name.into(), false, vec!["empty-folder".into()])]));
    }
    let run = sinew(&["check", &empty, &good, &texts, "--json"]);
    let folders = ["empty", "texts"].map(|name| (name.to_owned(), false, vec!["empty-folder".to_owned()]));
    let all = checked(&run);
    assert!(run.code == 1 && all[..2] == folders && all[2].0 == "good.gltf" && all[2].1, "{all:?}");
    let text = sinew(&["check", &empty, &good]);
    assert!(
        text.out
            .contains("empty: error: folder: no character file and no text in this folder [empty-folder]"),
        "{}",
        text.out
    );
    assert!(text.err.contains("1 file: 1 error"), "{}", text.err);
}

#[test]
fn json_is_printed_although_an_option_fits_no_file() {
    let folder = Folder::new("check-bone");
    let good = folder.file("good.gltf", triangle_with_clips(&[("walk", true)]).to_string().as_bytes());
    let run = sinew(&["check", &good, "--bone", "hips=pelvis", "--json"]);
    assert!(run.code == 1 && run.err.contains("no node called \"pelvis\""), "{}", run.err);
    assert_eq!(checked(&run)[0].0, "good.gltf");
}

#[cfg(unix)]
#[test]
fn unreadable_folders_end_no_check() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("check-unreadable");
    let file = triangle_with_clips(&[("walk", true)]).to_string();
    std::fs::create_dir(folder.path("closed")).unwrap();
    for name in ["a.gltf", "closed/hidden.gltf", "z.gltf"] {
        folder.file(name, file.as_bytes());
    }
    // Folders whose path is longer than the system takes cannot be read even by an administrator.
    let step = "n".repeat(200);
    let deep: std::path::PathBuf = std::iter::repeat_n(&step, 25).collect();
    let made = std::process::Command::new("mkdir")
        .args(["-p", deep.to_str().unwrap()])
        .current_dir(folder.path(""))
        .status();
    let is_deep = made.is_ok_and(|made| made.success());
    std::fs::set_permissions(folder.path("closed"), PermissionsExt::from_mode(0o0)).unwrap();
    let is_closed = std::fs::read_dir(folder.path("closed")).is_err();
    let run = sinew(&["check", &folder.path(""), "--json"]);
    std::fs::set_permissions(folder.path("closed"), PermissionsExt::from_mode(0o755)).unwrap();
    let _ = std::process::Command::new("rm").args(["-rf", &step]).current_dir(folder.path("")).status();
    let all = checked(&run);
    assert_eq!(run.code, i32::from(is_deep || is_closed), "{all:?}");
    let unreadable = |name: &str| all.contains(&(name.to_owned(), false, vec!["unreadable".to_owned()]));
    assert_eq!([unreadable(&step), unreadable("closed")], [is_deep, is_closed], "{all:?}");
    for name in ["a.gltf", "z.gltf"] {
        assert!(all.iter().any(|entry| entry.0 == name && entry.1), "{all:?}");
    }
}

#[cfg(unix)]
#[test]
fn broken_links_say_where_they_lead() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new("check-links");
    folder.file("good.gltf", triangle_with_clips(&[("walk", true)]).to_string().as_bytes());
    symlink("gone/hero.glb", folder.path("hero.glb")).unwrap();
    symlink("loop.glb", folder.path("loop.glb")).unwrap();
    symlink("good.gltf", folder.path("fine.gltf")).unwrap();
    symlink("gone.txt", folder.path("notes.txt")).unwrap();
    let run = sinew(&["check", &folder.path("")]);
    let leads = "hero.glb: this link leads to \"gone/hero.glb\", which does not exist [unreadable]";
    assert!(run.code == 1 && run.out.contains(leads) && !run.out.contains("did you mean"), "{}", run.out);
    assert!(run.out.contains("loop.glb: error: ") && !run.out.contains("notes.txt"), "{}", run.out);
    assert!(run.err.contains("4 files: 2 errors"), "{}", run.err);
    for verb in ["inspect", "pose"] {
        sinew(&[verb, &folder.path("hero.glb")])
            .failed(1, &["hero.glb: this link leads to \"gone/hero.glb\""]);
    }
    // A file that is only misspelled still gets its suggestion.
    sinew(&["inspect", &folder.path("god.gltf")]).failed(1, &["did you mean \"good.gltf\"?"]);
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_are_not_unicode_are_kept_in_json() {
    use std::ffi::{OsStr, OsString};
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new("check-names");
    let file = triangle_with_clips(&[("walk", true)]).to_string();
    let paths = [&b"a\xff.gltf"[..], b"a\xfe.gltf", b"\xc3(.gltf"].map(|name| {
        let path = std::path::Path::new(&folder.path("")).join(OsStr::from_bytes(name));
        std::fs::write(&path, &file).unwrap();
        path
    });
    folder.file("Bär.gltf", file.as_bytes());
    let bytes = |entry: &serde_json::Value| -> Option<Vec<u8>> {
        serde_json::from_value(entry.get("file_name_bytes")?.clone()).ok()
    };
    let all = sinew(&["check", &folder.path(""), "--json"]).json();
    let all = all["files"].as_array().unwrap();
    let found: Vec<_> = all.iter().filter_map(bytes).collect();
    assert_eq!((all.len(), found.len()), (4, 3));
    assert!(all.iter().any(|entry| entry["file"].as_str().unwrap().ends_with("a\\xFE.gltf")), "{all:?}");
    for path in &paths {
        assert!(found.iter().any(|bytes| bytes == path.as_os_str().as_bytes()), "{found:?}");
        for verb in ["inspect", "pose"] {
            let call: [OsString; 3] = [verb.into(), path.into(), "--json".into()];
            assert_eq!(bytes(&sinew(&call).json()).as_deref(), Some(path.as_os_str().as_bytes()), "{verb}");
        }
    }
}
