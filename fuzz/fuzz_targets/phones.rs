//! Files of phones and cues: arbitrary bytes after a header, selected by the first byte.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sinew_speech::coarticulation::MouthTrack;
use sinew_speech::format::{read_cues, read_track, tsv};
use sinew_speech::phone::DrawnShapes;
use sinew_speech::provider::VoiceProfile;

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, rest)) = bytes.split_first() else { return };
    let headers: [&[u8]; 8] = [
        b"\"ooTextFile\"\n\"TextGrid\"\n0 1 <exists> 1 \"IntervalTier\" \"phones\" 0 1 ",
        b"signal a\n#\n",
        b"{\"phones\":[",
        b"{\"words\":[",
        b"lipsync version 1\na.wav\n24\n48\n1\n",
        b"MohoSwitch1\n",
        b"<mouthCue start=\"",
        b"",
    ];
    let file = [headers[usize::from(*choice) % headers.len()], rest].concat();
    if let Ok(track) = read_track(&file) {
        let _ = MouthTrack::new(&track).timeline(track.end().min(1.0));
    }
    if let Ok(cues) = read_cues(&file) {
        read_cues(tsv(&cues, DrawnShapes::ALL).as_bytes()).ok();
    }
    if let Ok(text) = std::str::from_utf8(rest) {
        VoiceProfile::from_json(text).ok();
    }
});
