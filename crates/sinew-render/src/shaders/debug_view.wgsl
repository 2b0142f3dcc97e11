// Debug views: directions and texture coordinates as colours.

const SHADING_GEOMETRY_NORMALS: u32 = 2u;
const SHADING_NORMALS: u32 = 3u;
const SHADING_TANGENTS: u32 = 4u;
const SHADING_BITANGENTS: u32 = 5u;
const SHADING_UVS: u32 = 6u;

fn is_debug_view() -> bool {
    return shading() >= SHADING_GEOMETRY_NORMALS;
}

// Colour of the debug view, encoded so that the image shows a direction d as d / 2 + 1 / 2, the colour of a normal map. `face`
// and `normal` are the normals without and with the normal map.
fn debug_color(in: Varying, face: vec3<f32>, normal: vec3<f32>, uv: vec2<f32>) -> vec3<f32> {
    var direction = face;
    let kind = shading();
    if kind == SHADING_UVS {
        return linear_from_srgb(vec3<f32>(fract(uv), 0.0));
    }
    if kind == SHADING_NORMALS {
        direction = normal;
    }
    if kind == SHADING_TANGENTS || kind == SHADING_BITANGENTS {
        // Grey without tangents.
        direction = unit_or_zero(in.tangent.xyz);
    }
    if kind == SHADING_BITANGENTS {
        direction = unit_or_zero(cross(in.normal, in.tangent.xyz) * in.tangent.w);
    }
    return linear_from_srgb(direction * 0.5 + 0.5);
}

// Inverse of the encoding of the output pass (IEC 61966-2-1).
fn linear_from_srgb(encoded: vec3<f32>) -> vec3<f32> {
    let c = clamp(encoded, vec3<f32>(0.0), vec3<f32>(1.0));
    return select(pow((c + 0.055) / 1.055, vec3<f32>(2.4)), c / 12.92, c <= vec3<f32>(0.04045));
}
