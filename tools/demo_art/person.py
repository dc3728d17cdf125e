"""A drawn person: 100 units tall, feet at (0, 0), looking to the right unless mirrored."""

import math
from dataclasses import dataclass, field

from tools.demo_art.canvas import Canvas, Point
from tools.demo_art.hair import draw_back_hair, draw_front_hair
from tools.demo_art.hats import draw_hat

HIP = -42.0
SHOULDER = -69.0


@dataclass(frozen=True)
class Look:
    """What a person wears and looks like; it stays the same while they move."""

    skin: str = "#b9774e"
    hair: str = "#2b1d1a"
    style: str = "short"
    beard: str | None = None
    top: str = "#d9583b"
    sleeve: str | None = None
    """The colour of the sleeves; None: as the top."""
    short_sleeves: bool = False
    legs: str = "#38506b"
    shoes: str = "#3a2a25"
    skirt: str | None = None
    hem: tuple[str, ...] = ()
    """Coloured bands at the lower edge of the skirt, from the hem upwards."""
    long_skirt: bool = False
    collar: str | None = None
    apron: str | None = None
    sash: str | None = None
    hat: str | None = None
    hat_colour: str = "#e8c46a"
    glasses: bool = False


@dataclass(frozen=True)
class Pose:
    """Where hands and feet are; `gaze` moves the face sideways, `face` says what it does."""

    near_hand: Point = (12, -40)
    far_hand: Point = (-13, -40)
    near_foot: Point = (6, 0)
    far_foot: Point = (-6, 0)
    near_elbow: int = -1
    far_elbow: int = 1
    near_knee: int = 1
    far_knee: int = 1
    lean: float = 0
    hip: float = 0
    """How far the hips are lowered: sitting or crouching."""
    tilt: float = 0
    gaze: float = 2.5
    face: str = "smile"
    """smile, open, closed, calm, surprised, back."""
    arms_front: tuple[bool, bool] = (True, False)
    """Whether the near and the far arm are drawn in front of the body."""


@dataclass
class _Body:
    look: Look
    pose: Pose
    neck: Point = field(default=(0, 0))


def draw_person(
    c: Canvas, x: float, y: float, height: float, look: Look, pose: Pose | None = None, mirror: bool = False
) -> None:
    body = _Body(look, pose or Pose())
    pose = body.pose
    turn = math.radians(pose.lean)
    body.neck = (math.sin(turn) * -SHOULDER * 0.62, pose.hip + HIP + math.cos(turn) * (SHOULDER - HIP) - 4)
    with c.at(x, y, height / 100, mirror=mirror):
        _arms(c, body, front=False)
        with c.at(*body.neck, angle=pose.tilt + pose.lean * 0.5):
            draw_back_hair(c, look.style, look.hair)
        _legs(c, body)
        _trunk(c, body)
        with c.at(*body.neck, angle=pose.tilt + pose.lean * 0.5):
            _head(c, look, pose)
        _arms(c, body, front=True)


def _legs(c: Canvas, body: _Body) -> None:
    look, pose = body.look, body.pose
    limbs = ((-5.0, pose.far_foot, pose.far_knee), (5.0, pose.near_foot, pose.near_knee))
    for side, foot, bend in limbs:
        hip = (side, HIP + pose.hip)
        ankle = (foot[0], foot[1] - 3)
        knee = _joint(hip, ankle, 19.8, bend)
        bare = look.skin if look.skirt else look.legs
        c.line([hip, knee, ankle], bare, 8.5)
        c.smooth(
            [(foot[0] - 4, foot[1] - 5), (foot[0] + 4, foot[1] - 5), (foot[0] + 9, foot[1]), (foot[0] - 5, foot[1])],
            look.shoes,
        )


def _trunk(c: Canvas, body: _Body) -> None:
    look, pose = body.look, body.pose
    nx, ny = body.neck
    top, low = ny + 4, HIP + pose.hip
    if look.skirt:
        _skirt(c, look, pose, low)
    sides = [(nx - 11, top + 3), (nx - 4, top - 2), (nx + 4, top - 2), (nx + 11, top + 3)]
    waist = [(10, low - 8), (9.5, low + 3), (0, low + 5), (-9.5, low + 3), (-10, low - 8)]
    c.smooth(sides + waist, look.top)
    if look.sash:
        c.line([(-9, low - 4), (9, low - 4)], look.sash, 5)
    if look.apron:
        bottom = min(low + 26, -20) if look.skirt else low + 14
        side = _skirt_middle(pose) if look.skirt else 0
        lower = [(side + 10, bottom), (side - 10, bottom)]
        c.smooth([(-6, low - 14), (6, low - 14), (8, low - 2), *lower, (-8, low - 2)], look.apron)
    c.line([(nx, ny - 2), (nx, top)], _darker(look.skin), 6.5)
    if look.collar:
        c.polygon([(nx - 7, top - 1), (nx + 7, top - 1), (nx, top + 9)], look.collar)


def _skirt(c: Canvas, look: Look, pose: Pose, low: float) -> None:
    end = min(-4.0 if look.long_skirt else -15.0, low + 40)
    middle = _skirt_middle(pose)
    wide = 19 + abs(pose.near_foot[0] - pose.far_foot[0]) * 0.2
    bell = [
        (-9, low - 7),
        (9, low - 7),
        (middle + wide, end - 4),
        (middle + wide - 2, end),
        (middle - wide + 2, end),
        (middle - wide, end - 4),
    ]
    c.polygon(bell, look.skirt or look.top)
    for n, colour in enumerate(look.hem):
        y = end - 2 - n * 4.2
        half = wide - (end - y) * 0.2
        c.line([(middle - half + 1, y), (middle + half - 1, y)], colour, 2.2)


def _skirt_middle(pose: Pose) -> float:
    return (pose.near_foot[0] + pose.far_foot[0]) / 2 * 0.7


def _arms(c: Canvas, body: _Body, front: bool) -> None:
    look, pose = body.look, body.pose
    nx, ny = body.neck
    limbs = (
        (-9.5, pose.far_hand, pose.far_elbow, pose.arms_front[1]),
        (9.5, pose.near_hand, pose.near_elbow, pose.arms_front[0]),
    )
    for side, hand, bend, is_front in limbs:
        if is_front != front:
            continue
        shoulder = (nx + side, ny + 8)
        elbow = _joint(shoulder, hand, 16.5, bend)
        sleeve = look.sleeve or look.top
        c.line([shoulder, elbow, hand], look.skin, 6)
        cuff = elbow if look.short_sleeves else _part(elbow, hand, 0.75)
        c.line(
            [
                shoulder,
                _part(shoulder, elbow, 0.7) if look.short_sleeves else elbow,
                *([] if look.short_sleeves else [cuff]),
            ],
            sleeve,
            7.4,
        )
        c.circle(*hand, 4, look.skin)


def _head(c: Canvas, look: Look, pose: Pose) -> None:
    """The head, with the neck at (0, 0)."""
    c.circle(-11.2 + pose.gaze * 0.4, -13, 2.6, look.skin)
    c.circle(11.2 + pose.gaze * 0.4, -13, 2.6, look.skin)
    c.ellipse(0, -14, 11.5, 12.5, look.skin)
    if look.beard:
        c.smooth(
            [(-11, -12), (-6, -8.5), (0 + pose.gaze, -9.5), (6, -8.5), (11, -12), (8, -1), (1, 3.5), (-7, -1)],
            look.beard,
        )
    if pose.face != "back":
        _face(c, look, pose)
    draw_front_hair(c, look.style, look.hair, pose.face == "back")
    if look.hat:
        draw_hat(c, look.hat, look.hat_colour)


def _face(c: Canvas, look: Look, pose: Pose) -> None:
    g = pose.gaze
    ink = "#33221e"
    for x in (-4.6, 4.6):
        c.ellipse(x * 1.5 + g, -9.5, 2.4, 1.7, "#e8705a55")
        if pose.face == "closed":
            c.arc(x + g, -14.5, 1.9, 10, 170, ink, 1.1)
        else:
            c.ellipse(x + g, -14, 1.35, 1.9 if pose.face != "surprised" else 2.3, ink)
    if look.glasses:
        for x in (-4.6, 4.6):
            c.arc(x + g, -14, 3.6, 0, 360, ink, 0.8)
        c.line([(-1 + g, -14), (1 + g, -14)], ink, 0.8)
    c.ellipse(g * 1.25, -10.5, 1.5, 1.1, _darker(look.skin))
    if pose.face == "surprised":
        c.ellipse(g, -6, 2.2, 2.6, "#7d2d2a")
    elif pose.face == "open":
        c.sector(g, -7.6, 3.8, 0, 180, "#7d2d2a")
        c.sector(g, -7.4, 3.1, 0, 180, "#ffffff", ry=1.7)
    elif pose.face == "calm":
        c.line([(g - 2, -6), (g + 2, -6)], ink, 1.1)
    else:
        c.arc(g, -8, 3.4, 35, 145, ink, 1.2)


def _joint(start: Point, end: Point, length: float, bend: int) -> Point:
    """Where elbow or knee must be, for two bones of one length between two points."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    apart = math.hypot(dx, dy) or 0.01
    out = math.sqrt(max(length**2 - (apart / 2) ** 2, 0)) * bend
    return ((start[0] + end[0]) / 2 + dy / apart * out, (start[1] + end[1]) / 2 - dx / apart * out)


def _part(a: Point, b: Point, share: float) -> Point:
    return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)


def _darker(colour: str) -> str:
    red, green, blue = (int(int(colour[i : i + 2], 16) * 0.86) for i in (1, 3, 5))
    return f"#{red:02x}{green:02x}{blue:02x}"
