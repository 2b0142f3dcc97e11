//! Grooms of the built-in character: time to grow one, to measure the body that it stays out of, and to load
//! both from a file.
//!
//! `cargo bench --bench grooms` grows each haircut of `data/grooms`, and the long one with a million strands
//! (`million`). `--count N` (5) sets the number of repetitions, of which the fastest counts; `-- WORD…`
//! selects lines. All times are milliseconds of one processor core.
//!
//! - grow: from the description to guides and strands, with the distance field of the skin.
//! - again: the same on skin whose field is known.
//! - body: fields and capsules of the body.
//! - MiB, save, load: size of the groom file with both, and the time to write and to read it.
//! - cards: from the groom to cards with their textures (`HairCards::new`); their number of vertices.

#[path = "../tests/suite/clock.rs"]
mod clock;

use clock::now;
use sinew::character::MeshInstanceId;
use sinew::hair::{HairBody, read_groom, write_groom};
use sinew::surface::CharacterSurface;
use sinew_author::hair::{
    CardSettings, GroomDescription, GroomMaps, HairCards, HairSkin, HeadShape, generate_groom,
};
use sinew_suite::{BenchCall, repository};
use std::sync::Arc;
use std::time::Duration;

const HAIRCUTS: [&str; 10] =
    ["bob", "short", "swept", "long", "ponytail", "braid", "beard", "brows", "lashes", "million"];

fn main() {
    let Some(call) = BenchCall::of_process("grooms", 5, 1) else { return };
    let file = std::fs::read(repository().join("data/sinew.vrm")).expect("the built-in character");
    let character = sinew_import::import(&file, &sinew_import::NoFiles).expect("a character").character;
    let is_skin = |id: MeshInstanceId| {
        let instance = &character.mesh_instances()[id];
        !character.meshes()[instance.mesh].name.contains("hair")
            && !character.skeleton().name(instance.node).contains("hair")
    };
    let surface = Arc::new(CharacterSurface::new(&character));
    println!(
        "{:10}{:>10}{:>9}{:>9}{:>9}{:>8}{:>9}{:>9}{:>9}{:>10}",
        "", "strands", "grow", "again", "body", "MiB", "save", "load", "cards", "vertices"
    );
    for name in HAIRCUTS.into_iter().filter(|name| call.words.iter().all(|word| name.contains(word.as_str())))
    {
        let source = if name == "million" { "long" } else { name };
        let text = std::fs::read_to_string(repository().join(format!("data/grooms/{source}.ron")));
        let mut description = GroomDescription::from_ron(&text.expect("a groom")).expect("a groom");
        if name == "million" {
            description.layers[0].strands = 1_000_000;
        }
        let mut best = [Duration::MAX; 6];
        let (mut strands, mut bytes, mut vertices) = (0, 0, 0);
        for _ in 0..call.count {
            let skin = HairSkin::new(&character, &surface, is_skin);
            let head = HeadShape::measure(&character, &skin).expect("a head");
            let grow = || generate_groom(&character, &skin, &head, &description, &GroomMaps::new());
            let (first, groom) = timed(grow);
            let (again, _) = timed(grow);
            let groom = groom.expect("hair");
            let (measured, body) = timed(|| HairBody::measure(&character, is_skin));
            let (saved, file) = timed(|| write_groom(&character, &groom, &body, &[]).expect("a file"));
            let (loaded, read) = timed(|| read_groom(&file, &character).expect("the same hair"));
            let (carded, cards) = timed(|| HairCards::new(&groom, &character, &CardSettings::default()));
            assert_eq!(read.groom.strand_count(), groom.strand_count());
            (strands, bytes) = (groom.strand_count(), file.len());
            vertices = cards.expect("cards").vertex_count();
            for (best, time) in best.iter_mut().zip([first, again, measured, saved, loaded, carded]) {
                *best = time.min(*best);
            }
        }
        let [grow, again, body, save, load, cards] = best.map(|time| time.as_secs_f64() * 1e3);
        let size = bytes as f64 / f64::from(1 << 20);
        println!(
            "{name:10}{strands:10}{grow:9.1}{again:9.1}{body:9.1}{size:8.2}{save:9.1}{load:9.1}{cards:9.1}{vertices:10}"
        );
    }
}

/// Time that a function takes, and its result.
fn timed<T>(run: impl FnOnce() -> T) -> (Duration, T) {
    let start = now();
    let result = run();
    (now() - start, result)
}
