import { readFile } from 'node:fs/promises'

import type { ApplicationFailure } from '@temporalio/activity'

import { twinKeys } from '../../domain/twin/twin-files.ts'
import type { LearnedTwin } from '../../domain/twin/twin-job.ts'
import type { MediaStore } from '../../media/media-store.ts'
import type { BuildMaterial, TwinBuilds } from '../../ports/twin/twin-builds.ts'
import type { Twins } from '../../ports/twin/twins.ts'
import { stepFailure } from '../step-failure.ts'

/** Which twin an activity is about. */
export interface TwinRef {
  readonly accountId: string
  readonly twinId: string
}

/** The twin was withdrawn or deleted, or is no longer being built: there is nothing left to do, so no retry helps. */
export function twinGone(twinId: string): ApplicationFailure {
  return stepFailure('TwinGone', `${twinId} is gone.`)
}

/** Where what was recorded of a twin is. @throws TwinGone. */
export async function folderOf(twins: Pick<Twins, 'folder'>, twinId: string): Promise<string> {
  const folder = await twins.folder(twinId)
  if (folder === null) throw twinGone(twinId)
  return folder
}

/** What a twin is built from. @throws TwinGone. */
export async function materialOf(
  twinBuilds: Pick<TwinBuilds, 'material'>,
  twinId: string,
): Promise<BuildMaterial> {
  const material = await twinBuilds.material(twinId)
  if (material === null) throw twinGone(twinId)
  return material
}

/** What learning came to. @throws MediaMissing. */
export async function readLearned(media: MediaStore, folder: string): Promise<LearnedTwin> {
  const text = await media.withFile(twinKeys(folder).learned, (file) => readFile(file, 'utf8'))
  return JSON.parse(text) as LearnedTwin
}
