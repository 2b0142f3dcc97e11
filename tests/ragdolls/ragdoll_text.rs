//! Ragdolls as text.

use sinew::Character;
use sinew::ragdoll::{JointLimitDescription, Ragdoll, RagdollDescription};
use sinew_suite::RagdollDifference;
use sinew_suite::falls::{FALLING, falling};

fn built_in() -> Character {
    sinew_suite::open(&sinew_suite::repository().join("data/sinew.vrm")).unwrap().character
}

/// Writes a ragdoll and reads it back.
fn there_and_back(ragdoll: &Ragdoll, character: &Character) -> (String, Ragdoll) {
    let text = RagdollDescription::of(ragdoll, character).to_ron().unwrap();
    let read = RagdollDescription::from_ron(&text).unwrap();
    (text, Ragdoll::from_description(&read, character).unwrap())
}

/// The ragdoll that a text describes on a character.
fn described(text: &str, character: &Character) -> Ragdoll {
    Ragdoll::from_description(&RagdollDescription::from_ron(text).unwrap(), character).unwrap()
}

/// All figures are those of rounding: shapes come back bit by bit, angles in degrees with four decimals,
/// directions with six.
#[test]
fn fitted_ragdolls_are_read_back_as_they_were_written() {
    for (name, _) in FALLING {
        let Some((character, fitted)) = falling(name) else { continue };
        let (text, read) = there_and_back(&fitted, &character);
        let all = RagdollDifference::of(&read, &fitted);
        println!("{name}: {} bytes, {all:?}", text.len());
        for (read, fitted) in read.parts().iter().zip(fitted.parts()) {
            assert_eq!((read.joint, &read.shapes), (fitted.joint, &fitted.shapes), "{name}");
        }
        assert_eq!(all.size, 0.0, "{name}");
        assert!(all.mass < 1e-6 && all.center < 1e-6 && all.inertia < 1e-5, "{name}: {all:?}");
        assert!(all.limit < 1e-4 && all.reference < 1e-5, "{name}: {all:?}");
        assert!(!text.contains("center_of_mass") && !text.contains("inertia"), "{name}: {text}");
        // The text of what was read is the same one, but for rounded angles.
        let (again, _) = there_and_back(&read, &character);
        assert_eq!(again.lines().count(), text.lines().count(), "{name}");
    }
}

/// A sword has a tenth of the body's density, which the text has as well.
#[test]
fn densities_of_hung_meshes_are_written() {
    let Some((character, fitted)) = falling("Knight") else { return };
    let described = RagdollDescription::of(&fitted, &character);
    let hung: Vec<_> = described.parts.iter().filter(|part| !part.densities.is_empty()).collect();
    assert!(!hung.is_empty());
    assert!(
        hung.iter().all(|part| part.densities[0] == 1.0 && part.densities[1..].iter().all(|d| *d == 0.1))
    );
}

#[test]
fn limits_are_written_in_the_words_of_their_kind() {
    let character = built_in();
    let fitted = Ragdoll::fit(&character).unwrap();
    let described = RagdollDescription::of(&fitted, &character);
    let limit = |bone: &str| {
        let joint = character.find_joint(bone).unwrap();
        let part = fitted.parts().iter().position(|part| part.joint == joint).unwrap();
        &described.parts[part].limit
    };
    assert!(matches!(
        limit("leftUpperArm"),
        JointLimitDescription::Polygon { corners, twist: [-100.0, 100.0], .. } if corners.len() == 10
    ));
    assert!(matches!(
        limit("rightLowerArm"),
        JointLimitDescription::TwistingHinge { range: [0.0, 150.0], twist: [-90.0, 90.0], .. }
    ));
    assert!(matches!(
        limit("leftUpperLeg"),
        JointLimitDescription::Ellipse { about: [-25.0, 125.0], across: [-45.0, 30.0], .. }
    ));
}

/// Mass and centre of mass that are not those of the shapes come back too.
#[test]
fn stated_mass_properties_are_kept() {
    let text = r#"(parts: [(joint: "hips", mass: 12, center_of_mass: (0.01, 0.02, 0.03),
        inertia: (moments: (0.1, 0.2, 0.15), axes: (0, 0.6, 0, 0.8)),
        shapes: [Sphere(center: (0, 0, 0), radius: 0.1)])], size: 1.5)"#;
    let character = built_in();
    let ragdoll = described(text, &character);
    let (text, read) = there_and_back(&ragdoll, &character);
    let [original, part] = [&ragdoll, &read].map(|ragdoll| &ragdoll.parts()[0]);
    assert_eq!((original.mass, original.simulated_mass), (part.mass, part.simulated_mass), "{text}");
    assert_eq!((read.size(), part.mass.center.x), (1.5, 0.01));
}

/// Friction, stiffness, damping and names of shapes come back, and are left out where they are the usual ones.
#[test]
fn the_dynamics_of_parts_and_names_of_shapes_are_kept() {
    let text = r#"(parts: [
        (joint: "hips", mass: 12, friction: 0.2, shapes: [Sphere(center: (0, 0, 0), radius: 0.1)]),
        (joint: "spine", mass: 12, stiffness: 40, damping: 3, shape_names: ["belly", "", "buckle"], shapes: [
            Sphere(center: (0, 0, 0), radius: 0.1), Sphere(center: (0, 0.1, 0), radius: 0.1),
            Sphere(center: (0, 0, 0.1), radius: 0.02)])])"#;
    let character = built_in();
    let ragdoll = described(text, &character);
    let (text, read) = there_and_back(&ragdoll, &character);
    for ragdoll in [&ragdoll, &read] {
        let [hips, spine] = [0, 1].map(|part| &ragdoll.parts()[part]);
        assert_eq!(
            (hips.dynamics.friction, hips.dynamics.stiffness, hips.dynamics.damping),
            (0.2, 0.0, None),
            "{text}"
        );
        assert_eq!(
            (spine.dynamics.friction, spine.dynamics.stiffness, spine.dynamics.damping),
            (0.6, 40.0, Some(3.0))
        );
        assert_eq!([0, 1, 2, 3].map(|shape| spine.shape_name(shape)), ["belly", "", "buckle", ""]);
    }
    assert_eq!((text.matches("friction").count(), text.matches("stiffness").count()), (1, 1), "{text}");
}

/// Joints that share a name, or have none, go by their numbers.
#[test]
fn joints_without_a_name_of_their_own_are_numbered() {
    let json = r#"{"asset":{"version":"2.0"},"nodes":[{"name":"a","children":[1]},{"name":"a","children":[2]},
        {"translation":[0,1,0]}]}"#;
    let character = sinew_import::import(json.as_bytes(), &sinew_import::NoFiles).unwrap().character;
    let ball = "mass: 1, shapes: [Sphere(center: (0, 0, 0), radius: 0.1)]";
    let text = format!(
        r##"(parts: [(joint: "#1", {ball}), (joint: "#2", {ball}), (joint: "a", {ball})],
            ignored_pairs: [("a", "#2"), ("#2", "a")])"##
    );
    let ragdoll = described(&text, &character);
    assert_eq!(ragdoll.ignored_pairs(), [(0, 2)]);
    let (text, read) = there_and_back(&ragdoll, &character);
    assert_eq!(read.ignored_pairs(), [(0, 2)], "{text}");
    let joints = |ragdoll: &Ragdoll| ragdoll.parts().iter().map(|part| part.joint).collect::<Vec<_>>();
    assert_eq!(joints(&read), joints(&ragdoll), "{text}");
}

#[test]
fn the_example_of_the_page_is_a_ragdoll() {
    let page = std::fs::read_to_string(sinew_suite::repository().join("docs/ragdoll.md")).unwrap();
    let text = page.split("```ron\n").nth(1).unwrap().split("```").next().unwrap();
    let ragdoll = described(text, &built_in());
    let parents: Vec<_> = ragdoll.parts().iter().map(|part| part.parent).collect();
    assert_eq!(parents, [None, Some(0), Some(1)]);
    assert!((ragdoll.mass() - 38.0).abs() < 1e-4);
}

/// Shapes of a part without mistakes.
const BALL: &str = "shapes: [Sphere(center: (0, 0, 0), radius: 0.1)]";

/// Mistakes, and words of their errors.
const TEXT_MISTAKES: [(&str, &str); 8] = [
    ("", "line 1"),
    ("(parts: [])", "parts: expected 1 to 1024"),
    ("(parts: [(joint: \"hip\")])", "parts[0].joint: no joint or human bone called \"hip\""),
    ("(parts: [(joint: \"hips\", mass: 1)])", "parts[0].shapes: expected shapes with a volume"),
    (
        "(parts: [(joint: \"hips\", mass: 1, shapes: [Sphere(center: (0, NaN, 0), radius: 1)])])",
        "parts[0].shapes[0]",
    ),
    (
        "(parts: [(joint: \"hips\", mass: 1, shapes: [Sphere(center: (0, 0, 0), radius: -1)])])",
        "parts[0].shapes[0]",
    ),
    (
        "(parts: [(joint: \"hips\", mass: 1, shapes: [Hull(points: [(0, 0, 0), (1, 0, 0), (0, 1, \
             0)])])])",
        "in a plane",
    ),
    (
        "(parts: [(joint: \"hips\", mass: 1, shapes: [Box(center: (0, 0, 0), rotation: (0, 0, 0, 0), \
             half: (1, 1, 1))])])",
        "is no rotation",
    ),
];

/// Mistakes in parts with sound shapes, and in pairs of them.
fn part_mistakes() -> Vec<(String, &'static str)> {
    vec![
        (
            format!("(parts: [(joint: \"hips\", {BALL})])"),
            "parts[0].mass: expected a mass from 1e-12 to 1e12 kg; got 0",
        ),
        (format!("(parts: [(joint: \"hips\", mass: inf, {BALL})])"), "parts[0].mass"),
        (
            format!("(parts: [(joint: \"hips\", mass: 1, {BALL}), (joint: \"hips\", mass: 1, {BALL})])"),
            "has two parts",
        ),
        (
            format!(
                "(parts: [(joint: \"leftHand\", mass: 1, {BALL}), (joint: \"rightHand\", mass: 1, {BALL})])"
            ),
            "does not lie below",
        ),
        (
            format!(
                "(parts: [(joint: \"hips\", mass: 1, {BALL})], ignored_pairs: Some([(\"hips\", \"head\")]))"
            ),
            "is no part",
        ),
        (
            "(parts: [(joint: \"hips\", mass: 1, shape_names: [\"hat\"], \
             shapes: [Sphere(center: (0, 0, 0), radius: 0)])])"
                .to_owned(),
            "parts[0].shapes[0]: expected a length from 1e-6 to 1e6; got 0 (\"hat\")",
        ),
        (
            format!("(parts: [(joint: \"hips\", mass: 1, shape_names: [\"a\", \"b\"], {BALL})])"),
            "2 names of 1 shapes",
        ),
        (
            format!("(parts: [(joint: \"hips\", mass: 1, friction: -1, {BALL})])"),
            "parts[0].friction: expected a friction from 0 to 10; got -1",
        ),
        (format!("(parts: [(joint: \"hips\", mass: 1, stiffness: inf, {BALL})])"), "parts[0].stiffness"),
        (format!("(parts: [(joint: \"hips\", mass: 1, damping: -2, {BALL})])"), "parts[0].damping"),
        (format!("(parts: [(joint: \"hips\", mass: 1, weight: 2, {BALL})])"), "weight"),
        (format!("(parts: [(joint: \"hips\", mass: -1, {BALL})])"), "from 1e-12 to 1e12 kg; got -1"),
        (
            format!("(parts: [(joint: \"hips\", mass: 1, densities: [0], {BALL})])"),
            "parts[0].densities[0]: expected a density from 1e-6 to 1e6; got 0",
        ),
        (
            format!("(parts: [(joint: \"hips\", mass: 1, densities: [1, 2], {BALL})])"),
            "2 densities of 1 shapes",
        ),
        (
            format!("(parts: [(joint: \"hips\", mass: 1, inertia: (moments: (1, 0, 1)), {BALL})])"),
            "parts[0].inertia: expected moments from",
        ),
        (
            format!("(parts: [(joint: \"hips\", mass: 1, reference: (0, 10, 0), {BALL})])"),
            "Auto has a reference of its own",
        ),
        (
            format!("(parts: [(joint: \"hips\", mass: 1, {BALL})], ignored_pairs: [(\"hips\", \"hips\")])"),
            "ignored_pairs[0]: \"hips\" is paired with itself",
        ),
        (format!("(parts: [(joint: \"hips\", mass: 1, {BALL})], size: 0)"), "size: expected a size from"),
    ]
}

/// Mistakes in joint limits.
fn limit_mistakes() -> Vec<(String, &'static str)> {
    vec![
        (
            format!(
                "(parts: [(joint: \"hips\", mass: 1, limit: Cone(bone: (0, 0, 0), swing: 10, twist: (0, 0)), \
                 {BALL})])"
            ),
            "a direction with a length",
        ),
        (
            format!(
                "(parts: [(joint: \"hips\", mass: 1, limit: Hinge(axis: (1, 0, 0), range: (10, -10)), \
                 {BALL})])"
            ),
            "is empty",
        ),
        (
            format!(
                "(parts: [(joint: \"hips\", mass: 1, limit: Polygon(bone: (0, 1, 0), corners: [(1, 1, 0)], \
                 twist: (0, 0)), {BALL})])"
            ),
            "at least 3 corners",
        ),
        (
            format!(
                "(parts: [(joint: \"hips\", mass: 1, limit: Ellipse(bone: (0, 1, 0), axis: (1, 0, 0), about: \
                 (10, 20), across: (-10, 10), twist: (0, 0)), {BALL})])"
            ),
            "a range that contains 0",
        ),
    ]
}

/// More shapes, points and pairs than a ragdoll may have.
fn count_mistakes() -> Vec<(String, &'static str)> {
    vec![
        (
            format!(
                "(parts: [(joint: \"hips\", mass: 1, shapes: [{}])])",
                "Sphere(center: (0, 0, 0), radius: 0.1),".repeat(257)
            ),
            "parts[0].shapes: expected at most 256 shapes; got 257",
        ),
        (
            format!(
                "(parts: [(joint: \"hips\", mass: 1, shapes: [Hull(points: [{}])])])",
                "(0, 1, 2),".repeat(257)
            ),
            "expected a hull of at most 256 points; got 257",
        ),
        (
            format!(
                "(parts: [(joint: \"hips\", mass: 1, shapes: [{}])])",
                format!("Hull(points: [{}]),", "(0, 1, 2),".repeat(256)).repeat(65)
            ),
            "at most 16384 points of hulls in all parts; got 16640",
        ),
        (
            format!(
                "(parts: [(joint: \"hips\", mass: 1, {BALL})], ignored_pairs: [{}])",
                "(\"hips\", \"head\"),".repeat(65_537)
            ),
            "ignored_pairs: expected at most 65536 pairs; got 65537",
        ),
    ]
}

#[test]
fn mistakes_are_reported_with_their_place() {
    let character = built_in();
    let plain = TEXT_MISTAKES.map(|(text, expected)| (text.to_owned(), expected));
    let all = plain.into_iter().chain(part_mistakes()).chain(limit_mistakes()).chain(count_mistakes());
    for (text, expected) in all {
        let error = RagdollDescription::from_ron(&text)
            .and_then(|description| Ragdoll::from_description(&description, &character).map(|_| ()));
        let error = error.expect_err(&text).to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
}
