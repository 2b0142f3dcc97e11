"""Clips of log-mel frames with their phone states, from synthesised and recorded speech."""

import dataclasses
import os
import random

import numpy as np
import soundfile
from scipy.signal import resample_poly

from . import augment, features, phones, synth, text


@dataclasses.dataclass
class Clip:
    """Frames [n, 32] (half floats), state index of each frame, group it is drawn from."""

    frames: np.ndarray
    states: np.ndarray
    group: str


def states_at(segments, frames):
    """State of each 10 ms frame from segments (start, end, phone) in seconds."""
    out = np.zeros(frames, np.int16)
    for start, end, state in phones.spread(segments):
        out[int(round(start * 100)) : int(round(end * 100))] = state
    return out


def clip_of(samples, segments, group, rng, speed):
    """A clip played at another speed and perhaps through a room or a telephone."""
    x = augment.resampled(samples, speed)
    segments = [(a / speed, b / speed, p) for a, b, p in segments]
    chance = rng.random()
    if chance < 0.4:
        x = augment.room(x, rng)
    elif chance < 0.5:
        x = augment.telephone(x, rng)
    x = x + rng.standard_normal(len(x)) * 10 ** rng.uniform(-5, -3.5)
    frames = features.log_mel(x)
    return Clip(frames.astype(np.float16), states_at(segments, len(frames)), group)


def synthesised(flite_count, espeak_count, transcripts, seed):
    """Clips of flite and espeak-ng: made sentences and the given transcripts."""
    rng, np_rng = random.Random(seed), np.random.default_rng(seed)
    words = text.dictionary()
    lines = list(transcripts) + text.sentences(flite_count + espeak_count, seed, words)
    clips, skipped = [], 0
    for i in range(flite_count):
        voice = synth.FLITE_VOICES[i % len(synth.FLITE_VOICES)]
        samples, segments = synth.flite(lines[rng.randrange(len(lines))], voice, rng.uniform(0.72, 1.2))
        clips.append(clip_of(samples, segments, "flite", np_rng, np.exp(np_rng.uniform(-0.22, 0.22))))
    espeak = synth.Espeak()
    for i in range(espeak_count):
        voice = synth.ESPEAK_VOICES[i % len(synth.ESPEAK_VOICES)]
        spoken = espeak.speak(
            lines[rng.randrange(len(lines))], voice, rng.uniform(120, 230), rng.uniform(15, 85), rng.uniform(25, 75)
        )
        if spoken is None:
            skipped += 1
            continue
        clips.append(clip_of(*spoken, "espeak", np_rng, np.exp(np_rng.uniform(-0.12, 0.12))))
    return clips, skipped


def read_audio(path):
    """Samples at 16 kHz, mono, of a sound file."""
    samples, rate = soundfile.read(path, always_2d=True)
    samples = samples.mean(1)
    if rate == features.RATE:
        return samples
    common = np.gcd(rate, features.RATE)
    return resample_poly(samples, features.RATE // common, rate // common)


def recordings(folder):
    """(name, samples, transcript) of each `NAME.flac` with a `NAME.txt` beside it."""
    out = []
    for name in sorted(os.listdir(folder)):
        stem, end = os.path.splitext(name)
        if end == ".flac":
            with open(os.path.join(folder, stem + ".txt"), encoding="utf-8") as file:
                out.append((stem, read_audio(os.path.join(folder, name)), file.read().strip()))
    return out


def recorded(samples, segments, group, versions, rng):
    """Versions of one recorded clip, most of them slower and lower, as of larger speakers."""
    return [clip_of(samples, segments, group, rng, np.exp(rng.uniform(-0.28, 0.12))) for _ in range(versions)]
