import { onTestFinished } from 'vitest'

import { startProgram } from './program.ts'

/** A process of its own that works in a scratch folder. */
export interface BusyProcess {
  readonly folder: string
  /** Ends it as a power cut does; resolves when it is gone. */
  kill(): Promise<void>
}

/** Starts a process that works in a folder below `root`; resolves when it has written into it. */
export async function startBusyInScratch(root: string): Promise<BusyProcess> {
  const program = startProgram('test/support/programs/scratch-program.ts', [root], {})
  const kill = async () => {
    program.process.kill('SIGKILL')
    await program.ended
  }
  onTestFinished(kill)
  await program.says('working in')
  return { folder: /working in (\S+)/u.exec(program.output())![1]!, kill }
}
