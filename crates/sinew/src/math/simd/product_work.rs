use super::{Columns, kernel, native};
use crate::math::product;
use glam::Affine3A;

/// Work that multiplies many matrices.
pub trait ProductWork {
    /// Result of the work.
    type Result;

    /// Does the work; `product` multiplies two matrices. Mark it `#[inline(always)]`.
    fn run(self, product: impl Fn(&Affine3A, &Affine3A) -> Affine3A) -> Self::Result;
}

/// Does work with the fastest product of this processor, which has the bits of [`product`].
pub fn with_product<W: ProductWork>(work: W) -> W::Result {
    match native() {
        Some(simd) => run_wide(simd, work),
        None => work.run(product),
    }
}

kernel! {
    /// Work with products of [`Columns`], with the bits of the scalar code.
    fn run_wide<S, W: ProductWork>(simd: S, work: W) -> W::Result {
        work.run(
            #[inline(always)]
            |a, b| Columns::of(simd, b).after(a).to_affine(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::simd::each_level;
    use glam::{Quat, Vec3};

    struct Chain<'a>(&'a [Affine3A]);

    impl ProductWork for Chain<'_> {
        type Result = Vec<Affine3A>;

        #[inline(always)]
        fn run(self, product: impl Fn(&Affine3A, &Affine3A) -> Affine3A) -> Vec<Affine3A> {
            let mut model = Affine3A::IDENTITY;
            let products = self.0.iter().map(|local| {
                model = product(&model, local);
                model
            });
            products.collect()
        }
    }

    #[test]
    fn wide_products_have_the_bits_of_scalar_ones() {
        let mut random = fastrand::Rng::with_seed(4);
        let mut three = || Vec3::from_array(std::array::from_fn(|_| random.f32() - 0.5));
        let locals: Vec<Affine3A> = (0..50)
            .map(|_| {
                let scale = Vec3::ONE + three() * 0.1;
                Affine3A::from_scale_rotation_translation(scale, Quat::from_scaled_axis(three()), three())
            })
            .collect();
        let scalar = Chain(&locals).run(product);
        assert_eq!(with_product(Chain(&locals)), scalar);
        each_level!(simd => assert_eq!(run_wide(simd, Chain(&locals)), scalar));
    }
}
