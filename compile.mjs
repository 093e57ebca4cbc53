/**
 * Compiles `src/` into `dist/`, which every program and every child process of the service runs from, and packs the SDKs
 * there, which the service serves.
 *
 * `bootstrap.mjs` calls this before it runs a program, the tests before their first file, `npm run build` for an image.
 * This file is plain JavaScript, because it runs before anything is compiled.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { packWheel, wheelSources } from './python-wheel.mjs'
import { packSdk, SDK_DIR, SDK_LICENSE } from './sdk-package.mjs'

const ROOT = dirname(fileURLToPath(import.meta.url))
const DIST = join(ROOT, 'dist')
/** What else decides what is compiled: the compiler is one of the packages. */
const SETTINGS = [
  'compile.mjs',
  'python-wheel.mjs',
  'sdk-package.mjs',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
]
/** Names the sources that `dist/` was compiled from. */
const MARK = '.compiled-from'
/** What a program needs to run, and the settings of the compiler: no secret of the service, of whatever name. */
const SEEN_BY_THE_COMPILER =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|TMP|TEMP|LANG|TZ|OS|WINDIR|COMSPEC|PATHEXT|USERPROFILE|APPDATA|LOCALAPPDATA|SYSTEM(?:ROOT|DRIVE)|GO(?:MAXPROCS|MEMLIMIT|GC)|(?:NODE|LC|LD|DYLD|XDG)_.*)$/i
/** Made by a compiler of its own into `raster/kernel.wasm`. */
const KERNEL_SOURCES = /^raster[\\/]assembly[\\/]/

/**
 * Compiles unless `dist/` is of the sources that are there. Files that changed are each replaced at once, so that
 * processes that run from `dist/`, and others that compile at the same time, find whole files.
 *
 * @param {{ isChecked?: boolean, onStart?: () => void }} options `isChecked`: types are checked too, and everything is
 *   compiled again; `onStart` is called when there is something to do.
 * @throws what the compiler printed, when the sources do not compile.
 */
export async function compileSources({ isChecked = false, onStart } = {}) {
  const files = filesBelow(join(ROOT, 'src')).filter((file) => !KERNEL_SOURCES.test(file))
  const wanted = fingerprint(files)
  if (!isChecked && readIfThere(join(DIST, MARK))?.toString() === wanted) return
  onStart?.()

  // Beside `dist/`, so that the source maps name the sources from there.
  const fresh = mkdtempSync(`${DIST}-`)
  try {
    await Promise.all([
      runCompiler(['-p', 'tsconfig.build.json', '--outDir', fresh, ...(isChecked ? [] : ['--noCheck'])]),
      packSdk({ into: fresh, runCompiler, isChecked }),
    ])
    packWheel(fresh)
    for (const file of files) {
      if (file.endsWith('.ts')) continue
      mkdirSync(dirname(join(fresh, file)), { recursive: true })
      writeFileSync(join(fresh, file), readFileSync(join(ROOT, 'src', file)))
    }
    rmSync(join(DIST, MARK), { force: true })
    takeOver(fresh)
    const mark = join(fresh, MARK)
    writeFileSync(mark, wanted)
    renameSync(mark, join(DIST, MARK))
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

/** Makes `dist/` what this folder is; empties the folder. What bundles were made of what was there goes too. */
function takeOver(folder) {
  const compiled = filesBelow(folder)
  for (const file of compiled) {
    const there = readIfThere(join(DIST, file))
    if (there?.equals(readFileSync(join(folder, file)))) continue
    mkdirSync(dirname(join(DIST, file)), { recursive: true })
    renameSync(join(folder, file), join(DIST, file))
  }
  const kept = new Set(compiled)
  for (const file of filesBelow(DIST)) if (!kept.has(file)) rmSync(join(DIST, file), { force: true })
}

/**
 * The part of an environment that the compiler is given.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function compilerEnvironment(env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => SEEN_BY_THE_COMPILER.test(name)))
}

function runCompiler(args) {
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
  const child = spawn(process.execPath, [compiler, ...args], {
    cwd: ROOT,
    env: compilerEnvironment(process.env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (output += piece))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`The sources do not compile:\n${output}`)),
    )
  })
}

/** SHA-256 (hex) of the names and contents of all that `dist/` is made of: a checkout changes times alone. */
function fingerprint(files) {
  const hash = createHash('sha256')
  const sdk = filesBelow(join(ROOT, SDK_DIR)).map((name) => join(SDK_DIR, name))
  const sources = files.map((name) => join('src', name))
  for (const file of [...SETTINGS, SDK_LICENSE, ...sdk, ...wheelSources(), ...sources]) {
    hash.update(`${file}\n`).update(readFileSync(join(ROOT, file)))
  }
  return hash.digest('hex')
}

/** Paths below a folder, in a fixed order. Empty where it is not there. */
function filesBelow(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted()
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file) : undefined
}
