import MiniSearch from 'minisearch'
import type { SearchResult } from 'minisearch'
import { expect, test } from 'vitest'

import { find } from '../../../src/api/documents/assets/search.js'
import { SYNONYMS } from '../../../src/api/documents/assets/synonyms.js'
import { guidePages } from '../../../src/api/documents/guides/guide-pages.ts'
import { referencePages } from '../../../src/api/documents/reference/reference-pages.ts'
import { searchIndex } from '../../../src/api/documents/search-index.ts'
import { openApiDocument } from '../../../src/api/v1/openapi.ts'

const publicUrl = 'https://video.test'
const pages = [...guidePages({ docsDir: 'docs', publicUrl }), ...referencePages(openApiDocument(publicUrl))]
const index = MiniSearch.loadJSON(searchIndex(pages), {
  fields: ['heading', 'page', 'text'],
  storeFields: ['path', 'page', 'heading', 'excerpt'],
})
const FIRST = 6
const found = (words: string) => find(index, words) as SearchResult[]
const pathsOf = (words: string) =>
  found(words)
    .slice(0, FIRST)
    .map(({ path }) => path as string)

test.each([
  ['subtitles', '/docs/options'],
  ['polling', '/docs'],
  ['color', '/docs/options'],
  ['cancel', '/docs/api/delete-video'],
  ['ssml', '/docs/scripts'],
  ['avatar', '/docs/twins'],
  ['clone', '/docs/twins'],
  ['quota', '/docs'],
  ['callback', '/docs/webhooks'],
  ['token', '/docs/keys'],
  ['permissions', '/docs/keys#scopes'],
  ['pricing', '/docs/plans'],
  ['localhost', '/docs/webhooks'],
  ['rotate secr', '/docs/webhooks#rotate-the-secret'],
  ['Idempotency', '/docs/idempotency'],
])('"%s" finds %s', (words, path) => {
  expect(pathsOf(words).join(' ')).toContain(path)
})

test('whatever readers call it, something is found', () => {
  for (const word of Object.keys(SYNONYMS)) expect(pathsOf(word), word).not.toEqual([])
})

test('a short word finds no other that only resembles it', () => {
  expect(found('pause').flatMap(({ terms }) => terms)).not.toContain('cause')
  expect(found('ssml').flatMap(({ terms }) => terms)).not.toContain('sslmode')
})
