import { takeKeys } from '../../domain/twin/twin-files.ts'
import type { MediaStore } from '../../media/media-store.ts'
import type { TwinTakes } from '../../ports/twin/twin-takes.ts'
import type { Twins } from '../../ports/twin/twins.ts'

/** Stores for removing what faces are compared by. */
export interface ForgetFacesPorts {
  readonly twins: Pick<Twins, 'folder' | 'findAny'>
  readonly twinTakes: Pick<TwinTakes, 'list'>
  readonly media: Pick<MediaStore, 'removeAll'>
}

/** A build has ended and nobody compares faces: what that was done by is not kept. Another build makes it anew. */
export async function forgetFaces(ports: ForgetFacesPorts, twinId: string): Promise<void> {
  const renewsId = (await ports.twins.findAny(twinId))?.renewsId ?? null
  for (const id of renewsId === null ? [twinId] : [twinId, renewsId]) await forgetFacesOf(ports, id)
}

async function forgetFacesOf({ twins, twinTakes, media }: ForgetFacesPorts, twinId: string): Promise<void> {
  const folder = await twins.folder(twinId)
  // Withdrawn: its key is gone, and its files go with the removal.
  if (folder === null) return
  for (const { id } of await twinTakes.list(twinId)) {
    const { seen, portraits } = takeKeys(folder, id)
    // First: without it, whoever needs portraits makes them anew.
    await media.removeAll(seen)
    await media.removeAll(portraits)
  }
}
