//! Entry from scalar code into a SIMD kernel: a macro that compiles its body for an instruction set.

/// Declares a function over an instruction set, `fn name<S>(simd: S, …)`, whose body is compiled with the
/// instructions of `S` switched on. Scalar code calls it; what the body calls is `#[inline(always)]`.
///
/// On x86-64 arguments pass in registers, and no `&mut` argument may be an alias of another.
/// `Simd::vectorize` alone takes them through a closure's captures in memory, where the compiler knows
/// neither: an eighth of the time of `local_to_model`.
macro_rules! kernel {
    (
        $(#[$attribute:meta])*
        $visibility:vis fn $name:ident<$S:ident $(, const $N:ident: usize)?>(
            $simd:ident: $Simd:ident $(, $argument:ident: $type:ty)* $(,)?
        ) $(-> $result:ty)? $body:block
    ) => {
        $crate::math::simd::kernel! {
            @expand [$(#[$attribute])*] [$visibility] $name $S [$(const $N: usize,)?] [$($N,)?]
            [$simd $(, $argument: $type)*] [$(-> $result)?] $body
        }
    };
    (
        $(#[$attribute:meta])*
        $visibility:vis fn $name:ident<$S:ident, $T:ident: $Bound:path>(
            $simd:ident: $Simd:ident $(, $argument:ident: $type:ty)* $(,)?
        ) $(-> $result:ty)? $body:block
    ) => {
        $crate::math::simd::kernel! {
            @expand [$(#[$attribute])*] [$visibility] $name $S [$T: $Bound,] [$T,]
            [$simd $(, $argument: $type)*] [$(-> $result)?] $body
        }
    };
    (
        @expand [$($attribute:tt)*] [$visibility:vis] $name:ident $S:ident [$($declared:tt)*] [$($used:tt)*]
        [$simd:ident $(, $argument:ident: $type:ty)*] [$($result:tt)*] $body:block
    ) => {
        $($attribute)*
        #[inline(always)]
        $visibility fn $name<$S: $crate::math::simd::Simd, $($declared)*>(
            $simd: $S $(, $argument: $type)*
        ) $($result)* {
            #[inline(always)]
            fn body<$S: $crate::math::simd::Simd, $($declared)*>(
                $simd: $S $(, $argument: $type)*
            ) $($result)* $body

            #[cfg(target_arch = "x86_64")]
            if let Some(avx2) = $simd.level().as_avx2() {
                #[inline(never)]
                #[target_feature(enable = "avx2,bmi1,bmi2,cmpxchg16b,f16c,fma,fxsr,lzcnt,movbe,popcnt,xsave")]
                fn with_avx2<$($declared)*>(
                    $simd: fearless_simd::x86::Avx2 $(, $argument: $type)*
                ) $($result)* {
                    body::<_, $($used)*>($simd $(, $argument)*)
                }
                #[allow(unsafe_code, reason = "the token proves that the processor has the instructions")]
                // SAFETY: an `Avx2` exists only where the processor has all of these features.
                return unsafe { with_avx2::<$($used)*>(avx2 $(, $argument)*) };
            }
            $simd.vectorize(
                #[inline(always)]
                move || body::<$S, $($used)*>($simd $(, $argument)*),
            )
        }
    };
}

pub(crate) use kernel;
