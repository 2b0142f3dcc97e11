//! A rifle in two hands, as games have it.

use sinew::glam::{Affine3A, Mat3, Vec3};
use sinew::humanoid::{BodySide, HumanBone};
use sinew::ik::Grip;
use sinew::rig::IkGoal;
use sinew::{Character, Socket, Transform};

/// Goals and sockets of a rifle that the right hand carries before the chest, and that the left hand holds on
/// to.
pub struct Rifle {
    /// Socket on the chest that carries the right palm.
    pub at_chest: Socket,
    /// Socket on the right hand for the left palm: below the rifle's fore-end.
    pub fore_end: Socket,
    /// The palms, right and left.
    pub palms: [Socket; 2],
}

impl Rifle {
    /// Rifle of a humanoid of human size.
    ///
    /// # Panics
    /// When the character has no hands or no chest.
    #[must_use]
    pub fn new(character: &Character) -> Self {
        let (skeleton, body) = (character.skeleton(), character.humanoid().expect("a humanoid"));
        let palms = [BodySide::Right, BodySide::Left]
            .map(|side| Grip::human(skeleton, body, side).expect("a hand").socket(&Affine3A::IDENTITY));
        let chest = body.joint(HumanBone::UpperChest).expect("a chest");
        let barrel = Vec3::new(0.72, 0.2, 0.6).normalize();
        let side = Vec3::Y.cross(barrel).normalize();
        let rest = character.rest_model()[chest.index()];
        let carried = Affine3A::from_mat3_translation(
            Mat3::from_cols(side, barrel.cross(side), barrel),
            Vec3::from(rest.translation) + Vec3::new(-0.13, -0.13, 0.24),
        );
        // +Y along the barrel, +X out of the back of the hand, which lies below.
        let fore_end = Affine3A::from_mat3_translation(
            Mat3::from_cols(Vec3::NEG_Y, Vec3::Z, Vec3::NEG_X),
            Vec3::new(0.0, 0.03, 0.26),
        );
        let on_rifle = palms[0].offset.to_affine() * fore_end;
        Self {
            at_chest: Socket { joint: chest, offset: Transform::from_affine(&(rest.inverse() * carried)) },
            fore_end: Socket { joint: palms[0].joint, offset: Transform::from_affine(&on_rifle) },
            palms,
        }
    }

    /// Goals of the effectors `right hand` and `left hand`, whose limbs have grips.
    #[must_use]
    pub fn goals(&self) -> [(&'static str, IkGoal); 2] {
        [("right hand", IkGoal::at_socket(self.at_chest)), ("left hand", IkGoal::at_socket(self.fore_end))]
    }
}
