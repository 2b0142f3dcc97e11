use crate::ik_asked::{Dice, answers, assert_within_limits, number, place, rest};
use serde_json::{Value, json};
use sinew::glam::Vec3;

#[test]
fn a_body_bends_where_an_arm_is_too_short_and_stays_on_its_feet() {
    let (rest, mut dice) = (rest(), Dice(11));
    let shoulder = place(&rest, "leftUpperArm");
    let arm = place(&rest, "leftHand").distance(shoulder);
    // Further off than the arm is long, before the body.
    let far = |dice: &mut Dice| {
        let way = Vec3::new(0.5, -0.4, 1.2) + dice.place() * 0.4;
        shoulder + way.normalize() * arm * (1.05 + 0.2 * dice.roll())
    };
    let targets: Vec<Vec3> = (0..20).map(|_| far(&mut dice)).collect();
    let request = |target: &Vec3| json!({"solver": "full_body", "chain": ["hips", "leftHand"], "target": target.to_array()});
    let requests: Vec<Value> = targets.iter().map(request).collect();
    for (answer, target) in answers(&requests).iter().zip(&targets) {
        let error = number(&answer["error_m"]);
        assert!((place(answer, "leftHand").distance(*target) - error).abs() < 1e-5);
        assert_eq!(answer["reached"], true, "{target}: {error}");
        assert_within_limits(answer);
        assert_ne!(place(answer, "chest"), place(&rest, "chest"));
        for foot in ["leftFoot", "rightFoot"] {
            let gone = place(answer, foot).distance(place(&rest, foot));
            assert!(gone < 5e-3, "{target}: {foot} by {gone}");
        }
    }
}

#[test]
fn a_foot_may_be_pulled_at_while_the_other_stands() {
    let rest = rest();
    let target = place(&rest, "rightFoot") + Vec3::new(-0.1, 0.3, 0.25);
    let chain = ["rightUpperLeg", "rightLowerLeg", "rightFoot"];
    let answers = answers(&[json!({"solver": "full_body", "chain": chain, "target": target.to_array()})]);
    assert_eq!(answers[0]["reached"], true);
    assert_within_limits(&answers[0]);
    assert!(place(&answers[0], "leftFoot").distance(place(&rest, "leftFoot")) < 5e-3);
}
