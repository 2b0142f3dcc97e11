// Outline of a toon material: the back faces of the surface, moved outwards along its normals.

@vertex
fn outline_vertex(in: Attributes) -> Varying {
    var out = surface_vertex(in);
    var width = material.outline.w;
    if has(HAS_OUTLINE_WIDTH) {
        var mask = 1.0;
        if has(HAS_ANIMATION_MASK) {
            let uv = coordinates(8u, in.uv);
            mask = textureSampleLevel(animation_mask_map, animation_mask_sampler, uv, 0.0).b;
        }
        let uv = coordinates(7u, animated_by(in.uv, mask));
        width *= textureSampleLevel(outline_width_map, outline_width_sampler, uv, 0.0).g;
    }
    if has(SCREEN_OUTLINE) {
        // Clip space is 2 high; the length of this row is the scale of the projection.
        let m = frame.clip_from_world;
        width *= 2.0 * max(out.clip.w, 0.0) / length(vec3<f32>(m[0].y, m[1].y, m[2].y));
    }
    out.world += out.normal * width;
    out.clip = frame.clip_from_world * vec4<f32>(out.world, 1.0);
    // A slight offset away from the camera keeps the outline behind the surface. Depth is reversed.
    out.clip.z *= 1.0 - 2e-5;
    return out;
}
