import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { MOST_LASTING } from '../../../src/api/lasting/lasting-slots.ts'
import { followEvents } from '../../support/http/follow-events.ts'
import { heldStudio } from '../../support/service/held-studio.ts'
import { signedIn } from '../../support/http/signed-in.ts'
import type { SignedInPerson } from '../../support/http/signed-in.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'

describe('GET /api/console/changes', () => {
  let service: TestService
  const studio = heldStudio()

  beforeAll(async () => {
    service = await startTestService({ studio })
  })
  afterAll(async () => {
    studio.release()
    await service.stop()
  })

  const follow = ({ cookie }: Pick<SignedInPerson, 'cookie'>) =>
    followEvents(`${service.url}/api/console/changes`, { Cookie: cookie, Origin: service.url })

  test('is told of the account’s videos as they are made from its beginning on, and of no other', async () => {
    studio.hold()
    const [account, other] = [await service.account(), await service.account()]
    const [person, stranger] = [await signedIn(service, account), await signedIn(service, other)]
    const [mine, theirs] = [await follow(person), await follow(stranger)]
    expect(mine.response.headers.get('Content-Type')).toBe('text/event-stream; charset=utf-8')
    expect(mine.response.headers.get('Cache-Control')).toBe('no-store, no-transform')
    expect(mine.response.headers.get('X-Accel-Buffering')).toBe('no')
    await expect.poll(mine.text).toBe('retry: 2000\n\n')
    const { body } = await account.createVideo()
    await expect.poll(() => mine.events().at(-1)?.data).toMatchObject({ id: body.id, is_deleted: false })
    studio.release()
    await account.untilStatus(body.id, 'ready')
    await expect.poll(() => mine.events().at(-1)?.data).toMatchObject({ status: 'ready', progress: 100 })
    await account.request('DELETE', `/videos/${body.id}`)
    expect(mine.events().every(({ data }) => data.id === body.id)).toBe(true)
    expect(theirs.events()).toEqual([])
    mine.leave()
    theirs.leave()
  })

  test(`a person has ${MOST_LASTING} of them at a time, and a place again when one has ended`, async () => {
    const person = await signedIn(service, await service.account())
    const open = await Promise.all(Array.from({ length: MOST_LASTING }, () => follow(person)))
    expect(open.every(({ response }) => response.ok)).toBe(true)
    const refused = await follow(person)
    expect(refused.response.status).toBe(429)
    expect(refused.response.headers.get('Retry-After')).toBe('1')
    open[0]!.leave()
    await expect
      .poll(async () => {
        const again = await follow(person)
        again.leave()
        return again.response.status
      })
      .toBe(200)
    for (const { leave } of open) leave()
  })

  test('nobody is told who is not signed in', async () => {
    const nobody = await follow({ cookie: '' })
    expect(nobody.response.status).toBe(401)
  })
})

test('streams end when the service stops, which does not wait for those who listen', async () => {
  const service = await startTestService()
  const person = await signedIn(service, await service.account())
  const response = await fetch(`${service.url}/api/console/changes`, {
    headers: { Cookie: person.cookie, Origin: service.url },
  })
  const text = response.text()
  await service.stop()
  expect(await text).toContain('retry: 2000')
})
