/** Keys of what a video is made from; removed once it is finished. */
export function workKeys(videoId: string) {
  const folder = workFolder(videoId)
  return {
    audio: `${folder}speech.wav`,
    timeline: `${folder}timeline.json`,
    background: `${folder}background.jpg`,
    /** SHA-256 of the background as its server sent it. */
    backgroundSha256: `${folder}background.sha256`,
    /** What another renderer is given, and how it calls itself. Absent where this service draws. */
    outsideScene: `${folder}outside/scene.json`,
    outsideTimeline: `${folder}outside/timeline.json`,
    outsideSegment: (index: number) => `${folder}outside/segment_${String(index).padStart(4, '0')}.mp4`,
    outsideRenderer: `${folder}outside/renderer.json`,
    segment: (index: number) => `${folder}segment_${String(index).padStart(4, '0')}.mp4`,
  }
}

/** Where everything a video is made from lies in the media store; ends with `/`. */
export function workFolder(videoId: string): string {
  return `work/${videoId}/`
}
