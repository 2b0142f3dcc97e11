// Writes each skinned vertex into a texel of its own, with the skinning functions of the other passes.

struct Attributes {
    @builtin(vertex_index) index: u32,
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) tangent: vec4<f32>,
}

struct Varying {
    @builtin(position) clip: vec4<f32>,
    @location(0) @interpolate(flat, either) position: vec3<f32>,
    @location(1) @interpolate(flat, either) normal: vec3<f32>,
    @location(2) @interpolate(flat, either) tangent: vec4<f32>,
}

// Bits of the floats, since not every backend can draw to 32-bit float textures.
struct Texels {
    @location(0) position: vec4<u32>,
    @location(1) normal: vec4<u32>,
    @location(2) tangent: vec4<u32>,
}

// Width and height of the texture in texels.
@group(0) @binding(0) var<uniform> size: vec4<f32>;

@vertex
fn skinned_vertex(in: Attributes) -> Varying {
    let skinned = model_vertex(in.index, Vertex(in.position, in.normal, in.tangent)).vertex;
    let width = u32(size.x);
    let at = vec2<f32>(f32(in.index % width), f32(in.index / width)) + 0.5;
    let clip = vec2<f32>(at.x / size.x * 2.0 - 1.0, 1.0 - at.y / size.y * 2.0);
    return Varying(vec4<f32>(clip, 0.0, 1.0), skinned.position, skinned.normal, skinned.tangent);
}

@fragment
fn skinned_fragment(in: Varying) -> Texels {
    return Texels(
        vec4<u32>(bitcast<vec3<u32>>(in.position), 0u),
        vec4<u32>(bitcast<vec3<u32>>(in.normal), 0u),
        bitcast<vec4<u32>>(in.tangent),
    );
}
