//! Scenes whose frames are hashed bit by bit: the same scene gives the same hashes on every processor and
//! system.
//!
//! Only what runs per frame is hashed, from the built-in character and its clips.

mod fnv;
// Other processors agree with the feature `enhanced-determinism`.
#[cfg(all(test, target_arch = "x86_64"))]
mod golden_tests;
mod scenes;

pub use scenes::{SCENES, Scene};

/// Frames per scene.
pub const FRAMES: usize = 100;

/// Hashes of all scenes as text, one scene per line: the scene's name, then the hash of every tenth frame,
/// each of which includes all frames before it.
#[must_use]
pub fn report() -> String {
    let mut text = String::new();
    for scene in SCENES {
        text.push_str(scene.name);
        for (_, hash) in scene.hashes().into_iter().enumerate().filter(|(frame, _)| frame % 10 == 9) {
            text.push_str(&format!(" {hash:016x}"));
        }
        text.push('\n');
    }
    text
}
