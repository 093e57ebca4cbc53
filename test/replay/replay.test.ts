import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { DeterminismViolationError } from '@temporalio/workflow'
import { Worker } from '@temporalio/worker'
import { beforeAll, expect, test } from 'vitest'

import { createLog } from '../../src/process/log.ts'
import { logRuntimeTo } from '../../src/temporal/telemetry/runtime.ts'
import { bundleWorkflows } from '../../src/temporal/workflow-bundle.ts'

const HISTORIES = path.join(import.meta.dirname, 'histories')
const recorded = readdirSync(HISTORIES, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.json'),
)

let workflowBundle: { code: string }

beforeAll(async () => {
  logRuntimeTo(createLog({ level: 'silent' }))
  workflowBundle = await bundleWorkflows({ encodesFailures: false })
})

function read(file: string): {
  events: { activityTaskScheduledEventAttributes?: { activityType: { name: string } } }[]
} {
  return JSON.parse(readFileSync(path.join(HISTORIES, file), 'utf8'))
}

test.each(recorded)('a run that began as in %s can go on with the workflows of today', async (file) => {
  await expect(Worker.runReplayHistory({ workflowBundle }, read(file))).resolves.toBeUndefined()
})

test('a change of the steps is noticed', async () => {
  const history = read(recorded.find((file) => file.endsWith('video-ready.json'))!)
  for (const { activityTaskScheduledEventAttributes: scheduled } of history.events) {
    if (scheduled?.activityType.name === 'speakPart') scheduled.activityType.name = 'singPart'
  }
  await expect(Worker.runReplayHistory({ workflowBundle }, history)).rejects.toThrow(
    DeterminismViolationError,
  )
})
