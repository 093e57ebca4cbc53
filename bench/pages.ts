/**
 * What a first visit to each page of the application costs: `npm run bench:pages`, or some pages:
 * `npm run bench:pages -- /projects /new`.
 *
 * A real service on loopback and the machine's Chromium with an empty cache, the processor slowed four times, the
 * median of five visits. Sizes are exact; compare times only within one quiet run.
 */
import { randomBytes } from 'node:crypto'

import { chromium } from 'playwright-core'
import type { Browser } from 'playwright-core'

import { createApp } from '../src/app/app.ts'
import { WEB_SOURCES } from '../src/app/shipped.ts'
import { readConfig } from '../src/config/config.ts'
import type { Config } from '../src/config/config.ts'
import { buildWeb } from '../src/embedded/web-build.ts'
import { listen } from '../src/process/http-server.ts'
import { createLog } from '../src/process/log.ts'
import { createProgress } from '../src/process/progress.ts'
import { startWorker } from '../src/temporal/run-worker.ts'
import { ENTRANCE_PAGES, MEMBER_PAGES } from '../test/support/browser/application-pages.ts'
import { findChromium } from '../test/support/browser/chromium.ts'
import { createTestClient } from '../test/support/service/client.ts'
import { quickStudio } from '../test/support/service/quick-studio.ts'
import { visit } from './support/page-visit.ts'
import type { Cookie, Visit } from './support/page-visit.ts'
import { NO_LIMITS, withServers } from './support/servers.ts'
import type { BenchServers } from './support/servers.ts'

const VISITS = 5
const VIDEOS = 6
const PERSON = { name: 'Bench', email: 'bench@example.com', password: randomBytes(16).toString('hex') }

const executablePath = findChromium()
if (executablePath === null) throw new Error('Needs Chromium or Chrome; CHROMIUM_PATH names one.')
await buildWeb(WEB_SOURCES, createProgress())
await withServers(run)

async function run({ dataDir, databaseUrl, temporalAddress }: BenchServers): Promise<void> {
  const config: Config = { ...readConfig({}), dataDir, plans: new Map([[NO_LIMITS.id, NO_LIMITS]]) }
  const log = createLog({ level: 'silent' })
  const http = await listen('127.0.0.1', 0)
  const surroundings = {
    databaseUrl,
    temporalAddress,
    publicUrl: http.url,
    masterKeys: [randomBytes(32)] as const,
    log,
  }
  const app = await createApp(config, surroundings, quickStudio())
  http.answerWith(await app.createAnswer(), app.answerBroken)
  const worker = await startWorker(config, temporalAddress, app, log)
  const browser = await chromium.launch({ executablePath: executablePath!, args: ['--no-sandbox'] })
  try {
    const { account } = await app.createAccount({ ...PERSON, planId: NO_LIMITS.id })
    const { key } = await app.createApiKey({ accountId: account.id, name: 'bench' })
    const client = createTestClient(http.url, key)
    let project = ''
    for (let count = 0; count < VIDEOS; count += 1) {
      project = String((await client.createVideo({ title: `Video ${count}` })).body.id)
      await client.untilStatus(project, 'ready')
    }
    const person = await app.signIn.addPerson({ ...PERSON, isOperator: true })
    await app.people.addMember(account.id, person!.id, 'owner')
    const cookies = await signIn(http.url)
    // The first visit of all warms the browser and the service, and is not counted.
    await visit(browser, http.url, [])
    await print(browser, http.url, ENTRANCE_PAGES, [])
    await print(browser, http.url, [...MEMBER_PAGES, `/projects/${project}`], cookies)
  } finally {
    await browser.close()
    await http.stop()
    await worker.stop()
    await app.close()
  }
}

async function signIn(url: string): Promise<Cookie[]> {
  const answer = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { Origin: url, 'Content-Type': 'application/json' },
    body: JSON.stringify(PERSON),
  })
  if (!answer.ok) throw new Error(`Signing in was answered ${answer.status}.`)
  return answer.headers.getSetCookie().map((line) => {
    const [pair = ''] = line.split(';')
    const at = pair.indexOf('=')
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url }
  })
}

async function print(browser: Browser, url: string, pages: readonly string[], cookies: readonly Cookie[]) {
  const wanted = process.argv.slice(2)
  const rows: Record<string, object> = {}
  for (const path of pages.filter((page) => wanted.length === 0 || wanted.includes(withoutId(page)))) {
    const visits: Visit[] = []
    for (let count = 0; count < VISITS; count += 1)
      visits.push(await visit(browser, `${url}${path}`, cookies))
    const middle = (figure: (one: Visit) => number) =>
      visits.map(figure).toSorted((a, b) => a - b)[Math.floor(VISITS / 2)] ?? 0
    rows[withoutId(path)] = {
      'largest paint s': round(middle(({ largestPaintMs }) => largestPaintMs) / 1000),
      'first paint s': round(middle(({ firstPaintMs }) => firstPaintMs) / 1000),
      'layout shift': round(Math.max(...visits.map(({ layoutShift }) => layoutShift)), 3),
      'script kB': round(middle(({ scriptBytes }) => scriptBytes) / 1000, 1),
      scripts: middle(({ scripts }) => scripts),
      'all kB': round(middle(({ allBytes }) => allBytes) / 1000, 1),
      largest: visits[0]?.largest ?? '',
    }
  }
  console.log(cookies.length === 0 ? '\nSigned out' : '\nSigned in')
  console.table(rows)
}

/** A video's page by another name than its own, which differs from run to run. */
function withoutId(path: string): string {
  return path.replace(/vid_\w+/u, '…')
}

function round(value: number, digits = 2): number {
  return Number(value.toFixed(digits))
}
