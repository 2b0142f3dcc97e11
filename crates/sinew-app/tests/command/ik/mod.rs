//! Tests of `sinew ik`.

mod errors;
mod full_body;
mod look;
pub(crate) mod support;

use crate::ik::support::{
    Dice, HEAD, LEFT_ARM, RIGHT_LEG, answers, assert_within_limits, node_name, number, position, reachable,
    rest, world,
};
use serde_json::{Value, json};
use sinew::glam::{Mat4, Quat, Vec3};

#[test]
fn every_solver_reaches_targets_within_reach() {
    let chains: [(&str, &[&str]); 8] = [
        ("two_bone", &LEFT_ARM),
        ("two_bone", &RIGHT_LEG),
        ("ccd", &LEFT_ARM),
        ("fabrik", &LEFT_ARM),
        ("jacobian", &LEFT_ARM),
        ("ccd", &RIGHT_LEG),
        ("fabrik", &["spine", "chest", "leftShoulder", "leftUpperArm", "leftLowerArm", "leftHand"]),
        ("jacobian", &["spine", "chest", "leftShoulder", "leftUpperArm", "leftLowerArm", "leftHand"]),
    ];
    for (solver, chain) in chains {
        let targets = reachable(chain, 40);
        let request = |target: &Vec3| json!({"solver": solver, "chain": chain, "target": target.to_array()});
        let requests: Vec<_> = targets.iter().map(request).collect();
        let mut reached = 0;
        for (answer, target) in answers(&requests).iter().zip(&targets) {
            let (tip, error) = (chain.last().unwrap(), number(&answer["error_m"]));
            assert!((position(answer, tip).distance(*target) - error).abs() < 1e-5, "{answer}");
            assert_eq!(answer["reached"], error <= 1e-3);
            assert_within_limits(answer);
            assert!(!answer["limits"].as_array().unwrap().is_empty());
            reached += usize::from(error <= 1e-3);
        }
        // The closed form has one solution; if a limit prevents it, other solvers may find another.
        let least = if solver == "two_bone" { 36 } else { 39 };
        assert!(reached >= least, "{solver} {chain:?}: {reached} of {}", targets.len());
    }
}

#[test]
fn the_number_of_rounds_is_as_requested() {
    let chain = ["spine", "chest", "leftShoulder", "leftUpperArm", "leftLowerArm", "leftHand"];
    let targets = reachable(&chain, 40);
    let asked = |solver: &str, rounds: Option<u32>| {
        let request = |target: &Vec3| {
            let mut request = json!({"solver": solver, "chain": chain, "target": target.to_array()});
            if let Some(rounds) = rounds {
                request["rounds"] = json!(rounds);
            }
            request
        };
        let answers = answers(&targets.iter().map(request).collect::<Vec<_>>());
        answers.iter().for_each(assert_within_limits);
        assert!(
            answers.iter().filter(|answer| answer["reached"] == true).count() >= 38,
            "{solver} {rounds:?}"
        );
        answers.into_iter().map(|answer| answer["nodes"].clone()).collect::<Vec<_>>()
    };
    let damped = asked("jacobian", None);
    for solver in ["ccd", "fabrik"] {
        let [none, one, all] = [Some(0), Some(1), Some(u32::MAX)].map(|rounds| asked(solver, rounds));
        assert!(none == damped && one == asked(solver, None));
        let others = all.iter().zip(&one).filter(|(a, b)| a != b).count();
        assert!(others > 3 && one != damped, "{solver}: {others}");
    }
}

#[test]
fn only_joints_of_the_chain_turn_and_the_root_stays() {
    let rest = rest();
    let solvers = ["two_bone", "ccd", "fabrik", "jacobian"];
    let request = |solver| json!({"solver": solver, "chain": LEFT_ARM, "target": [0.3, 1.2, 0.25]});
    for answer in answers(&solvers.map(request)) {
        let local = |posed: &Value, n: usize| {
            let node = &posed["nodes"][n];
            let matrix = |n: usize| {
                let numbers: Vec<f32> =
                    posed["nodes"][n]["world"].as_array().unwrap().iter().map(number).collect();
                Mat4::from_cols_slice(&numbers)
            };
            let above = node["parent"].as_u64().map(|parent| matrix(parent as usize).inverse());
            above.unwrap_or(Mat4::IDENTITY) * matrix(n)
        };
        let nodes = answer["nodes"].as_array().unwrap();
        let changed = |n: &usize| !local(&answer, *n).abs_diff_eq(local(&rest, *n), 1e-5);
        let mut turned = Vec::new();
        for n in (0..nodes.len()).filter(changed) {
            assert!((local(&answer, n).w_axis - local(&rest, n).w_axis).length() < 1e-5);
            turned.push(nodes[n]["name"].as_str().unwrap());
        }
        assert_eq!(turned, ["leftUpperArm", "leftLowerArm"].map(node_name));
        assert_eq!(position(&answer, "leftUpperArm"), position(&rest, "leftUpperArm"));
    }
}

#[test]
fn weights_blend_from_the_rest_pose() {
    let rest = rest();
    let hand = position(&rest, "leftHand");
    let target = [0.3, 1.2, 0.25];
    for (solver, chain) in [
        ("two_bone", LEFT_ARM),
        ("look_at", HEAD),
        ("ccd", LEFT_ARM),
        ("fabrik", LEFT_ARM),
        ("jacobian", LEFT_ARM),
    ] {
        let request = |weight| json!({"solver": solver, "chain": chain, "target": target, "weight": weight});
        let answers = answers(&[0.0, 0.25, 0.5, 0.75, 1.0].map(request));
        let numbers = |posed: &Value| -> Vec<f32> {
            let nodes = posed["nodes"].as_array().unwrap();
            nodes.iter().flat_map(|node| node["world"].as_array().unwrap()).map(number).collect()
        };
        let off =
            numbers(&rest).iter().zip(numbers(&answers[0])).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(off < 1e-5, "{solver}: {off}");
        let errors: Vec<f32> = answers.iter().map(|answer| number(&answer["error_m"])).collect();
        if solver != "look_at" {
            assert!((errors[0] - hand.distance(target.into())).abs() < 1e-5);
            assert!(errors[4] < 1e-3 && errors[2] > 1e-2, "{solver}: {errors:?}");
        }
    }
}

#[test]
fn elbows_and_knees_bend_the_right_way_and_towards_the_pole() {
    let rest = rest();
    let hip = position(&rest, "rightUpperLeg");
    let below = hip - Vec3::Y * 0.6 * position(&rest, "rightFoot").distance(hip);
    let shoulder = position(&rest, "leftUpperArm");
    let ahead = shoulder + Vec3::new(0.1, -0.1, 0.25);
    let reach = |chain: [&str; 3], target: Vec3, pole: Option<Vec3>| {
        let mut request = json!({"solver": "two_bone", "chain": chain, "target": target.to_array()});
        if let Some(pole) = pole {
            request["pole"] = json!(pole.to_array());
        }
        request
    };
    let outwards = shoulder + Vec3::new(2.0, -1.0, 0.0);
    let down = shoulder + Vec3::new(0.5, -2.0, 0.0);
    let answers = answers(&[
        reach(RIGHT_LEG, below, None),
        reach(LEFT_ARM, ahead, Some(outwards)),
        reach(LEFT_ARM, ahead, Some(down)),
    ]);
    answers.iter().for_each(|answer| assert!(answer["reached"] == true, "{}", answer["error_m"]));
    // The foot is behind the knee.
    assert!(position(&answers[0], "rightLowerLeg").z > hip.z + 0.05);
    let elbows = [1, 2].map(|n| position(&answers[n], "leftLowerArm"));
    assert!(elbows[0].x > elbows[1].x + 0.01 && elbows[1].y < elbows[0].y - 0.01, "{elbows:?}");
}

#[test]
fn a_requested_rotation_is_reported_with_its_error_and_limits() {
    let rest = rest();
    let (target, mut dice) = ([0.3, 1.2, 0.25], Dice(5));
    let at_rest = Quat::from_mat4(&world(&rest, "leftHand"));
    let turns: Vec<Quat> = (0..10).map(|_| dice.turn(2.5) * at_rest).collect();
    for solver in ["two_bone", "ccd", "fabrik", "jacobian"] {
        let request = |turn: &Quat| {
            // Quaternions of any length are accepted.
            let rotation = (*turn * 3.0).to_array();
            json!({"solver": solver, "chain": LEFT_ARM, "target": target, "rotation": rotation})
        };
        let requests: Vec<_> = turns.iter().map(request).collect();
        for (answer, turn) in answers(&requests).iter().zip(&turns) {
            let is = Quat::from_mat4(&world(answer, "leftHand"));
            let reported = number(&answer["rotation_error_rad"]);
            assert!((is.angle_between(*turn) - reported).abs() < 2e-3, "{solver}: {reported}");
            assert_eq!(answer["reached"], true);
            assert_within_limits(answer);
            let limits = answer["limits"].as_array().unwrap();
            let hand = |limit: &&Value| limit["joint"] == node_name("leftHand");
            assert_eq!(limits.iter().filter(hand).count(), 2);
        }
    }
}
