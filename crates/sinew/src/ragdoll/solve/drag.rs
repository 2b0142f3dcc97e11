use crate::ragdoll::physics::Physics;
use crate::ragdoll::state::RagdollState;

/// Frequency of the spring that pulls a grabbed part, rad/s; it is critically damped.
const FREQUENCY: f32 = 12.0;

/// Greatest acceleration that it gives the whole body, m/s² for a body of human size.
const MAX_ACCELERATION: f32 = 60.0;

impl RagdollState {
    /// Pulls the grabbed part for a frame of `dt` seconds.
    pub(super) fn apply_drag(&mut self, dt: f32, physics: &mut dyn Physics) {
        let Some(drag) = self.drag else { return };
        let (Some(body), motion) = (self.parts[drag.part].body, self.parts[drag.part].motion) else { return };
        let arm = motion.rotation * drag.point;
        let center = motion.rotation * self.simulated_mass(drag.part).center;
        let velocity = motion.linear_velocity + motion.angular_velocity.cross(arm - center);
        let wanted =
            (drag.target - motion.position - arm) * (FREQUENCY * FREQUENCY) - velocity * (2.0 * FREQUENCY);
        let acceleration = wanted.clamp_length_max(MAX_ACCELERATION * self.scale);
        // The point carries the whole body, of which a part follows at once.
        let mass = self.ragdoll.mass() * self.scale.powi(3) * 0.3;
        physics.apply_impulse(body, acceleration * (mass * dt.min(0.05)), motion.position + arm);
    }
}
