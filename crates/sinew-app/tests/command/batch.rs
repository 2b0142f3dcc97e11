//! Batches: an output for each of many inputs.

use crate::made::{humanoid_bvh, triangle_with_clips};
use crate::run_sinew::{Folder, asset, sinew};
use serde_json::Value;
use std::path::Path;

/// A folder with three motions, one of them in a folder below, and a file that is none.
fn inbox(name: &str) -> Folder {
    let folder = Folder::new(name);
    std::fs::create_dir_all(folder.path("in/more")).unwrap();
    for (file, frames) in [("in/a.bvh", 3), ("in/b.bvh", 4), ("in/more/c.BVH", 5)] {
        folder.file(file, humanoid_bvh(frames, 0.1).as_bytes());
    }
    folder.file("in/note.txt", b"not a motion");
    folder
}

/// Paths of all files below a folder of the test, sorted.
fn files(folder: &Folder, below: &str) -> Vec<String> {
    fn add(folder: &Path, root: &Path, names: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            match entry.path() {
                path if path.is_dir() => add(&path, root, names),
                path => names.push(path.strip_prefix(root).unwrap().display().to_string()),
            }
        }
    }
    let (root, mut names) = (folder.path(below), Vec::new());
    add(Path::new(&root), Path::new(&root), &mut names);
    names.sort();
    names
}

/// Lines of a report.
fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_folder_of_inputs_makes_a_folder_of_outputs() {
    let folder = inbox("batch");
    let (input, out, report) = (folder.path("in"), folder.path("out/"), folder.path("r.jsonl"));
    let run = sinew(&["convert", &input, "-o", &out, "--report", &report]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(files(&folder, "out"), ["a.glb", "b.glb", "more/c.glb"]);
    assert!(run.err.contains("3 inputs: 3 done") && run.out.is_empty(), "{}", run.err);
    let lines = lines(&std::fs::read_to_string(&report).unwrap());
    assert_eq!(lines.len(), 3);
    for (line, name) in lines.iter().zip(["a", "b", "more/c"]) {
        assert!(line["input"].as_str().unwrap().contains(&format!("in/{name}.")), "{line}");
        let output = folder.path(&format!("out/{name}.glb"));
        assert_eq!(line["output"].as_str().unwrap(), output);
        assert!(line["opened"] == true && line["written"] == true && line["status"] == "written", "{line}");
        assert_eq!(line["bytes"].as_u64().unwrap(), std::fs::metadata(&output).unwrap().len());
        assert!(line["seconds"].as_f64().unwrap() >= 0.0 && line["findings"][0]["code"] == "units", "{line}");
    }
}

#[test]
fn many_jobs_make_the_bytes_of_single_calls() {
    let folder = inbox("jobs");
    let input = folder.path("in");
    for jobs in ["1", "2", "7"] {
        let out = folder.path(&format!("{jobs}/"));
        assert_eq!(sinew(&["pack", &input, "-o", &out, "--jobs", jobs]).code, 0);
    }
    let single = folder.path("single.sinew");
    for name in ["a.bvh", "b.bvh", "more/c.BVH"] {
        assert_eq!(sinew(&["pack", &folder.path(&format!("in/{name}")), "-o", &single]).code, 0);
        let expected = std::fs::read(&single).unwrap();
        for jobs in ["1", "2", "7"] {
            let name = Path::new(name).with_extension("sinew");
            let made = std::fs::read(folder.path(&format!("{jobs}/{}", name.display()))).unwrap();
            assert!(made == expected, "{jobs} jobs, {name:?}");
        }
    }
}

#[test]
fn messages_and_data_come_in_the_order_of_the_inputs() {
    let folder = inbox("order");
    let run =
        sinew(&["pack", &folder.path("in"), "--json", "--jobs", "3", "-o", &folder.path("out/{name}.sinew")]);
    let packed = lines(&run.out);
    let names: Vec<_> = packed.iter().map(|line| line["file"].as_str().unwrap().to_owned()).collect();
    assert_eq!(names, ["a.bvh", "b.bvh", "more/c.BVH"].map(|name| folder.path(&format!("in/{name}"))));
    // A verb without figures prints the lines of the report.
    let run = sinew(&["convert", &folder.path("in"), "--json", "-q", "-o", &folder.path("out/")]);
    assert!(run.err.is_empty() && lines(&run.out).len() == 3, "{}", run.err);
}

#[test]
fn patterns_name_outputs_by_input_and_clip() {
    let folder = Folder::new("patterns");
    let clips =
        triangle_with_clips(&[("Armature|Walk", true), ("still", false), ("Run", true), ("Run", true)]);
    let file = folder.file("man.gltf", clips.to_string().as_bytes());
    let run = sinew(&["pack", &file, "-o", &folder.path("out/{name}-{clip}.sinew")]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(files(&folder, "out"), ["man-Armature_Walk.sinew", "man-Run-3.sinew", "man-Run.sinew"]);
    let names = |file: &str| {
        let clips = sinew(&["inspect", "--json", &folder.path(file)]).json()["clips"].clone();
        clips.as_array().unwrap().iter().map(|clip| clip["name"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(names("out/man-Armature_Walk.sinew"), ["Armature|Walk"]);
    let one = format!("{file}#2");
    assert_eq!(sinew(&["pack", &one, "-o", &folder.path("one/")]).code, 0);
    assert_eq!(files(&folder, "one"), ["man-2.sinew"]);
    let run = sinew(&["pack", &file, "-o", &folder.path("{nmae}.sinew")]);
    run.failed(2, &["{nmae} is unknown; expected {name}, {clip}, {ext} or {folder}"]);
    let still = folder.file("still.gltf", triangle_with_clips(&[]).to_string().as_bytes());
    sinew(&["pack", &still, "-q", "-o", &folder.path("{clip}.sinew")])
        .failed(1, &["`sinew pack` has nothing to do with any input", "has no clips for {clip}"]);
}

/// A mixed folder has files that a verb has nothing to do with; that is no failure of the others.
#[test]
fn files_with_nothing_for_the_verb_are_skipped() {
    let folder = inbox("skipped");
    let still = triangle_with_clips(&[]).to_string();
    folder.file("in/still.gltf", still.as_bytes());
    let prop = triangle_with_clips(&[("turn", true), ("fall", true)]).to_string();
    folder.file("in/prop.gltf", prop.as_bytes());
    folder.file("in/broken.glb", b"glTF");
    let onto = folder.file("hero.bvh", humanoid_bvh(3, 0.1).as_bytes());
    let report = folder.path("r.jsonl");
    let call = |input: &str, options: &[&str]| {
        let (input, out) = (folder.path(input), folder.path("out/{name}-{clip}.glb"));
        sinew(&[&["retarget", &input, "--onto", &onto, "-o", &out, "--report", &report], options].concat())
    };
    let run = call("in", &["--keep-going", "--newer"]);
    assert!(run.code == 1 && run.err.contains("6 inputs: 3 done, 2 skipped, 1 failed"), "{}", run.err);
    assert!(run.err.contains("skipped: ") && run.err.contains("expected the same rig"), "{}", run.err);
    // Lines about the character, a file of all jobs, are printed once.
    assert_eq!(run.err.matches("hero.bvh: info: HIERARCHY").count(), 1, "{}", run.err);
    let report_lines = || lines(&std::fs::read_to_string(&report).unwrap());
    let skipped = report_lines().into_iter().filter(|line| line["status"] == "skipped");
    let skipped: Vec<_> = skipped.map(|line| (line["clip"].clone(), line["reason"].clone())).collect();
    assert_eq!(skipped.len(), 3, "{skipped:?}");
    assert!(skipped[2].1.as_str().unwrap().contains("no clips for {clip}"), "{skipped:?}");
    assert!(skipped[..2].iter().all(|(clip, _)| !clip.is_null()), "{skipped:?}");
    // They stay skipped while they are the same.
    std::fs::remove_file(folder.path("in/broken.glb")).unwrap();
    let run = call("in", &["--newer"]);
    assert!(run.code == 0 && run.err.contains("0 done, 3 up to date, 2 skipped"), "{}", run.err);
    assert_eq!(report_lines().iter().filter(|line| line["status"] == "skipped").count(), 3);
    // A figure of each names its files.
    let run = call("in", &["--json"]);
    let figures = lines(&run.out);
    assert!(figures.len() == 3 && figures[0]["file"] == folder.path("in/a.bvh"), "{}", run.out);
    assert!(figures[0]["output"].as_str().unwrap().ends_with("out/a-motion.glb"), "{}", run.out);
    // A call in which there is nothing to do fails, with the reason of a single call.
    call("in/*.gltf", &["--quiet"]).failed(1, &["nothing to do with any input", "expected the same rig"]);
}

#[test]
fn lists_and_patterns_stand_for_files() {
    let folder = inbox("lists");
    let list = folder
        .file("list.txt", format!("{}\n{}\n", folder.path("in/b.bvh"), folder.path("in/more")).as_bytes());
    assert_eq!(sinew(&["convert", &format!("@{list}"), "-o", &folder.path("out/")]).code, 0);
    assert_eq!(files(&folder, "out"), ["b.glb", "c.glb"]);
    assert_eq!(sinew(&["convert", &folder.path("in/?.bvh"), "-o", &folder.path("two/")]).code, 0);
    assert_eq!(files(&folder, "two"), ["a.glb", "b.glb"]);
    let run = sinew(&["inspect", &folder.path("in"), "--json"]);
    assert_eq!(lines(&run.out).len(), 3);
    sinew(&["convert", &folder.path("in/*.fbx"), "-o", &folder.path("no/")]).failed(1, &["no file matches"]);
    std::fs::create_dir(folder.path("empty")).unwrap();
    sinew(&["convert", &folder.path("empty"), "-o", &folder.path("no/")]).failed(1, &["no character file"]);
    assert!(!Path::new(&folder.path("no")).exists());
}

#[test]
fn a_file_as_output_merges_inputs_of_convert() {
    let folder = inbox("merge");
    let out = folder.path("all.glb");
    assert_eq!(sinew(&["convert", &folder.path("in"), "-o", &out]).code, 0);
    let clips = sinew(&["inspect", "--json", &out]).json()["clips"].clone();
    let names: Vec<_> = clips.as_array().unwrap().iter().map(|clip| clip["name"].as_str().unwrap()).collect();
    assert_eq!(names.len(), 3);
    assert!(names[1..] == ["b", "c"], "{names:?}");
}

#[test]
fn outputs_neither_collide_nor_replace_inputs() {
    let folder = inbox("collide");
    folder.file("in/a.vrma", b"another motion of this name");
    sinew(&["convert", &folder.path("in"), "-o", &folder.path("out/")])
        .failed(2, &["a.bvh and ", "would both be written to", "{name}-{ext}"]);
    std::fs::remove_file(folder.path("in/a.vrma")).unwrap();
    assert_eq!(sinew(&["convert", &folder.path("in"), "-o", &folder.path("in/{name}-{ext}.glb")]).code, 0);
    // Outputs of before, beside their inputs, are inputs now.
    let run = sinew(&["convert", &folder.path("in"), "-o", &folder.path("in/{name}.glb")]);
    run.failed(2, &["this is an input file"]);
    // In a folder below the inputs they are not.
    assert_eq!(sinew(&["pack", &folder.path("in"), "-q", "-o", &folder.path("in/packs/")]).code, 0);
    let run = sinew(&["pack", &folder.path("in"), "-o", &folder.path("in/packs/")]);
    assert!(run.err.contains("6 inputs: 6 done"), "{}", run.err);
}

#[test]
fn outputs_of_clips_neither_collide_nor_replace_inputs() {
    let folder = Folder::new("batch-clips");
    std::fs::create_dir_all(folder.path("in")).unwrap();
    let file = triangle_with_clips(&[("walk", true), ("run", true)]).to_string();
    for name in ["in/a.gltf", "in/b.gltf", "in/walk.glb"] {
        folder.file(name, file.as_bytes());
    }
    let (a, b, input) = (folder.path("in/a.gltf"), folder.path("in/b.gltf"), folder.path("in/walk.glb"));
    let out = folder.path("out/{clip}.glb");
    let run = sinew(&["convert", &a, &b, "-o", &out, "--jobs", "1", "--keep-going"]);
    run.failed(2, &["a.gltf#0 and ", "b.gltf#0 would both be written to ", "1 done, 1 failed"]);
    assert_eq!(files(&folder, "out"), ["run.glb", "walk.glb"]);
    let beside = folder.path("in/{clip}.glb");
    sinew(&["convert", &a, &input, "-o", &beside]).failed(2, &["walk.glb: this is an input file"]);
    assert_eq!(std::fs::read(&input).unwrap(), file.as_bytes());
}

#[test]
fn a_report_replaces_reports_alone() {
    let folder = inbox("batch-report");
    let (input, list, out) = (folder.path("in/a.bvh"), folder.path("list.txt"), folder.path("out/"));
    folder.file("list.txt", input.as_bytes());
    for report in [&input, &list, &folder.path("in/note.txt")] {
        let before = std::fs::read(report).unwrap();
        for output in [&out, &folder.path("a.glb")] {
            let argument = format!("@{list}");
            let run = sinew(&["convert", &argument, "-o", output, "--report", report]);
            run.failed(2, &["--report ", "choose another name"]);
        }
        assert_eq!(std::fs::read(report).unwrap(), before);
    }
    let output = folder.path("a.glb");
    sinew(&["convert", &input, "-o", &output, "--report", &output]).failed(2, &["this is an output"]);
    // In a folder that is made for the outputs, and again over its own.
    let report = folder.path("out/r.jsonl");
    for _ in 0..2 {
        assert_eq!(sinew(&["convert", &input, "-o", &out, "--report", &report]).code, 0);
        assert_eq!(lines(&std::fs::read_to_string(&report).unwrap()).len(), 1);
    }
}

#[test]
fn verbs_say_what_they_do() {
    let help = sinew(&["--help"]).out;
    for verb in ["inspect", "convert", "pack", "retarget", "render"] {
        let line = help.lines().find(|line| line.trim_start().starts_with(verb)).unwrap();
        assert!(!line.contains("Options of"), "{line}");
    }
    assert!(sinew(&["convert", "--help"]).out.starts_with("Convert any character file"));
    sinew(&["convert", "-o", "x/", "--jobs", "0"]).failed(2, &["expected a whole number, 1 or more"]);
    sinew(&["convert", "-o", "x/{name.glb"]).failed(2, &["{name has no closing brace"]);
}

#[test]
fn failures_stop_a_batch_unless_it_keeps_going() {
    let folder = inbox("failures");
    folder.file("in/aa.bvh", b"HIERARCHY nothing");
    let (input, out, report) = (folder.path("in"), folder.path("out/"), folder.path("r.jsonl"));
    let run = sinew(&["convert", &input, "-o", &out, "--jobs", "1"]);
    assert!(run.code == 1 && run.err.contains("1 failed, 2 not begun"), "{}", run.err);
    assert_eq!(files(&folder, "out"), ["a.glb"]);
    let run = sinew(&["convert", &input, "-o", &out, "--keep-going", "--report", &report, "--quiet"]);
    assert_eq!((run.code, run.err.lines().count()), (1, 1), "{}", run.err);
    assert_eq!(files(&folder, "out"), ["a.glb", "b.glb", "more/c.glb"]);
    let lines = lines(&std::fs::read_to_string(&report).unwrap());
    let failed: Vec<_> = lines.iter().filter(|line| line["status"] == "failed").collect();
    assert_eq!((lines.len(), failed.len()), (4, 1));
    let line = failed[0];
    assert!(line["opened"] == false && line["written"] == false && line["bytes"] == 0, "{line}");
    assert!(line["error"].as_str().unwrap().contains("aa.bvh") && line["findings"][0]["severity"] == "error");
}

#[test]
fn findings_are_shown_and_fail_as_severe_as_asked_for() {
    let folder = inbox("severity");
    let (input, out) = (folder.path("in"), folder.path("out/"));
    let run = sinew(&["convert", &input, "-o", &out, "--min-severity", "warning"]);
    assert!(!run.err.contains("info:") && run.code == 0, "{}", run.err);
    let line = sinew(&[
        "convert",
        &folder.path("in/a.bvh"),
        "-o",
        &folder.path("a.glb"),
        "--json",
        "--min-severity",
        "error",
    ]);
    assert_eq!(line.json()["findings"].as_array().unwrap().len(), 0);
    let lost = folder.file("lost.gltf", lost_image().as_bytes());
    let call = ["convert", &lost, "-o", &folder.path("lost.glb"), "-q"];
    assert_eq!(sinew(&call).code, 0);
    assert_eq!(sinew(&[&call[..], &["--fail-on", "warning"]].concat()).code, 1);
    let check = ["check", &lost, "--json", "--min-severity", "error"];
    assert_eq!(sinew(&check).json()["files"][0]["findings"].as_array().unwrap().len(), 0);
    let failed = sinew(&[&check[..], &["--fail-on", "warning"]].concat());
    assert_eq!(failed.code, 1);
}

/// A glTF file whose image is missing.
fn lost_image() -> String {
    let mut file = triangle_with_clips(&[("move", true)]);
    file["images"] = serde_json::json!([{"uri": "lost.png"}]);
    file["textures"] = serde_json::json!([{"source": 0}]);
    file["materials"] = serde_json::json!([{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}]);
    file["meshes"][0]["primitives"][0]["material"] = 0.into();
    file.to_string()
}

#[test]
fn patterns_are_for_the_whole_batch() {
    let folder = inbox("batch-patterns");
    let (input, out, report) = (folder.path("in"), folder.path("out/"), folder.path("r.jsonl"));
    // The clip of one of three files.
    folder.file("in/d.bvh", humanoid_bvh(3, 0.1).as_bytes());
    let named = folder.path("in/e.glb");
    assert_eq!(sinew(&["convert", &folder.path("in/d.bvh"), "--rename", "motion=Run", "-o", &named]).code, 0);
    let call = ["convert", &input, "-o", &out, "--report", &report, "--fail-on", "warning", "--rename"];
    let run = sinew(&[&call[..], &["Run*=Jog*"]].concat());
    assert!(run.code == 0 && !run.err.contains("no clip matches"), "{}", run.err);
    let unmatched = |line: &Value| {
        let findings = line["findings"].as_array().unwrap();
        findings.iter().any(|finding| finding["code"] == "clip-pattern" && finding["severity"] == "info")
    };
    let lines = lines(&std::fs::read_to_string(&report).unwrap());
    assert_eq!(lines.iter().map(unmatched).collect::<Vec<_>>(), [true, true, true, false, true]);
    // One that fits nothing is a warning, also where all outputs are up to date, and where it is given twice.
    let typos = ["Rnu*=Jog*", "--rename", "Rnu*=x*", "--close-loop=j*", "--close-loop=Run*"];
    for newer in [&["--newer"][..], &["--newer"], &[]] {
        let run = sinew(&[&call[..], &typos, newer].concat());
        assert_eq!(run.code, 1, "{}", run.err);
        for option in ["--rename: no clip matches \"Rnu*\"", "--close-loop: no clip matches \"j*\""] {
            assert_eq!(run.err.matches(&format!("sinew: {option} in any input\n")).count(), 1, "{}", run.err);
        }
        assert!(!run.err.contains("Run*"), "{}", run.err);
    }
    // Files without a clip to keep are skipped; inputs that were not begun may have one that matches.
    let run = sinew(&["convert", &input, "-o", &folder.path("kept/"), "--keep", "R*"]);
    assert!(run.code == 0 && run.err.contains("5 inputs: 1 done, 4 skipped"), "{}", run.err);
    folder.file("in/a.bvh", b"HIERARCHY");
    let run = sinew(&["convert", &input, "-o", &folder.path("few/"), "--rename", "Run*=x", "--keep-going"]);
    assert!(run.code == 1 && !run.err.contains("no clip matches"), "{}", run.err);
    let run = sinew(&["convert", &input, "-o", &folder.path("few/"), "--rename", "x*=y", "--keep-going"]);
    assert!(run.err.contains("--rename: no clip matches \"x*\" in the inputs that are done"), "{}", run.err);
}

#[test]
fn an_info_about_all_outputs_is_printed_once() {
    let Some(avatar) = asset("vrm/Godette_vrm_v4.vrm") else { return };
    let folder = inbox("batch-infos");
    let run = sinew(&["retarget", &folder.path("in"), "--onto", &avatar, "-o", &folder.path("{name}.vrm")]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(run.err.matches("[vrm-licence]").count(), 1, "{}", run.err);
    assert_eq!(run.err.matches("[units]").count(), 3, "{}", run.err);
}

#[test]
fn a_file_that_does_not_open_is_an_object_too() {
    let folder = Folder::new("unopened");
    let broken = folder.file("broken.glb", b"glTF");
    let missing = folder.path("missing.glb");
    for (file, code) in [(&broken, "glb"), (&missing, "unreadable")] {
        let run = sinew(&["inspect", file, "--json"]);
        let found: Value = serde_json::from_str(&run.out).unwrap();
        assert!(run.code == 1 && found["opened"] == false && found["findings"][0]["code"] == code, "{found}");
        assert_eq!(found["file"].as_str().unwrap(), file);
    }
    let run = sinew(&["inspect", &broken, &missing, "--json", "--keep-going"]);
    assert!(run.code == 1 && lines(&run.out).len() == 2, "{}", run.out);
    assert_eq!(sinew(&["inspect", "--json"]).json()["opened"], true);
}

#[test]
fn a_dash_is_standard_output() {
    let folder = inbox("dash-out");
    let (input, file) = (folder.path("in/a.bvh"), folder.path("a.sinew"));
    let sinew_bytes = |call: &[&str]| {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_sinew")).args(call).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    };
    assert_eq!(sinew(&["convert", &input, "-o", &folder.path("a.glb")]).code, 0);
    assert!(sinew_bytes(&["convert", &input, "-o", "-"]) == std::fs::read(folder.path("a.glb")).unwrap());
    assert_eq!(sinew(&["ragdoll", "-o", &folder.path("a.ron")]).code, 0);
    let text = sinew_bytes(&["ragdoll", "-o", "-"]);
    assert!(text == std::fs::read(folder.path("a.ron")).unwrap());
    assert_eq!(folder.names(), ["a.glb", "a.ron", "in"], "{file}");
    // A verb that prints a table prints it elsewhere.
    assert_eq!(sinew(&["pack", &input, "-o", &file]).code, 0);
    assert!(sinew_bytes(&["pack", &input, "-o", "-"]) == std::fs::read(&file).unwrap());
    sinew(&["pack", &input, "-o", "-", "--json"]).failed(2, &["--json prints on stdout"]);
    sinew(&["convert", &input, "-o", "-", "--newer"]).failed(2, &["--newer needs an output that stays"]);
}

#[test]
fn sounds_find_their_texts_by_name() {
    let Some(sound) = asset("speech/ljspeech/LJ001-0002.wav") else { return };
    let folder = Folder::new("speak-batch");
    std::fs::create_dir(folder.path("in")).unwrap();
    for name in ["one", "two"] {
        std::fs::copy(&sound, folder.path(&format!("in/{name}.wav"))).unwrap();
        folder.file(&format!("in/{name}.txt"), b"in being comparatively modern.");
    }
    let (texts, out) = (folder.path("in/{name}.txt"), folder.path("out/"));
    let run = sinew(&["speak", &folder.path("in"), "--text", &texts, "-o", &out, "--json"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(
        lines(&run.out).iter().all(|line| line["opened"] == true && line["written"] == true),
        "{}",
        run.out
    );
    let [one, two] =
        ["one", "two"].map(|name| std::fs::read_to_string(folder.path(&format!("out/{name}.json"))).unwrap());
    assert_eq!(one.replace("one.wav", "two.wav"), two);
    assert!(one.contains("comparatively"));
}

/// Files without clips in a folder do not stand in the way of those whose clips are put on one character.
#[test]
fn clips_of_a_folder_are_put_on_one_character() {
    let folder = inbox("merged");
    folder.file("in/still.gltf", triangle_with_clips(&[]).to_string().as_bytes());
    let (hero, out) = (folder.file("hero.bvh", humanoid_bvh(3, 0.1).as_bytes()), folder.path("hero.glb"));
    let run = sinew(&["convert", &hero, &folder.path("in"), "-o", &out]);
    assert!(
        run.code == 0 && run.err.contains("still.gltf: the file has no clips; it is left out"),
        "{}",
        run.err
    );
    let clips = sinew(&["inspect", "--json", &out]).json()["clips"].as_array().unwrap().len();
    assert_eq!(clips, 4);
    let still = folder.path("in/still.gltf");
    sinew(&["convert", &hero, &still, "-q", "-o", &out]).failed(1, &["still.gltf: the file has no clips"]);
}
