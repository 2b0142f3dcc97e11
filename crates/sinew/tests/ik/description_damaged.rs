//! Damaged rig texts: each is rejected or gives a usable rig.

use crate::description::{EVERYTHING, EXAMPLE, character};
use crate::random::{Random, cases};
use sinew::glam::Vec3;
use sinew::rig::{IkGoal, IkRig, IkRigDescription};
use sinew::{Actor, Character};
use std::sync::Arc;

/// Replacements for a word or a number.
const NOT_THAT: [&str; 22] = [
    "-1",
    "0",
    "1e38",
    "-1e38",
    "1e-40",
    "4294967295",
    "4294967296",
    "NaN",
    "inf",
    "-inf",
    "()",
    "[]",
    "{}",
    "(0, 0, 0)",
    "\"\"",
    "\"head\"",
    "\"leftHand\"",
    "true",
    "None",
    "Human",
    "Free",
    "Fabrik",
];

/// The text with one to three words or numbers replaced, duplicated, removed or swapped.
fn damaged(text: &str, random: &mut Random) -> String {
    let mut words: Vec<&str> =
        text.split_inclusive(|c: char| !c.is_alphanumeric() && !"_.-".contains(c)).collect();
    for _ in 0..=random.index(3) {
        let at = random.index(words.len());
        match random.index(5) {
            0 => drop(words.remove(at)),
            1 => words.insert(at, words[random.index(words.len())]),
            2 => {
                let other = random.index(words.len());
                words.swap(at, other);
            }
            3 => words.truncate(at.max(1)),
            _ => {
                words[at] = NOT_THAT[random.index(NOT_THAT.len())];
                words.insert(at + 1, [",", ")", " "][random.index(3)]);
            }
        }
    }
    words.concat()
}

/// The text with other numbers, so that most results are still rigs.
fn with_other_numbers(text: &str, random: &mut Random) -> String {
    let is_number = |word: &str| word.trim_end_matches([',', ')', ' ']).parse::<f32>().is_ok();
    let words = text.split_inclusive([' ', ',', '(', ')', ':']);
    let mut changed = String::new();
    for word in words {
        let body = word.trim_end_matches([',', ')', ' ']);
        if is_number(word) && random.one_in(6) {
            let other = ["0", "1", "-1", "0.5", "3.2", "-7", "1e-8", "1e30"][random.index(8)];
            changed.push_str(other);
            changed.push_str(&word[body.len()..]);
        } else {
            changed.push_str(word);
        }
    }
    changed
}

/// Sets goals for all effectors and checks that the pose stays finite. False if the text is rejected.
fn uses(text: &str, character: &Arc<Character>) -> bool {
    let Ok(description) = IkRigDescription::from_ron(text) else { return false };
    let Ok(rig) = IkRig::from_description(&description, character) else { return false };
    let names: Vec<String> = rig.effectors().map(|(_, name)| name.to_owned()).collect();
    let mut actor = Actor::without_clips(character.clone());
    actor.set_ik(Some(Arc::new(rig))).unwrap();
    for name in names {
        actor.ik_mut().unwrap().set_goal(&name, IkGoal::at(Vec3::new(0.3, 1.2, 0.4))).unwrap();
    }
    for _ in 0..3 {
        actor.update(0.1);
    }
    assert!(actor.frame().model().iter().all(|joint| joint.is_finite()), "{text}");
    true
}

#[test]
fn damaged_rigs_are_rejected_or_usable() {
    let people = [true, false].map(|is_person| Arc::new(character(is_person)));
    let (mut used, mut refused) = (0, 0);
    for mut random in cases(1500) {
        let copy = random.seed();
        let text = [EVERYTHING, EXAMPLE][copy % 2];
        let text = match copy % 3 {
            0 => with_other_numbers(text, &mut random),
            _ => damaged(text, &mut random),
        };
        for person in &people {
            *if uses(&text, person) { &mut used } else { &mut refused } += 1;
        }
    }
    println!("{used} used, {refused} refused");
    assert!(used > 100 && refused > 1000, "{used} used, {refused} refused");
}
