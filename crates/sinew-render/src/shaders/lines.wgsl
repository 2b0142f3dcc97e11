// Overlay lines with a width in pixels: each is a rectangle that faces the camera.

struct Line {
    @location(0) start_width: vec4<f32>,
    @location(1) end: vec4<f32>,
    @location(2) color: vec4<f32>,
}

struct Varying {
    @builtin(position) clip: vec4<f32>,
    @location(0) color: vec4<f32>,
}

// Factor on the opacity.
override OPACITY: f32 = 1.0;

@vertex
fn line_vertex(@builtin(vertex_index) index: u32, line: Line) -> Varying {
    var a = frame.clip_from_world * vec4<f32>(line.start_width.xyz, 1.0);
    var b = frame.clip_from_world * vec4<f32>(line.end.xyz, 1.0);
    // Clip the part behind the camera, where dividing by w would mirror it.
    let near = 1e-5 * max(abs(a.w), abs(b.w));
    if a.w < near {
        a = mix(a, b, (near - a.w) / max(b.w - a.w, 1e-20));
    }
    if b.w < near {
        b = mix(b, a, (near - b.w) / max(a.w - b.w, 1e-20));
    }
    let size = frame.viewport.xy;
    let along = (b.xy / b.w - a.xy / a.w) * size;
    let direction = select(vec2<f32>(1.0, 0.0), normalize(along), dot(along, along) > 1e-12);
    let at_end = index == 1u || index == 2u || index == 4u;
    let upper = index == 2u || index == 4u || index == 5u;
    var out = select(a, b, at_end);
    let sideways = vec2<f32>(-direction.y, direction.x) * select(-1.0, 1.0, upper);
    let forward = direction * select(-1.0, 1.0, at_end);
    out = vec4<f32>(out.xy + (sideways + forward * 0.5) * line.start_width.w / size * out.w, out.zw);
    return Varying(out, line.color);
}

@fragment
fn line_fragment(in: Varying) -> @location(0) vec4<f32> {
    let alpha = in.color.a * OPACITY;
    return vec4<f32>(in.color.rgb * alpha, alpha);
}
