import { Marked } from 'marked'
import type { Token, Tokens } from 'marked'

import { codeBlock, codeTabs } from './code-block.ts'
import { escapeHtml } from './html.ts'
import { stateTable } from './state-table.ts'

/** A heading within a page, which can be linked to. */
export interface Section {
  readonly id: string
  readonly title: string
  readonly level: number
}

/** Where a link of a text leads on a page, or null when that is not served; then only its words are shown. */
export type ResolveLink = (href: string) => string | null

/** Links of texts that are written for their page already. */
const asWritten: ResolveLink = (href) => href

/** Converts trusted Markdown to HTML: headings get links, code is coloured, and wide tables scroll on their own. */
export function markdown(text: string, resolve: ResolveLink = asWritten): string {
  const reader = readerFor(resolve)
  return reader.parser(gatherTabs(reader.lexer(text)))
}

/** Converts a line or two of trusted Markdown to HTML, without a surrounding paragraph. */
export function inlineMarkdown(text: string): string {
  return readerFor(asWritten).parseInline(text, { async: false })
}

/** The headings of a text below its title, down to the third level. */
export function sectionsOf(text: string): Section[] {
  return new Marked()
    .lexer(text)
    .filter((token): token is Tokens.Heading => token.type === 'heading')
    .filter(({ depth }) => depth === 2 || depth === 3)
    .map(({ text: title, depth }) => ({ id: sectionId(title), title: plain(title), level: depth }))
}

/** The id of a heading, by the rules of the hosts on which the same files are read. */
function sectionId(heading: string): string {
  return plain(heading)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/gu, '-')
}

function plain(heading: string): string {
  return heading.replaceAll('`', '')
}

function readerFor(resolve: ResolveLink): Marked {
  return new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = sectionId(text)
        const title = this.parser.parseInline(tokens)
        if (depth === 1) return `<h1>${title}</h1>\n`
        const link = `<a class="anchor" href="#${id}" aria-label="Link to ${escapeHtml(plain(text))}">#</a>`
        return `<h${depth} id="${id}">${title} ${link}</h${depth}>\n`
      },
      code({ text, lang = '' }) {
        return lang === 'mermaid' ? stateTable(text) : codeBlock({ language: lang, text })
      },
      codespan({ text }) {
        // Names of many words may break between them.
        return `<code>${escapeHtml(text).replaceAll('_', '_<wbr>')}</code>`
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens)
        const target = resolve(href)
        return target === null ? words : `<a href="${escapeHtml(target)}">${words}</a>`
      },
      image({ href, text }) {
        const source = resolve(href)
        return source === null
          ? ''
          : `<img src="${escapeHtml(source)}" alt="${escapeHtml(text)}" loading="lazy">`
      },
      table(token) {
        // A region that scrolls must be reached by the keyboard too.
        return `<div class="wide" tabindex="0" role="group" aria-label="Table">${tableHtml(token, (cell) => this.parser.parseInline(cell.tokens))}</div>`
      },
    },
  })
}

function tableHtml({ header, rows }: Tokens.Table, inner: (cell: Tokens.TableCell) => string): string {
  const row = (cells: readonly Tokens.TableCell[], tag: 'th' | 'td') => {
    // The corner of a table with names on two sides is the head of nothing.
    const tagOf = (cell: Tokens.TableCell) => (cell.text === '' ? 'td' : tag)
    return `<tr>${cells.map((cell) => `<${tagOf(cell)}>${inner(cell)}</${tagOf(cell)}>`).join('')}</tr>`
  }
  return `<table><thead>${row(header, 'th')}</thead><tbody>${rows.map((cells) => row(cells, 'td')).join('')}</tbody></table>`
}

/** Neighbouring blocks whose fences name a tab, as in `js Node`, become one block with tabs. */
function gatherTabs(tokens: readonly Token[]): Token[] {
  const gathered: Token[] = []
  let tabs: Record<string, string> = {}
  const finish = () => {
    if (Object.keys(tabs).length > 0) gathered.push(htmlToken(codeTabs(tabs)))
    tabs = {}
  }
  for (const token of tokens) {
    const name = token.type === 'code' ? ((token as Tokens.Code).lang ?? '').split(' ')[1] : undefined
    const isBetweenTabs = token.type === 'space' && Object.keys(tabs).length > 0
    if (name !== undefined) tabs[name] = (token as Tokens.Code).text
    else if (!isBetweenTabs) {
      finish()
      gathered.push(token)
    }
  }
  finish()
  return gathered
}

function htmlToken(text: string): Tokens.HTML {
  return { type: 'html', raw: text, text, pre: false, block: true }
}

/** Markdown without its blocks of code, in which a line can look like a heading or a sentence. */
export function withoutCode(text: string): string {
  return text.replaceAll(/```.*?```/gsu, ' ')
}
