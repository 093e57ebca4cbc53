import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { Browser } from 'playwright-core'

import { expectAccessible, hasBrowser, openBrowser, openPageOf, picture } from '../support/browser/browser.ts'
import { PATIENTLY } from '../support/run/patiently.ts'
import { signedIn } from '../support/http/signed-in.ts'
import { test } from '../support/service/default-service.ts'

let browser: Browser

beforeAll(async () => {
  if (hasBrowser()) browser = await openBrowser()
})
afterAll(() => browser?.close())

describe.runIf(hasBrowser())('what an operator sees of the processes', () => {
  test('names one that lacks something, with the reason, and one of a release that begins nothing new', async ({
    defaultService: service,
  }) => {
    const operator = await openPageOf(
      browser,
      service.url,
      await signedIn(service, await service.account(), { role: 'member', isOperator: true }),
    )
    // As processes tell of themselves. The service of this test is of no release, which is the current one.
    const text = `insert into processes (id, name, role, version, build_id, queues, lacks, started_at, seen_at) values
      ('full', 'full@studio', 'worker', '0.1.0', null, '{speech}',
        '[{"need": "disk", "why": "only 0 MB are free", "seconds": 90}]', now(), now()),
      ('older', 'older@studio', 'worker', '0.1.0', 'build-1', '{speech}', '[]', now(), now() + interval '5 minutes')`
    await service.query(text)
    try {
      await operator.goto('/operations')
      const rows = operator.getByRole('list', { name: 'Processes' }).getByRole('listitem')
      const full = rows.filter({ hasText: 'full@studio' })
      await full.getByText('Lacks something').waitFor()
      expect(await full.textContent()).toMatch(/Lacks disk since .*: only 0 MB are free/u)
      const older = rows.filter({ hasText: 'older@studio' })
      await older.getByText('Not current').waitFor()
      expect(await older.textContent()).toContain('release build-1')
      await rows.filter({ hasText: 'Works' }).first().waitFor()
      await expectAccessible(operator)
      await older.scrollIntoViewIfNeeded()
      await picture(operator, 'operations-processes-desktop')
      expect(operator.faults).toEqual([])
    } finally {
      await service.query(`delete from processes where name like '%@studio'`)
    }
  })

  test('names the cause of a failed video, its step, the worker and what the error said', async ({
    defaultService: service,
  }) => {
    const { accountId } = await service.account()
    const tests = await service.testData(accountId)
    const { body } = await tests.createVideo({ title: 'Came to nothing', script: '[test:fail:draw]' })
    // As if it had not been asked to: a part that is away for half an hour takes as long.
    const note = `update video_failures set cause = 'store', step = 'drawSegment', worker = '7@studio',
      detail = 'the media store: AccessDenied' where video_id = $1 returning video_id`
    await expect.poll(() => service.query(note, [body.id]), PATIENTLY).toHaveLength(1)
    const operator = await openPageOf(
      browser,
      service.url,
      await signedIn(service, { accountId }, { role: 'member', isOperator: true }),
    )
    await operator.goto('/operations')
    const rows = operator.getByRole('list', { name: 'Failed since yesterday' }).getByRole('listitem')
    const row = rows.filter({ hasText: 'Came to nothing' })
    await row.getByText('Cause: the media store · step drawSegment · worker 7@studio').waitFor()
    await row.getByText('the media store: AccessDenied').waitFor()
    await expectAccessible(operator)
    expect(operator.faults).toEqual([])
  })
})
