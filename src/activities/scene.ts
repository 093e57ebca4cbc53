import type { Scene, SceneStyle } from '../domain/studio-job.ts'
import type { Video } from '../domain/video.ts'
import { isLinked, pictureFormat } from '../domain/video-options.ts'
import type { MediaStore, Twins, Videos } from '../ports.ts'
import { madeImpossible } from './made-impossible.ts'
import { videoDeleted } from './video-deleted.ts'
import { workKeys } from './work-files.ts'

/** What finding out what is to be drawn needs. */
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
 * What all pictures of a video have in common.
 *
 * @param timelineKey the timeline as far as it is needed; all of it unless given.
 */
export async function sceneOf(
  ports: ScenePorts,
  video: Video,
  timelineKey: string = workKeys(video.id).timeline,
): Promise<Scene> {
  return {
    ...(await whoIsDrawn(ports, video)),
    style: await styleOf(ports, video),
    timelineFile: await ports.media.localFile(timelineKey),
    format: pictureFormat(video.options),
    seed: video.id,
  }
}

async function styleOf({ media }: ScenePorts, { id, options }: Video): Promise<SceneStyle> {
  const { background, captions, nameCard, brandColour } = options
  const shown = isLinked(background)
    ? { imageFile: await media.localFile(workKeys(id).background) }
    : background
  return { background: shown, captions, nameCard, brandColour }
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
