import { posix } from 'node:path'

import type { ResolveLink } from '../markdown.ts'
import { GUIDES, LINKED_FILES } from './guides.ts'
import type { Guide } from './guides.ts'

/** What the texts call a file by the path under which a running service has it. */
const ADDRESSES: ReadonlyMap<string, string> = new Map([
  ...GUIDES.map(({ file, path }): [string, string] => [file, path]),
  ...Object.entries(LINKED_FILES).map(([path, file]): [string, string] => [file, path]),
  ['openapi.json', '/openapi.json'],
])

/** Links in a guide that lead to a file of the repository, as links to where the service has that file. */
export function linksOf({ file }: Guide): ResolveLink {
  return (href) => {
    if (/^(?:https?:|#|\/)/u.test(href)) return href
    const [name = '', fragment] = href.split('#')
    const target = posix.relative('/docs', posix.join('/docs', posix.dirname(file), name))
    const address = target.startsWith('images/') ? `/docs/${target}` : ADDRESSES.get(target)
    if (address === undefined) return null
    return fragment === undefined ? address : `${address}#${fragment}`
  }
}

/** Where the Markdown of a page is. The quickstart is the first page, and so has no name in its path. */
export function markdownPath(path: string): string {
  return path === '/docs' ? '/docs/quickstart.md' : `${path}.md`
}

/** The text of a guide with links that work wherever the text is read. */
export function withAbsoluteLinks(text: string, resolve: ResolveLink, publicUrl: string): string {
  const pages = new Set(GUIDES.map(({ path }) => path))
  return text.replaceAll(/\[([^\]]*)\]\(([^)\s]+)\)/gu, (_, words: string, href: string) => {
    const target = resolve(href)
    if (target === null) return words
    const [path = '', fragment] = target.split('#')
    if (!path.startsWith('/')) return `[${words}](${target})`
    const address = publicUrl + (pages.has(path) ? markdownPath(path) : path)
    return `[${words}](${fragment === undefined ? address : `${address}#${fragment}`})`
  })
}
