"""What a job says: checked and read. Nothing here is about drawing."""

import hashlib
import json

from errors import hopeless
from media import Media

CONTRACT = 1

def read_json(media: Media, file: dict) -> dict:
    """A JSON file that a job refers to, if it is the one that was meant."""
    content = media.read(file.get("ref"))
    if hashlib.sha256(content).hexdigest() != file.get("sha256"):
        raise hopeless("MediaMissing", f"{file['ref']} is another file than was meant.")
    parsed = json.loads(content)
    refuse_other_contracts(parsed)
    return parsed


def refuse_other_contracts(message: dict) -> None:
    if message.get("contract") != CONTRACT:
        raise hopeless("UnsupportedContract", f"This renderer knows contract {CONTRACT} alone.")


def frames_of(job: dict, scene: dict) -> range:
    """The frames to be drawn, numbered as in the whole video."""
    segment = job.get("segment", {})
    start, end = segment.get("start_frame"), segment.get("end_frame")
    if not (isinstance(start, int) and isinstance(end, int) and 0 <= start < end <= scene["frames"]):
        raise hopeless("InvalidJob", "The segment is not a part of the video.")
    return range(start, end)
