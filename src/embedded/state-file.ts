import { readFile, rename, writeFile } from 'node:fs/promises'

import type { z } from 'zod'

/**
 * A small JSON file that outlives the process: what was started, and where.
 *
 * @returns null when the file is missing, damaged or of another shape: the state is then made anew.
 */
export async function readStateFile<T>(file: string, schema: z.ZodType<T>): Promise<T | null> {
  try {
    const parsed = schema.safeParse(JSON.parse(await readFile(file, 'utf8')))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** Replaces a state file at one stroke: a reader sees the old or the new one, never a half. */
export async function writeStateFile(file: string, state: unknown): Promise<void> {
  const fresh = `${file}.${process.pid}.new`
  await writeFile(fresh, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 })
  await rename(fresh, file)
}
