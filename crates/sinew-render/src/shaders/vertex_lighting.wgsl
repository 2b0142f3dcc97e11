// Lighting computed per vertex and interpolated (Gouraud, *Continuous Shading of Curved Surfaces*, 1971), with the highlight
// of Blinn, *Models of Light Reflection for Computer Synthesized Pictures*, 1977. Nothing casts shadows on surfaces, and lights of
// files have no highlight.

const SHADING_VERTEX: u32 = 1u;
// Exponent of the highlight, that of a roughness of about 0.45.
const SHININESS: f32 = 48.0;

// The `Shading` of the image.
fn shading() -> u32 {
    return u32(frame.sun_color.w);
}

// Diffuse light over π at the point `world` with `normal`; w: factor on the colours of the sun and of the reflection at normal
// incidence.
fn vertex_light(world: vec3<f32>, normal: vec3<f32>) -> vec4<f32> {
    let to_eye = normalize(frame.eye.xyz - world);
    // Back faces are lit as the front faces of the other side. At silhouettes of closed surfaces some normals point away too.
    let n = select(normal, -normal, has(DOUBLE_SIDED) && dot(normal, to_eye) < 0.0);
    let to_sun = frame.direction_to_sun.xyz;
    let cosine = max(dot(n, to_sun), 0.0);
    let fill = frame.fill_light.w * clamp(dot(n, frame.fill_light.xyz), 0.0, 1.0) * (1.0 - cosine);
    var direct = frame.sun_color.rgb * cosine;
    for (var i = 0; i < light_count(); i++) {
        let incoming = light_at(i, world);
        direct += incoming.color * max(dot(n, incoming.direction), 0.0);
    }
    let diffuse = direct * 0.31830989 + irradiance(n) + fill;
    let highlight = pow(max(dot(n, normalize(to_eye + to_sun)), 1e-6), SHININESS);
    return vec4<f32>(diffuse, highlight * cosine * (SHININESS + 8.0) * 0.039788736);
}
