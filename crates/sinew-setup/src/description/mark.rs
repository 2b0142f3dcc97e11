use serde::{Deserialize, Serialize};

/// Decal that lies on a character from the beginning: a wound, a tattoo, mud. It is put on the character at rest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename = "Mark")]
pub struct MarkDescription {
    /// Name of the look: one of `looks`, or a built-in one.
    pub look: String,
    /// Place of the body (face, or left or right shoulder, elbow, wrist, hip, knee, ankle), human bone or joint
    /// whose skin is marked. Either this or `point`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub on: String,
    /// Side of it that is marked: azimuth and elevation in degrees around the character; (0, 0) is its front,
    /// (90, 0) its left. Without it the natural side of the place, of joints the front.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<(f32, f32)>,
    /// Point of the surface, as programs write it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point: Option<MarkPointDescription>,
    /// Radius in metres; without it 0.05 on a person of 1.7 m, in proportion to the height.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub radius: Option<f32>,
    /// Width over height of the image, whose corners are at the radius; without it a disc.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aspect: Option<f32>,
    /// Angle of the image in degrees, counter-clockwise; at 0 its top points upwards.
    pub rotation: f32,
    /// Drops that run from it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drips: Option<DripsDescription>,
}

impl Default for MarkDescription {
    fn default() -> Self {
        Self {
            look: String::new(),
            on: String::new(),
            from: None,
            point: None,
            radius: None,
            aspect: None,
            rotation: 0.0,
            drips: None,
        }
    }
}

/// Point of a character's surface.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "MarkPoint")]
pub struct MarkPointDescription {
    /// Number of the mesh instance, counted over the nodes with meshes of the file.
    pub instance: u32,
    /// Number of the primitive of its mesh.
    pub primitive: usize,
    /// Number of its triangle.
    pub triangle: u32,
    /// Shares of the corners of the triangle.
    pub barycentric: (f32, f32, f32),
}

/// Drops that run from a mark.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename = "Drips")]
pub struct DripsDescription {
    /// Drops per second.
    pub rate: f32,
    /// Seconds for which they come; without it for ever.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration: Option<f32>,
}

impl Default for DripsDescription {
    fn default() -> Self {
        Self { rate: 2.5, duration: Some(3.0) }
    }
}
