import { createRequire } from 'node:module'

import { LANGUAGES } from '../../domain/video/request-snippet.ts'
import { escapeHtml } from './html.ts'

/** What is used of the library that colours code. */
interface Highlighter {
  registerLanguage(name: string, grammar: unknown): void
  highlight(code: string, options: { language: string }): { value: string }
}

// Not imported: its types bring those of a browser into the whole service.
const require = createRequire(import.meta.url)
const highlighter = require('highlight.js/lib/core') as Highlighter

/** The library's grammars by the names that stand after the fences of our texts. */
const GRAMMARS: Readonly<Record<string, unknown>> = {
  sh: require('highlight.js/lib/languages/bash'),
  http: require('highlight.js/lib/languages/http'),
  js: require('highlight.js/lib/languages/javascript'),
  json: require('highlight.js/lib/languages/json'),
  py: require('highlight.js/lib/languages/python'),
}

for (const [name, grammar] of Object.entries(GRAMMARS)) highlighter.registerLanguage(name, grammar)

/** How the languages of tabs are written after the fence of a block: `js Node`. */
const FENCES: Readonly<Record<string, string>> = { Node: 'js', Python: 'py', curl: 'sh' }

/** A piece of code and what it is written in: the name after its fence. */
export interface Code {
  readonly language: string
  readonly text: string
}

/** The same code in some of the languages, of which a reader sees the one they chose last. */
export type CodeTabs = Readonly<Record<string, string>>

/** Renders code as HTML with its words coloured. Code in a language that is not known has one colour. */
export function codeBlock({ language, text }: Code): string {
  return `<pre tabindex="0"><code>${coloured({ language, text })}</code></pre>`
}

/** Renders a value as a block of indented JSON. */
export function jsonBlock(value: unknown): string {
  return codeBlock({ language: 'json', text: JSON.stringify(value, null, 2) })
}

/**
 * Renders code in several languages under one row of buttons. The page's style shows the language that the document
 * is marked with, so that nothing moves when a script learns which one a reader prefers.
 */
export function codeTabs(tabs: CodeTabs): string {
  const names = LANGUAGES.filter((name) => name in tabs)
  const buttons = names.map((name) => `<button type="button" data-choose="${name}">${name}</button>`)
  const blocks = names.map(
    (name) =>
      `<div data-language="${name}">${codeBlock({ language: FENCES[name] ?? '', text: tabs[name] ?? '' })}</div>`,
  )
  return `<div class="tabs"><div class="choices" role="group" aria-label="Language">${buttons.join('')}</div>${blocks.join('')}</div>`
}

function coloured({ language, text }: Code): string {
  const code = text.trimEnd()
  return language in GRAMMARS ? highlighter.highlight(code, { language }).value : escapeHtml(code)
}
