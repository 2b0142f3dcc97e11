//! Panel of the wrinkles: the choice of a map, intensity, and regions by hand.

use super::face::{click, scroll_to};
use super::harness::{Bench, Scratch};
use crate::asset::wrinkle_files::{self, OwnWrinkles};
use crate::viewer::command::Command;
use crate::viewer::wrinkles::WrinkleChoice;
use sinew::surface::wrinkle::{WrinkleChannel, WrinkleState};
use std::time::Duration;

fn wrinkles(bench: &Bench) -> &WrinkleState {
    bench.state.shown.player.actor.wrinkles().unwrap()
}

/// Number of a layer and a region.
fn indices(bench: &Bench, layer: &str, region: &str) -> (usize, usize) {
    let map = wrinkles(bench).map();
    let layer = map.layers().iter().position(|description| description.name == layer).unwrap();
    (layer, map.regions().iter().position(|description| description.name == region).unwrap())
}

fn strength(bench: &Bench, (layer, region): (usize, usize)) -> f32 {
    let wrinkles = wrinkles(bench);
    wrinkles.strengths(WrinkleChannel::Normal)[layer * wrinkles.map().regions().len() + region]
}

fn wait(bench: &mut Bench) {
    for _ in 0..6000 {
        bench.frame(Vec::new());
        if !bench.state.wrinkles.is_generating() {
            return;
        }
        assert!(bench.state.is_moving(), "the window goes on drawing until the map is there");
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("no wrinkles");
}

#[test]
fn the_built_in_wrinkles_are_chosen_and_follow_the_face() {
    let mut bench = Bench::new();
    assert_eq!(bench.state.shown.wrinkles, Some(OwnWrinkles::BuiltIn));
    click(&mut bench, "Wrinkles");
    (0..30).for_each(|_| bench.frame(Vec::new()));
    let row = scroll_to(&mut bench, "Map", 560.0).y;
    let (_, menu) = bench.texts().find(|(text, at)| *text == "off" && (at.y - row).abs() < 8.0).unwrap();
    bench.click(menu);
    bench.frame(Vec::new());
    click(&mut bench, "built-in");
    assert_eq!(bench.state.wrinkles.choice, WrinkleChoice::Own);
    assert!(bench.state.messages.is_empty());
    let forehead = indices(&bench, "folds", "forehead_left");
    assert_eq!(strength(&bench, forehead), 0.0);
    bench.state.apply(Command::Hold("browInnerUp".into(), 1.0));
    bench.frame(Vec::new());
    assert!(strength(&bench, forehead) > 0.7, "{}", strength(&bench, forehead));
    // The panel shows the strength of the region in the next frame.
    bench.frame(Vec::new());
    let shown = format!("{:.2}", strength(&bench, forehead));
    scroll_to(&mut bench, "forehead_left", 740.0);
    let row = bench.texts().find(|(text, _)| *text == "forehead_left").unwrap().1.y;
    assert!(bench.texts().any(|(text, at)| text == shown && (at.y - row).abs() < 8.0), "{shown}");
    // Showing a strength of many digits does not take it over.
    bench.state.apply(Command::Hold("browInnerUp".into(), 0.3333));
    (0..3).for_each(|_| bench.frame(Vec::new()));
    assert_eq!(wrinkles(&bench).region_by_hand(forehead.0, forehead.1), None);
    assert!((strength(&bench, forehead) - 0.8 * 0.2833).abs() < 1e-4, "{}", strength(&bench, forehead));
    bench.state.apply(Command::Wrinkles(WrinkleChoice::Off));
    assert!(bench.state.shown.player.actor.wrinkles().is_none());
}

#[test]
fn regions_are_taken_over_and_given_back() {
    let mut bench = Bench::new();
    bench.state.apply(Command::Wrinkles(WrinkleChoice::Own));
    bench.state.apply(Command::Play(None));
    let frown = indices(&bench, "folds", "frown");
    bench.frame(Vec::new());
    bench.state.apply(Command::WrinkleRegion(frown.0, frown.1, Some(0.8)));
    bench.state.apply(Command::WrinkleIntensity(0.5));
    bench.frame(Vec::new());
    assert!((strength(&bench, frown) - 0.4).abs() < 1e-6);
    assert!(bench.state.is_moving(), "blood follows slowly");
    (0..600).for_each(|_| bench.frame(Vec::new()));
    assert!(!bench.state.is_moving());
    // Another map keeps the intensity.
    bench.state.apply(Command::Wrinkles(WrinkleChoice::Own));
    assert_eq!(wrinkles(&bench).intensity(), 0.5);
    bench.state.apply(Command::WrinkleRegion(frown.0, frown.1, Some(0.8)));
    click(&mut bench, "Wrinkles");
    (0..30).for_each(|_| bench.frame(Vec::new()));
    click(&mut bench, "Release all");
    assert_eq!(wrinkles(&bench).region_by_hand(frown.0, frown.1), None);
    bench.frame(Vec::new());
    assert_eq!(strength(&bench, frown), 0.0);
}

#[test]
fn automatic_wrinkles_are_made_beside_the_window() {
    let mut bench = Bench::new();
    bench.state.apply(Command::Wrinkles(WrinkleChoice::Automatic));
    assert!(bench.state.wrinkles.is_generating() && bench.state.shown.player.actor.wrinkles().is_none());
    // Another choice meanwhile wins.
    bench.state.apply(Command::Wrinkles(WrinkleChoice::Off));
    bench.frame(Vec::new());
    assert!(!bench.state.wrinkles.is_generating());
    bench.state.apply(Command::Wrinkles(WrinkleChoice::Automatic));
    wait(&mut bench);
    assert!(bench.state.messages.is_empty());
    assert!(wrinkles(&bench).map().regions().len() > 10);
    // They go with their character.
    bench.state.apply(Command::OpenBuiltIn);
    assert_eq!(bench.state.wrinkles.choice, WrinkleChoice::Off);
    assert!(bench.state.shown.player.actor.wrinkles().is_none());
}

#[test]
fn a_dropped_table_is_used_and_a_faulty_one_changes_nothing() {
    let mut bench = Bench::new();
    let table = |text: &str| Scratch::file("creases.ron", text.as_bytes());
    let text = r#"(material: "skin", layers: {"folds": ()}, masks: [], drivers: [])"#;
    let good = table(text);
    bench.drop(good.0.clone());
    assert!(bench.state.messages.is_empty());
    assert_eq!(bench.state.wrinkles.choice, WrinkleChoice::File(good.0.clone()));
    drop(good);
    let slip = table(&text.replace("\"skin\"", "\"skni\""));
    bench.drop(slip.0.clone());
    let message = bench.state.messages.last().unwrap();
    assert!(message.is_error && message.text.contains("did you mean \"skin\"?"), "{message:?}");
    assert!(bench.state.shown.player.actor.wrinkles().is_some(), "those before stay");
}

#[test]
fn wrinkles_beside_a_character_are_found() {
    let hero = Scratch::file("hero.glb", b"");
    assert_eq!(wrinkle_files::of_character(Some(&hero.0)), None);
    let folder = hero.0.with_file_name("wrinkles");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("wrinkles.ron"), "()").unwrap();
    let found = wrinkle_files::of_character(Some(&hero.0));
    assert_eq!(found, Some(OwnWrinkles::File(folder.join("wrinkles.ron"))));
}
