import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, delimiter, join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { GUIDES } from '../../../src/api/documents/guides/guides.ts'
import { LANGUAGES } from '../../../src/domain/video/request-snippet.ts'
import { runNpm } from '../../../scripts/support/run-npm.ts'
import { SDK_WHEEL } from '../../../src/app/shipped.ts'
import { runCommand } from '../../../src/process/run-command.ts'
import { CODE_OF_GUIDES } from '../../support/programs/guide-code.ts'
import type { Program } from '../../support/programs/guide-code.ts'
import { isLeftOut } from '../../support/run/left-out.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'
import { startWebhookReceiver } from '../../support/webhook/webhook-receiver.ts'
import type { WebhookReceiver } from '../../support/webhook/webhook-receiver.ts'

/** How a reader runs what they pasted, one block after the other, into a file. */
const RUN = {
  sh: { file: 'guide.sh', command: 'bash', args: ['-eu'] },
  js: { file: 'guide.mjs', command: process.execPath, args: [] },
  py: { file: 'guide.py', command: 'python3', args: [] },
} as const

/** What the reader of a page is promised to see, beyond that nothing fails. */
const SEEN: Readonly<Record<string, readonly RegExp[]>> = {
  'quickstart.md sh': [/vid_/u, /"status":"ready","progress":100/u, /"delivered":true/u],
  'quickstart.md js': [/vid_/u, /ready 100/u, /delivered: true/u],
  'quickstart.md py': [/vid_/u, /ready 100/u, /delivered=True/u],
  'idempotency.md sh': [/HTTP\/1.1 202/u, /idempotency-replayed: true/iu],
  'idempotency.md js': [/^true true$/mu],
  'idempotency.md py': [/^True true$/mu],
  'pagination.md sh': [/"id":"vid_/u],
  'pagination.md js': [/vid_\w+ \w+/u, /^0$/mu],
  'pagination.md py': [/vid_\w+ \w+/u, /^0$/mu],
  'going-live.md sh': [/"invalid_api_key"/u, /"not_found"/u, /"invalid_request"/u, /"delivered":true/u],
  'going-live.md js': [/^invalid_api_key\nnot_found\ninvalid_request$/mu, /delivered: true/u],
  'going-live.md py': [/^invalid_api_key\nnot_found\ninvalid_request$/mu, /delivered=True/u],
  // Only what a receiver is set up with.
  'README.md sh': [],
  'scripts.md sh': [/"nwin"/u],
  'scripts.md js': [/'nwin'/u],
  'scripts.md py': [/'nwin'/u],
  'voices.md sh': [/"voice_id":"voc_/u],
  'voices.md js': [/^voc_\w+$/mu],
  'voices.md py': [/^voc_\w+$/mu],
  'test-keys.md sh': [/"status":"failed"/u, /"stage":"draw"/u],
  'test-keys.md js': [/^failed draw$/mu],
  'test-keys.md py': [/^failed draw$/mu],
  'waiting.md sh': [/"status":"ready"/u],
  'waiting.md js': [/vid_\w+ ready/u, /^ready$/mu],
  'waiting.md py': [/vid_\w+ ready/u, /^ready$/mu],
  'batches.md sh': [/"status":"finished"/u, /"ready":2/u],
  'batches.md js': [/bat_\w+ \d+/u, /^finished 2$/mu],
  'batches.md py': [/bat_\w+ \d+/u, /^finished 2$/mu],
  'sdk.md sh': [/added|changed|up to date/u],
  'sdk.md js': [/vid_\w+ ready/u, /^1 false$/mu, /^finished 2$/mu, /^not_found 404$/mu],
  'cli.md sh': [/"version":"1\.0\.0"/u, /"status":"ready"/u, /"would_be_refused":\[\]/u],
  'webhooks.md sh': [
    /"delivered":true/u,
    /"secret":"whsec_/u,
    /"has_more"/u,
    /"signing_secret":"whsec_/u,
    /"status":"paused"/u,
    /"recovered":\d/u,
  ],
  'webhooks.md js': [/delivered: true/u, /^whsec_.*\nwhsec_/mu, /^paused$/mu, /recovered: \d/u],
  'webhooks.md py': [/delivered=True/u, /^whsec_.*\nwhsec_/mu, /^paused$/mu, /recovered=\d/u],
  'sdk-python.md sh': [/presenter[-_]video/u],
  'sdk-python.md py': [
    /vid_\w+ ready/u,
    /^2 together$/mu,
    /^2 True$/mu,
    /^finished 2$/mu,
    /^not_found 404$/mu,
    /^200 req_\w+ ready$/mu,
  ],
}

const missing: string[] = []
for (const command of ['curl', 'python3']) {
  if (!(await runCommand(command, ['--version'])).ok) missing.push(command)
}
const tools = missing.length > 0 ? { missing: `install ${missing.join(' and ')}.` } : {}
const isMissing = isLeftOut('The code of the guides', tools)

const programs = CODE_OF_GUIDES.flatMap(({ programs: ofPage }) => ofPage)

let service: TestService
let receiver: WebhookReceiver
let folder: string

beforeAll(async () => {
  // The quickstart ends with a video that can be watched.
  service = await startTestService({ studio: 'real' })
  receiver = await startWebhookReceiver()
  folder = await mkdtemp(join(tmpdir(), 'presenter-guides-'))
  // An empty folder, into which a reader installs what the examples in Node.js use.
  const installed = await runNpm(folder, ['install', `${service.url}/sdk/presenter-video.tgz`, '--no-audit'])
  if (!installed.ok) throw new Error(installed.output)
  expect(await readdir(join(folder, 'node_modules'))).toEqual([
    '.bin',
    '.package-lock.json',
    'presenter-video',
  ])
  await installWheel()
})
afterAll(async () => {
  await service.stop()
  await receiver.stop()
  await rm(folder, { recursive: true, force: true })
})

/** The same for Python, in an environment of its own. */
async function installWheel(): Promise<void> {
  const made = await runCommand('python3', ['-m', 'venv', venv()])
  if (!made.ok) throw new Error(made.output)
  const wheel = `${service.url}/sdk/${basename(SDK_WHEEL)}`
  const installed = await runCommand(join(venv(), 'bin/pip'), ['install', '--quiet', wheel])
  if (!installed.ok) throw new Error(installed.output)
}

const venv = () => join(folder, 'venv')

/** Runs a page's code in one language as it stands there, with a key and a receiver that are really there. */
async function run({ page, language, code }: Program) {
  const account = await service.account('scale')
  await account.request('PUT', '/webhooks/endpoint', { body: { url: receiver.url } })
  // Some pages read what is there already.
  const first = /\bEVENT\b/u.test(code) || page === 'pagination.md' ? await account.createVideo() : null
  const event = first === null ? '' : String((await receiver.about(first.body.id)).headers['webhook-id'])
  const { file, command, args } = RUN[language]
  const text = code
    .replaceAll('http://127.0.0.1:8080', service.url)
    .replaceAll('pv_live_…', account.key)
    .replaceAll(/https:\/\/hooks\.example\.com\/\w+/gu, receiver.url)
  await writeFile(join(folder, file), text)
  return runCommand(command, [...args, file], {
    cwd: folder,
    extraEnv: {
      PATH: [join(venv(), 'bin'), process.env['PATH']].join(delimiter),
      PRESENTER_API_URL: `${service.url}/api/v1`,
      PRESENTER_API_KEY: account.key,
      PRESENTER_TEST_KEY: (await service.testData(account.accountId)).key,
      EVENT: event,
    },
  })
}

describe('the code of a guide', () => {
  test.skipIf(isMissing).each(programs)('$page, $language: does what the page says', async (program) => {
    const { ok, output } = await run(program)
    expect(ok, output).toBe(true)
    for (const seen of SEEN[`${program.page} ${program.language}`] ?? [/unexpected page/u]) {
      expect(output).toMatch(seen)
    }
    if (program.code.includes('welcome.mp4')) {
      const video = await readFile(join(folder, 'welcome.mp4'))
      expect(video.subarray(4, 8).toString()).toBe('ftyp')
      await rm(join(folder, 'welcome.mp4'))
    }
  })

  test
    .skipIf(isMissing)
    .each(programs.filter(({ page, language }) => page === 'quickstart.md' && language !== 'sh'))(
    '$page, $language: sends a request that a proxy answered four times, with its key, and then gives up',
    async (program) => {
      const keys: unknown[] = []
      const proxy = createServer((request, response) => {
        keys.push(request.headers['idempotency-key'])
        response
          .writeHead(502, { 'Content-Type': 'text/html', 'Retry-After': '1' })
          .end('<h1>Bad Gateway</h1>')
      })
      await once(proxy.listen(0, '127.0.0.1'), 'listening')
      const { port } = proxy.address() as AddressInfo
      const { file, command, args } = RUN[program.language]
      await writeFile(join(folder, file), program.code)
      const { ok, output } = await runCommand(command, [...args, file], {
        cwd: folder,
        extraEnv: {
          PATH: [join(venv(), 'bin'), process.env['PATH']].join(delimiter),
          PRESENTER_API_URL: `http://127.0.0.1:${port}`,
          PRESENTER_API_KEY: 'pv_live_none',
        },
      })
      proxy.close()
      expect(ok).toBe(false)
      expect(output).toMatch(/502: no response of the service|answered with HTTP 502/u)
      expect(keys).toEqual(Array(4).fill('welcome-42'))
    },
  )

  test('is in all languages, the SDKs first, where it calls the API', () => {
    for (const { page, tabs } of CODE_OF_GUIDES)
      expect(tabs, page).toEqual(
        Array(tabs.length / LANGUAGES.length)
          .fill(LANGUAGES)
          .flat(),
      )
    // What curl alone shows is a form of HTTP, or how something is obtained.
    const byCurlAlone = CODE_OF_GUIDES.filter(({ withoutTabs }) =>
      withoutTabs.join('').includes('PRESENTER_API_KEY"'),
    )
    expect(byCurlAlone.map(({ page }) => page)).toEqual(['waiting.md'])
  })

  test('is JSON where it says so, and requests among it are accepted', async () => {
    const account = await service.account('scale')
    for (const { page, json } of CODE_OF_GUIDES) {
      for (const text of json) expect(() => JSON.parse(text) as unknown, `${page}: ${text}`).not.toThrow()
    }
    const options = CODE_OF_GUIDES.find(({ page }) => page === 'options.md')?.json ?? []
    expect(options).toHaveLength(1)
    for (const body of options) {
      const { status } = await account.request('POST', '/videos/estimate', { body })
      expect(status, body).toBe(200)
    }
  })

  test('is run, or known not to be code of a client', () => {
    const unknown = CODE_OF_GUIDES.flatMap(({ page, others }) => others.map((fence) => `${page}: ${fence}`))
    expect(unknown).toEqual([
      // What a terminal shows.
      ...Array<string>(5).fill('cli.md: console'),
      // What a stream sends, and what proxies need.
      'waiting.md: http',
      'waiting.md: nginx',
      'waiting.md: caddy',
      // What the service sends.
      'webhooks.md: http',
      // An excerpt of a receiver, which is held against it and tried on deliveries elsewhere.
      'webhooks.md: js',
      // The states of an event, which are held against the service's elsewhere.
      'webhooks.md: mermaid',
    ])
    expect(GUIDES.length).toBe(CODE_OF_GUIDES.length)
  })
})
