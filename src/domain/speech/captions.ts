import { leadsOnTo } from './leads-on.ts'
import type { SpeechTimeline, SpokenWord } from './speech-timeline.ts'

/** Two lines of 42 characters, shown for 1 to 7 seconds: what broadcasters and streamers agree on. */
const MOST_LINE_CHARACTERS = 42
const SHORTEST_CUE_MS = 1_000
const LONGEST_CUE_MS = 7_000

/** A cue may stay this long into a pause, so that its last word is not whisked away. */
const LINGER_MS = 500

/** Nobody reads more characters a second; a cue that was said faster may stay longer for it, if nothing follows. */
const READ_A_SECOND = 17
const LONGEST_LINGER_MS = 1_500

/** Lines that are so many characters less even are better than one that ends with a word which leads on. */
const LEADS_ON_CHARACTERS = 100

/** A last cue that is too short to be read joins the one before, unless that begins sooner before the end. */
const LAST_JOINS_WITHIN_MS = 3_000

/**
 * What it costs to end a cue at a place where people do not pause, and other faults. Only their
 * order and rough distance matter: better a cue too short than a sentence run into the next,
 * unless it is so short that nobody can read it.
 */
const COST = {
  eachCue: 1,
  afterClause: 1,
  amidClause: 4,
  sentenceEndInside: 8,
  tooShort: 12,
  leadsOn: 20,
} as const

/** A caption: one or two lines, and when they are shown, in whole milliseconds. */
export interface CaptionCue {
  readonly startMs: number
  readonly endMs: number
  readonly lines: readonly string[]
}

/** A caption with the words that it is made of, line by line. */
export interface WordedCue extends Omit<CaptionCue, 'lines'> {
  readonly lines: readonly (readonly SpokenWord[])[]
}

/** Captions in SubRip form (`.srt`). */
export function captionsSrt(timeline: SpeechTimeline): string {
  const blocks = captionCues(timeline).map(
    ({ startMs, endMs, lines }, index) =>
      `${index + 1}\n${clock(startMs, ',')} --> ${clock(endMs, ',')}\n${lines.join('\n')}\n`,
  )
  return blocks.join('\n')
}

/** Captions in WebVTT form (`.vtt`), https://www.w3.org/TR/webvtt1/. */
export function captionsVtt(timeline: SpeechTimeline): string {
  const blocks = captionCues(timeline).map(
    ({ startMs, endMs, lines }) =>
      `${clock(startMs, '.')} --> ${clock(endMs, '.')}\n${lines.map(escapeVtt).join('\n')}\n`,
  )
  return ['WEBVTT\n', ...blocks].join('\n')
}

/**
 * The script's words as captions: each word exactly once and in order, in cues of at most two
 * lines of 42 characters that end with sentences where they can.
 *
 * A word longer than a line has a line of its own. Cues follow one another without overlap.
 */
export function captionCues(timeline: SpeechTimeline): CaptionCue[] {
  return wordedCues(timeline).map(({ lines, ...times }) => ({ ...times, lines: lines.map(textOf) }))
}

/**
 * The same with words that know when they are said, for lines of other lengths too.
 *
 * The beginning of a timeline gives the same cues as all of it, up to `settledSeconds` (picture.ts).
 */
export function wordedCues(timeline: SpeechTimeline, mostCharacters = MOST_LINE_CHARACTERS): WordedCue[] {
  const groups = blocksOf(readWords(timeline)).flatMap((block) => divide(block, mostCharacters))
  return timed(joinShortEnd(groups, timeline, mostCharacters), timeline.durationSeconds, mostCharacters)
}

function textOf(line: readonly SpokenWord[]): string {
  return line.map((word) => word.text).join(' ')
}

/** A word with what decides where lines and cues end. */
interface ReadWord {
  readonly word: SpokenWord
  /** Code points: near enough to what the eye counts, and the same everywhere. */
  readonly length: number
  readonly endsSentence: boolean
  /** It wants the next word beside it. */
  readonly leadsOn: boolean
}

function readWords({ words: all, sentences }: SpeechTimeline): ReadWord[] {
  const words = all.filter((word) => word.text !== '')
  return words.map((word, index) => {
    const next = words[index + 1]
    const endsSentence =
      next === undefined ||
      sentences.some(({ charStart }) => charStart > word.charStart && charStart <= next.charStart)
    return {
      word,
      length: Array.from(word.text).length,
      endsSentence,
      leadsOn: !endsSentence && leadsOnTo(word, next.text),
    }
  })
}

/**
 * Words that are divided into cues without regard to others: a sentence with those too short to be read
 * alone before it, so that what is said later changes no cue of what was said.
 */
function blocksOf(words: readonly ReadWord[]): ReadWord[][] {
  const blocks: ReadWord[][] = []
  for (const [index, each] of words.entries()) {
    const block = blocks.at(-1)
    const lasted = each.word.start - (block?.[0]?.word.start ?? 0)
    if (block && !(words[index - 1]?.endsSentence && lasted * 1_000 >= SHORTEST_CUE_MS)) block.push(each)
    else blocks.push([each])
  }
  return blocks
}

/** The division of a block into cues that costs least, found for every beginning of it in turn. */
function divide(words: readonly ReadWord[], most: number): ReadWord[][] {
  const best = [{ cost: 0, start: 0 }]
  for (let end = 1; end <= words.length; end++) {
    const nextStart = words[end]?.word.start ?? (words[end - 1]?.word.end ?? 0) + LINGER_MS / 1_000
    let cheapest = { cost: Infinity, start: end - 1 }
    for (let start = end - 1; start >= 0; start--) {
      const group = words.slice(start, end)
      if (group.length > 1 && !isOneCue(group, most)) break
      const cost = (best[start]?.cost ?? Infinity) + costOf(group, nextStart, most)
      if (cost < cheapest.cost) cheapest = { cost, start }
    }
    best.push(cheapest)
  }

  const groups: ReadWord[][] = []
  for (let end = words.length; end > 0;) {
    const start = best[end]?.start ?? 0
    groups.unshift(words.slice(start, end))
    end = start
  }
  return groups
}

/** Whether words can be shown together. */
function isOneCue(group: readonly ReadWord[], most: number): boolean {
  return fitTwoLines(group, most) && spokenMs(group) <= LONGEST_CUE_MS
}

/** Nothing follows that could join the last sentence if it is too short to be read alone. */
function joinShortEnd(
  groups: readonly ReadWord[][],
  { durationSeconds, goesOn }: SpeechTimeline,
  most: number,
): readonly ReadWord[][] {
  const [before, last] = groups.slice(-2)
  if (!before || !last || goesOn) return groups
  const leftMs = (group: readonly ReadWord[]) => (durationSeconds - (group[0]?.word.start ?? 0)) * 1_000
  if (leftMs(last) >= SHORTEST_CUE_MS || leftMs(before) > LAST_JOINS_WITHIN_MS) return groups
  const joined = [...before, ...last]
  return isOneCue(joined, most) ? [...groups.slice(0, -2), joined] : groups
}

function spokenMs(group: readonly ReadWord[]): number {
  return ((group.at(-1)?.word.end ?? 0) - (group[0]?.word.start ?? 0)) * 1_000
}

function costOf(group: readonly ReadWord[], nextStart: number, most: number): number {
  const last = group.at(-1)
  const insideEnds = group.slice(0, -1).filter(({ endsSentence }) => endsSentence).length
  let cost: number = COST.eachCue + insideEnds * COST.sentenceEndInside
  if (last?.endsSentence !== true)
    cost += endsClause(last?.word.text ?? '') ? COST.afterClause : COST.amidClause
  if (last?.leadsOn) cost += COST.leadsOn
  if (breakLines(group, most)[0]?.at(-1)?.leadsOn) cost += COST.leadsOn
  if ((nextStart - (group[0]?.word.start ?? 0)) * 1_000 < SHORTEST_CUE_MS) cost += COST.tooShort
  return cost
}

function endsClause(text: string): boolean {
  return /[,;:.!?…–—][)"'”’»\]]*$/u.test(text)
}

/** Whether words fit, the first line taking as many as it can. A word is never divided. */
function fitTwoLines(group: readonly ReadWord[], most: number): boolean {
  let lines = 1
  let used = -1
  for (const { length } of group) {
    if (used === -1 || used + 1 + length <= most) {
      used += 1 + length
    } else {
      lines += 1
      used = length
    }
  }
  return lines <= 2
}

/** One line if it fits, else two: the most even ones of those whose first does not lead on. */
function breakLines(group: readonly ReadWord[], most: number): (readonly ReadWord[])[] {
  const fits = (line: readonly ReadWord[]) => lengthOf(line) <= most
  if (fits(group) || group.length === 1) return [group]
  const divisions = group.slice(1).map((_, index) => [group.slice(0, index + 1), group.slice(index + 1)])
  const fitting = divisions.filter((lines) => lines.every((line) => line.length === 1 || fits(line)))
  return fitting.toSorted((one, other) => unevenness(one) - unevenness(other))[0] ?? [group]
}

function unevenness([top = [], bottom = []]: readonly (readonly ReadWord[])[]): number {
  const last = top.at(-1)
  const uneven = Math.abs(lengthOf(top) - lengthOf(bottom))
  if (last?.leadsOn) return uneven + LEADS_ON_CHARACTERS
  return endsClause(last?.word.text ?? '') ? uneven / 2 : uneven
}

/** Characters of words with spaces between them. */
function lengthOf(line: readonly ReadWord[]): number {
  return line.reduce((sum, { length }) => sum + length + 1, -1)
}

/** Gives each cue its time: from its first word until it has been read, never into the next one. */
function timed(
  groups: readonly (readonly ReadWord[])[],
  durationSeconds: number,
  mostCharacters: number,
): WordedCue[] {
  const starts: number[] = []
  for (const [first] of groups) {
    // At least a millisecond apart, however an engine rounds: equal times would make an empty cue.
    starts.push(Math.max(Math.round((first?.word.start ?? 0) * 1_000), (starts.at(-1) ?? -1) + 1))
  }
  return groups.map((group, index) => {
    const startMs = starts[index] ?? 0
    const silentMs = Math.round((group.at(-1)?.word.end ?? 0) * 1_000)
    const readMs = startMs + Math.round((lengthOf(group) / READ_A_SECOND) * 1_000)
    const wantedMs = Math.max(
      silentMs + LINGER_MS,
      startMs + SHORTEST_CUE_MS,
      Math.min(readMs, silentMs + LONGEST_LINGER_MS),
    )
    const longestMs = Math.max(silentMs, startMs + LONGEST_CUE_MS)
    const nextMs = starts[index + 1] ?? Math.round(durationSeconds * 1_000)
    const endMs = Math.max(Math.min(wantedMs, longestMs, nextMs), startMs + 1)
    const lines = breakLines(group, mostCharacters).map((line) => line.map(({ word }) => word))
    return { startMs, endMs, lines }
  })
}

/** A time as `01:02:03.456`, with the mark that the form wants before the milliseconds. */
function clock(timeMs: number, mark: ',' | '.'): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const seconds = timeMs / 1_000
  const milliseconds = String(timeMs % 1_000).padStart(3, '0')
  return `${two(seconds / 3_600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}${mark}${milliseconds}`
}

function escapeVtt(line: string): string {
  return line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
