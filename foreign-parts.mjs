/**
 * Removes what no program on this machine can use from `node_modules`: `node foreign-parts.mjs [folder]`.
 *
 * Three packages hold parts for all systems in one archive, and npm installs an archive as a whole: together they are
 * half of a gigabyte. `bootstrap.mjs` calls this after it has installed, and so does the Dockerfile; run it after an
 * `npm ci` of your own. `npm ci` brings everything back. This file is plain JavaScript without dependencies, because it
 * runs where only production packages are.
 */
import { readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const CPUS = { x64: 'x86_64', arm64: 'aarch64' }
const SYSTEMS = { linux: 'unknown-linux-gnu', darwin: 'apple-darwin', win32: 'pc-windows-msvc' }

/** Folders with one folder for each system, `*` for any, and which of them is this machine's. */
const BY_SYSTEM = [
  ['@temporalio/core-bridge/releases', `${CPUS[process.arch]}-${SYSTEMS[process.platform]}`],
  ['onnxruntime-node/bin/*', process.platform],
  [`onnxruntime-node/bin/*/${process.platform}`, process.arch],
]

/** Of the package of which the compiler of the kernel needs the library alone: 81 MB of programs for a terminal. */
const UNUSED = ['binaryen/bin']

/**
 * @param {string} modules a folder `node_modules`; packages that are not there are passed over. What this machine has no
 *   part of is left as it is.
 */
export function removeForeignParts(modules) {
  for (const [pattern, own] of BY_SYSTEM) {
    for (const folder of foldersAt(modules, pattern)) {
      const systems = namesIn(folder)
      if (!systems.includes(own)) continue
      for (const system of systems) if (system !== own) rmSync(join(folder, system), { recursive: true })
    }
  }
  for (const unused of UNUSED) rmSync(join(modules, unused), { recursive: true, force: true })
}

function foldersAt(root, pattern) {
  return pattern
    .split('/')
    .reduce(
      (folders, name) =>
        folders.flatMap((folder) =>
          name === '*' ? namesIn(folder).map((each) => join(folder, each)) : [join(folder, name)],
        ),
      [root],
    )
}

/** Of the folders in a folder; none when it is not there. */
function namesIn(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
  } catch {
    return []
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  removeForeignParts(process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), 'node_modules'))
}
