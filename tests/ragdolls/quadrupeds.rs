//! Ragdolls of quadrupeds: legs that bend as those of animals do.

use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::limit::Swing;
use sinew::ragdoll::{Ragdoll, RagdollPart, RagdollSettings, StabilityNote};
use sinew::{Actor, Character, FrameInput};
use sinew_suite::falls::{STEP, drop_onto_floor, falling, quantile, world_with_floor};
use sinew_suite::horse;
use std::sync::Arc;

fn part<'a>(ragdoll: &'a Ragdoll, character: &Character, name: &str) -> &'a RagdollPart {
    let joint = character.find_joint(name).unwrap();
    ragdoll.parts().iter().find(|part| part.joint == joint).unwrap_or_else(|| panic!("{name} is a part"))
}

/// Way of a leg's lower end, along the character's forward direction, when its joint turns as far as it can in
/// either direction: [one end of the range, the other].
fn swings(ragdoll: &Ragdoll, character: &Character, name: &str) -> [f32; 2] {
    let part = part(ragdoll, character, name);
    let Swing::Hinge { axis, range } = part.limit.swing() else { panic!("{name}: {:?}", part.limit) };
    let above = character.skeleton().parent(part.joint).unwrap();
    let above = Quat::from_mat3a(&character.reference_model()[above.index()].matrix3);
    let end = part.mass.center.normalize();
    [range.min(), range.max()].map(|angle| {
        let turned = Quat::from_axis_angle(above * *axis, angle) * end;
        (turned - end).dot(character.forward())
    })
}

/// Degrees that a leg's joint can turn so that its end goes forwards and backwards.
fn ranges(ragdoll: &Ragdoll, character: &Character, name: &str) -> [f32; 2] {
    let Swing::Hinge { range, .. } = part(ragdoll, character, name).limit.swing() else { panic!("{name}") };
    let [at_min, at_max] = swings(ragdoll, character, name);
    let [min, max] = [range.min().abs().to_degrees(), range.max().abs().to_degrees()];
    if at_min > at_max { [min, max] } else { [max, min] }
}

/// Degrees forwards and backwards: from the straight leg, and 5° beyond, to one folded by 140°. Stifles fold
/// backwards, hocks and elbows forwards, and the straight carpus backwards, against the elbow.
const BENDS: [(&str, [f32; 2]); 4] = [
    ("shin", [74.0 + 5.0, 140.0 - 74.0]),
    ("cannon", [140.0 - 50.0, 50.0 + 5.0]),
    ("forearm", [140.0 - 45.0, 45.0 + 5.0]),
    ("pastern", [3.0 + 5.0, 140.0 - 3.0]),
];

fn bends_as_a_horse(ragdoll: &Ragdoll, character: &Character, side: &str, is_reversed: bool) {
    for (name, expected) in BENDS {
        let mut found = ranges(ragdoll, character, &format!("{name}{side}"));
        if is_reversed {
            found.reverse();
        }
        let is_near = found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 2.0);
        assert!(is_near, "{name}{side}: {found:?} for {expected:?}");
    }
}

#[test]
fn legs_of_a_horse_bend_the_right_way_whatever_its_units_and_direction() {
    for (scale, forward) in [(1.0, 1.0), (100.0, 1.0), (1.0, -1.0)] {
        let character = horse(scale, forward);
        let ragdoll = Ragdoll::fit(&character).unwrap();
        // Six of the trunk, four per leg.
        assert_eq!(ragdoll.parts().len(), 22);
        assert_eq!(ragdoll.units_per_metre(), scale);
        assert!((200.0..900.0).contains(&ragdoll.mass()), "{} kg", ragdoll.mass());
        for side in ["L", "R"] {
            bends_as_a_horse(&ragdoll, &character, side, forward < 0.0);
        }
        // Nothing rests beyond its limit.
        let is_exceeded = |note: &&StabilityNote| matches!(note, StabilityNote::LimitExceeded { .. });
        assert_eq!(ragdoll.notes().iter().find(is_exceeded), None);
    }
}

#[test]
fn legs_of_the_fox_have_upper_and_lower_parts_and_paws() {
    let Some((character, ragdoll)) = falling("Fox") else { return };
    for name in [
        "b_LeftLeg01_015",
        "b_LeftLeg02_016",
        "b_LeftFoot01_017",
        "b_LeftFoot02_018",
        "b_RightUpperArm_06",
        "b_RightForeArm_07",
        "b_RightHand_08",
    ] {
        part(&ragdoll, &character, name);
    }
    let [forwards, backwards] = ranges(&ragdoll, &character, "b_LeftLeg02_016");
    assert!(backwards > 60.0 && backwards > forwards + 20.0, "{forwards} {backwards}");
    let [forwards, backwards] = ranges(&ragdoll, &character, "b_LeftFoot01_017");
    assert!(forwards > 60.0 && forwards > backwards + 20.0, "{forwards} {backwards}");
    let thin: Vec<_> =
        ragdoll.notes().iter().filter(|note| matches!(note, StabilityNote::Thin { .. })).collect();
    assert!(thin.is_empty(), "{thin:?}");
}

/// Thighs whose skin hip and shin move as much have a shape of the leg's thickness, also where the joints are
/// listed.
#[test]
fn thighs_are_as_thick_as_their_skin() {
    let Some((character, _)) = falling("Fox") else { return };
    let names = ["b_Hip_01", "b_LeftLeg01_015", "b_LeftLeg02_016", "b_LeftFoot01_017"];
    let joints = names.map(|name| character.find_joint(name).unwrap());
    let settings = RagdollSettings::default().with_joints(joints.to_vec());
    let ragdoll = Ragdoll::fit_with(&character, &settings).unwrap();
    let thigh = part(&ragdoll, &character, "b_LeftLeg01_015");
    let thickness = thigh.support(Vec3::X) + thigh.support(Vec3::NEG_X);
    assert!(thickness > 4.0, "{thickness} of the file's centimetres");
    assert!(!ragdoll.notes().iter().any(|note| matches!(note, StabilityNote::Thin { .. })));
}

/// They fall, rest, and lie low: legs fold.
#[test]
fn quadrupeds_fall_and_come_to_rest() {
    let mut bodies = vec![("horse", horse(1.0, 1.0)), ("horse in centimetres", horse(100.0, 1.0))];
    bodies.extend(falling("Fox").map(|(character, _)| ("Fox", character)));
    for (name, character) in bodies {
        let ragdoll = Arc::new(Ragdoll::fit(&character).unwrap());
        for seed in 0..4 {
            let fall = drop_onto_floor(&character, &ragdoll, seed, 10.0);
            let [gap, excess] = [quantile(&fall.gaps, 0.5) * 1000.0, quantile(&fall.excesses, 0.99)];
            println!(
                "{name} {seed}: rest {:?} s, {:.1} m/s, gap {gap:.2} mm, excess {:.1}°, sunk {:.2} s",
                fall.rest,
                fall.fastest,
                excess.to_degrees(),
                fall.sunk
            );
            assert!(fall.rest.is_some(), "{name} {seed} is not at rest");
            assert!(fall.fastest < 30.0 && gap < 1.0 && excess.to_degrees() < 3.0, "{name} {seed}");
        }
    }
}

/// A standing animal collapses: its legs do not carry it, its trunk comes down.
#[test]
fn standing_quadrupeds_collapse() {
    let mut bodies = vec![("horse", horse(1.0, 1.0), "spine")];
    bodies.extend(falling("Fox").map(|(character, _)| ("Fox", character, "b_Spine01_02")));
    for (name, character, trunk) in bodies {
        let ragdoll = Arc::new(Ragdoll::fit(&character).unwrap());
        let mut actor = Actor::without_clips(character.clone());
        actor.set_ragdoll(Some(ragdoll.clone())).unwrap();
        actor.ragdoll_mut().unwrap().start();
        let mut world = world_with_floor(&ragdoll);
        let joint = character.find_joint(trunk).unwrap().index();
        let height = |actor: &Actor| actor.frame().model()[joint].translation.y;
        let before = height(&actor);
        for _ in 0..600 {
            actor.resolve(FrameInput::new(STEP, Affine3A::IDENTITY).with_physics(&mut world));
        }
        let after = height(&actor);
        println!("{name}: {before} to {after}");
        assert!(after < 0.5 * before, "{name}: {before} to {after}");
        assert!(actor.ragdoll().unwrap().is_at_rest(), "{name}");
    }
}
