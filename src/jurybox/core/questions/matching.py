"""Pairs of things that go together, one to one, as many as there can be."""

from collections.abc import Sequence


def one_to_one(partners: Sequence[Sequence[int]]) -> tuple[tuple[int, int], ...]:
    """For each thing the others that it may go with; the pairs of a largest matching (Kuhn's augmenting paths).

    >>> one_to_one([[0, 1], [0], []])
    ((0, 1), (1, 0))
    """
    taken: dict[int, int] = {}

    def finds(thing: int, tried: set[int]) -> bool:
        """Whether it gets a partner, perhaps one whose holder finds another."""
        for partner in partners[thing]:
            if partner not in tried:
                tried.add(partner)
                if partner not in taken or finds(taken[partner], tried):
                    taken[partner] = thing
                    return True
        return False

    for thing in range(len(partners)):
        finds(thing, set())
    return tuple(sorted((thing, partner) for partner, thing in taken.items()))
