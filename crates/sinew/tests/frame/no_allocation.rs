//! No allocation per frame, for every playback source and skinning method.

use crate::counting::allocations;
use crate::{face, talker, worm};
use sinew::character::SkinningMethod;
use sinew::character::{Image, MaterialId, MeshInstanceId, MorphTargetId, SkinId, Topology};
use sinew::face::{BlinkSettings, Corrective, EmotionFade, EyeMovementSettings, FaceSmoothing, Gaze};
use sinew::glam::Vec3;
use sinew::skinning::SkinnedVertices;
use sinew::surface::wrinkle::{
    AutomaticWrinkles, StrainKind, StrainRings, StrainScratch, WrinkleChannel, WrinkleCurve,
    WrinkleDriverDescription, WrinkleDriverInput, WrinkleJoint, WrinkleLayerDescription, WrinkleMap,
    WrinkleMapDescription, WrinkleMaskDescription,
};
use sinew::{Actor, Character, ClipId, FrameInput, LocalPose, Mat3x4, WrapMode};
use sinew_author::clip::{CompressionSettings, compress};
use std::sync::Arc;

#[test]
fn the_counter_counts() {
    assert!(allocations(|| drop(std::hint::black_box(Vec::<u8>::with_capacity(100)))) > 0);
}

#[test]
fn a_frame_allocates_nothing() {
    for method in [SkinningMethod::Linear, SkinningMethod::DualQuaternion] {
        let clips = vec![worm::wriggle(), face::smile()];
        let mut actor = Actor::new(face::worm_with_a_face(8, method), clips).unwrap();
        let mut palette = [Mat3x4::IDENTITY; worm::JOINTS];
        let mut vertices = SkinnedVertices::default();
        // The first call sizes the caller's own buffer.
        actor.frame().skin_vertices(MeshInstanceId(0), 0, &mut vertices);
        let count = allocations(|| {
            actor.play("wriggle").unwrap().speed(-1.3);
            for frame in 0..600 {
                if frame == 300 {
                    actor.play(ClipId(0)).unwrap().wrap(WrapMode::Clamp);
                }
                actor.face_mut().unwrap().set_morph("shift", frame as f32 * 0.01).unwrap();
                actor
                    .face_mut()
                    .unwrap()
                    .set_morph(MorphTargetId { instance: MeshInstanceId(0), target: 0 }, 0.2)
                    .unwrap();
                if frame == 450 {
                    actor.play(ClipId(1)).unwrap();
                }
                actor.face_mut().unwrap().set_expression("blink", 0.3).unwrap();
                actor.face_mut().unwrap().set_gaze(if frame % 2 == 0 {
                    Gaze::Target(Vec3::ONE)
                } else {
                    Gaze::Animated
                });
                actor.meshes_mut().set_first_person(frame % 3 == 0);
                actor.advance(1.0 / 60.0);
                actor.resolve(FrameInput::new(1.0 / 60.0, sinew::glam::Affine3A::IDENTITY));
                actor.frame().write_palette(SkinId(0), &mut palette);
                actor.frame().skin_vertices(MeshInstanceId(0), 0, &mut vertices);
                actor.frame().skin_vertices_fast(MeshInstanceId(0), 0, &mut vertices);
            }
        });
        assert_eq!(count, 0, "{method:?}");
    }
}

#[test]
fn a_face_with_all_channels_allocates_nothing() {
    let character = talker::character(talker::parts());
    let mut actor = Actor::without_clips(character.clone());
    let face = actor.face_mut().unwrap();
    let squint = [Corrective::new("smileSquint", ["mouthSmile", "cheekSquint"])];
    talker::set_rig(face, |rig| {
        rig.with_smoothing(FaceSmoothing::default().with_by_hand(0.2).with_speech(0.1))
            .with_correctives(&squint)?
            .with_viseme_map(Some(talker::open_mouth(&character)))
    });
    face.set_blinks(Some(BlinkSettings::new(1).with_per_minute(60.0)));
    face.set_eye_movements(Some(EyeMovementSettings::new(1).with_social_gaze(true)));
    actor.update(0.0);
    let count = allocations(|| {
        for frame in 0..1200 {
            let face = actor.face_mut().unwrap();
            let emotion = ["happy", "sad", "angry"][frame / 40 % 3];
            face.set_emotion(emotion, EmotionFade::new(0.3)).unwrap();
            face.set_visemes(talker::aa((frame % 20) as f32 / 20.0));
            face.set_expression("sad", 0.3).unwrap();
            face.set_morph("browUp", 0.2).unwrap();
            face.set_gaze(if frame / 90 % 2 == 0 { Gaze::Target(Vec3::ONE) } else { Gaze::Animated });
            actor.update(1.0 / 60.0);
        }
    });
    assert_eq!(count, 0);
}

#[test]
fn wrinkles_with_automatic_strain_allocate_nothing() {
    let character = face::worm_with_a_face(8, SkinningMethod::Linear);
    let layer = WrinkleLayerDescription {
        automatic: Some(AutomaticWrinkles { strain: StrainKind::Stretch, threshold: 0.0, gain: 2.0 }),
        ..WrinkleLayerDescription::default()
    };
    let driver = |region: &str, input: WrinkleDriverInput| WrinkleDriverDescription {
        region: region.to_owned(),
        layer: "folds".to_owned(),
        inputs: vec![input],
        threshold: 0.1,
        gain: 1.2,
        curve: WrinkleCurve::Power(1.5),
    };
    let bend = WrinkleJoint { joint: "bone 3".to_owned(), axis: Vec3::X, from: 0.0, to: 0.5 };
    let description = WrinkleMapDescription {
        material: Some(character.materials()[MaterialId(0)].name.clone()),
        layers: [("folds".to_owned(), layer)].into(),
        masks: vec![WrinkleMaskDescription {
            image: "mask.png".to_owned(),
            regions: ["a", "b", "c"].map(str::to_owned).into(),
        }],
        drivers: vec![
            driver("a", WrinkleDriverInput::Morph("shift".to_owned())),
            driver("b", WrinkleDriverInput::Expression("happy".to_owned())),
            driver("c", WrinkleDriverInput::Joint(bend)),
        ],
        ..WrinkleMapDescription::default()
    };
    let mut image = |name: &str| Ok(Image { name: name.to_owned(), mime: String::new(), encoded: None });
    let map = Arc::new(WrinkleMap::from_description(&description, &character, &mut image).unwrap());
    for method in [SkinningMethod::Linear, SkinningMethod::DualQuaternion] {
        let mut parts = Character::clone(&face::worm_with_a_face(8, method)).into_parts();
        let tube = &mut parts.meshes[0].primitives[0];
        let vertices = tube.positions.len() as u32;
        tube.topology = Topology::Triangles;
        tube.indices = (0..vertices - 2).flat_map(|n| [n, n + 1, n + 2]).collect();
        let character = Arc::new(Character::new(parts).unwrap());
        let mut actor = Actor::new(character.clone(), vec![worm::wriggle()]).unwrap();
        actor.set_wrinkles(Some(map.clone())).unwrap();
        actor.play("wriggle").unwrap();
        let rings = StrainRings::new(&character, MeshInstanceId(0), 0).unwrap();
        let (mut scratch, mut strain) = (StrainScratch::default(), Vec::new());
        // The first call sizes the caller's own buffers.
        actor.face_mut().unwrap().set_morph("shift", 0.5).unwrap();
        actor.update(0.0);
        actor.frame().area_strain(&rings, &mut scratch, &mut strain);
        let (mut strongest, mut most) = (0f32, 0f32);
        let count = allocations(|| {
            for frame in 0..300 {
                let face = actor.face_mut().unwrap();
                face.set_morph("shift", frame as f32 / 300.0).unwrap();
                face.set_expression("happy", 0.5).unwrap();
                actor.update(1.0 / 60.0);
                actor.frame().area_strain(&rings, &mut scratch, &mut strain);
                let strengths = actor.frame().wrinkle_weights(WrinkleChannel::Color);
                strongest = strengths.iter().copied().fold(strongest, f32::max);
                most = strain.iter().copied().fold(most, f32::max);
            }
        });
        assert_eq!(count, 0, "{method:?}");
        assert!(strongest > 0.2 && most > 0.0, "{method:?}: {strongest} {most}");
    }
}

#[test]
fn a_cloned_face_allocates_nothing() {
    let character = talker::character(talker::parts());
    let mut face = talker::face(&character).clone();
    assert_eq!(allocations(|| face.set_morph("browUp", 0.2).unwrap()), 0);
}

#[test]
fn sampling_a_compressed_clip_allocates_nothing() {
    let character = face::worm_with_a_face(8, SkinningMethod::Linear);
    for raw in [worm::wriggle(), face::smile()] {
        let clip = compress(&raw, character.skeleton(), &CompressionSettings::default()).unwrap();
        let mut pose = LocalPose::rest(character.skeleton());
        let mut morphs = character.rest_weights().clone();
        let mut faces = vec![0.0; character.expressions().len()];
        let count = allocations(|| {
            for frame in 0..600 {
                let time = (frame * 37 % 600) as f32 / 60.0;
                clip.sample(time, &mut pose);
                clip.sample_morphs(time, &mut morphs);
                clip.sample_face(time, &mut faces);
            }
        });
        assert_eq!(count, 0, "{}", raw.name);
    }
}
