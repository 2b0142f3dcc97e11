//! Shows through their public names: the show of the repository, damaged texts, wrong names.

use sinew::glam::Vec3;
use sinew_setup::{CueAction, PropDescription, SetupFiles, Show, ShowDescription};
use std::path::{Path, PathBuf};

fn data(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(path)
}

/// A show of a text whose files are those of `data`.
fn from_text(text: &str) -> Result<Show, String> {
    let folder = data("");
    let files = move |path: &str| std::fs::read(folder.join(path)).map_err(|error| error.to_string());
    Show::new("test.ron", text, SetupFiles::new(files)).map_err(|error| error.to_string())
}

#[test]
fn the_show_opens_with_its_cast() {
    let show = Show::open(data("hero/show.ron")).unwrap();
    assert_eq!(show.cast().iter().map(|member| member.name.as_str()).collect::<Vec<_>>(), ["hero"]);
    assert!(show.cast()[0].setup.findings().is_empty(), "{:?}", show.cast()[0].setup.findings());
    assert!(show.cues().is_sorted_by_key(|cue| cue.at));
    let has = |wanted: fn(&CueAction) -> bool| show.cues().iter().any(|cue| wanted(&cue.what));
    assert!(
        has(|what| matches!(what, CueAction::Speak(_))) && has(|what| matches!(what, CueAction::Wear(_)))
    );
    assert!(has(|what| *what == CueAction::Fall) && has(|what| matches!(what, CueAction::Aim(..))));
}

#[test]
fn cues_of_the_same_time_happen_in_the_order_of_the_text() {
    let show = from_text(
        r#"(seconds: 2, cast: {"a": (setup: "sinew.vrm"), "b": (setup: "sinew.vrm", position: (1, 0, 0))}, cues: [
            (at: 1, who: "b", what: Play("wave")),
            (at: 0.5, who: "a", what: LookAt(Actor("b"))),
            (at: 1, who: "a", what: Turn(90)),
        ])"#,
    )
    .unwrap();
    let order: Vec<(usize, usize)> = show.cues().iter().map(|cue| (cue.number, cue.who)).collect();
    assert_eq!(order, [(1, 0), (0, 1), (2, 0)]);
    assert!(std::sync::Arc::ptr_eq(&show.cast()[0].setup, &show.cast()[1].setup), "set-ups are shared");
}

#[test]
fn errors_have_a_line_and_a_suggestion() {
    // The field that is wrong, in a show of the hero; its line and message.
    let cue = |what: &str| {
        format!("(seconds: 9, cast: {{\"me\": (setup: \"hero/hero.ron\")}},\n cues: [(at: 1, what: {what})])")
    };
    let other = |rest: &str| format!("(seconds: 9, cast: {{\"me\": (setup: \"sinew.vrm\")}},\n {rest})");
    let mut wrong = Vec::new();
    for (text, expected) in [
        (
            "(secnds: 1)".to_owned(),
            "test.ron: line 1, column 2: no field \"secnds\" in a show; did you mean \"seconds\"?",
        ),
        ("(seconds: -1, cast: {})".to_owned(), "seconds: -1 is no duration"),
        ("(seconds: 1, cast: {})".to_owned(), "cast: expected an actor"),
        ("(seconds: 1, cast: {\"a\": (setup: \"her.ron\")})".to_owned(), "cast[\"a\"].setup: her.ron: "),
        (
            cue("Set(\"sped\", 1)"),
            "test.ron: line 2, column 17: cues[0].what: no parameter called \"sped\"; did you mean \"speed\"?",
        ),
        (cue("Set(\"jump\", 1)"), "cues[0].what: parameter \"jump\" is a trigger; it got "),
        (cue("Trigger(\"jmp\")"), "no parameter called \"jmp\"; did you mean \"jump\"?"),
        (cue("Trigger(\"speed\")"), "parameter \"speed\" is "),
        (cue("Play(\"wvae\")"), "no clip called \"wvae\"; did you mean \"wave\"?"),
        (cue("Speak(\"speech/line.falc\")"), "cues[0].what: speech/line.falc: "),
        (cue("Emotion(\"hapy\", 1)"), "\"hapy\"; did you mean \"happy\"?"),
        (cue("Emotion(\"happy\", 2)"), "2 is no intensity; expected a number from 0 to 1"),
        (cue("Hold(\"rifel\")"), "no item called \"rifel\"; did you mean \"rifle\"?"),
        (cue("Aim(\"rilfe\", (0, 1, 9))"), "no item called \"rilfe\"; did you mean \"rifle\"?"),
        (cue("Wear(\"vets\")"), "no outfit called \"vets\"; did you mean \"vest\"?"),
        (cue("Wear(\"plane\")"), "no outfit called \"plane\"; did you mean \"plain\"?"),
        (cue("Hit(at: (0, 1, 0), decal: \"blod\")"), "no look called \"blod\"; did you mean \"blood\"?"),
        (cue("Hit(at: (0, 1, 0), from: (0, 0, 0))"), "from: expected a direction"),
        (cue("Fal"), "line 2, column "),
        (cue("LookAt(Actor(\"you\"))"), "no actor called \"you\"; there are \"me\""),
        (
            other("cues: [(at: 1, who: \"m\", what: Fall)]"),
            "test.ron: line 2, column 17: cues[0].who: no actor called \"m\"; ",
        ),
        (
            other("cues: [(at: 10, what: Fall)]"),
            "cues[0].at: 10: expected a time from 0 to the end of the show, 9",
        ),
        (other("cues: [(at: 1, what: Set(\"speed\", 1))]"), "the actor has no graph"),
        (other("shots: [(at: 0, eye: (0, 1, 3))]"), ""),
        (
            other("shots: [(at: 2, eye: (0, 1, 3)), (at: 1, eye: (0, 1, 3))]"),
            "shots[1].at: 1: expected a time from the shot before it, 2, to the end, 9",
        ),
        (other("shots: [(eye: (0, 1, 0), target: (0, 1, 0))]"), "shots[0].target: expected another point"),
        (other("shots: [(eye: (0, 1, 3), angle: 500)]"), "shots[0].angle: 500: expected degrees"),
        (
            other("shots: [(eye: (0, 1, 3), follows: \"mee\")]"),
            "shots[0].follows: no actor called \"mee\"; did you mean \"me\"?",
        ),
        (
            other("props: {\"s\": Stairs(position: (0, 0, 0), steps: 0)}"),
            "props[\"s\"].steps: 0 steps; expected 1 to 200",
        ),
        (
            other("props: {\"b\": Box(position: (0, 0, 0), size: (1, 0, 1))}"),
            "props[\"b\"].size: 0 is no length",
        ),
        (
            other("props: {\"b\": Box(position: (0, 0, 0), size: (1, 1, 1), color: (9, 0, 0))}"),
            "props[\"b\"].color: expected three numbers from 0 to 1",
        ),
    ] {
        match (from_text(&text), expected) {
            (Ok(_), "") => {}
            (Ok(_), expected) => wrong.push(format!("{text}\nopens; expected {expected}")),
            (Err(error), "") => wrong.push(format!("{text}\n{error}")),
            (Err(error), expected) if !error.contains(expected) => {
                wrong.push(format!("{text}\n{error}\nexpected {expected}"));
            }
            (Err(_), _) => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn damaged_texts_are_errors() {
    let text = std::fs::read_to_string(data("hero/show.ron")).unwrap();
    assert!(ShowDescription::from_ron(&text).is_ok());
    let length = text.trim_end().len();
    for end in (0..length - 1).step_by(3).filter(|end| text.is_char_boundary(*end)) {
        assert!(ShowDescription::from_ron(&text[..end]).is_err(), "{end}");
        for letter in ["(", "\"", "}", "-", "é"] {
            let mut damaged = text.clone();
            damaged.replace_range(end..end + 1, letter);
            let _ = ShowDescription::from_ron(&damaged);
        }
    }
    assert!(ShowDescription::from_ron(&"(cues:[(what:LookAt(".repeat(10_000)).is_err());
}

#[test]
fn descriptions_come_back_from_their_text() {
    let text = std::fs::read_to_string(data("hero/show.ron")).unwrap();
    let described = ShowDescription::from_ron(&text).unwrap();
    let written = described.to_ron().unwrap();
    assert_eq!(ShowDescription::from_ron(&written).unwrap(), described, "{written}");
}

#[test]
fn stairs_are_boxes_that_lie_on_the_floor() {
    let stairs = |rest: &str| {
        let text = format!(
            "(seconds: 1, cast: {{}}, props: {{\"s\": Stairs(position: (1, 0, 2), steps: 3, {rest})}})"
        );
        ShowDescription::from_ron(&text).unwrap().props.remove("s").unwrap()
    };
    let height = |prop: &PropDescription, z: f32| {
        let tops = prop.boxes().into_iter().filter(|part| (part.center.z - z).abs() <= part.half.z);
        tops.map(|part| part.center.y + part.half.y).fold(0.0, f32::max)
    };
    let [up, both] = ["landing: 1", "landing: 1, down: true"].map(stairs);
    for (z, top, other) in
        [(0.1, 0.17, 0.17), (0.4, 0.34, 0.34), (1.0, 0.51, 0.51), (1.7, 0.0, 0.34), (2.0, 0.0, 0.17)]
    {
        assert!((height(&up, z) - top).abs() < 1e-5, "{z}: {}", height(&up, z));
        assert!((height(&both, z) - other).abs() < 1e-5, "{z}: {}", height(&both, z));
    }
    for prop in [&up, &both] {
        assert!(prop.boxes().iter().all(|part| (part.center.y - part.half.y).abs() < 1e-6));
    }
    // Strides change on the flights and before them, in the space of the world.
    assert_eq!(up.stride_at(Vec3::new(1.0, 0.0, 2.2)), Some(0.55));
    assert_eq!(up.stride_at(Vec3::new(1.0, 0.5, 3.2)), Some(0.55));
    assert_eq!(up.stride_at(Vec3::new(1.0, 0.5, 3.5)), None);
    assert_eq!(both.stride_at(Vec3::new(1.0, 0.3, 3.8)), Some(0.55));
    assert_eq!(up.stride_at(Vec3::new(4.0, 0.0, 2.2)), None);
}
