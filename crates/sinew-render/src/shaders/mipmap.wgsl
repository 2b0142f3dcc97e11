// Next mipmap level: the average of four texels. Colours are weighted by alpha, so that transparent texels do not bleed
// into their neighbours.

override ALPHA_WEIGHTED: bool = false;

@group(0) @binding(0) var source: texture_2d<f32>;

@vertex
fn mipmap_vertex(@builtin(vertex_index) index: u32) -> @builtin(position) vec4<f32> {
    return vec4<f32>(vec2<f32>(f32((index << 1u) & 2u), f32(index & 2u)) * 2.0 - 1.0, 0.0, 1.0);
}

@fragment
fn mipmap_fragment(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
    let last = vec2<i32>(textureDimensions(source)) - 1;
    let corner = vec2<i32>(at.xy) * 2;
    var sum = vec4<f32>(0.0);
    var weighted = vec3<f32>(0.0);
    for (var i = 0; i < 4; i++) {
        let texel = textureLoad(source, min(corner + vec2<i32>(i & 1, i >> 1), last), 0);
        sum += texel;
        weighted += texel.rgb * texel.a;
    }
    if ALPHA_WEIGHTED && sum.a > 0.001 {
        return vec4<f32>(weighted / sum.a, sum.a * 0.25);
    }
    return sum * 0.25;
}
