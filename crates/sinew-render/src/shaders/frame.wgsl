// What one picture shares: camera, light, sky, ground. The twin of `FrameUniform` in renderer/frame.rs.

struct Frame {
    clip_from_world: mat4x4<f32>,
    world_from_clip: mat4x4<f32>,
    shadow_from_world: mat4x4<f32>,
    eye: vec4<f32>,
    // Towards the sun; w is 1 where shadows are drawn.
    sun_direction: vec4<f32>,
    sun_color: vec4<f32>,
    // Width, height and their inverses in pixels.
    viewport: vec4<f32>,
    // World size of a shadow texel, tangent of the sun's half angle, world depth of the map, map widths per metre.
    shadow: vec4<f32>,
    sky_zenith: vec4<f32>,
    sky_horizon: vec4<f32>,
    sky_ground: vec4<f32>,
    // Spherical harmonics of the sky's irradiance over pi.
    irradiance: array<vec4<f32>, 9>,
    // Height, line spacing, radius at which it has faded out, half the size of the drawn square.
    ground: vec4<f32>,
    // Centre x and z of the fade, strength of the lines.
    ground_center: vec4<f32>,
    ground_color: vec4<f32>,
    // What the sun gives to toon materials; w: seconds gone by.
    toon_sun: vec4<f32>,
    // The same from around, from no direction; w: factor on irradiance.
    toon_sky: vec4<f32>,
}

@group(0) @binding(0) var<uniform> frame: Frame;
