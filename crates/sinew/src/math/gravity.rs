use glam::Vec3;

/// Standard gravity on Earth, m/s².
pub(crate) const GRAVITY: Vec3 = Vec3::new(0.0, -9.806_65, 0.0);
