// Depths of the shadow map by texel, through a sampler: OpenGL ES, and so WebGL2, reads zeros of a depth texture that has
// none.

@group(0) @binding(7) var point_sampler: sampler;

fn stored_shadow_depth(texel: vec2<i32>) -> f32 {
    let uv = (vec2<f32>(texel) + 0.5) / vec2<f32>(textureDimensions(shadow_depths));
    return textureSampleLevel(shadow_depths, point_sampler, uv, 0.0).x;
}
