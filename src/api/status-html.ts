import { escapeHtml } from './documents/html.ts'
import type { StatusView } from './status.ts'

/** What is said of the whole. */
const SENTENCES: Readonly<Record<string, string>> = {
  operational: 'Everything works.',
  degraded: 'The service works, but not all of it as usual.',
  unavailable: 'Parts of the service are unavailable.',
}

/** The main part of the status page. */
export function statusHtml({ status, updated_at, parts }: StatusView): string {
  const rows = parts.map(
    ({ name, status: state, message }) =>
      `<tr><td>${escapeHtml(name)}</td><td class="status-${state}">${state}</td><td>${escapeHtml(message ?? '')}</td></tr>`,
  )
  return `<main id="content"><article class="status">
<h1>Status</h1>
<p><strong class="status-${status}">${SENTENCES[status]}</strong></p>
<table><thead><tr><th>Part</th><th>Status</th><th>What it means</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>
<p>As of <time datetime="${updated_at}">${updated_at.slice(11, 19)} UTC</time>. Programs get the same as JSON.
<a href="/docs/going-live#status">About this page</a></p>
</article></main>`
}
