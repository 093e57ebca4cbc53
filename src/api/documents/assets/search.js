const MOST_RESULTS = 12

/** What the index was made with (`search-index.ts`). */
const INDEX_OPTIONS = {
  fields: ['heading', 'page', 'text'],
  storeFields: ['path', 'page', 'heading', 'excerpt'],
}

/** A word that is still being typed finds those that begin with it, and a slip of a letter is forgiven. */
const SEARCH_OPTIONS = { prefix: true, fuzzy: 0.15, combineWith: 'AND', boost: { heading: 4, page: 2 } }

let loading

/** Opens the search with its button, with ⌘K or Ctrl-K, and with a slash. */
export function prepareSearch() {
  const button = document.querySelector('.search-button')
  if (!button) return
  const dialog = createDialog()
  const open = () => {
    loading ??= loadIndex()
    dialog.showModal()
    dialog.querySelector('input').select()
  }
  if (!/Mac|iPhone|iPad/.test(navigator.platform)) button.querySelector('kbd').textContent = 'Ctrl K'
  button.hidden = false
  button.addEventListener('click', open)
  addEventListener('keydown', (event) => {
    const isShortcut = (event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k'
    const isSlash = event.key === '/' && !event.target.closest('input, textarea, [contenteditable]')
    if (!isShortcut && !isSlash) return
    event.preventDefault()
    if (!dialog.open) open()
  })
}

/** The library and the index come with the first search, not with every page. */
async function loadIndex() {
  const [{ default: MiniSearch }, index] = await Promise.all([
    import('./minisearch.js'),
    fetch('/docs/search.json').then((answer) => answer.text()),
  ])
  return MiniSearch.loadJSON(index, INDEX_OPTIONS)
}

function createDialog() {
  const dialog = document.createElement('dialog')
  dialog.className = 'search'
  dialog.setAttribute('aria-label', 'Search the documentation')
  dialog.innerHTML = `<form method="dialog"><input type="search" role="combobox" aria-label="Search" aria-expanded="false"
aria-controls="results" placeholder="Search the documentation" autocomplete="off" spellcheck="false">
<button aria-label="Close">Esc</button></form><ul id="results" role="listbox" aria-label="Results"></ul><p role="status"></p>`
  document.querySelector('main').append(dialog)
  const input = dialog.querySelector('input')
  input.addEventListener('input', () => void showFound(dialog, input.value))
  input.addEventListener('keydown', (event) => moveOrOpen(dialog, event))
  dialog.addEventListener('click', (event) => {
    // Its own area lies under its parts: a click on the dialog itself is one beside it.
    if (event.target === dialog) dialog.close()
    if (event.target.closest('a')) dialog.close()
  })
  return dialog
}

async function showFound(dialog, words) {
  const index = await loading
  // More may have been typed while the index was coming.
  if (words !== dialog.querySelector('input').value) return
  show(dialog, words.trim() === '' ? null : index.search(words, SEARCH_OPTIONS))
}

/** Shows what was found, or nothing yet. */
function show(dialog, found) {
  const list = dialog.querySelector('ul')
  list.replaceChildren(...(found ?? []).slice(0, MOST_RESULTS).map(line))
  dialog.querySelector('input').setAttribute('aria-expanded', String((found?.length ?? 0) > 0))
  dialog.querySelector('[role="status"]').textContent = found?.length === 0 ? 'Nothing was found.' : ''
  select(dialog, 0)
}

function line({ path, page, heading, excerpt }, position) {
  const item = document.createElement('li')
  item.role = 'option'
  item.id = `result-${position}`
  const link = document.createElement('a')
  link.href = path
  link.tabIndex = -1
  for (const [tag, text] of [
    ['b', heading],
    ['small', page === heading ? '' : page],
    ['span', excerpt],
  ]) {
    const part = document.createElement(tag)
    part.textContent = text
    link.append(part)
  }
  item.append(link)
  return item
}

function moveOrOpen(dialog, event) {
  const items = [...dialog.querySelectorAll('li')]
  const at = items.findIndex((item) => item.ariaSelected === 'true')
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step !== undefined) {
    event.preventDefault()
    select(dialog, (at + step + items.length) % items.length)
  }
  if (event.key === 'Enter') {
    event.preventDefault()
    items[at]?.querySelector('a').click()
  }
}

function select(dialog, position) {
  dialog.querySelectorAll('li').forEach((item, index) => {
    item.ariaSelected = String(index === position)
    if (index === position) item.scrollIntoView({ block: 'nearest' })
  })
  const isThere = dialog.querySelector(`#result-${position}`)
  const input = dialog.querySelector('input')
  if (isThere) input.setAttribute('aria-activedescendant', `result-${position}`)
  else input.removeAttribute('aria-activedescendant')
}
