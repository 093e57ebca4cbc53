import { vi } from 'vitest'

import { kindOfThisFile } from './test-file.ts'

/** Runs before each file: its tests and hooks may take what its kind allows. */
const { timeoutMs } = kindOfThisFile()
vi.setConfig({ testTimeout: timeoutMs, hookTimeout: timeoutMs })
