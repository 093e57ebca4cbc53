import { escapeHtml } from './html.ts'

/** A transition in a diagram of states, as Mermaid writes it: `pending --> delivered: 2xx`. */
const TRANSITION = /^\s*(\S+) --> (\w+): (.+)$/gmu

/** What Mermaid calls the state before the first one. */
const BEGINNING = '[*]'

/** Renders a Mermaid diagram of states as a table, as drawing it would take a script of some megabytes. */
export function stateTable(diagram: string): string {
  const rows = Array.from(diagram.matchAll(TRANSITION), ([, from = '', to = '', when = '']) => {
    const state = from === BEGINNING ? '–' : `<code>${escapeHtml(from)}</code>`
    return `<tr><td>${state}</td><td>${escapeHtml(when)}</td><td><code>${escapeHtml(to)}</code></td></tr>`
  })
  return `<div class="wide" tabindex="0" role="group" aria-label="States"><table>
<thead><tr><th>State</th><th>When</th><th>Next state</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}
