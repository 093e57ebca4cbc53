import { once } from 'node:events'

import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, describe, expect } from 'vitest'

import { dataOf, REVISIONS } from '../../api/mcp/agent.ts'
import { installCommandLine } from '../../support/sdk/command-line.ts'
import type { InstalledCommandLine } from '../../support/sdk/command-line.ts'
import { test } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'
import { startWay } from '../../support/sdk/way.ts'

let service: TestService
let commandLine: InstalledCommandLine
let account: Awaited<ReturnType<TestService['account']>>
test.beforeAll(async ({ defaultService }) => {
  service = defaultService
  account = await service.account('scale')
  commandLine = await installCommandLine()
})
afterAll(() => commandLine.remove())

describe('doctor', () => {
  /** What it says of each thing that it looked at. */
  async function examined(call: { url?: string; key?: string }) {
    const { code, stdout } = await commandLine.run(['doctor'], {
      url: service.url,
      key: account.key,
      ...call,
    })
    const { ok, checks } = JSON.parse(stdout)
    return { code, ok, checks: checks as { name: string; ok: boolean; message: string }[] }
  }
  const wrongIn = ({ checks }: Awaited<ReturnType<typeof examined>>) =>
    checks.filter(({ ok }) => !ok).map(({ name }) => name)

  test('finds that all is well, and shows no key', async () => {
    const well = await examined({})
    expect(well).toMatchObject({ code: 0, ok: true })
    expect(well.checks.map(({ name }) => name)).toEqual(['address', 'key', 'clock', 'version', 'webhook'])
    expect(JSON.stringify(well)).not.toContain(account.key)
    expect(JSON.stringify(well)).toContain(account.accountId)
  })

  test('names a wrong address, a wrong key, and a service without this package', async () => {
    const nobody = await examined({ url: 'http://127.0.0.1:1' })
    expect([nobody.code, wrongIn(nobody)]).toEqual([1, ['address']])
    const elsewhere = await examined({ url: `${service.url}/docs` })
    expect([elsewhere.code, wrongIn(elsewhere)]).toEqual([1, ['address']])
    const stranger = await examined({ key: 'pv_live_wrong' })
    expect([stranger.code, wrongIn(stranger)]).toEqual([3, ['key']])
    expect(stranger.checks[1]?.message).toContain('mistyped or unknown')
    expect((await commandLine.run(['doctor'])).code).toBe(3)
  })

  test('names a clock that is wrong, and a webhook that is disabled', async () => {
    const way = await startWay(service.url)
    way.always(/^\/me/u, async (_, response, real) => {
      const answer = await real()
      const date = new Date(Date.now() - 600_000).toUTCString()
      response.writeHead(answer.status, { date, 'content-type': 'application/json' }).end(await answer.text())
    })
    way.always(/^\/sdk/u, (_, response) => void response.writeHead(404).end())
    way.always(/^\/webhooks\/endpoint/u, async (_, response, real) => {
      const endpoint = { ...((await (await real()).json()) as object), url: 'https://hooks.example.com' }
      const body = { ...endpoint, status: 'disabled', disabled_because: 'gone' }
      response
        .writeHead(200, { date: new Date(Date.now() - 600_000).toUTCString() })
        .end(JSON.stringify(body))
    })
    const sick = await examined({ url: way.url })
    expect([sick.code, wrongIn(sick)]).toEqual([1, ['clock', 'version', 'webhook']])
    expect(sick.checks[2]?.message).toMatch(/^\d+ seconds ahead of that of the service/u)
    expect(sick.checks[4]?.message).toContain('disabled (gone)')
    await way.stop()
  })
})

describe.each(REVISIONS)('mcp, with an agent that speaks revision $revision', ({ revision, mode }) => {
  test('has a video made by the tools of the service, and hears how far it is', async () => {
    const agent = new Client({ name: 'test-agent', version: '1.0.0' }, { versionNegotiation: { mode } })
    const env = commandLine.environment({ url: service.url, key: account.key })
    await agent.connect(new StdioClientTransport({ command: commandLine.program, args: ['mcp'], env }))
    expect(agent.getNegotiatedProtocolVersion()).toBe(revision)
    expect((await agent.listTools()).tools.map(({ name }) => name)).toContain('wait_for_video')
    const input = { script: 'Hello there.', presenter_id: 'maya' }
    const { id } = dataOf(await agent.callTool({ name: 'create_video', arguments: input }))
    const waiting = { name: 'wait_for_video', arguments: { id } }
    const waited = await agent.callTool(waiting, { onprogress: () => {} })
    expect(dataOf(waited)).toMatchObject({ id, status: 'ready' })
    await agent.close()
  })
})

describe('mcp', () => {
  /** What it answers to lines, after which its input ends. */
  async function answers(key: string, lines: readonly unknown[], url = service.url) {
    const input = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
    const { code, stdout } = await commandLine.run(['mcp'], { url, key, input })
    expect(code).toBe(0)
    return stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  }
  const ping = { jsonrpc: '2.0', id: 7, method: 'ping' }

  test('tells the agent what is wrong, and answers what comes after', async () => {
    expect(await answers('pv_live_wrong', ['{', ping])).toEqual([
      { jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'This line is not JSON.' } },
      {
        jsonrpc: '2.0',
        id: 7,
        error: expect.objectContaining({ message: expect.stringContaining('mistyped or unknown') }),
      },
    ])
    const [unreachable] = await answers(account.key, [ping], 'http://127.0.0.1:1')
    expect(unreachable.error.message).toContain('cannot be reached')
  })

  test('starts only with a key', async () => {
    const { child, ended } = commandLine.start(['mcp'])
    await once(child, 'close')
    expect((await ended()).code).toBe(3)
  })
})
