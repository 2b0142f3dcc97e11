//! Ragdolls of real characters.

use sinew::ragdoll::Ragdoll;
use sinew_suite::falls::{drop_onto_floor, quantile};
use std::sync::Arc;

const FILES: [&str; 10] = [
    "builtin",
    "Knight.glb",
    "brunette",
    "Godette",
    "mannequiny",
    "tiny.x",
    "CesiumMan.glb",
    "Seed",
    "Fox.glb",
    "wuson",
];

#[test]
#[ignore]
fn figures() {
    let seeds: u64 = std::env::var("SEEDS").ok().and_then(|s| s.parse().ok()).unwrap_or(3);
    let only = std::env::var("ONLY").unwrap_or_default();
    let assets = sinew_suite::assets().unwrap();
    let all = sinew_suite::files(&assets, &["glb", "gltf", "vrm", "x", "fbx"]);
    for name in FILES.iter().filter(|n| n.contains(&only)) {
        let imported = if *name == "builtin" {
            sinew_suite::open(&sinew_suite::repository().join("data/sinew.vrm"))
        } else {
            let path = all.iter().find(|p| p.to_string_lossy().to_lowercase().contains(&name.to_lowercase()));
            let Some(path) = path else {
                println!("{name}: missing");
                continue;
            };
            sinew_suite::open(path)
        };
        let imported = imported.unwrap();
        let character = Arc::new(imported.character);
        let ragdoll = Arc::new(match Ragdoll::fit(&character) {
            Ok(r) => r,
            Err(e) => {
                println!("{name}: {e}");
                continue;
            }
        });
        println!("{name}: size {:.2} m, {:.1} kg", ragdoll.size(), ragdoll.mass());
        if std::env::var("PARTS").is_ok() {
            for part in ragdoll.parts() {
                println!(
                    "   {:24} {:8} {:6.2} kg ({:5.2}) c {:.3} parent {:?}",
                    character.skeleton().name(part.joint),
                    format!("{}*{}", part.shapes[0].name(), part.shapes.len()),
                    part.mass.mass,
                    part.simulated_mass.mass,
                    part.mass.center,
                    part.parent
                );
            }
            for note in ragdoll.notes() {
                println!(
                    "   note: {}",
                    note.describe(|p| character.skeleton().name(ragdoll.parts()[p].joint).to_owned())
                );
            }
        }
        for seed in 0..seeds {
            let fall = drop_onto_floor(&character, &ragdoll, seed, 12.0);
            println!(
                "   seed {seed}: rest {:?}, fastest {:.1}, deepest {:.0} mm, sunk {:.2} s, gap median {:.2} p99 {:.1} max {:.1} mm, excess p99 {:.1} max {:.1}, stretch {:.1e}",
                fall.rest,
                fall.fastest,
                fall.deepest * 1000.0,
                fall.sunk,
                quantile(&fall.gaps, 0.5) * 1000.0,
                quantile(&fall.gaps, 0.99) * 1000.0,
                quantile(&fall.gaps, 1.0) * 1000.0,
                quantile(&fall.excesses, 0.99).to_degrees(),
                quantile(&fall.excesses, 1.0).to_degrees(),
                fall.stretch
            );
        }
    }
}
