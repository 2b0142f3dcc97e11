"""Scores on test speech with an outside measure (eval_lipsync.py), run as a program of its own."""

import json
import os
import re
import subprocess
import sys

import numpy as np

from . import align, decode, features, phones
from .material import read_audio
from .network import DELAYS, outputs
from .text import words_of

_AE = {
    "V": "AH", "@": "AH0", "@:": "ER", "E": "EH", "i:": "IY", "I": "IH", "ai": "AY", "u:": "UW", "O": "AO", "o:": "AO",
    "Or": "AO", "Ow": "OW", "N": "NG", "NH": "NG", "S": "SH", "D": "DH", "T": "TH", "j": "Y", "h": "HH", "zs": "Z",
    "dH": "D", "db": "D", "H#": "SIL",
}


def _ae(path):
    segments, start = [], 0.0
    for line in open(path, encoding="utf-8"):
        f = line.split()
        if len(f) == 3 and f[1] == "125":
            end = float(f[0])
            if f[2] == "H":
                segments[-1] = (segments[-1][0], end, segments[-1][2])
            else:
                segments.append((start, end, _AE.get(f[2], f[2].upper())))
            start = end
    return segments


def _pocketsphinx(path):
    data = json.load(open(path, encoding="utf-8"))
    return [(p["b"], p["b"] + p["d"], p["t"]) for w in data["w"] for p in w["w"]]


def _words_tier(path):
    text = open(path, encoding="utf-8").read()
    tier = re.split(r'name = "words?"', text)[1].split("IntervalTier")[0]
    return " ".join(re.findall(r'text = "(.*?)"', tier))


def test_sets(assets, extra):
    """Name of each set to its (name, sound, reference, transcript) entries.

    `extra` holds folders `lj` and `es` of sounds with TextGrids, where at hand.
    """
    s = os.path.join(assets, "speech")
    read = lambda *p: open(os.path.join(s, *p), encoding="utf-8").read()
    j = lambda *p: os.path.join(s, *p)
    sets = {
        "mi": [("mi", j("acoustic_corpus/acoustic_corpus.wav"), j("acoustic_corpus/acoustic_corpus.TextGrid"),
                read("acoustic_corpus/acoustic_corpus.lab"))],
        "ae": [(n, j(f"ae/{n}.wav"), _ae(j(f"ae/{n}.lab")), read(f"ae/{n}.txt")) for n in ("msajc003", "msajc010", "msajc012", "msajc015")],
        "arctic": [("a0009", j("arctic/arctic_a0009.wav"), j("arctic/arctic_a0009_phone.lab"), None)],
        "librivox": [(n, j(f"librivox/{n}.wav"), _pocketsphinx(j(f"librivox/{n}.phone.json")), read(f"librivox/{n}.txt"))
                     for n in ("sense_and_sensibility_01_austen_64kb-0870", "sense_and_sensibility_01_austen_64kb-0880")],
    }
    if os.path.exists(j("pysle/pumpkins.wav")):
        sets["pysle"] = [("pumpkins", j("pysle/pumpkins.wav"), j("pysle/pumpkins.TextGrid"), "innate pumpkins parley with porcupines")]
    for name in ("lj", "es"):
        folder = os.path.join(extra or "", name)
        if extra and os.path.isdir(folder):
            stems = sorted(f[:-4] for f in os.listdir(folder) if f.endswith(".wav"))
            sets[name] = [
                (n, os.path.join(folder, n + ".wav"), os.path.join(folder, n + ".TextGrid"),
                 _words_tier(os.path.join(folder, n + ".TextGrid")) if name == "lj" else None)
                for n in stems
            ]
    return sets


def normalised(samples, shape, passes=1):
    """Normalised features of a stream; two passes start from the state after the whole stream."""
    x = features.log_mel(samples)[None]
    normaliser = features.Normaliser(shape, 1)
    for _ in range(passes - 1):
        normaliser.run(x)
    return normaliser.run(x)[0]


def curves(v, opening, path):
    names = phones.VISEMES + ["openness"]
    values = np.concatenate([v, opening[:, None]], 1)
    json.dump({"rate": 100, "channels": names, "values": np.round(values, 4).tolist()}, open(path, "w"))


def live_curves(probabilities, closed, opening, prior, path, settings):
    curves(decode.live_visemes(probabilities, closed, prior, settings), np.maximum(opening, decode.LEAST_OPENING), path)


def whole_curves(probabilities, closed, opening, prior, path, settings=None, least=None):
    best = decode.whole_visemes(probabilities, closed, prior, settings, least)
    curves(np.eye(len(phones.VISEMES))[best], np.maximum(opening, decode.LEAST_OPENING), path)


def aligned_cues(segments, path):
    cues = [{"start": a, "end": b, "value": "AH0" if p == "AH0" else p.rstrip("012")} for a, b, p in segments]
    json.dump({"cues": cues}, open(path, "w"))


class Board:
    """Folder of references and hypotheses of one set, scored together."""

    def __init__(self, folder, entries):
        self.folder = folder
        os.makedirs(folder, exist_ok=True)
        self.kinds = set()
        for name, _, reference, _ in entries:
            if isinstance(reference, str):
                end = os.path.splitext(reference)[1]
                target = os.path.join(folder, name + ".ref" + end)
                if not os.path.exists(target):
                    os.symlink(reference, target)
            else:
                end = ".json"
                phones_ = [{"start": a, "end": b, "phone": p} for a, b, p in reference]
                json.dump({"phones": phones_}, open(os.path.join(folder, name + ".ref.json"), "w"))
        self.suffix = ".ref" + end

    def path(self, name, kind):
        self.kinds.add(kind)
        return os.path.join(self.folder, f"{name}.{kind}.hyp.json")

    def result(self, measure, kind):
        run = subprocess.run(
            [sys.executable, measure, "--ref-dir", self.folder, "--hyp-dir", self.folder, "--ref-suffix", self.suffix,
             "--hyp-suffix", f".{kind}.hyp.json", "--label", kind],
            check=True, capture_output=True, text=True,
        )
        return json.loads(run.stdout)


def short(result):
    """One line of the figures the project's targets name."""
    g = lambda k: result.get(k)
    return (
        f"acc {g('acc6_speech')} tol {g('acc6_tol_speech')} macro {g('macro_recall6')} r {g('openness_r')} "
        f"pbm {g('bilabial_hit')} prec {g('closure_precision')} onset {g('bilabial_onset_bias_ms')}/{g('bilabial_onset_abs_ms')} "
        f"fv {g('fv_hit')} rest {g('sil_rest')} chg {g('changes_per_s')} short {g('short_seg_pct')} "
        f"acc15 {g('acc15_speech')} lag {g('best_lag_ms')}"
    )


def show(board, entry, live, whole, shape, prior, dictionary):
    """Writes what each mode makes of one test clip."""
    name, sound, _, transcript = entry
    samples = read_audio(sound)
    z = normalised(samples, shape, 2)
    both = outputs(whole, z)[0]
    whole_curves(*decode.blended(both, outputs(live, z)[-1]), prior, board.path(name, "whole"))
    if transcript:
        segments, _ = align.align(both[0], words_of(transcript), dictionary, prior)
        aligned_cues(segments, board.path(name, "aligned"))
    for delay, (p, closed, opening) in zip(DELAYS, outputs(live, normalised(samples, shape))):
        mode = f"live{delay * 10}"
        live_curves(p, closed, opening, prior, board.path(name, mode), decode.SETTINGS[mode])
