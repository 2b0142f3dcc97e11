use crate::report::message::message;
use crate::scene::kind::SceneKind;
use clap::Args;

/// Collision of arms with the body.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct ArmOptions {
    /// Let the arms of the default rig pass through the body; without it they collide with it
    #[arg(long, help_heading = "IK")]
    pub(crate) through_body: bool,
}

impl ArmOptions {
    /// Reports on stderr where `--through-body` has no effect: in a scene with its own rig, with a
    /// `custom_rig` from a file, or where there are no goals.
    pub(crate) fn report_unused(self, scene: Option<SceneKind>, custom_rig: bool, has_goals: bool) {
        let scene = scene.filter(|scene| !scene.takes_custom_rig()).map(SceneKind::name);
        let why = match scene {
            _ if !self.through_body => return,
            Some(scene) => format!("in --scene {scene}: the rig of the scene has no arm collision"),
            None if custom_rig => "with --rig: the rig file decides (arm_collider: true or false)".into(),
            None if !has_goals => "without --reach or --look".into(),
            None => return,
        };
        message!("sinew: --through-body has no effect {why}");
    }
}
