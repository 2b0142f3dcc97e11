//! Grabbed parts of a ragdoll: the impulses that bring a point of a body to its target.

use crate::ragdoll::physics::Physics;
use crate::ragdoll::state::RagdollState;
use glam::Vec3;

/// Speed with which a grabbed point comes to its target, per second of its distance, and the greatest, m/s
/// for a body of human size.
const APPROACH: (f32, f32) = (12.0, 8.0);

/// Growth of the force that carries what hangs on the point, per second, for each kg of the body and m/s of
/// wrong velocity.
const GROWTH: f32 = 10.0;

/// Damping of the whole body while a part is grabbed, 1/s: it would swing long otherwise.
const DAMPING: f32 = 5.0;

/// Greatest acceleration that the force gives the whole body, m/s² for a body of human size.
const MAX_ACCELERATION: f32 = 60.0;

impl RagdollState {
    /// Pulls the grabbed part for a frame of `dt` seconds.
    pub(super) fn apply_drag(&mut self, dt: f32, physics: &mut dyn Physics) {
        let Some(drag) = self.drag else { return };
        if !self.parts[drag.part].falls {
            return self.drag.iter_mut().for_each(|drag| drag.force = Vec3::ZERO);
        }
        let (Some(body), motion) = (self.parts[drag.part].body, self.parts[drag.part].motion) else { return };
        let mass = self.simulated_mass(drag.part);
        let arm = motion.rotation * drag.point;
        let lever = arm - motion.rotation * mass.center;
        let velocity = motion.linear_velocity + motion.angular_velocity.cross(lever);
        let way = drag.target - motion.position - arm;
        // Mass that the point has along the way.
        let about = lever.cross(way.normalize_or_zero());
        let turning = (motion.rotation * mass.axes).inverse() * about;
        let point_mass = 1.0 / (1.0 / mass.mass + (turning * turning / mass.inertia).element_sum());
        let whole = self.ragdoll.mass() * self.scale.powi(3);
        let most = whole * MAX_ACCELERATION * self.scale;
        let dt = dt.min(0.05);
        // What hangs on a light part swings if it comes faster than the part and the damping can stop it.
        let approach = APPROACH.0.min(point_mass / (whole * dt) + DAMPING * 0.5);
        let wanted = (way * approach).clamp_length_max(APPROACH.1 * self.scale);
        let missing = wanted - velocity;
        let force = (drag.force + missing * (whole * GROWTH * dt)).clamp_length_max(most);
        let impulse = missing * point_mass + force * dt;
        physics.apply_impulse(body, impulse.clamp_length_max(most * dt * 2.0), motion.position + arm);
        self.drag.iter_mut().for_each(|drag| drag.force = force);
        for n in 0..self.parts.len() {
            let (state, mass) = (&self.parts[n], self.simulated_mass(n));
            let Some(body) = state.body.filter(|_| state.falls) else { continue };
            let center = state.motion.position + state.motion.rotation * mass.center;
            physics.apply_impulse(body, state.motion.linear_velocity * (-mass.mass * DAMPING * dt), center);
        }
    }
}
