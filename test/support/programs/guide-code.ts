import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

import { DOCS_DIR } from '../../../src/app/shipped.ts'
import { GUIDES } from '../../../src/api/documents/guides/guides.ts'
import type { Guide } from '../../../src/api/documents/guides/guides.ts'

/** The code of a page in one language, block after block, as a reader pastes it into one file. */
export interface Program {
  readonly page: string
  readonly language: 'sh' | 'js' | 'py'
  readonly code: string
}

/** All code of a guide, by what is to be done with it. */
export interface GuideCode {
  readonly page: string
  /** Code of clients of the API. Guides for operators have none: their commands start and stop whole servers. */
  readonly programs: readonly Program[]
  /** The names of all tabs, block by block. */
  readonly tabs: readonly string[]
  /** What clients type in a shell and is in no tab. */
  readonly withoutTabs: readonly string[]
  /** Commands of operators, as words; the first is the name of a script in `package.json`, or a program. */
  readonly commands: readonly (readonly string[])[]
  /** Commands of `admin`, as words. */
  readonly administration: readonly (readonly string[])[]
  /** Settings of operators, block by block: environment variables and their values. */
  readonly settings: readonly Readonly<Record<string, string>>[]
  readonly json: readonly string[]
  /** Parts of a program in Go, in their order. */
  readonly go: readonly string[]
  /** The fences of all blocks that are none of these. */
  readonly others: readonly string[]
}

interface Block {
  readonly language: string
  readonly tab: string | undefined
  readonly code: string
}

/** How operators' commands begin, and what stands behind them as a comment. */
const COMMAND = /^(?:npm run (?:-s )?([\w:-]+)(?: --)?|(temporal|tcld))(?: (.+?))?(?: +#.*)?$/u
/** How commands of `admin` begin, from the sources and in the image, and what stands behind them as a comment. */
const ADMINISTRATION =
  /^(?:npm run -s admin --|docker compose run --rm api node dist\/admin\/main\.js) (.+?)(?: +#.*)?$/u
/** A line that is only a setting, and what stands behind it as a comment. */
const SETTING = /^([A-Z0-9_]+)=(.*?)(?: +#.*)?$/u

/** A guide for one language needs no tabs: all its code of that language is one program. */
const OF_ONE_LANGUAGE: Readonly<Record<string, string>> = { 'sdk.md': 'js', 'sdk-python.md': 'py' }

/** The code of all guides, in their order. */
export const CODE_OF_GUIDES: readonly GuideCode[] = GUIDES.map(codeOf)

function codeOf(guide: Guide): GuideCode {
  const page = basename(guide.file)
  const blocks = blocksOf(readFileSync(join(DOCS_DIR, guide.file), 'utf8'))
  const isForClients = guide.group !== 'Operating'
  const lines = blocks
    .filter(({ language }) => language === 'sh')
    .flatMap(({ code }) => code.replaceAll(/ \\\n\s*/gu, ' ').split('\n'))
  const isProgram = (block: Block) =>
    isForClients &&
    (block.tab !== undefined ||
      block.language === OF_ONE_LANGUAGE[page] ||
      (block.language === 'sh' && !isForOperators(block)))
  const programs = (['sh', 'js', 'py'] as const).flatMap((language) => {
    const code = blocks.filter((block) => isProgram(block) && block.language === language)
    return code.length === 0 ? [] : [{ page, language, code: code.map((block) => block.code).join('\n') }]
  })
  const isData = ({ language }: Block) => ['json', 'sh', 'go'].includes(language)
  return {
    page,
    programs,
    tabs: blocks.flatMap(({ tab }) => tab ?? []),
    withoutTabs: blocks
      .filter((block) => block.language === 'sh' && block.tab === undefined && isProgram(block))
      .map(({ code }) => code),
    commands: lines.flatMap((line) => commandIn(line)),
    administration: blocks
      .flatMap(({ code }) => code.split('\n'))
      .flatMap((line) => ADMINISTRATION.exec(line.trim())?.[1] ?? [])
      .map(wordsOf),
    settings: blocks.filter(isOnlySettings).map(({ code }) => settingsIn(code)),
    json: blocks
      .filter(({ language, code }) => language === 'json' && !code.includes('…'))
      .map(({ code }) => code),
    go: blocks.filter(({ language }) => language === 'go').flatMap(({ code }) => code.trim().split('\n\n')),
    others: isForClients
      ? blocks.filter((block) => !isProgram(block) && !isData(block)).map(({ language }) => language)
      : [],
  }
}

function blocksOf(text: string): Block[] {
  return Array.from(
    text.matchAll(/^( *)```(\w*)(?: (\w+))?\n(.*?)^ *```/gmsu),
    ([, , language = '', tab, code = '']) => ({
      language,
      tab,
      code,
    }),
  )
}

function commandIn(line: string): string[][] {
  const [, script, program, words = ''] = COMMAND.exec(line.trim()) ?? []
  const first = script ?? program
  return first === undefined ? [] : [[first, ...wordsOf(words)]]
}

function wordsOf(text: string): string[] {
  return Array.from(text.matchAll(/"[^"]*"|\S+/gu), ([word]) => word.replaceAll('"', ''))
}

function isForOperators(block: Block): boolean {
  const first = block.code.trim().split('\n')[0] ?? ''
  return COMMAND.test(first) || isOnlySettings(block)
}

function isOnlySettings({ language, code }: Block): boolean {
  return (
    language === 'sh' &&
    code
      .trim()
      .split('\n')
      .every((line) => SETTING.test(line.trim()))
  )
}

function settingsIn(code: string): Record<string, string> {
  const lines = code.trim().split('\n')
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = '', value = ''] = SETTING.exec(line.trim()) ?? []
      return [name, value]
    }),
  )
}
