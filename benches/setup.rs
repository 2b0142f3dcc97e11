//! Set-ups: the time to open the hero, by part, and what one more actor of it takes.
//!
//! `cargo bench --bench setup`

use divan::Bencher;
use sinew::face::{Gaze, Viseme};
use sinew::glam::{Affine3A, Vec3};
use sinew::ground::height_field;
use sinew::stage::{Stage, StageInput, StagePose};
use sinew::surface::{DecalLife, DecalSettings, HitFaces, Ray, SurfaceEmitter};
use sinew::{Actor, FrameInput};
use sinew_import::ImageDecoder;
use sinew_setup::{Setup, SetupDescription, SetupFile, System};
use std::collections::BTreeMap;
use std::time::Instant;

fn main() {
    divan::main();
    for (has_hair, bleeds) in [(true, false), (false, false), (false, true)] {
        print_stages(has_hair, bleeds);
    }
}

/// Prints the time of each stage of a hero who walks on ground, looks about and speaks, with a decal and the rifle
/// in both hands: the median of the frames of ten seconds. While drops run the skin is posed in each frame.
fn print_stages(has_hair: bool, bleeds: bool) {
    let setup = Setup::from_file(&hero(|setup| setup.hair = setup.hair.take().filter(|_| has_hair))).unwrap();
    let mut actor: Actor = setup.actor().unwrap();
    actor.graph_mut().unwrap().set_parameter("speed", 1.0).unwrap();
    let ground = height_field(|_, _| 0.0);
    let (mut place, mut times) = (Affine3A::IDENTITY, BTreeMap::<(usize, String), Vec<f64>>::new());
    for frame in 0..720u32 {
        let face = actor.face_mut().unwrap();
        let angle = frame as f32 * 0.03;
        face.set_gaze(Gaze::Target(place.transform_point3(Vec3::new(angle.sin() * 2.0, 1.4, 4.0))));
        let mut visemes = [0.0; Viseme::COUNT];
        visemes[1 + frame as usize / 12 % 10] = 0.5 + 0.5 * (frame as f32 * 0.5).sin();
        face.set_visemes(visemes);
        if frame == 60 {
            let ray = Ray::new(place.transform_point3(Vec3::new(0.05, 1.0, 3.0)), Vec3::NEG_Z);
            let hit = actor.hit(&ray, HitFaces::Front).unwrap();
            actor.add_decal(&hit.point, 0, &DecalSettings::new(0.02), DecalLife::default()).unwrap();
            if bleeds {
                let wound = SurfaceEmitter::new(hit.point, 4.0).with_duration(10.0);
                actor.decals_mut().unwrap().add_wound(wound);
            }
        }
        let begin = Instant::now();
        place = actor.advance(1.0 / 60.0).apply_to(place);
        let advanced = Instant::now();
        let (mut last, mut order) = (advanced, 1);
        let mut note = |stage: String, since: Instant, until: Instant, order: usize| {
            if frame >= 120 {
                let micros = (until - since).as_secs_f64() * 1e6;
                times.entry((order, stage)).or_default().push(micros);
            }
        };
        note("advance".to_owned(), begin, advanced, 0);
        let mut hook = |stage: Stage, _: &StageInput<'_>, _: &mut StagePose<'_>| {
            let now = Instant::now();
            note(format!("{stage:?}"), last, now, order);
            (last, order) = (now, order + 1);
        };
        let input = FrameInput::new(1.0 / 60.0, place).with_ground(&ground);
        actor.resolve(input.with_hook(&mut hook));
        note("resolve".to_owned(), advanced, Instant::now(), 100);
    }
    let with = |has: bool, what: &str| format!("{} {what}", if has { "with" } else { "without" });
    println!("\nstages of the hero {}, {}, µs:", with(has_hair, "long hair"), with(bleeds, "drops that run"));
    for ((_, stage), mut micros) in times {
        micros.sort_by(f64::total_cmp);
        println!("  {stage:<12} {:8.1}", micros[micros.len() / 2]);
    }
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

/// One pass over the vertices of the skin, as ragdoll, springs, feet and hair make each to measure the body.
#[divan::bench]
fn measure_skin(bencher: Bencher<'_, '_>) {
    let setup = Setup::from_file(&hero(|_| {})).unwrap();
    let points = || sinew::body::skin_vertices(setup.character()).map(|vertex| vertex.main_joint().1);
    bencher.bench_local(|| points().fold(sinew::glam::Vec3::ZERO, sinew::glam::Vec3::max));
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
