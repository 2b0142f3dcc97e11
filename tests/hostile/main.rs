//! Input that is damaged, empty or wild: refused with its location, or harmless.

mod damaged_texts;
mod hostile_values;
mod nothing;
