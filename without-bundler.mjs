/**
 * Leaves out of the image what bundles workflows, which the build has done: a hundred packages, 45 MB, that Temporal's library
 * for workers would load at each start.
 *
 *   node without-bundler.mjs lockfile   before `npm install --package-lock-only`, which then removes what only they needed
 *   node without-bundler.mjs modules    after `npm ci`
 *
 * It works on the folder that it is started in. Plain JavaScript without dependencies, because it runs where no packages are.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'

const LIBRARY = 'node_modules/@temporalio/worker'
/** What the library loads when it is loaded, and uses to bundle only. */
const LOADED = ['memfs', 'unionfs', 'webpack']
/** What it loads only when it bundles. */
const LOADED_LATER = ['@swc/core', 'source-map-loader', 'swc-loader']

/** In place of what is loaded. `__esModule` is asked for by every file that was compiled to `require`. */
const STAND_IN = `module.exports = new Proxy({}, {
  get(_, name) {
    if (name === '__esModule') return true
    throw new Error('Nothing here bundles workflows: it was done when the image was built.')
  },
})
`

/** Takes the bundler out of what the lockfile says that the library needs. @throws when the library needs it no more. */
function takeOutOfLockfile() {
  const lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const { dependencies } = lockfile.packages[LIBRARY]
  for (const name of [...LOADED, ...LOADED_LATER]) {
    if (!(name in dependencies)) throw new Error(`${LIBRARY} does not need ${name}.`)
    delete dependencies[name]
  }
  writeFileSync('package-lock.json', `${JSON.stringify(lockfile, null, 2)}\n`)
}

function writeStandIns() {
  for (const name of LOADED) {
    const folder = `${LIBRARY}/node_modules/${name}`
    mkdirSync(folder, { recursive: true })
    writeFileSync(`${folder}/index.js`, STAND_IN)
  }
}

const parts = { lockfile: takeOutOfLockfile, modules: writeStandIns }
const part = parts[process.argv[2]]
if (part === undefined) throw new Error(`Usage: node without-bundler.mjs ${Object.keys(parts).join('|')}`)
part()
