//! Tracks of phones of any format.

use super::error::ReadError;
use super::json_track::read_json_track;
use super::lab::{read_label_lines, read_xwaves_lab};
use super::text::text;
use super::text_grid::TextGrid;
use crate::timeline::PhoneTrack;

/// Phones and words of a file: TextGrid, JSON, label file of HTK or HTS, .phn of TIMIT, xlabel of
/// ESPS/xwaves. The format is detected.
///
/// # Errors
/// Unknown formats, and those of the formats, with line or JSON pointer.
pub fn read_track(bytes: &[u8]) -> Result<PhoneTrack, ReadError> {
    let text = text(bytes)?;
    let start = text.trim_start();
    let first = start.lines().next().unwrap_or_default();
    if start.starts_with(['{', '[']) {
        read_json_track(bytes)
    } else if first.contains("ooTextFile") {
        TextGrid::from_bytes(bytes)?.track()
    } else if first.starts_with("signal ") && start.lines().take(32).any(|line| line.trim() == "#") {
        read_xwaves_lab(bytes)
    } else if start.starts_with(|c: char| c.is_ascii_digit() || c == '#' || c == '-') {
        read_label_lines(bytes)
    } else {
        let expected = "a TextGrid, JSON with phones, or lines of start, end and phone";
        Err(ReadError::UnknownFormat { expected })
    }
}
