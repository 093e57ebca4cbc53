import { describe, expect, onTestFinished, test } from 'vitest'

import { createStudio, warmUp } from '../../../src/app/adapters/studio.ts'
import { readConfig } from '../../../src/config/config.ts'
import type { TaskQueue } from '../../../src/domain/health/task-queues.ts'
import { descendantsOf } from '../../support/programs/other-processes.ts'

/** What a worker for these queues has started when it begins to take work: the modules of its children. */
async function startedFor(queues: readonly TaskQueue[]): Promise<string[]> {
  const config = { ...readConfig({ STUDIO_PROCESSES: '1' }), speechEngine: 'flite' as const }
  const studio = await createStudio(config, [])
  onTestFinished(async () => {
    await Promise.all([studio.speaker.close(), studio.renderer.close(), studio.twinStudio.close()])
  })
  await warmUp(studio, queues)
  const modules = descendantsOf(process.pid).map(
    ({ commandLine }) => /dist\/(\S+)\.js/u.exec(commandLine)?.[1],
  )
  return modules.filter((module) => module !== undefined).toSorted()
}

// Elsewhere the command lines of other processes cannot be read.
describe.runIf(process.platform === 'linux')(
  'a worker starts what its queues need, and nothing else:',
  () => {
    test.each<[TaskQueue[], string[]]>([
      [['speech'], ['speech/child']],
      [['render'], ['render/child']],
      [['assembly'], ['render/mp4/child']],
      [['videos', 'webhooks', 'twins'], []],
      [
        ['speech', 'render', 'assembly'],
        ['render/child', 'render/mp4/child', 'speech/child'],
      ],
    ])('%s', async (queues, children) => {
      expect(await startedFor(queues)).toEqual(children)
    })
  },
)
