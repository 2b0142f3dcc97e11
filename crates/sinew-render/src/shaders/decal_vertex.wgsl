// Vertex shader of decals. Vertices of all meshes of a character are in one draw, so that each brings the record of its mesh along.

// Record of the vertex' mesh, with the offsets of the layer's deformation data.
var<private> draw: Draw;

struct DecalAttributes {
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    // Vertex in the deformation data, texel of the mesh's record, decal, 1 for a disc.
    @location(2) indices: vec4<u32>,
    // Texture coordinates in the atlas and on the decal.
    @location(3) uv: vec4<f32>,
}

fn load_draw(texel: u32) {
    let a = deform_texel(texel);
    let b = deform_texel(texel + 1u);
    let c = deform_texel(texel + 2u);
    draw = Draw(a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w, c.x, c.y, c.z, c.w);
}

@vertex
fn decal_vertex(in: DecalAttributes) -> Varying {
    load_draw(in.indices.y);
    let skinned = world_vertex(in.indices.x, Vertex(in.position, in.normal, vec4<f32>(0.0)));
    let opacity = bitcast<f32>(deform_texel(in.indices.z >> 2u)[in.indices.z & 3u]);
    var out: Varying;
    out.clip = frame.clip_from_world * vec4<f32>(skinned.vertex.position, 1.0);
    out.world = skinned.vertex.position;
    out.normal = skinned.vertex.normal;
    // Decals have no tangents: w is 1 for a disc.
    out.tangent = vec4<f32>(0.0, 0.0, 0.0, f32(in.indices.w));
    out.uv = in.uv;
    out.color = vec4<f32>(1.0, 1.0, 1.0, opacity);
    out.mirror_sign = skinned.mirror_sign;
    if shading() == SHADING_VERTEX {
        out.light = vertex_light(out.world, out.normal);
    }
    return out;
}
