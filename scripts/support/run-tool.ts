import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { CommandResult } from '../../src/process/run-command.ts'

import { runCommand } from '../../src/process/run-command.ts'
import { FROM_SOURCE } from './from-source.ts'

/** Folder of the project. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Runs a program of an npm package, or a script of this project, from the project's folder.
 *
 * @param file where it is in the project, for example `node_modules/knip/bin/knip.js`.
 */
export function runTool(file: string, args: readonly string[] = []): Promise<CommandResult> {
  const loader = file.endsWith('.ts') ? FROM_SOURCE : []
  return runCommand(process.execPath, [...loader, join(ROOT, file), ...args], { cwd: ROOT, env: process.env })
}
