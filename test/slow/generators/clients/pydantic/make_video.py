"""Makes a video and deletes it, with httpx and the models of datamodel-code-generator."""

import os
import time

import httpx
from generated import CreateVideo, DeletedVideo, Error, Video, VideoList

api = httpx.Client(
    base_url=os.environ["PRESENTER_API_URL"],
    headers={"Authorization": f"Bearer {os.environ['PRESENTER_API_KEY']}"},
)

body = CreateVideo(script="Hello there.", presenter_id="maya")
answer = api.post("/videos", json=body.model_dump(mode="json", exclude_unset=True))
video = Video.model_validate_json(answer.content)

while video.status != "ready":
    assert video.error is None, video.error
    time.sleep(0.25)
    video = Video.model_validate_json(api.get(f"/videos/{video.id}").content)
print("ready", video.options.resolution)

page = VideoList.model_validate_json(api.get("/videos", params={"limit": 5}).content)
print("listed", *(listed.status for listed in page.data if listed.id == video.id))

deleted = DeletedVideo.model_validate_json(api.delete(f"/videos/{video.id}").content)
print("deleted", deleted.id)

missing = Error.model_validate_json(api.get(f"/videos/{video.id}").content)
print("then", missing.error.code)
