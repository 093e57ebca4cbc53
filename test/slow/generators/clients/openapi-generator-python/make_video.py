"""Makes a video and deletes it, with the Python client of openapi-generator."""

import os
import time

from generated import ApiClient, Configuration, CreateVideo, Error, VideosApi
from generated.exceptions import NotFoundException

configuration = Configuration(host=os.environ["PRESENTER_API_URL"], access_token=os.environ["PRESENTER_API_KEY"])
videos = VideosApi(ApiClient(configuration))

video = videos.create_video(CreateVideo(script="Hello there.", presenter_id="maya"))

while video.status != "ready":
    assert video.error is None, video.error
    time.sleep(0.25)
    video = videos.get_video(video.id)
print("ready", video.options.resolution)

page = videos.list_videos(limit=5)
print("listed", *(listed.status for listed in page.data if listed.id == video.id))

print("deleted", videos.delete_video(video.id).id)

try:
    videos.get_video(video.id)
except NotFoundException as missing:
    assert isinstance(missing.data, Error), missing
    print("then", missing.data.error.code)
