"""What happens when: one function per part gives the picture at t seconds. Each part lasts ten seconds."""

import math
from dataclasses import replace

from PIL import Image

from tools.demo_art.canvas import Canvas
from tools.demo_art.film.cast import ANSELM, MARA
from tools.demo_art.film.cat import draw_cat
from tools.demo_art.film.kitchen import (
    SIZE,
    TABLE,
    Kitchen,
    draw_door_leaf,
    draw_kettle,
    draw_parcel,
    draw_room,
    draw_stool,
    draw_table,
)
from tools.demo_art.person import Pose, draw_person

FPS = 25
SECONDS = 10
GROUND = 244.0
TALL = 146.0
STOOLS = (156.0, 354.0)


def frame(part: int, t: float) -> Image.Image:
    c = Canvas(*SIZE, "#ffffff", oversize=3)
    (_morning, _bell, _tea)[part](c, t)
    return c.finished()


def went(t: float, start: float, end: float) -> float:
    """How much of a movement is done, from 0 to 1, beginning and ending softly."""
    x = min(max((t - start) / (end - start), 0), 1)
    return x * x * (3 - 2 * x)


def _walk(distance: float, carry: tuple[float, float] | None = None) -> Pose:
    swing = math.sin(distance / 12)
    lift = max(0.0, math.cos(distance / 12)) * 4
    return Pose(
        near_foot=(4 + swing * 13, -lift),
        far_foot=(-2 - swing * 13, -4 + lift),
        near_hand=carry or (10 - swing * 12, -42),
        far_hand=(-8 + swing * 12, -42),
        lean=2,
    )


def _morning(c: Canvas, t: float) -> None:
    """Mara brings the kettle and lights the stove; behind her back the cat finds the fish."""
    on_stove = t > 4.2
    stolen = t > 9.1
    k = Kitchen(t, flame=went(t, 5.0, 5.4), kettle=on_stove, fish=not stolen)
    draw_room(c, k)
    draw_door_leaf(c, k)
    for x in STOOLS:
        draw_stool(c, x)
    draw_table(c, k)
    _cat_in_the_morning(c, t, stolen)
    walked = went(t, 0.4, 3.4) * 408
    x = -46 + walked
    if t < 3.4:
        pose = _walk(walked, carry=(22, -50))
    else:
        reach = went(t, 3.5, 4.2) * (1 - went(t, 5.3, 6.0))
        pose = Pose(near_hand=(22 + reach * 6, -50 - reach * 6), lean=2 + reach * 3)
        if on_stove:
            pose = replace(pose, near_hand=(14 + reach * 13, -44 - reach * 6))
    draw_person(c, x, GROUND, TALL, MARA, pose)
    if not on_stove:
        put = went(t, 3.5, 4.2)
        hx, hy = x + pose.near_hand[0] * 1.46, GROUND + pose.near_hand[1] * 1.46
        draw_kettle(c, hx + 6 + put * (404 - hx - 6), hy + 34 + put * (151 - hy - 34))


def _cat_in_the_morning(c: Canvas, t: float, stolen: bool) -> None:
    if t < 6.6:
        draw_cat(c, 112, 244, "sleep", t)
    elif t < 7.3:
        draw_cat(c, 118, 244, "sit", t)
    elif t < 8.0:
        p = (t - 7.3) / 0.7
        draw_cat(c, 124 + p * 90, 244 - p * 68 - math.sin(p * math.pi) * 34, "leap", t, angle=-34 + p * 50)
    else:
        draw_cat(c, 216 + went(t, 8.2, 8.9) * 18, TABLE + 1, "sit", t, fish=stolen)


def _bell(c: Canvas, t: float) -> None:
    """The kettle whistles, Mara sees the thief, the bell rings, a visitor stands in the rain."""
    k = Kitchen(
        t,
        door=went(t, 6.6, 7.4),
        flame=1 - went(t, 1.4, 1.6),
        kettle=True,
        steam=1 - went(t, 1.6, 2.6) * 0.8,
        fish=False,
    )
    draw_room(c, k)
    if k.door:
        _visitor(c, t)
    draw_door_leaf(c, k)
    for x in STOOLS:
        draw_stool(c, x)
    if t >= 3.9:
        _cat_hides(c, t)
    draw_table(c, k)
    if t < 3.9:
        draw_cat(c, 234, TABLE + 1, "sit", 0 if t > 1.9 else t, fish=True)
    walked = went(t, 4.1, 6.3) * 236
    x = 362 - walked
    if t < 1.8:
        reach = went(t, 0.8, 1.3) * (1 - went(t, 1.5, 1.8))
        draw_person(c, x, GROUND, TALL, MARA, Pose(near_hand=(14 + reach * 13, -44 - reach * 6), lean=2 + reach * 3))
    elif t < 4.1:
        face = "surprised" if t < 3.6 else "calm"
        draw_person(
            c,
            x,
            GROUND,
            TALL,
            MARA,
            Pose(near_hand=(15, -58), far_hand=(-13, -60), near_elbow=-1, far_elbow=1, face=face, gaze=3),
            mirror=True,
        )
    elif t < 6.3:
        draw_person(c, x, GROUND, TALL, MARA, _walk(walked), mirror=True)
    else:
        hello = went(t, 7.6, 8.2)
        reach = went(t, 6.3, 6.6) * (1 - went(t, 7.2, 7.7))
        pose = Pose(
            near_hand=(14 + reach * 15 + hello * 4, -42 - reach * 12 - hello * 6),
            face="open" if 8.2 < t < 9.4 else "smile",
        )
        draw_person(c, x, GROUND, TALL, MARA, pose, mirror=True)


def _cat_hides(c: Canvas, t: float) -> None:
    if t < 4.4:
        p = (t - 3.9) / 0.5
        draw_cat(
            c,
            234 - p * 50,
            TABLE + p * 62 - math.sin(p * math.pi) * 18,
            "leap",
            t,
            fish=True,
            mirror=True,
            angle=-20 * p,
        )
    elif t < 5.2:
        draw_cat(c, 184 + went(t, 4.4, 5.2) * 66, 238, "run", t, fish=True)
    else:
        draw_cat(c, 250, 238, "crouch", t, fish=True)


def _visitor(c: Canvas, t: float) -> None:
    nod = math.sin(max(0, t - 7.6) * 5) * 3 if 7.6 < t < 9 else 0
    c.line([(37, 150), (33, 214)], "#33302f", 2.4)
    c.smooth([(37, 156), (41, 170), (36, 204), (32, 204), (31, 170)], "#c5483a")
    draw_person(
        c,
        56,
        216,
        136,
        ANSELM,
        Pose(near_hand=(12, -46), far_hand=(-14, -46), tilt=nod, near_foot=(5, 0), far_foot=(-5, 0)),
    )
    draw_parcel(c, 72, 168, 0.42)


def _tea(c: Canvas, t: float) -> None:
    """The present, tea for two, and where the fish has gone."""
    if t < 1.4:
        _handing_over(c, t)
    elif t < 3.2:
        _close_up(c, t)
    else:
        _at_the_table(c, t)


def _handing_over(c: Canvas, t: float) -> None:
    k = Kitchen(t, door=1, kettle=True, steam=0.2, fish=False)
    draw_room(c, k)
    draw_door_leaf(c, k)
    for x in STOOLS:
        draw_stool(c, x)
    draw_cat(c, 250, 238, "crouch", t, fish=True)
    draw_table(c, k)
    give = went(t, 0.2, 0.9)
    draw_person(
        c,
        70,
        238,
        TALL,
        ANSELM,
        Pose(near_hand=(18 + give * 10, -52), far_hand=(14 + give * 8, -48), far_elbow=1, arms_front=(True, True)),
    )
    draw_person(
        c,
        146,
        GROUND,
        TALL,
        MARA,
        Pose(near_hand=(15 + give * 5, -54), far_hand=(12, -48), far_elbow=1, face="open"),
        mirror=True,
    )
    draw_parcel(c, 100 + give * 12, 176, 0.42)


def _close_up(c: Canvas, t: float) -> None:
    c.rect(0, 0, 480, 270, "#d9c39b")
    c.circle(240, 150, 170, "#e6d3ae")
    size = 2.5 + (t - 1.4) * 0.12
    draw_parcel(c, 240, 216, size)
    for side in (-1, 1):
        x = 240 + side * 29 * size
        c.line([(x + side * 70, 300), (x + side * 18, 256)], MARA.top, 46)
        c.line([(x + side * 22, 260), (x, 234)], MARA.skin, 36)
        for n in range(4):
            c.line([(x - 20 + n * 13, 230), (x - 20 + n * 13 - side * 3, 212)], MARA.skin, 11.5)


def _at_the_table(c: Canvas, t: float) -> None:
    k = Kitchen(t, kettle=False, fish=False, cups=True)
    draw_room(c, k)
    draw_door_leaf(c, k)
    for x in STOOLS:
        draw_stool(c, x)
    draw_parcel(c, 104, 242, 0.42)
    draw_cat(c, 244, 238, "eat", t)
    looks = t > 6.6
    laugh = t > 7.8
    point = went(t, 6.6, 7.2) * (1 - went(t, 8.8, 9.4))
    shake = math.sin(t * 16) * 2 if laugh else 0
    his = Pose(
        near_hand=(28 + point * 5, -36 + point * 6),
        far_hand=(8, -26),
        hip=16,
        near_foot=(20, 0),
        far_foot=(11, 0),
        tilt=14 * point + shake,
        face="open" if laugh else "smile",
    )
    draw_person(c, STOOLS[1], GROUND, TALL, ANSELM, his, mirror=True)
    pour = went(t, 3.5, 4.1) * (1 - went(t, 5.6, 6.2))
    hers = Pose(
        near_hand=(24 - pour * 2, -68 - pour * 12),
        far_hand=(8, -26),
        hip=16,
        near_foot=(20, 0),
        far_foot=(11, 0),
        tilt=10 * (1 if looks else 0) + shake,
        face="open" if t > 7.4 else "smile",
    )
    draw_table(c, k)
    draw_person(c, STOOLS[0], GROUND, TALL, MARA, hers)
    _pouring(c, t, pour, hers)


def _pouring(c: Canvas, t: float, pour: float, hers: Pose) -> None:
    hx, hy = STOOLS[0] + hers.near_hand[0] * 1.46, GROUND + hers.near_hand[1] * 1.46
    if t < 6.3:
        if pour > 0.85:
            c.line([(hx + 33, hy + 28), (hx + 35, TABLE - 12)], "#b5793f", 2.4)
        draw_kettle(c, hx - 2, hy + 33, angle=28 * pour)
    else:
        draw_kettle(c, 200, TABLE)
