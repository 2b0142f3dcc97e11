// Toon shading as VRMC_materials_mtoon 1.0 has it (VRM Consortium, 2022), under one sun and the light from around.
// Lights are scaled together so that what they light fully shows its colour as it was painted, no brighter: instead
// of the tone mapper, which would turn white faces grey.

// Whether this is the line around the surface.
override OUTLINE: bool = false;

// How much of the surface is lit. `turned` is how far it faces the sun, `visible` what reaches it.
fn lit_share(turned: f32, shift: f32, visible: f32) -> f32 {
    let ramp = turned + shift;
    // Hard ends stay a pixel wide.
    let half_width = max(1.0 - material.shading.x, clamp(fwidth(ramp) * 0.5, 1e-4, 0.25));
    return clamp(ramp / (2.0 * half_width) + 0.5, 0.0, 1.0) * visible;
}

// A picture of a lit ball, looked up by where on the ball a side faces this way.
fn matcap(normal: vec3<f32>, to_eye: vec3<f32>) -> vec3<f32> {
    // Seen from straight above, right is anywhere.
    let level = vec3<f32>(to_eye.z, 0.0, -to_eye.x);
    let right = select(vec3<f32>(1.0, 0.0, 0.0), normalize(level), dot(level, level) > 1e-12);
    let up = cross(to_eye, right);
    let uv = vec2<f32>(dot(right, normal), -dot(up, normal)) * 0.495 + 0.5;
    // Whatever set of coordinates the file names for it, this takes their place.
    return textureSample(matcap_map, matcap_sampler, coordinates(5u, uv.xyxy)).rgb * material.matcap.rgb;
}

fn rim_light(normal: vec3<f32>, to_eye: vec3<f32>, uv: vec4<f32>, light: vec3<f32>) -> vec3<f32> {
    let edge = clamp(1.0 - dot(normal, to_eye) + material.mixes.x, 0.0, 1.0);
    // pow(0, 0) is not defined.
    var rim = material.rim.rgb * pow(max(edge, 1e-6), max(material.rim.w, 1e-5));
    if has(HAS_MATCAP) {
        rim += matcap(normal, to_eye);
    }
    if has(HAS_RIM) {
        rim *= textureSample(rim_map, rim_sampler, coordinates(6u, uv)).rgb;
    }
    return rim * mix(vec3<f32>(1.0), light, material.mixes.y);
}

fn toon_color(in: Varying, uv: vec4<f32>, base: vec3<f32>, front: bool) -> vec3<f32> {
    let to_eye = normalize(frame.eye.xyz - in.world);
    let face = face_normal(in, to_eye, front || OUTLINE);
    var normal = face;
    if has(HAS_NORMAL) {
        let at = coordinates(3u, uv);
        let texel = textureSample(normal_map, normal_sampler, at).xyz * 2.0 - 1.0;
        // Tangents don't turn with the animation.
        normal = mapped_normal(in, face, texel, material.shading.w, at, material.animation.z == 0.0);
    }
    var shift = material.shade.w;
    if has(HAS_SHIFT) {
        shift += textureSample(shift_map, shift_sampler, coordinates(2u, uv)).r * material.shading.y;
    }
    var shade = material.shade.rgb;
    if has(HAS_SHADE) {
        shade *= textureSample(shade_map, shade_sampler, coordinates(1u, uv)).rgb;
    }
    var emissive = material.emissive.rgb;
    if has(HAS_EMISSIVE) {
        emissive *= textureSample(emissive_map, emissive_sampler, coordinates(4u, uv)).rgb;
    }

    let to_sun = frame.sun_direction.xyz;
    // Where a surface turns away from the sun its own shadow begins, triangle by triangle. There the shading decides.
    let faced = smoothstep(0.0, 0.2, dot(face, to_sun));
    let visible = mix(1.0, sun_visibility(in.world, face, in.clip.xy), faced);
    let sun = frame.toon_sun.rgb;
    let around = mix(irradiance(normal) * frame.toon_sky.w, frame.toon_sky.rgb, material.shading.z);
    var color = mix(shade, base, lit_share(dot(normal, to_sun), shift, visible)) * sun + base * around;
    color += rim_light(normal, to_eye, uv, sun + around) + emissive;
    if OUTLINE {
        color = material.outline.rgb * mix(vec3<f32>(1.0), color, material.mixes.z);
    }
    // More than white would leave jagged edges once samples are resolved.
    return clamp(color, vec3<f32>(0.0), vec3<f32>(1.0));
}

@fragment
fn toon_fragment(in: Varying, @builtin(front_facing) counter_clockwise: bool) -> @location(0) vec4<f32> {
    let front = counter_clockwise == (in.side > 0.0);
    let uv = animated(in.uv);
    var color = base_color_at(uv);
    let alpha = color.a;
    let softness = max(fwidth(alpha), 1e-4);
    if ALPHA != 3u || has(IGNORE_ALPHA) {
        color.a = 1.0;
    }
    let out = vec4<f32>(toon_color(in, uv, color.rgb, front) * color.a, color.a);
    // Of the line only the far sides are drawn.
    let unwanted = select(!front && !has(DOUBLE_SIDED), front, OUTLINE);
    return cut(out, alpha, softness, unwanted);
}
