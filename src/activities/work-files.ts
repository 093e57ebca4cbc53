/** Keys of what a video is made from; removed once it is finished. */
export function workKeys(videoId: string) {
  const folder = workFolder(videoId)
  const number = (index: number) => String(index).padStart(4, '0')
  return {
    /** What is said of the script, and in which part, as it was decided before the first was spoken. */
    scriptPlan: `${folder}script_plan.json`,
    /** What was said in one part of the script. What lies here holds, however often the part is spoken. */
    spokenPart: (part: number) => `${folder}spoken_${number(part)}`,
    /** When everything is heard in that part, so that nobody reads its sound to know. */
    spokenTimes: (part: number) => `${folder}spoken_${number(part)}.json`,
    /** The timeline as it is known after a part, and all of it. */
    timelineAfter: (part: number) => `${folder}timeline_${number(part)}.json.gz`,
    timeline: `${folder}timeline.json.gz`,
    /** The finished sound, for renderers of others alone, and as it will be in the video. */
    audio: `${folder}speech.wav`,
    encodedAudio: `${folder}speech.m4a`,
    /** Which frames of a twin's footage are shown. Absent for presenters. */
    footagePlan: `${folder}footage_plan.bin`,
    background: `${folder}background.jpg`,
    /** SHA-256 of the background as its server sent it. */
    backgroundSha256: `${folder}background.sha256`,
    /** What another renderer is given, and how it calls itself. Absent where this service draws. */
    outsideScene: `${folder}outside/scene.json`,
    outsideTimeline: `${folder}outside/timeline.json`,
    outsideSegment: (index: number) => `${folder}outside/segment_${number(index)}.mp4`,
    outsideRenderer: `${folder}outside/renderer.json`,
    segment: (index: number) => `${folder}segment_${number(index)}.mp4`,
  }
}

/** Where everything a video is made from lies in the media store; ends with `/`. */
export function workFolder(videoId: string): string {
  return `work/${videoId}/`
}
