import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ChildProcess } from 'node:child_process'

/**
 * Starts a Node process running a module of ours, with a channel for structured data.
 *
 * The module is named by its TypeScript file. Run from source, the child gets the TypeScript
 * loader; run from the build, the JavaScript file beside it is started.
 *
 * @param nodeOptions options of Node itself, such as `--max-old-space-size=512`.
 */
export function forkChild(script: URL, nodeOptions: readonly string[] = []): ChildProcess {
  const fromSource = import.meta.url.endsWith('.ts')
  const file = fileURLToPath(script)
  return fork(fromSource ? file : file.replace(/\.ts$/u, '.js'), [], {
    execArgv: [...nodeOptions, ...(fromSource ? ['--import', import.meta.resolve('tsx')] : [])],
    // JSON would turn samples and bytes into text ten times their size.
    serialization: 'advanced',
  })
}
