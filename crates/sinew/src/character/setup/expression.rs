use glam::{Vec2, Vec4};

/// A face: what changes when its weight rises from 0 to 1. The binds' values are what stands there at weight 1; several
/// expressions add up the ways they go from the rest value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Expression {
    /// VRM 1.0's name where it has one (`happy`, `aa`, `blinkLeft`, `lookUp` …), else the file's own.
    pub name: String,
    /// Morph weights it adds.
    pub morphs: Vec<MorphBind>,
    /// Colours it changes.
    pub colors: Vec<ColorBind>,
    /// Texture coordinates it moves.
    pub uvs: Vec<UvBind>,
    /// Whether it is either off or on: above one half it counts as 1, below as 0.
    pub is_binary: bool,
    /// What it does to expressions that blink.
    pub override_blink: OverrideKind,
    /// What it does to expressions that look somewhere.
    pub override_look_at: OverrideKind,
    /// What it does to expressions of the mouth.
    pub override_mouth: OverrideKind,
}

/// Expressions that others may hold back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ExpressionGroup {
    /// `blink`, `blinkLeft`, `blinkRight`.
    Blink,
    /// `lookUp`, `lookDown`, `lookLeft`, `lookRight`.
    LookAt,
    /// `aa`, `ih`, `ou`, `ee`, `oh`.
    Mouth,
}

impl Expression {
    /// The group it belongs to, by its name.
    pub fn group(&self) -> Option<ExpressionGroup> {
        match self.name.as_str() {
            "blink" | "blinkLeft" | "blinkRight" => Some(ExpressionGroup::Blink),
            "lookUp" | "lookDown" | "lookLeft" | "lookRight" => Some(ExpressionGroup::LookAt),
            "aa" | "ih" | "ou" | "ee" | "oh" => Some(ExpressionGroup::Mouth),
            _ => None,
        }
    }
}

/// How an expression holds back a group of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum OverrideKind {
    /// Not at all.
    #[default]
    None,
    /// They vanish as soon as it shows.
    Block,
    /// They fade as its weight rises.
    Blend,
}

/// A morph weight that an expression adds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MorphBind {
    /// Number of the mesh instance.
    pub instance: usize,
    /// Number of the morph target in its mesh.
    pub target: usize,
    /// Weight at full expression.
    pub weight: f32,
}

/// A colour that an expression changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ColorBind {
    /// Number of the material.
    pub material: usize,
    /// Which of its colours.
    pub slot: ColorSlot,
    /// The colour at full expression, linear; alpha matters for the base colour alone.
    pub value: Vec4,
}

/// The colours of a material that expressions reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ColorSlot {
    /// [`Material::base_color`](crate::character::Material).
    Base,
    /// [`Material::emissive`](crate::character::Material).
    Emissive,
    /// [`Toon::shade_color`](crate::character::Toon).
    Shade,
    /// [`Toon::matcap_color`](crate::character::Toon).
    Matcap,
    /// [`Toon::rim_color`](crate::character::Toon).
    Rim,
    /// [`Outline::color`](crate::character::Outline).
    Outline,
}

/// A move of a material's textures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UvBind {
    /// Number of the material; all its textures move, the matcap excepted.
    pub material: usize,
    /// Offset at full expression, in place of the texture's own.
    pub offset: Vec2,
    /// Scale at full expression, in place of the texture's own.
    pub scale: Vec2,
}
