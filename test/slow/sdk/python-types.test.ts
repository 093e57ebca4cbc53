import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

import { runCommand } from '../../../src/process/run-command.ts'
import { isLeftOut } from '../../support/run/left-out.ts'
import { FOR_THREADS, hasNoPython, python, writePrograms } from '../../support/sdk/python-programs.ts'

const { npm } = inject('sdkTools')
const hasNoPyright = isLeftOut('The types of the Python SDK in pyright', npm)
const bin = 'bin' in python ? python.bin : ''

describe.skipIf(hasNoPython)('the Python SDK and the programs of its tests', () => {
  let folder: string
  /** Runs a checker where the package is, with the programs beside it. */
  const check = (command: string, ...args: readonly string[]) => runCommand(command, args, { cwd: folder })

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sdk-python-types-'))
    await cp('sdk/python', folder, { recursive: true })
    await writePrograms(join(folder, 'src'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  test('have the types that mypy is strict about', async () => {
    const checked = await check(join(bin, 'mypy'))
    expect(checked.ok, checked.output).toBe(true)
  })

  test.skipIf(hasNoPyright)('have the types that pyright is strict about', async () => {
    const pyright = 'modules' in npm ? join(npm.modules, 'pyright/index.js') : ''
    const checked = await check(process.execPath, pyright, '--pythonpath', join(bin, 'python'))
    expect(checked.ok, checked.output).toBe(true)
  })

  test('are written as ruff has it', async () => {
    for (const command of [['check'], ['format', '--check']]) {
      const checked = await check(join(bin, 'ruff'), ...command, '--extend-exclude', FOR_THREADS, '.')
      expect(checked.ok, checked.output).toBe(true)
    }
  })
})
