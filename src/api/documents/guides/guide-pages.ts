import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { ApiPorts } from '../../ports.ts'
import { errorsDocument } from '../errors-document.ts'
import { markdown, sectionsOf, withoutCode } from '../markdown.ts'
import type { DocumentPage } from '../document-page.ts'
import { GUIDES } from './guides.ts'
import type { Guide } from './guides.ts'
import { linksOf, withAbsoluteLinks } from './links.ts'

/** The address that guides use for a service on the reader's own machine. */
const OWN_MACHINE = 'http://127.0.0.1:8080'

/** The guides as pages. Commands for the API name this service, so that they work when they are pasted. */
export function guidePages({ docsDir, publicUrl }: Pick<ApiPorts, 'docsDir' | 'publicUrl'>): DocumentPage[] {
  return GUIDES.map((guide) => {
    const text = withNamesOfPages(textOf(guide, docsDir))
    const said = guide.group === 'Operating' ? text : text.replaceAll(OWN_MACHINE, publicUrl)
    const resolve = linksOf(guide)
    return {
      path: guide.path,
      title: /^# (.+)$/mu.exec(said)?.[1] ?? guide.label,
      label: guide.label,
      group: guide.group,
      summary: firstSentence(said),
      markdown: () => withAbsoluteLinks(said, resolve, publicUrl),
      html: () => markdown(said, resolve),
      sections: () => sectionsOf(said),
    }
  })
}

function textOf({ file }: Guide, docsDir: string): string {
  // It follows from the code, so that the file in the repository may be the one of another version.
  return file === 'errors.md' ? errorsDocument() : readFileSync(join(docsDir, file), 'utf8')
}

/** Where the name of a file stands for a guide, as in `([plans.md](plans.md))`, readers of pages are told its name. */
function withNamesOfPages(text: string): string {
  return text.replaceAll(/\[(?:docs\/)?([\w-]+\.md)\](?=\()/gu, (link, name: string) => {
    const named = GUIDES.find(({ file }) => file === name)
    return named ? `[${named.label}]` : link
  })
}

function firstSentence(text: string): string {
  const paragraph =
    withoutCode(text)
      .split('\n\n')
      .find((part) => /^[\p{L}`]/u.test(part)) ?? ''
  const sentence = /^.*?[.:](?=\s|$)/su.exec(paragraph)?.[0] ?? paragraph
  return sentence
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/gu, '$1')
    .replace(/:$/u, '.')
}
