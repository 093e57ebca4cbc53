import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

/** Looks a word up, in lower case. @returns its phones with a space between them, or null when it is not listed. */
export type LookUp = (word: string) => string | null

/** What a line of the file is before its word. */
const LINE_START = '\n  "'

/** Begins what some lines say of their word, for example that it is a name. */
const COMMENT = ' #'

let opened: Promise<LookUp> | undefined

/**
 * The CMU Pronouncing Dictionary: 135,000 English words.
 *
 * The package is a JavaScript object, which would take 60 MB of every process that speaks. Its file is read as text instead,
 * and searched among the words that begin with the same two letters.
 *
 * @throws when the file is not written as this expects.
 * @see https://github.com/cmusphinx/cmudict
 */
export function cmuDictionary(): Promise<LookUp> {
  opened ??= open()
  return opened
}

async function open(): Promise<LookUp> {
  const text = await readFile(createRequire(import.meta.url).resolve('cmu-pronouncing-dictionary'))
  const linesOf = linesByBeginning(text)
  return (word) => {
    const lines = linesOf.get(`${word}"`.slice(0, 2))
    const line = `${LINE_START}${word}": "`
    const at = lines?.indexOf(line) ?? -1
    if (lines === undefined || at < 0) return null
    const from = at + line.length
    const [phones = ''] = lines.toString('latin1', from, lines.indexOf('"', from)).split(COMMENT)
    return phones
  }
}

/** The lines of the file, by the first two characters of their words and the quotation mark behind them. */
function linesByBeginning(text: Buffer): ReadonlyMap<string, Buffer> {
  const starts: number[] = []
  const beginning = (start: number): number => text.readUInt16BE(start + LINE_START.length)
  for (let at = text.indexOf(LINE_START); at >= 0; at = text.indexOf(LINE_START, at + 1)) {
    const before = starts.at(-1)
    if (before === undefined || beginning(before) !== beginning(at)) starts.push(at)
  }
  const name = (start: number): string =>
    text.toString('latin1', start + LINE_START.length, start + LINE_START.length + 2)
  const lines = new Map(starts.map((start, index) => [name(start), text.subarray(start, starts[index + 1])]))
  if (lines.size < starts.length || lines.size === 0)
    throw new Error('The file of the pronouncing dictionary is not in the order that was expected.')
  return lines
}
