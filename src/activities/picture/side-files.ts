import { createHash } from 'node:crypto'

import { captionsSrt, captionsVtt } from '../../domain/speech/captions.ts'
import type { Making, RendererStamp } from '../../domain/video/making.ts'
import { mediaKey } from '../../domain/video/media-asset.ts'
import type { SpeechTimeline } from '../../domain/speech/speech-timeline.ts'
import type { AssembledVideo } from '../../domain/video/drawing-job.ts'
import type { Video } from '../../domain/video/video.ts'
import { pictureFormat } from '../../domain/video/video-options.ts'
import { twinKeys } from '../../domain/twin/twin-files.ts'
import type { MediaStore } from '../../media/media-store.ts'
import { fileSha256 } from '../../process/file-sha256.ts'
import type { Renderer } from '../../ports/video/renderer.ts'
import type { Videos } from '../../ports/video/videos.ts'
import type { WhoIsDrawn } from '../scene.ts'
import { readTimeline } from '../stored-timeline.ts'
import { keepText, readText } from '../stored-text.ts'
import { videoDeleted } from '../video-deleted.ts'
import { workKeys } from '../work-files.ts'

/** Stores for writing captions and provenance. */
export interface SideFilePorts {
  readonly videos: Pick<Videos, 'script'>
  readonly renderer: Pick<Renderer, 'presenters'>
  readonly media: MediaStore
  /** The text of a provenance file. */
  readonly sidecar: (making: Making) => string
}

/** What else is known of a video when it has been assembled. */
export interface FinishedPicture {
  readonly who: WhoIsDrawn
  readonly drawnBy: RendererStamp
  readonly file: AssembledVideo
}

/** Keeps the captions of a video. @param folder for the files on their way. */
export async function storeCaptions({ media }: SideFilePorts, video: Video, folder: string): Promise<void> {
  const timeline = await readTimeline(media, video.id)
  await keepText(media, mediaKey(video.id, 'captions.srt'), captionsSrt(timeline), folder)
  await keepText(media, mediaKey(video.id, 'captions.vtt'), captionsVtt(timeline), folder)
}

/** Keeps the record of how a video was made. @param folder for the file on its way. */
export async function storeProvenance(
  ports: SideFilePorts,
  video: Video,
  picture: FinishedPicture,
  folder: string,
): Promise<void> {
  const timeline = await readTimeline(ports.media, video.id)
  const making = await makingOf(ports, video, picture, timeline)
  await keepText(ports.media, mediaKey(video.id, 'provenance.json'), ports.sidecar(making), folder)
}

async function makingOf(
  { videos, renderer, media }: SideFilePorts,
  video: Video,
  { who, drawnBy, file }: FinishedPicture,
  timeline: SpeechTimeline,
): Promise<Making> {
  const script = await videos.script(video.id)
  if (script === null) throw videoDeleted(video.id)
  const { text, pronunciations } = script
  return {
    videoId: video.id,
    createdAt: video.createdAt,
    script: {
      text,
      sha256: createHash('sha256').update(text).digest('hex'),
      pronunciations: pronunciations.length,
    },
    timeline,
    presenter: {
      id: 'folder' in who ? null : who.presenterId,
      shownName: video.presenterName,
      twinId: video.twinId,
      dataSha256: await lookSha256(renderer, media, who),
    },
    renderer: drawnBy,
    format: pictureFormat(video.options),
    options: video.options,
    backgroundSha256: await backgroundSha256(media, video.id),
    file,
  }
}

/** Hex, of what a picture was drawn from: a presenter's file, or what a recording taught. */
async function lookSha256(
  renderer: SideFilePorts['renderer'],
  media: MediaStore,
  who: WhoIsDrawn,
): Promise<string> {
  if ('folder' in who) return media.withFile(twinKeys(who.folder).model, fileSha256)
  return renderer.presenters().find(({ id }) => id === who.presenterId)?.dataSha256 ?? ''
}

/** Hex, of a background that was fetched for the video; null for one that has none such. */
async function backgroundSha256(media: MediaStore, videoId: string): Promise<string | null> {
  const key = workKeys(videoId).backgroundSha256
  return (await media.has(key)) ? readText(media, key) : null
}
