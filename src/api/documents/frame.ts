import type { DocumentPage } from './document-page.ts'
import { markdownPath } from './guides/links.ts'
import { escapeHtml } from './html.ts'
import { htmlPage } from './page.ts'
import { methodHtml } from './reference/operation-html.ts'

/** Renders a page with what surrounds it: the head, the menu of all pages, and the list of its sections. */
export function framedPage(page: DocumentPage, all: readonly DocumentPage[]): string {
  const at = all.indexOf(page)
  const markdown = at < 0 ? undefined : markdownPath(page.path)
  const content = `<a class="skip" href="#content">Skip to content</a>
${HEAD}
<div class="layout${page.isWide ? ' wide-layout' : ''}">
<nav id="menu" popover aria-label="Documentation">${menuHtml(page, all)}</nav>
<main id="content">
<article>${page.html()}</article>
<footer>${stepHtml('Previous', all[at - 1])}${stepHtml('Next', all[at + 1])}${
    markdown === undefined ? '' : `\n<p><a href="${markdown}">This page as Markdown</a></p>`
  }</footer>
</main>
${page.isWide ? '' : sectionsHtml(page)}
</div>`
  return htmlPage({
    title: page.title === PRODUCT ? PRODUCT : `${page.title} – ${PRODUCT}`,
    content,
    description: page.summary,
    ...(markdown !== undefined && { markdownPath: markdown }),
  })
}

const PRODUCT = 'Presenter Video API'

/** The menu opens over the page on a small screen, without a script; on a wide one it is always beside it. */
const HEAD = `<header>
<button type="button" class="menu-button" popovertarget="menu" aria-label="Menu"><span></span></button>
<a class="product" href="/docs">Presenter Video <b>Docs</b></a>
<button type="button" class="search-button" hidden>Search <kbd>⌘K</kbd></button>
<a class="to-application" href="/developer/keys">API keys</a>
</header>`

function menuHtml(current: DocumentPage, all: readonly DocumentPage[]): string {
  const groups = [...new Set(all.map(({ group }) => group))]
  return groups
    .map((group) => {
      const lines = all
        .filter((page) => page.group === group)
        .map(({ path, label, method }) => {
          const mark = path === current.path ? ' aria-current="page"' : ''
          const badge = method === undefined ? '' : methodHtml(method)
          return `<li><a href="${path}"${mark}><span>${escapeHtml(label)}</span>${badge}</a></li>`
        })
      return `<p>${escapeHtml(group)}</p><ul>${lines.join('')}</ul>`
    })
    .join('')
}

function sectionsHtml(page: DocumentPage): string {
  const sections = page.sections()
  if (sections.length < 2) return '<aside></aside>'
  const lines = sections.map(
    ({ id, title, level }) => `<li class="level-${level}"><a href="#${id}">${escapeHtml(title)}</a></li>`,
  )
  return `<aside><nav aria-label="On this page"><p>On this page</p><ul>${lines.join('')}</ul></nav></aside>`
}

function stepHtml(name: string, page: DocumentPage | undefined): string {
  if (!page) return '<span></span>'
  return `<a class="step ${name.toLowerCase()}" href="${page.path}"><small>${name}</small>${escapeHtml(page.label)}</a>`
}
