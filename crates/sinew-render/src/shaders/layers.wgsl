// Layers of a material: textures of reflections, thin films, stretched reflections, cloth, clear coats, glass.

// Layers that the material has; the others cost nothing.
override LAYERS: u32 = 0u;
const SPECULAR_TEXTURES: u32 = 1u;
const CLEARCOAT: u32 = 2u;
const SHEEN: u32 = 4u;
const TRANSMISSION: u32 = 8u;
const IRIDESCENCE: u32 = 16u;
const ANISOTROPY: u32 = 32u;
const DISPERSION: u32 = 64u;

const CLEARCOAT_NORMAL_SLOT: u32 = 9u;
const HAS_CLEARCOAT_NORMAL: u32 = 512u;
const HAS_ANISOTROPY: u32 = 65536u;

fn has_layer(layer: u32) -> bool {
    return (LAYERS & layer) != 0u;
}

// Reflection at normal incidence between two media, and the index of refraction that reflects as much.
fn reflection_between(inner: vec3<f32>, outer: f32) -> vec3<f32> {
    let ratio = (inner - outer) / (inner + outer);
    return ratio * ratio;
}

fn index_of(f0: vec3<f32>) -> vec3<f32> {
    let root = sqrt(clamp(f0, vec3<f32>(0.0), vec3<f32>(0.9999)));
    return (1.0 + root) / (1.0 - root);
}

// Sensitivity of the eye to light that has travelled on by `difference` nanometres with a phase shift: a sum of Gaussians
// in the Fourier domain.
fn film_color(difference: f32, shift: vec3<f32>) -> vec3<f32> {
    let phase = 6.2831853 * difference * 1e-9;
    let value = vec3<f32>(5.4856e-13, 4.4201e-13, 5.2481e-13);
    let position = vec3<f32>(1.6810e6, 1.7953e6, 2.2084e6);
    let variance = vec3<f32>(4.3278e9, 9.3046e9, 6.6121e9);
    var xyz = value * sqrt(6.2831853 * variance) * cos(position * phase + shift) * exp(-phase * phase * variance);
    xyz.x += 9.7470e-14 * sqrt(6.2831853 * 4.5282e9) * cos(2.2399e6 * phase + shift.x)
        * exp(-4.5282e9 * phase * phase);
    xyz /= 1.0685e-7;
    // Rec. 709 from XYZ.
    return vec3<f32>(
        dot(xyz, vec3<f32>(3.2404542, -1.5371385, -0.4985314)),
        dot(xyz, vec3<f32>(-0.9692660, 1.8760108, 0.0415560)),
        dot(xyz, vec3<f32>(0.0556434, -0.2040259, 1.0572252)),
    );
}

// Reflection of a thin film over a base that reflects `base` (Belcour and Barla, *A Practical Extension to Microfacet
// Theory for the Modeling of Varying Iridescence*, 2017, as KHR_materials_iridescence has it).
fn film_reflection(index: f32, cosine: f32, thickness: f32, base: vec3<f32>) -> vec3<f32> {
    // A film that thins out vanishes.
    let film = mix(1.0, index, smoothstep(0.0, 0.03, thickness));
    let sine2 = (1.0 - cosine * cosine) / (film * film);
    if sine2 >= 1.0 {
        return vec3<f32>(1.0);
    }
    let inner_cosine = sqrt(1.0 - sine2);
    let r0 = reflection_between(vec3<f32>(film), 1.0).x;
    let r12 = r0 + (1.0 - r0) * pow(1.0 - cosine, 5.0);
    let t121 = 1.0 - r12;
    let base_index = index_of(base);
    let r1 = reflection_between(base_index, film);
    let r23 = r1 + (1.0 - r1) * pow(1.0 - inner_cosine, 5.0);
    let outer_shift = select(3.14159265, 0.0, film < 1.0);
    let shift = vec3<f32>(outer_shift) + select(vec3<f32>(0.0), vec3<f32>(3.14159265), base_index < vec3<f32>(film));
    let difference = 2.0 * film * thickness * inner_cosine;
    let r123 = clamp(r12 * r23, vec3<f32>(1e-5), vec3<f32>(0.9999));
    let r = sqrt(r123);
    let rs = t121 * t121 * r23 / (1.0 - r123);
    var sum = r12 + rs;
    var c = rs - t121;
    for (var m = 1; m <= 2; m++) {
        c *= r;
        sum += c * 2.0 * film_color(f32(m) * difference, f32(m) * shift);
    }
    return max(sum, vec3<f32>(0.0));
}

// The film's reflection as one at normal incidence, which then grows towards grazing angles as others do.
fn with_film(base: vec3<f32>, n_v: f32, strength: f32, thickness: f32) -> vec3<f32> {
    let seen = film_reflection(material.film.y, n_v, thickness, base);
    let grazing = pow(1.0 - n_v, 5.0);
    let normal = clamp((seen - grazing) / max(1.0 - grazing, 1e-3), vec3<f32>(0.0), vec3<f32>(1.0));
    return mix(base, normal, strength);
}

// Whether the material is a card of hair: a mask with stretched highlights. Its alpha is the share that strands cover, wherever its
// cutoff lies.
fn shows_strands() -> bool {
    return has_layer(ANISOTROPY) && ALPHA == 2u;
}

// Alpha of the surface as it is seen. Strands are as thick as they are wide, so that a card seen from its side shows them as wide on
// less surface: no light comes between them there.
fn seen_alpha(in: Varying, alpha: f32) -> f32 {
    let across = cross(dpdx(in.world), dpdy(in.world));
    if !shows_strands() {
        return alpha;
    }
    let slant = abs(dot(across, normalize(frame.eye.xyz - in.world))) * inverseSqrt(max(dot(across, across), 1e-30));
    return 1.0 - pow(1.0 - min(alpha, 1.0), 1.0 / max(slant, 0.1));
}

fn layered_surface(in: Varying, surface: Surface) -> Surface {
    var s = surface;
    if has_layer(SPECULAR_TEXTURES) {
        let strength = material.specular.w * specular_texel(in.uv).a;
        let color = material.specular.rgb * specular_color_texel(in.uv).rgb;
        s.dielectric_f0 = min(color, vec3<f32>(1.0)) * strength;
        s.dielectric_f90 = strength;
    }
    if has_layer(IRIDESCENCE) {
        let strength = material.film.x * iridescence_texel(in.uv).r;
        let share = iridescence_thickness_texel(in.uv).g;
        let thickness = mix(material.film.z, material.film.w, share);
        let n_v = clamp(dot(s.normal, s.to_eye), 0.0, 1.0);
        s.dielectric_f0 = with_film(s.dielectric_f0, n_v, strength, thickness);
        s.f0 = with_film(s.f0, n_v, strength, thickness);
    }
    if has_layer(ANISOTROPY) {
        var direction = material.anisotropy.xy;
        var strength = material.anisotropy.z;
        if has(HAS_ANISOTROPY) {
            let texel = anisotropy_texel(in.uv).rgb;
            let turned = texel.rg * 2.0 - 1.0;
            direction = vec2<f32>(
                turned.x * direction.x - turned.y * direction.y,
                turned.x * direction.y + turned.y * direction.x,
            );
            strength *= texel.b;
        }
        let uv = coordinates(select(0u, 2u, has(HAS_NORMAL)), in.uv);
        let along = tangent_normal(in, s.normal, vec3<f32>(direction, 0.0), uv, true);
        let flat = along - s.normal * dot(along, s.normal);
        if dot(flat, flat) > 1e-6 {
            s.along = normalize(flat);
            s.anisotropy = clamp(strength, 0.0, 1.0);
        }
    }
    return body_surface(in, s);
}

// Share of even light around that cloth of a roughness reflects: a fit to the integral of the lobe below.
fn sheen_albedo(n_v: f32, roughness: f32) -> f32 {
    let x = n_v;
    let r = max(roughness, 0.1);
    let sum = 0.7847 - 0.7806 * x + 3.7015 * x * x - 2.0785 * r + 0.8883 * r * r + 0.3482 * x * r - 2.2668 * x * x * r
        + 0.4642 * x * r * r - (0.0173 + 0.2993 * x + 1.9136 * x * x) / r - 0.7822 * sqrt(x);
    return clamp(exp(sum), 0.0, 1.0);
}

// Light of a source that cloth of a roughness reflects (Estevez and Kulla, *Production Friendly Microfacet Sheen BRDF*, 2017,
// with Neubelt's visibility).
fn sheen_light(s: Surface, roughness: f32, l: vec3<f32>, color: vec3<f32>) -> vec3<f32> {
    let inverse = 1.0 / (roughness * roughness);
    let h = normalize(l + s.to_eye);
    let n_l = clamp(dot(s.normal, l), 0.0, 1.0);
    let n_v = clamp(dot(s.normal, s.to_eye), 1e-3, 1.0);
    let n_h = clamp(dot(s.normal, h), 0.0, 1.0);
    let distribution = (2.0 + inverse) * pow(max(1.0 - n_h * n_h, 1e-5), 0.5 * inverse) * 0.15915494;
    let visibility = 1.0 / (4.0 * max(n_l + n_v - n_l * n_v, 1e-3));
    return color * (distribution * visibility * n_l);
}

// Light under cloth, with the cloth over it.
fn under_sheen(in: Varying, s: Surface, light: vec3<f32>, visible: f32) -> vec3<f32> {
    let color = material.sheen.rgb * sheen_color_texel(in.uv).rgb;
    let roughness = clamp(material.sheen.w * sheen_roughness_texel(in.uv).a, 0.07, 1.0);
    let n_v = clamp(dot(s.normal, s.to_eye), 1e-3, 1.0);
    let albedo = sheen_albedo(n_v, roughness);
    let sun = frame.sun_color.rgb * sun_share(visible);
    var direct = sheen_light(s, roughness, frame.direction_to_sun.xyz, sun);
    for (var i = 0; i < light_count(); i++) {
        let incoming = light_at(i, s.position);
        let arriving = incoming.color * select(1.0, visible, casts_shadows(i));
        direct += sheen_light(s, roughness, incoming.direction, arriving);
    }
    let around = irradiance(s.normal) * (albedo * s.occlusion);
    let kept = 1.0 - max(color.r, max(color.g, color.b)) * albedo;
    return light * kept + color * (direct + around);
}

// Light under a clear coat, with the coat over it.
fn under_coat(in: Varying, s: Surface, light: vec3<f32>, visible: f32) -> vec3<f32> {
    let strength = material.clearcoat.x * clearcoat_texel(in.uv).r;
    let roughness = clamp(material.clearcoat.y * clearcoat_roughness_texel(in.uv).g, 0.045, 1.0);
    var coat = s;
    coat.normal = s.face;
    var map_length = 1.0;
    if has(HAS_CLEARCOAT_NORMAL) {
        let texel = clearcoat_normal_texel(in.uv).xyz * 2.0 - 1.0;
        let mapped = vec3<f32>(texel.xy * material.clearcoat.z, texel.z);
        let uv = coordinates(CLEARCOAT_NORMAL_SLOT, in.uv);
        coat.normal = seen_normal(tangent_normal(in, s.face, mapped, uv, true), s.to_eye);
        map_length = min(length(texel), 1.0);
    }
    // What the coat mirrors of itself is the surface under it.
    coat.diffuse = s.diffuse + s.f0;
    coat.f0 = vec3<f32>(0.04);
    coat.f90 = 1.0;
    coat.dielectric_f0 = coat.f0;
    coat.anisotropy = 0.0;
    coat.roughness = filtered_roughness(roughness, in.normal, map_length);
    let reflected = schlick(coat.f0, 1.0, clamp(dot(coat.normal, s.to_eye), 0.0, 1.0)).x;
    let over = all_direct_light(coat, visible).specular + sky_light(coat).specular;
    return light * (1.0 - strength * reflected) + over * strength;
}

fn layered_light(
    in: Varying,
    s: Surface,
    light: Light,
    emissive: vec3<f32>,
    metallic: f32,
    visible: f32,
) -> vec4<f32> {
    var sum = light.diffuse;
    var alpha = 1.0;
    if has_layer(TRANSMISSION) {
        let share = material.clearcoat.w * transmission_texel(in.uv).r;
        let through = transmitted(in, s);
        sum = mix(sum, through.rgb, share);
        alpha = mix(1.0, through.a, share * (1.0 - metallic));
    }
    sum += light.specular;
    if has_layer(SHEEN) {
        sum = under_sheen(in, s, sum, visible);
    }
    if has_layer(EYE) {
        sum = with_cornea(in, s, sum, visible);
    }
    sum += emissive;
    if has_layer(CLEARCOAT) {
        sum = under_coat(in, s, sum, visible);
    }
    return vec4<f32>(tone_mapped(sum), alpha);
}
