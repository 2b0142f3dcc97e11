// Light from all sides: that of the environment map, else of the sky.

@group(0) @binding(5) var linear_sampler: sampler;
// A level per roughness, from 0 to 1.
@group(0) @binding(6) var environment_map: texture_cube<f32>;

// Number of the last level of an environment map.
const LAST_ROUGH_LEVEL: f32 = 5.0;

// Radiance of the environment map from the unit direction `d`, averaged over the lobe of a surface of `roughness`.
fn environment(d: vec3<f32>, roughness: f32) -> vec3<f32> {
    let turn = frame.environment.xy;
    let turned = vec3<f32>(turn.x * d.x - turn.y * d.z, d.y, turn.y * d.x + turn.x * d.z);
    let level = roughness * LAST_ROUGH_LEVEL;
    return textureSampleLevel(environment_map, linear_sampler, turned, level).rgb * frame.exposure.z;
}

// Radiance around direction `r`, averaged over the lobe of a surface of `roughness`. The lobe of a fully rough surface is about
// as wide as a cosine lobe.
fn reflected_sky(r: vec3<f32>, roughness: f32) -> vec3<f32> {
    if ENVIRONMENT {
        return environment(r, roughness);
    }
    return mix(sky(r, roughness), irradiance(r), smoothstep(0.3, 1.0, roughness));
}
