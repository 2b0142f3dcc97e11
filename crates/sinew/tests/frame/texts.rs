//! All descriptions are written as text and read back by functions of the same names, and assets are made of
//! their texts at once.

use crate::{face, worm};
use sinew::ClipSet;
use sinew::character::{Image, SkinningMethod};
use sinew::clip::{ClipEvents, ClipEventsDescription, EventsByClip};
use sinew::face::{FaceRig, FaceRigDescription, VisemeMap};
use sinew::graph::{AnimationGraph, GraphDescription};
use sinew::humanoid::NamedBones;
use sinew::ragdoll::{Ragdoll, RagdollDescription};
use sinew::rig::{IkRig, IkRigDescription};
use sinew::spring::{SpringRig, SpringRigDescription};
use sinew::surface::wrinkle::{WrinkleMap, WrinkleMapDescription};
use sinew_author::hair::{GroomDescription, GroomLayerDescription};
use std::sync::Arc;

/// Writes the default value of each type as text and reads it again.
macro_rules! read_back {
    ($($name:ty),* $(,)?) => { $(
        let text = <$name>::default().to_ron().unwrap();
        assert_eq!(<$name>::from_ron(&text).unwrap(), <$name>::default(), "{text}");
        assert!(<$name>::from_ron("").unwrap_err().to_string().starts_with("line 1: the text is empty"));
    )* };
}

#[test]
fn descriptions_are_written_and_read_in_the_same_way() {
    read_back!(
        GraphDescription,
        IkRigDescription,
        SpringRigDescription,
        RagdollDescription,
        FaceRigDescription,
        WrinkleMapDescription,
        ClipEventsDescription,
        EventsByClip,
        NamedBones,
    );
    // A groom without layers is an error.
    let layers = vec![GroomLayerDescription::default()];
    let groom = GroomDescription { layers, ..GroomDescription::default() };
    assert_eq!(GroomDescription::from_ron(&groom.to_ron().unwrap()).unwrap(), groom);
}

#[test]
fn a_wrong_name_in_a_text_has_line_column_and_a_suggestion() {
    let character = face::worm_with_a_face(4, SkinningMethod::Linear);
    let character = Arc::new(character.edited(|parts| parts.materials[0].name = "skin".into()).unwrap());
    let clips = ClipSet::new(&character, [worm::wriggle()]).unwrap();
    let wriggle = clips.iter().next().unwrap().name().to_owned();
    let image = |_: &str| Ok(Image { name: String::new(), mime: String::new(), encoded: None });
    let wrinkles = "(material: \"skin\", layers: {\"folds\": (normal: \"n\")},\n\
         masks: [(image: \"m\", regions: [\"brow\"])], drivers: [(region: \"brow\", layer: \"folds\",\n\
         inputs: [Morph(\"bulge\")])])";
    let error = |made: Result<(), String>| made.unwrap_err();
    let of = |text: &str| {
        WrinkleMap::from_ron(text, &character, &mut { image }).map(drop).map_err(|e| e.to_string())
    };
    of(wrinkles).unwrap_or_else(|error| panic!("{error}"));
    let graph = "(output: Clip(\n clip: \"wrigle\"))";
    let cases = [
        (
            AnimationGraph::from_ron(graph, &clips).map(drop).map_err(|e| e.to_string()),
            "line 1, column 2: output: ",
            format!("no clip called \"wrigle\"; did you mean {wriggle:?}?"),
        ),
        (
            IkRig::from_ron(
                "(parts: [\nChain(name: \"tail\", from: \"bone 1\", to: \"bon 9\")])",
                &character,
            )
            .map(drop)
            .map_err(|e| e.to_string()),
            "line 2, column 37: parts[\"tail\"].to: ",
            "did you mean \"bone 9\"?".to_owned(),
        ),
        (
            SpringRig::from_ron("(chains: [(from: \"bone 1\"),\n(from: \"bon 9\")])", &character)
                .map(drop)
                .map_err(|e| e.to_string()),
            "line 2, column 2: chains[1].from: ",
            "did you mean \"bone 9\"?".to_owned(),
        ),
        (
            Ragdoll::from_ron(
                "(parts: [(\njoint: \"bon 9\", shapes: [Sphere(center: (0, 0, 0), radius: 0.1)])])",
                &character,
            )
            .map(drop)
            .map_err(|e| e.to_string()),
            "line 2, column 1: parts[0].joint: ",
            "did you mean \"bone 9\"?".to_owned(),
        ),
        (
            FaceRig::from_ron("(blink: (\n morphs: {\"buldge\": 1}))", &character)
                .map(drop)
                .map_err(|e| e.to_string()),
            "line 2, column 11: blink.morphs[\"buldge\"]: ",
            "did you mean \"bulge\"?".to_owned(),
        ),
        (
            VisemeMap::from_ron("(visemes: {\"aa\": (\n expressions: {\"hapy\": 1})})", &character)
                .map(drop)
                .map_err(|e| e.to_string()),
            "line 2, column 16: visemes[\"aa\"].expressions[\"hapy\"]: ",
            "did you mean \"happy\"?".to_owned(),
        ),
        (
            of(&wrinkles.replace("bulge", "buldge")),
            "line 3, column 1: drivers[0].inputs[0]: ",
            "did you mean \"bulge\"?".to_owned(),
        ),
        (
            ClipEvents::from_ron("(\n evnts: [])").map(drop).map_err(|e| e.to_string()),
            "line 2, column 2: no field \"evnts\"",
            "did you mean \"events\"?".to_owned(),
        ),
    ];
    for (made, location, suggestion) in cases {
        let error = error(made);
        assert!(error.starts_with(location) && error.contains(&suggestion), "{error}");
    }
}
