import { logOrigin } from './app/log-origin.ts'
import { runWorkerProcess } from './app/worker-process.ts'
import { runProgram } from './process/program.ts'

/** Production worker process. */
await runProgram(logOrigin('worker'), () => runWorkerProcess())
