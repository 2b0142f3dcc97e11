// Sky: a soft vertical gradient over ground that reflects light. The same functions as in render/sky_irradiance.rs.

// Radiance from the unit direction `d`, blurred by `blur`, 0 to 1.
fn sky(d: vec3<f32>, blur: f32) -> vec3<f32> {
    let width = mix(0.08, 1.0, blur);
    let above = smoothstep(-width, width, d.y);
    let climb = 1.0 - exp(-2.2 * max(d.y, 0.0));
    let fall = 1.0 - exp(-5.0 * max(-d.y, 0.0));
    let upper = mix(frame.sky_horizon.rgb, frame.sky_zenith.rgb, climb);
    let lower = mix(frame.sky_horizon.rgb * 0.8, frame.sky_ground.rgb, fall);
    // Bright haze around the sun, for smooth surfaces to reflect.
    let sharpness = mix(40.0, 4.0, blur);
    let toward = max(dot(d, frame.direction_to_sun.xyz), 0.0);
    let haze = frame.sun_color.rgb * (0.02 * sharpness / 4.0) * pow(toward, sharpness);
    return mix(lower, upper, above) + haze;
}

// Irradiance over π on a surface with normal `n` (Ramamoorthi and Hanrahan, *An Efficient Representation for
// Irradiance Environment Maps*, 2001); the constants are folded into the coefficients.
fn irradiance(n: vec3<f32>) -> vec3<f32> {
    let sum = frame.irradiance[0].rgb
        + frame.irradiance[1].rgb * n.y + frame.irradiance[2].rgb * n.z + frame.irradiance[3].rgb * n.x
        + frame.irradiance[4].rgb * (n.x * n.y) + frame.irradiance[5].rgb * (n.y * n.z)
        + frame.irradiance[6].rgb * (3.0 * n.z * n.z - 1.0) + frame.irradiance[7].rgb * (n.x * n.z)
        + frame.irradiance[8].rgb * (n.x * n.x - n.y * n.y);
    return max(sum, vec3<f32>(0.0));
}

// Radiance from about a direction, as wide as a cosine lobe.
fn sky_around(d: vec3<f32>) -> vec3<f32> {
    if ENVIRONMENT {
        return irradiance(d);
    }
    return sky(d, 1.0);
}
