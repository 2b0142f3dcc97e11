//! Ragdolls as text.

use sinew::Character;
use sinew::ragdoll::{Ragdoll, RagdollDescription, ragdoll_from_ron, ragdoll_to_ron};

fn built_in() -> Character {
    sinew_suite::open(&sinew_suite::repository().join("data/sinew.vrm")).unwrap().character
}

#[test]
fn a_fitted_ragdoll_is_read_back_as_it_was_written() {
    let character = built_in();
    let fitted = Ragdoll::fit(&character).unwrap();
    let text = ragdoll_to_ron(&RagdollDescription::of(&fitted, &character)).unwrap();
    let read = ragdoll_from_ron(&text).unwrap().ragdoll(&character).unwrap();
    assert_eq!(read.ignored_pairs(), fitted.ignored_pairs());
    assert_eq!(read.parts().len(), fitted.parts().len());
    for (read, fitted) in read.parts().iter().zip(fitted.parts()) {
        assert_eq!(
            (read.joint, read.parent, read.reference),
            (fitted.joint, fitted.parent, fitted.reference)
        );
        assert_eq!(read.limit, fitted.limit);
        assert_eq!(read.shapes.len(), fitted.shapes.len());
        assert!((read.mass.mass / fitted.mass.mass - 1.0).abs() < 1e-5);
        assert!((read.mass.center - fitted.mass.center).length() < 1e-3);
        assert!((read.mass.inertia / fitted.mass.inertia - 1.0).abs().max_element() < 0.05);
        assert!((read.simulated_mass.mass / fitted.simulated_mass.mass - 1.0).abs() < 1e-4);
    }
}

#[test]
fn the_example_of_the_page_is_a_ragdoll() {
    let page = std::fs::read_to_string(sinew_suite::repository().join("docs/ragdoll.md")).unwrap();
    let text = page.split("```ron\n").nth(1).unwrap().split("```").next().unwrap();
    let ragdoll = ragdoll_from_ron(text).unwrap().ragdoll(&built_in()).unwrap();
    let parents: Vec<_> = ragdoll.parts().iter().map(|part| part.parent).collect();
    assert_eq!(parents, [None, Some(0), Some(1)]);
    assert!((ragdoll.mass() - 38.0).abs() < 1e-4);
}

#[test]
fn mistakes_are_reported_with_their_place() {
    let character = built_in();
    let ball = "shapes: [Sphere(center: (0, 0, 0), radius: 0.1)]";
    for (text, expected) in [
        ("", "line 1"),
        ("(parts: [])", "parts: expected 1 to 1024"),
        ("(parts: [(joint: \"hip\")])", "parts[0].joint: no joint or human bone called \"hip\""),
        (&format!("(parts: [(joint: \"hips\", {ball})])"), "parts[0].mass"),
        ("(parts: [(joint: \"hips\", mass: 1)])", "parts[0].shapes: expected shapes with a volume"),
        (&format!("(parts: [(joint: \"hips\", mass: inf, {ball})])"), "parts[0].mass"),
        (
            "(parts: [(joint: \"hips\", mass: 1, shapes: [Sphere(center: (0, NaN, 0), radius: 1)])])",
            "parts[0].shapes[0]",
        ),
        (
            "(parts: [(joint: \"hips\", mass: 1, shapes: [Sphere(center: (0, 0, 0), radius: -1)])])",
            "parts[0].shapes[0]",
        ),
        (
            "(parts: [(joint: \"hips\", mass: 1, shapes: [Hull(points: [(0, 0, 0), (1, 0, 0), (0, 1, 0)])])])",
            "in a plane",
        ),
        (
            "(parts: [(joint: \"hips\", mass: 1, shapes: [Box(center: (0, 0, 0), rotation: (0, 0, 0, 0), half: (1, 1, 1))])])",
            "is no rotation",
        ),
        (
            &format!("(parts: [(joint: \"hips\", mass: 1, {ball}), (joint: \"hips\", mass: 1, {ball})])"),
            "has two parts",
        ),
        (
            &format!(
                "(parts: [(joint: \"leftHand\", mass: 1, {ball}), (joint: \"rightHand\", mass: 1, {ball})])"
            ),
            "does not lie below",
        ),
        (
            &format!(
                "(parts: [(joint: \"hips\", mass: 1, {ball})], ignored_pairs: Some([(\"hips\", \"head\")]))"
            ),
            "is no part",
        ),
        (
            &format!(
                "(parts: [(joint: \"hips\", mass: 1, limit: Cone(bone: (0, 0, 0), swing: 10, twist: (0, 0)), {ball})])"
            ),
            "a direction with a length",
        ),
        (
            &format!(
                "(parts: [(joint: \"hips\", mass: 1, limit: Hinge(axis: (1, 0, 0), range: (10, -10)), {ball})])"
            ),
            "is empty",
        ),
        (&format!("(parts: [(joint: \"hips\", mass: 1, weight: 2, {ball})])"), "weight"),
    ] {
        let error = ragdoll_from_ron(text).and_then(|own| own.ragdoll(&character).map(|_| ()));
        let error = error.expect_err(text).to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
}
