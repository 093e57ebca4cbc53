import { escapeHtml } from '../html.ts'
import type { Parameter } from './description.ts'
import { exampleOf, firstExample } from './placed.ts'
import type { Placed } from './placed.ts'

/** Where the API is on the same origin as the page, whatever the service is called from elsewhere. */
const API_PATH = '/api/v1'

/** A form that sends the operation's request from the page, once a script has taken it over. */
export function tryItHtml({ operation, method, path }: Placed): string {
  const { parameters = [], requestBody } = operation
  const example = requestBody && JSON.stringify(firstExample(requestBody.content), null, 2)
  const body =
    example === undefined
      ? ''
      : `<label>Body<textarea name="body" rows="${example.split('\n').length + 1}" spellcheck="false">${escapeHtml(example)}</textarea></label>`
  return `<form class="try" data-method="${method}" data-path="${escapeHtml(API_PATH + path)}" hidden>
<h2 id="try-it">Try it</h2>
<p class="note">This sends a real request to this service. The key stays in the memory of this page: it is not stored, and is gone when you leave.</p>
<label>API key<input name="key" type="password" autocomplete="off" placeholder="pv_live_…" required></label>
${parameters.filter(isOneValue).map(fieldHtml).join('\n')}
${body}
<button type="submit">Send</button>
<div class="outcome" aria-live="polite"></div>
</form>`
}

/** The form has a field for each parameter, and none for one that is an object of parameters of the caller's names. */
function isOneValue({ schema }: Parameter): boolean {
  return schema.type !== 'object'
}

function fieldHtml(parameter: Parameter): string {
  const { name, required } = parameter
  const isKey = name === 'Idempotency-Key'
  const hint = exampleOf(parameter)
  return `<label>${escapeHtml(name)}<input name="${escapeHtml(name)}" data-in="${parameter.in}" autocomplete="off"${
    hint === name ? '' : ` placeholder="${escapeHtml(hint)}"`
  }${required ? ' required' : ''}${isKey ? ' data-fresh' : ''}></label>`
}
