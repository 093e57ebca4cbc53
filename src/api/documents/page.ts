import { escapeHtml } from './html.ts'
import { PAGE_STYLE } from './page-style.ts'

/** The content of a page of the service. */
export interface Page {
  readonly title: string
  /** HTML. */
  readonly content: string
  /** CSS in addition to the rules of every page. */
  readonly style?: string
}

/** Builds a complete HTML document, without scripts and without resources from other hosts. */
export function htmlPage({ title, content, style = '' }: Page): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${PAGE_STYLE}${style}</style>
${content}
</html>
`
}
