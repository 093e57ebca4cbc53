import type { ApiAnswer, TestClient } from '../../test/support/service/client.ts'

/**
 * Waits for a video by long polling, which costs the service little of what is measured.
 *
 * @param video as it was answered last.
 * @returns the video that is ready.
 * @throws when it ends in another way.
 */
export async function untilReady(client: TestClient, video: ApiAnswer['body']): Promise<ApiAnswer['body']> {
  let now = video
  while (now.status === 'rendering' || now.status === 'queued')
    ({ body: now } = await client.request('GET', `/videos/${now.id}?wait=60`))
  if (now.status !== 'ready') throw new Error(`Not ready: ${JSON.stringify(now)}`)
  return now
}
