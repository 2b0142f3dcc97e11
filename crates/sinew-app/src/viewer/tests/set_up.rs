//! Set-ups in the window: their decals, items and hair in the picture.

use super::harness::Bench;
use super::window_image::FORMAT;
use crate::viewer::command::Command;
use crate::viewer::picture::CharacterPicture;
use crate::viewer::stamp_looks::stamp_looks;
use sinew::Actor;
use sinew::character::Pixels;
use sinew::glam::Vec3;
use sinew::surface::{DecalLife, DecalSettings, HitFaces, Ray, SurfaceEmitter, SurfacePoint};
use sinew_render::{Gpu, ViewPreset};
use std::path::Path;

/// The window with the hero of the repository, seen from the front.
fn bench() -> Bench {
    let mut bench = Bench::new();
    bench.drop(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/hero/hero.ron"));
    assert!(bench.state.shown.player.setup.is_some(), "{:?}", bench.state.messages.last());
    bench.state.apply(Command::Frame(Some(ViewPreset::Front)));
    bench.frame(Vec::new());
    bench
}

fn hero(bench: &mut Bench) -> &mut Actor {
    &mut bench.state.shown.player.actor
}

/// Point of the trunk that is seen from the front.
fn trunk(hero: &mut Actor) -> SurfacePoint {
    hero.hit(&Ray::new(Vec3::new(0.1, 0.98, 3.0), Vec3::NEG_Z), HitFaces::Front).expect("the trunk").point
}

/// Number of pixels that are much more red than green.
fn red(image: &Pixels) -> usize {
    image.rgba.chunks_exact(4).filter(|pixel| pixel[0] > 60 && pixel[0] / 3 > pixel[1]).count()
}

#[test]
fn stamps_offer_the_looks_of_the_set_up_first_and_are_decals_of_the_actor() {
    let mut bench = bench();
    let looks = stamp_looks(hero(&mut bench));
    assert_eq!(looks[..3], ["blood", "checks", "blood"]);
    assert_eq!(looks.len(), 7);
    bench.state.apply(Command::StampLook(0));
    let middle = bench.layout.picture.size() / 2.0;
    bench.state.apply(Command::Stamp([middle.x, middle.y].into()));
    bench.frame(Vec::new());
    let decals = hero(&mut bench).decals().unwrap();
    assert_eq!((decals.set().len(), decals.set().iter().next().unwrap().look), (1, 0));
    // The built-in character has no look of a set-up: the look of the same name is chosen.
    bench.state.apply(Command::OpenBuiltIn);
    assert!(hero(&mut bench).decals().is_none());
    let look = bench.state.stamps.look;
    assert_eq!(stamp_looks(hero(&mut bench))[look], "blood");
}

#[test]
fn a_wound_of_the_actor_bleeds_in_the_window() {
    let mut bench = bench();
    bench.state.apply(Command::TogglePlaying);
    let point = trunk(hero(&mut bench));
    let decals = hero(&mut bench).decals_mut().unwrap();
    decals.add_wound(SurfaceEmitter::new(point, 4.0).with_duration(1.0));
    (0..90).for_each(|_| bench.frame(Vec::new()));
    assert!(bench.state.is_moving());
    let decals = hero(&mut bench).decals().unwrap();
    assert!(
        decals.set().len() > 5 && decals.set().iter().all(|live| live.look == 0),
        "{}",
        decals.set().len()
    );
}

#[test]
fn decals_and_items_of_a_set_up_are_drawn() {
    let gpu = match Gpu::off_screen() {
        Ok(gpu) => gpu,
        Err(error) => return test_needs::skip(test_needs::Need::Gpu, error.to_string()),
    };
    let mut bench = bench();
    bench.state.apply(Command::TogglePlaying);
    let mut picture = CharacterPicture::new(&gpu, FORMAT);
    let serial = bench.state.shown.serial;
    let plain = bench.window_image(&gpu, &mut picture);
    let point = trunk(hero(&mut bench));
    let (settings, life) = (DecalSettings::new(0.05), DecalLife::default());
    hero(&mut bench).add_decal(&point, 0, &settings, life).unwrap().unwrap();
    let bloody = bench.window_image(&gpu, &mut picture);
    assert!(red(&bloody) > red(&plain) + 200, "{} {}", red(&plain), red(&bloody));
    hero(&mut bench).decals_mut().unwrap().clear();
    let clean = bench.window_image(&gpu, &mut picture);
    assert!(red(&clean) < red(&plain) + 50, "{} {}", red(&plain), red(&clean));
    // An item is put away and taken up, and nothing is uploaded anew.
    let changed = |a: &Pixels, b: &Pixels| {
        a.rgba.chunks_exact(4).zip(b.rgba.chunks_exact(4)).filter(|(a, b)| a[0].abs_diff(b[0]) > 40).count()
    };
    bench.state.apply(Command::HoldItem("rifle".into(), false));
    let without = bench.window_image(&gpu, &mut picture);
    assert!(changed(&clean, &without) > 300, "{}", changed(&clean, &without));
    assert_eq!(bench.state.shown.serial, serial);
    assert!(bench.state.messages.is_empty(), "{:?}", bench.state.messages.last());
}
