"""Makes a video and deletes it, with the client of openapi-python-client."""

import os
import time

from generated import AuthenticatedClient
from generated.api.videos import create_video, delete_video, get_video, list_videos
from generated.models import CreateVideo, DeletedVideo, Error, Video, VideoList

client = AuthenticatedClient(base_url=os.environ["PRESENTER_API_URL"], token=os.environ["PRESENTER_API_KEY"])

body = CreateVideo(script="Hello there.", presenter_id="maya")
video = create_video.sync(client=client, body=body)
assert isinstance(video, Video), video

while video.status != "ready":
    assert video.error is None, video.error
    time.sleep(0.25)
    found = get_video.sync(video.id, client=client)
    assert isinstance(found, Video), found
    video = found
print("ready", video.options.resolution)

page = list_videos.sync(client=client, limit=5)
assert isinstance(page, VideoList), page
print("listed", *(listed.status for listed in page.data if listed.id == video.id))

deleted = delete_video.sync(video.id, client=client)
assert isinstance(deleted, DeletedVideo), deleted
print("deleted", deleted.id)

missing = get_video.sync(video.id, client=client)
assert isinstance(missing, Error), missing
print("then", missing.error.code)
