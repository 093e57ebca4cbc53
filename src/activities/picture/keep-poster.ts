import type { PosterFiles } from '../../domain/video/drawing-job.ts'
import { mediaKey } from '../../domain/video/media-asset.ts'
import type { MediaStore } from '../../media/media-store.ts'

/** Where a poster is drawn before it is stored. @param folder of the step. */
export function posterFilesIn(folder: string): Required<PosterFiles> {
  return { outFile: `${folder}/poster.jpg`, smallFile: `${folder}/poster-small.jpg` }
}

/** Stores the poster of a video in both sizes. */
export async function keepPoster(
  media: Pick<MediaStore, 'put'>,
  videoId: string,
  { outFile, smallFile }: Required<PosterFiles>,
): Promise<void> {
  await media.put(mediaKey(videoId, 'poster'), outFile)
  await media.put(mediaKey(videoId, 'small-poster'), smallFile)
}
