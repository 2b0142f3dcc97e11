//! All descriptions are written as text and read back by functions of the same names.

use sinew::clip::EventsByClip;
use sinew::face::FaceRigDescription;
use sinew::graph::GraphDescription;
use sinew::humanoid::NamedBones;
use sinew::ragdoll::RagdollDescription;
use sinew::rig::IkRigDescription;
use sinew::spring::SpringRigDescription;
use sinew::surface::wrinkle::WrinkleMapDescription;
use sinew_author::hair::{GroomDescription, GroomLayerDescription};

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
        EventsByClip,
        NamedBones,
    );
    // A groom without layers is an error.
    let layers = vec![GroomLayerDescription::default()];
    let groom = GroomDescription { layers, ..GroomDescription::default() };
    assert_eq!(GroomDescription::from_ron(&groom.to_ron().unwrap()).unwrap(), groom);
}
