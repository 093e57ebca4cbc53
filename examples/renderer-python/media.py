"""Where the files of jobs are: in a folder that is shared with the service, or in its bucket."""

import base64
import hashlib
import os
import re
import shutil
import uuid
from pathlib import Path
from typing import Protocol

from errors import hopeless

PART = r"[A-Za-z0-9_](?:[A-Za-z0-9._-]{0,198}[A-Za-z0-9_])?"
REF = re.compile(rf"{PART}(?:/{PART}){{0,7}}")


class Media(Protocol):
    def read(self, ref: object) -> bytes:
        """The content of a file that a job refers to."""

    def keep(self, ref: object, file: Path) -> None:
        """Keeps a copy of a local file: whole or not at all."""

    def check(self, ref: object) -> None:
        """Refuses what is no reference, before there is anything to keep."""


def checked(ref: object) -> str:
    if not isinstance(ref, str) or not REF.fullmatch(ref):
        raise hopeless("InvalidJob", "A reference is not of the form that the contract says.")
    return ref


class Folder:
    """The folder `media` in the service's DATA_DIR."""

    def __init__(self, root: Path):
        self.root = root

    def check(self, ref: object) -> None:
        self.path_of(ref)

    def read(self, ref: object) -> bytes:
        try:
            return self.path_of(ref).read_bytes()
        except OSError as error:
            raise hopeless("MediaMissing", f"{ref} cannot be read.") from error

    def keep(self, ref: object, file: Path) -> None:
        path = self.path_of(ref)
        path.parent.mkdir(parents=True, exist_ok=True)
        # Written beside its place, and moved there at the end.
        part = path.with_name(f".{path.name}.{uuid.uuid4()}.part")
        try:
            shutil.copyfile(file, part)
            os.replace(part, path)
        finally:
            part.unlink(missing_ok=True)

    def path_of(self, ref: object) -> Path:
        """A reference may not lead out of the folder, not even by a link."""
        path = self.root / checked(ref)
        if not path.parent.resolve().is_relative_to(self.root.resolve()):
            raise hopeless("InvalidJob", "A reference leads out of the media folder.")
        return path


class Bucket:
    """The bucket of S3_BUCKET, by the same settings as the service's own. Credentials are found as boto3 finds them."""

    def __init__(self) -> None:
        import boto3
        from botocore.config import Config

        self.bucket = os.environ["S3_BUCKET"]
        prefix = os.environ.get("S3_PREFIX", "").rstrip("/")
        self.prefix = f"{prefix}/" if prefix else ""
        endpoint = os.environ.get("S3_ENDPOINT") or None
        path_style = os.environ.get("S3_FORCE_PATH_STYLE") or ("true" if endpoint else "false")
        self.client = boto3.client(
            "s3",
            endpoint_url=endpoint,
            region_name=os.environ.get("S3_REGION") or os.environ.get("AWS_REGION") or "us-east-1",
            config=Config(
                connect_timeout=5,
                read_timeout=20,
                retries={"mode": "standard", "total_max_attempts": 6},
                s3={"addressing_style": "path" if path_style == "true" else "virtual"},
                # Other stores than that of AWS refuse the checksums that boto3 adds by itself.
                request_checksum_calculation="when_required",
                response_checksum_validation="when_required",
            ),
        )

    def check(self, ref: object) -> None:
        checked(ref)

    def read(self, ref: object) -> bytes:
        try:
            return self.client.get_object(Bucket=self.bucket, Key=self.prefix + checked(ref))["Body"].read()
        except self.client.exceptions.NoSuchKey as error:
            raise hopeless("MediaMissing", f"{ref} is not there.") from error

    def keep(self, ref: object, file: Path) -> None:
        content = file.read_bytes()
        self.client.put_object(
            Bucket=self.bucket,
            Key=self.prefix + checked(ref),
            Body=content,
            # Stores hold the upload against it: one that breaks off leaves no object.
            ContentMD5=base64.b64encode(hashlib.md5(content).digest()).decode(),
        )
