"""Orders as our export writes them."""

import numpy as np

from jurybox.analysis import Asked
from jurybox.exchange.ratings.orders import orders_of

ASKED = Asked("better", "comparison", "nominal", "data")


def test_an_empty_first_group_says_that_neither_is_any_good() -> None:
    texts = ('[["x"], ["y"]]', '[["x", "y"]]', '[[], ["x", "y"]]')
    code = np.arange(3)
    found = orders_of(ASKED, texts, code, code, np.zeros(3, np.int32), is_open=True)
    assert found is not None
    compared = found.comparisons({"x": 0, "y": 1})
    assert compared.outcome.tolist() == [1, 0, 0]
    assert compared.both_bad is not None
    assert compared.both_bad.tolist() == [False, False, True]
