// Background: the sky on a triangle that covers the image.

struct Varying {
    @builtin(position) clip: vec4<f32>,
    @location(0) ndc: vec2<f32>,
}

@vertex
fn background_vertex(@builtin(vertex_index) index: u32) -> Varying {
    let ndc = vec2<f32>(f32((index << 1u) & 2u), f32(index & 2u)) * 2.0 - 1.0;
    // Depth is reversed: 0 is the far plane.
    return Varying(vec4<f32>(ndc, 0.0, 1.0), ndc);
}

@fragment
fn background_fragment(in: Varying) -> @location(0) vec4<f32> {
    let far = frame.world_from_clip * vec4<f32>(in.ndc, 0.0001, 1.0);
    let d = normalize(far.xyz / far.w - frame.eye.xyz);
    return vec4<f32>(background_sky(d), 1.0);
}
