import { createTestClient } from '../service/client.ts'
import type { TestService } from '../service/service.ts'

/** Fewer than what a key may send in a minute. */
const CREATED_BY_A_KEY = 40
const SCRIPT = { presenter_id: 'maya', script: 'Hello there.', queue: true }

/**
 * Creates videos by other keys of an account: what one key may send in a minute is left to its waits.
 *
 * @returns their ids.
 */
export async function queuedVideos(
  service: TestService,
  { accountId }: { readonly accountId: string },
  number: number,
): Promise<string[]> {
  const ids: string[] = []
  for (let from = 0; from < number; from += CREATED_BY_A_KEY) {
    const { key } = await service.app.createApiKey({ accountId, name: `creates from ${from}` })
    const creator = createTestClient(service.url, key)
    for (let n = from; n < Math.min(number, from + CREATED_BY_A_KEY); n += 1)
      ids.push(String((await creator.createVideo(SCRIPT)).body.id))
  }
  return ids
}
