//! Goals exactly at the root of a chain: the chain folds as far as its bones allow.

use sinew::glam::{Quat, Vec3};
use sinew::ik::{Chain, ChainGoal, ChainMethod, ChainScratch, ChainSolver, IkPose};
use sinew::pose::{LocalPose, ModelPose};
use sinew::skeleton::Joint;
use sinew::{JointId, Skeleton, Transform};

const METHODS: [ChainMethod; 4] =
    [ChainMethod::Ccd, ChainMethod::Fabrik, ChainMethod::JacobianTranspose, ChainMethod::DampedLeastSquares];

/// Chain of bones, each turned by `bend` against the one before it, on a root at `at`.
fn chain(lengths: &[f32], bend: Quat, at: Vec3) -> (Skeleton, Vec<JointId>) {
    let mut joints = vec![Joint {
        name: "0".into(),
        parent: None,
        rest: Transform { translation: at, rotation: bend, ..Transform::IDENTITY },
        in_scene: true,
    }];
    for (n, length) in lengths.iter().enumerate() {
        joints.push(Joint {
            name: (n + 1).to_string(),
            parent: Some(n as u32),
            rest: Transform { translation: Vec3::Y * *length, rotation: bend, ..Transform::IDENTITY },
            in_scene: true,
        });
    }
    let skeleton = Skeleton::new(joints).unwrap();
    let all = (0..=lengths.len()).map(|n| skeleton.find(&n.to_string()).unwrap()).collect();
    (skeleton, all)
}

#[test]
fn chains_fold_onto_their_root() {
    for lengths in [
        &[0.3, 0.3][..],
        &[0.3, 0.3, 0.3],
        &[0.25, 0.35, 0.3],
        &[0.2; 4],
        &[0.1; 9],
        &[0.4, 0.1, 0.2, 0.3, 0.15],
        // The root is out of reach: one bone is longer than the others together.
        &[0.5, 0.2],
        &[0.1, 0.6, 0.2],
    ] {
        let longest = lengths.iter().copied().fold(0.0, f32::max);
        let nearest = (2.0 * longest - lengths.iter().sum::<f32>()).max(0.0);
        for bend in [Quat::IDENTITY, Quat::from_rotation_x(0.01), Quat::from_rotation_z(-0.3)] {
            for (at, near) in [(Vec3::ZERO, 0.0), (Vec3::new(0.3, 1.2, -0.4), 0.0), (Vec3::Y, 1e-7)] {
                let (skeleton, joints) = chain(lengths, bend, at);
                let chain = Chain::new(&skeleton, &joints).unwrap();
                let mut scratch = ChainScratch::with_capacity(chain.links().len());
                for method in METHODS {
                    for rounds in [1, 10] {
                        let solver = ChainSolver::default().with_method(method).with_rounds(rounds);
                        let (mut local, mut model) = (LocalPose::rest(&skeleton), ModelPose::rest(&skeleton));
                        let mut pose = IkPose::new(&skeleton, local.as_mut_slice(), model.as_slice());
                        let goal = ChainGoal::at(at + Vec3::X * near);
                        let result = solver.solve(&chain, &goal, &mut pose, &mut scratch);
                        model.update(&skeleton, &local);
                        let tip: Vec3 = model.get(*joints.last().unwrap()).translation.into();
                        let apart = tip.distance(goal.position);
                        let what = format!("{lengths:?} {bend} {at} {method:?} {rounds}: {apart} {result:?}");
                        assert!((apart - result.error).abs() < 1e-4, "{what}");
                        assert!(apart < nearest + 5e-3, "{what}");
                    }
                }
            }
        }
    }
}
