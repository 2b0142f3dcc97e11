// What lies behind everything: the sky.

struct Corner {
    @builtin(position) clip: vec4<f32>,
    @location(0) at: vec2<f32>,
}

@vertex
fn backdrop_vertex(@builtin(vertex_index) index: u32) -> Corner {
    let at = vec2<f32>(f32((index << 1u) & 2u), f32(index & 2u)) * 2.0 - 1.0;
    // Depth is reversed: 0 is the far end.
    return Corner(vec4<f32>(at, 0.0, 1.0), at);
}

@fragment
fn backdrop_fragment(in: Corner) -> @location(0) vec4<f32> {
    let far = frame.world_from_clip * vec4<f32>(in.at, 0.0001, 1.0);
    let d = normalize(far.xyz / far.w - frame.eye.xyz);
    return vec4<f32>(backdrop(d), 1.0);
}
