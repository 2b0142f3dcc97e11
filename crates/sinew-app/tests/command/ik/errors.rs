//! Tests of the messages and errors of `sinew ik`.

use crate::ik::support::{LEFT_ARM, ik, number};
use crate::run_sinew::{Folder, asset, sinew};
use serde_json::{Value, json};
use std::path::Path;

#[test]
fn without_json_the_answers_are_tables() {
    let requests = json!([{"solver": "fabrik", "chain": LEFT_ARM, "target": [0.3, 1.2, 0.25]}]);
    let run = ik(&[], &requests.to_string());
    assert_eq!(run.code, 0, "{}", run.err);
    for words in ["0: fabrik to leftHand: reached, ", " mm off", "Limits, in degrees", "hinge", "150.0"] {
        assert!(run.out.contains(words), "{words}: {}", run.out);
    }
}

#[test]
fn an_empty_list_of_requests_is_explained_with_an_example() {
    let answers = ik(&["--json"], " [ ] ");
    assert_eq!((answers.code, answers.out.as_str(), answers.err.as_str()), (0, "[]\n", ""));
    let run = ik(&[], " [ ] ");
    assert_eq!((run.code, run.out.as_str()), (0, ""));
    let words = "standard input: the list of requests is empty; expected at least one, such as [{";
    assert!(run.err.contains(words), "{}", run.err);
    // The example is a valid list of requests.
    let example = &run.err[run.err.find('[').unwrap()..];
    assert_eq!(ik(&["--json"], example).json().as_array().unwrap().len(), 1);
}

#[test]
fn joints_left_out_of_a_chain_are_reported() {
    let ask = |solver: &str, chain: &[&str]| {
        json!([{"solver": solver, "chain": chain, "target": [0.3, 1.2, 0.25]}]).to_string()
    };
    let arm = ["leftUpperArm", "leftHand"];
    for (solver, chain, joints) in [
        ("ccd", &arm[..], &["leftLowerArm"][..]),
        (
            "jacobian",
            &["spine", "upperChest", "leftLowerArm", "leftHand"],
            &["chest", "leftShoulder", "leftUpperArm"],
        ),
        ("look_at", &["spine", "head"], &["chest", "upperChest", "neck"]),
        ("fabrik", &LEFT_ARM, &[]),
        // Full body and two bones turn the joints between.
        ("full_body", &arm, &[]),
        ("two_bone", &["leftShoulder", "leftUpperArm", "leftHand"], &[]),
    ] {
        let expected = match joints {
            [] => String::new(),
            _ => {
                format!("sinew: request 0: chain leaves out {}; only named joints turn\n", joints.join(", "))
            }
        };
        assert_eq!(ik(&[], &ask(solver, chain)).err, expected, "{solver}");
        let run = ik(&["--json"], &ask(solver, chain));
        assert_eq!(run.err, expected, "{solver}");
        let left_out = run.json()[0].get("left_out").cloned();
        assert_eq!(left_out, (!joints.is_empty()).then(|| json!(joints)), "{solver}");
    }
}

/// The built-in character with roots scaled by 300.
fn giant() -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/sinew.vrm");
    let bytes = std::fs::read(path).unwrap();
    let end = 20 + u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let mut document: Value = serde_json::from_slice(&bytes[20..end]).unwrap();
    for root in document["scenes"][0]["nodes"].as_array().unwrap().clone() {
        document["nodes"][root.as_u64().unwrap() as usize]["scale"] = json!([300, 300, 300]);
    }
    let mut text = document.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let length = (20 + text.len() + bytes.len() - end) as u32;
    let sizes = [length.to_le_bytes(), (text.len() as u32).to_le_bytes()];
    [&bytes[..8], &sizes[0], &sizes[1], b"JSON", &text, &bytes[end..]].concat()
}

#[test]
fn an_unusual_height_is_reported() {
    let folder = Folder::new("giant");
    let giant = folder.file("giant.vrm", &giant());
    let run = ik(&[&giant], "[]");
    let tall = |text: &str| {
        let height = text.split(" m tall, from y = ").next()?.rsplit(' ').next()?.parse::<f32>().ok()?;
        text.contains("as the file states").then_some(height)
    };
    assert!(tall(&run.err).is_some_and(|height| (400.0..600.0).contains(&height)), "{}", run.err);
    let out = folder.path("out.glb");
    let args = ["bake", &giant, "--seconds", "0.1", "--look", "0,300,900", "-o", &out];
    let run = sinew(&args);
    assert!(run.code == 0 && tall(&run.err).is_some(), "{}", run.err);
    assert!(!ik(&[], "[]").err.contains("tall"));
}

#[test]
fn large_distances_are_printed_with_few_digits() {
    let requests = json!([{"solver": "ccd", "chain": LEFT_ARM, "target": [1e30, 1.2, 0.25]}]);
    let run = ik(&[], &requests.to_string());
    assert!(run.out.contains("not reached, 1.00e33 mm off"), "{}", run.out);
}

#[test]
fn a_missing_human_bone_is_an_error() {
    let ask =
        |bone: &str| json!([{"solver": "ccd", "chain": ["chest", bone], "target": [0, 1, 0]}]).to_string();
    if let Some(knight) = asset("gltf/kaykit/Knight.glb") {
        let lacks = "request 0, chain: the character has no human bone \"neck\"; its parent is \"chest\"\n";
        ik(&[&knight], &ask("neck")).failed(1, &[lacks]);
        ik(&[&knight], &ask("leftHnd"))
            .failed(1, &["no joint called \"leftHnd\"; did you mean \"leftHand\"? there are "]);
    }
    if let Some(fox) = asset("gltf/Fox.glb") {
        let words =
            ["no joint called \"chest\"; human bones need a humanoid, and this character is not one; there \
             are \"root\""];
        ik(&[&fox], &ask("neck")).failed(1, &words);
    }
}

#[test]
fn unused_fields_are_reported() {
    let requests =
        json!([{"solver": "ccd", "chain": LEFT_ARM, "target": [0.3, 1.2, 0.25], "pole": [1, 0, 0]}]);
    let run = ik(&["--json"], &requests.to_string());
    assert_eq!((run.code, run.err.as_str()), (0, "sinew: request 0: ccd ignores pole\n"));
    let requests =
        json!([{"solver": "jacobian", "chain": LEFT_ARM, "target": [0.3, 1.2, 0.25], "rounds": 2}]);
    let run = ik(&["--json"], &requests.to_string());
    assert_eq!((run.code, run.err.as_str()), (0, "sinew: request 0: jacobian ignores rounds\n"));
}

#[test]
fn characters_that_are_no_humanoids_have_no_limits() {
    let Some(fox) = asset("gltf/Fox.glb") else { return };
    let chain = ["b_Spine01_02", "b_Spine02_03", "b_Neck_04", "b_Head_05"];
    let rest = sinew(&["pose", &fox, "--json"]).json();
    let nodes = rest["nodes"].as_array().unwrap();
    let head = nodes.iter().find(|node| node["name"] == chain[3]).unwrap();
    let [x, y, z] = [12, 13, 14].map(|n| number(&head["world"][n]));
    let requests = json!([{"solver": "jacobian", "chain": chain, "target": [x + 10.0, y - 5.0, z - 8.0]}]);
    let answer = ik(&[&fox, "--json"], &requests.to_string()).json()[0].clone();
    assert_eq!((&answer["reached"], &answer["limits"]), (&json!(true), &json!([])));
    let requests = json!([{"solver": "ccd", "chain": ["b_Neck_04", "leftHand"], "target": [0, 0, 0]}]);
    ik(&[&fox], &requests.to_string()).failed(1, &["request 0, chain: no joint called \"leftHand\""]);
    for solver in ["full_body", "ccd"] {
        let one = json!([{"solver": solver, "chain": ["b_Head_05"], "target": [0, 0, 0]}]);
        ik(&[&fox], &one.to_string()).failed(1, &["request 0, chain: one joint is not enough"]);
    }
}

#[test]
fn bad_requests_exit_with_1_and_name_the_field() {
    let good = json!({"solver": "ccd", "chain": LEFT_ARM, "target": [0.3, 1.2, 0.25]});
    let wrong = |field: &str, value: Value| {
        let mut request = good.clone();
        request[field] = value;
        json!([good, request]).to_string()
    };
    let arm = |names: &[&str]| wrong("chain", json!(names));
    for (requests, words) in [
        (String::new(), &["standard input: no input; expected", "\"solver\""][..]),
        ("reach!".into(), &["standard input: invalid JSON", "line 1 column 1"]),
        (good.to_string(), &["expected a list"]),
        ("[1]".into(), &["request 0: expected an object"]),
        (
            "[{}]".into(),
            &["request 0: missing field solver; expected one of two_bone, look_at, ccd, fabrik, "],
        ),
        (r#"[{"solver":"ccd","chain":["hips"]}]"#.into(), &["request 0: missing field target"]),
        (
            wrong("solver", json!("fabric")),
            &["request 1, solver: no solver called \"fabric\"; did you mean \"fabrik\"? there \
                 are \"two_bone\", "],
        ),
        (
            wrong("solver", json!("CCD")),
            &["request 1, solver: no solver called \"CCD\"; did you mean \"ccd\"? "],
        ),
        (wrong("solver", json!("TwoBone")), &["did you mean \"two_bone\"? "]),
        (wrong("solver", json!(3)), &["request 1, solver: expected one of two_bone, look_at, "]),
        (
            wrong("foo", json!(3)),
            &["request 1: no field called \"foo\"; there are \"solver\", ", "\"rounds\", \"restarts\"\n"],
        ),
        (wrong("target", json!([1, 2])), &["request 1, target: expected 3 numbers; "]),
        (wrong("target", json!([1, 2, "x"])), &["request 1, target: expected 3 numbers; "]),
        (wrong("target", json!([1e300, 0, 0])), &["request 1, target: expected finite numbers"]),
        (wrong("rotation", json!([0, 0, 0, 0])), &["request 1, rotation: ", "no length"]),
        (wrong("weight", json!(1.5)), &["request 1, weight: expected 0 to 1, not 1.5"]),
        (wrong("rounds", json!(-1)), &["request 1, rounds: expected a whole number; "]),
        (wrong("restarts", json!(6)), &["request 1, restarts: expected 5 at most, not 6"]),
        (
            wrong("taget", json!([0, 0, 0])),
            &["request 1: no field called \"taget\"; did you mean \"target\"?"],
        ),
        (arm(&[]), &["request 1, chain: a chain needs a joint"]),
        (arm(&["leftHand"]), &["request 1, chain: one joint is not enough"]),
        (arm(&["leftHnd", "leftHand"]), &["request 1, chain: no joint called \"leftHnd\"; "]),
        (arm(&["rightUpperArm", "leftHand"]), &["request 1, chain: ", "is not a descendant of"]),
        (arm(&["leftHand", "leftHand"]), &["request 1, chain: ", "is not a descendant of"]),
        (
            json!([{"solver": "two_bone", "chain": ["neck", "head"], "target": [0, 0, 0]}]).to_string(),
            &["request 0, chain: two_bone expects 3 joints, not 2"],
        ),
    ] {
        let run = ik(&["--json"], &requests);
        run.failed(1, words);
        assert!(run.out.is_empty(), "{requests}");
    }
    sinew(&["ik", "missing.glb"]).failed(1, &["missing.glb"]);
    sinew(&["ik"]).failed(1, &["standard input: no input"]);
}
