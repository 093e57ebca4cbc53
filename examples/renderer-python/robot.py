"""A friendly robot, drawn with Pillow: a head with a glowing face on a body, in front of a wall."""

import re

from PIL import Image, ImageColor, ImageDraw, ImageFilter, ImageFont

from job import hopeless
from motion import Pose

# Drawn twice as large and made smaller: Pillow's own edges are hard.
FINER = 2

COLOURS = {"shell": "#ff9f5a", "face": "#1d2b4f", "glow": "#8df2e0", "wall": "#f3ece2"}


class Robot:
    def __init__(self, scene: dict):
        self.size = (scene["picture"]["width"], scene["picture"]["height"])
        self.colours = {name: colour(scene["presenter"]["look"].get(name, usual)) for name, usual in COLOURS.items()}
        width, height = self.size
        # The head's width, and where its middle is.
        self.unit = round(min(0.46 * height, 0.58 * width))
        self.centre = (width // 2, round(height * 0.5 - 0.15 * self.unit))
        # Of the options of the API, this robot honours one.
        card = scene["presenter"] if scene["options"].get("name_card", True) else None
        self.room = self.draw_room(card)

    def draw(self, pose: Pose) -> Image.Image:
        """The whole picture: only what moves is drawn anew."""
        picture = self.room.copy()
        head = self.draw_head(pose)
        x = self.centre[0] + round(pose.x * self.unit) - head.width // 2
        y = self.centre[1] + round(pose.y * self.unit) - head.height // 2
        picture.paste(head, (x, y), head)
        return picture

    def draw_head(self, pose: Pose) -> Image.Image:
        u = self.unit * FINER
        image = Image.new("RGBA", (round(u * 1.34), round(u * 1.34)), (0, 0, 0, 0))
        pen = ImageDraw.Draw(image)
        cx, cy = image.width / 2, image.height / 2
        shell, face, glow = (self.colours[name] for name in ("shell", "face", "glow"))

        pen.line((cx, cy - 0.4 * u, cx, cy - 0.56 * u), fill=shade(shell, 0.7), width=round(0.03 * u))
        disc(pen, cx, cy - 0.6 * u, 0.055 * u, glow)
        for side in (-1, 1):
            box(pen, cx + side * 0.52 * u, cy, 0.06 * u, 0.14 * u, 0.05 * u, shade(shell, 0.72))
        box(pen, cx, cy + 0.015 * u, 0.5 * u, 0.42 * u, 0.2 * u, shade(shell, 0.8))
        box(pen, cx, cy, 0.5 * u, 0.41 * u, 0.2 * u, shell)
        box(pen, cx, cy - 0.385 * u, 0.28 * u, 0.012 * u, 0.012 * u, shade(shell, 1.25))
        box(pen, cx, cy + 0.01 * u, 0.41 * u, 0.31 * u, 0.15 * u, face)

        for side in (-1, 1):
            x, y = cx + (side * 0.17 + pose.gaze) * u, cy - 0.08 * u
            height = 0.085 * u * (1 - 0.92 * pose.lids)
            box(pen, x, y, 0.062 * u, height, min(0.062 * u, height), glow)
            if pose.lids < 0.5:
                disc(pen, x + 0.022 * u, y - 0.035 * u, 0.018 * u, shade(glow, 1.5))
            disc(pen, cx + side * 0.29 * u, cy + 0.09 * u, 0.035 * u, mix(face, shell, 0.55))
        self.draw_mouth(pen, pose, cx, cy + 0.16 * u, u)

        return image.reduce(FINER).rotate(pose.tilt, Image.Resampling.BICUBIC)

    def draw_mouth(self, pen: ImageDraw.ImageDraw, pose: Pose, cx: float, cy: float, u: float) -> None:
        glow, face = self.colours["glow"], self.colours["face"]
        half, lips = (0.07 + 0.13 * pose.width) * u, 0.016 * u
        open_ = 0.085 * u * pose.open
        if open_ < 0.6 * lips:
            # At rest it smiles.
            pen.arc((cx - half, cy - 0.07 * u, cx + half, cy + 0.035 * u), 25, 155, fill=glow, width=round(lips * 1.7))
            return
        box(pen, cx, cy, half, open_ + lips, min(half, open_ + lips), glow)
        box(pen, cx, cy, half - lips, open_, min(half - lips, open_), mix(face, (0, 0, 0), 0.45))
        if open_ > 2 * lips:
            tongue = 0.45 * open_
            box(pen, cx, cy + open_ - tongue, half * 0.5, tongue * 0.9, tongue * 0.9, (240, 112, 120))

    def draw_room(self, card: dict | None) -> Image.Image:
        width, height = self.size
        u, (cx, cy) = self.unit, self.centre
        wall, shell = self.colours["wall"], self.colours["shell"]
        room = Image.new("RGB", self.size, wall)
        light = Image.new("L", self.size, 0)
        ImageDraw.Draw(light).ellipse((cx - 1.2 * u, cy - 1.2 * u, cx + 1.2 * u, cy + 1.2 * u), fill=150)
        light = light.filter(ImageFilter.GaussianBlur(u * 0.3))
        room.paste(Image.new("RGB", self.size, shade(wall, 1.3)), (0, 0), light)

        fine = Image.new("RGBA", (width * FINER, height * FINER), (0, 0, 0, 0))
        pen = ImageDraw.Draw(fine)
        x, y, v = cx * FINER, cy * FINER, u * FINER
        box(pen, x, y + 0.5 * v, 0.12 * v, 0.2 * v, 0.04 * v, shade(shell, 0.62))
        for inset, darker in ((0, 0.86), (0.03, 1)):
            top, bottom = y + (0.58 + inset) * v, height * FINER + v
            half = (0.6 - inset) * v
            box(pen, x, (top + bottom) / 2, half, (bottom - top) / 2, (0.3 - inset) * v, shade(shell, darker))
        disc(pen, x, y + 0.9 * v, 0.07 * v, shade(self.colours["glow"], 0.9))
        box(pen, x, height * FINER, width * FINER, 0.12 * v, 0, shade(wall, 0.78))
        if card:
            self.draw_card(pen, card)
        room.paste(small := fine.reduce(FINER), (0, 0), small)
        return room

    def draw_card(self, pen: ImageDraw.ImageDraw, presenter: dict) -> None:
        size = min(self.size) * FINER * 0.042
        left, top = size * 1.6, self.size[1] * FINER - size * 4.6
        name, role = ImageFont.load_default(size), ImageFont.load_default(size * 0.66)
        wide = max(name.getlength(presenter["name"]), role.getlength(presenter["role"])) + size * 1.6
        pen.rounded_rectangle((left, top, left + wide, top + size * 3), size * 0.5, fill=(255, 255, 255, 235))
        pen.rectangle((left + size * 0.5, top + size * 0.6, left + size * 0.62, top + size * 2.4), fill=self.colours["shell"])
        pen.text((left + size, top + size * 0.45), presenter["name"], (34, 38, 54), font=name)
        pen.text((left + size, top + size * 1.75), presenter["role"], (98, 104, 122), font=role)


def colour(text: object) -> tuple[int, int, int]:
    if not isinstance(text, str) or not re.fullmatch(r"#[0-9a-fA-F]{6}", text):
        raise hopeless("UnsupportedPresenter", "The look has a colour that is not written as #rrggbb.")
    return ImageColor.getrgb(text)[:3]


def shade(rgb: tuple[int, int, int], by: float) -> tuple[int, int, int]:
    """Darker below 1, nearer to white above."""
    return mix((0, 0, 0), rgb, by) if by <= 1 else mix(rgb, (255, 255, 255), by - 1)


def mix(one: tuple, other: tuple, share: float) -> tuple[int, int, int]:
    return tuple(round(a + (b - a) * share) for a, b in zip(one, other))


def disc(pen: ImageDraw.ImageDraw, x: float, y: float, radius: float, fill: tuple) -> None:
    pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=fill)


def box(pen: ImageDraw.ImageDraw, x: float, y: float, half_w: float, half_h: float, round_: float, fill: tuple) -> None:
    pen.rounded_rectangle((x - half_w, y - half_h, x + half_w, y + half_h), round_, fill=fill)
