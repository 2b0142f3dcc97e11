//! Memory of a set-up and its actors: all that does not change is there once.

#[path = "counting/live.rs"]
mod live;

use live::live_bytes;
use sinew::Actor;
use sinew_setup::Setup;

#[test]
fn a_hundred_actors_of_a_set_up_hold_what_is_shared_once() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/hero/hero.ron");
    let (of_setup, setup) = live_bytes(|| Setup::open(path).unwrap());
    let (of_first, first) = live_bytes(|| setup.actor().unwrap());
    let (of_hundred, actors) =
        live_bytes(|| (0..100).map(|_| setup.actor().unwrap()).collect::<Vec<Actor>>());
    let hair = |actor: &Actor| {
        let poses = actor.hair().unwrap().groom().layers.iter();
        poses.map(|layer| layer.guides.iter().map(|guide| guide.points().len()).sum::<usize>()).sum::<usize>()
    };
    println!(
        "set-up {:.2} MB, first actor {:.2} MB, each of a hundred more {:.2} MB with {} hair points",
        of_setup as f64 / 1e6,
        of_first as f64 / 1e6,
        of_hundred as f64 / 100.0 / 1e6,
        hair(&first)
    );
    assert!(of_hundred / 100 < MOST, "{of_hundred}");
    assert!(of_hundred / 100 * 8 < of_setup, "an actor has copies of what is shared");
    drop((first, actors));
}

/// Most bytes of an actor.
const MOST: usize = 1_500_000;
