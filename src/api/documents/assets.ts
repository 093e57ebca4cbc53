import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { ASSETS_PATH } from './page.ts'

const STYLE = 'text/css; charset=utf-8'
const SCRIPT = 'text/javascript; charset=utf-8'

/** What the pages load, by name: our own files, and two from packages. */
const FILES: Readonly<Record<string, { type: string; url: string }>> = {
  'text.css': { type: STYLE, url: own('text.css') },
  'frame.css': { type: STYLE, url: own('frame.css') },
  'reference.css': { type: STYLE, url: own('reference.css') },
  'phone.css': { type: STYLE, url: own('phone.css') },
  'language.js': { type: SCRIPT, url: own('language.js') },
  'docs.js': { type: SCRIPT, url: own('docs.js') },
  'search.js': { type: SCRIPT, url: own('search.js') },
  'synonyms.js': { type: SCRIPT, url: own('synonyms.js') },
  'try-it.js': { type: SCRIPT, url: own('try-it.js') },
  'minisearch.js': { type: SCRIPT, url: import.meta.resolve('minisearch') },
  'inter.woff2': {
    type: 'font/woff2',
    url: import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
  },
}

/** A file that pages load. */
export interface Asset {
  readonly path: string
  readonly type: string
  readonly body: Buffer
}

/** All files that pages load. */
export function readAssets(): Asset[] {
  return Object.entries(FILES).map(([name, { type, url }]) => ({
    path: `${ASSETS_PATH}/${name}`,
    type,
    body: readFileSync(fileURLToPath(url)),
  }))
}

function own(name: string): string {
  return new URL(`assets/${name}`, import.meta.url).href
}
