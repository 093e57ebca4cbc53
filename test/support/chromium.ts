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

/** The machine's own Chromium, or null. `CHROMIUM_PATH` names another one. */
export function findChromium(): string | null {
  const named = process.env['CHROMIUM_PATH']
  if (named) return named
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const candidates = [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...PLACES]
  return candidates.find((file) => existsSync(file)) ?? null
}

/** What every browser of the tests is started with. */
export const BROWSER_ARGUMENTS = ['--no-sandbox', '--disable-gpu'] as const
