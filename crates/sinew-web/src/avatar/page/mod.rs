//! The canvas of a page, and the class that its worker calls.

mod canvas;
mod images;
mod page_files;
mod view;
mod view_calls;
mod view_images;
