// Vertex shader of the main pass.

struct Attributes {
    @builtin(vertex_index) index: u32,
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) tangent: vec4<f32>,
    @location(3) uv: vec4<f32>,
    @location(4) color: vec4<f32>,
}

fn surface_vertex(in: Attributes) -> Varying {
    let skinned = world_vertex(in.index, Vertex(in.position, in.normal, in.tangent));
    var out: Varying;
    out.clip = frame.clip_from_world * vec4<f32>(skinned.vertex.position, 1.0);
    out.world = skinned.vertex.position;
    out.normal = skinned.vertex.normal;
    out.tangent = skinned.vertex.tangent;
    out.uv = in.uv;
    out.color = morphed_color(in.index, in.color);
    out.mirror_sign = skinned.mirror_sign;
    if (draw.flags & DRAW_OBJECT_SPACE_MAP) != 0u {
        let axes = world_from_object_normal(in.index, Vertex(in.position, in.normal, in.tangent));
        out.object_x = axes[0];
        out.object_y = axes[1];
        out.object_z = axes[2];
    }
    if (draw.flags & DRAW_HEAD_AXES) != 0u {
        // Ahead and up from the head in world space; the cosine between the vertex and what lies ahead at rest.
        out.object_x = pose_texel(3u).xyz;
        out.object_y = pose_texel(4u).xyz;
        out.object_z = vec3<f32>(dot(unit_or_zero(in.normal), pose_texel(5u).xyz));
    }
    if (draw.flags & DRAW_MORE_UV_SETS) != 0u {
        let uv = bitcast<vec4<f32>>(deform_texel(in.index));
        out.object_x = uv.xyz;
        out.object_y.x = uv.w;
    }
    out.strain = wrinkle_strain(in.index, in.position);
    if shading() == SHADING_VERTEX {
        out.light = vertex_light(out.world, out.normal);
    }
    return out;
}

@vertex
fn mesh_vertex(in: Attributes) -> Varying {
    return surface_vertex(in);
}
