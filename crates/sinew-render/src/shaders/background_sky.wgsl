// Surroundings as the background: the environment map, blurred as asked for, else the sky, blurred so that it does not
// distract, a little brighter than as a light, and below the horizon as bright as at the horizon, so that the ground fades
// into it.
fn background_sky(d: vec3<f32>) -> vec3<f32> {
    if ENVIRONMENT {
        return tone_mapped(environment(d, frame.environment.z));
    }
    let up = normalize(vec3<f32>(d.x, max(d.y, 0.0), d.z) + vec3<f32>(0.0, 1e-6, 0.0));
    return tone_mapped(sky(up, 0.15) * 1.35);
}
