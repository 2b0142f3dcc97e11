//! Label files, a line per phone: HTK and HTS (Steve Young and others, *The HTK Book*, "Label files"; Heiga
//! Zen, *HTS-style context-dependent labels*), TIMIT's .phn (Garofolo and others, *DARPA TIMIT*, 1993), and
//! xlabel files of ESPS/xwaves, as EMU writes them.

use super::error::ReadError;
use super::text::{excerpt, text};
use crate::phone::Notation;
use crate::timeline::{PhoneSpan, PhoneTrack};

/// Units per second of HTK's times: 100 ns.
const HTK_RATE: f64 = 1e7;
/// Units per second of TIMIT's times: samples.
const TIMIT_RATE: f64 = 16_000.0;

/// Lines of `start end label …`, without comments and the frame of master label files.
fn rows(text: &str) -> Result<Vec<(f64, f64, &str)>, ReadError> {
    let mut rows = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with(['#', '"']) {
            continue;
        }
        // The end of a file in a master label file: what follows is another sound.
        if line == "." {
            break;
        }
        let wrong = |message: String| ReadError::line(index + 1, message);
        let mut parts = line.split_whitespace();
        let mut time = |what: &str| {
            let part = parts.next().unwrap_or_default();
            let number = part.parse::<f64>().ok().filter(|time| time.is_finite());
            number.ok_or_else(|| wrong(format!("{:?}, expected the {what} as a number", excerpt(part))))
        };
        let (start, end) = (time("start")?, time("end")?);
        let label = parts.next().ok_or_else(|| wrong("no label after start and end".into()))?;
        rows.push((start, end, label));
    }
    Ok(rows)
}

/// Phone of a label with context, `x^sil-hh+iy=t@…`; other labels are their own phone. States, `…[2]`, are
/// not part of it.
fn phone_of(label: &str) -> &str {
    let plain =
        label.rsplit_once('[').filter(|(_, end)| end.ends_with(']')).map_or(label, |(plain, _)| plain);
    let context = plain.split_once('+').and_then(|(before, _)| before.rsplit_once('-'));
    match context {
        Some((before, phone)) if before.contains('^') && !phone.is_empty() => phone,
        // Triphones of HTK: b-ah+t.
        Some((before, phone)) if !before.is_empty() && !phone.is_empty() => phone,
        _ => plain,
    }
}

fn track(rows: &[(f64, f64, &str)], rate: f64) -> Result<PhoneTrack, ReadError> {
    let labels = || rows.iter().map(|(_, _, label)| phone_of(label));
    let notation = Notation::detect(labels());
    let mut spans: Vec<PhoneSpan> = Vec::with_capacity(rows.len());
    let mut last = "";
    for ((start, end, label), phone) in rows.iter().zip(labels()) {
        let (start, end) = (start / rate, end / rate);
        // States of one phone have the same label but for their number.
        let whole = label.rsplit_once('[').map_or("", |(whole, _)| whole);
        match spans.last_mut() {
            Some(span) if !whole.is_empty() && whole == last => span.end = end,
            _ => spans.push(PhoneSpan::new(start, end, phone, notation)),
        }
        last = whole;
    }
    Ok(PhoneTrack::new(spans, Vec::new())?)
}

/// Phones of a label file of HTK or HTS: times in units of 100 ns, plain labels or labels with context;
/// states are joined.
///
/// # Errors
/// Lines without two times and a label; times out of order.
pub fn read_htk_lab(bytes: &[u8]) -> Result<PhoneTrack, ReadError> {
    track(&rows(&text(bytes)?)?, HTK_RATE)
}

/// Phones of a .phn file of TIMIT: times in samples at 16 kHz.
///
/// # Errors
/// Lines without two times and a label; times out of order.
pub fn read_timit_phn(bytes: &[u8]) -> Result<PhoneTrack, ReadError> {
    track(&rows(&text(bytes)?)?, TIMIT_RATE)
}

/// Phones of a file of either kind, distinguished by their times: those of HTK are beyond a second's ten
/// million, or on a grid of 0.1 ms; times with a decimal point are seconds.
pub(super) fn read_label_lines(bytes: &[u8]) -> Result<PhoneTrack, ReadError> {
    let text = text(bytes)?;
    let rows = rows(&text)?;
    if rows.is_empty() {
        return Err(ReadError::NoPhones { message: "the file has no labels".into() });
    }
    let times = || rows.iter().flat_map(|(start, end, _)| [*start, *end]);
    let rate = if times().any(|time| time.fract() != 0.0) {
        1.0
    } else if times().any(|time| time >= HTK_RATE) || times().all(|time| time % 1000.0 == 0.0) {
        HTK_RATE
    } else {
        TIMIT_RATE
    };
    track(&rows, rate)
}

/// Phones of an xlabel file of ESPS/xwaves: a header that ends with a line `#`, then lines of end (seconds),
/// colour and label.
///
/// # Errors
/// No line `#`; lines without a time and a label; times out of order.
pub fn read_xwaves_lab(bytes: &[u8]) -> Result<PhoneTrack, ReadError> {
    let text = text(bytes)?;
    let mut lines = text.lines().enumerate();
    if !lines.by_ref().any(|(_, line)| line.trim() == "#") {
        return Err(ReadError::line(1, "no line \"#\" after the header"));
    }
    let mut rows = Vec::new();
    let mut start = 0.0;
    for (index, line) in lines {
        let mut parts = line.split_whitespace();
        let Some(first) = parts.next() else { continue };
        let end = first.parse::<f64>().ok().filter(|end| end.is_finite());
        let wrong = |what: &str| ReadError::line(index + 1, format!("{:?}: {what}", excerpt(line)));
        let end = end.ok_or_else(|| wrong("expected the end in seconds"))?;
        parts.next().ok_or_else(|| wrong("expected a colour after the end"))?;
        rows.push((start, end, parts.next().unwrap_or_default()));
        start = end;
    }
    track(&rows, 1.0)
}
