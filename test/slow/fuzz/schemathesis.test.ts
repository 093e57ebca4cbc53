import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { DEFAULT_PLANS } from '../../../src/domain/account/plan.ts'
import { runCommand } from '../../../src/process/run-command.ts'
import { isLeftOut } from '../../support/run/left-out.ts'
import { resolveSchemathesis } from '../../support/tools/schemathesis.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'
import { startWebhookReceiver } from '../../support/webhook/webhook-receiver.ts'
import type { WebhookReceiver } from '../../support/webhook/webhook-receiver.ts'

/**
 * Requests made up from the API's own description, valid and invalid ones, alone and in sequences. Every
 * run makes the same ones; `npm run fuzz` makes more, and other ones with FUZZ_SEED.
 */
const { FUZZ_SEED = '1', FUZZ_EXAMPLES = '8' } = process.env

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url))
const schemathesis = await resolveSchemathesis()
const isMissing = isLeftOut('Fuzzing', schemathesis)

/** A plan that never says no: limits have tests of their own. */
const ENDLESS = {
  ...DEFAULT_PLANS[3]!,
  videoSeconds: 100_000_000,
  concurrentVideos: 10_000,
  dailyVideos: 1_000_000,
}

/** A long run on demand makes tens of thousands of requests. */
vi.setConfig({ testTimeout: 3_600_000 })

let service: TestService
let receiver: WebhookReceiver
let folder: string

beforeAll(async () => {
  service = await startTestService({
    config: {
      plans: new Map([[ENDLESS.id, ENDLESS]]),
      rateLimits: { requests: 10_000_000, creates: 10_000_000 },
    },
  })
  receiver = await startWebhookReceiver()
  folder = await mkdtemp(join(tmpdir(), 'presenter-fuzz-'))
})
afterAll(async () => {
  await service.stop()
  await receiver.stop()
  await rm(folder, { recursive: true, force: true })
})

test.skipIf(isMissing)('no request, however odd, gets an answer that is not described', async () => {
  const account = await service.account(ENDLESS.id)
  const description = join(folder, 'openapi.json')
  await writeFile(description, await strictDescription())
  const { executable } = schemathesis as { executable: string }
  const api = `${service.url}/api/v1`
  const hooks = {
    SCHEMATHESIS_HOOKS: here('hooks.py'),
    FUZZED_API: api,
    FUZZED_API_KEY: account.key,
    FUZZED_WEBHOOK: receiver.url,
  }
  const result = await runCommand(
    executable,
    [
      ['--config-file', here('schemathesis.toml')],
      ['run', description, '--url', api],
      ['--header', `Authorization: Bearer ${account.key}`],
      ['--checks', 'all', '--phases', 'examples,coverage,fuzzing,stateful', '--mode', 'all'],
      // DELETE cancels a batch, which can still be read.
      ['--exclude-checks', 'use_after_free'],
      ['--seed', FUZZ_SEED, '--max-examples', FUZZ_EXAMPLES, '--continue-on-failure'],
      // A busy machine answers late, which is no fault; the usual ten seconds of both would make it one.
      ['--request-timeout', '120', '--max-response-time', '120'],
      ['--suppress-health-check', 'all', '--no-color'],
    ].flat(),
    { cwd: folder, extraEnv: hooks, onLine: show },
  )
  const told = `${result.output.slice(-20_000)}\n${faultsLogged().join('').slice(-20_000)}`
  // It also warns of what it seldom reached, such as events that can be delivered again.
  expect(result.output, told).toMatch(/Test cases:\s+(\d+) generated, \1 passed(?:, \d+ skipped)?$/mu)
  expect(result.ok, told).toBe(true)
  // What is refused for a moment is asked for again, and a fault could hide behind that.
  expect(faultsLogged().filter((line) => line.includes('failed unexpectedly'))).toEqual([])
  // Requests that are all refused would have found nothing either.
  const [created] = await service.query<{ videos: string }>('select count(*) as videos from videos')
  expect(Number(created?.videos)).toBeGreaterThan(10)
})

/** An answer does not say why the service could not carry a request out. The log does. */
function faultsLogged(): string[] {
  return service.logLines.filter((line) => /"level":"(?:warn|error)"/u.test(line))
}

/** Without the answers that fit any status: those described for an operation have to do. */
async function strictDescription(): Promise<string> {
  const response = await fetch(`${service.url}/openapi.json`)
  return JSON.stringify(await response.json(), (key, value: unknown) =>
    key === 'default' ? undefined : value,
  )
}

/** A long run is watched. */
function show(line: string): void {
  if (process.env['FUZZ_EXAMPLES'] !== undefined) process.stderr.write(`${line}\n`)
}
