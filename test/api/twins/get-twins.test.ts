import { describe, expect } from 'vitest'

import { addTwin } from '../../support/service/cast.ts'
import { test } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'

let service: TestService

test.beforeAll(({ defaultService }) => {
  service = defaultService
})

describe('200', () => {
  test('an account without twins has an empty list', async () => {
    const account = await service.account()
    const { status, body } = await account.request('GET', '/twins')
    expect(status).toBe(200)
    expect(body).toEqual({ data: [], has_more: false, next_before: null })
  })

  test('a ready twin has the seven members of the specification', async () => {
    const account = await service.account()
    const twin = await addTwin(service, account, { name: 'Anna Berg' })
    const { body } = await account.request('GET', '/twins')
    expect(body.data).toEqual([
      {
        id: twin.id,
        name: 'Anna Berg',
        status: 'ready',
        usable_in_videos: true,
        thumbnail_url: `${service.url}/media/presenters/maya/thumbnail.jpg`,
        preview_video_url: `${service.url}/media/presenters/maya/preview.mp4`,
        voice_name: 'Robert',
      },
    ])
    expect(twin.id).toMatch(/^twn_[0-9a-z]{26}$/u)
  })

  test('a twin that is building is not usable and has no picture yet', async () => {
    const account = await service.account()
    await addTwin(service, account, { status: 'building' })
    expect((await account.request('GET', '/twins')).body.data[0]).toMatchObject({
      status: 'building',
      usable_in_videos: false,
      thumbnail_url: null,
      preview_video_url: null,
    })
  })

  test('what is usable follows the plan, at once', async () => {
    const account = await service.account('free')
    await addTwin(service, account)
    const usable = async () => (await account.request('GET', '/twins')).body.data[0].usable_in_videos
    expect(await usable()).toBe(false)
    await service.app.changePlan({ accountId: account.accountId, planId: 'starter' })
    expect(await usable()).toBe(true)
  })

  test('twins come in the order they were made, without deleted ones and those of others', async () => {
    const account = await service.account()
    const made = []
    for (const name of ['One', 'Two', 'Three']) made.push(await addTwin(service, account, { name }))
    await addTwin(service, await service.account(), { name: 'Other' })
    await service.app.twins.delete(account.accountId, made[1]!.id)
    const { body } = await account.request('GET', '/twins')
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['One', 'Three'])
  })
})

describe('a twin is not made', () => {
  test.each([
    [{ presenterId: 'nobody' }, 'There is no presenter "nobody". Presenters: maya, omar'],
    [{ engineVoiceId: 'nobody' }, 'There is no voice "nobody". Voices: flite:slt, flite:rms, flite:awb'],
    [{ accountId: 'acc_nobody' }, 'There is no account "acc_nobody"'],
    [{ name: ' ' }, 'name: This field must not be empty.'],
    [{ name: 'x'.repeat(61) }, 'name: At most 60 characters.'],
  ])('with %j, and the operator is told why', async (other, message) => {
    await expect(addTwin(service, await service.account(), other)).rejects.toThrow(message)
  })
})
