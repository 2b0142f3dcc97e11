//! Tests of `sinew ik` with targets to look at.

use crate::ik::support::{Dice, HEAD, answers, assert_within_limits, ik, number, position, rest, world};
use serde_json::{Value, json};
use sinew::glam::{Quat, Vec3};

/// The direction that faces +Z at rest, and the distance of `target` from the ray in that direction.
fn off_sight(rest: &Value, answer: &Value, target: Vec3) -> (Vec3, f32) {
    let turn = |posed| Quat::from_mat4(&world(posed, "head"));
    let forward = turn(answer) * (turn(rest).inverse() * Vec3::Z);
    let way = target - position(answer, "head");
    (forward, (way - forward * way.dot(forward).max(0.0)).length())
}

#[test]
fn a_head_looks_at_targets_in_front() {
    let (rest, mut dice) = (rest(), Dice(3));
    let eyes = position(&rest, "head");
    // Targets within the view cone, near and far.
    let ahead = |dice: &mut Dice| (Vec3::Z * 1.5 + dice.point()).normalize() * (0.3 + 20.0 * dice.roll());
    let targets: Vec<Vec3> = (0..30).map(|_| eyes + ahead(&mut dice)).collect();
    for chain in [&HEAD[..], &["head"]] {
        let request =
            |target: &Vec3| json!({"solver": "look_at", "chain": chain, "target": target.to_array()});
        let requests: Vec<_> = targets.iter().map(request).collect();
        for (answer, target) in answers(&requests).iter().zip(&targets) {
            let (_, off) = off_sight(&rest, answer, *target);
            assert!((off - number(&answer["error_m"])).abs() < 1e-4, "{off} {}", answer["error_m"]);
            assert_within_limits(answer);
            assert!(answer["reached"] == true || chain.len() == 1, "{target}: {off}");
        }
    }
}

#[test]
fn a_rotation_is_ignored_and_reported() {
    let look = json!({"solver": "look_at", "chain": HEAD, "target": [0.5, 1.7, 2]});
    let mut turned = look.clone();
    turned["rotation"] = json!([0, 1, 0, 0]);
    let run = ik(&["--json"], &json!([look, turned]).to_string());
    assert_eq!((run.code, run.err.as_str()), (0, "sinew: request 1: look_at ignores rotation\n"));
    let answers = run.json();
    assert!(
        answers[0]["reached"] == true && answers[0].get("rotation_error_rad").is_none(),
        "{}",
        answers[0]
    );
    assert_eq!(answers[0], answers[1]);
    assert!(!ik(&[], &json!([turned]).to_string()).out.contains("turned"));
    // It must still be valid.
    turned["rotation"] = json!([0, 0, 0, 0]);
    ik(&["--json"], &json!([turned]).to_string()).failed(1, &["request 0, rotation: "]);
}

#[test]
fn targets_behind_are_looked_at_up_to_the_view_cone() {
    let (rest, mut dice) = (rest(), Dice(4));
    let eyes = position(&rest, "head");
    let behind = |dice: &mut Dice| eyes + (dice.point() * 0.9 - Vec3::Z) * 2.0;
    let targets: Vec<Vec3> = (0..20).map(|_| behind(&mut dice)).collect();
    let request = |target: &Vec3| json!({"solver": "look_at", "chain": HEAD, "target": target.to_array()});
    let requests: Vec<_> = targets.iter().map(request).collect();
    for (answer, target) in answers(&requests).iter().zip(&targets) {
        let (forward, off) = off_sight(&rest, answer, *target);
        assert!((off - number(&answer["error_m"])).abs() < 1e-4 && off > 0.1, "{off}");
        assert_eq!(answer["reached"], false);
        // The head moves as the neck bends, so the border is only approximately at 60 degrees.
        assert!(forward.z > 0.4 && forward.angle_between(*target - eyes) < 2.3, "{forward}");
        assert_within_limits(answer);
    }
}
