// Depths of the shadow map by texel.

fn stored_shadow_depth(texel: vec2<i32>) -> f32 {
    return textureLoad(shadow_depths, texel, 0).x;
}
