import { runWorkerProcess } from './app/worker-process.ts'
import { runProgram } from './process/program.ts'

/** Production worker process. */
await runProgram(() => runWorkerProcess())
