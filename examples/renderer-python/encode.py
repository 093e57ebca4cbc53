"""Pictures into one closed piece of H.264, as the contract asks for it."""

import hashlib
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import av
from av.video.reformatter import ColorRange, Colorspace
from PIL import Image

BT709 = 1
LIMITED = 1


def encode(path: Path, pictures: Iterator[Image.Image], scene: dict) -> None:
    picture = scene["picture"]
    with av.open(str(path), "w", format="mp4") as container:
        stream = container.add_stream("libx264", rate=picture["frames_per_second"])
        stream.width, stream.height, stream.pix_fmt = picture["width"], picture["height"], "yuv420p"
        context = stream.codec_context
        context.gop_size = scene["encode"]["group_of_pictures"]
        context.max_b_frames = 0
        # The same bytes each time, on any number of cores.
        context.thread_count = 1
        context.color_primaries = context.color_trc = context.colorspace = BT709
        context.color_range = LIMITED
        stream.options = {
            "preset": "veryfast",
            "profile": "high",
            "crf": "20",
            "x264-params": "open-gop=0:scenecut=0",
        }
        for index, image in enumerate(pictures):
            frame = av.VideoFrame.from_image(image).reformat(
                format="yuv420p", dst_colorspace=Colorspace.ITU709, dst_color_range=ColorRange.MPEG
            )
            frame.pts, frame.time_base = index, Fraction(1, picture["frames_per_second"])
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))


def codec_config_sha256(path: Path) -> str:
    """Read back from the file: the record that the join will see."""
    with av.open(str(path)) as container:
        return hashlib.sha256(container.streams.video[0].codec_context.extradata).hexdigest()
