// Ground plane: receives shadows, has a grid (Golus, *The Best Darn Grid Shader (Yet)*, 2023) and fades
// into the background at a distance.

// Whether the ground is mixed with the sky here, instead of being blended over it. This spares blending over most of
// the image.
override WITH_SKY: bool = false;
// Whether the part of the ground is drawn on which shadows may fall, or the eight parts around it, without looking for shadows.
override SHADOWED: bool = true;

struct Varying {
    @builtin(position) clip: vec4<f32>,
    @location(0) world: vec3<f32>,
}

// `first` to `last`: the coordinates of the lines that divide the ground into three parts.
fn dividing_line(line: u32, center: f32, half: f32, first: f32, last: f32) -> f32 {
    switch line {
        case 0u: { return center - half; }
        case 1u: { return first; }
        case 2u: { return last; }
        default: { return center + half; }
    }
}

@vertex
fn ground_vertex(@builtin(vertex_index) index: u32, @builtin(instance_index) instance: u32) -> Varying {
    // Number of the part, row by row; the fifth is in the middle.
    let part = select(instance + u32(instance >= 4u), 4u, SHADOWED);
    // Two triangles, counter-clockwise as seen from above.
    let column = part % 3u + u32(index == 2u || index == 3u || index == 4u);
    let row = part / 3u + u32(index == 1u || index == 2u || index == 4u);
    let center = frame.ground_center.xy;
    let half = frame.ground.w;
    let shadow = frame.ground_shadow;
    let x = dividing_line(column, center.x, half, shadow.x, shadow.z);
    let z = dividing_line(row, center.y, half, shadow.y, shadow.w);
    let world = vec3<f32>(x, frame.ground.x, z);
    return Varying(frame.clip_from_world * vec4<f32>(world, 1.0), world);
}

// Share of a pixel that grid lines cover. `at`, the pixel's `width` and the lines' `thickness` are in grid cells.
fn grid_lines(at: vec2<f32>, width: vec2<f32>, thickness: f32) -> f32 {
    let drawn = clamp(vec2<f32>(thickness), width, vec2<f32>(0.5));
    let soft = width * 1.5;
    let distance = 1.0 - abs(fract(at) * 2.0 - 1.0);
    var cover = smoothstep(drawn + soft, drawn - soft, distance);
    cover *= clamp(thickness / drawn, vec2<f32>(0.0), vec2<f32>(1.0));
    // Lines that are closer together than pixels become their average.
    cover = mix(cover, vec2<f32>(thickness), clamp(width * 2.0 - 1.0, vec2<f32>(0.0), vec2<f32>(1.0)));
    return mix(cover.x, 1.0, cover.y);
}

// Share of the sky's light that the bodies near a point of the ground let through: ambient occlusion by spheres (Quilez, *Sphere
// Ambient Occlusion*, 2006), each in the space in which an ellipsoid is the unit sphere.
fn sky_visibility(world: vec3<f32>) -> f32 {
    let point = vec4<f32>(world, 1.0);
    var visible = 1.0;
    for (var i = 0; i < i32(frame.ground_center.w); i++) {
        let ellipsoid = frame.ellipsoids[i];
        let at = vec3<f32>(dot(ellipsoid.x, point), dot(ellipsoid.y, point), dot(ellipsoid.z, point));
        let square = max(dot(at, at), 1.0);
        let distance = sqrt(square);
        let hidden = max(dot(at, ellipsoid.down.xyz), 0.0) / (square * distance);
        // Nothing remains at three radii, within the part of the ground that looks for shadows.
        visible *= 1.0 - hidden * clamp(1.5 - 0.5 * distance, 0.0, 1.0);
    }
    return visible;
}

@fragment
fn ground_fragment(in: Varying) -> @location(0) vec4<f32> {
    let at = in.world.xz / frame.ground.y;
    let width = max(length(vec4<f32>(dpdx(at), dpdy(at))) * vec2<f32>(0.7071), vec2<f32>(1e-6));
    let away = length(in.world.xz - frame.ground_center.xy) / frame.ground.z;
    let alpha = frame.ground_color.a * (1.0 - smoothstep(0.25, 1.0, away));
    var color = vec3<f32>(0.0);
    if alpha > 0.0 {
        let fine = grid_lines(at, width, 0.012);
        let coarse = grid_lines(at / 10.0, width / 10.0, 0.0022);
        let grid = clamp(fine * 0.5 + coarse * 0.8, 0.0, 1.0) * frame.ground_center.z;
        let up = vec3<f32>(0.0, 1.0, 0.0);
        var visible = 1.0;
        var sky = 1.0;
        if SHADOWED {
            sky = sky_visibility(in.world);
            visible = light_visibility(in.world, up, in.clip.xy);
        }
        var direct = frame.sun_color.rgb * (max(frame.direction_to_sun.y, 0.0) * sun_share(visible));
        for (var i = 0; i < light_count(); i++) {
            let incoming = light_at(i, in.world);
            direct += incoming.color * (max(incoming.direction.y, 0.0) * select(1.0, visible, casts_shadows(i)));
        }
        let light = direct * 0.31830989 + irradiance(up) * sky;
        color = tone_mapped(frame.ground_color.rgb * (1.0 - 0.55 * grid) * light);
    }
    if WITH_SKY {
        if alpha < 1.0 {
            color = mix(background_sky(normalize(in.world - frame.eye.xyz)), color, alpha);
        }
        return vec4<f32>(color, 1.0);
    }
    return vec4<f32>(color * alpha, alpha);
}
