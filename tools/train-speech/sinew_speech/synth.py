"""Speech of flite and espeak-ng with the phone times that these programs print themselves."""

import ctypes
import os
import subprocess
import tempfile

import numpy as np
import soundfile
from scipy.signal import resample_poly

from . import phones

FLITE_VOICES = ("kal16", "awb", "rms", "slt")
ESPEAK_VOICES = (
    "en-us", "en-us+m1", "en-us+m3", "en-us+m7", "en-us+f1", "en-us+f2", "en-us+f4", "en-us+f5", "en-us+klatt2",
    "en-us+klatt4", "en-us+belinda", "en-us+michael", "en-us+linda", "en-us+steph", "en-gb-x-rp", "en-gb-x-rp+f3",
    "en-gb-scotland+m5", "en-us-nyc+f1", "en-029+m2", "en-us-nyc",
)


def flite(text, voice, stretch=1.0):
    """(samples at 16 kHz, segments) of a text spoken by a flite voice, `stretch` times as long."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.wav")
        run = subprocess.run(
            ["flite", "-voice", voice, "--setf", f"duration_stretch={stretch:.3f}", "-psdur", "-t", text, "-o", path],
            check=True, capture_output=True, text=True,
        )
        samples, rate = soundfile.read(path)
    if rate != 16000:
        raise ValueError(f"flite voice {voice} speaks at {rate} Hz")
    segments, start = [], 0.0
    for token in run.stdout.split():
        name, end = token.rsplit(":", 1)
        phone = {"pau": "SIL", "ax": "AH0"}.get(name, name.upper())
        segments.append((start, float(end), phone))
        start = float(end)
    return samples, segments


class _Id(ctypes.Union):
    _fields_ = [("number", ctypes.c_int), ("name", ctypes.c_char_p), ("string", ctypes.c_char * 8)]


class _Event(ctypes.Structure):
    _fields_ = [
        ("type", ctypes.c_int), ("uid", ctypes.c_uint), ("text_position", ctypes.c_int), ("length", ctypes.c_int),
        ("audio_ms", ctypes.c_int), ("sample", ctypes.c_int), ("user", ctypes.c_void_p), ("id", _Id),
    ]


_CALLBACK = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.POINTER(_Event))
_PHONEME_EVENT = 7
_RATE_PARAMETER, _PITCH_PARAMETER, _RANGE_PARAMETER = 1, 3, 4


class Espeak:
    """espeak-ng through its C library, which tells the sample at which each phoneme starts."""

    def __init__(self):
        self.library = ctypes.CDLL("libespeak-ng.so.1")
        self.rate = self.library.espeak_Initialize(2, 0, None, 1)
        self.callback = _CALLBACK(self._receive)
        self.library.espeak_SetSynthCallback(self.callback)

    def _receive(self, wave, count, events):
        if wave and count > 0:
            self.chunks.append(np.ctypeslib.as_array(wave, (count,)).copy())
        i = 0
        while events[i].type != 0:
            if events[i].type == _PHONEME_EVENT:
                self.marks.append((events[i].sample, events[i].id.string.decode("utf-8", "replace")))
            i += 1
        return 0

    def speak(self, text, voice, words_per_minute, pitch, pitch_range):
        """(samples at 16 kHz, segments), or None where a phoneme has no ARPABET counterpart."""
        self.chunks, self.marks = [], []
        if self.library.espeak_SetVoiceByName(voice.encode()) != 0:
            raise ValueError(f"espeak-ng has no voice {voice}")
        for parameter, value in ((_RATE_PARAMETER, words_per_minute), (_PITCH_PARAMETER, pitch), (_RANGE_PARAMETER, pitch_range)):
            self.library.espeak_SetParameter(parameter, int(value), 0)
        data = text.encode()
        self.library.espeak_Synth(data, len(data) + 1, 0, 1, 0, 1, None, None)
        samples = np.concatenate(self.chunks).astype(np.float64) / 32768
        marks = [m for m in self.marks if m[1]]
        if any(name not in phones.ESPEAK for _, name in marks):
            return None
        starts = [self._closure(samples, s) if name in ("p", "t", "k", "tS", "t2") else s for s, name in marks]
        ends = starts[1:] + [len(samples)]
        segments = [(0.0, starts[0] / self.rate, "SIL")]
        for start, end, (_, name) in zip(starts, ends, marks):
            parts = phones.ESPEAK[name].split()
            edges = np.linspace(start, max(start, end), len(parts) + 1) / self.rate
            segments += [(a, b, p) for a, b, p in zip(edges, edges[1:], parts)]
        segments = [s for s in segments if s[1] > s[0]]
        return resample_poly(samples, 320, 441), segments

    def _closure(self, samples, start):
        """Start of the silent closure that espeak-ng puts before a voiceless plosive's mark."""
        step = self.rate // 1000
        first = start
        while first > start - 90 * step and first >= step and np.abs(samples[first - step : first]).max() < 2e-3:
            first -= step
        return first
