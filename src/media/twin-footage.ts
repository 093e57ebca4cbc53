import { twinKeys } from '../domain/twin/twin-files.ts'
import type { TwinFootageFiles } from '../domain/twin/twin-job.ts'
import type { MediaStore } from './media-store.ts'

/** Lends what a twin is drawn from, until `use` has settled. @param folder of the twin's look. @throws MediaMissing. */
export function withFootage<Result>(
  media: MediaStore,
  folder: string,
  use: (footage: TwinFootageFiles) => Promise<Result>,
): Promise<Result> {
  const keys = twinKeys(folder)
  return media.withFiles([keys.model, keys.library, keys.base], ([modelFile, libraryFile, baseFile]) =>
    use({ modelFile: modelFile ?? '', libraryFile: libraryFile ?? '', baseFile: baseFile ?? '' }),
  )
}
