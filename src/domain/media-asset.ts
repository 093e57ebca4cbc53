/** What of a video is kept as a file: its name under the video's folder, and its media type. */
const ASSETS = {
  video: { fileName: 'video.mp4', contentType: 'video/mp4' },
  poster: { fileName: 'poster.jpg', contentType: 'image/jpeg' },
  'captions.srt': { fileName: 'captions.srt', contentType: 'application/x-subrip' },
  'provenance.json': { fileName: 'provenance.json', contentType: 'application/json; charset=utf-8' },
  'captions.vtt': { fileName: 'captions.vtt', contentType: 'text/vtt; charset=utf-8' },
} as const

/** What of a video a link can lead to. */
export type MediaAsset = keyof typeof ASSETS

/** Whether a text, such as the last part of a link's path, names something of a video. */
export function isMediaAsset(text: string): text is MediaAsset {
  return Object.hasOwn(ASSETS, text)
}

/** A link to a file of a video, and when it stops working. */
export interface SignedLink {
  readonly url: string
  readonly expiresAt: Date
}

/** Where everything of one video lies in the media store; ends with `/`. */
export function mediaFolder(videoId: string): string {
  return `videos/${videoId}/`
}

/** Where one file of a video lies in the media store, for example `videos/vid_01…/video.mp4`. */
export function mediaKey(videoId: string, asset: MediaAsset): string {
  return mediaFolder(videoId) + ASSETS[asset].fileName
}

/** What a browser names one file of a video when it is saved, for example `vid_01…-video.mp4`. */
export function downloadName(videoId: string, asset: MediaAsset): string {
  return `${videoId}-${ASSETS[asset].fileName}`
}

/** The `Content-Type` one file of a video is sent with. */
export function contentType(asset: MediaAsset): string {
  return ASSETS[asset].contentType
}
