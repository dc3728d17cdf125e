"""Equal outputs of one item are one candidate, rated once, counted for every system that made them."""

from collections.abc import Callable, Hashable, Mapping, Sequence

from jurybox.core import exact_key, same_words_key

KEYS: Mapping[str, Callable[[str], str]] = {"exact": exact_key, "same-words": same_words_key}


def merge(outputs: Sequence[tuple[int, object]], rule: str) -> list[list[int]]:
    """Systems with equal outputs, grouped; each group starts with the system whose output is shown.

    `outputs` gives (system, what the system made: a text, or dicts and lists of texts).

    >>> merge([(1, "A dog."), (2, "a dog"), (3, "A cat.")], "same-words")
    [[1, 2], [3]]
    """
    if rule == "none":
        return [[system] for system, _ in outputs]
    groups: dict[Hashable, list[int]] = {}
    for system, made in outputs:
        groups.setdefault(_key(made, KEYS[rule]), []).append(system)
    return list(groups.values())


def _key(made: object, of_text: Callable[[str], str]) -> Hashable:
    if isinstance(made, str):
        return of_text(made)
    if type(made) is dict and len(made) == 1:  # a single text, as most are: the same key as below
        ((name, text),) = made.items()
        if type(text) is str:
            return ((name, of_text(text)),)
    if isinstance(made, (list, tuple)):
        return tuple(_key(value, of_text) for value in made)
    if isinstance(made, (dict, Mapping)):  # asking whether it is any mapping takes longer than all else here
        # What a file was called before it was stored; what newer versions note about a file that older ones did not.
        hidden = ("name", "frames", "small") if "file" in made else ()
        return tuple((name, _key(value, of_text)) for name, value in sorted(made.items()) if name not in hidden)
    return repr(made)
