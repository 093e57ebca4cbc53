import { serveTasks } from '../children/serve-tasks.ts'
import { install } from './install.ts'
import { kokoroManifest } from './manifest.ts'
import type { InstallTask } from './background.ts'

serveTasks({
  /** Installs the neural engine's files. */
  install: (task: InstallTask, report: (share: number) => void): Promise<void> =>
    install(kokoroManifest(), { ...task, onProgress: report }),
})
