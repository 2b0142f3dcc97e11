// Skin, eyes and teeth of people.

const SKIN: u32 = 128u;
const EYE: u32 = 256u;
const TEETH: u32 = 512u;

// Mean distance in metres that light of each colour travels in skin (d'Eon, Luebke and Enderton, *Efficient Rendering of Human
// Skin*, 2007).
const SKIN_SCATTER: vec3<f32> = vec3<f32>(0.0037, 0.0014, 0.0007);
// Index of refraction of the cornea and what lies behind it.
const CORNEA: f32 = 1.376;
// Depth of the iris behind the cornea, as a share of the radius of the eyeball.
const IRIS_DEPTH: f32 = 0.16;

// Share of a light from `l` that leaves a surface again, where `visible` of it arrives. Skin bleeds light around its bends, the
// farther the more it is bent, and into shadows (Penner, *Pre-Integrated Skin Shading*, 2011, as a wrapped cosine that keeps its
// energy).
fn diffuse_share(s: Surface, l: vec3<f32>, visible: f32) -> vec3<f32> {
    let cosine = dot(s.matt_normal, l);
    if !has_layer(SKIN) {
        return vec3<f32>(max(cosine, 0.0) * visible);
    }
    let wrap = s.scatter;
    let smooth_cosine = dot(s.face, l);
    // Fine bumps are softer in the colours that travel farther.
    let cosines = mix(vec3<f32>(cosine), vec3<f32>(smooth_cosine), vec3<f32>(0.6, 0.35, 0.2));
    let wrapped = max(cosines + wrap, vec3<f32>(0.0)) / ((1.0 + wrap) * (1.0 + wrap));
    // Behind the terminator the surface shadows itself, which the wrapped cosine has counted already.
    let arriving = mix(1.0, visible, smoothstep(-0.15, 0.03, smooth_cosine));
    return wrapped * pow(vec3<f32>(arriving), vec3<f32>(1.0) / (1.0 + wrap * vec3<f32>(2.0, 1.0, 0.5)));
}

// How far light wraps around a skin: its way, as a share of the radius of the bend.
fn skin_scatter(in: Varying) -> vec3<f32> {
    let bend = length(vec2<f32>(length(dpdx(in.normal)), length(dpdy(in.normal))));
    let size = length(vec2<f32>(length(dpdx(in.world)), length(dpdy(in.world))));
    // Creases between coarse triangles are no bends: no part of a face is rounder than a radius of half a centimetre.
    let curvature = clamp(bend / max(size, 1e-6), 8.0, 200.0);
    return clamp(SKIN_SCATTER * curvature * 1.6, vec3<f32>(0.0), vec3<f32>(0.6));
}

// Share of light around that reaches an eyeball between the lids: less near its edges, least under the upper lid.
fn between_lids(in: Varying, face: vec3<f32>) -> f32 {
    let ahead = dot(face, in.object_x);
    let up = dot(face, in.object_y);
    let edge = smoothstep(0.1, 0.8, ahead);
    let upper = 1.0 - 0.55 * smoothstep(0.05, 0.5, up);
    return mix(0.35, 1.0, edge) * upper;
}

// Share of light that reaches teeth, the less the farther back they are.
fn within_mouth(in: Varying, face: vec3<f32>) -> f32 {
    return mix(0.12, 0.72, smoothstep(-0.1, 0.9, dot(face, in.object_x)));
}

// Texture coordinates of what is seen through the cornea: the iris lies behind it.
fn behind_cornea(in: Varying, uv: vec4<f32>) -> vec4<f32> {
    if !has_layer(EYE) {
        return uv;
    }
    // Cosine of the angle from the axis of the eye.
    let within = smoothstep(0.84, 0.94, in.object_z.x);
    let n = unit_or_zero(in.normal);
    let to_eye = normalize(frame.eye.xyz - in.world);
    let way = refract(-to_eye, n, 1.0 / CORNEA);
    let down = max(-dot(way, n), 0.3);
    // The radius of the eyeball, from its bend.
    let bend = length(vec2<f32>(length(dpdx(n)), length(dpdy(n))));
    let size = length(vec2<f32>(length(dpdx(in.world)), length(dpdy(in.world))));
    let radius = size / max(bend, 1e-6);
    let moved = (way + n * down) / down * min(radius, 0.03) * (IRIS_DEPTH * within);
    let px = dpdx(in.world);
    let py = dpdy(in.world);
    let a = cross(py, n);
    let c = cross(n, px);
    let area = dot(px, a);
    let ways = vec2<f32>(dot(a, moved), dot(c, moved)) / select(area, 1.0, abs(area) < 1e-14);
    let shift = dpdx(uv.xy) * ways.x + dpdy(uv.xy) * ways.y;
    return vec4<f32>(uv.xy + clamp(shift, vec2<f32>(-0.05), vec2<f32>(0.05)), uv.zw);
}

// The surface of a body: what light reaches it, and how far it travels within.
fn body_surface(in: Varying, surface: Surface) -> Surface {
    var s = surface;
    if has_layer(SKIN) {
        s.scatter = skin_scatter(in);
    }
    if has_layer(EYE) {
        let open = between_lids(in, s.face);
        s.occlusion *= open;
        s.diffuse *= mix(0.55, 1.0, open);
    }
    if has_layer(TEETH) {
        let open = within_mouth(in, s.face);
        s.occlusion *= open;
        // Enamel is not as white as paper.
        s.diffuse = min(s.diffuse, vec3<f32>(0.78)) * vec3<f32>(1.0, 0.96, 0.88) * mix(0.4, 1.0, open);
    }
    return s;
}

// Light of an eye with the reflection of its cornea.
fn with_cornea(in: Varying, s: Surface, light: vec3<f32>, visible: f32) -> vec3<f32> {
    var wet = s;
    wet.normal = s.face;
    wet.f0 = vec3<f32>(0.025);
    wet.f90 = 1.0;
    wet.dielectric_f0 = wet.f0;
    wet.roughness = filtered_roughness(0.07, in.normal, 1.0);
    // The wet surface mirrors the lids at its edges.
    let open = between_lids(in, s.face);
    let over = all_direct_light(wet, visible).specular * smoothstep(0.3, 0.7, open) + sky_light(wet).specular * open;
    let reflected = schlick(wet.f0, 1.0, clamp(dot(wet.normal, s.to_eye), 0.0, 1.0)).x;
    return light * (1.0 - reflected) + over;
}
