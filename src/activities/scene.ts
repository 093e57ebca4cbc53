import type { Scene, SceneStyle } from '../domain/studio-job.ts'
import type { Video } from '../domain/video.ts'
import { isLinked, pictureFormat } from '../domain/video-options.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { Twins } from '../ports/twins.ts'
import type { Videos } from '../ports/videos.ts'
import { madeImpossible } from './made-impossible.ts'
import { videoDeleted } from './video-deleted.ts'
import { workKeys } from './work-files.ts'

/** Stores for looking up what a video shows. */
export interface ScenePorts {
  readonly videos: Pick<Videos, 'find'>
  readonly twins: Pick<Twins, 'look'>
  readonly media: MediaStore
}

/** Which video an activity is about. */
export interface VideoInput {
  readonly accountId: string
  readonly videoId: string
}

/** The video, as it is now. Fails for good when it was deleted. */
export async function readVideo(
  { videos }: Pick<ScenePorts, 'videos'>,
  { accountId, videoId }: VideoInput,
): Promise<Video> {
  const video = await videos.find(accountId, videoId)
  if (video === null) throw videoDeleted(videoId)
  return video
}

/**
 * Lends what all pictures of a video have in common: its files are there until `use` has settled.
 *
 * @param timelineKey the timeline as far as it is needed.
 */
export async function withScene<Result>(
  ports: ScenePorts,
  video: Video,
  timelineKey: string,
  use: (scene: Scene) => Promise<Result>,
): Promise<Result> {
  const who = await whoIsDrawn(ports, video)
  const format = pictureFormat(video.options)
  return withStyle(ports, video, (style) =>
    ports.media.withFile(timelineKey, (timelineFile) =>
      use({ ...who, style, timelineFile, format, seed: video.id }),
    ),
  )
}

function withStyle<Result>(
  { media }: ScenePorts,
  { id, options }: Video,
  use: (style: SceneStyle) => Promise<Result>,
): Promise<Result> {
  const { background, captions, nameCard, brandColour } = options
  const rest = { captions, nameCard, brandColour }
  if (!isLinked(background)) return use({ ...rest, background })
  return media.withFile(workKeys(id).background, (imageFile) => use({ ...rest, background: { imageFile } }))
}

/** A twin is drawn by the look that it has been given, under its own name. */
export async function whoIsDrawn(
  { twins }: Pick<ScenePorts, 'twins'>,
  { accountId, presenterId, twinId, presenterName }: Video,
): Promise<Pick<Scene, 'presenterId' | 'cardName'>> {
  if (twinId === null) return { presenterId: presenterId ?? '' }
  const look = await twins.look(accountId, twinId)
  if (look === null) throw madeImpossible('RenderImpossible', `${twinId} has no look.`)
  return { presenterId: look.presenterId, cardName: presenterName }
}
