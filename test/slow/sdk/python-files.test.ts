import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { describe, expect } from 'vitest'

import { test } from '../../support/service/default-service.ts'
import { HALVES, hasNoPython, useInstalledSdk } from '../../support/sdk/python-programs.ts'
import { answers, brokenAfter, startWay } from '../../support/sdk/way.ts'

describe.skipIf(hasNoPython)('a file that the Python SDK saves', () => {
  const given = useInstalledSdk()

  test.each(HALVES)('with %s is whole, although its link expires and connections break', async (half) => {
    const account = await given.service.account()
    const { body } = await account.createVideo()
    const { video_url } = await account.untilStatus(body.id, 'ready')
    const way = await startWay(given.service.url)
    const ranges: (string | undefined)[] = []
    way.meet(
      /^\/media\//u,
      answers(503),
      (request, ...rest) => (ranges.push(request.headers.range), brokenAfter(100)(request, ...rest)),
      answers(404),
      (request, ...rest) => (ranges.push(request.headers.range), brokenAfter(50)(request, ...rest)),
    )
    const file = join(given.sdk.folder, `${half}.mp4`)
    expect(await given.sdk.run({ half, url: way.url, key: account.key }, 'download', body.id, file)).toBe(
      true,
    )
    await way.stop()
    expect(ranges).toEqual([undefined, 'bytes=100-'])
    const served = await (await fetch(video_url)).arrayBuffer()
    expect((await readFile(file)).equals(Buffer.from(served))).toBe(true)
  })
})
