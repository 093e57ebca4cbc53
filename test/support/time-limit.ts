import { relative } from 'node:path'

import { expect, vi } from 'vitest'

import { kindOf } from './kinds.ts'

/** Runs before each file: its tests and hooks may take what its kind allows. */
const file = relative(process.cwd(), expect.getState().testPath ?? '').replaceAll('\\', '/')
const { timeoutMs } = kindOf(file) ?? {}
if (timeoutMs === undefined) throw new Error(`No kind of test runs ${file}.`)
vi.setConfig({ testTimeout: timeoutMs, hookTimeout: timeoutMs })
