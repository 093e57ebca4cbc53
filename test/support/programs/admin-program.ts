/**
 * `npm run -s admin -- …` for many commands, one after the other, in one process: most of a command's time is
 * that of loading the program.
 *
 * Reads from stdin, line by line, the arguments of a command as JSON; answers each by a line of JSON on file
 * descriptor 3: its exit code, what it wrote, and whether it ended this process.
 */
import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'

const ANSWERS = 3

const written = { stdout: '', stderr: '' }
let isAtWork = false
let commands = 0

for (const name of ['stdout', 'stderr'] as const) {
  process[name].write = (text: string | Uint8Array) => {
    written[name] += String(text)
    return true
  }
}
process.once('exit', (code) => {
  if (isAtWork) answer(code, true)
})

for await (const line of createInterface(process.stdin)) {
  Object.assign(written, { stdout: '', stderr: '' })
  process.argv.splice(2, Infinity, ...(JSON.parse(line) as string[]))
  process.exitCode = 0
  isAtWork = true
  commands += 1
  // With another query it is another module, which runs anew; what it is made of is loaded once.
  await import(`../../../dist/admin/main.js?command=${commands}`)
  answer(process.exitCode, false)
  isAtWork = false
  process.exitCode = 0
}

function answer(code: number | string | undefined, isLast: boolean): void {
  writeSync(ANSWERS, `${JSON.stringify({ code, ...written, isLast })}\n`)
}
