// Output pass: clamps resolved, tone-mapped colours and encodes them for the output format.

// Whether colours are encoded as sRGB; formats that are sRGB encode by themselves.
override ENCODE_SRGB: bool = true;
// Whether colours are divided by alpha, as image files store them. Otherwise encoded colours are multiplied by it, as
// compositors of windows and browsers expect, and those of formats that encode by themselves stay multiplied.
override STRAIGHT_ALPHA: bool = true;

@group(0) @binding(0) var image: texture_2d<f32>;

@vertex
fn output_vertex(@builtin(vertex_index) index: u32) -> @builtin(position) vec4<f32> {
    return vec4<f32>(vec2<f32>(f32((index << 1u) & 2u), f32(index & 2u)) * 2.0 - 1.0, 0.0, 1.0);
}

// sRGB encoding (IEC 61966-2-1).
fn srgb(linear: vec3<f32>) -> vec3<f32> {
    let low = linear * 12.92;
    let high = 1.055 * pow(max(linear, vec3<f32>(1e-10)), vec3<f32>(1.0 / 2.4)) - 0.055;
    return select(high, low, linear <= vec3<f32>(0.0031308));
}

@fragment
fn output_fragment(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
    let texel = textureLoad(image, vec2<i32>(at.xy), 0);
    var color = texel.rgb;
    if (STRAIGHT_ALPHA || ENCODE_SRGB) && texel.a < 1.0 {
        color = color / max(texel.a, 1e-4);
    }
    color = clamp(color, vec3<f32>(0.0), vec3<f32>(1.0));
    if ENCODE_SRGB {
        color = srgb(color);
        if !STRAIGHT_ALPHA {
            color *= clamp(texel.a, 0.0, 1.0);
        }
    }
    return vec4<f32>(color, clamp(texel.a, 0.0, 1.0));
}
