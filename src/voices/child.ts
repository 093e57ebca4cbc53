import { serveTasks } from '../children/serve-tasks.ts'
import { requireEngine } from '../speech/engine-registry.ts'
import type { InstallTask } from './background.ts'
import { install } from './install.ts'
import { readManifest } from './manifest.ts'

serveTasks({
  /** Installs an engine's files. */
  install: async ({ engineId, ...task }: InstallTask, report: (share: number) => void): Promise<void> => {
    const { files } = requireEngine(engineId)
    if (files === null) throw new Error(`The engine "${engineId}" needs no files`)
    const { prepare, renew } = files
    await install(readManifest(files), { ...task, prepare, renew, onProgress: report })
  },
})
