//! Error messages for invalid values in rig texts: the field and the value found.

use crate::description::EVERYTHING;
use sinew::rig::IkRigDescription;

#[test]
fn errors_about_values_of_the_wrong_kind_name_the_field() {
    for (text, expected) in [
        ("human: yes", "human: expected true or false; found yes"),
        ("parts: {}", "parts: expected a list, in [ ]; found names in { }"),
        ("feet: (step_time: \"a\")", "feet.step_time: expected a number; found \"a\""),
        ("fades: {\"look\": \"b\"}", "fades[\"look\"]: expected a number; found \"b\""),
        ("fades: {3: 3}", "fades: expected a text in quotation marks; found 3"),
        (
            "parts: [Limb(), Limb(arm_collider: tru)]",
            "parts[1].arm_collider: expected true or false; found tru",
        ),
        (
            "parts: [Limb(name: \"arm\", arm_collider:1)]",
            "parts[\"arm\"].arm_collider: expected true or false; found 1",
        ),
        ("parts: [Limb(name: left)]", "parts[0].name: expected a text in quotation marks; found left"),
        ("parts: [Limb(softness: \"x\")]", "parts[0].softness: expected a number; found \"x\""),
        ("parts: [Limb(softness: 1.5x)]", "parts[0].softness: expected a number; found 1.5x"),
        ("parts: [Limb(softness: 0,5)]", "found 5; numbers have a point, such as 0.5"),
        ("parts: [Limb(joints: \"a\")]", "parts[0].joints: expected a list, in [ ]; found \"a\""),
        (
            "parts: [Limb(joints: [\"a\", 3])]",
            "parts[0].joints[1]: expected a text in quotation marks; found 3",
        ),
        ("parts: [Limb(pole: 1)]", "parts[0].pole: expected ( and the fields of three numbers"),
        ("parts: [Limb(pole: (1, 2))]", "parts[0].pole: expected 3 values; found 2"),
        ("parts: [Limb(pole: (1, \"a\", 3))]", "parts[0].pole: expected a number; found \"a\""),
        ("parts: [Chain(rounds: -2)]", "parts[0].rounds: expected a whole number, 0 or more; found -2"),
        ("parts: [Chain(rounds:-2 )]", "parts[0].rounds: expected a whole number, 0 or more; found -2"),
        (
            "parts: [Chain(rounds /* all */ : -2)]",
            "parts[0].rounds: expected a whole number, 0 or more; found -2",
        ),
        ("parts: [Chain(restarts: 1.5)]", "parts[0].restarts: expected a whole number; found 1.5"),
        ("parts: [Chain(rounds: -0x5)]", "parts[0].rounds: expected a whole number, 0 or more; found -0x5"),
        (
            "parts: [Chain(rounds: -3000000000)]",
            "parts[0].rounds: expected a whole number, 0 or more; found -3000000000",
        ),
        ("/* /* */ parts: [ */ human: yes", "human: expected true or false; found yes"),
        (
            "parts/* all */: [Limb(arm_collider/**/: tru)]",
            "parts[0].arm_collider: expected true or false; found tru",
        ),
        (
            "parts: [Limb(name: r#\"a\"(b\"#, arm_collider: tru)]",
            "parts[\"a\"(b\"].arm_collider: expected true or false; found tru",
        ),
        ("feet: (step_time: '\"', max_heel_angle: yes)", "feet.step_time: expected a number; found '\"'"),
        (
            "parts: [Chain(rounds: 4294967296)]",
            "parts[0].rounds: expected a smaller whole number; found 4294967296",
        ),
        ("parts: [Chain(iterations: )]", "parts[0].iterations: expected a whole number; found nothing"),
        ("parts: [Chain(method: ccd)]", "parts[0].method: no method called \"ccd\"; did you mean \"Ccd\"?"),
        ("parts: [Chain(stiffness: {\"a\": x})]", "parts[0].stiffness[\"a\"]: expected a number; found x"),
        (
            "parts: [Chain(limits: PerJoint({\"a\": (twist: 3)}))]",
            "parts[0].limits[\"a\"].twist: expected values or fields in ( ); found 3",
        ),
        (
            "parts: [Chain(limits: PerJoint({\"a\": (swing: Hinge(axis: (0, 1)))}))]",
            "parts[0].limits[\"a\"].swing.axis: expected 3 values; found 2",
        ),
        (
            "parts: [Look(name: \"l\", joints: [(\"neck\", x)])]",
            "parts[\"l\"].joints[0]: expected a number; found x",
        ),
        ("parts: [Look(down_up: 3)]", "parts[0].down_up: expected values or fields in ( ); found 3"),
        (
            "parts: [Look(line: Along(from: (0, 0, 0), direction: (1, y, 0)))]",
            "parts[0].line.direction: expected a number; found y",
        ),
        ("parts: [Leg(limits: Human)]", "parts[0].limits: expected true or false; found Human"),
        ("parts: [Spline(points: -1)]", "parts[0].points: expected a whole number, 0 or more; found -1"),
        (
            "parts: [Body(effectors: [(name: \"a\"), (name: \"b\", joint: 3)])]",
            "parts[0].effectors[\"b\"].joint: expected a text in quotation marks; found 3",
        ),
        ("parts: [Body(root_behaviour: Free(x))]", "parts[0].root_behaviour: expected a number; found x"),
        (
            "parts: [Body(balance: (weight: \"1\"))]",
            "parts[0].balance.weight: expected a number; found \"1\"",
        ),
    ] {
        // Comments and lines in front change only the line number.
        for (before, line) in [("(", 1), ("// (a: [\n(\n  // \"\n  ", 4)] {
            let text = format!("{before}{text})");
            let error = IkRigDescription::from_ron(&text).unwrap_err();
            assert!(error.location.starts_with(&format!("line {line}, column ")), "{error} in {text}");
            assert!(error.problem.to_string().contains(expected), "{error} in {text}");
        }
    }
}

#[test]
fn errors_between_values_name_no_field() {
    for (text, expected) in [
        ("(parts: [Chain(rounds: 3 restarts: 4)])", "line 1, column 26: expected comma"),
        ("(parts: [Chain(rounds: 3", "line 1, column 24: expected comma"),
        ("(parts: [Limb(nmae: \"a\")])", "line 1, column 15: no field \"nmae\" in a limb"),
    ] {
        let error = IkRigDescription::from_ron(text).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error} in {text}");
    }
}

#[test]
fn an_invalid_value_of_any_field_names_the_field() {
    // Each value in turn is replaced by a meaningless word.
    let mut count = 0;
    for (colon, _) in EVERYTHING.match_indices(": ") {
        let field = EVERYTHING[..colon].rsplit(|c: char| !c.is_alphanumeric() && c != '_' && c != '"').next();
        let field = field.unwrap_or_default();
        let text = format!("{}: ?{}", &EVERYTHING[..colon], &EVERYTHING[colon + 2..]);
        let error = IkRigDescription::from_ron(&text).unwrap_err().to_string();
        let (path, _) = error.split_once(": expected").unwrap_or_else(|| panic!("{error} for {field}"));
        let ends = if field.starts_with('"') || EVERYTHING[..colon].ends_with('"') {
            "\"]".to_owned()
        } else {
            field.to_owned()
        };
        assert!(path.ends_with(&ends), "{error} for {field}");
        count += 1;
    }
    assert!(count > 70, "{count}");
}

#[test]
fn a_comma_in_a_number_is_explained() {
    for (text, asked) in [
        ("(feet: (0: 1))", false),
        ("(feet: (step_time: \"a\", 0: 1))", false),
        ("(feet: (step_time: -0,25))", true),
    ] {
        let error = IkRigDescription::from_ron(text).unwrap_err().to_string();
        assert_eq!(error.contains("numbers have a point"), asked, "{error} in {text}");
    }
}

#[test]
fn messages_are_short_for_any_text() {
    let many = |word: &str| word.repeat((4 << 20) / word.len() - 64);
    let texts = [
        format!("(/* /* */ {} */ human: yes)", many("[")),
        format!("(parts: [Limb(name: r#\"\"{}\"#, arm_collider: tru)])", many("[")),
        format!("(human: {}", many("(a: ")),
        format!("(parts: [Limb({}: 1)])", many("n")),
        format!("(parts: [{}(name: 1)])", many("n")),
        format!("{}(human: true)", many("n")),
        format!("(parts: [Limb(arm_collider: {})])", many("n")),
        format!("(fades: {{\"{0}\": 1, \"{0}\": 1}})", "n".repeat(2 << 19)),
        format!("(human: true {}", many("/* ")),
        format!("#![enable({})] (human: true)", many("n")),
    ];
    for text in &texts {
        let error = IkRigDescription::from_ron(text).unwrap_err().to_string();
        assert!(error.len() < 1000, "{} letters of {:?}", error.len(), &text[..32]);
    }
    let expected = |text: &str| IkRigDescription::from_ron(text).unwrap_err().to_string();
    assert!(expected(&texts[0]).contains(": human: expected true or false; found yes"));
    assert!(expected(&texts[1]).contains("].arm_collider: expected true or false; found tru"));
}

#[test]
fn unterminated_comments_are_errors() {
    for text in ["/* unclosed", "/* /* */ (human: true)"] {
        let error = IkRigDescription::from_ron(text).unwrap_err().to_string();
        assert!(error.contains("comment") && !error.contains("empty"), "{error} in {text}");
    }
}

#[test]
fn empty_texts_are_errors() {
    for text in ["", " \n", "\u{feff}", "// a rig\n", "/* a rig */"] {
        let error = IkRigDescription::from_ron(text).unwrap_err().to_string();
        assert!(
            error.starts_with("line 1: the text is empty; expected a rig, such as (human: true"),
            "{error} in {text}"
        );
    }
    // The example in the message is a valid rig.
    IkRigDescription::from_ron("(human: true, fades: {\"look\": 0.3})").unwrap();
}
