// Tone mapping: of light of any brightness, a colour that can be shown. It runs in the material's shader, before samples are
// resolved, so that edges against bright lights stay smooth and unlit colours can skip it.

const TONE_AGX: u32 = 1u;
const TONE_NONE: u32 = 2u;

fn tone_mapped(light: vec3<f32>) -> vec3<f32> {
    let exposed = light * frame.exposure.x;
    if TONE_MAPPING == TONE_AGX {
        return agx(exposed);
    }
    if TONE_MAPPING == TONE_NONE {
        return clamp(exposed, vec3<f32>(0.0), vec3<f32>(1.0));
    }
    return neutral(exposed);
}

// Khronos PBR Neutral (Khronos Group, 2024), which keeps base colours in even white light unchanged.
fn neutral(hdr: vec3<f32>) -> vec3<f32> {
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

// Stops of light below and above which AgX shows black and white.
const AGX_BLACK: f32 = -12.47393;
const AGX_WHITE: f32 = 4.026069;

// AgX (Troy Sobotka, 2022), in which bright colours fade to white as on film, with Wrensch's fit of its curve (*Minimal AgX
// Implementation*, 2023).
fn agx(hdr: vec3<f32>) -> vec3<f32> {
    let inset = mat3x3<f32>(
        vec3<f32>(0.84247906, 0.04232824, 0.04237565),
        vec3<f32>(0.07843360, 0.87846864, 0.07843360),
        vec3<f32>(0.07922375, 0.07916613, 0.87914297),
    );
    let outset = mat3x3<f32>(
        vec3<f32>(1.19687901, -0.05289685, -0.05297163),
        vec3<f32>(-0.09802088, 1.15190313, -0.09804345),
        vec3<f32>(-0.09902974, -0.09896118, 1.15107367),
    );
    let stops = log2(max(inset * hdr, vec3<f32>(1e-10)));
    let x = clamp((stops - AGX_BLACK) / (AGX_WHITE - AGX_BLACK), vec3<f32>(0.0), vec3<f32>(1.0));
    let shown = outset * agx_curve(x);
    return clamp(pow(max(shown, vec3<f32>(0.0)), vec3<f32>(2.2)), vec3<f32>(0.0), vec3<f32>(1.0));
}

fn agx_curve(x: vec3<f32>) -> vec3<f32> {
    let x2 = x * x;
    let x4 = x2 * x2;
    return 15.5 * x4 * x2 - 40.14 * x4 * x + 31.96 * x4 - 6.868 * x2 * x + 0.4298 * x2 + 0.1191 * x - 0.00232;
}
