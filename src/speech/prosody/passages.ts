import type { ScriptPhrase } from '../phrases.ts'
import type { Rest } from './rests.ts'

/** More than this is divided, in characters as they are said: some 25 seconds. */
const LONGEST_PASSAGE = 375

/** A part of a paragraph is no shorter: some eight seconds. */
const SHORTEST_PART = 120

/** How much a rest divides what is before it from what is after it. A sentence goes on behind a rest between its phrases. */
const STRENGTHS: Readonly<Record<Rest, number>> = {
  phrase: 0,
  item: 0.8,
  sentence: 1,
  question: 1.2,
  paragraph: Infinity,
}

/** A phrase and where it is in its paragraph, in characters. */
interface Placed {
  readonly phrase: ScriptPhrase
  readonly start: number
  readonly end: number
}

/**
 * Marks the phrases with which passages begin: paragraphs, and parts of those that are long, which are divided at their
 * strongest ends of sentences. It depends on the script alone, so that what is spoken of it first has the passages of the whole.
 */
export function withPassages(phrases: readonly ScriptPhrase[]): ScriptPhrase[] {
  const opening = new Set(paragraphsOf(phrases).flatMap(openingsIn))
  return phrases.map((phrase) => (opening.has(phrase) ? { ...phrase, opensPassage: true } : phrase))
}

function paragraphsOf(phrases: readonly ScriptPhrase[]): Placed[][] {
  const paragraphs: Placed[][] = []
  let last: Placed | undefined
  for (const phrase of phrases) {
    const isNew = !last || last.phrase.restAfter === 'paragraph'
    const start = isNew ? 0 : (last?.end ?? 0)
    last = { phrase, start, end: start + lengthOf(phrase) }
    if (isNew) paragraphs.push([last])
    else paragraphs.at(-1)?.push(last)
  }
  return paragraphs
}

function lengthOf({ phrase }: ScriptPhrase): number {
  return phrase.words.reduce((sum, { text }) => sum + text.length + 1, 0)
}

/** The phrases with which a passage, or the parts it is divided into, begin. */
function openingsIn(passage: readonly Placed[]): ScriptPhrase[] {
  const [first, last] = [passage[0], passage.at(-1)]
  if (!first || !last) return []
  const cut = last.end - first.start > LONGEST_PASSAGE ? strongest(passage, first.start, last.end) : 0
  if (cut === 0) return [first.phrase]
  return [...openingsIn(passage.slice(0, cut)), ...openingsIn(passage.slice(cut))]
}

/** The index of the phrase before which a passage is divided best: at a strong rest, near its middle. 0 for none. */
function strongest(passage: readonly Placed[], from: number, to: number): number {
  let [best, most] = [0, 0]
  for (const [index, { start }] of passage.entries()) {
    if (start - from < SHORTEST_PART || to - start < SHORTEST_PART) continue
    const rest = STRENGTHS[passage[index - 1]?.phrase.restAfter ?? 'phrase']
    const strength = rest && rest - Math.abs(start - (from + to) / 2) / (to - from)
    if (strength > most) [best, most] = [index, strength]
  }
  return best
}
