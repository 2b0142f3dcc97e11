// Shadow pass: depth of meshes as seen from the light that casts shadows. Texels below the alpha cutoff cast no shadow.

struct Attributes {
    @builtin(vertex_index) index: u32,
    @location(0) position: vec3<f32>,
    @location(3) uv: vec4<f32>,
    @location(4) color: vec4<f32>,
}

struct Varying {
    @builtin(position) clip: vec4<f32>,
    @location(0) uv: vec4<f32>,
    @location(1) alpha: f32,
}

@vertex
fn shadow_vertex(in: Attributes) -> Varying {
    // Depth needs no normals.
    let rest = Vertex(in.position, vec3<f32>(0.0), vec4<f32>(0.0));
    let skinned = world_vertex(in.index, rest);
    let clip = frame.shadow_from_world * vec4<f32>(skinned.vertex.position, 1.0);
    return Varying(clip, in.uv, morphed_color(in.index, in.color).a);
}

@fragment
fn shadow_fragment(in: Varying) {
    if base_color(in.uv, vec4<f32>(1.0, 1.0, 1.0, in.alpha)).a < material.emissive.w {
        discard;
    }
}
