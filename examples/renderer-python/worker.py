"""A renderer of its own for the Presenter Video API: serves the task queue `render-python-example`.

    python worker.py --media ../../.data/media

Without `--media`, files are in the bucket of S3_BUCKET and the settings beside it, as for the service.
"""

import argparse
import asyncio
import hashlib
import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from temporalio import activity
from temporalio.client import Client
from temporalio.worker import Worker

from codec import data_converter
from encode import codec_config_sha256, encode
from job import CONTRACT, frames_of, read_json, refuse_other_contracts
from media import Bucket, Folder, Media
from motion import Motion
from robot import Robot

QUEUE = "render-python-example"
ENGINE_VERSION = "python-example 1.0.0"

FRAMES_PER_HEARTBEAT = 10


class Renderer:
    def __init__(self, media: Media):
        self.media = media

    @activity.defn(name="draw_segment")
    def draw_segment(self, job: dict) -> dict:
        refuse_other_contracts(job)
        scene = read_json(self.media, job.get("scene", {}))
        timeline = read_json(self.media, scene["timeline"])
        frames = frames_of(job, scene)
        self.media.check(job.get("output_ref"))

        timings = {"draw_ms": 0.0, "encode_ms": 0.0}
        started = time.monotonic()
        with TemporaryDirectory() as folder:
            part = Path(folder) / "segment.mp4"
            encode(part, self.pictures(frames, Robot(scene), Motion(scene, timeline), scene, timings), scene)
            timings["encode_ms"] = (time.monotonic() - started) * 1000 - timings["draw_ms"]
            report = {
                "contract": CONTRACT,
                "index": job["segment"]["index"],
                "ref": job["output_ref"],
                "sha256": hashlib.sha256(part.read_bytes()).hexdigest(),
                "bytes": part.stat().st_size,
                "frames": len(frames),
                "codec_config_sha256": codec_config_sha256(part),
                "engine_version": ENGINE_VERSION,
                "timings": timings,
            }
            self.media.keep(job["output_ref"], part)
            return report

    @staticmethod
    def pictures(frames: range, robot: Robot, motion: Motion, scene: dict, timings: dict) -> Iterator[Image.Image]:
        for done, frame in enumerate(frames, start=1):
            started = time.monotonic()
            picture = robot.draw(motion.at(frame / scene["picture"]["frames_per_second"]))
            timings["draw_ms"] += (time.monotonic() - started) * 1000
            yield picture
            if done % FRAMES_PER_HEARTBEAT == 0 or done == 1:
                # Also the moment when the news arrives that nobody wants it any more, as an exception.
                activity.heartbeat({"frames_done": done, "frames_total": len(frames)})


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--media", type=Path, help="the folder `media` in the service's DATA_DIR; not with S3_BUCKET")
    parser.add_argument("--temporal", default="127.0.0.1:7233", help="host and port of the Temporal server")
    parser.add_argument("--namespace", default="default")
    parser.add_argument("--segments", type=int, default=os.cpu_count(), help="drawn at the same time")
    options = parser.parse_args()
    if options.media is None and not os.environ.get("S3_BUCKET"):
        parser.error("name the media folder with --media, or the bucket with S3_BUCKET")
    media = Bucket() if options.media is None else Folder(options.media)

    client = await Client.connect(
        options.temporal,
        namespace=options.namespace,
        data_converter=data_converter(os.environ.get("TEMPORAL_PAYLOAD_KEYS", "")),
    )
    with ThreadPoolExecutor(options.segments) as threads:
        worker = Worker(
            client,
            task_queue=QUEUE,
            activities=[Renderer(media).draw_segment],
            activity_executor=threads,
            max_concurrent_activities=options.segments,
            # Left to itself, a heartbeat would wait for most of its timeout, and so would a cancellation.
            max_heartbeat_throttle_interval=timedelta(seconds=1),
            graceful_shutdown_timeout=timedelta(seconds=20),
        )
        print(f"drawing for {QUEUE}", flush=True)
        await worker.run()


if __name__ == "__main__":
    try:
        asyncio.run(main())
    except KeyboardInterrupt:
        pass
