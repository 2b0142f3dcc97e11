use sinew::glam::{Mat3, Quat, Vec3};
use sinew::limit::Limit;
use sinew::ragdoll::{MassProperties, PartShape, Ragdoll, RagdollPart};

/// Largest differences between two ragdolls of the same parts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RagdollDifference {
    /// Of masses, relative to them.
    pub mass: f32,
    /// Of centres of mass, relative to the size of the body.
    pub center: f32,
    /// Of inertia tensors, relative to their largest moment.
    pub inertia: f32,
    /// Of the shapes' extents in any direction, relative to the size of the body.
    pub shape: f32,
    /// Of the angles by which rotations exceed the limits, radians.
    pub limit: f32,
    /// Of the rotations from which limits count, radians.
    pub reference: f32,
    /// Of the sizes of the bodies, relative to them.
    pub size: f32,
}

impl RagdollDifference {
    /// Differences between two ragdolls.
    ///
    /// # Panics
    /// When they do not have as many parts with the same parents, as many shapes of the same kinds, and the
    /// same ignored pairs.
    pub fn of(a: &Ragdoll, b: &Ragdoll) -> Self {
        Self::with_limits_of(a, b, |_| true)
    }

    /// [`RagdollDifference::of`] with the limits of the parts of `a` that `is_compared` accepts.
    pub fn with_limits_of(a: &Ragdoll, b: &Ragdoll, is_compared: impl Fn(&RagdollPart) -> bool) -> Self {
        assert_eq!(a.parts().len(), b.parts().len());
        assert_eq!(a.ignored_pairs(), b.ignored_pairs());
        let mut all = Self { size: (a.size() / b.size() - 1.0).abs(), ..Self::default() };
        let mut random = fastrand::Rng::with_seed(2);
        for (a_part, b_part) in a.parts().iter().zip(b.parts()) {
            assert_eq!(a_part.parent, b_part.parent);
            let kinds = |shapes: &[PartShape]| shapes.iter().map(PartShape::name).collect::<Vec<_>>();
            assert_eq!(kinds(&a_part.shapes), kinds(&b_part.shapes));
            for (mass, other) in [(a_part.mass, b_part.mass), (a_part.simulated_mass, b_part.simulated_mass)]
            {
                all.mass = all.mass.max((mass.mass / other.mass - 1.0).abs());
                all.center = all.center.max(mass.center.distance(other.center) / a.size());
                let [tensor, of_other] = [tensor(&mass), tensor(&other)];
                let apart = (tensor - of_other).to_cols_array().into_iter().map(f32::abs).fold(0.0, f32::max);
                all.inertia = all.inertia.max(apart / mass.inertia.max_element());
            }
            for (shape, other) in a_part.shapes.iter().zip(&b_part.shapes) {
                for _ in 0..50 {
                    let direction = vector(&mut random).normalize_or(Vec3::Y);
                    let apart = (shape.support(direction) - other.support(direction)).abs();
                    all.shape = all.shape.max(apart / a.size());
                }
            }
            // The limit of a root part bounds nothing.
            if a_part.parent.is_some() && is_compared(a_part) {
                all.limit = all.limit.max(limit_difference(&a_part.limit, &b_part.limit, &mut random));
            }
            if a_part.parent.is_some() {
                let turn = a_part.reference.inverse() * b_part.reference;
                all.reference = all.reference.max(2.0 * turn.xyz().length());
            }
        }
        all
    }
}

/// Largest difference between the angles by which rotations exceed two limits. Rotations near half a turn
/// have no direction of swing.
fn limit_difference(a: &Limit, b: &Limit, random: &mut fastrand::Rng) -> f32 {
    let differences = (0..400).map(|_| {
        let turn = Quat::from_scaled_axis(vector(random) * 1.4);
        (a.violation(turn) - b.violation(turn)).abs()
    });
    differences.fold(0.0, f32::max)
}

fn vector(random: &mut fastrand::Rng) -> Vec3 {
    Vec3::from_array([(); 3].map(|()| random.f32() * 2.0 - 1.0))
}

fn tensor(mass: &MassProperties) -> Mat3 {
    let axes = Mat3::from_quat(mass.axes);
    axes * Mat3::from_diagonal(mass.inertia) * axes.transpose()
}
