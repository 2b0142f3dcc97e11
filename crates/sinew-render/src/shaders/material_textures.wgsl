// Texture access of all shading models.

fn has(flag: u32) -> bool {
    return (material.flags.x & flag) != 0u;
}

// Coordinates in the third and the fourth UV set, where the draw has them.
var<private> more_uv: vec4<f32>;

// Texture coordinates of slot number `slot`, from the two UV sets in `uv` and those in `more_uv`, after the slot's transform.
fn coordinates(slot: u32, uv: vec4<f32>) -> vec2<f32> {
    let is_more = ((draw.flags >> (DRAW_MORE_UV_SET_SHIFT + slot)) & 1u) == 1u;
    let sets = select(uv, more_uv, is_more);
    let chosen = select(sets.xy, sets.zw, ((draw.second_uv_set_bits >> slot) & 1u) == 1u);
    let p = vec3<f32>(chosen, 1.0);
    return vec2<f32>(dot(material.uv_rows[slot * 2u].xyz, p), dot(material.uv_rows[slot * 2u + 1u].xyz, p));
}
