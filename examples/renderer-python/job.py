"""The files that a job refers to: found, checked and read. Nothing here is about drawing."""

import hashlib
import json
import re
from pathlib import Path

from temporalio.exceptions import ApplicationError

CONTRACT = 1

PART = r"[A-Za-z0-9_](?:[A-Za-z0-9._-]{0,198}[A-Za-z0-9_])?"
REF = re.compile(rf"{PART}(?:/{PART}){{0,7}}")


def hopeless(kind: str, message: str) -> ApplicationError:
    """An error that no second try can mend, by its name in the contract."""
    return ApplicationError(message, type=kind, non_retryable=True)


def file_of(media: Path, ref: object) -> Path:
    """The path of a reference. It may not lead out of the media folder, not even by a link."""
    if not isinstance(ref, str) or not REF.fullmatch(ref):
        raise hopeless("InvalidJob", "A reference is not of the form that the contract says.")
    path = media / ref
    if not path.parent.resolve().is_relative_to(media.resolve()):
        raise hopeless("InvalidJob", "A reference leads out of the media folder.")
    return path


def read_json(media: Path, file: dict) -> dict:
    """A JSON file that a job refers to, if it is the one that was meant."""
    path = file_of(media, file.get("ref"))
    try:
        content = path.read_bytes()
    except OSError as error:
        raise hopeless("MediaMissing", f"{file['ref']} cannot be read.") from error
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
