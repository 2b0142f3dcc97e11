//! Damaged texts of wrinkle maps, decal sets and grooms: each is rejected with its location, or gives values
//! that frames can use.

use fastrand::Rng;
use sinew::character::Image;
use sinew::glam::Vec3;
use sinew::hair::GuidePose;
use sinew::surface::wrinkle::{WrinkleChannel, WrinkleError, WrinkleMap};
use sinew::surface::{
    CharacterSurface, DecalBudget, DecalLife, DecalPlacer, DecalSet, DecalSettings, HitFaces, PosedSurface,
    Ray,
};
use sinew::{Actor, Character};
use sinew_author::hair::{GroomDescription, GroomMaps, HairSkin, HeadShape, generate_groom};
use std::sync::Arc;
use test_needs::cases;

/// Replacements for a word or a number.
const NOT_THAT: [&str; 20] = [
    "-1",
    "0",
    "1e38",
    "-1e38",
    "1e-40",
    "4294967295",
    "4294967296",
    "18446744073709551616",
    "NaN",
    "inf",
    "-inf",
    "()",
    "[]",
    "{}",
    "(0, 0, 0)",
    "\"\"",
    "\"skin\"",
    "true",
    "None",
    "Some(1)",
];

fn built_in() -> Arc<Character> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/data/sinew.vrm");
    Arc::new(sinew_import::import_file(file).unwrap().character)
}

/// The text with one to three words or numbers replaced, duplicated, removed or swapped, or cut off.
fn damaged(text: &str, random: &mut Rng) -> String {
    let mut words: Vec<&str> =
        text.split_inclusive(|c: char| !c.is_alphanumeric() && !"_.-".contains(c)).collect();
    for _ in 0..=random.usize(..3) {
        let at = random.usize(..words.len());
        match random.usize(..8) {
            0 => drop(words.remove(at)),
            1 => words.insert(at, words[random.usize(..words.len())]),
            2 => {
                let other = random.usize(..words.len());
                words.swap(at, other);
            }
            3 => words.truncate(at.max(1)),
            _ => {
                words[at] = NOT_THAT[random.usize(..NOT_THAT.len())];
                words.insert(at + 1, [",", ")", " "][random.usize(..3)]);
            }
        }
    }
    words.concat()
}

/// The text with one to three other numbers, so that many results are still valid.
fn with_other_numbers(text: &str, random: &mut Rng) -> String {
    let mut words: Vec<String> =
        text.split_inclusive([' ', ',', '(', ')', ':', '\n']).map(str::to_owned).collect();
    let body = |word: &str| word.trim_end_matches([',', ')', ' ', '\n']).len();
    let numbers: Vec<usize> =
        (0..words.len()).filter(|n| words[*n][..body(&words[*n])].parse::<f32>().is_ok()).collect();
    for _ in 0..=random.usize(..3) {
        let at = numbers[random.usize(..numbers.len())];
        let other = ["0", "1", "-1", "0.5", "3.2", "-7", "1e-8", "1e30", "3e38", "NaN", "inf"];
        let rest = words[at][body(&words[at])..].to_owned();
        words[at] = other[random.usize(..other.len())].to_owned() + &rest;
    }
    words.concat()
}

fn mutated(text: &str, copy: usize, random: &mut Rng) -> String {
    match copy % 2 {
        0 => with_other_numbers(text, random),
        _ => damaged(text, random),
    }
}

#[test]
fn damaged_wrinkle_maps_are_rejected_or_give_strengths() {
    let character = built_in();
    let text = include_str!("../../data/wrinkles/wrinkles.ron");
    let mut actor = Actor::without_clips(character.clone());
    let (mut used, mut refused) = (0, 0);
    for mut random in cases(600) {
        let copy = random.seed();
        let text = mutated(text, copy, &mut random);
        let mut image = |name: &str| Ok(Image { name: name.to_owned(), mime: String::new(), encoded: None });
        let map = match WrinkleMap::from_ron(&text, &character, &mut image) {
            Ok(map) => map,
            Err(error) => {
                refused += 1;
                let WrinkleError::Description { location, message } = &error else { panic!("{error}") };
                assert!(!location.is_empty() && !message.is_empty(), "{text}");
                continue;
            }
        };
        used += 1;
        actor.set_wrinkles(Some(Arc::new(map))).unwrap();
        for weight in [0.0, 1.0, -1e30, 0.5] {
            for shape in ["browInnerUp", "mouthSmileLeft", "jawOpen"] {
                actor.face_mut().unwrap().set_morph(shape, weight).unwrap();
            }
            actor.update(0.02);
            for channel in WrinkleChannel::ALL {
                let strengths = actor.frame().wrinkle_weights(channel);
                assert!(
                    strengths.iter().all(|strength| (0.0..=1.0).contains(strength)),
                    "{strengths:?}\n{text}"
                );
            }
        }
    }
    println!("{used} used, {refused} refused");
    assert!(used > 50 && refused > 200, "{used} used, {refused} refused");
}

/// Decals on the built-in character, one of which fades out.
fn saved_decals(character: &Arc<Character>, surface: &Arc<CharacterSurface>) -> String {
    let mut actor = Actor::without_clips(character.clone());
    actor.update(0.0);
    let (mut posed, mut placer) = (PosedSurface::new(surface), DecalPlacer::new());
    actor.frame().pose_surface(&mut posed).unwrap();
    let mut set = DecalSet::new(DecalBudget::default());
    for height in [1.0, 1.2, 1.3] {
        let ray = Ray::new(Vec3::new(0.02, height, 2.0), Vec3::NEG_Z);
        let hit = posed.nearest_hit(character, &ray, HitFaces::Front).expect("a body");
        let decal = placer.place(&posed, &hit.point, &DecalSettings::new(0.01)).unwrap();
        let life = DecalLife::default().with_lifetime(9.0).with_fade_in(0.2).with_fade_out(0.5);
        set.add(decal, 1, life, |point| actor.frame().surface(point));
        set.advance(0.1);
    }
    let first = set.iter().next().unwrap().id;
    set.fade_out(first);
    set.advance(0.1);
    set.to_ron(surface).unwrap()
}

#[test]
fn damaged_decal_sets_are_rejected_or_can_be_drawn() {
    let character = built_in();
    let surface = Arc::new(CharacterSurface::new(&character));
    let text = saved_decals(&character, &surface);
    assert!(DecalSet::from_ron(&text, &surface).is_ok_and(|set| set.len() == 3), "{text}");
    let mut actor = Actor::without_clips(character.clone());
    actor.update(0.0);
    let (mut used, mut refused) = (0, 0);
    for mut random in cases(600) {
        let copy = random.seed();
        let text = mutated(&text, copy, &mut random);
        let mut set = match DecalSet::from_ron(&text, &surface) {
            Ok(set) => set,
            Err(error) => {
                refused += 1;
                assert!(!error.location.is_empty() && !error.message.is_empty(), "{text}");
                continue;
            }
        };
        used += 1;
        let written = set.to_ron(&surface).unwrap();
        DecalSet::from_ron(&written, &surface).unwrap_or_else(|error| panic!("{error}\n{written}"));
        for _ in 0..5 {
            set.advance(0.02);
            set.enforce(&[], |point| actor.frame().surface(point));
            for live in set.iter() {
                assert!((0.0..=1.0).contains(&live.opacity()), "{}\n{text}", live.opacity());
                let uvs = live.decal.triangles.iter().flat_map(|triangle| triangle.uvs);
                assert!(uvs.into_iter().all(|uv| uv.is_finite()), "{text}");
                let surface_point = actor.frame().surface(&live.decal.center);
                assert!(surface_point.position.is_finite() && surface_point.normal.is_finite(), "{text}");
            }
        }
    }
    println!("{used} used, {refused} refused");
    assert!(used > 50 && refused > 200, "{used} used, {refused} refused");
}

#[test]
fn damaged_grooms_are_rejected_or_grow() {
    let character = built_in();
    let surface = Arc::new(CharacterSurface::new(&character));
    let skin = HairSkin::new(&character, &surface, |_| true);
    let head = HeadShape::measure(&character, &skin).unwrap();
    let texts = [
        include_str!("../../data/grooms/long.ron"),
        include_str!("../../data/grooms/braid.ron"),
        include_str!("../../data/grooms/beard.ron"),
    ];
    let (mut used, mut refused) = (0, 0);
    for mut random in cases(240) {
        let copy = random.seed();
        let text = mutated(texts[copy % 3], copy, &mut random);
        let mut description = match GroomDescription::from_ron(&text) {
            Ok(description) => description,
            Err(error) => {
                refused += 1;
                assert!(!error.to_string().is_empty(), "{text}");
                continue;
            }
        };
        used += 1;
        for layer in &mut description.layers {
            (layer.guides, layer.strands) = (layer.guides.min(20), layer.strands.min(60));
        }
        let Ok(groom) = generate_groom(&character, &skin, &head, &description, &GroomMaps::new()) else {
            continue;
        };
        for layer in &groom.layers {
            let pose = GuidePose::at_rest(&layer.guides);
            let last = layer.strands.points_per_strand() - 1;
            let strands = 0..layer.strands.strands().len();
            assert!(
                strands.into_iter().all(|strand| layer.strands.point(strand, last, &pose).is_finite()),
                "{text}"
            );
        }
    }
    println!("{used} used, {refused} refused");
    assert!(used > 20 && refused > 60, "{used} used, {refused} refused");
}
