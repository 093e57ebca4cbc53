/**
 * Reads settings from `.env` beside this file, or from the file that ENV_FILE names; none when that is empty. What the
 * environment has already comes first.
 *
 * `bootstrap.mjs` does it for every command. Docker Compose reads the same file by itself, and passes on what
 * `docker-compose.yml` names.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'

import leven from 'leven'

/** Settings of what this service runs on, whose names its own documentation does not list. */
const OF_OTHERS =
  /^(?:AWS|NODE|NPM|PIP|PYTHON|GO|GIT|LC|XDG|SSL|CURL|COMPOSE|DOCKER|CHAOS)_|_PROXY$|^(?:TZ|LANG|PATH|HOME)$/i

/**
 * @param {string} root the project's folder.
 * @param {NodeJS.ProcessEnv} env is added to.
 * @returns {string[]} a warning for each setting that nothing reads.
 * @throws {Error} when the file that ENV_FILE names cannot be read.
 */
export function readEnvFile(root, env) {
  const { ENV_FILE = '.env' } = env
  const file = resolve(root, ENV_FILE)
  if (ENV_FILE === '' || (env.ENV_FILE === undefined && !existsSync(file))) return []
  const given = parseEnv(readFileSync(file, 'utf8'))
  for (const [name, value] of Object.entries(given)) env[name] ??= value
  const known = knownSettings(root)
  return Object.keys(given)
    .filter((name) => !known.includes(name) && !OF_OTHERS.test(name))
    .map((name) => `${ENV_FILE}: there is no setting ${name}.${suggestion(name, known)}`)
}

/** Those of `.env.example`, and those of Docker Compose. */
function knownSettings(root) {
  const names = (file, pattern) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(pattern)].map(([, name]) => name)
  return [
    ...names('.env.example', /^(?:# ?)?([A-Z][A-Z0-9_]*)=/gm),
    ...names('docker-compose.yml', /\$\{([A-Z][A-Z0-9_]*)/g),
  ]
}

function suggestion(name, known) {
  // A name with more differences is another one, and no slip.
  const most = Math.min(3, name.length / 2)
  const slips = (other) => leven(name.toUpperCase(), other)
  const [nearest] = known.filter((other) => slips(other) <= most).toSorted((a, b) => slips(a) - slips(b))
  return nearest === undefined ? ' See .env.example.' : ` Did you mean ${nearest}?`
}
