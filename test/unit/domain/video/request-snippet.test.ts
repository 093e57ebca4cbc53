import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { LANGUAGES, requestSnippet } from '../../../../src/domain/video/request-snippet.ts'
import type { Language } from '../../../../src/domain/video/request-snippet.ts'
import { runCommand } from '../../../../src/process/run-command.ts'
import { isLeftOut } from '../../../support/run/left-out.ts'

/** How a person would run what they pasted. */
const RUN: Readonly<Record<Language, (code: string) => [command: string, args: string[]]>> = {
  curl: (code) => ['sh', ['-c', code]],
  Node: (code) => [process.execPath, ['--input-type=module', '-e', code]],
  Python: (code) => ['python3', ['-c', code]],
}

/** What an API is asked in all the ways that ours is. */
const REQUESTS = [
  { method: 'GET' },
  { method: 'DELETE' },
  { method: 'POST' },
  { method: 'POST', body: { script: "It's here." }, idempotencyKey: 'key-1' },
  { method: 'PUT', body: { say_as: 'nwin', nothing: null, is_so: true } },
  { method: 'POST', body: { items: [{ script: 'One.' }, { script: 'Two.' }], types: ['a', 'b'] } },
] as const

const sent: { method?: string | undefined; body: string; headers: Record<string, unknown> }[] = []
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    sent.push({ method: request.method, body, headers: request.headers })
    response.setHeader('Content-Type', 'application/json').end('{"is_seen":true}')
  })
})
let url: string

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/things/a%20b`
})
afterAll(() => server.close())

const there = new Set<Language>()
for (const language of LANGUAGES) {
  const program = language === 'curl' ? 'curl' : RUN[language]('')[0]
  const { ok } = await runCommand(program, ['--version'])
  const tool = ok ? {} : { missing: `install ${program}.` }
  if (!isLeftOut(`Requests in ${language}`, tool)) there.add(language)
}

describe.each(LANGUAGES)('in %s', (language) => {
  test.skipIf(!there.has(language)).each(REQUESTS)(
    '$method with $body is sent as it is described',
    async (request) => {
      const [command, args] = RUN[language](requestSnippet(language, { ...request, url }))
      const result = await runCommand(command, args, { extraEnv: { PRESENTER_API_KEY: 'pv_test' } })
      expect(result.ok, result.output).toBe(true)
      expect(result.output).toMatch(/is_seen/u)
      const seen = sent.at(-1)
      const { body, idempotencyKey } = { body: undefined, idempotencyKey: undefined, ...request }
      expect(seen?.method).toBe(request.method)
      expect(seen?.headers).toMatchObject({ authorization: 'Bearer pv_test' })
      expect(seen?.headers['idempotency-key']).toBe(idempotencyKey)
      expect(seen?.body === '' ? undefined : JSON.parse(seen?.body ?? '')).toEqual(body)
    },
  )
})
