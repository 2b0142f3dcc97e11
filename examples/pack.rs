//! Packs the clips of a file, reads the pack from memory without copying and plays one of its clips.
//!
//! `cargo run --release --example pack -- [FILE [OUT.sinew]]`

use sinew::pack::{Pack, write_pack};
use sinew::{Actor, Character};
use sinew_author::clip::{CompressionSettings, compress};
use sinew_import::{NoFiles, import};
use std::sync::Arc;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let file = args.next().unwrap_or("data/sinew.vrm".into());
    let bytes = std::fs::read(&file).map_err(|e| format!("{file}: {e}"))?;
    let imported = import(&bytes, &NoFiles)?;
    let (skeleton, settings) = (imported.character.skeleton(), CompressionSettings::default());
    let clips = imported.clips.iter().map(|raw| compress(raw, skeleton, &settings));
    let bytes = write_pack(&imported.character, &clips.collect::<Result<Vec<_>, _>>()?)?;
    if let Some(out) = args.next() {
        std::fs::write(out, &bytes)?;
    }

    // A game would map the file into memory; clip data is never copied.
    let pack = Pack::read(bytes)?;
    let character = Character::new(pack.character_parts())?;
    let (clip, missing) = pack.rebind(0, &character);
    println!("{} clips; {:?} takes {} bytes", pack.clips().len(), clip.name(), clip.size_in_bytes());
    missing.iter().for_each(|name| println!("not in the pack's own character: {name}"));
    let mut actor = Actor::without_clips(Arc::new(character));
    let number = actor.add_clip(Arc::new(clip))?;
    actor.play(number)?.fade(0.2);
    for _ in 0..60 {
        actor.update(1.0 / 60.0);
    }
    for joint in actor.character().skeleton().joints().take(8) {
        let at = actor.frame().model()[joint.index()].translation;
        println!("{:20} {:7.3} {:7.3} {:7.3} m", actor.character().skeleton().name(joint), at.x, at.y, at.z);
    }
    Ok(())
}
