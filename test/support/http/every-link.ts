/** A video as the API gives it once it is ready. */
interface ReadyVideo {
  readonly video_url: string
  readonly thumbnail_url: string
  readonly provenance_url: string
  readonly captions: { readonly srt_url: string; readonly vtt_url: string }
}

/** What each link of a video that is ready answers, and with which type. */
export const ALL_LINKS_SERVE = {
  video_url: '200 video/mp4',
  thumbnail_url: '200 image/jpeg',
  srt_url: '200 application/x-subrip',
  vtt_url: '200 text/vtt; charset=utf-8',
  provenance_url: '200 application/json; charset=utf-8',
}

/** Follows every link of a video. @returns status and type of each answer, to be compared with ALL_LINKS_SERVE. */
export async function followLinks(video: ReadyVideo): Promise<Record<string, string>> {
  const { video_url, thumbnail_url, provenance_url, captions } = video
  const links = { video_url, thumbnail_url, ...captions, provenance_url }
  const answers = Object.entries(links).map(async ([member, link]) => {
    const response = await fetch(link)
    await response.arrayBuffer()
    return [member, `${response.status} ${response.headers.get('Content-Type')}`] as const
  })
  return Object.fromEntries(await Promise.all(answers))
}
