//! Hiding and showing of meshes, and the suggestion to hide items in hands that a scene needs.

use crate::report::choices::{shorten_list, suggest};
use crate::report::failure::Failure;
use crate::report::message::message;
use clap::Args;
use sinew::character::MeshInstanceId;
use sinew::humanoid::HumanBone;
use sinew::text::did_you_mean;
use sinew::{Actor, Character};
use std::collections::BTreeSet;

/// Meshes to hide.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct HideOptions {
    /// Hide meshes of this name, or if there are none, those that contain it, in any case; may be repeated
    #[arg(long, value_name = "NAME", value_parser = some_name)]
    hide: Vec<String>,

    /// Show meshes of this name that their file hides, found as by --hide; may be repeated
    #[arg(long, value_name = "NAME", value_parser = some_name)]
    show: Vec<String>,
}

/// Name or part of a name that is not empty.
fn some_name(text: &str) -> Result<String, String> {
    match text.trim().is_empty() {
        true => Err("expected the name of a mesh, or a part of one".into()),
        false => Ok(text.to_owned()),
    }
}

impl HideOptions {
    /// Shows and hides the meshes of `actor`. `file` names its file in messages. A name that no mesh has is
    /// an error, or a message where others are found.
    pub(crate) fn apply(&self, actor: &mut Actor, file: &str) -> Result<(), Failure> {
        for (instance, visible) in self.found(actor.character(), file)? {
            actor.meshes_mut().set_visible(instance, visible);
        }
        Ok(())
    }

    /// Shows and hides the meshes of a character, as [`Self::apply`] does those of an actor: then they are not
    /// measured either.
    pub(crate) fn apply_to_character(&self, character: &mut Character, file: &str) -> Result<(), Failure> {
        let found = self.found(character, file)?;
        if !found.is_empty() {
            let edited = character.edited(|parts| {
                for &(instance, visible) in &found {
                    parts.mesh_instances[instance].visible = visible;
                }
            });
            *character = edited.map_err(|error| Failure::input(file, error))?;
        }
        Ok(())
    }

    /// Meshes that the options name, and whether each is shown.
    fn found(&self, character: &Character, file: &str) -> Result<Vec<(MeshInstanceId, bool)>, Failure> {
        let (mut missing, mut all_found) = (Vec::new(), Vec::new());
        let shown = self.show.iter().map(|name| ("--show", name, true));
        let hidden = self.hide.iter().map(|name| ("--hide", name, false));
        for (option, name, visible) in shown.chain(hidden) {
            let found = matching(character, name);
            if found.is_empty() {
                let all: Vec<&str> = character.mesh_instance_ids().map(|n| name_of(character, n)).collect();
                // A part of a name is accepted too, so misspelt parts get a suggestion.
                let part = match did_you_mean(name, all.iter().copied()) {
                    none if none.is_empty() => did_you_mean(name, all.iter().flat_map(|name| parts(name))),
                    _ => String::new(),
                };
                missing
                    .push(format!("{option} {name}: no mesh called {name:?}; {part}{}", suggest(name, all)));
            }
            all_found.extend(found.into_iter().map(|instance| (instance, visible)));
        }
        if all_found.is_empty()
            && let Some(first) = missing.first()
        {
            return Err(Failure::input(file, first));
        }
        missing.iter().for_each(|missing| message!("sinew: {file}: {missing}"));
        Ok(all_found)
    }
}

/// Name of a mesh instance: its node's, else its mesh's.
pub(crate) fn name_of(character: &Character, instance: MeshInstanceId) -> &str {
    let [node, mesh] = names(character, instance);
    [node, mesh].into_iter().find(|name| !name.is_empty()).unwrap_or("(unnamed)")
}

fn names(character: &Character, instance: MeshInstanceId) -> [&str; 2] {
    let instance = &character.mesh_instances()[instance];
    [character.skeleton().name(instance.node), &character.meshes()[instance.mesh].name]
}

/// Words of three letters or more in a name.
fn parts(name: &str) -> impl Iterator<Item = &str> {
    name.split(|c: char| !c.is_alphabetic()).filter(|part| part.chars().count() > 2)
}

/// Mesh instances of this name, or if there are none, those that contain it.
fn matching(character: &Character, name: &str) -> Vec<MeshInstanceId> {
    let name = name.to_lowercase();
    let found = |is: &dyn Fn(&str) -> bool| -> Vec<MeshInstanceId> {
        let any = |n: &MeshInstanceId| names(character, *n).iter().any(|name| is(&name.to_lowercase()));
        character.mesh_instance_ids().filter(any).collect()
    };
    let whole = found(&|candidate| candidate == name);
    if whole.is_empty() && !name.is_empty() { found(&|candidate| candidate.contains(&name)) } else { whole }
}

/// Message for items in a character's hands, with the options that hide them; none for empty hands.
pub(crate) fn held_items_notice(actor: &Actor, file: &str) -> Option<String> {
    let character = actor.character();
    let held = held_items(actor);
    if held.is_empty() {
        return None;
    }
    let things = |of: &BTreeSet<MeshInstanceId>| {
        shorten_list(of.iter().map(|&n| name_of(character, n).to_owned()).collect())
    };
    let message = format!("{file}: items in its hands: {}", things(&held));
    let (words, left) = words(character, &held);
    if words.is_empty() {
        return Some(message);
    }
    let typed = words.iter().map(|word| match word.contains(|c: char| !c.is_alphanumeric() && c != '_') {
        true => format!("--hide {word:?}"),
        false => format!("--hide {word}"),
    });
    let typed = typed.collect::<Vec<_>>().join(" ");
    let them = match (left.is_empty(), held.len()) {
        (true, 1) => "it".to_owned(),
        (true, _) => "them".to_owned(),
        (false, _) => things(&held.difference(&left).copied().collect()),
    };
    Some(format!("{message}; hide {them} with {typed}"))
}

/// Visible meshes without a skin below a hand joint; none for a character without skinned meshes, whose hands
/// these are.
fn held_items(actor: &Actor) -> BTreeSet<MeshInstanceId> {
    let character = actor.character();
    if character.mesh_instances().iter().all(|instance| instance.skin.is_none()) {
        return BTreeSet::new();
    }
    let hands = [HumanBone::LeftHand, HumanBone::RightHand];
    let hands = hands.map(|bone| character.humanoid().and_then(|body| body.joint(bone)));
    let skeleton = character.skeleton();
    let is_held = |n: &MeshInstanceId| {
        let instance = &character.mesh_instances()[*n];
        let in_hand = hands.into_iter().flatten().any(|hand| skeleton.is_descendant_of(instance.node, hand));
        instance.skin.is_none() && actor.frame().is_visible(*n) && in_hand
    };
    character.mesh_instance_ids().filter(is_held).collect()
}

/// Fewest words that match these instances and no others, and the instances that no such word matches.
fn words(character: &Character, held: &BTreeSet<MeshInstanceId>) -> (Vec<String>, BTreeSet<MeshInstanceId>) {
    let names = || held.iter().map(|&n| name_of(character, n));
    let parts = names().flat_map(parts).map(str::to_lowercase);
    let all: Vec<(String, BTreeSet<MeshInstanceId>)> = parts
        .chain(names().map(str::to_owned))
        .map(|word| (word.clone(), matching(character, &word).into_iter().collect()))
        .collect();
    let (mut left, mut chosen) = (held.clone(), Vec::new());
    while !left.is_empty() {
        // Among words with the same matches the first wins.
        let fits = all.iter().rev().filter(|(_, found)| found.is_subset(held));
        let Some((word, found)) = fits.max_by_key(|(_, found)| found.intersection(&left).count()) else {
            break;
        };
        if found.is_disjoint(&left) {
            break;
        }
        left = left.difference(found).copied().collect();
        chosen.push(word.clone());
    }
    (chosen, left)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asset::source::Source;
    use crate::options::input::InputOptions;
    use crate::test_files::built_in;
    use std::sync::Arc;

    fn knight() -> Option<Actor> {
        renamed(&[])
    }

    /// The knight with other names for some of its nodes and meshes; none is longer than before.
    fn renamed(names: &[(&str, &str)]) -> Option<Actor> {
        let file = test_needs::asset("gltf/kaykit/Knight.glb")?;
        let mut source = Source::read(&file).unwrap();
        for (old, new) in names {
            let old = format!("{old:?}");
            // The file's lengths stay as they are.
            let new = format!("{:1$}", format!("{new:?}"), old.len());
            let at = source.bytes.windows(old.len()).position(|bytes| bytes == old.as_bytes()).unwrap();
            source.bytes[at..at + old.len()].copy_from_slice(new.as_bytes());
        }
        let imported = source.load(&InputOptions::default()).unwrap().imported;
        Some(Actor::without_clips(Arc::new(imported.character)))
    }

    fn hide(actor: &mut Actor, names: &[&str]) -> Result<Vec<String>, Failure> {
        HideOptions { hide: names.iter().map(|name| (*name).to_owned()).collect(), show: Vec::new() }
            .apply(actor, "hero.glb")?;
        let unseen = actor.character().mesh_instance_ids().filter(|n| !actor.frame().is_visible(*n));
        Ok(unseen.map(|n| name_of(actor.character(), n).to_owned()).collect())
    }

    #[test]
    fn whole_names_go_before_parts_and_unknown_ones_are_errors() {
        let Some(mut actor) = knight() else { return };
        assert_eq!(hide(&mut actor, &["1h_sword"]).unwrap(), ["1H_Sword"]);
        assert_eq!(hide(&mut actor, &["SWORD"]).unwrap(), ["1H_Sword_Offhand", "1H_Sword", "2H_Sword"]);
        for (wrong, near) in [("Knight_Helmit", "Knight_Helmet"), ("swrd", "Sword"), ("Sheild", "Shield")] {
            let notice = hide(&mut actor, &[wrong]).unwrap_err();
            let notice = notice.message();
            let near = format!("; did you mean {near:?}? there are ");
            assert!(notice.starts_with("hero.glb: --hide") && notice.matches(&near).count() == 1, "{notice}");
            assert!(
                notice.matches("did you mean").count() == 1 && notice.contains("\"Knight_Helmet\""),
                "{notice}"
            );
        }
        let notice = hide(&mut actor, &["umbrella"]).unwrap_err();
        assert!(notice.message().contains("\"umbrella\"; there are "), "{}", notice.message());
    }

    #[test]
    fn names_without_letters_are_none() {
        assert!(some_name("").is_err() && some_name(" ").is_err());
        assert_eq!(some_name("left arm").unwrap(), "left arm");
    }

    #[test]
    fn only_words_that_match_nothing_else_are_suggested() {
        let notice = |names: &[(&str, &str)]| Some(held_items_notice(&renamed(names)?, "hero.glb").unwrap());
        let Some(all) = notice(&[]) else { return };
        assert!(all.contains("; hide them with --hide "), "{all}");
        // A cape of the same name as a shield, and swords without names.
        let shields = [
            ("Badge_Shield", "Cape"),
            ("Rectangle_Shield", "Cape"),
            ("Round_Shield", "Cape"),
            ("Spike_Shield", "Cape"),
        ];
        let cape = ("Knight_Cape", "Cape");
        let some = notice(&[&shields[..], &[cape]].concat()).unwrap();
        assert!(some.contains(": 1H_Sword_Offhand, Cape, Cape, Cape, Cape, 1H_Sword, 2H_Sword;"), "{some}");
        assert!(some.ends_with("; hide 1H_Sword_Offhand, 1H_Sword, 2H_Sword with --hide sword"), "{some}");
        let swords = ["1H_Sword_Offhand", "1H_Sword", "2H_Sword", "Cube.003", "Cube.11839", "Cube.12993"];
        let none = swords.map(|name| (name, ""));
        let none = notice(&[&shields[..], &none, &[cape]].concat()).unwrap();
        assert!(none.ends_with("(unnamed), Cape, Cape, Cape, Cape, (unnamed), (unnamed)"), "{none}");
    }

    #[test]
    fn items_in_hands_are_reported_with_the_options_that_hide_them() {
        let Some(mut actor) = knight() else { return };
        let notice = held_items_notice(&actor, "hero.glb").unwrap();
        assert!(
            notice.starts_with("hero.glb: items in its hands: 1H_Sword_Offhand, Badge_Shield,"),
            "{notice}"
        );
        assert!(notice.ends_with("; hide them with --hide shield --hide sword"), "{notice}");
        hide(&mut actor, &["shield", "sword"]).unwrap();
        assert_eq!(held_items_notice(&actor, "hero.glb"), None);
        assert_eq!(held_items_notice(&built_in(), ""), None);
    }
}
