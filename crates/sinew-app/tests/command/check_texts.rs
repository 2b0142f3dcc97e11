//! `sinew check` on all kinds of texts.

use crate::run_sinew::{Folder, sinew};

/// All kinds of texts are known, also in folders, where RON of other programs is no error.
#[test]
fn all_kinds_of_texts_are_known() {
    let folder = Folder::new("all-texts");
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data");
    for (text, kind) in [
        ("wrinkles/wrinkles.ron", "the wrinkles fit"),
        ("grooms/bob.ron", "the groom fits"),
        ("hero/hero.ron", "the set-up is ready to run"),
        ("hero/show.ron", "the show is ready to play"),
    ] {
        let run = sinew(&["check", &format!("{data}/sinew.vrm"), &format!("{data}/{text}")]);
        assert!(run.code == 0 && run.out.contains(kind), "{text}: {}", run.out);
    }
    for (text, code) in [
        ("(marks: [(look: \"blood\", on: \"chest\")])", "[decals]"),
        ("(parts: [(joint: \"hips\", mass: 1, shapes: [])])", "[ragdoll]"),
        ("(driver: [])", "did you mean \"drivers\"? "),
        ("(marks: [(lok: \"blood\")])", "did you mean \"look\"?"),
        ("(nose_tp: (0, 0, 0), chin: (0, 0, 0))", "did you mean \"nose_tip\"?"),
        ("(layers: [(region: Bread)])", "did you mean \"Beard\"?"),
        ("(layers: [(look: (shading: Marshner))])", "did you mean \"Marschner\"?"),
        (
            "(output: StateMachine(states: [(nam: \"a\", node: Clip(clip: \"b\"))], transitions: []))",
            "did you mean \"name\"?",
        ),
    ] {
        let run = sinew(&["check", &folder.file("text.ron", text.as_bytes())]);
        assert!(run.out.contains(code), "{text}: {}", run.out);
    }
    folder.file("text.ron", b"(window: (width: 3))");
    folder.file(
        "rig.ron",
        b"(\n  parts: [Look(name: \"eyes\", joints: [(\"head\", 1)],\n    down_up: (-0.4, 0.3))],\n)",
    );
    let run = sinew(&["check", &folder.path("")]);
    assert_eq!(run.code, 0, "{}", run.out);
    assert!(run.out.contains("text.ron: info: ") && run.out.contains("not a set-up"), "{}", run.out);
    let warning = "rig.ron: warning: line 3, column 5: down_up: -0.4, 0.3 are degrees, and look like radians";
    assert!(run.out.contains(warning), "{}", run.out);
}
