//! Generator of synthetic wrinkle maps for the skin of a face.

use super::brows::brow_height;
use super::creases::{REGIONS, creases};
use super::drivers::drivers;
use super::error::WrinkleGeneratorError;
use super::face_plane::FacePlane;
use super::height::FoldedSkin;
use super::raster::{FIRST_MASK, FIRST_OF_STRETCH, FLAT, FaceTriangle, IMAGES, MASKS, draw};
use super::skin_materials::continuing_materials;
use super::wing::wing;
use crate::face::FaceLandmarks;
use crate::surface::tangent::dilate::spread;
use crate::surface::tangent::uv_raster::{MAX_COVERAGE, VisitBudget};
use glam::Vec3;
use sinew::character::{Character, MaterialId, Pixels, Primitive, Topology, UvTransform};
use sinew::internal::reference_positions;
use sinew::surface::wrinkle::{
    MAX_WRINKLE_MATERIALS, WrinkleImagesDescription, WrinkleLayerDescription, WrinkleMapDescription,
    WrinkleMaskDescription, WrinkleMaterialDescription, WrinkleTimes,
};
use std::collections::BTreeMap;

/// Name of the layer of compressed skin.
const FOLDS: &str = "folds";
/// Name of the layer of stretched skin.
const STRETCH: &str = "stretch";
/// Side of the images, texels, without a choice.
const DEFAULT_SIZE: u32 = 1024;
/// Smallest and largest side of the images, texels.
const SIZES: [u32; 2] = [64, 8192];
/// Rings of texels around the edges of the texture layout.
const MARGIN: u32 = 8;

/// Generator of synthetic wrinkle maps: folds of compressed skin and fine lines of stretched skin on
/// forehead, brows, eyes, nose, cheeks, chin and lips, placed by the landmarks of a face.
#[derive(Clone, Copy, Debug)]
pub struct WrinkleGenerator {
    landmarks: FaceLandmarks,
    size: u32,
    depth: f32,
}

/// Wrinkle map made by a [`WrinkleGenerator`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct GeneratedWrinkles {
    /// Description, which names the images.
    pub description: WrinkleMapDescription,
    /// Images by name.
    pub images: Vec<(String, Pixels)>,
}

impl WrinkleGenerator {
    /// Generator for the face that has the landmarks.
    #[must_use]
    pub fn new(landmarks: FaceLandmarks) -> Self {
        Self { landmarks, size: DEFAULT_SIZE, depth: 1.0 }
    }

    /// Sets the side of the square images in texels, 64 to 8192. Default: 1024.
    #[must_use]
    pub fn with_size(self, size: u32) -> Self {
        Self { size: size.clamp(SIZES[0], SIZES[1]), ..self }
    }

    /// Sets the factor on the depth of the folds, 0 to 10. Default: 1.
    #[must_use]
    pub fn with_depth(self, depth: f32) -> Self {
        Self { depth: if depth.is_finite() { depth.clamp(0.0, 10.0) } else { 1.0 }, ..self }
    }

    /// Makes the images for the material of the face and for those whose meshes continue it, at most
    /// [`MAX_WRINKLE_MATERIALS`], and drivers for the shapes that the character has: ARKit's, else the usual
    /// expressions of emotions.
    ///
    /// # Errors
    /// When no mesh with a material lies at the landmarks, it has no texture coordinates, or they cover the
    /// texture hundreds of times.
    pub fn generate(&self, character: &Character) -> Result<GeneratedWrinkles, WrinkleGeneratorError> {
        let landmarks = self.landmarks.turned(character.forward_rotation().inverse());
        Self { landmarks, ..*self }.generate_ahead(character)
    }

    /// Makes the images with the landmarks of a character that faces +Z.
    fn generate_ahead(&self, character: &Character) -> Result<GeneratedWrinkles, WrinkleGeneratorError> {
        let parts = parts(character);
        let material = self.material(&parts).ok_or(WrinkleGeneratorError::NoFace)?;
        let name_of = |material: MaterialId| character.materials()[material].name.clone();
        let plane = FacePlane::new(&self.landmarks);
        let brow = brow_height(character, &plane, &self.landmarks);
        let positions = parts.iter().flat_map(|(_, positions)| positions.iter().copied());
        let wing = wing(positions, &plane, plane.at(self.landmarks.nose_base));
        let skin = FoldedSkin::new(creases(&plane.points(&self.landmarks, brow, wing)));
        let Some(images) = self.images(character, &parts, material, (&plane, &skin))? else {
            return Err(WrinkleGeneratorError::NoUvs { material: name_of(material) });
        };
        let mut all = self.files("", images);
        let file = |n: usize| Some(file_name("", n));
        let layer = |first: usize| WrinkleLayerDescription {
            normal: file(first),
            surface: file(first + 1),
            color: file(first + 2),
            ..WrinkleLayerDescription::default()
        };
        let masks = (0..MASKS).zip(REGIONS.chunks(4)).map(|(n, regions)| WrinkleMaskDescription {
            image: file_name("", FIRST_MASK + n),
            regions: regions.iter().map(|&region| region.to_owned()).collect(),
        });
        let mut description = WrinkleMapDescription {
            material: Some(name_of(material)),
            layers: [(FOLDS.to_owned(), layer(0)), (STRETCH.to_owned(), layer(FIRST_OF_STRETCH))].into(),
            masks: masks.collect(),
            materials: BTreeMap::new(),
            drivers: drivers(character, FOLDS, STRETCH),
            times: WrinkleTimes::default(),
        };
        for further in continuing_materials(&parts, material) {
            let name = name_of(further);
            if description.materials.len() + 1 == MAX_WRINKLE_MATERIALS {
                break;
            }
            if description.material.as_ref() == Some(&name) || description.materials.contains_key(&name) {
                continue;
            }
            let images = self.images(character, &parts, further, (&plane, &skin))?;
            let is_wrinkled =
                |all: &Vec<Vec<[u8; 4]>>| all[FIRST_MASK..].iter().flatten().any(|texel| *texel != [0; 4]);
            let Some(images) = images.filter(is_wrinkled) else { continue };
            let prefix = format!("material{}_", description.materials.len() + 2);
            all.extend(self.files(&prefix, images));
            let images = |first: usize| WrinkleImagesDescription {
                normal: Some(file_name(&prefix, first)),
                surface: Some(file_name(&prefix, first + 1)),
                color: Some(file_name(&prefix, first + 2)),
            };
            let layers = [(FOLDS.to_owned(), images(0)), (STRETCH.to_owned(), images(FIRST_OF_STRETCH))];
            let masks = (0..MASKS).map(|n| file_name(&prefix, FIRST_MASK + n)).collect();
            let further_description = WrinkleMaterialDescription { layers: layers.into(), masks };
            description.materials.insert(name, further_description);
        }
        Ok(GeneratedWrinkles { description, images: all })
    }

    /// Images of a material in the order of [`file_name`]; `None` where its meshes have no texture
    /// coordinates.
    fn images(
        &self,
        character: &Character,
        parts: &[(&Primitive, Vec<Vec3>)],
        material: MaterialId,
        (plane, skin): (&FacePlane, &FoldedSkin),
    ) -> Result<Option<Vec<Vec<[u8; 4]>>>, WrinkleGeneratorError> {
        let texture = character.materials()[material].base_color_texture;
        let transform = texture.map_or(UvTransform::IDENTITY, |texture| texture.transform).to_matrix();
        let uv_set = texture.map_or(0, |texture| texture.uv_set);
        let size = self.size as usize;
        let mut images: Vec<Vec<[u8; 4]>> =
            (0..IMAGES).map(|n| vec![FLAT.get(n).copied().unwrap_or_default(); size * size]).collect();
        let mut covered = vec![false; size * size];
        let mut budget = VisitBudget::new(size * size);
        let mut has_uvs = false;
        for (primitive, positions) in
            parts.iter().filter(|(primitive, _)| primitive.material == Some(material))
        {
            let Some(uvs) = primitive.uvs.get(uv_set).filter(|uvs| !uvs.is_empty()) else { continue };
            has_uvs = true;
            for corners in primitive.indices.as_chunks::<3>().0 {
                let corners = corners.map(|v| v as usize);
                let triangle = FaceTriangle {
                    positions: corners.map(|v| positions[v]),
                    uvs: corners.map(|v| transform.transform_point2(uvs[v])),
                };
                let scale = (size, self.depth);
                if !draw(&triangle, plane, skin, scale, &mut images, &mut covered, &mut budget) {
                    let material = character.materials()[material].name.clone();
                    return Err(WrinkleGeneratorError::TooManyOverlaps { material, most: MAX_COVERAGE });
                }
            }
        }
        spread(
            size,
            size,
            &mut covered,
            MARGIN,
            |_| true,
            |to, known| {
                if let Some(from) = known.next() {
                    images.iter_mut().for_each(|image| image[to] = image[from]);
                }
            },
        );
        Ok(has_uvs.then_some(images))
    }

    /// Images as pixels by file name.
    fn files(&self, prefix: &str, images: Vec<Vec<[u8; 4]>>) -> Vec<(String, Pixels)> {
        let pixels = |texels: Vec<[u8; 4]>| Pixels {
            width: self.size,
            height: self.size,
            rgba: texels.into_flattened(),
        };
        let named = images.into_iter().enumerate();
        named.map(|(n, texels)| (file_name(prefix, n), pixels(texels))).collect()
    }

    /// Material of the vertex nearest to the tip of the nose.
    fn material(&self, parts: &[(&Primitive, Vec<Vec3>)]) -> Option<MaterialId> {
        let distances = parts.iter().filter_map(|(primitive, positions)| {
            let nearest = positions.iter().map(|position| position.distance_squared(self.landmarks.nose_tip));
            Some((nearest.fold(f32::INFINITY, f32::min), primitive.material?))
        });
        let near = self.landmarks.mouth_left.distance(self.landmarks.mouth_right);
        let found = distances.min_by(|a, b| a.0.total_cmp(&b.0));
        found.filter(|(distance, _)| *distance < near * near).map(|(_, material)| material)
    }
}

/// Triangle primitives with their positions at rest, in the model space of a character that faces +Z.
fn parts(character: &Character) -> Vec<(&Primitive, Vec<Vec3>)> {
    let ahead = character.forward_rotation().inverse();
    let all = character.measured_instances().flat_map(|(id, instance)| {
        let primitives = character.meshes()[instance.mesh].primitives.iter().enumerate();
        primitives.map(move |(number, primitive)| (id, number, primitive))
    });
    let triangles = all.filter(|(_, _, primitive)| primitive.topology == Topology::Triangles);
    triangles
        .map(|(id, number, primitive)| {
            let mut positions = vec![Vec3::ZERO; primitive.positions.len()];
            reference_positions(character, id, number, &mut positions);
            positions.iter_mut().for_each(|position| *position = ahead * *position);
            (primitive, positions)
        })
        .collect()
}

/// Name of image number `n` of a material.
fn file_name(prefix: &str, n: usize) -> String {
    let kind = ["normal", "surface", "color", "stretch_normal", "stretch_surface", "stretch_color"];
    match kind.get(n) {
        Some(kind) => format!("{prefix}{kind}.png"),
        None => format!("{prefix}mask{}.png", n + 1 - FIRST_MASK),
    }
}
