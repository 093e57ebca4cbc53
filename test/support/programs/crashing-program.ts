/** A program of production that starts well, and then has an error where nobody waits for it. Argument: `thrown` or `rejected`. */
import { runProgram } from '../../../src/process/program.ts'

const [how] = process.argv.slice(2)

await runProgram({ role: 'worker', release: '1.2.3' }, async () => {
  setTimeout(() => {
    if (how === 'thrown') throw new Error('a bug')
    void Promise.reject(new Error('a bug'))
  }, 0)
  // Without this the process would end by itself, as nothing else keeps it.
  setInterval(() => undefined, 60_000)
  await new Promise(() => undefined)
})
