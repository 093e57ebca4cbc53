import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { pathToFileURL } from 'node:url'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { forkChild } from '../../../../src/children/fork-child.ts'
import { filmParts } from '../../../../src/twins/decode/film-parts.ts'
import type { FilmPart } from '../../../../src/twins/decode/film-parts.ts'
import { headerOf } from '../../../../src/twins/decode/messages.ts'
import type { MessageKind } from '../../../../src/twins/decode/messages.ts'
import { confinedTo } from '../../../../src/twins/decode/open-film.ts'

/** What a decoder that was taken over would try first. */
const TRIES = `
import { readFileSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { Worker } from 'node:worker_threads'
const tried = (what) => {
  try {
    what()
    return 'done'
  } catch ({ code, name }) {
    return code ?? name
  }
}
const { file } = JSON.parse(process.argv[2])
process.send({
  film: tried(() => readFileSync(file)),
  otherFile: tried(() => readFileSync(file + '.other')),
  passwords: tried(() => readFileSync('/etc/hosts')),
  writing: tried(() => writeFileSync(file, '')),
  program: tried(() => spawnSync(process.execPath, ['--version'])),
  thread: tried(() => new Worker('', { eval: true })),
  compiler: typeof WebAssembly,
  environment: Object.keys(process.env).filter((name) => /KEY|URL|SECRET|TOKEN|PASSWORD/.test(name)),
})
`

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'confined-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a decoder reads its film and our modules alone, and starts, writes and compiles nothing', async () => {
  const [file, program] = [join(folder, 'take.film'), join(folder, 'tries.mjs')]
  for (const one of [file, `${file}.other`]) await writeFile(one, 'film')
  await writeFile(program, TRIES)
  const confined = confinedTo({ file, want: 'take' })
  const child = forkChild(pathToFileURL(program), {
    ...confined,
    mayRead: [...(confined.mayRead ?? []), program],
  })
  const [found] = (await once(child, 'message')) as [object]
  child.kill('SIGKILL')
  const denied = 'ERR_ACCESS_DENIED'
  expect(found).toEqual({
    film: 'done',
    otherFile: denied,
    passwords: denied,
    writing: denied,
    program: denied,
    thread: denied,
    compiler: 'undefined',
    environment: [],
  })
})

describe('what a decoder says is believed as far as a film of a camera goes:', () => {
  const JOB = { file: 'take.film', want: 'take' } as const
  const FACTS = { seconds: 2, pictures: 60, picturesAtOnce: 30, others: 100 }

  type Said = readonly [
    kind: MessageKind,
    payload?: object | Buffer,
    numbers?: readonly number[],
    cpuMs?: number,
  ]

  /** Hears what a decoder says, from its first message to its last. */
  async function hear(...said: readonly Said[]): Promise<FilmPart[]> {
    const pipe = new PassThrough()
    for (const [kind, payload = Buffer.alloc(0), numbers = [], cpuMs = 10] of said) {
      const bytes = Buffer.isBuffer(payload) ? payload : Buffer.from(JSON.stringify(payload))
      pipe.write(Buffer.concat([headerOf(kind, numbers, cpuMs, bytes.length), bytes]))
    }
    pipe.end()
    const parts: FilmPart[] = []
    for await (const part of filmParts(pipe, JOB, { onMessage: () => undefined })) parts.push(part)
    return parts
  }

  test('facts within the bounds', async () => {
    expect(await hear(['alive'], ['facts', FACTS], ['done'])).toEqual([{ kind: 'facts', count: FACTS }])
  })

  test.each([
    ['a film that is too long', { ...FACTS, seconds: 181 }, /longer than 3 minutes/u],
    ['a length that is no number', { ...FACTS, seconds: 'NaN' }, /longer than 3 minutes/u],
    ['more pictures than a camera gives', { ...FACTS, pictures: 1_000 }, /more pictures or sounds/u],
    ['pictures that are no number', { seconds: 2 }, /more pictures or sounds/u],
    ['more of them in one second', { ...FACTS, picturesAtOnce: 141 }, /more pictures or sounds/u],
    ['facts that are no facts', Buffer.from('[1'), /longer than 3 minutes/u],
  ])('%s: refused', async (_, facts, sentence) => {
    await expect(hear(['facts', facts], ['done'])).rejects.toMatchObject({
      name: 'TakeUnusable',
      message: expect.stringMatching(sentence) as string,
    })
  })

  test('a sentence of its own is shown to nobody', async () => {
    const said = { name: 'TakeUnusable', message: 'Call +1 555 0100 now.' }
    await expect(hear(['failed', said])).rejects.toMatchObject({
      name: 'TakeUnusable',
      message: expect.stringContaining('cannot be read') as string,
    })
    const known = 'The recording has no sound. Choose another microphone and record this part again.'
    await expect(hear(['failed', { name: 'TakeUnusable', message: known }])).rejects.toThrow(known)
  })

  test('what it says of a fault cannot steer a terminal, and is short', async () => {
    const said = { name: '\u001b[2J', message: `\u202e${'x'.repeat(3_000)}` }
    const failure = await hear(['failed', said]).catch((error: Error) => error)
    expect(failure).toBeInstanceOf(Error)
    expect((failure as Error).message).toMatch(/^[ -~]{50,300}$/u)
  })

  test('more seconds of a processor than its film is long end it', async () => {
    await expect(hear(['facts', FACTS], ['alive', Buffer.alloc(0), [], 71_000])).rejects.toThrow(
      /too long to look at/u,
    )
  })

  test('a picture that is larger or smaller than it says is none', async () => {
    const picture = Buffer.alloc(64 * 64 + 3 * 16 * 16)
    const sizes = [1, 64, 64, 16, 16]
    expect(await hear(['facts', FACTS], ['picture', picture, sizes], ['done'])).toHaveLength(2)
    for (const wrong of [
      [1, 64, 63, 16, 16],
      [0, 64, 64, 16, 16],
      [1, 64, 64, 65, 16],
      [1, 100_000, 100_000, 16, 16],
    ]) {
      await expect(hear(['facts', FACTS], ['picture', picture, wrong])).rejects.toThrow(/must not say/u)
    }
  })

  test('more frames than three minutes have are none of a film', async () => {
    const picture = Buffer.alloc(64 * 64 + 3 * 16 * 16)
    await expect(hear(['facts', FACTS], ['picture', picture, [6_000, 64, 64, 16, 16]])).rejects.toThrow(
      /cannot be read/u,
    )
  })

  test('a message that announces more than any film has is not waited for', async () => {
    const pipe = new PassThrough()
    pipe.write(headerOf('sound', [], 10, 2 ** 31))
    const heard = filmParts(pipe, JOB, { onMessage: () => undefined })
    await expect(heard.next()).rejects.toThrow(/announced more/u)
  })

  test('an end that it does not announce is no end of the film', async () => {
    await expect(hear(['facts', FACTS])).rejects.toThrow(/ended before the film did/u)
  })
})
