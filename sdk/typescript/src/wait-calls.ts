import { call } from './call.ts'
import type { components } from './description.ts'
import type { PageOnWire } from './list.ts'
import { pause } from './pause.ts'
import { batchPath } from './resources/batches.ts'
import { videoPath } from './resources/videos.ts'
import type { Settings } from './settings.ts'
import { hasEnded } from './waits.ts'
import type { WaitCalls } from './waits.ts'

type Schemas = components['schemas']

/** A request cannot wait for a batch, of which an account has ten under way at most. */
const BATCH_EVERY_MS = 15_000

/** What waiting asks of the API. */
export function waitCalls(settings: Settings): WaitCalls {
  const get = async <Data>(path: string, query = {}, timeoutMs = settings.timeoutMs): Promise<Data> =>
    (await call<Data>(settings, { method: 'GET', path, query, timeoutMs })).data
  return {
    async byIds(all) {
      // No list is of some batches.
      const ids = all.filter((id) => !isBatch(id))
      if (ids.length === 0) return []
      return (await get<PageOnWire<Schemas['Video']>>('/videos', { ids, limit: ids.length })).data
    },
    async waitFor(id, seconds) {
      if (!isBatch(id)) {
        const query = seconds > 0 ? { wait: seconds } : {}
        return get<Schemas['Video']>(videoPath(id), query, settings.timeoutMs + seconds * 1_000)
      }
      const batch = await get<Schemas['Batch']>(batchPath(id))
      if (seconds > 0 && !hasEnded(batch)) await pause(BATCH_EVERY_MS)
      return batch
    },
  }
}

function isBatch(id: string): boolean {
  return id.startsWith('bat_')
}
