// Khronos PBR Neutral tone mapper (Khronos Group, 2024), which keeps base colours in even white light unchanged. It
// runs in the material's shader, before samples are resolved, so that edges against bright lights stay smooth and unlit
// colours can skip it.

fn tone_mapped(hdr: vec3<f32>) -> vec3<f32> {
    let start = 0.8 - 0.04;
    let x = min(hdr.r, min(hdr.g, hdr.b));
    let offset = select(0.04, x - 6.25 * x * x, x < 0.08);
    let color = hdr - offset;
    let peak = max(color.r, max(color.g, color.b));
    if peak < start {
        return color;
    }
    let d = 1.0 - start;
    let new_peak = 1.0 - d * d / (peak + d - start);
    let g = 1.0 - 1.0 / (0.15 * (peak - new_peak) + 1.0);
    return mix(color * (new_peak / peak), vec3<f32>(new_peak), g);
}
