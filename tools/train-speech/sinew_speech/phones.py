"""Phone states of the network and what the mouth does in each.

A state is an ARPABET phone, silence, or one half of a diphthong (`AY1` is the first 60 %,
`AY2` the rest). `AX` is the unstressed `AH0` of CMUdict.
"""

STATES = (
    "SIL AA AE AH AX AO EH ER IH IY UH UW AW1 AW2 AY1 AY2 EY1 EY2 OW1 OW2 OY1 OY2 "
    "B CH D DH F G HH JH K L M N NG P R S SH T TH V W Y Z ZH"
).split()
INDEX = {name: i for i, name in enumerate(STATES)}
SIL = INDEX["SIL"]
DIPHTHONGS = ("AW", "AY", "EY", "OW", "OY")
FIRST_HALF = 0.6

VISEMES = "sil PP FF TH DD kk CH SS nn RR aa E ih oh ou".split()
_VISEME_OF = {
    "sil": "SIL", "PP": "P B M", "FF": "F V", "TH": "TH DH", "DD": "T D", "kk": "K G NG HH",
    "CH": "SH ZH CH JH", "SS": "S Z", "nn": "N L", "RR": "R ER", "aa": "AA AE AH AX AY1 AW1",
    "E": "EH EY1", "ih": "IH IY Y AY2 EY2 OY2", "oh": "AO OW1 OY1", "ou": "UW UH W AW2 OW2",
}
VISEME = [next(v for v, s in _VISEME_OF.items() if name in s.split()) for name in STATES]
VISEME_INDEX = [VISEMES.index(v) for v in VISEME]

# Mouth opening of a state, 0 closed to 1 wide.
_OPENNESS = {
    "SIL": 0.0, "P B M": 0.0, "F V": 0.12, "TH DH T D N": 0.28, "S Z": 0.20, "SH ZH CH JH R": 0.25,
    "L K G NG": 0.35, "HH": 0.40, "ER": 0.35, "Y": 0.28, "W": 0.15, "UW": 0.20, "UH": 0.30,
    "IY": 0.30, "IH": 0.35, "EH": 0.60, "AE": 0.80, "AA": 1.0, "AO": 0.70, "AH": 0.55, "AX": 0.38,
    "EY1": 0.50, "EY2": 0.35, "AY1": 0.90, "AY2": 0.40, "AW1": 0.85, "AW2": 0.30,
    "OW1": 0.50, "OW2": 0.25, "OY1": 0.60, "OY2": 0.35,
}
OPENNESS = [next(v for k, v in _OPENNESS.items() if name in k.split()) for name in STATES]
CLOSED = [name in ("P", "B", "M") for name in STATES]


def states_of(phone):
    """States of an ARPABET phone (stress digit allowed)."""
    base = phone.rstrip("012")
    if base == "AH" and phone.endswith("0"):
        return ["AX"]
    if base in DIPHTHONGS:
        return [base + "1", base + "2"]
    if base not in INDEX:
        raise ValueError(f"unknown phone {phone!r}")
    return [base]


def spread(segments):
    """Segments (start, end, phone) to segments (start, end, state index), diphthongs split."""
    out = []
    for start, end, phone in segments:
        names = states_of(phone)
        if len(names) == 1:
            out.append((start, end, INDEX[names[0]]))
        else:
            middle = start + FIRST_HALF * (end - start)
            out.append((start, middle, INDEX[names[0]]))
            out.append((middle, end, INDEX[names[1]]))
    return out


# Kirshenbaum-like mnemonics of espeak-ng's English voices.
ESPEAK = {
    "h": "HH", "@": "AH0", "@2": "AH0", "@5": "AH0", "a#": "AH0", "@L": "AH0 L", "oU": "OW", "oU#": "OW",
    "aI": "AY", "aI2": "AY", "aI3": "AY ER", "aI@": "AY AH0", "eI": "EY", "i": "IY", "i:": "IY", "I": "IH",
    "I2": "IH", "I#": "IH", "V": "AH", "3": "ER", "3:": "ER", "E": "EH", "E2": "EH", "a": "AE", "aa": "AE", "A:": "AA",
    "A": "AA", "A@": "AA R", "0": "AO", "0#": "AA", "O:": "AO", "O": "AO", "O2": "AO", "o@": "AO R", "O@": "AO R",
    "i@": "IY AH0", "i@3": "IY ER", "e@": "EH R", "U@": "UH R", "OI": "OY", "aU": "AW", "aU@": "AW ER",
    "u:": "UW", "u": "UW", "U": "UH", "IR": "IH R", "VR": "AH R", "n-": "AH0 N", "m-": "AH0 M", "r": "R", "r-": "R",
    "j": "Y", ";": "Y", "w": "W", "l": "L", "l#": "L", "p": "P", "b": "B", "t": "T", "t#": "T", "t[": "T", "t2": "T",
    "d": "D", "d#": "D", "k": "K", "g": "G", "tS": "CH", "dZ": "JH", "f": "F", "v": "V", "T": "TH", "D": "DH",
    "s": "S", "z": "Z", "z#": "Z", "S": "SH", "Z": "ZH", "m": "M", "n": "N", "N": "NG", "?": "T",
    "_": "SIL", "_:": "SIL", "_!": "SIL", "_|": "SIL", "x": "K", "w#": "W",
}
