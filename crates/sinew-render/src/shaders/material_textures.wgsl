// What both kinds of materials share in reading their textures.

fn has(flag: u32) -> bool {
    return (material.flags.x & flag) != 0u;
}

// Coordinates for texture number `slot`, after its transform.
fn coordinates(slot: u32, uv: vec4<f32>) -> vec2<f32> {
    let chosen = select(uv.xy, uv.zw, ((draw.uv_slots >> slot) & 1u) == 1u);
    let p = vec3<f32>(chosen, 1.0);
    return vec2<f32>(dot(material.uv[slot * 2u].xyz, p), dot(material.uv[slot * 2u + 1u].xyz, p));
}
