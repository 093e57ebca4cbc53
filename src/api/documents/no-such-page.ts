import type { DocumentPage } from './document-page.ts'

/** What a browser is shown where the documentation has no page: its menu and search lead on. */
export const NO_SUCH_PAGE: DocumentPage = {
  path: '',
  title: 'There is no such page',
  label: 'There is no such page',
  group: '',
  summary: 'The documentation has no page at this address.',
  markdown: () => '',
  html: () => `<h1>There is no such page</h1>
<p>The documentation has no page at this address. Choose one from the menu, search for a word, or begin with the
<a href="/docs">quickstart</a>.</p>`,
  sections: () => [],
}
