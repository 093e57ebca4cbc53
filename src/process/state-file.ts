import { readFile } from 'node:fs/promises'

import type { z } from 'zod'

import { writeWholeFile } from './whole-file.ts'

/**
 * Reads a small JSON file that outlives the process and records what was started, and where.
 *
 * @returns null when the file is missing, damaged or of another shape: the state is then made anew.
 */
export async function readStateFile<T>(file: string, schema: z.ZodType<T>): Promise<T | null> {
  const content = await readFile(file, 'utf8').catch(() => '')
  return parseState(content, schema)
}

/** The state in a file's content, or null when it is damaged or of another shape. */
export function parseState<T>(content: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.safeParse(JSON.parse(content)).data ?? null
  } catch {
    return null
  }
}

/** Replaces a state file atomically: a reader sees either the old or the new content. */
export async function writeStateFile(file: string, state: unknown): Promise<void> {
  await writeWholeFile(file, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 })
}
