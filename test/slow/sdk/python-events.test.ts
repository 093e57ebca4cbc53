import { describe, expect } from 'vitest'

import { test } from '../../support/service/default-service.ts'
import { HALVES, hasNoPython, useInstalledSdk } from '../../support/sdk/python-programs.ts'
import { answers, startWay } from '../../support/sdk/way.ts'
import type { Met } from '../../support/sdk/way.ts'

/** The connection breaks as soon as an event with an id has come through. */
const brokenAfterEvent: Met = async (_, response, real) => {
  const answer = await real()
  response.writeHead(answer.status, { 'Content-Type': 'text/event-stream' })
  let text = ''
  for await (const piece of answer.body ?? []) {
    text += Buffer.from(piece).toString()
    if (/^id: .*\n(?:.+\n)*\n/mu.test(text)) return void response.write(piece, () => response.destroy())
    response.write(piece)
  }
}

describe.skipIf(hasNoPython)('the events that the Python SDK follows', () => {
  const given = useInstalledSdk()

  test.each(HALVES)('with %s go on after the last one, whatever breaks the stream', async (half) => {
    const account = await given.service.account()
    const ready = async () => {
      const { body } = await account.createVideo()
      await account.untilStatus(body.id, 'ready')
      const { body: events } = await account.request('GET', `/webhooks/events?video_id=${body.id}`)
      return { id: String(body.id), event: String(events.data[0].id) }
    }
    const [first, second, third] = [await ready(), await ready(), await ready()]
    const way = await startWay(given.service.url)
    const after: (string | undefined)[] = []
    const noted =
      (met: Met): Met =>
      (request, ...rest) => (after.push(request.headers['last-event-id']?.toString()), met(request, ...rest))
    way.meet(/^\/events/u, noted(answers(503)), noted(brokenAfterEvent))
    const seen = await given.sdk.run({ half, url: way.url, key: account.key }, 'follow', 2, first.event)
    expect(seen).toEqual([
      [second.event, 'video.ready', second.id],
      [third.event, 'video.ready', third.id],
    ])
    expect(after).toEqual([first.event, first.event])
    await way.stop()
  })

  test.each(HALVES)('with %s are an error when the service refuses them', async (half) => {
    const run = { half, url: given.service.url, key: 'pv_live_wrong' }
    expect(await given.sdk.run(run, 'follow', 1)).toMatchObject({
      error: 'InvalidApiKeyError',
      code: 'invalid_api_key',
    })
  })
})
