use super::physical::PhysicalUniform;
use super::slot::{Shading, references};
use super::toon::ToonUniform;
use sinew::character::{AlphaMode, Material};
use sinew::face::MaterialOverride;

/// The numbers of a material as its shader reads them, without textures.
#[derive(Clone, Copy, Debug)]
pub(crate) enum MaterialUniform {
    Physical(PhysicalUniform),
    Toon(ToonUniform),
}

impl MaterialUniform {
    /// `material` as `look` has changed it; `present` has a bit per slot whose texture is there.
    pub(crate) fn new(material: &Material, look: &MaterialOverride, present: u32) -> Self {
        // Blended materials throw the shadow of their solid parts.
        let cutoff = if let AlphaMode::Mask { cutoff } = material.alpha { cutoff } else { 0.5 };
        match &material.toon {
            None => Self::Physical(PhysicalUniform::new(material, look, present, cutoff)),
            Some(toon) => Self::Toon(ToonUniform::new(material, toon, look, present, cutoff)),
        }
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Self::Physical(uniform) => bytemuck::bytes_of(uniform),
            Self::Toon(uniform) => bytemuck::bytes_of(uniform),
        }
    }
}

/// Two rows of a matrix on (u, v, 1).
pub(super) type UvRows = [[f32; 4]; 2];

/// The transforms of texture coordinates, slot by slot.
pub(super) fn uv_rows<const SLOTS: usize>(material: &Material, look: &MaterialOverride) -> [UvRows; SLOTS] {
    let (references, slots) = (references(material), Shading::of(material).slots());
    std::array::from_fn(|slot| {
        let own = references[slot].map(|r| r.transform).unwrap_or_default();
        let transform = if slots[slot].moves { look.uv_transform(&own) } else { own };
        let matrix = transform.to_matrix();
        [matrix.row(0).extend(0.0).to_array(), matrix.row(1).extend(0.0).to_array()]
    })
}

pub(super) fn flag(bit: u32, on: bool) -> u32 {
    if on { bit } else { 0 }
}
