// Lights of files (KHR_lights_punctual).

// Light that arrives at a point.
struct Incoming {
    // Unit vector towards the light.
    direction: vec3<f32>,
    // Irradiance on a surface that faces it.
    color: vec3<f32>,
}

// Number of lights beside the sun.
fn light_count() -> i32 {
    return select(0, i32(frame.exposure.y), LIGHTS);
}

fn light_at(index: i32, world: vec3<f32>) -> Incoming {
    let light = frame.lights[index];
    if light.position.w == 0.0 {
        return Incoming(light.axis.xyz, light.color.rgb);
    }
    let way = light.position.xyz - world;
    let square = max(dot(way, way), 1e-4);
    let l = way * inverseSqrt(square);
    let window = clamp(1.0 - square * square * light.axis.w, 0.0, 1.0);
    let cone = clamp(dot(light.axis.xyz, l) * light.cone.x + light.cone.y, 0.0, 1.0);
    return Incoming(l, light.color.rgb * (window * cone * cone / square));
}

// Whether a light of a file is the one that casts shadows.
fn casts_shadows(index: i32) -> bool {
    return i32(frame.direction_to_sun.w) == index + 2;
}

// Share of the sun's light that arrives where `visible` of the light that casts shadows does.
fn sun_share(visible: f32) -> f32 {
    return select(visible, 1.0, LIGHTS && frame.direction_to_sun.w >= 2.0);
}

// Unit vector from a point towards the light that casts shadows.
fn direction_to_caster(world: vec3<f32>) -> vec3<f32> {
    let index = i32(frame.direction_to_sun.w) - 2;
    if !LIGHTS || index < 0 {
        return frame.direction_to_sun.xyz;
    }
    let light = frame.lights[index];
    return select(normalize(light.position.xyz - world), light.axis.xyz, light.position.w == 0.0);
}

// Whether the light that casts shadows has a position.
fn caster_has_position() -> bool {
    return LIGHTS && frame.shadow_planes.x > 0.0;
}
