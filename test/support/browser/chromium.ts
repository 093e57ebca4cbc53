import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** What Chromium is called where it is installed; Chrome and Edge are made of it. */
const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'chrome.exe',
]

/** Where it is installed without being on the PATH. */
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/** Chromium without what a window needs: pages are laid out and drawn by the same engine, with a third less work. */
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell']

/** The machine's own Chromium, or null. `CHROMIUM_PATH` names another one. */
export function findChromium(): string | null {
  return process.env['CHROMIUM_PATH'] || find(NAMES, PLACES)
}

/** The one that shows pages to most tests: the shell of the machine's Chromium, where it is installed beside. */
export function findShell(chromium: string): string {
  return (process.env['CHROMIUM_PATH'] ? null : find(SHELLS)) ?? chromium
}

function find(names: readonly string[], places: readonly string[] = []): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const candidates = [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...places]
  return candidates.find((file) => existsSync(file)) ?? null
}

/** Pages of tests are gone before their scripts have run so often that compiling them would pay. */
export const NOT_COMPILED = '--js-flags=--no-opt --no-maglev'

/** What every browser of the tests is started with. */
export const BROWSER_ARGUMENTS = ['--no-sandbox', '--disable-gpu'] as const
