import { relative } from 'node:path'

import { expect } from 'vitest'

import { kindOf } from './kinds.ts'
import type { Kind } from './kinds.ts'

/** The kind of the file that is about to run, for what is set up before each. @throws for a file of no kind. */
export function kindOfThisFile(): Kind {
  const file = relative(process.cwd(), expect.getState().testPath ?? '').replaceAll('\\', '/')
  const kind = kindOf(file)
  if (kind === undefined) throw new Error(`No kind of test runs ${file}.`)
  return kind
}
