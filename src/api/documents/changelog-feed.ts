import { escapeHtml } from './html.ts'
import { linksOf, withAbsoluteLinks } from './guides/links.ts'
import { CHANGELOG } from './guides/guides.ts'
import { markdown } from './markdown.ts'

/** The heading of a release, for example `## 1.2.0 (2027-01-31)`. What is not released has no date, and is not in the feed. */
const RELEASE = /^## (\S+) \((\d{4}-\d{2}-\d{2})\)\n(.*?)(?=^## |$(?![^]))/gmsu

/** A feed is as new as its newest release. Before any, it has a date all the same, because Atom asks for one. */
const BEFORE_ANY_RELEASE = '2026-01-01'

/** Where the feed is. */
export const CHANGELOG_FEED_PATH = '/docs/changelog.xml'

/**
 * The releases of the changelog as an Atom feed (RFC 4287), the newest first as in the text.
 *
 * @param changelog the text of `CHANGELOG.md`.
 */
export function changelogFeed(changelog: string, publicUrl: string): string {
  const page = publicUrl + CHANGELOG.path
  const text = withAbsoluteLinks(changelog, linksOf(CHANGELOG), publicUrl)
  const releases = Array.from(text.matchAll(RELEASE), ([, version = '', day = '', changes = '']) => ({
    version,
    day,
    changes,
  }))
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<title>Presenter Video API: changelog</title>
<id>${escapeHtml(page)}</id>
<link href="${escapeHtml(page)}"/>
<link rel="self" type="application/atom+xml" href="${escapeHtml(publicUrl + CHANGELOG_FEED_PATH)}"/>
<author><name>Presenter Video API</name></author>
<updated>${midnight(releases[0]?.day ?? BEFORE_ANY_RELEASE)}</updated>
${releases
  .map(
    ({ version, day, changes }) => `<entry>
<title>${escapeHtml(version)}</title>
<id>${escapeHtml(`${page}#${version}`)}</id>
<link href="${escapeHtml(page)}"/>
<updated>${midnight(day)}</updated>
<content type="html">${escapeHtml(markdown(changes))}</content>
</entry>\n`,
  )
  .join('')}</feed>
`
}

function midnight(day: string): string {
  return `${day}T00:00:00Z`
}
