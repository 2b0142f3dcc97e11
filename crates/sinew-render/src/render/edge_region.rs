use crate::instance::ModelInstance;
use crate::scene::Scene;
use sinew::Bounds;
use sinew::character::OutlineMode;
use sinew::glam::{Mat4, Vec2, Vec3};

/// Rectangle of pixels, from the top left corner of the image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PixelRect {
    pub(super) x: u32,
    pub(super) y: u32,
    pub(super) width: u32,
    pub(super) height: u32,
}

impl PixelRect {
    /// The parts of an image of `size` pixels outside of the rectangle: above, below, left, right. Parts may
    /// be empty.
    pub(super) fn around(self, size: [u32; 2]) -> [Self; 4] {
        let [width, height] = size;
        let (right, bottom) = (self.x + self.width, self.y + self.height);
        [
            Self { x: 0, y: 0, width, height: self.y },
            Self { x: 0, y: bottom, width, height: height - bottom },
            Self { x: 0, y: self.y, width: self.x, height: self.height },
            Self { x: right, y: self.y, width: width - right, height: self.height },
        ]
    }

    pub(super) fn is_empty(self) -> bool {
        self.width == 0 || self.height == 0
    }
}

/// Largest share of the image for which drawing the rest apart pays.
const MAX_SHARE: f32 = 0.75;

/// Pixels around projected bounds: half the footprint of a sample, and rounding.
const MARGIN: f32 = 2.0;

/// Part of an image of `size` pixels that has edges and so needs several samples per pixel: around the model
/// instances, hair and overlay lines. Elsewhere there are only sky and ground, which fades out before its
/// border. `None` where that part is most of the image, or something is beside or behind the camera.
pub(super) fn edge_region(scene: &Scene<'_>, size: [u32; 2]) -> Option<PixelRect> {
    let size_f = Vec2::new(size[0] as f32, size[1] as f32);
    let clip_from_world = scene.camera.clip_from_world(size_f.x / size_f.y);
    let mut region = Region { clip_from_world, size: size_f, min: Vec2::INFINITY, max: Vec2::NEG_INFINITY };
    // Outlines grow along normals in space, of which the image shows more at its borders than in its middle.
    let tangent = (scene.camera.fov_y * 0.5).tan() * Vec2::new(size_f.x / size_f.y, 1.0).length();
    let stretch = (1.0 + tangent * tangent).sqrt();
    for instance in scene.instances.iter().filter(|instance| instance.bounds() != Bounds::EMPTY) {
        let outline = OutlineWidth::of(instance);
        let bounds = instance.bounds();
        let grown = Bounds { min: bounds.min - outline.metres, max: bounds.max + outline.metres };
        region.add_box(&grown, MARGIN + outline.image_height * stretch * size_f.y)?;
    }
    for layer in scene.hair.iter().filter(|layer| layer.is_drawn()) {
        region.add_box(&layer.bounds(), MARGIN)?;
    }
    for line in scene.lines {
        region.add(line.start, MARGIN + line.width)?;
        region.add(line.end, MARGIN + line.width)?;
    }
    let rect = region.rect();
    let share = (rect.width as f32 / size_f.x) * (rect.height as f32 / size_f.y);
    (share <= MAX_SHARE).then_some(rect)
}

/// Widest toon outline of an instance.
#[derive(Default)]
struct OutlineWidth {
    metres: f32,
    /// As a share of the image's height.
    image_height: f32,
}

impl OutlineWidth {
    fn of(instance: &ModelInstance) -> Self {
        let mut widest = Self::default();
        for primitive in &instance.primitives {
            let outline = instance.material(primitive).outline;
            match outline.mode {
                OutlineMode::World => widest.metres = widest.metres.max(outline.width),
                OutlineMode::Screen => widest.image_height = widest.image_height.max(outline.width),
                _ => {}
            }
        }
        widest
    }
}

/// Smallest and largest pixel coordinates of projected points.
struct Region {
    clip_from_world: Mat4,
    size: Vec2,
    min: Vec2,
    max: Vec2,
}

impl Region {
    /// Adds a point with pixels around it. `None` if it is not in front of the camera.
    fn add(&mut self, point: Vec3, margin: f32) -> Option<()> {
        let clip = self.clip_from_world * point.extend(1.0);
        let ndc = Vec2::new(clip.x, -clip.y) / clip.w;
        let pixel = (ndc * 0.5 + 0.5) * self.size;
        (clip.w > 0.0 && pixel.is_finite()).then(|| {
            self.min = self.min.min(pixel - margin);
            self.max = self.max.max(pixel + margin);
        })
    }

    fn add_box(&mut self, bounds: &Bounds, margin: f32) -> Option<()> {
        (0..8).try_for_each(|corner| {
            let pick = |axis: usize| {
                if corner >> axis & 1 == 0 { bounds.min[axis] } else { bounds.max[axis] }
            };
            self.add(Vec3::new(pick(0), pick(1), pick(2)), margin)
        })
    }

    /// The rectangle within the image, at least one pixel large.
    fn rect(&self) -> PixelRect {
        let last = self.size - 1.0;
        let min = self.min.floor().clamp(Vec2::ZERO, last);
        let max = self.max.ceil().clamp(min + 1.0, self.size);
        let (corner, extent) = (min.as_uvec2(), (max - min).as_uvec2());
        PixelRect { x: corner.x, y: corner.y, width: extent.x, height: extent.y }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::camera::Camera;
    use crate::overlay::Line;
    use sinew::glam::Vec4;

    const SIZE: [u32; 2] = [400, 200];

    fn region(lines: &[Line]) -> Option<PixelRect> {
        let mut scene = Scene::new(Camera::look_at(Vec3::new(0.0, 0.0, 10.0), Vec3::ZERO), &[]);
        scene.lines = lines;
        edge_region(&scene, SIZE)
    }

    fn line(start: Vec3, end: Vec3) -> Line {
        Line::new(start, end, Vec4::ONE)
    }

    #[test]
    fn a_line_in_the_middle_is_enclosed_with_its_width() {
        let drawn = line(Vec3::new(-0.5, 0.0, 0.0), Vec3::new(0.5, 0.0, 0.0)).with_width(4.0);
        let rect = region(&[drawn]).unwrap();
        // The image shows 2 · 10 m · tan(0.26) = 5.32 m in 200 pixels.
        let half = 0.5 / 5.32 * 200.0 + 6.0;
        assert!((rect.x as f32 - (200.0 - half)).abs() < 1.5, "{rect:?} {half}");
        assert!((rect.width as f32 - 2.0 * half).abs() < 2.5, "{rect:?}");
        assert!(rect.y <= 94 && rect.y + rect.height >= 106, "{rect:?}");
    }

    #[test]
    fn the_parts_around_cover_the_rest_once() {
        for rect in [
            PixelRect { x: 3, y: 2, width: 4, height: 5 },
            PixelRect { x: 0, y: 0, width: 10, height: 8 },
            PixelRect { x: 9, y: 7, width: 1, height: 1 },
        ] {
            let mut count = [[0; 10]; 8];
            for part in rect.around([10, 8]).into_iter().chain([rect]).filter(|part| !part.is_empty()) {
                let rows = count.iter_mut().skip(part.y as usize).take(part.height as usize);
                rows.for_each(|row| {
                    row[part.x as usize..][..part.width as usize].iter_mut().for_each(|n| *n += 1);
                });
            }
            assert!(count.iter().flatten().all(|n| *n == 1), "{rect:?} {count:?}");
        }
    }

    #[test]
    fn what_fills_the_image_or_reaches_behind_the_camera_takes_all_of_it() {
        let far = Vec3::new(5.0, 2.5, 0.0);
        assert_eq!(region(&[line(-far, far)]), None);
        assert_eq!(region(&[line(Vec3::ZERO, Vec3::new(0.0, 0.0, 20.0))]), None);
        assert_eq!(region(&[line(Vec3::ZERO, Vec3::NAN)]), None);
    }

    #[test]
    fn a_line_beside_the_image_and_an_empty_scene_take_a_pixel() {
        let aside = line(Vec3::new(50.0, 0.0, 0.0), Vec3::new(60.0, 0.0, 0.0));
        for rect in [region(&[aside]), region(&[])] {
            let rect = rect.unwrap();
            assert!(rect.width == 1 && rect.height <= 8, "{rect:?}");
            assert!(rect.x + rect.width <= 400 && rect.y + rect.height <= 200, "{rect:?}");
        }
    }
}
