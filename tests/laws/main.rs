//! Laws of the project's code and pages.

mod builders;
mod circles;
mod common_shape;
mod pages;
mod unique_names;
