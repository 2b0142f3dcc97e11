use crate::character::{ExpressionId, MaterialId, MeshInstanceId};
use crate::id::id_indexes;
use glam::{Vec2, Vec4};

/// A facial expression: the changes at weight 1. Binds state the value at weight 1; the differences from the
/// rest value of several expressions add up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Expression {
    /// VRM 1.0 name for presets (`happy`, `aa`, `blinkLeft`, `lookUp` …), else the name in the file.
    pub name: String,
    /// Morph weights.
    pub morphs: Vec<MorphBind>,
    /// Material colours.
    pub colors: Vec<ColorBind>,
    /// Texture transforms.
    pub uvs: Vec<UvBind>,
    /// Whether the weight is binary: above one half it counts as 1, else as 0.
    pub is_binary: bool,
    /// Effect on blink expressions.
    pub override_blink: OverrideKind,
    /// Effect on look-at expressions.
    pub override_look_at: OverrideKind,
    /// Effect on mouth expressions.
    pub override_mouth: OverrideKind,
}

id_indexes!(ExpressionId, Expression);

/// Preset names of VRM 0.x and VRM 1.0.
const VRM0_PRESETS: [(&str, &str); 17] = [
    ("neutral", "neutral"),
    ("joy", "happy"),
    ("angry", "angry"),
    ("sorrow", "sad"),
    ("fun", "relaxed"),
    ("a", "aa"),
    ("i", "ih"),
    ("u", "ou"),
    ("e", "ee"),
    ("o", "oh"),
    ("blink", "blink"),
    ("blink_l", "blinkLeft"),
    ("blink_r", "blinkRight"),
    ("lookup", "lookUp"),
    ("lookdown", "lookDown"),
    ("lookleft", "lookLeft"),
    ("lookright", "lookRight"),
];

/// VRM 1.0 name of a preset expression of VRM 0.x, in any case: `happy` for `joy`; `None` for other names.
#[must_use]
pub fn from_vrm0_preset(name: &str) -> Option<&'static str> {
    let preset = VRM0_PRESETS.iter().find(|(old, _)| old.eq_ignore_ascii_case(name));
    preset.map(|(_, new)| *new)
}

/// VRM 1.0 name of the preset that a name is, of VRM 0.x or 1.0, in any letter case and with or without
/// separators: `blinkLeft` for `Blink_L`. `None` for other names.
#[must_use]
pub fn vrm_preset_of_name(name: &str) -> Option<&'static str> {
    let plain = |name: &str| {
        name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>()
    };
    let plain_name = plain(name);
    // VRM 1.0 has one more.
    let presets = VRM0_PRESETS.iter().chain(&[("surprised", "surprised")]);
    presets
        .into_iter()
        .find(|(old, new)| plain(old) == plain_name || plain(new) == plain_name)
        .map(|(_, new)| *new)
}

/// Groups of expressions that others can override.
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
    /// Whether the expression changes anything: it has a morph weight that is not 0, a colour or a texture
    /// transform. Tools also write presets that have none of these.
    #[must_use]
    pub fn has_effect(&self) -> bool {
        self.morphs.iter().any(|bind| bind.weight != 0.0) || !self.colors.is_empty() || !self.uvs.is_empty()
    }

    /// Group of the expression, by its name; `None` outside the three groups.
    #[must_use]
    pub fn group(&self) -> Option<ExpressionGroup> {
        match self.name.as_str() {
            "blink" | "blinkLeft" | "blinkRight" => Some(ExpressionGroup::Blink),
            "lookUp" | "lookDown" | "lookLeft" | "lookRight" => Some(ExpressionGroup::LookAt),
            "aa" | "ih" | "ou" | "ee" | "oh" => Some(ExpressionGroup::Mouth),
            _ => None,
        }
    }
}

/// Override of a group of expressions by another expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum OverrideKind {
    /// No override.
    #[default]
    None,
    /// Sets their weights to 0 while its own weight is above 0.
    Block,
    /// Scales their weights by one minus its own weight.
    Blend,
}

/// A morph weight of an expression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MorphBind {
    /// Mesh instance.
    pub instance: MeshInstanceId,
    /// Index of the morph target in its mesh.
    pub target: usize,
    /// Weight at expression weight 1.
    pub weight: f32,
}

/// A material colour of an expression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ColorBind {
    /// The material.
    pub material: MaterialId,
    /// Colour of the material.
    pub slot: ColorSlot,
    /// Linear colour at expression weight 1; alpha applies to the base colour only.
    pub value: Vec4,
}

/// Material colours that expressions can change.
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

/// A texture transform of an expression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UvBind {
    /// The material; applies to all its textures except the matcap.
    pub material: MaterialId,
    /// Offset at expression weight 1; replaces that of the texture.
    pub offset: Vec2,
    /// Scale at expression weight 1; replaces that of the texture.
    pub scale: Vec2,
}
