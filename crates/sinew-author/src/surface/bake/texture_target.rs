use glam::Vec2;
use sinew::character::{Character, MaterialId, Primitive, TextureWrap, UvTransform};
use sinew::surface::CharacterSurface;

/// Texture of a material, as its meshes are covered with it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct TextureTarget<'a> {
    /// The character.
    pub character: &'a Character,
    /// Its surface.
    pub surface: &'a CharacterSurface,
    /// Material; `None` for the default material.
    pub material: Option<MaterialId>,
    /// Set of texture coordinates.
    pub uv_set: usize,
    /// Transform of the texture coordinates.
    pub transform: UvTransform,
    /// Continuation beyond the image, horizontally and vertically.
    pub wrap: [TextureWrap; 2],
}

impl<'a> TextureTarget<'a> {
    /// Texture over the first set of texture coordinates, repeated.
    #[must_use]
    pub const fn new(
        character: &'a Character,
        surface: &'a CharacterSurface,
        material: Option<MaterialId>,
    ) -> Self {
        let (uv_set, transform, wrap) = (0, UvTransform::IDENTITY, [TextureWrap::Repeat; 2]);
        Self { character, surface, material, uv_set, transform, wrap }
    }

    /// Sets the texture coordinates.
    #[must_use]
    pub const fn with_uvs(mut self, uv_set: usize, transform: UvTransform) -> Self {
        (self.uv_set, self.transform) = (uv_set, transform);
        self
    }

    /// Sets the continuation beyond the image, horizontally and vertically.
    #[must_use]
    pub const fn with_wrap(mut self, wrap: [TextureWrap; 2]) -> Self {
        self.wrap = wrap;
        self
    }

    /// Texture coordinates of a triangle, counted over all parts, in texels of an image; `None` where another
    /// material covers it, or it has none. Also gives its part and corners.
    pub(super) fn triangle(&self, triangle: u32, size: [u32; 2]) -> Option<TargetTriangle<'a>> {
        let (part, corners) = self.surface.corners(triangle)?;
        let part = &self.surface.parts()[part];
        let primitive = part.primitive_of(self.character);
        let uvs = primitive.uvs.get(self.uv_set).filter(|_| part.material == self.material)?;
        let matrix = self.transform.to_matrix();
        let mut texels = [[0.0; 2]; 3];
        for (texel, corner) in texels.iter_mut().zip(corners) {
            let uv: Vec2 = matrix.transform_point2(*uvs.get(corner)?);
            *texel = [f64::from(uv.x) * f64::from(size[0]), f64::from(uv.y) * f64::from(size[1])];
        }
        Some(TargetTriangle { primitive, corners, texels })
    }

    /// Index of a texel in an image of this size, inside of it or beyond; `None` where the image's edge goes
    /// on.
    pub(super) fn index(&self, [x, y]: [i64; 2], size: [u32; 2]) -> Option<usize> {
        let [x, y] = [(x, 0), (y, 1)].map(|(at, axis)| {
            let all = i64::from(size[axis]);
            match self.wrap[axis] {
                TextureWrap::Repeat => Some(at.rem_euclid(all)),
                TextureWrap::Clamp => Some(at).filter(|at| (0..all).contains(at)),
                TextureWrap::Mirror => {
                    let at = at.rem_euclid(2 * all);
                    Some(if at < all { at } else { 2 * all - 1 - at })
                }
            }
        });
        Some(y? as usize * size[0] as usize + x? as usize)
    }
}

/// Triangle of the skin in the texture.
pub(super) struct TargetTriangle<'a> {
    pub(super) primitive: &'a Primitive,
    /// Vertices of the primitive.
    pub(super) corners: [usize; 3],
    /// Their positions in texels.
    pub(super) texels: [[f64; 2]; 3],
}
