/** The files of a video: the name in the video's folder, and the media type. */
const ASSETS = {
  video: { fileName: 'video.mp4', contentType: 'video/mp4' },
  poster: { fileName: 'poster.jpg', contentType: 'image/jpeg' },
  'small-poster': { fileName: 'poster-small.jpg', contentType: 'image/jpeg' },
  'captions.srt': { fileName: 'captions.srt', contentType: 'application/x-subrip' },
  'provenance.json': { fileName: 'provenance.json', contentType: 'application/json; charset=utf-8' },
  'captions.vtt': { fileName: 'captions.vtt', contentType: 'text/vtt; charset=utf-8' },
} as const

/** A file of a video that a link can refer to. */
export type MediaAsset = keyof typeof ASSETS

/** Whether a text, such as the last part of a link's path, names a file of a video. */
export function isMediaAsset(text: string): text is MediaAsset {
  return Object.hasOwn(ASSETS, text)
}

/** A signed link to a file of a video, and its expiry. */
export interface SignedLink {
  readonly url: string
  readonly expiresAt: Date
}

/** The folder of a video in the media store, with a trailing slash. */
export function mediaFolder(videoId: string): string {
  return `videos/${videoId}/`
}

/** The key of a file of a video in the media store, for example `videos/vid_01…/video.mp4`. */
export function mediaKey(videoId: string, asset: MediaAsset): string {
  return mediaFolder(videoId) + ASSETS[asset].fileName
}

/** The file name that a browser suggests for a file of a video, for example `vid_01…-video.mp4`. */
export function downloadName(videoId: string, asset: MediaAsset): string {
  return `${videoId}-${ASSETS[asset].fileName}`
}

/** The `Content-Type` of a file of a video. */
export function contentType(asset: MediaAsset): string {
  return ASSETS[asset].contentType
}
