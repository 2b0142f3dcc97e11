//! Features that all types of one kind share: defaults of descriptions and settings, and the accessors of
//! clips in all forms.

use crate::{face, worm};
use sinew::Clip;
use sinew::character::SkinningMethod;
use sinew::clip::{ClipEventsDescription, ClipSource, RootMotionSettings};
use sinew::graph::*;
use sinew::ik::{ChainSolver, FootRollSettings, FullBodySolver, LimbSettings, LookSettings, SplineSettings};
use sinew::locomotion::FootSettings;
use sinew::retarget::RetargetSettings;
use sinew::rig::*;
use sinew::{CharacterParts, JointId, RawClip};
use sinew_author::clip::{CompressionSettings, compress};
use std::fmt::Debug;
use std::sync::Arc;

/// A type whose values are written with `..Default::default()` or begin with `default()`: another one does
/// not compile.
fn has_default<T: Default + Clone + Debug + PartialEq>() {}

#[test]
fn descriptions_and_settings_have_defaults() {
    has_default::<GraphDescription>();
    has_default::<NodeDescription>();
    has_default::<ClipDescription>();
    has_default::<BlendInput>();
    has_default::<LayerDescription>();
    has_default::<BlendSpace1dDescription>();
    has_default::<BlendSpace2dDescription>();
    has_default::<StateMachineDescription>();
    has_default::<StateDescription>();
    has_default::<TransitionDescription>();
    has_default::<TransitionKind>();
    has_default::<MaskDescription>();
    has_default::<ReferenceDescription>();
    has_default::<LayerMode>();
    has_default::<ClipEventsDescription>();
    has_default::<IkRigDescription>();
    has_default::<LimbDescription>();
    has_default::<ChainDescription>();
    has_default::<LookDescription>();
    has_default::<LegDescription>();
    has_default::<SplineDescription>();
    has_default::<BodyDescription>();
    has_default::<EffectorDescription>();
    has_default::<LimitDescription>();
    has_default::<CompressionSettings>();
    has_default::<RetargetSettings>();
    has_default::<FootSettings>();
    has_default::<FootRollSettings>();
    has_default::<LimbSettings>();
    has_default::<LookSettings>();
    has_default::<SplineSettings>();
    has_default::<ChainSolver>();
    has_default::<FullBodySolver>();
    let _ = (CharacterParts::default(), RawClip::default());
    // It needs a joint.
    let _ = RootMotionSettings::new(JointId(0));
}

#[test]
fn all_forms_of_a_clip_answer_the_same() {
    let character = face::worm_with_a_face(4, SkinningMethod::Linear);
    for raw in [worm::wriggle(), face::smile()] {
        let compressed: Clip = compress(&raw, character.skeleton(), &CompressionSettings::default()).unwrap();
        let sources = [ClipSource::from(raw.clone()), ClipSource::from(Arc::new(compressed.clone()))];
        let expected = (raw.name(), raw.start(), raw.end(), raw.moves());
        assert_eq!((compressed.name(), compressed.start(), compressed.end(), compressed.moves()), expected);
        for source in &sources {
            assert_eq!((source.name(), source.start(), source.end(), source.moves()), expected);
        }
        assert!(raw.end() > raw.start() && !raw.name().is_empty());
    }
}
