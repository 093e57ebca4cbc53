import { runCommand } from '../../src/process/run-command.ts'
import type { CommandResult } from '../../src/process/run-command.ts'

/** Runs npm in a folder: the one that runs this process if there is one, else the one on `PATH`. */
export function runNpm(
  folder: string,
  args: readonly string[],
  limits: { readonly timeoutMs?: number } = {},
): Promise<CommandResult> {
  const npm = process.env['npm_execpath']
  const options = { cwd: folder, ...limits }
  return npm === undefined
    ? runCommand('npm', args, options)
    : runCommand(process.execPath, [npm, ...args], options)
}
