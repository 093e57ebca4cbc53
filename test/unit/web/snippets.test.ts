import { execFile, spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { EMPTY_DRAFT, requestBody } from '../../../web/src/new-video/draft/draft.ts'
import type { Draft } from '../../../web/src/new-video/draft/draft.ts'
import { snippet } from '../../../web/src/new-video/snippets.ts'
import type { Language } from '../../../src/domain/video/request-snippet.ts'
import { isLeftOut } from '../../support/run/left-out.ts'

const run = promisify(execFile)

/** How a person would run what they pasted. */
const RUN: Readonly<Record<Language, (code: string) => [file: string, args: string[]]>> = {
  curl: (code) => ['sh', ['-c', code]],
  Node: (code) => [process.execPath, ['--input-type=module', '-e', code]],
  Python: (code) => ['python3', ['-c', code]],
}

/** Scripts that break a request whose quoting is not right. */
const HOSTILE = {
  quotes: `It's "quoted", it''s \`ticked\`, and '"'"' too.`,
  'line breaks': 'One\nTwo\r\nThree\n\n\tFour',
  emoji: 'Hello 👋🏽 👩‍👩‍👧 — naïve café, 日本語, عربى',
  'shell words': 'Costs $5, $HOME, ${HOME}, $(id), `id`, !! and %s; rm -rf ~ && echo * | cat > x #',
  backslashes: 'A \\ B \\\\ C \\n D \\\' E \\" F \\u0041 \\${x} \\',
  'code of other languages': '{{x}} {0} {x!r} f"{1}" """ \'\'\' ${`x`} </script> <!-- // /* */',
  'line ends of Unicode': 'A\u2028B\u2029C\u0085D',
  'a heredoc': "EOF\n'EOF'\n@file --data-raw -d",
}

let server: Server
let apiUrl: string
const received: { body: unknown; headers: IncomingHttpHeaders; url: string | undefined }[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString())
      received.push({ body, headers: request.headers, url: request.url })
      response.writeHead(202, { 'Content-Type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`
})
afterAll(() => server.close())
beforeEach(() => void received.splice(0))

const isInstalled = (program: string) => spawnSync(program, ['--version']).status === 0

async function sentBy(language: Language, draft: Partial<Draft>) {
  const body = requestBody({ ...EMPTY_DRAFT, who: { kind: 'presenter', id: 'maya' }, ...draft })
  const [file, args] = RUN[language](snippet(language, { apiUrl, body, idempotencyKey: 'key-1' }))
  await run(file, args, { env: { ...process.env, PRESENTER_API_KEY: 'pv_test' } })
  return { body, sent: received.at(-1) }
}

describe.each(['curl', 'Node', 'Python'] as const)('the request in %s', (language) => {
  const program = { curl: 'curl', Node: process.execPath, Python: 'python3' }[language]
  const tool = isInstalled(program) ? {} : { missing: `install ${program}.` }
  const isThere = !isLeftOut(`The request of a new video in ${language}`, tool)

  test.skipIf(!isThere).each(Object.entries(HOSTILE))(
    'sends a script with %s as it is',
    async (_, script) => {
      const { body, sent } = await sentBy(language, { script })

      expect(sent?.body).toEqual(body)
      expect(sent?.body).toHaveProperty('script', script)
    },
  )

  test.skipIf(!isThere)('sends key, idempotency key and all that was chosen', async () => {
    const { sent } = await sentBy(language, {
      script: 'Hello.',
      title: `O'Hara's "title"`,
      nameCard: 'custom',
      cardTitle: `D'Arcy \\ "Co"`,
      background: 'colour',
      colour: '#102030',
      captions: 'burned',
    })

    expect(sent?.url).toBe('/api/v1/videos')
    expect(sent?.headers).toMatchObject({
      authorization: 'Bearer pv_test',
      'content-type': 'application/json',
      'idempotency-key': 'key-1',
    })
    expect(sent?.body).toEqual({
      script: 'Hello.',
      presenter_id: 'maya',
      title: `O'Hara's "title"`,
      options: {
        background: { colour: '#102030' },
        captions: 'burned',
        name_card: { title: `D'Arcy \\ "Co"` },
      },
      queue: true,
    })
  })

  test.skipIf(!isThere)('can switch the name card off', async () => {
    const { sent } = await sentBy(language, { script: 'Hello.', nameCard: 'none' })
    expect(sent?.body).toMatchObject({ options: { name_card: false } })
  })
})

describe('a draft', () => {
  const withWho = { ...EMPTY_DRAFT, script: 'Hello.', who: { kind: 'twin', id: 'twin_1' } } as const

  test('asks for nothing that is as usual', () => {
    expect(requestBody(withWho)).toEqual({
      script: 'Hello.',
      twin_id: 'twin_1',
      title: 'Hello.',
      queue: true,
    })
  })

  test('leaves out what is not finished yet', () => {
    const unfinished = {
      background: 'picture',
      pictureUrl: 'https:/',
      brandColour: '#12',
      nameCard: 'custom',
    } as const
    expect(requestBody({ ...withWho, ...unfinished, pictureUrl: 'example' })).not.toHaveProperty('options')
  })
})
