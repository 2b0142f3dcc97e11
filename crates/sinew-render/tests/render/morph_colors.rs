//! Morph targets that change vertex colours.

use crate::shapes::{big_card, built, character_parts, unlit};
use crate::support::{at, difference, instance, plain_scene, render, with_renderer};
use sinew::character::{AlphaMode, Material, Pixels, Primitive};
use sinew::glam::{Vec3, Vec4};
use sinew::morph::MorphTarget;
use sinew::skinning::add_morph_colors;
use sinew::{Character, Transform};
use sinew_render::{Renderer, VertexDataBinding};
use std::sync::Arc;

/// Card with vertex colours.
fn colored(alpha: f32) -> Primitive {
    let colors = [Vec3::X, Vec3::Y, Vec3::Z, Vec3::ONE].map(|color| (color * 0.6).extend(alpha));
    Primitive { colors: colors.to_vec(), ..big_card() }
}

/// `primitive` with two targets that move it or not: one colours its upper half, one all of it.
fn with_targets(mut primitive: Primitive, moves: bool) -> Primitive {
    let zero = [Vec3::ZERO; 4];
    let offsets = |offset: Vec3| if moves { [offset; 4] } else { zero };
    let (positions, normals) = (offsets(Vec3::new(0.0, 0.1, 0.0)), offsets(Vec3::X * 0.3));
    let upper = [Vec4::ZERO, Vec4::ZERO, Vec4::new(0.3, 0.2, -0.6, 0.0), Vec4::new(-0.5, 0.4, -0.5, -0.5)];
    let moved = MorphTarget::from_dense(4, &positions, &normals, &offsets(Vec3::Y * 0.2)).expect("offsets");
    primitive.morph_targets = vec![
        MorphTarget::from_dense(4, &positions, &[], &[]).expect("offsets"),
        moved.with_colors(4, &upper).expect("colors"),
        MorphTarget::default().with_colors(4, &[Vec4::new(0.5, -0.2, 0.1, -0.2); 4]).expect("colors"),
    ];
    primitive
}

fn shown(renderer: &mut Renderer, primitive: Primitive, material: &Material, weights: &[f32]) -> Pixels {
    let mut parts = character_parts(Transform::IDENTITY, vec![(primitive, material.clone())], 0);
    parts.mesh_instances[0].weights = weights.to_vec();
    parts.meshes[0].morph_names = (0..weights.len()).map(|n| n.to_string()).collect();
    let character: Arc<Character> = built(parts);
    let instance = instance(renderer, &character, &[]);
    render(renderer, &plain_scene(&[&instance]))
}

#[test]
fn colors_are_those_of_the_processor() {
    for binding in [VertexDataBinding::StorageBuffer, VertexDataBinding::Texture] {
        with_renderer(binding, |renderer| {
            let blend = Material { alpha_mode: AlphaMode::Blend, ..unlit(Vec4::ONE) };
            for (material, alpha) in [(unlit(Vec4::ONE), 1.0), (blend, 0.8)] {
                let plain = shown(renderer, colored(alpha), &material, &[]);
                for moves in [false, true] {
                    let morphed = with_targets(colored(alpha), moves);
                    for weights in [[0.0, 0.0, 0.0], [0.5, 1.0, 0.0], [0.0, 0.5, 0.7], [0.0, 3.0, -2.0]] {
                        let drawn = shown(renderer, morphed.clone(), &material, &weights);
                        // The same with colours that are baked; the targets are left to move it.
                        let mut baked = morphed.clone();
                        add_morph_colors(&morphed.morph_targets, &weights, &mut baked.colors);
                        for target in &mut baked.morph_targets {
                            *target =
                                std::mem::take(target).with_colors(4, &[Vec4::ZERO; 4]).expect("colors");
                        }
                        let expected = shown(renderer, baked, &material, &weights);
                        let apart = difference(&drawn, &expected);
                        assert!(apart < 0.01, "{binding:?} {weights:?} {moves} {alpha}: {apart}");
                        let is_still = weights == [0.0; 3];
                        assert_eq!(difference(&drawn, &plain) < 0.01, is_still, "{weights:?}");
                    }
                }
            }
        });
    }
}

/// A mask that a target opens lets the background through.
#[test]
fn alpha_of_a_mask_follows_targets() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let material = Material { alpha_mode: AlphaMode::Mask { cutoff: 0.5 }, ..unlit(Vec4::ONE) };
        let mut card = colored(1.0);
        let offsets = [Vec4::new(0.0, 0.0, 0.0, -1.0); 4];
        card.morph_targets = vec![MorphTarget::default().with_colors(4, &offsets).expect("colors")];
        let alpha = [0.2, 0.8].map(|weight| {
            let image = shown(renderer, card.clone(), &material, &[weight]);
            at(&image, 0.0, 0.0)[3]
        });
        assert_eq!(alpha, [255, 0]);
    });
}
