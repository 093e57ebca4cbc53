import type { Log } from '../../ports/process/log.ts'
import type { TakeFilms } from '../../ports/twin/take-films.ts'
import type { TwinTakes } from '../../ports/twin/twin-takes.ts'
import type { Twins } from '../../ports/twin/twins.ts'

/** Stores for removing films that were replaced. */
export interface DropReplacedFilmsPorts {
  readonly twins: Pick<Twins, 'folder'>
  readonly twinTakes: Pick<TwinTakes, 'replaced' | 'forgotten'>
  readonly takeFilms: Pick<TakeFilms, 'drop'>
  readonly log: Log
}

/**
 * Removes the films of a twin's takes that were replaced. Nobody can get them any more, so what cannot be removed now is
 * left to housekeeping.
 */
export async function dropReplacedFilms(ports: DropReplacedFilmsPorts, twinId: string): Promise<void> {
  const { twins, twinTakes, takeFilms, log } = ports
  try {
    const takeIds = await twinTakes.replaced(twinId)
    const folder = takeIds.length > 0 ? await twins.folder(twinId) : null
    for (const takeId of takeIds) {
      if (folder !== null) await takeFilms.drop(folder, takeId)
      await twinTakes.forgotten(takeId)
    }
  } catch (error) {
    log.warn({ error, twinId }, 'films of replaced takes are left to housekeeping')
  }
}
