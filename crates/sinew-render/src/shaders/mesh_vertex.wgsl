// Vertex shader of the main pass.

struct Attributes {
    @builtin(vertex_index) index: u32,
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) tangent: vec4<f32>,
    @location(3) uv: vec4<f32>,
    @location(4) color: vec4<f32>,
}

struct Varying {
    @builtin(position) clip: vec4<f32>,
    @location(0) world: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) tangent: vec4<f32>,
    @location(3) uv: vec4<f32>,
    @location(4) color: vec4<f32>,
    // -1 where transforms mirror, else 1.
    @location(5) @interpolate(flat, either) mirror_sign: f32,
}

fn surface_vertex(in: Attributes) -> Varying {
    let skinned = world_vertex(in.index, Vertex(in.position, in.normal, in.tangent));
    var out: Varying;
    out.clip = frame.clip_from_world * vec4<f32>(skinned.vertex.position, 1.0);
    out.world = skinned.vertex.position;
    out.normal = skinned.vertex.normal;
    out.tangent = skinned.vertex.tangent;
    out.uv = in.uv;
    out.color = in.color;
    out.mirror_sign = skinned.mirror_sign;
    return out;
}

@vertex
fn mesh_vertex(in: Attributes) -> Varying {
    return surface_vertex(in);
}
