import { expect, test } from 'vitest'

import { changelogFeed } from '../../../src/api/documents/changelog-feed.ts'

const CHANGELOG = `# Changelog

This file lists the changes.

## Unreleased

- Not yet.

## 1.1.0 (2027-01-31)

### Added

- \`GET /status\` & more ([docs/limits.md](docs/limits.md)).

## 1.0.0 (2026-12-01)

- The first <one>.
`

test('the feed has each release with its day, the newest first, and nothing that is not released', () => {
  const feed = changelogFeed(CHANGELOG, 'https://video.example.com')
  const all = (tag: string) =>
    Array.from(feed.matchAll(new RegExp(`<${tag}>(.*)</${tag}>`, 'gu')), ([, text]) => text)
  expect(all('title')).toEqual(['Presenter Video API: changelog', '1.1.0', '1.0.0'])
  expect(all('updated')).toEqual(['2027-01-31T00:00:00Z', '2027-01-31T00:00:00Z', '2026-12-01T00:00:00Z'])
  expect(new Set(all('id')).size).toBe(3)
  expect(feed).not.toContain('Not yet.')
})

test('an entry contains its changes as escaped HTML whose links work anywhere', () => {
  const feed = changelogFeed(CHANGELOG, 'https://video.example.com')
  expect(feed).toContain('&lt;a href=&quot;https://video.example.com/docs/limits.md&quot;&gt;')
  expect(feed).toContain('&lt;code&gt;GET /status&lt;/code&gt; &amp;amp; more')
  expect(feed.match(/<(?!\/?(?:\?xml|feed|title|id|link|author|name|updated|entry|content)\b)/gu)).toBeNull()
})

test('before any release there is a feed without entries', () => {
  const feed = changelogFeed('# Changelog\n\n## Unreleased\n\n- Not yet.\n', 'https://video.example.com')
  expect(feed).toMatch(/<updated>\d{4}-\d{2}-\d{2}T00:00:00Z<\/updated>/u)
  expect(feed).not.toContain('<entry>')
})
