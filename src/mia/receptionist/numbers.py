"""Spoken numbers in plain text become digits: "twenty fourth" is "24th", "two thirty" is "2 30"."""

UNITS = {
    w: i for i, w in enumerate(["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"])
}
TEENS = {
    w: i + 10
    for i, w in enumerate(
        [
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
        ]
    )
}
TENS = {
    w: (i + 2) * 10
    for i, w in enumerate(["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"])
} | {"fourty": 40}
_ORDINAL_UNITS = {
    w: i + 1
    for i, w in enumerate(["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"])
}
_ORDINALS = (
    _ORDINAL_UNITS
    | {
        w: i + 10
        for i, w in enumerate(
            [
                "tenth",
                "eleventh",
                "twelfth",
                "thirteenth",
                "fourteenth",
                "fifteenth",
                "sixteenth",
                "seventeenth",
                "eighteenth",
                "nineteenth",
                "twentieth",
            ]
        )
    }
    | {"thirtieth": 30}
)
NUMBERED_DAYS = (
    r"(?:(?:twenty|thirty)[ -](?:first|second|third|\w+th)|(?:four|fif|six|seven|eigh|nin|ten|eleven|twelf|twentie"
    r"|thirtie|\w+teen)th)"
)
"""Ordinals in words that number a day, and hardly one of three offers: "eleventh", not "second"."""


def ordinal(number: int) -> str:
    """ "1st", "2nd", "23rd", "11th"."""
    if 10 <= number % 100 <= 20:
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"


def with_digits(text: str) -> str:
    """Replace number words of a plain text by digits, one token each; other words stay."""
    words, out, i = text.split(), list[str](), 0
    while i < len(words):
        word, after = words[i], words[i + 1] if i + 1 < len(words) else ""
        if word in TENS and after in UNITS and after != "zero":
            out.append(str(TENS[word] + UNITS[after]))
            i += 2
        elif word in TENS and after.removesuffix("s") in _ORDINAL_UNITS:
            out.append(ordinal(TENS[word] + _ORDINAL_UNITS[after.removesuffix("s")]))
            i += 2
        else:
            out.append(_one(word))
            i += 1
    return " ".join(out)


def _one(word: str) -> str:
    for table in (UNITS, TEENS, TENS):
        if word in table:
            return str(table[word])
    single = word.removesuffix("s")  # "the twenty fourths"
    return ordinal(_ORDINALS[single]) if single in _ORDINALS and word != "seconds" else word
