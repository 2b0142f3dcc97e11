// Texture access of all shading models.

fn has(flag: u32) -> bool {
    return (material.flags.x & flag) != 0u;
}

// Texture coordinates of slot number `slot`, from the two UV sets in `uv`, after the slot's transform.
fn coordinates(slot: u32, uv: vec4<f32>) -> vec2<f32> {
    let chosen = select(uv.xy, uv.zw, ((draw.second_uv_set_bits >> slot) & 1u) == 1u);
    let p = vec3<f32>(chosen, 1.0);
    return vec2<f32>(dot(material.uv_rows[slot * 2u].xyz, p), dot(material.uv_rows[slot * 2u + 1u].xyz, p));
}
