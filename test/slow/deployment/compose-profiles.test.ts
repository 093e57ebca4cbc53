import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

import { followStartGuide } from '../../support/compose/start-guide.ts'
import { startStack } from '../../support/compose/stack.ts'
import type { Stack } from '../../support/compose/stack.ts'
import { isLeftOut } from '../../support/run/left-out.ts'
import { createTestClient } from '../../support/service/client.ts'
import { findPrometheus } from '../../support/tools/prometheus.ts'

const programs = inject('composePrograms')
const versitygw = inject('versitygw')
const hasPrometheus = !isLeftOut('The profile for monitoring', findPrometheus('prometheus'))
const START = followStartGuide('--storage', 'http://localhost:7070', '--monitoring')
const SLOWLY = { timeout: 120_000, interval: 500 }
/** A key may ask 60 times a minute. */
const WITHIN_RATE = { timeout: 120_000, interval: 2_000 }
const SIGN_IN = { email: 'you@example.com', password: 'correct horse battery staple' }

/** What Prometheus answers about a series: its labels, and its value now. */
interface Sample {
  readonly metric: Readonly<Record<string, string>>
  readonly value: readonly [number, string]
}

describe.skipIf('missing' in programs || versitygw === null || !hasPrometheus)('with both profiles', () => {
  let stack: Stack

  beforeAll(async () => {
    if ('missing' in programs) return
    stack = await startStack({
      file: 'docker-compose.yml',
      env: (apiPort) => ({
        ...START.env,
        PUBLIC_URL: `http://127.0.0.1:${apiPort}`,
        // The neural voices are not what is tested here.
        SPEECH_ENGINE: 'flite',
      }),
      ...programs,
      versitygw: versitygw!,
    })
    await stack.up
  })
  afterAll(() => stack?.stop())

  async function ask(path: string, body: object, cookie = ''): Promise<Response> {
    const headers = { Origin: stack.apiUrl, 'Content-Type': 'application/json', Cookie: cookie }
    const answer = await fetch(stack.apiUrl + path, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(answer.status, `${path}: ${await answer.clone().text()}`).toBe(200)
    return answer
  }

  /** What a person does with the link that the log of the API ends with. */
  async function keyByTheLink(): Promise<string> {
    const link = () => /"setup":"([^"]+)"/u.exec(stack.logs('api'))?.[1] ?? ''
    await expect.poll(link, SLOWLY).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/setup#[0-9a-f]{32}$/u)
    await ask('/api/console/setup', {
      ...SIGN_IN,
      name: 'Kim',
      account_name: 'Acme',
      code: link().split('#')[1],
    })
    const session = await ask('/api/auth/sign-in/email', SIGN_IN)
    const cookie = session.headers.getSetCookie().map((line) => line.split(';')[0])
    const made = await ask('/api/console/keys', { name: 'Website' }, cookie.join('; '))
    return ((await made.json()) as { key: string }).key
  }

  async function metrics(query: string): Promise<Sample[]> {
    const answer = await fetch(`${stack.prometheusUrl}/api/v1/query?query=${encodeURIComponent(query)}`)
    return ((await answer.json()) as { data: { result: Sample[] } }).data.result
  }

  test('the link in the log leads to a key, whose video is in the object store', async () => {
    const client = createTestClient(stack.apiUrl, await keyByTheLink())
    const create = () =>
      client.createVideo({ script: 'Hello from the object store.', idempotency_key: 'the-first-one' })
    await expect.poll(async () => (await create()).status, WITHIN_RATE).toBe(202)
    const { body } = await create()
    const look = async () => (await client.request('GET', `/videos/${body.id}`)).body
    await expect.poll(async () => (await look()).status, WITHIN_RATE).toBe('ready')
    const moved = await fetch((await look()).video_url, { redirect: 'manual' })
    expect(moved.status).toBe(302)
    const direct = new URL(moved.headers.get('Location')!)
    expect(direct.port).not.toBe(new URL(stack.apiUrl).port)
    expect(direct.pathname).toMatch(/^\/media\/videos\//u)
    const film = await fetch(direct)
    expect([film.status, film.headers.get('Content-Type')]).toEqual([200, 'video/mp4'])
    expect((await film.arrayBuffer()).byteLength).toBeGreaterThan(50_000)
  })

  test.each([
    ['worker', 'worker'],
    ['twins', 'worker'],
    ['api', 'api'],
  ])('the check of %s finds that nothing is missing', async (service, role) => {
    const { code, output } = await stack.run(service, ['node', 'dist/check.js', role])
    expect(code, output).toBe(0)
    expect(output).toContain('The bucket media takes a file')
  })

  test('Prometheus sees every process, has all rules, and none of them fires', async () => {
    const up = async () =>
      (await metrics('up')).map(({ metric, value }) => `${metric['service']} ${value[1]}`)
    await expect.poll(async () => (await up()).toSorted(), SLOWLY).toEqual(['api 1', 'twins 1', 'worker 1'])
    await expect
      .poll(
        async () => (await metrics('sum(presenter_videos_ended_total{status="ready"})'))[0]?.value[1],
        SLOWLY,
      )
      .toBe('1')
    const answer = await fetch(`${stack.prometheusUrl}/api/v1/rules`)
    const { data } = (await answer.json()) as { data: { groups: { rules: object[] }[] } }
    const rules = data.groups.flatMap((group) => group.rules)
    expect(rules.length).toBeGreaterThan(10)
    for (const rule of rules) expect(rule).toMatchObject({ health: 'ok' })
    const firing = await metrics('ALERTS{alertstate="firing"}')
    expect(firing.map(({ metric }) => metric['alertname'])).toEqual([])
  })

  test.each(['storage', 'prometheus', 'api', 'worker', 'twins'])('%s is healthy', async (service) => {
    await expect.poll(() => stack.isHealthy(service), SLOWLY).toBe(true)
  })
})
