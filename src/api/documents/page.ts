import { LANGUAGES } from '../../domain/video/request-snippet.ts'
import { CHANGELOG_FEED_PATH } from './changelog-feed.ts'
import { escapeHtml } from './html.ts'

/** The content of a page of the service. */
export interface Page {
  readonly title: string
  /** HTML of the body. */
  readonly content: string
  /** One sentence for search engines and previews. */
  readonly description?: string
  /** Where the same is as Markdown. */
  readonly markdownPath?: string
}

/** Where the style, the scripts and the font of these pages are. */
export const ASSETS_PATH = '/docs/assets'

/** In this order: a later one narrows what an earlier one says. */
const STYLES = ['text.css', 'frame.css', 'reference.css', 'phone.css']

/** What `docs.js` imports: named here, so that it comes at once with it. */
const MODULES = ['search.js', 'try-it.js']

/** Programs that follow feeds find it on every page. */
const FEED = `<link rel="alternate" type="application/atom+xml" title="Changelog" href="${CHANGELOG_FEED_PATH}">\n`

/** Builds a complete HTML document, without scripts within it and without resources from other hosts. */
export function htmlPage({ title, content, description, markdownPath }: Page): string {
  const told =
    description === undefined ? '' : `<meta name="description" content="${escapeHtml(description)}">\n`
  const text =
    markdownPath === undefined ? '' : `<link rel="alternate" type="text/markdown" href="${markdownPath}">\n`
  return `<!doctype html>
<html lang="en" data-language="${LANGUAGES[0]}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
${told}${text}${FEED}<link rel="icon" href="/favicon.svg">
<link rel="preload" href="${ASSETS_PATH}/inter.woff2" as="font" type="font/woff2" crossorigin>
${STYLES.map((file) => `<link rel="stylesheet" href="${ASSETS_PATH}/${file}">`).join('\n')}
<script src="${ASSETS_PATH}/language.js"></script>
${MODULES.map((file) => `<link rel="modulepreload" href="${ASSETS_PATH}/${file}">`).join('\n')}
<script type="module" src="${ASSETS_PATH}/docs.js"></script>
${content}
</html>
`
}
