// Writes the area strain of each vertex into a texel of its own, with the functions of the main pass.

struct Varying {
    @builtin(position) clip: vec4<f32>,
    @location(0) @interpolate(flat, either) strain: f32,
}

// Width and height of the texture in texels.
@group(0) @binding(0) var<uniform> size: vec4<f32>;

@vertex
fn strain_vertex(@builtin(vertex_index) index: u32, @location(0) position: vec3<f32>) -> Varying {
    let width = u32(size.x);
    let at = vec2<f32>(f32(index % width), f32(index / width)) + 0.5;
    let clip = vec2<f32>(at.x / size.x * 2.0 - 1.0, 1.0 - at.y / size.y * 2.0);
    return Varying(vec4<f32>(clip, 0.0, 1.0), area_strain(index, position));
}

// Bits of the float, since not every backend can draw to 32-bit float textures.
@fragment
fn strain_fragment(in: Varying) -> @location(0) vec4<u32> {
    return vec4<u32>(bitcast<u32>(in.strain), 0u, 0u, 0u);
}
