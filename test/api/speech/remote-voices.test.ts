import { afterAll, beforeAll, expect, test } from 'vitest'

import type { RemoteVoice } from '../../../src/domain/speech/remote-speech.ts'
import { readConfig } from '../../../src/config/config.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'

const ALLOY: RemoteVoice = {
  id: 'openai:alloy',
  engine: 'openai',
  engineVoice: 'alloy',
  name: 'Alloy',
  gender: 'neutral',
  language: 'en-US',
  quality: 'neural',
  hasSample: false,
}

let service: TestService

beforeAll(async () => {
  const { remoteSpeech } = readConfig({})
  service = await startTestService({ config: { remoteSpeech: { ...remoteSpeech, voices: [ALLOY] } } })
})
afterAll(() => service.stop())

test('a speech server’s voice is an account’s once it is starred, and speaks where it is named', async () => {
  const account = await service.account()
  const listed = async (): Promise<{ name: string; id: string }[]> =>
    (await account.request('GET', '/voices')).body.data
  expect((await listed()).map(({ name }) => name)).not.toContain('Alloy')
  await service.app.starVoice({ accountId: account.accountId, engineVoiceId: 'openai:alloy' })
  const alloy = (await listed()).find(({ name }) => name === 'Alloy')
  expect(alloy).toMatchObject({ gender: 'neutral', language: 'en-US', preview_audio_url: null })
  const { body } = await account.createVideo({ voice_id: alloy?.id })
  await account.untilStatus(body.id, 'ready')
  const rows = await service.query('select engine_voice_id from videos where id = $1', [body.id])
  expect(rows).toEqual([{ engine_voice_id: 'openai:alloy' }])
})
