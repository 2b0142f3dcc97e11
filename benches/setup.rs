//! Set-ups: the time to open the hero, by part, and what one more actor of it takes.
//!
//! `cargo bench --bench setup`

use divan::Bencher;
use sinew::Actor;
use sinew_import::ImageDecoder;
use sinew_setup::{Setup, SetupDescription, SetupFile, System};

fn main() {
    divan::main();
}

/// The hero's set-up with a changed description.
fn hero(edit: impl FnOnce(&mut SetupDescription)) -> SetupFile {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/data/hero/hero.ron");
    SetupFile::open(path).unwrap().edited(edit)
}

/// Part of the hero that is opened.
#[derive(Clone, Copy, Debug)]
enum Part {
    /// All of it.
    All,
    /// All but the hair.
    WithoutHair,
    /// All but hair and ragdoll.
    WithoutHairAndRagdoll,
    /// The model and its clips, with the detected face, springs and IK rig.
    Model,
}

#[divan::bench(args = [Part::All, Part::WithoutHair, Part::WithoutHairAndRagdoll, Part::Model], max_time = 5)]
fn open(bencher: Bencher<'_, '_>, part: Part) {
    let file = hero(|setup| match part {
        Part::All => {}
        Part::WithoutHair => setup.hair = None,
        Part::WithoutHairAndRagdoll => (setup.hair, setup.without) = (None, vec![System::Ragdoll]),
        Part::Model => {
            let model = std::mem::take(&mut setup.model);
            *setup =
                SetupDescription { model, without: vec![System::Ragdoll], ..SetupDescription::default() };
        }
    });
    bencher.bench_local(|| Setup::from_file(&file).unwrap());
}

/// The file alone: import of the model with its clips.
#[divan::bench]
fn import(bencher: Bencher<'_, '_>) {
    let file = hero(|_| {});
    bencher.bench_local(|| file.import().unwrap());
}

/// Textures of the model, its wrinkles and its decals.
#[divan::bench(max_time = 5)]
fn decode_textures(bencher: Bencher<'_, '_>) {
    let setup = Setup::from_file(&hero(|_| {})).unwrap();
    let actor = setup.actor().unwrap();
    let map = actor.wrinkles().unwrap().map().clone();
    let wrinkles = map.materials().iter().flat_map(|material| {
        let layers =
            material.images.iter().flat_map(|images| [&images.normal, &images.surface, &images.color]);
        layers.flatten().chain(&material.masks).cloned()
    });
    let decals = actor.decals().unwrap().decals().materials.iter().map(|look| look.color.clone());
    let images: Vec<_> = setup.character().images().iter().cloned().chain(wrinkles).chain(decals).collect();
    bencher.bench_local(|| {
        let mut decoder = ImageDecoder::new();
        images.iter().filter(|image| decoder.decode(image).is_ok()).count()
    });
}

/// One more actor of a set-up that is open.
#[divan::bench]
fn actor(bencher: Bencher<'_, '_>) {
    let setup = Setup::from_file(&hero(|_| {})).unwrap();
    bencher.bench_local(|| setup.actor().unwrap());
}

/// A frame of the hero who walks, with and without hair.
#[divan::bench(args = [true, false])]
fn frame(bencher: Bencher<'_, '_>, has_hair: bool) {
    let setup = Setup::from_file(&hero(|setup| setup.hair = setup.hair.take().filter(|_| has_hair))).unwrap();
    let mut actor: Actor = setup.actor().unwrap();
    actor.graph_mut().unwrap().set_parameter("speed", 1.0).unwrap();
    (0..120).for_each(|_| actor.update(1.0 / 60.0));
    bencher.bench_local(|| actor.update(1.0 / 60.0));
}
