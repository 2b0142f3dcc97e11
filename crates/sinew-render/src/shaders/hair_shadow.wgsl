// Shadow pass of hair: as many strands as fill the texels of the map, each at least a texel wide.

struct Varying {
    @builtin(position) clip: vec4<f32>,
    @location(0) @interpolate(flat, either) threshold: f32,
    @location(1) alpha: f32,
}

// Share of the strands that is drawn, as `shadow_strands` in hair/hair_instance.rs.
fn shadow_share() -> f32 {
    return clamp(hair.shape.x * hair.detail.z / max(frame.shadow_planes.z, 1e-9), 0.0625, 1.0);
}

@vertex
fn hair_shadow_vertex(@builtin(vertex_index) vertex: u32) -> Varying {
    let rank = vertex_strand(vertex);
    let middle = ribbon_vertex(vertex, rank, 1.0 / shadow_share());
    var texel = frame.shadow.x;
    if caster_has_position() {
        texel *= max((frame.shadow_from_world * vec4<f32>(middle.world, 1.0)).w, 0.0);
    }
    let ribbon = widened(middle, direction_to_caster(middle.world), texel);
    let clip = frame.shadow_from_world * vec4<f32>(ribbon.world, 1.0);
    return Varying(clip, strand_random(strands[rank].seed, 3u), ribbon.alpha);
}

@fragment
fn hair_shadow_fragment(in: Varying) {
    let noise = fract(52.9829189 * fract(dot(in.clip.xy, vec2<f32>(0.06711056, 0.00583715))));
    if in.alpha <= fract(noise + in.threshold) {
        discard;
    }
}
