import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { createTwinStudio } from '../../src/twins/twin-studio.ts'
import type { ChildTwinStudio } from '../../src/twins/twin-studio.ts'
import { openDecoder } from '../support/films/film-decoder.ts'
import type { SmallFilm } from '../support/films/hostile-films.ts'
import { quickStudio } from '../support/service/quick-studio.ts'
import { startTwin } from '../support/twin/recorded-twin.ts'
import type { RecordedTwin } from '../support/twin/recorded-twin.ts'
import { startTestService } from '../support/service/service.ts'
import type { TestService } from '../support/service/service.ts'
import { signedIn } from '../support/http/signed-in.ts'
import { ASKED_BY_LINK, takeOf } from '../support/twin/twin-making.ts'

let service: TestService
let studio: ChildTwinStudio
let folder: string
let films: ReturnType<typeof openDecoder>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-'))
  films = openDecoder()
  studio = createTwinStudio({ poolSize: 1 })
  service = await startTestService({ studio: { ...quickStudio(), twinStudio: studio } })
})
afterAll(async () => {
  await service.stop()
  await studio.close()
  await films.close()
  await rm(folder, { recursive: true, force: true })
})

async function recordingOf(accountId: string): Promise<RecordedTwin> {
  return startTwin(service, await signedIn(service, { accountId }))
}

const written = async (name: string, how: SmallFilm) => readFile(await films.write(join(folder, name), how))

test('an honest film is looked at although hostile ones of another account are there first', async () => {
  const hostile = await recordingOf((await service.account()).accountId)
  const honest = await recordingOf((await service.account()).accountId)
  const dense = await written('dense', {
    container: 'webm',
    codec: 'libvpx',
    width: 1280,
    height: 720,
    frames: 600,
    everyMs: 2,
  })
  const other = await written('codec', { codec: 'snow', frames: 30 })
  await hostile.record('silence', [dense])
  await hostile.record('turn', [other])
  await honest.record('silence', [
    await written('honest', { container: 'webm', codec: 'libvpx', frames: 60 }),
  ])
  for (const [twin, part] of [
    [hostile, 'silence'],
    [hostile, 'turn'],
    [honest, 'silence'],
  ] as const) {
    await expect.poll(async () => (await takeOf(twin, part)).status, ASKED_BY_LINK).not.toBe('checking')
  }
  const messages = async (twin: RecordedTwin, part: 'silence' | 'turn') =>
    (await takeOf(twin, part)).checks.map(({ message }: { message: string }) => message).join(' ')
  expect(await messages(hostile, 'silence')).toContain('more pictures or sounds a second')
  expect(await messages(hostile, 'turn')).toContain('cannot be read')
  // It shows no face, which its checks say: it was looked at.
  const checks = (await takeOf(honest, 'silence')).checks as { code: string; outcome: string }[]
  expect(checks.map(({ code }) => code)).toContain('one_face')
  expect(checks.map(({ code }) => code)).not.toContain('film')
  for (const twin of [hostile, honest]) await twin.close()
})
