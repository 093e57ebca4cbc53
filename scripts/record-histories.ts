/**
 * Records one history of each way a run can go, for `test/replay`: `npm run histories -- VERSION`.
 *
 * To be run once for each release that changed a workflow; histories of earlier releases stay, as
 * runs that began under them must go on under the new code.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { historyToJSON } from '@temporalio/common/lib/proto-utils.js'

import { createProgress } from '../src/process/progress.ts'
import { runScenario, SCENARIOS } from '../test/replay/scenarios.ts'
import { resolveExecutables } from '../test/support/run/executables.ts'
import { startWorkflowEnvironment } from '../test/support/temporal/workflow-environment.ts'

const version = process.argv[2]
if (version === undefined) throw new Error('Say which version is recorded: npm run histories -- 0.1.0')
const folder = path.resolve('test/replay/histories', version)
await mkdir(folder, { recursive: true })
const progress = createProgress()
const { timeSkippingServer } = await resolveExecutables(progress)
const environment = await startWorkflowEnvironment(timeSkippingServer)
for (const name of Object.keys(SCENARIOS)) {
  const step = progress.step(name)
  const history = await runScenario(environment, name)
  await writeFile(path.join(folder, `${name}.json`), withoutThisMachine(historyToJSON(history)))
  step.done(`${history.events?.length ?? 0} events`)
}
await environment.close()

/** Who ran it and where its files lie says nothing about the workflow, and differs each time. */
function withoutThisMachine(history: string): string {
  const hidden = (key: string, value: unknown) => (key === 'stackTrace' || key === 'identity' ? '' : value)
  return `${JSON.stringify(JSON.parse(history), hidden, 1)}\n`
}
