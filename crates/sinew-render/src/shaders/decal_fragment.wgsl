// Fragment shaders of decals: whole triangles are drawn, and what lies outside of the outline is discarded.

// Coverage of the decal's outline at its texture coordinates, with an edge of about a pixel.
fn outline(in: Varying) -> f32 {
    let from_middle = abs(in.uv.zw - 0.5) * 2.0;
    let distance = select(max(from_middle.x, from_middle.y), length(from_middle), in.tangent.w > 0.5);
    let edge = max(fwidth(distance), 1e-5);
    return clamp((1.0 - distance) / edge, 0.0, 1.0);
}

// Decals have no wrinkles of their own.
fn no_wrinkle() -> WrinkleSample {
    return WrinkleSample(vec3<f32>(0.0, 0.0, 1.0), false, 1.0, 0.0, vec3<f32>(1.0));
}

@fragment
fn decal_alpha_fragment(in: Varying, @builtin(front_facing) counter_clockwise: bool) -> @location(0) vec4<f32> {
    draw.flags = DRAW_HAS_NORMALS;
    let front = counter_clockwise == (in.mirror_sign > 0.0);
    let covered = outline(in);
    var color = base_color(in.uv, in.color);
    color.a *= covered;
    var out = lit(in, color, front, no_wrinkle());
    if is_debug_view() {
        let face = face_normal(in, normalize(frame.eye.xyz - in.world), front);
        out = vec4<f32>(debug_color(in, face, shading_normal(in, face, no_wrinkle()), in.uv.zw) * color.a, color.a);
    }
    if !front || covered <= 0.0 {
        discard;
    }
    return out;
}

@fragment
fn decal_multiply_fragment(in: Varying, @builtin(front_facing) counter_clockwise: bool) -> @location(0) vec4<f32> {
    draw.flags = DRAW_HAS_NORMALS;
    let front = counter_clockwise == (in.mirror_sign > 0.0);
    let covered = outline(in);
    let color = base_color(in.uv, in.color);
    if !front || covered <= 0.0 {
        discard;
    }
    return vec4<f32>(mix(vec3<f32>(1.0), color.rgb, color.a * covered), 1.0);
}
