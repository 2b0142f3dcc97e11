//! Viewer that looks at its files in every frame, for tests.

use super::harness::{Bench, Scratch};
use sinew::glam::Vec3;
use sinew::hair::HairState;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub(super) const GRAPH: &str = r#"(
    parameters: { "speed": Float(0.0) },
    output: BlendSpace1d(x: "speed", points: [(0.0, Clip(clip: "idle")), (1.0, Clip(clip: "walk"))]),
)"#;
pub(super) const GROOM: &str = r#"Groom(layers: [Layer(name: "few", length: 0.3, strands: 300, guides: 40,
    look: (width: 0.002), physics: (stiffness: 1.5))])"#;

/// A viewer that looks at its files in every frame.
pub(super) fn bench() -> Bench {
    let mut bench = Bench::new();
    (bench.state.watch.interval, bench.state.watch.waits) = (Duration::ZERO, true);
    bench
}

/// Frames until the change is noticed and all that is made beside the window is there.
pub(super) fn settle(bench: &mut Bench) {
    (0..5).for_each(|_| bench.frame(Vec::new()));
    for _ in 0..6000 {
        bench.frame(Vec::new());
        if !bench.state.hair.is_generating() && !bench.state.remake.is_running() {
            return bench.frame(Vec::new());
        }
        assert!(bench.state.is_moving(), "the window goes on drawing");
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("nothing was made");
}

pub(super) fn errors(bench: &Bench) -> Vec<String> {
    bench.state.watch.errors().map(str::to_owned).collect()
}

pub(super) fn hair(bench: &Bench) -> &HairState {
    bench.state.shown.player.actor.hair().unwrap()
}

pub(super) fn guide_count(bench: &Bench) -> usize {
    hair(bench).groom().layers[0].guides.len()
}

pub(super) fn stiffness(bench: &Bench) -> f32 {
    hair(bench).simulation(0).unwrap().settings().stiffness
}

/// End of the first guide in the world.
pub(super) fn tip_of(bench: &Bench) -> Vec3 {
    hair(bench).pose(0).guide(0).last().unwrap().position()
}

/// A file beside the one of a scratch folder.
pub(super) fn beside(file: &Scratch, name: &str, content: &[u8]) -> PathBuf {
    let path = file.0.with_file_name(name);
    std::fs::write(&path, content).unwrap();
    path
}

pub(super) fn write(path: &Path, text: &str) {
    std::fs::write(path, text).unwrap();
}

/// The way in which many editors save: a temporary file is renamed.
pub(super) fn save_by_renaming(path: &Path, text: &str) {
    let temporary = path.with_extension("tmp");
    write(&temporary, text);
    std::fs::rename(temporary, path).unwrap();
}
