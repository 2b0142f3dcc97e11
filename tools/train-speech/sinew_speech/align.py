"""Forced alignment: the phone times of a known text in a sound, by Viterbi over state posteriors.

Source: Rabiner, "A tutorial on hidden Markov models and selected applications in speech
recognition", 1989; minimum durations by repeated states.
"""

import functools
import subprocess

import numpy as np

from . import phones

MIN_FRAMES = 3  # shortest phone, 10 ms frames
MIN_HALF_FRAMES = 2  # shortest half of a diphthong
MIN_SILENCE_FRAMES = 6  # shortest silence between words
SILENCE_COST = 4.0  # natural-log units for each silence between words
PRIOR_POWER = 0.6
MAX_VARIANTS = 4


@functools.lru_cache(maxsize=None)
def spelled(word):
    """Pronunciation of a word outside the dictionary by flite's letter-to-sound rules."""
    run = subprocess.run(["flite", "-voice", "kal16", "-ps", "-t", word, "none"], check=True, capture_output=True, text=True)
    names = [n for n in run.stdout.split() if n != "pau"]
    return [{"ax": "AH0"}.get(n, n.upper()) for n in names]


def pronunciations(word, dictionary):
    """Up to MAX_VARIANTS pronunciations of a word."""
    found = dictionary.get(word) or dictionary.get(word.replace("'", "")) or [spelled(word)]
    return found[:MAX_VARIANTS]


class _Graph:
    def __init__(self):
        self.state, self.label, self.before, self.loop = [], [], [], []

    def chain(self, states, labels, before):
        """Adds states with minimum durations after the nodes `before`; returns the last node."""
        last = None
        for state, label in zip(states, labels):
            name = phones.STATES[state]
            least = MIN_SILENCE_FRAMES if name == "SIL" else MIN_HALF_FRAMES if name[-1] in "12" else MIN_FRAMES
            for i in range(least):
                self.state.append(state)
                self.label.append(label)
                self.before.append(list(before) if last is None else [last])
                self.loop.append(i == least - 1)
                last = len(self.state) - 1
        return last


def align(probabilities, words, dictionary, prior):
    """Segments (start s, end s, phone) of words in a stream of state probabilities [frames, states].

    Silences at both ends and between words are optional.
    """
    graph = _Graph()
    cost = {}  # of entering a node from another
    silence = graph.chain([phones.SIL], [(0, "SIL")], [-1])
    serial = 1
    enter = [-1, silence]
    for word in words:
        ends = []
        for variant in pronunciations(word, dictionary):
            states, labels = [], []
            for phone in variant:
                for state in phones.states_of(phone):
                    states.append(phones.INDEX[state])
                    labels.append((serial, phone))
                serial += 1
            ends.append(graph.chain(states, labels, enter))
        first = len(graph.state)
        silence = graph.chain([phones.SIL], [(serial, "SIL")], ends)
        serial += 1
        cost[first] = SILENCE_COST
        enter = ends + [silence]
    count, width = len(graph.state), max(len(b) for b in graph.before) + 1
    before = np.full((count, width), count, np.int64)  # index `count` is the dead node
    for i, nodes in enumerate(graph.before):
        nodes = [n for n in nodes if n >= 0] + ([i] if graph.loop[i] else [])
        before[i, : len(nodes)] = nodes
    start = np.array([-1 in b for b in graph.before])
    entry = np.zeros(count)
    for node, value in cost.items():
        entry[node] = value
    emission = np.log(np.maximum(probabilities, 1e-6)) - PRIOR_POWER * np.log(prior)
    emission = emission[:, graph.state]
    score = np.full(count + 1, -np.inf)
    score[:count][start] = emission[0][start]
    back = np.zeros((len(emission), count), np.int64)
    rows = np.arange(count)
    for t in range(1, len(emission)):
        choices = score[before]
        best = choices.argmax(1)
        back[t] = before[rows, best]
        entered = np.where(back[t] != rows, entry, 0.0)
        score[:count] = choices[rows, best] - entered + emission[t]
    node = max(enter, key=lambda n: score[n])
    if not np.isfinite(score[node]):
        raise ValueError("the sound is shorter than the shortest way to say the text")
    total = float(score[node])
    path = [node]
    for t in range(len(emission) - 1, 0, -1):
        node = back[t][node]
        path.append(node)
    path.reverse()
    segments, begun = [], 0
    for t in range(1, len(path) + 1):
        if t == len(path) or graph.label[path[t]] != graph.label[path[begun]]:
            segments.append((begun / 100, t / 100, graph.label[path[begun]][1]))
            begun = t
    return segments, total / len(emission)
