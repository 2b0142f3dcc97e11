use sinew::character::{Material, Toon};
use sinew::face::MaterialOverride;
use sinew::glam::Vec3;

/// Factor on colours in the shade: a little warmer than grey, as anime skin and cloth are painted.
const SHADE: Vec3 = Vec3::new(0.62, 0.50, 0.54);

/// Overrides of a material as it is drawn: those of a file's material lack the shade of a toon that it is drawn as.
pub(crate) fn with_shade(drawn: &Material, overrides: &MaterialOverride, is_look: bool) -> MaterialOverride {
    let mut shown = *overrides;
    if is_look && drawn.toon.is_some() {
        shown.shade_color = overrides.base_color.truncate() * SHADE;
    }
    shown
}

/// A material as a toon: its colour and texture in the light and, darker, in the shade. Metals, roughness and
/// layers are left out.
pub(crate) fn toon_of(material: &Material) -> Material {
    let shade_color = material.base_color.truncate() * SHADE;
    let toon = Toon {
        shade_color,
        shade_texture: material.base_color_texture,
        shading_shift: -0.05,
        shading_toony: 0.92,
        gi_equalization: 0.9,
        ..Toon::default()
    };
    Material {
        toon: Some(toon),
        clearcoat: None,
        sheen: None,
        iridescence: None,
        anisotropy: None,
        ..material.clone()
    }
}
