/** Makes a form send its request and show the answer. What is typed into it stays in this page. */
export function prepareTryIt(form) {
  const fresh = form.querySelector('[data-fresh]')
  // The same key for as long as the page is open: sending twice makes one video.
  if (fresh) fresh.value = `try-${Math.random().toString(36).slice(2, 12)}`
  form.hidden = false
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const button = form.querySelector('button[type="submit"]')
    button.disabled = true
    try {
      show(form, await send(form))
    } catch (error) {
      show(form, { isGood: false, title: 'No answer', text: error.message })
    } finally {
      button.disabled = false
    }
  })
}

async function send(form) {
  const { method, path } = form.dataset
  const headers = { Authorization: `Bearer ${form.elements.key.value.trim()}` }
  const query = new URLSearchParams()
  let address = path
  for (const { name, value, dataset } of form.querySelectorAll('input[data-in]')) {
    if (dataset.in === 'path') address = address.replace(`{${name}}`, encodeURIComponent(value))
    else if (value === '') continue
    else if (dataset.in === 'query') query.set(name, value)
    else headers[name] = value
  }
  const body = form.elements.body?.value
  if (body) headers['Content-Type'] = 'application/json'
  const started = performance.now()
  const answer = await fetch(query.size > 0 ? `${address}?${query.toString()}` : address, {
    method,
    headers,
    ...(body && { body }),
    // Nothing of a session goes along: the key alone decides.
    credentials: 'omit',
    cache: 'no-store',
  })
  const text = await answer.text()
  const milliseconds = Math.round(performance.now() - started)
  return { isGood: answer.ok, title: `${answer.status} in ${milliseconds} ms`, text: indented(text) }
}

function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function show(form, { isGood, title, text }) {
  const outcome = form.querySelector('.outcome')
  const heading = document.createElement('p')
  heading.className = isGood ? 'good' : 'bad'
  heading.textContent = title
  const block = document.createElement('pre')
  block.tabIndex = 0
  block.textContent = text
  outcome.replaceChildren(heading, block)
}
