use glam::{Vec2, Vec3};
use sinew::character::MeshInstanceId;
use sinew::skeleton::JointId;
use sinew::surface::SurfacePoint;

/// Triangle of the skin in the reference pose, model space.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct SkinTriangle {
    /// Mesh instance.
    pub instance: MeshInstanceId,
    /// Primitive of its mesh.
    pub primitive: usize,
    /// Triangle of the primitive.
    pub triangle: u32,
    /// Positions of its corners, metres.
    pub corners: [Vec3; 3],
    /// First set of texture coordinates of its corners; zero without one.
    pub uvs: [Vec2; 3],
    /// Unit normal.
    pub normal: Vec3,
    /// Area, m².
    pub area: f32,
    /// Joint that moves it most; the node of a mesh without a skin.
    pub joint: JointId,
}

impl SkinTriangle {
    /// Point with these shares of the corners.
    #[must_use]
    pub fn point(&self, barycentric: Vec3) -> SurfacePoint {
        SurfacePoint {
            instance: self.instance,
            primitive: self.primitive,
            triangle: self.triangle,
            barycentric,
        }
    }

    /// Position of the point with these shares of the corners.
    #[must_use]
    pub fn at(&self, barycentric: Vec3) -> Vec3 {
        let [a, b, c] = self.corners;
        a * barycentric.x + b * barycentric.y + c * barycentric.z
    }

    /// Texture coordinates of the point with these shares of the corners.
    #[must_use]
    pub fn uv(&self, barycentric: Vec3) -> Vec2 {
        let [a, b, c] = self.uvs;
        a * barycentric.x + b * barycentric.y + c * barycentric.z
    }
}
