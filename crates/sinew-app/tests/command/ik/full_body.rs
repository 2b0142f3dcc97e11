//! Tests of `sinew ik` with the whole body.

use crate::ik::support::{Dice, answers, assert_within_limits, node_name, number, position, rest};
use serde_json::{Value, json};
use sinew::glam::Vec3;
use std::collections::BTreeSet;

#[test]
fn the_body_bends_for_far_targets_and_the_feet_stay_planted() {
    let (rest, mut dice) = (rest(), Dice(11));
    let shoulder = position(&rest, "leftUpperArm");
    let arm = position(&rest, "leftHand").distance(shoulder);
    // In front of the body, beyond the arm's reach.
    let far = |dice: &mut Dice| {
        let way = Vec3::new(0.5, -0.4, 1.2) + dice.point() * 0.4;
        shoulder + way.normalize() * arm * (1.05 + 0.2 * dice.roll())
    };
    let targets: Vec<Vec3> = (0..20).map(|_| far(&mut dice)).collect();
    let request = |target: &Vec3| json!({"solver": "full_body", "chain": ["hips", "leftHand"], "target": target.to_array()});
    let requests: Vec<Value> = targets.iter().map(request).collect();
    for (answer, target) in answers(&requests).iter().zip(&targets) {
        let error = number(&answer["error_m"]);
        assert!((position(answer, "leftHand").distance(*target) - error).abs() < 1e-5);
        assert_eq!(answer["reached"], true, "{target}: {error}");
        assert_within_limits(answer);
        assert_ne!(position(answer, "chest"), position(&rest, "chest"));
        for foot in ["leftFoot", "rightFoot"] {
            let gone = position(answer, foot).distance(position(&rest, foot));
            assert!(gone < 5e-3, "{target}: {foot} by {gone}");
        }
    }
}

#[test]
fn limits_of_all_joints_that_turn_are_listed_once() {
    let target = [0.3, 0.5, 0.6];
    let ask = |chain: &[&str]| json!({"solver": "full_body", "chain": chain, "target": target});
    let listed = |answer: &Value| {
        assert_within_limits(answer);
        let limits = answer["limits"].as_array().unwrap().clone();
        limits
            .iter()
            .map(|l| [&l["joint"], &l["kind"]].map(|name| name.as_str().unwrap().to_owned()))
            .collect::<Vec<_>>()
    };
    let answers = answers(&[ask(&["leftUpperArm", "leftHand"]), ask(&["hips", "chest", "leftHand"])]);
    let [first, second] = [&answers[0], &answers[1]].map(listed);
    let joints: Vec<&str> =
        first.iter().filter(|reading| reading[1] == "twist").map(|reading| reading[0].as_str()).collect();
    // Joints of the chain, other joints up to its tip, and both legs with the planted feet.
    let expected = [
        "leftUpperArm",
        "spine",
        "chest",
        "upperChest",
        "leftShoulder",
        "leftLowerArm",
        "leftUpperLeg",
        "leftLowerLeg",
        "leftFoot",
        "rightUpperLeg",
        "rightLowerLeg",
        "rightFoot",
    ];
    assert_eq!(joints, expected.map(node_name));
    let each: BTreeSet<_> = first.iter().collect();
    assert_eq!(each.len(), first.len(), "{first:?}");
    // The same target with joints in another order.
    assert_eq!(each, second.iter().collect());
    assert_eq!(second[0][0], node_name("chest"));
    // The values are those of the pose: knees are straight or bent, and the spine is bent.
    let value = |joint: &str| {
        let limits = answers[0]["limits"].as_array().unwrap();
        number(&limits.iter().find(|limit| limit["joint"] == node_name(joint)).unwrap()["value"])
    };
    assert!(value("spine") > 0.1 && value("leftFoot") > 0.1, "{} {}", value("spine"), value("leftFoot"));
}

#[test]
fn a_foot_is_pulled_while_the_other_stays_planted() {
    let rest = rest();
    let target = position(&rest, "rightFoot") + Vec3::new(-0.1, 0.3, 0.25);
    let chain = ["rightUpperLeg", "rightLowerLeg", "rightFoot"];
    let answers = answers(&[json!({"solver": "full_body", "chain": chain, "target": target.to_array()})]);
    assert_eq!(answers[0]["reached"], true);
    assert_within_limits(&answers[0]);
    assert!(position(&answers[0], "leftFoot").distance(position(&rest, "leftFoot")) < 5e-3);
}
