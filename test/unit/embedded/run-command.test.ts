import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { expect, test } from 'vitest'

import { isRunning } from '../../../src/process/process-status.ts'
import { runCommand } from '../../../src/process/run-command.ts'

const FILE = fileURLToPath(new URL('../../../dist/process/run-command.js', import.meta.url))

test('a command that fails tells its exit code and all that it said', async () => {
  const result = await runCommand('/bin/sh', ['-c', 'echo out; echo err >&2; exit 3'])
  expect(result).toMatchObject({ ok: false, end: '3' })
  expect(result.output.split('\n').toSorted()).toEqual(['', 'err', 'out'])
})

test('a program that is not there is a result, not an exception', async () => {
  expect(await runCommand('/nowhere/program', [])).toMatchObject({
    ok: false,
    output: expect.stringContaining('ENOENT') as string,
  })
})

test('a command that outlasts its limit is killed', async () => {
  expect(await runCommand('/bin/sleep', ['600'], { timeoutMs: 50 })).toMatchObject({
    ok: false,
    end: 'SIGKILL',
  })
})

test('a server that the command leaves behind does not hold up the result', async () => {
  const { ok, output } = await runCommand('/bin/sh', ['-c', '/bin/sleep 600 & echo $!'])
  expect(ok).toBe(true)
  const left = Number(output)
  expect(isRunning(left)).toBe(true)
  process.kill(left, 'SIGKILL')
})

test('a program that could not be started leaves no timer that keeps this process alive', async () => {
  const script = `import { runCommand } from '${FILE}'
    await runCommand('/nowhere/program', [], { timeoutMs: 600_000 })`
  const args = ['--input-type=module', '-e', script]
  await expect(promisify(execFile)(process.execPath, args, { timeout: 120_000 })).resolves.toBeDefined()
})

test('lines are heard as they come, whole', async () => {
  const lines: string[] = []
  await runCommand('/bin/sh', ['-c', 'printf "one\\ntw"; printf "o\\n"'], {
    onLine: (line) => lines.push(line),
  })
  expect(lines).toEqual(['one', 'two'])
})
