import { escapeHtml } from './html.ts'
import { PAGE_STYLE } from './page-style.ts'

/** A page of ours. */
export interface Page {
  readonly title: string
  /** HTML. */
  readonly content: string
  /** Rules beside those of every page. */
  readonly style?: string
}

/** A whole HTML document: no script, nothing loaded from another host. */
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
