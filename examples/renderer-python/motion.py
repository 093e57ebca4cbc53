"""What the robot does at a moment of the video.

Everything is a pure function of the time, the timeline and the seed: segments are drawn by different
workers, and nothing may jump where they meet.
"""

import math
import random
from bisect import bisect_left
from dataclasses import dataclass

# How far the mouth opens and how wide it is, from 0 to 1, for each viseme.
SHAPES = {
    "sil": (0.0, 0.55), "PP": (0.0, 0.5), "FF": (0.14, 0.55), "TH": (0.25, 0.6), "DD": (0.3, 0.6),
    "kk": (0.35, 0.55), "CH": (0.3, 0.35), "SS": (0.16, 0.7), "nn": (0.25, 0.6), "RR": (0.35, 0.4),
    "aa": (1.0, 0.7), "E": (0.6, 0.85), "ih": (0.4, 0.8), "oh": (0.8, 0.45), "ou": (0.45, 0.25),
}

# A mouth begins to move before its sound is heard, and takes this long from shape to shape.
LEAD_SECONDS = 0.03
REACH_SECONDS = 0.06

BLINK_SECONDS = 0.16


@dataclass(frozen=True)
class Pose:
    """All distances are shares of the head's width."""

    open: float
    width: float
    lids: float  # 0 open, 1 shut
    gaze: float
    x: float
    y: float
    tilt: float  # degrees


class Motion:
    def __init__(self, scene: dict, timeline: dict):
        self.cues = [(cue["start_ms"] / 1000, cue["end_ms"] / 1000, cue["viseme"]) for cue in timeline["visemes"]]
        self.cue_ends = [end for _, end, _ in self.cues]
        self.sentences = [span["start_ms"] / 1000 for span in timeline["sentences"]]
        chance = random.Random(scene["seed"])
        self.phase = [chance.uniform(0, math.tau) for _ in range(4)]
        poster = scene["poster_frame"] / scene["picture"]["frames_per_second"]
        self.blinks = [at for at in blink_times(chance, timeline["duration_ms"] / 1000) if abs(at - poster) > 0.5]

    def at(self, t: float) -> Pose:
        opening, width = self.mouth(t + LEAD_SECONDS)
        nod = sum(bump((t - start) / 0.45) for start in self.sentences)
        a, b, c, d = self.phase
        return Pose(
            open=opening,
            width=width,
            lids=max((bump((t - at) / BLINK_SECONDS) for at in self.blinks), default=0.0),
            gaze=0.02 * math.sin(t * 0.9 + a),
            x=0.018 * math.sin(t * 0.7 + b),
            y=0.012 * math.sin(t * 1.6 + c) + 0.035 * nod,
            tilt=1.6 * math.sin(t * 0.55 + d),
        )

    def mouth(self, t: float) -> tuple[float, float]:
        """The shapes around a moment, the nearer the heavier."""
        weights = opening = width = 0.0
        index = bisect_left(self.cue_ends, t - REACH_SECONDS)
        while index < len(self.cues) and self.cues[index][0] < t + REACH_SECONDS:
            start, end, viseme = self.cues[index]
            weight = min(end, t + REACH_SECONDS) - max(start, t - REACH_SECONDS)
            # Lips that must touch do touch, however short they do.
            weight *= 4 if viseme == "PP" else 1
            shape = SHAPES.get(viseme, SHAPES["sil"])
            weights, opening, width = weights + weight, opening + weight * shape[0], width + weight * shape[1]
            index += 1
        return (opening / weights, width / weights) if weights > 0 else SHAPES["sil"]


def bump(share: float) -> float:
    """Up and down again while `share` goes from 0 to 1."""
    return math.sin(math.pi * share) ** 2 if 0 < share < 1 else 0.0


def blink_times(chance: random.Random, seconds: float) -> list[float]:
    times, t = [], chance.uniform(1.0, 3.0)
    while t < seconds:
        times.append(t)
        t += chance.uniform(2.4, 5.0)
    return times
