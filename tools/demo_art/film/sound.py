"""The sound of the film, made of sines and noise: rain, steps, kettle, cat, bell, door, tea, a little tune."""

import math

import numpy as np
from numpy.typing import NDArray

from tools.demo_art.film.story import FPS, SECONDS, went

RATE = 44_100
Wave = NDArray[np.float64]


def track(part: int) -> Wave:
    """Mono, between -1 and 1, as long as the part."""
    sound = np.zeros(SECONDS * RATE)
    (_morning, _bell, _tea)[part](sound)
    return np.clip(sound * _fade(sound.size, 0.08, 0.25), -1, 1)


def _morning(s: Wave) -> None:
    _mix(s, 0, _rain(10) * 0.05)
    for when in step_times(408, 0.4, 3.4):
        _mix(s, when, _thud(95, 0.09) * 0.5)
    _mix(s, 4.18, _ring((870, 1320, 2210), 0.5) * 0.22)
    _mix(s, 4.98, _noise(0.03, 4000) * 0.4)
    _mix(s, 5.02, _noise(0.5, 500) * _fade(_n(0.5), 0.05, 0.4) * 0.6)
    _mix(s, 5.4, _noise(4.6, 900) * _fade(_n(4.6), 0.3, 0.2) * 0.12)
    _mix(s, 6.75, _meow(0.55) * 0.3)
    _mix(s, 7.98, _thud(140, 0.12) * 0.4)


def _bell(s: Wave) -> None:
    _mix(s, 0, _rain(6.6) * 0.05)
    _mix(s, 6.6, _rain(3.4) * 0.12)
    _mix(s, 0, _whistle(1.9) * 0.14)
    _mix(s, 1.45, _noise(0.03, 4000) * 0.4)
    _mix(s, 3.25, _ring((659.3, 1318.5, 1980), 1.4) * 0.4)
    _mix(s, 3.75, _ring((523.3, 1046.5, 1570), 1.8) * 0.4)
    _mix(s, 4.4, _thud(130, 0.12) * 0.4)
    for when in step_times(236, 4.1, 6.3):
        _mix(s, when, _thud(95, 0.09) * 0.5)
    _mix(s, 6.5, _noise(0.05, 2500) * 0.5)
    _mix(s, 6.65, _creak(0.7) * 0.12)


def _tea(s: Wave) -> None:
    _mix(s, 0, _rain(3.2) * 0.1)
    _mix(s, 3.2, _rain(6.8) * 0.045)
    for n in range(5):
        _mix(s, 0.25 + n * 0.14, _noise(0.09, 5000) * _fade(_n(0.09), 0.02, 0.06) * 0.25)
    for n, tone in enumerate((523.3, 659.3, 784.0, 1046.5)):
        _mix(s, 1.45 + n * 0.2, _ring((tone, tone * 3.9), 0.9) * 0.2)
    _mix(s, 4.05, _pour(1.55) * 0.4)
    _mix(s, 6.25, _ring((1180, 2950), 0.3) * 0.12)
    _mix(s, 6.4, _purr(3.5) * 0.35)
    tune = ((7.8, 784.0), (8.05, 880.0), (8.3, 784.0), (8.55, 659.3), (8.9, 523.3), (8.9, 659.3))
    for when, tone in tune:
        _mix(s, when, _ring((tone, tone * 3.9), 1.0) * 0.18)


def step_times(distance: float, start: float, end: float) -> list[float]:
    """When a foot touches the ground: the walk of the story swings with the distance walked."""
    times = [start + i / (4 * FPS) for i in range(round((end - start) * 4 * FPS) + 1)]
    steps = [math.floor(went(t, start, end) * distance / 12 / math.pi + 0.5) for t in times]
    return [t for t, before, now in zip(times[1:], steps, steps[1:], strict=False) if now != before]


def _n(seconds: float) -> int:
    return round(seconds * RATE)


def _time(seconds: float) -> Wave:
    return np.arange(_n(seconds)) / RATE


def _mix(sound: Wave, when: float, what: Wave) -> None:
    at = _n(when)
    piece = what[: max(0, sound.size - at)]
    sound[at : at + piece.size] += piece


def _fade(size: int, rise: float, fall: float) -> Wave:
    t = np.arange(size) / RATE
    return np.clip(np.minimum(t / rise, (size / RATE - t) / fall), 0, 1)


def _noise(seconds: float, cutoff: float, seed: int = 1) -> Wave:
    """White noise through a soft low pass, made in the frequency domain."""
    white = np.random.default_rng(seed).standard_normal(_n(seconds))
    spectrum = np.fft.rfft(white)
    spectrum /= 1 + (np.fft.rfftfreq(white.size, 1 / RATE) / cutoff) ** 2
    soft = np.fft.irfft(spectrum, white.size)
    return np.asarray(soft / max(float(np.abs(soft).max()), 1e-9))


def _rain(seconds: float) -> Wave:
    return _noise(seconds, 3500, seed=2)


def _thud(tone: float, seconds: float) -> Wave:
    t = _time(seconds)
    return np.sin(math.tau * tone * t * (1 - t * 1.5)) * np.exp(-t * 45) + _noise(seconds, 1200) * np.exp(-t * 90) * 0.4


def _ring(tones: tuple[float, ...], seconds: float) -> Wave:
    t = _time(seconds)
    parts = [np.sin(math.tau * tone * t) * np.exp(-t * (3.5 + 2.5 * n)) / (n + 1) for n, tone in enumerate(tones)]
    return np.asarray(sum(parts)) * _fade(t.size, 0.004, 0.05)


def _whistle(seconds: float) -> Wave:
    t = _time(seconds)
    tone = 1500 + 500 * np.minimum(t / 1.0, 1) - 900 * np.clip((t - 1.45) / 0.45, 0, 1) + 14 * np.sin(math.tau * 7 * t)
    return (np.sin(math.tau * np.cumsum(tone) / RATE) + _noise(seconds, 2500) * 0.3) * _fade(t.size, 0.3, 0.45)


def _meow(seconds: float) -> Wave:
    t = _time(seconds)
    bend = np.sin(math.pi * t / seconds)
    phase = math.tau * np.cumsum(430 + 260 * bend) / RATE
    voice = sum(np.sin(phase * k) * math.exp(-((k - 2.2) ** 2) / 3) for k in range(1, 7))
    return np.asarray(voice) * bend**0.7 * 0.6


def _creak(seconds: float) -> Wave:
    t = _time(seconds)
    phase = math.tau * np.cumsum(150 + 110 * t / seconds + 25 * np.sin(math.tau * 9 * t)) / RATE
    return np.asarray((np.sign(np.sin(phase)) * 0.4 + np.sin(phase * 3)) * _fade(t.size, 0.1, 0.2))


def _pour(seconds: float) -> Wave:
    t = _time(seconds)
    bubbles = 1 + 0.5 * np.sin(math.tau * (11 + 5 * np.sin(math.tau * 1.7 * t)) * t)
    tone = np.sin(math.tau * np.cumsum(420 + 380 * t / seconds + 60 * np.sin(math.tau * 13 * t)) / RATE)
    return np.asarray((_noise(seconds, 1800) * 0.7 + tone * 0.12) * bubbles * _fade(t.size, 0.15, 0.25))


def _purr(seconds: float) -> Wave:
    t = _time(seconds)
    breath = 0.6 + 0.4 * np.sin(math.tau * 0.8 * t)
    return np.asarray(
        _noise(seconds, 320) * np.clip(np.sin(math.tau * 24 * t), 0, 1) * breath * _fade(t.size, 0.6, 0.4)
    )
