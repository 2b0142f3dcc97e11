//! Bodies that are pushed over get up within the bounds of the bench `get_up`, on every surface.

use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::humanoid::HumanBone;
use sinew_suite::getting_up::{BODIES, FallingBody, GetUpFigures, Push, Surface, Trial, pushes};

/// Every `step`th push of a body on a surface.
fn figures(body: &FallingBody, surface: Surface, step: usize) -> GetUpFigures {
    let mut all = GetUpFigures::default();
    for (n, push) in pushes().iter().enumerate().skip(step / 2).step_by(step) {
        all = all.merged(&Trial::new(body, surface, push, n as u64).run(push, |_, _| {}));
    }
    all
}

#[test]
fn the_built_in_character_gets_up_on_every_surface() {
    let body = FallingBody::open(std::path::Path::new(""), "built-in", "");
    for surface in Surface::ALL {
        let figures = figures(&body, surface, 8);
        println!("{}: {figures:?}", surface.name());
        assert_eq!(figures.tried, 8);
        let (stood, clean) = match surface {
            Surface::Floor => (8, 8),
            Surface::Slope => (8, 7),
            // Of all 64 pushes 64 and 56.
            Surface::Stairs => (8, 6),
            Surface::Wall | Surface::Boxes => (7, 4),
        };
        assert!(figures.stood >= stood && figures.clean >= clean, "{}: {figures:?}", surface.name());
    }
}

#[test]
fn other_bodies_get_up_from_a_floor() {
    let Some(folder) = sinew_suite::assets() else { return };
    for (name, file) in BODIES.into_iter().filter(|body| !body.1.is_empty()) {
        let body = FallingBody::open(&folder, name, file);
        let figures = figures(&body, Surface::Floor, 16);
        println!("{name}: {figures:?}");
        assert_eq!((figures.tried, figures.stood), (4, 4), "{name}");
        assert!(figures.clean >= 3, "{name}: {figures:?}");
    }
}

/// Reactions to hits, and the clips of hits and stumbles, hold the bounds of getting up.
#[test]
fn hits_and_stumbles_hold_the_bounds_too() {
    let body = FallingBody::open(std::path::Path::new(""), "built-in", "");
    let holds = |name: &str, figures: &GetUpFigures| {
        println!("{name}: {figures:?}");
        assert!(figures.speed < 6.0 && figures.rise < 2.0 && figures.sunk < 0.1, "{name}: {figures:?}");
        assert!(
            figures.slide < 0.05 && figures.jump[0] < 0.05 && figures.jump[1] < 10.0,
            "{name}: {figures:?}"
        );
    };
    // Light parts get less: the velocity right after a hit is that of the impulse itself.
    let hits = [
        (HumanBone::Chest, 60.0),
        (HumanBone::Head, 12.0),
        (HumanBone::LeftUpperArm, 8.0),
        (HumanBone::RightUpperLeg, 25.0),
    ];
    for (bone, strength) in hits {
        for side in 0..4 {
            let angle = side as f32 * std::f32::consts::FRAC_PI_2;
            let impulse = Vec3::new(angle.sin(), 0.0, angle.cos()) * strength;
            let push = Push { clip: "idle", at: 0.5, impulse };
            let figures = Trial::new(&body, Surface::Floor, &push, 0).react(&push, bone);
            holds(&format!("{bone:?} from {side}"), &figures);
        }
    }
    let push = Push { clip: "idle", at: 0.0, impulse: Vec3::ZERO };
    for clip in ["hit_front", "hit_back", "hit_left", "hit_right", "stumble"] {
        let figures = Trial::new(&body, Surface::Floor, &push, 0).play_through(clip);
        holds(clip, &figures);
    }
}

/// A character that is teleported while it gets up takes its body along, and goes on getting up there.
#[test]
fn a_teleport_takes_a_body_that_gets_up_along() {
    let body = FallingBody::open(std::path::Path::new(""), "built-in", "");
    let away = Affine3A::from_rotation_translation(Quat::from_rotation_y(1.2), Vec3::new(30.0, 0.0, -20.0));
    let push = &pushes()[9];
    // While it settles, and while it rises.
    for frames in [10, 100] {
        let there = Trial::new(&body, Surface::Floor, push, 0).run(push, |_, _| {});
        let mut trial = Trial::new(&body, Surface::Floor, push, 0).with_teleport(frames, away);
        let (mut deepest, mut highest) = (f32::MAX, f32::MIN);
        let figures = trial.run(push, |trial, _| {
            deepest = deepest.min(trial.hips().y);
            highest = highest.max(trial.hips().y);
        });
        println!("{frames}: {figures:?}, hips {}", trial.hips());
        assert_eq!((figures.stood, figures.tried), (1, 1), "{figures:?}");
        assert!((figures.times[0] - there.times[0]).abs() < 0.1, "{} {}", figures.times[0], there.times[0]);
        assert!(deepest > 0.05 && highest < 1.0, "{deepest} to {highest}");
        assert!(trial.hips().distance(Vec3::new(30.0, 0.9, -20.0)) < 3.0, "{}", trial.hips());
    }
}
