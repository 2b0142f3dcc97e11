use super::creases::{REGIONS, creases};
use super::drivers::drivers;
use super::error::WrinkleGeneratorError;
use super::face_plane::FacePlane;
use super::height::FoldedSkin;
use super::raster::{FLAT, FaceTriangle, IMAGES, MASKS, draw};
use super::spread::spread;
use crate::character::{Character, MaterialId, MeshInstanceId, Pixels, Primitive, Topology};
use crate::face::FaceLandmarks;
use crate::surface::character_surface::reference_positions;
use crate::surface::wrinkle::{
    WrinkleDescription, WrinkleLayerDescription, WrinkleMaskDescription, WrinkleTimes,
};
use glam::Vec3;

/// Name of the layer.
const LAYER: &str = "folds";
/// Side of the images, texels, without a choice.
const DEFAULT_SIZE: u32 = 1024;
/// Smallest and largest side of the images, texels.
const SIZES: [u32; 2] = [64, 8192];
/// Rings of texels around the edges of the texture layout.
const MARGIN: u32 = 8;

/// Generator of synthetic wrinkle maps: folds of forehead, brows, eyes, nose, cheeks, chin and lips, placed by the landmarks of a face.
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
    pub description: WrinkleDescription,
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

    /// Makes the images for the material of the face, and drivers for the shapes that the character has: ARKit's, else the usual
    /// expressions of emotions.
    ///
    /// # Errors
    /// When no mesh with a material lies at the landmarks, or it has no texture coordinates.
    pub fn generate(&self, character: &Character) -> Result<GeneratedWrinkles, WrinkleGeneratorError> {
        let parts = parts(character);
        let material = self.material(&parts).ok_or(WrinkleGeneratorError::NoFace)?;
        let name = character.materials()[material].name.clone();
        let transform = character.materials()[material]
            .base_color_texture
            .map_or(crate::character::UvTransform::IDENTITY, |texture| texture.transform)
            .to_matrix();
        let uv_set = character.materials()[material].base_color_texture.map_or(0, |texture| texture.uv_set);
        let plane = FacePlane::new(&self.landmarks);
        let skin = FoldedSkin::new(creases(&plane.places(&self.landmarks)));
        let size = self.size as usize;
        let mut images: Vec<Vec<[u8; 4]>> =
            (0..IMAGES).map(|n| vec![FLAT.get(n).copied().unwrap_or_default(); size * size]).collect();
        let mut covered = vec![false; size * size];
        let mut has_uvs = false;
        for (primitive, places) in parts.iter().filter(|(own, _)| own.material == Some(material)) {
            let Some(uvs) = primitive.uvs.get(uv_set).filter(|uvs| !uvs.is_empty()) else { continue };
            has_uvs = true;
            for corners in primitive.indices.as_chunks::<3>().0 {
                let corners = corners.map(|v| v as usize);
                let triangle = FaceTriangle {
                    places: corners.map(|v| places[v]),
                    uvs: corners.map(|v| transform.transform_point2(uvs[v])),
                };
                draw(&triangle, &plane, &skin, (size, self.depth), &mut images, &mut covered);
            }
        }
        if !has_uvs {
            return Err(WrinkleGeneratorError::NoUvs { material: name });
        }
        spread(size, &mut covered, &mut images, MARGIN);
        let names = (0..IMAGES).map(|n| match n {
            0 => "normal.png".to_owned(),
            1 => "surface.png".to_owned(),
            2 => "color.png".to_owned(),
            n => format!("mask{}.png", n - 2),
        });
        let images: Vec<(String, Pixels)> = names
            .zip(images)
            .map(|(name, texels)| {
                let rgba = texels.into_flattened();
                (name, Pixels { width: self.size, height: self.size, rgba })
            })
            .collect();
        let file = |n: usize| images[n].0.clone();
        let layer = WrinkleLayerDescription {
            normal: Some(file(0)),
            surface: Some(file(1)),
            color: Some(file(2)),
            ..WrinkleLayerDescription::default()
        };
        let masks = (0..MASKS).zip(REGIONS.chunks(4)).map(|(n, regions)| WrinkleMaskDescription {
            image: file(3 + n),
            regions: regions.iter().map(|&region| region.to_owned()).collect(),
        });
        let description = WrinkleDescription {
            material: Some(name),
            layers: [(LAYER.to_owned(), layer)].into(),
            masks: masks.collect(),
            drivers: drivers(character, LAYER),
            times: WrinkleTimes::default(),
        };
        Ok(GeneratedWrinkles { description, images })
    }

    /// Material of the vertex nearest to the tip of the nose.
    fn material(&self, parts: &[(&Primitive, Vec<Vec3>)]) -> Option<MaterialId> {
        let distances = parts.iter().filter_map(|(primitive, places)| {
            let nearest = places.iter().map(|place| place.distance_squared(self.landmarks.nose_tip));
            Some((nearest.fold(f32::INFINITY, f32::min), primitive.material?))
        });
        let near = self.landmarks.mouth_left.distance(self.landmarks.mouth_right);
        let found = distances.min_by(|a, b| a.0.total_cmp(&b.0));
        found.filter(|(distance, _)| *distance < near * near).map(|(_, material)| material)
    }
}

/// Triangle primitives with their places in model space at rest.
fn parts(character: &Character) -> Vec<(&Primitive, Vec<Vec3>)> {
    let ids: Vec<MeshInstanceId> = character.mesh_instance_ids().collect();
    let instances = ids.into_iter().zip(character.mesh_instances());
    let all = instances.flat_map(|(id, instance)| {
        let primitives = character.meshes()[instance.mesh].primitives.iter().enumerate();
        primitives.map(move |(number, primitive)| (id, number, primitive))
    });
    let triangles = all.filter(|(_, _, primitive)| primitive.topology == Topology::Triangles);
    triangles
        .map(|(id, number, primitive)| {
            let mut places = vec![Vec3::ZERO; primitive.positions.len()];
            reference_positions(character, id, number, &mut places);
            (primitive, places)
        })
        .collect()
}
