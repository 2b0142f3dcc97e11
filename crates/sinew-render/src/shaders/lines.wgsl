// Overlay lines, a fixed number of pixels wide: each is a rectangle that faces the viewer.

struct Line {
    @location(0) from_width: vec4<f32>,
    @location(1) to: vec4<f32>,
    @location(2) color: vec4<f32>,
}

struct Varying {
    @builtin(position) clip: vec4<f32>,
    @location(0) color: vec4<f32>,
}

// Share of the colour that shows.
override STRENGTH: f32 = 1.0;

@vertex
fn line_vertex(@builtin(vertex_index) index: u32, line: Line) -> Varying {
    var a = frame.clip_from_world * vec4<f32>(line.from_width.xyz, 1.0);
    var b = frame.clip_from_world * vec4<f32>(line.to.xyz, 1.0);
    // Cut what lies behind the eye, where dividing by w would turn it around.
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
    out = vec4<f32>(out.xy + (sideways + forward * 0.5) * line.from_width.w / size * out.w, out.zw);
    return Varying(out, line.color);
}

@fragment
fn line_fragment(in: Varying) -> @location(0) vec4<f32> {
    let alpha = in.color.a * STRENGTH;
    return vec4<f32>(in.color.rgb * alpha, alpha);
}
