// One face of one level of an environment map: the mean of a picture in equirectangular projection over the reflections of
// a rough surface. See environment/prefilter.rs.

struct Face {
    face: u32,
    // Width in texels.
    size: f32,
    roughness: f32,
    sample_count: u32,
}

@group(0) @binding(0) var<uniform> drawn: Face;
@group(0) @binding(1) var picture: texture_2d<f32>;
@group(0) @binding(2) var picture_sampler: sampler;

@vertex
fn prefilter_vertex(@builtin(vertex_index) index: u32) -> @builtin(position) vec4<f32> {
    return vec4<f32>(vec2<f32>(f32((index << 1u) & 2u), f32(index & 2u)) * 2.0 - 1.0, 0.0, 1.0);
}

// Direction of a point of a face, whose coordinates run from -1 to 1 to the right and downwards.
fn face_direction(face: u32, at: vec2<f32>) -> vec3<f32> {
    switch face {
        case 0u: { return vec3<f32>(1.0, -at.y, -at.x); }
        case 1u: { return vec3<f32>(-1.0, -at.y, at.x); }
        case 2u: { return vec3<f32>(at.x, 1.0, at.y); }
        case 3u: { return vec3<f32>(at.x, -1.0, -at.y); }
        case 4u: { return vec3<f32>(at.x, -at.y, 1.0); }
        default: { return vec3<f32>(-at.x, -at.y, -1.0); }
    }
}

// Radiance of the picture from `d`, averaged over a solid angle.
fn radiance(d: vec3<f32>, solid_angle: f32) -> vec3<f32> {
    let size = vec2<f32>(textureDimensions(picture));
    let level_out = sqrt(max(1.0 - d.y * d.y, 0.0));
    // Texels are narrower towards the poles, but never than those of the last rows.
    let texel = 19.739209 / (size.x * size.y) * max(level_out, 1.0 / size.y);
    let uv = vec2<f32>(atan2(d.z, d.x) * 0.15915494 + 0.5, acos(clamp(d.y, -1.0, 1.0)) * 0.31830989);
    let level = max(0.5 * log2(solid_angle / texel), 0.0);
    return textureSampleLevel(picture, picture_sampler, uv, level).rgb;
}

// Digits of a number in base two, mirrored behind the point.
fn mirrored_bits(index: u32) -> f32 {
    // By hand, since WebGL2 lacks `reverseBits`.
    var bits = index;
    var value = 0.0;
    var weight = 0.5;
    for (var i = 0; i < 8; i++) {
        value += f32(bits & 1u) * weight;
        bits = bits >> 1u;
        weight *= 0.5;
    }
    return value;
}

@fragment
fn prefilter_fragment(@builtin(position) position: vec4<f32>) -> @location(0) vec4<f32> {
    let at = position.xy / drawn.size * 2.0 - 1.0;
    let n = normalize(face_direction(drawn.face, at));
    if drawn.roughness == 0.0 {
        let r2 = 1.0 + dot(at, at);
        let texel = 4.0 / (drawn.size * drawn.size * r2 * sqrt(r2));
        return vec4<f32>(radiance(n, texel), 1.0);
    }
    let alpha = drawn.roughness * drawn.roughness;
    let a2 = alpha * alpha;
    let side = select(vec3<f32>(1.0, 0.0, 0.0), vec3<f32>(0.0, 0.0, 1.0), abs(n.z) < 0.999);
    let t = normalize(cross(side, n));
    let b = cross(n, t);
    var sum = vec3<f32>(0.0);
    var weight = 0.0;
    for (var i = 0u; i < drawn.sample_count; i++) {
        let share = (f32(i) + 0.5) / f32(drawn.sample_count);
        let turn = mirrored_bits(i) * 6.2831853;
        let cosine = sqrt((1.0 - share) / (1.0 + (a2 - 1.0) * share));
        let sine = sqrt(max(1.0 - cosine * cosine, 0.0));
        let h = (t * cos(turn) + b * sin(turn)) * sine + n * cosine;
        let l = 2.0 * cosine * h - n;
        let n_l = dot(n, l);
        if n_l > 0.0 {
            let f = (cosine * a2 - cosine) * cosine + 1.0;
            let density = a2 / (12.566371 * f * f);
            let solid_angle = 1.0 / (f32(drawn.sample_count) * density);
            sum += radiance(l, solid_angle) * n_l;
            weight += n_l;
        }
    }
    return vec4<f32>(sum / max(weight, 1e-4), 1.0);
}
