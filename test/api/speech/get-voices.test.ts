import { describe, expect } from 'vitest'

import { test } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'

let service: TestService

test.beforeAll(({ defaultService }) => {
  service = defaultService
})

describe('200', () => {
  test('a new account has starred the voices that need no download', async () => {
    const account = await service.account()
    const { status, body } = await account.request('GET', '/voices')
    expect(status).toBe(200)
    expect(body).toMatchObject({ has_more: false, next_before: null })
    expect(body.data).toEqual([
      voice('Sarah', 'female', 'en-US', 'flite-slt'),
      voice('Robert', 'male', 'en-US', 'flite-rms'),
      voice('Alan', 'male', 'en-GB', 'flite-awb'),
    ])
  })

  test('each voice has a sample that is there for everyone, and may be kept for a day', async () => {
    const account = await service.account()
    const { body } = await account.request('GET', '/voices')
    for (const { preview_audio_url: link } of body.data) {
      const response = await fetch(link)
      expect(response.status).toBe(200)
      expect(response.headers.get('Content-Type')).toBe('audio/mp4')
      expect(response.headers.get('Cache-Control')).toBe('public, max-age=86400')
      const bytes = Buffer.from(await response.arrayBuffer())
      expect(bytes.subarray(4, 8).toString()).toBe('ftyp')
      expect(bytes.length).toBeLessThan(60_000)
    }
  })

  test('a voice that is not starred any more is gone, and starred again it is the same', async () => {
    const account = await service.account()
    const list = async () => (await account.request('GET', '/voices')).body.data
    const [first] = await list()
    expect(await service.app.voices.unstar(account.accountId, first.id)).toBe(true)
    expect(await list()).toHaveLength(2)
    await service.app.starVoice({ accountId: account.accountId, engineVoiceId: 'flite:slt' })
    expect(await list()).toContainEqual(first)
  })

  test('two accounts’ voices have different ids, and neither can take the other’s away', async () => {
    const [one, other] = [await service.account(), await service.account()]
    const idsOf = async (account: typeof one): Promise<string[]> =>
      (await account.request('GET', '/voices')).body.data.map(({ id }: { id: string }) => id)
    const [mine, theirs] = [await idsOf(one), await idsOf(other)]
    expect(new Set([...mine, ...theirs]).size).toBe(6)
    expect(await service.app.voices.unstar(one.accountId, theirs[0]!)).toBe(false)
    expect(await idsOf(other)).toEqual(theirs)
  })
})

function voice(name: string, gender: string, language: string, slug: string): object {
  return {
    id: expect.stringMatching(/^voc_[0-9a-z]{26}$/u),
    name,
    gender,
    language,
    quality: 'basic',
    preview_audio_url: `${service.url}/media/voices/${slug}/preview.m4a`,
  }
}
