import { GlobalFonts } from '@napi-rs/canvas'
import { fileURLToPath } from 'node:url'

/** The parts of Inter, by script; shipped with the product, so that text is the same on every machine. */
const FONT_FILES = {
  'Inter Latin': 'inter-latin-wght-normal.woff2',
  'Inter Latin Extended': 'inter-latin-ext-wght-normal.woff2',
  'Inter Vietnamese': 'inter-vietnamese-wght-normal.woff2',
  'Inter Greek': 'inter-greek-wght-normal.woff2',
  'Inter Greek Extended': 'inter-greek-ext-wght-normal.woff2',
  'Inter Cyrillic': 'inter-cyrillic-wght-normal.woff2',
  'Inter Cyrillic Extended': 'inter-cyrillic-ext-wght-normal.woff2',
} as const

/** The family list that all text in pictures is set in. */
export const FONT_FAMILIES = Object.keys(FONT_FILES)
  .map((family) => `"${family}"`)
  .join(', ')

/** Makes the fonts known to the canvas. Safe to repeat. */
export function loadFonts(): void {
  for (const [family, file] of Object.entries(FONT_FILES)) {
    if (GlobalFonts.has(family)) continue
    const url = import.meta.resolve(`@fontsource-variable/inter/files/${file}`)
    if (!GlobalFonts.registerFromPath(fileURLToPath(url), family)) {
      throw new Error(`The font ${file} cannot be loaded; install the packages again`)
    }
  }
}
