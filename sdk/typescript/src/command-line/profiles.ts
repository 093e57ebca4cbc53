import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'

import { SignInError, UsageError } from './command.ts'

/** Where the service is, and the key to it. */
export interface SignIn {
  readonly url: string
  readonly key: string
  /** Where both are from. */
  readonly from: string
}

const NAME = /^\w[\w.-]{0,63}$/u

/** A folder of its own for each profile, which only its owner can read. */
function profileFolder(profile: string): string {
  if (!NAME.test(profile)) throw new UsageError('The name of a profile has letters, digits, dots and dashes.')
  const base =
    env['PRESENTER_CONFIG_DIR'] ??
    join(env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'), 'presenter-video')
  return join(base, profile)
}

/** What a file of a profile holds; null when it is not there. */
export function readProfileFile<Content>(profile: string, name: string): Content | null {
  const file = join(profileFolder(profile), name)
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Content
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new Error(`${file} cannot be read: ${(error as Error).message}`, { cause: error })
  }
}

/** Replaces a file of a profile. Nobody else can read it at any time. @returns its path. */
export function writeProfileFile(profile: string, name: string, content: unknown): string {
  const folder = profileFolder(profile)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, name)
  writeFileSync(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
  // One that was left behind keeps the mode that it had.
  chmodSync(`${file}.new`, 0o600)
  renameSync(`${file}.new`, file)
  return file
}

const SIGN_IN_FILE = 'sign-in.json'

/** Keeps a key. @returns the file that it is in. */
export function keepSignIn(profile: string, { url, key }: Pick<SignIn, 'url' | 'key'>): string {
  return writeProfileFile(profile, SIGN_IN_FILE, { url, key })
}

/** The key of a profile that was signed in; null when it was not. */
export function keptSignIn(profile: string): SignIn | null {
  const kept = readProfileFile<Pick<SignIn, 'url' | 'key'>>(profile, SIGN_IN_FILE)
  return kept && { url: kept.url, key: kept.key, from: join(profileFolder(profile), SIGN_IN_FILE) }
}

/**
 * Finds the key: of the profile that was named, else of the environment, else of the profile `default`. A key goes only to
 * the address that it was given with.
 */
export function findSignIn(named: string | undefined): SignIn {
  const [key, url] = [env['PRESENTER_API_KEY'], env['PRESENTER_API_URL']]
  if (named === undefined && key) {
    if (!url) throw new SignInError('PRESENTER_API_KEY is set, but PRESENTER_API_URL is not. Set both.')
    return { key, url: baseUrlOf(url), from: 'the environment' }
  }
  const profile = named ?? DEFAULT_PROFILE
  const kept = keptSignIn(profile)
  if (kept === null) {
    const which = named === undefined ? '' : ` --profile ${named}`
    throw new SignInError(
      `There is no API key. Run "presenter-video login${which}", or set PRESENTER_API_URL and PRESENTER_API_KEY.`,
    )
  }
  return kept
}

/** The profile of those who name none. */
export const DEFAULT_PROFILE = 'default'

/** The base URL of the API at an address as people write it: `video.example.com` is enough. */
export function baseUrlOf(text: string): string {
  const isLocal = /^(?:localhost|127\.|\[::1\])/u.test(text)
  const full = /^https?:\/\//u.test(text) ? text : `${isLocal ? 'http' : 'https'}://${text}`
  if (!URL.canParse(full))
    throw new UsageError(`${text} is not an address such as https://video.example.com/api/v1.`)
  const { origin, pathname } = new URL(full)
  const path = pathname.replace(/\/+$/u, '')
  return origin + (path === '' ? '/api/v1' : path)
}

/** Where the service has what is no part of the API: MCP, the packages. */
export function serviceUrl({ url }: Pick<SignIn, 'url'>): string {
  return url.replace(/\/api\/v\d+$/u, '')
}
