"""Pronunciation of English spelling: a decision tree of every letter in its context, and the words with several pronunciations.

The tree tests the neighbours of a letter in a fixed order, nearest first, and keeps only branches that change the answer. It
grows until it says every word of the dictionary right, so it is the dictionary and the letter-to-sound rules in one.

Sources: Daelemans and van den Bosch, "TabTalk: reusability in data-oriented grapheme-to-phoneme conversion", 1993 (compressed
context trees, as IGTree); Black, Lenzo and Pagel, "Issues in building general letter to sound rules", 1998 (alignment of letters
and phones).
"""

import collections
import math
import re
import struct
import zlib

# Phones of the file, in the order of their codes. Stress is dropped, but AX is the unstressed AH0 of CMUdict.
PHONES = (
    "AA AE AH AX AO AW AY EH ER EY IH IY OW OY UH UW B CH D DH F G HH JH K L M N NG P R S SH T TH V W Y Z ZH"
).split()
LETTERS = "abcdefghijklmnopqrstuvwxyz'#"  # '#' stands before and after a word
CONTEXT = [sign * distance for distance in range(1, 8) for sign in (1, -1)]
MOST_PHONES = 2  # of a letter
ROUNDS = 6
MOST_VARIANTS = 4
# Phones that a mouth shows alike: pronunciations that differ in these alone are one.
ALIKE = "P B M|F V|TH DH|T D|K G NG HH|SH ZH CH JH|S Z|N L|IH IY Y|UW UH W".split("|")
ALIKE = {phone: group.split()[0] for group in ALIKE for phone in group.split()}
SIGNATURE, VERSION = b"SINEWLTS", 1
IS_LAST, HAS_CHILDREN = 0x80, 0x40


def reduced(pronunciation):
    """Phones of the file from those of CMUdict."""
    return tuple("AX" if phone == "AH0" else phone.rstrip("012") for phone in pronunciation)


def aligned(words):
    """Phones of every letter of (word, pronunciation), by expectation maximisation; words that do not fit are left out."""
    near, letters = collections.Counter(), collections.Counter()
    for word, phones in words:
        for i, letter in enumerate(word):
            letters[letter] += 1
            for j, phone in enumerate(phones):
                near[letter, phone] += abs(i / len(word) - j / len(phones)) < 0.25

    def first_cost(letter, phones):
        if not phones:
            return 3.0
        known = sum(-math.log((near[letter, phone] + 0.1) / (letters[letter] + 1)) for phone in phones)
        return known + 4.0 * (len(phones) - 1)

    cost = first_cost
    for _ in range(ROUNDS):
        found = [(word, path) for word, path in ((w, _cheapest(w, p, cost)) for w, p in words) if path]
        counts = collections.Counter(pair for word, path in found for pair in zip(word, path))
        costs = {pair: -math.log((count + 0.05) / (letters[pair[0]] + 10)) for pair, count in counts.items()}
        rare = {letter: -math.log(0.05 / (count + 10)) for letter, count in letters.items()}

        def cost(letter, phones, costs=costs, rare=rare):
            return costs.get((letter, phones), rare[letter])

    return found


def _cheapest(word, phones, cost):
    """The cheapest share of the phones for every letter of a word, by dynamic programming."""
    best = {0: (0.0, None)}
    steps = []
    for letter in word:
        reached = {}
        for at, (paid, _) in best.items():
            for count in range(min(MOST_PHONES, len(phones) - at) + 1):
                total = paid + cost(letter, phones[at : at + count])
                if total < reached.get(at + count, (math.inf,))[0]:
                    reached[at + count] = (total, at)
        best = reached
        steps.append(best)
    at, shares = len(phones), []
    if at not in best:
        return None
    for step in reversed(steps):
        before = step[at][1]
        shares.append(phones[before:at])
        at = before
    return shares[::-1]


def context(word, at):
    """Neighbours of a letter in the order of the tests."""
    return [word[at + o] if 0 <= at + o < len(word) else "#" for o in CONTEXT]


def grow(words):
    """Tree of every letter: (phones, {neighbour: tree})."""
    rows = collections.defaultdict(list)
    for word, shares in words:
        for at, letter in enumerate(word):
            rows[letter].append((context(word, at), shares[at]))

    def node(rows, depth):
        counts = collections.Counter(phones for _, phones in rows)
        answer = counts.most_common(1)[0][0] if counts else ()
        children = {}
        if len(counts) > 1 and depth < len(CONTEXT):
            groups = collections.defaultdict(list)
            for row in rows:
                groups[row[0][depth]].append(row)
            for neighbour, group in groups.items():
                child = node(group, depth + 1)
                if child[1] or child[0] != answer:
                    children[neighbour] = child
        return answer, children

    return {letter: node(rows[letter], 0) for letter in LETTERS[:-1]}


def spoken(tree, word):
    """Phones of a word."""
    phones = []
    for at, letter in enumerate(word):
        answer, children = tree[letter]
        for neighbour in context(word, at):
            if neighbour not in children:
                break
            answer, children = children[neighbour]
        phones += answer
    return tuple(phones)


def exceptions(tree, dictionary):
    """Words to pronunciations beside that of the tree, or in its place: (is in its place, pronunciations)."""
    found = {}
    for word in sorted(dictionary):
        known = list(dict.fromkeys(reduced(p) for p in dictionary[word]))
        own = spoken(tree, word)
        replaces = known[0] != own
        kept, seen = [], set() if replaces else {tuple(ALIKE.get(p, p) for p in own)}
        for pronunciation in known[:MOST_VARIANTS]:
            looks = tuple(ALIKE.get(p, p) for p in pronunciation)
            if looks not in seen:
                seen.add(looks)
                kept.append(pronunciation)
        if kept:
            found[word] = (replaces, kept)
    return found


def file_bytes(tree, others):
    """The file of a tree and its exceptions; SPELLING.md states the bytes."""
    counts = collections.Counter()

    def count(node):
        counts[node[0]] += 1
        for child in node[1].values():
            count(child)

    for letter in LETTERS[:-1]:
        count(tree[letter])
    answers = [answer for answer, _ in counts.most_common()]
    if len(answers) > 256:
        raise ValueError("more than 256 answers")
    codes = {answer: code for code, answer in enumerate(answers)}
    nodes = bytearray()

    def write(neighbour, node, is_last):
        flags = (IS_LAST if is_last else 0) | (HAS_CHILDREN if node[1] else 0)
        nodes.extend((LETTERS.index(neighbour) | flags, codes[node[0]]))
        children = sorted(node[1].items(), key=lambda item: LETTERS.index(item[0]))
        for number, (own, child) in enumerate(children):
            write(own, child, number + 1 == len(children))

    for letter in LETTERS[:-1]:
        write(letter, tree[letter], letter == LETTERS[-2])
    words, before = bytearray(), ""
    for word, (replaces, pronunciations) in sorted(others.items(), key=lambda item: [LETTERS.index(c) for c in item[0]]):
        shared = next((i for i, (a, b) in enumerate(zip(word, before)) if a != b), min(len(word), len(before)))
        words.extend((shared, len(word) - shared))
        words.extend(LETTERS.index(letter) for letter in word[shared:])
        words.append(len(pronunciations) | (IS_LAST if replaces else 0))
        for pronunciation in pronunciations:
            words.append(len(pronunciation))
            words.extend(PHONES.index(phone) for phone in pronunciation)
        before = word
    out = bytearray(SIGNATURE)
    out += struct.pack("<IIII", VERSION, len(answers), len(nodes) // 2, len(others))
    for answer in answers:
        out.append(len(answer))
        out.extend(PHONES.index(phone) for phone in answer)
    out += nodes + words
    return bytes(out + struct.pack("<I", zlib.crc32(out)))


def usable(dictionary):
    """The words of a dictionary that are spelled with the letters of the file."""
    return {word: p for word, p in dictionary.items() if re.fullmatch(r"[a-z']+", word)}
