// Light on a surface of the metallic-roughness model. Sun: GGX with height-correlated Smith visibility (Heitz 2014) and
// Lambert, as in appendix B of the glTF 2.0 specification. Reflection of the sky: split sum with Lazarov's fit (Karis,
// *Physically Based Shading on Mobile*, 2014). Energy that a single reflection loses on rough surfaces is given back
// (Fdez-Agüera, *A Multiple-Scattering Microfacet Model for Real-Time Image-based Lighting*, 2019; Turquin, *Practical
// Multiple Scattering Compensation for Microfacet Models*, 2019).

struct Surface {
    position: vec3<f32>,
    // Normal for reflections, turned towards the camera.
    normal: vec3<f32>,
    // Normal for diffuse light.
    matt_normal: vec3<f32>,
    // Normal without the normal map, turned towards the camera.
    face: vec3<f32>,
    to_eye: vec3<f32>,
    // Colour of diffuse light, less the metallic share.
    diffuse: vec3<f32>,
    // Reflection at normal and at grazing incidence, of the mixture of metal and dielectric.
    f0: vec3<f32>,
    f90: f32,
    // The same of the dielectric alone, above the diffuse light.
    dielectric_f0: vec3<f32>,
    dielectric_f90: f32,
    roughness: f32,
    occlusion: f32,
    // Direction in which reflections are stretched, and how much: 0 not at all.
    along: vec3<f32>,
    anisotropy: f32,
    // How far light wraps around a skin.
    scatter: vec3<f32>,
}

fn ggx(n_h: f32, alpha: f32) -> f32 {
    let a2 = alpha * alpha;
    let f = (n_h * a2 - n_h) * n_h + 1.0;
    return a2 / (3.14159265 * f * f);
}

fn smith(n_l: f32, n_v: f32, alpha: f32) -> f32 {
    let a2 = alpha * alpha;
    let v = n_l * sqrt(n_v * n_v * (1.0 - a2) + a2);
    let l = n_v * sqrt(n_l * n_l * (1.0 - a2) + a2);
    return 0.5 / max(v + l, 1e-5);
}

fn schlick(f0: vec3<f32>, f90: f32, cosine: f32) -> vec3<f32> {
    return f0 + (vec3<f32>(f90) - f0) * pow(1.0 - cosine, 5.0);
}

// Scale and bias on f0 for the reflection of the sky.
fn environment_brdf(roughness: f32, n_v: f32) -> vec2<f32> {
    let r = roughness * vec4<f32>(-1.0, -0.0275, -0.572, 0.022) + vec4<f32>(1.0, 0.0425, 1.04, -0.04);
    let a = min(r.x * r.x, exp2(-9.28 * n_v)) * r.x + r.y;
    return vec2<f32>(-1.04, 1.04) * a + r.zw;
}

// The normal, bent towards the eye where it faces away from it, as normals of maps and interpolated ones may.
fn seen_normal(normal: vec3<f32>, to_eye: vec3<f32>) -> vec3<f32> {
    let facing = dot(normal, to_eye);
    return select(normal, normalize(normal + to_eye * (0.01 - facing)), facing < 0.01);
}

// Distribution and visibility of microfacets for a light from `l`.
fn specular_lobe(s: Surface, l: vec3<f32>) -> f32 {
    let h = normalize(l + s.to_eye);
    let n_l = clamp(dot(s.normal, l), 0.0, 1.0);
    let n_v = max(dot(s.normal, s.to_eye), 1e-3);
    let n_h = clamp(dot(s.normal, h), 0.0, 1.0);
    let alpha = s.roughness * s.roughness;
    if s.anisotropy == 0.0 {
        return ggx(n_h, alpha) * smith(n_l, n_v, alpha);
    }
    // Burley's distribution with Heitz's visibility, as KHR_materials_anisotropy has them.
    let across = cross(s.normal, s.along);
    let wide = mix(alpha, 1.0, s.anisotropy * s.anisotropy);
    let f = vec3<f32>(alpha * dot(s.along, h), wide * dot(across, h), wide * alpha * n_h);
    let w2 = wide * alpha / max(dot(f, f), 1e-12);
    let distribution = wide * alpha * w2 * w2 * 0.31830989;
    let v = n_l * length(vec3<f32>(wide * dot(s.along, s.to_eye), alpha * dot(across, s.to_eye), n_v));
    let i = n_v * length(vec3<f32>(wide * dot(s.along, l), alpha * dot(across, l), n_l));
    return distribution * min(0.5 / max(v + i, 1e-5), 1.0);
}

struct Light {
    diffuse: vec3<f32>,
    specular: vec3<f32>,
}

// Factor by which reflections grow that meet the surface several times.
fn compensation(s: Surface, n_v: f32) -> vec3<f32> {
    let ab = environment_brdf(s.roughness, n_v);
    return vec3<f32>(1.0) + s.f0 * (1.0 / max(ab.x + ab.y, 0.1) - 1.0);
}

// Light of a source from `l` with irradiance `color` on a surface that faces it, of which `visible` arrives.
fn direct_light(s: Surface, l: vec3<f32>, color: vec3<f32>, visible: f32) -> Light {
    let n_l = clamp(dot(s.normal, l), 0.0, 1.0);
    let n_v = max(dot(s.normal, s.to_eye), 1e-3);
    let v_h = clamp(dot(s.to_eye, normalize(l + s.to_eye)), 0.0, 1.0);
    let light = color * (n_l * visible);
    let specular = schlick(s.f0, s.f90, v_h) * compensation(s, n_v) * specular_lobe(s, l);
    let kept = vec3<f32>(1.0) - schlick(s.dielectric_f0, s.dielectric_f90, v_h);
    let diffuse = s.diffuse * kept * color * diffuse_share(s, l, visible) * 0.31830989;
    return Light(diffuse, specular * light);
}

// Light of the sun and of the lights of files, of which `visible` of the one that casts shadows arrives.
fn all_direct_light(s: Surface, visible: f32) -> Light {
    var sum = direct_light(s, frame.direction_to_sun.xyz, frame.sun_color.rgb, sun_share(visible));
    for (var i = 0; i < light_count(); i++) {
        let incoming = light_at(i, s.position);
        let light = direct_light(s, incoming.direction, incoming.color, select(1.0, visible, casts_shadows(i)));
        sum = Light(sum.diffuse + light.diffuse, sum.specular + light.specular);
    }
    return sum;
}

// Share of even light around that a surface reflects at once, and that it reflects after several bounces.
fn reflected_shares(f0: vec3<f32>, f90: f32, ab: vec2<f32>) -> mat2x3<f32> {
    let single = f0 * ab.x + f90 * ab.y;
    let missing = 1.0 - (ab.x + ab.y);
    let average = f0 + (1.0 - f0) / 21.0;
    return mat2x3<f32>(single, single * average / (vec3<f32>(1.0) - average * missing) * missing);
}

fn sky_light(s: Surface) -> Light {
    let n_v = clamp(dot(s.normal, s.to_eye), 0.0, 1.0);
    let ab = environment_brdf(s.roughness, n_v);
    let shares = reflected_shares(s.f0, s.f90, ab);
    let dielectric = reflected_shares(s.dielectric_f0, s.dielectric_f90, ab);
    let around = irradiance(s.matt_normal);
    // Stretched reflections bend towards the plane across their direction.
    var normal = s.normal;
    if s.anisotropy > 0.0 {
        let across = cross(s.normal, s.along);
        let bent = cross(cross(across, s.to_eye), across);
        let keep = 1.0 - s.anisotropy * (1.0 - s.roughness);
        normal = normalize(mix(normalize(bent), s.normal, keep * keep * keep * keep));
    }
    let r = reflect(-s.to_eye, normal);
    // What a reflection below the geometric surface meets is the surface, which sends on the light around it.
    let horizon = clamp(1.0 + dot(r, s.face), 0.0, 1.0);
    let color = min(s.f0 + s.diffuse, vec3<f32>(1.0));
    let mirrored = mix(around * color, reflected_sky(r, s.roughness), horizon * horizon);
    // Lagarde and de Rousiers, *Moving Frostbite to Physically Based Rendering*, 2014.
    let occlusion =
        clamp(pow(n_v + s.occlusion, exp2(-16.0 * s.roughness - 1.0)) - 1.0 + s.occlusion, 0.0, 1.0);
    let specular = mirrored * shares[0] * occlusion + around * shares[1] * s.occlusion;
    let kept = vec3<f32>(1.0) - dielectric[0] - dielectric[1];
    return Light(around * s.diffuse * kept * s.occlusion, specular);
}

// Diffuse light of the fill light, where the sun does not reach.
fn fill_light(s: Surface, visible: f32) -> vec3<f32> {
    let sunlit = clamp(dot(s.matt_normal, frame.direction_to_sun.xyz), 0.0, 1.0) * sun_share(visible);
    let facing = clamp(dot(s.matt_normal, frame.fill_light.xyz), 0.0, 1.0);
    return s.diffuse * (frame.fill_light.w * facing * (1.0 - sunlit) * s.occlusion);
}

// Roughness including normals that vary within a pixel, which widen the highlight: those of vertices, from pixel to pixel
// (Tokuyoshi and Kaplanyan, *Improved Geometric Specular Antialiasing*, 2019), and those of a normal map, whose averages
// in smaller images are shorter than 1 (Toksvig, *Mipmapping Normal Maps*, 2005).
fn filtered_roughness(roughness: f32, normal: vec3<f32>, map_length: f32) -> f32 {
    let x = dpdx(normal);
    let y = dpdy(normal);
    let geometric = min(0.5 * (dot(x, x) + dot(y, y)), 0.18);
    // 8 bits a channel shorten a normal by up to this.
    let shortened = max(1.0 - map_length - 0.01, 0.0);
    let mapped = min(shortened / max(map_length, 0.1), 0.5);
    let alpha = roughness * roughness;
    return sqrt(sqrt(clamp(alpha * alpha + geometric + mapped, 0.0, 1.0)));
}
