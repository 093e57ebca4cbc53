import MiniSearch from 'minisearch'

import type { DocumentPage } from './document-page.ts'
import { withoutCode } from './markdown.ts'

/** A place in the documentation that a search can find. */
interface Entry {
  readonly id: number
  readonly path: string
  readonly page: string
  readonly heading: string
  readonly text: string
  /** The beginning of the text, which a result shows. */
  readonly excerpt: string
}

const EXCERPT_CHARACTERS = 140

/** How the index is made, which a browser that loads it must repeat (`assets/search.js`). */
const INDEX_OPTIONS = {
  fields: ['heading', 'page', 'text'],
  storeFields: ['path', 'page', 'heading', 'excerpt'],
}

/** An index of all sections of all pages as JSON, for the search in the browser. */
export function searchIndex(pages: readonly DocumentPage[]): string {
  const index = new MiniSearch<Entry>(INDEX_OPTIONS)
  index.addAll(pages.flatMap(placesOf).map((place, id) => ({ ...place, id })))
  return JSON.stringify(index)
}

/** The beginning of a page and each of its sections, in the order of the page. */
function placesOf(page: DocumentPage): Omit<Entry, 'id'>[] {
  const { path, title } = page
  const sections = page.sections()
  // The responses of operations say nearly the same everywhere.
  const text = page.isWide ? (page.markdown().split('\n## Request\n')[0] ?? '') : page.markdown()
  const parts = sections.length === 0 ? [text] : withoutCode(text).split(/^(?=#{2,3} )/mu)
  return parts.map((part, position) => {
    const section = position === 0 ? undefined : sections[position - 1]
    const words = wordsOf(part)
    return {
      path: section ? `${path}#${section.id}` : path,
      page: title,
      heading: section?.title ?? title,
      text: words,
      excerpt: words.slice(0, EXCERPT_CHARACTERS),
    }
  })
}

/** Markdown without its marks and its code. */
function wordsOf(text: string): string {
  return withoutCode(text)
    .replaceAll(/^#+ .*$/gmu, ' ')
    .replaceAll(/\]\([^)]*\)/gu, ' ')
    .replaceAll(/[`*|[\]]+|-{3,}/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()
}
