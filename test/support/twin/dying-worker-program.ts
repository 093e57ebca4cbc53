/**
 * The production worker process with a quick studio, which dies once in each step of a twin: when the step is done, and
 * before anybody has heard of it.
 *
 * Settings as for the worker. DIED_FILE: where the names of the steps are noted that it has died in, one a line. STEPS:
 * the names of those that it is to die in, between commas.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'

import type { Activities } from '../../../src/activities/index.ts'
import { createApp } from '../../../src/app/app.ts'
import { readConfig, requireOutside } from '../../../src/config/config.ts'
import { readMasterKeys } from '../../../src/config/master-key.ts'
import { createLog } from '../../../src/process/log.ts'
import { startWorker } from '../../../src/temporal/run-worker.ts'
import { quickStudio } from '../service/quick-studio.ts'

const { DIED_FILE = '', STEPS = '' } = process.env
const steps = new Set(STEPS.split(','))

const config = readConfig()
const { databaseUrl, temporalAddress } = requireOutside(config)
const log = createLog({ level: config.logLevel })
const masterKeys = await readMasterKeys({ ...config, production: true })
const surroundings = { databaseUrl, temporalAddress, publicUrl: config.publicUrl ?? '', masterKeys, log }
const app = await createApp(config, surroundings, quickStudio())
await app.secrets.claim()

function dying(name: string, activity: (input: never) => Promise<unknown>) {
  return async (input: never): Promise<unknown> => {
    const result = await activity(input)
    const died = existsSync(DIED_FILE) ? readFileSync(DIED_FILE, 'utf8').split('\n') : []
    if (!steps.has(name) || died.includes(name)) return result
    appendFileSync(DIED_FILE, `${name}\n`)
    process.kill(process.pid, 'SIGKILL')
    return result
  }
}

const activities = Object.fromEntries(
  Object.entries(await app.loadActivities()).map(([name, activity]) => [name, dying(name, activity)]),
) as Activities
const worker = await startWorker(
  config,
  temporalAddress,
  { ...app, loadActivities: () => Promise.resolve(activities) },
  log,
)
log.info({ taskQueues: config.taskQueues }, 'worker started')
await worker.ended
