//! The stage of skinning: model pose → palettes.

use super::{DualQuatJoint, write_dual_quaternions};
use crate::character::{Character, MeshInstanceId, SkinId, SkinningMethod};
use crate::clone_from::impl_clone_from;
use crate::pose::{ModelPose, SkinningPalette};

/// The skinning of one character: the method of each mesh instance, and the palettes of a frame.
///
/// ```
/// use sinew::ModelPose;
/// use sinew::character::{Character, CharacterParts, SkinId};
/// use sinew::skinning::SkinningState;
///
/// # fn draw(palette: &[sinew::Mat3x4]) {}
/// # let character = Character::new(CharacterParts::default())?;
/// let mut skinning = SkinningState::new(&character);
/// skinning.solve(&character, &ModelPose::rest(character.skeleton()));
/// for skin in character.skin_ids() {
///     draw(skinning.palette(skin).as_slice());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SkinningState {
    methods: Vec<SkinningMethod>,
    /// The methods of the last solved frame, which palettes and dual quaternions belong to.
    solved_methods: Vec<SkinningMethod>,
    palettes: Vec<SkinningPalette>,
    /// Whether the palettes are those of the last frame.
    has_palettes: bool,
    /// Per skin; empty where none of its instances blends dual quaternions.
    dual_quaternions: Vec<Vec<DualQuatJoint>>,
}

impl_clone_from!(SkinningState { methods, solved_methods, palettes, has_palettes, dual_quaternions });

impl SkinningState {
    /// State with the method of each mesh instance as the character has it, and palettes of zeros.
    #[must_use]
    pub fn new(character: &Character) -> Self {
        let methods: Vec<_> = character.mesh_instances().iter().map(|instance| instance.skinning).collect();
        Self {
            solved_methods: methods.clone(),
            methods,
            palettes: character.skins().iter().map(|skin| SkinningPalette::new(skin.joints.len())).collect(),
            has_palettes: false,
            dual_quaternions: vec![Vec::new(); character.skins().len()],
        }
    }

    /// Sets the method by which the influences of a mesh instance are combined, from the next frame on. An instance that the
    /// character lacks changes nothing.
    pub fn set_method(&mut self, instance: MeshInstanceId, method: SkinningMethod) {
        if let Some(set) = self.methods.get_mut(instance.index()) {
            *set = method;
        }
    }

    /// Method by which the influences of a mesh instance are combined from the next frame on.
    ///
    /// # Panics
    /// When there is no such instance.
    #[must_use]
    pub fn method(&self, instance: MeshInstanceId) -> SkinningMethod {
        self.methods[instance.index()]
    }

    /// The method that a mesh instance had in the last frame.
    ///
    /// # Panics
    /// When there is no such instance.
    #[must_use]
    pub fn solved_method(&self, instance: MeshInstanceId) -> SkinningMethod {
        self.solved_methods[instance.index()]
    }

    /// Writes the palettes of a pose, and dual quaternions for the skins that blend them. Allocates when a
    /// skin first does.
    ///
    /// # Panics
    /// When the state or the pose is of another character.
    pub fn solve(&mut self, character: &Character, model: &ModelPose) {
        self.has_palettes = true;
        self.solved_methods.copy_from_slice(&self.methods);
        for (n, skin) in character.skins().iter().enumerate() {
            let palette = &mut self.palettes[n];
            palette.update(&skin.joints, &skin.inverse_binds, model.as_slice());
            let mut users = character.mesh_instances().iter().zip(&self.methods);
            let used = users.any(|(instance, method)| {
                instance.skin == Some(SkinId(n as u32)) && *method == SkinningMethod::DualQuaternion
            });
            let joints = &mut self.dual_quaternions[n];
            joints.resize(if used { skin.joints.len() } else { 0 }, DualQuatJoint::IDENTITY);
            write_dual_quaternions(palette.as_slice(), joints);
        }
    }

    /// The palette of a skin: model from bind pose, one matrix per joint.
    ///
    /// # Panics
    /// When there is no such skin.
    #[must_use]
    pub fn palette(&self, skin: SkinId) -> &SkinningPalette {
        &self.palettes[skin.index()]
    }

    /// The palette of a skin as dual quaternions; empty where none of its instances blends them.
    ///
    /// # Panics
    /// When there is no such skin.
    #[must_use]
    pub fn dual_quaternions(&self, skin: SkinId) -> &[DualQuatJoint] {
        &self.dual_quaternions[skin.index()]
    }

    /// The methods of all mesh instances from the next frame on.
    pub(crate) fn methods(&self) -> &[SkinningMethod] {
        &self.methods
    }

    /// Takes over the methods of another state of the character.
    pub(crate) fn take_methods(&mut self, from: &Self) {
        self.methods.clone_from(&from.methods);
    }

    /// Whether the palettes are those of the last frame.
    pub(crate) fn has_palettes(&self) -> bool {
        self.has_palettes
    }

    /// Marks the palettes as those of a frame before.
    pub(crate) fn drop_palettes(&mut self) {
        self.has_palettes = false;
        self.solved_methods.copy_from_slice(&self.methods);
    }
}
