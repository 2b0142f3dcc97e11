//! The built-in character walks, cross-fades into a run and stops. Prints every footstep event with its blend
//! weight.
//!
//! `cargo run --example crossfade`

use sinew::Actor;
use sinew_import::{NoFiles, import};
use std::sync::Arc;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let imported = import(include_bytes!("../data/sinew.vrm"), &NoFiles)?;
    let clips = imported.clips;
    let mut actor = Actor::new(Arc::new(imported.character), clips)?;
    actor.play("walk")?;
    for frame in 0..60 * 5 {
        match frame {
            120 => _ = actor.play("run")?.fade(0.5),
            240 => _ = actor.play("idle")?.inertialize(0.3),
            _ => {}
        }
        actor.update(1.0 / 60.0);
        for event in actor.frame().events() {
            let (name, clip) = (event.name(actor.clips()), actor.clips()[event.clip].name());
            let seconds = (frame + 1) as f32 / 60.0;
            println!("{seconds:5.2} s  {name:10}  of {clip:4}  at weight {:.2}", event.weight);
        }
    }
    Ok(())
}
