#!/usr/bin/env python3
"""Trains the speech networks and writes their weights file and golden test.

    python train.py --assets DIR [--work DIR] [--out speech.bin] [--golden golden.bin]
                    [--measure eval_lipsync.py] [--test DIR]

Needs flite and espeak-ng (libespeak-ng.so.1). Stages are kept in the work folder and not repeated.
"""

import argparse
import os
import pickle
import shutil

import numpy as np
import torch

from sinew_speech import align, container, export, fit, material, network, phones, score, text

FLITE_CLIPS, ESPEAK_CLIPS, SEED = 3200, 1500, 7
VERSIONS = 12  # of each recorded clip
SYNTHETIC = {"flite": 0.68, "espeak": 0.32}
MIXED = {"flite": 0.42, "espeak": 0.20, "recorded": 0.38}
SYNTHETIC_STEPS = {"whole": 2200, "live": 2400}
ROUNDS = ((1, 300, 1600), (2, 800, 0), (3, 700, 1000))  # round of alignment, steps of the whole and the live network
WORST_FIT = 0.0  # alignments below this mean log-likelihood ratio per frame are left out (wrong transcript)


class Stages:
    """Results of named stages, kept as files of the work folder."""

    def __init__(self, folder):
        self.folder = folder
        os.makedirs(folder, exist_ok=True)

    def do(self, name, make):
        path = os.path.join(self.folder, name + ".pickle")
        if os.path.exists(path):
            with open(path, "rb") as file:
                return pickle.load(file)
        value = make()
        with open(path + ".part", "wb") as file:
            pickle.dump(value, file)
        os.replace(path + ".part", path)
        return value


def log(message):
    print(message, flush=True)


def prior_of(clips):
    """Share of each state in the frames of clips."""
    counts = np.bincount(np.concatenate([c.states for c in clips]), minlength=len(phones.STATES)) + 1.0
    return (counts / counts.sum()).astype(np.float32)


def trained(kind, clips, shares, shape, steps, label, rate=3e-3, start=None):
    """Weights of a network after training from `start` or from nothing."""
    torch.manual_seed(SEED)
    net = {"live": network.Live, "whole": network.Whole}[kind]()
    if start is not None:
        net.load_state_dict(start)
    fit.fit(net, fit.Sampler(clips, shares, shape, SEED), steps, rate=rate, log=log, label=label)
    return net.state_dict()


def aligned(weights, shape, prior, recordings, dictionary):
    """(samples, segments) of the recordings whose transcript fits."""
    net = network.Whole()
    net.load_state_dict(weights)
    out = []
    for name, samples, transcript in recordings:
        p, _, _ = network.outputs(net, score.normalised(samples, shape, 2))[0]
        segments, worth = align.align(p, text.words_of(transcript), dictionary, prior)
        if worth < WORST_FIT:
            log(f"left out {name}: transcript does not fit ({worth:.2f})")
        else:
            out.append((samples, segments))
    return out


def versions(pairs):
    rng = np.random.default_rng(SEED)
    return [clip for pair in pairs for clip in material.recorded(*pair, "recorded", VERSIONS, rng)]


def exported(live, whole, shape, prior, path):
    """(bytes, networks as read back, tensors) of a weights file written from network weights."""
    nets = network.Live(), network.Whole()
    nets[0].load_state_dict(live)
    nets[1].load_state_dict(whole)
    size = container.write(path, export.tensors_of(*nets, shape, prior))
    read = container.read(path)
    return size, export.networks_of(read), read


def report(live, whole, shape, prior, arguments, label):
    """Prints the scores, after quantisation, on every test set at hand."""
    if not arguments.measure:
        return
    path = os.path.join(arguments.work, label + ".bin")
    _, (live, whole), read = exported(live, whole, shape, prior, path)
    shape, prior = read["norm.shape"], read["prior"]
    dictionary = text.dictionary()
    for name, entries in score.test_sets(arguments.assets, arguments.test).items():
        folder = os.path.join(arguments.work, "scores", label, name)
        shutil.rmtree(folder, ignore_errors=True)
        board = score.Board(folder, entries)
        for entry in entries:
            score.show(board, entry, live, whole, shape, prior, dictionary)
        for kind in sorted(board.kinds):
            log(f"{label} {name} {kind}: {score.short(board.result(arguments.measure, kind))}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--assets", default=os.environ.get("SINEW_ASSETS"), help="folder with speech/train/lj (default: SINEW_ASSETS)")
    parser.add_argument("--work", default="train-speech-work", help="folder for what is made on the way")
    parser.add_argument("--out", default="speech.bin")
    parser.add_argument("--golden", default="speech-golden.bin")
    parser.add_argument("--measure", help="path of eval_lipsync.py; without it nothing is scored")
    parser.add_argument("--test", help="folder with more test speech: lj/ and es/ of sounds with TextGrids")
    parser.add_argument("--steps-scale", type=float, default=1.0, help="multiplies all training steps (for tries)")
    a = parser.parse_args()
    if not a.assets:
        parser.error("--assets or SINEW_ASSETS must name the folder of recordings")
    torch.set_num_threads(1)
    stages, scale = Stages(a.work), lambda n: max(20, int(n * a.steps_scale))
    recordings = material.recordings(os.path.join(a.assets, "speech", "train", "lj"))
    dictionary = text.dictionary()

    clips, skipped = stages.do("synthesised", lambda: material.synthesised(FLITE_CLIPS, ESPEAK_CLIPS, [r[2] for r in recordings], SEED))
    log(f"{len(clips)} synthesised clips, {sum(len(c.frames) for c in clips) / 6000:.0f} min, {skipped} skipped")
    shape, prior = stages.do("constants", lambda: (fit.mean_shape(clips).astype(np.float32), prior_of(clips)))
    whole = stages.do("whole-synthetic", lambda: trained("whole", clips, SYNTHETIC, shape, scale(SYNTHETIC_STEPS["whole"]), "whole, synthetic"))
    live = stages.do("live-synthetic", lambda: trained("live", clips, SYNTHETIC, shape, scale(SYNTHETIC_STEPS["live"]), "live, synthetic"))
    report(live, whole, shape, prior, a, "synthetic")
    for round_, whole_steps, live_steps in ROUNDS:
        pairs = stages.do(f"aligned-{round_}", lambda: aligned(whole, shape, prior, recordings, dictionary))
        mixed = clips + versions(pairs)
        name = f"whole-{round_}"
        whole = stages.do(name, lambda: trained("whole", mixed, MIXED, shape, scale(whole_steps), name, 2e-3, whole))
        if live_steps:
            name = f"live-{round_}"
            live = stages.do(name, lambda: trained("live", mixed, MIXED, shape, scale(live_steps), name, 2e-3, live))

    size, nets, read = exported(live, whole, shape, prior, a.out)
    golden = container.write(a.golden, export.golden(*nets, read["norm.shape"], read["prior"]))
    log(f"{a.out}: {size} bytes; {a.golden}: {golden} bytes")
    report(live, whole, shape, prior, a, "all")


if __name__ == "__main__":
    main()
