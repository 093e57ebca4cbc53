import { SYNONYMS } from './synonyms.js'

const MOST_RESULTS = 12

/** What the index was made with (`search-index.ts`). */
const INDEX_OPTIONS = {
  fields: ['heading', 'page', 'text'],
  storeFields: ['path', 'page', 'heading', 'excerpt'],
}

const BOOST = { heading: 4, page: 2 }

/** A word that is still being typed finds those that begin with it; a slip of a letter is forgiven in a long one. */
const TYPED = { prefix: true, fuzzy: (word) => (word.length > 5 ? 0.15 : false), boost: BOOST }
/** What a word is called here is searched for as it is written. */
const MEANT = { prefix: false, fuzzy: false, boost: BOOST }

/** Finds the places that have all words, or what they are called here. */
export function find(index, text) {
  const queries = text
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .map((word) => ({
      combineWith: 'OR',
      queries: [
        { ...TYPED, queries: [word] },
        { ...MEANT, combineWith: 'OR', queries: SYNONYMS[word] ?? [] },
      ],
    }))
  return index.search({ combineWith: 'AND', queries })
}

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
  dialog.innerHTML = `<form method="dialog"><input type="search" aria-label="Search" placeholder="Search the documentation"
autocomplete="off" spellcheck="false"><button>Esc</button></form><ul></ul><p role="status"></p>`
  document.querySelector('main').append(dialog)
  dialog
    .querySelector('input')
    .addEventListener('input', (event) => void showFound(dialog, event.target.value))
  dialog.addEventListener('keydown', (event) => move(dialog, event))
  dialog.addEventListener('click', (event) => {
    // Its own area lies under its parts: a click on the dialog itself is one beside it.
    if (event.target === dialog || event.target.closest('a')) dialog.close()
  })
  return dialog
}

async function showFound(dialog, words) {
  const index = await loading
  // More may have been typed while the index was coming.
  if (words !== dialog.querySelector('input').value) return
  const found = words.trim() === '' ? [] : find(index, words)
  dialog.querySelector('ul').replaceChildren(...found.slice(0, MOST_RESULTS).map(line))
  dialog.querySelector('[role="status"]').textContent =
    words.trim() !== '' && found.length === 0 ? 'Nothing was found.' : ''
}

function line({ path, page, heading, excerpt }) {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = path
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

/** The arrows walk from the field through the results and back; Enter in the field opens the first one. */
function move(dialog, event) {
  const stops = [dialog.querySelector('input'), ...dialog.querySelectorAll('li a')]
  const at = stops.indexOf(document.activeElement)
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step !== undefined) {
    event.preventDefault()
    stops[(at + step + stops.length) % stops.length].focus()
  }
  if (event.key === 'Enter' && at === 0) {
    event.preventDefault()
    stops[1]?.click()
  }
}
