"""Hats of a drawn head whose neck is at (0, 0); the top of the head is at (0, -27)."""

from tools.demo_art.canvas import Canvas


def draw_hat(c: Canvas, kind: str, colour: str) -> None:
    _HATS[kind](c, colour)


def _straw(c: Canvas, colour: str) -> None:
    c.ellipse(0, -23, 21, 4.6, colour)
    c.smooth([(-10.5, -23), (-9, -33), (0, -35.5), (9, -33), (10.5, -23)], colour)
    c.line([(-10, -25), (10, -25)], "#b3412f", 2.6)


def _sombrero(c: Canvas, colour: str) -> None:
    c.smooth([(-27, -27), (-14, -22), (0, -20.5), (14, -22), (27, -27), (22, -20), (0, -17), (-22, -20)], colour)
    c.smooth([(-9, -22), (-7, -35), (0, -39), (7, -35), (9, -22)], colour)
    c.line([(-8.5, -25), (8.5, -25)], "#8f3b2e", 2.4)


def _turban(c: Canvas, colour: str) -> None:
    c.smooth([(-13, -18), (-14, -27), (-4, -34), (6, -34), (14, -27), (13, -18), (5, -22), (-5, -22)], colour)
    c.curve([(-12, -21), (0, -26), (11, -31)], "#00000018", 1.6)
    c.circle(7, -33, 4, colour)


def _beanie(c: Canvas, colour: str) -> None:
    c.smooth([(-12.5, -19), (-10, -29), (0, -33), (10, -29), (12.5, -19), (0, -20.5)], colour)
    c.line([(-12, -19.5), (12, -19.5)], "#f3efe6", 4)
    c.circle(0, -34, 4, "#f3efe6")


def _beret(c: Canvas, colour: str) -> None:
    c.smooth([(-15, -22), (-9, -31), (4, -32), (12, -26), (11.5, -20), (0, -22)], colour)
    c.line([(-2, -31), (-1, -35)], colour, 1.8)


def _flat_cap(c: Canvas, colour: str) -> None:
    c.smooth([(-13, -19), (-11, -28), (0, -32), (11, -28), (13, -20), (0, -22)], colour)
    c.smooth([(4, -22), (13, -21.5), (20, -18.5), (12, -17.5)], colour)


def _cap(c: Canvas, colour: str) -> None:
    c.smooth([(-12.5, -18), (-11, -27), (0, -32), (11, -27), (12.5, -18), (0, -20)], colour)
    c.smooth([(6, -21), (14, -20.5), (22, -17), (10, -16.5)], colour)


def _feathers(c: Canvas, colour: str) -> None:
    """The pointed hat of the flyers of Papantla: a fan of many colours over a cap."""
    for n, tint in enumerate(("#e0483e", "#f4b942", "#3fa66b", "#3a7cc4", "#c74b9b")):
        with c.at(0, -26, angle=-40 + n * 20):
            c.ellipse(0, -7, 2.6, 8, tint)
    c.smooth([(-11, -20), (-8, -29), (0, -31), (8, -29), (11, -20)], colour)


_HATS = {
    "straw": _straw,
    "sombrero": _sombrero,
    "turban": _turban,
    "beanie": _beanie,
    "beret": _beret,
    "flat-cap": _flat_cap,
    "cap": _cap,
    "feathers": _feathers,
}
