// Uniform of one image: camera, lights, ground. The same layout as `FrameUniform` in render/frame_uniform.rs.

// Kinds of light of the image: what it lacks costs nothing. See render/light_features.rs.

// Whether an environment map takes the place of the sky.
override ENVIRONMENT: bool = false;
// Whether there are lights beside the sun.
override LIGHTS: bool = false;
// The `ToneMapping`.
override TONE_MAPPING: u32 = 0u;

// Part of a body above the ground, an ellipsoid.
struct Ellipsoid {
    // Rows of the matrix from world space to the space in which it is the unit sphere.
    x: vec4<f32>,
    y: vec4<f32>,
    z: vec4<f32>,
    // Unit vector down in that space.
    down: vec4<f32>,
}

// Light of a file (KHR_lights_punctual).
struct PunctualLight {
    // Position; w: 0 for a directional light, else 1.
    position: vec4<f32>,
    // Unit vector towards the light along its axis; w: 1 over the fourth power of its range, 0 without one.
    axis: vec4<f32>,
    // Colour times brightness.
    color: vec4<f32>,
    // Factor on the cosine of the angle from the axis, and what is added to it.
    cone: vec4<f32>,
}

struct Frame {
    clip_from_world: mat4x4<f32>,
    world_from_clip: mat4x4<f32>,
    shadow_from_world: mat4x4<f32>,
    eye: vec4<f32>,
    // Unit vector; w: number of the light that casts shadows: 0 for none, 1 for the sun, then those of files.
    direction_to_sun: vec4<f32>,
    // w: the image's `Shading`.
    sun_color: vec4<f32>,
    // Unit vector from the scene towards the fill light; w: its irradiance over π.
    fill_light: vec4<f32>,
    // Width and height in pixels, and the place in the image of the targets' first pixel.
    viewport: vec4<f32>,
    // Size of a shadow texel in metres, tangent of the angular radius of the light that casts shadows, depth range of the map in
    // metres, texture coordinates per metre; for a light with a position, the first and the last at a metre from it, and its radius in
    // place of the tangent.
    shadow: vec4<f32>,
    // Distances of the near and the far plane of the shadow map from a light with a position, 0 for parallel rays; size of a shadow
    // texel in metres in the middle of the casters.
    shadow_planes: vec4<f32>,
    // Factor on light before tone mapping, number of lights of files, brightness of the environment map.
    exposure: vec4<f32>,
    // Cosine and sine of the rotation of the environment map, its blur as the background.
    environment: vec4<f32>,
    sky_zenith: vec4<f32>,
    sky_horizon: vec4<f32>,
    sky_ground: vec4<f32>,
    // Spherical harmonics of the sky's irradiance over π.
    irradiance: array<vec4<f32>, 9>,
    // Height, grid spacing, radius at which the ground has faded out, half the side of the drawn square.
    ground: vec4<f32>,
    // x and z of the centre, strength of the grid, number of ellipsoids.
    ground_center: vec4<f32>,
    ground_color: vec4<f32>,
    // Rectangle of the ground outside of which nothing casts a shadow: smallest x and z, largest x and z.
    ground_shadow: vec4<f32>,
    // The sun's light on toon materials; w: time in seconds.
    toon_sun: vec4<f32>,
    // The sky's light on toon materials, the same from all directions; w: factor on irradiance.
    toon_sky: vec4<f32>,
    ellipsoids: array<Ellipsoid, 16>,
    lights: array<PunctualLight, 16>,
}

@group(0) @binding(0) var<uniform> frame: Frame;
