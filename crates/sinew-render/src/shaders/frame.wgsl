// Uniform of one image: camera, lights, ground. The same layout as `FrameUniform` in render/frame_uniform.rs.

// Part of a body above the ground, an ellipsoid.
struct Ellipsoid {
    // Rows of the matrix from world space to the space in which it is the unit sphere.
    x: vec4<f32>,
    y: vec4<f32>,
    z: vec4<f32>,
    // Unit vector down in that space.
    down: vec4<f32>,
}

struct Frame {
    clip_from_world: mat4x4<f32>,
    world_from_clip: mat4x4<f32>,
    shadow_from_world: mat4x4<f32>,
    eye: vec4<f32>,
    // Unit vector; w: 1 where shadows are drawn, else 0.
    direction_to_sun: vec4<f32>,
    // w: the image's `Shading`.
    sun_color: vec4<f32>,
    // Unit vector from the scene towards the fill light; w: its irradiance over π.
    fill_light: vec4<f32>,
    // Width and height in pixels, and the place in the image of the targets' first pixel.
    viewport: vec4<f32>,
    // Size of a shadow texel in metres, tangent of the sun's angular radius, depth range of the map in metres, texture
    // coordinates per metre.
    shadow: vec4<f32>,
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
}

@group(0) @binding(0) var<uniform> frame: Frame;
