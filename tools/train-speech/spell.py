#!/usr/bin/env python3
"""Learns how English spelling is pronounced and writes the runtime's file.

    python spell.py [--out english.bin] [--measure]

`--measure` first says how well words are read that the tree has not seen: one word in ten is held out. Takes a minute.
"""

import argparse
import random

from sinew_speech import spelling, text


def measure(words, dictionary):
    """Share of held-out words that are read exactly as one of their pronunciations, and wrong phones per phone."""
    words = sorted(words)
    random.Random(1).shuffle(words)
    cut = len(words) // 10
    tree = spelling.grow(words[cut:])
    right = wrong = total = 0
    for word, _ in words[:cut]:
        own = spelling.spoken(tree, word)
        known = [spelling.reduced(p) for p in dictionary[word]]
        right += own in known
        wrong += min(distance(own, p) for p in known)
        total += len(known[0])
    print(f"unseen words: {right / cut:.3f} exact, {wrong / total:.3f} wrong phones per phone")


def distance(a, b):
    """Edit distance."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a):
        diagonal, row[0] = row[0], i + 1
        for j, y in enumerate(b):
            diagonal, row[j + 1] = row[j + 1], min(row[j + 1] + 1, row[j] + 1, diagonal + (x != y))
    return row[-1]


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--out", default="english.bin")
    options.add_argument("--measure", action="store_true")
    options = options.parse_args()
    dictionary = spelling.usable(text.dictionary())
    words = spelling.aligned([(word, spelling.reduced(p[0])) for word, p in sorted(dictionary.items())])
    if options.measure:
        measure(words, dictionary)
    tree = spelling.grow(words)
    others = spelling.exceptions(tree, dictionary)
    data = spelling.file_bytes(tree, others)
    with open(options.out, "wb") as file:
        file.write(data)
    print(f"{options.out}: {len(data)} bytes, {len(words)} words, {len(others)} with more pronunciations")


if __name__ == "__main__":
    main()
