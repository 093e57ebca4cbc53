import { afterAll, describe, expect } from 'vitest'

import { BOUNDS } from '../../../src/admission/admission.ts'
import type { Bounds } from '../../../src/admission/admission.ts'
import { filled } from '../../support/http/console-world.ts'
import { EVERY_ENDPOINT } from '../../support/http/every-endpoint.ts'
import { signedIn } from '../../support/http/signed-in.ts'
import { test } from '../../support/service/default-service.ts'

const NO_PLACE = { least: 0, initial: 0, most: 0, aimMs: 1_000, longestWaitMs: 0 }
const NO_PLACES = Object.fromEntries(Object.keys(BOUNDS).map((kind) => [kind, NO_PLACE])) as unknown as Bounds

/** Every endpoint that says that its work is bounded. */
const BOUNDED = EVERY_ENDPOINT.filter(({ bound }) => bound !== undefined)

describe('where work is bounded, it is refused at once when there is no place for it:', () => {
  const stops: (() => Promise<void>)[] = []

  /** An API that has a place for nothing, and somebody who may do everything. */
  let asked: Promise<{ url: string; key: string; cookie: string; videoId: string }> | undefined

  afterAll(async () => {
    for (const stop of stops) await stop()
  })

  test('every kind of it has an endpoint', () => {
    expect(new Set(BOUNDED.map(({ bound }) => bound))).toEqual(new Set(Object.keys(BOUNDS)))
  })

  test.for(BOUNDED)('$method $path', async ({ method, path, below, body }, { defaultService: service }) => {
    asked ??= (async () => {
      const account = await service.account()
      const { cookie } = await signedIn(service, account)
      const video = await account.createVideo({ queue: true })
      const { url, stop } = await service.startApi({ bounds: NO_PLACES })
      stops.push(stop)
      return { url, key: account.key, cookie, videoId: String(video.body.id) }
    })()
    const { url, key, cookie, videoId } = await asked
    const answer = await fetch(url + below + filled(path, { id: videoId }), {
      method,
      headers: {
        'Content-Type': 'application/json',
        ...(below === '/api/v1' ? { Authorization: `Bearer ${key}` } : { Cookie: cookie, Origin: url }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    await answer.arrayBuffer()
    expect(answer.status).toBe(503)
    expect(answer.headers.get('Retry-After')).toMatch(/^[1-9]\d*$/u)
  })
})
