/**
 * What pages of the documentation do beyond being read: copying, choosing a language, and showing where one is. All of
 * it is an addition: without this script every page can be read, and only one language is shown.
 */
import { prepareSearch } from './search.js'
import { prepareTryIt } from './try-it.js'

const root = document.documentElement

prepareLanguages()
prepareCopying()
preparePreviews()
prepareSections()
showCurrentPage()
prepareSearch()
for (const form of document.querySelectorAll('form.try')) prepareTryIt(form)
followOldLink()

/** Shows code in the chosen language, on this page and, by remembering it, on all others. */
function prepareLanguages() {
  const buttons = document.querySelectorAll('[data-choose]')
  const choose = (language) => {
    root.dataset.language = language
    for (const button of buttons) {
      button.setAttribute('aria-pressed', String(button.dataset.choose === language))
    }
  }
  choose(root.dataset.language)
  for (const button of buttons) {
    button.addEventListener('click', () => {
      const from = button.getBoundingClientRect().top
      choose(button.dataset.choose)
      // Code above may have become longer or shorter: what was clicked stays where it is.
      scrollBy(0, button.getBoundingClientRect().top - from)
      try {
        localStorage.setItem('docs-language', button.dataset.choose)
      } catch {
        // It is then chosen for this page only.
      }
    })
  }
}

/** Puts a button on each block of code. */
function prepareCopying() {
  if (!navigator.clipboard) return
  for (const block of document.querySelectorAll('article pre')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = 'Copy'
    button.addEventListener('click', () => void copy(block, button))
    const frame = document.createElement('div')
    frame.className = 'code'
    block.replaceWith(frame)
    frame.append(block, button)
  }
}

async function copy(block, button) {
  await navigator.clipboard.writeText(block.textContent)
  button.textContent = 'Copied'
  setTimeout(() => (button.textContent = 'Copy'), 2_000)
}

/** Shows a preview as a picture with one button until it is played: the controls of a player would cover half of it. */
function preparePreviews() {
  for (const video of document.querySelectorAll('.gallery video')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'play'
    button.setAttribute('aria-label', `Play: ${video.getAttribute('aria-label')}`)
    video.controls = false
    button.addEventListener('click', () => {
      button.remove()
      video.controls = true
      video.focus()
      void video.play()
    })
    video.after(button)
  }
}

/** Marks, in the list of sections, the one that is being read. */
function prepareSections() {
  const links = [...document.querySelectorAll('aside a[href^="#"]')]
  const headings = links.map((link) => document.getElementById(link.hash.slice(1)))
  const mark = () => {
    // The last one whose heading has passed the upper part of the window.
    const passed = headings.filter((heading) => heading && heading.getBoundingClientRect().top < 160).length
    const isAtEnd = innerHeight + scrollY >= root.scrollHeight - 2
    const current = isAtEnd ? links.length - 1 : Math.max(0, passed - 1)
    links.forEach((link, index) => {
      if (index === current) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    })
    const list = document.querySelector('aside nav')
    const link = links[current]
    if (list && link) list.scrollTop = link.offsetTop - list.clientHeight / 2
  }
  if (links.length === 0) return
  addEventListener('scroll', mark, { passive: true })
  mark()
}

/** Brings the line of this page into view in a long menu. */
function showCurrentPage() {
  const menu = document.getElementById('menu')
  const line = menu?.querySelector('[aria-current="page"]')
  const show = () => {
    if (line) menu.scrollTop = line.offsetTop - menu.clientHeight / 2
  }
  show()
  menu?.addEventListener('toggle', show)
}

/** An operation was once a part of this page, and may still be linked to as one: `/docs#createVideo`. */
function followOldLink() {
  const id = location.hash.slice(1)
  if (location.pathname !== '/docs' || id === '' || document.getElementById(id)) return
  const name = id.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  if (id.startsWith('schema-')) location.replace(`/docs/api/objects#${id}`)
  const path = `/docs/api/${name}`
  const isThere = [...document.querySelectorAll('#menu a')].some((link) => link.pathname === path)
  if (isThere) location.replace(path)
}
