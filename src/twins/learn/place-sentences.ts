import { distance, warp } from '../../speech/remote/warp.ts'

/** Steps of sound, and where its pieces begin among them; the last entry is where the last piece ends. */
export interface Pieces {
  readonly steps: readonly Float32Array[]
  readonly borders: readonly number[]
}

/** Where sentences are said: in which pieces of the sound, and how well they fit. */
export interface Placement {
  /** The first sentence, and the one after the last. */
  readonly sentences: Range
  /** The first piece of the sound, and the one after the last. */
  readonly pieces: Range
  /** How differently they sound: mean over the steps. */
  readonly cost: number
}

type Range = readonly [from: number, to: number]

/** How much longer or shorter than a synthetic voice people are. */
const PACE = { least: 0.6, most: 2 }

/** Somebody who stumbles leaves this many pieces in a sentence; somebody in a hurry joins two sentences. */
const MOST_PIECES = 6
const MOST_SENTENCES = 2

/** How far the pieces may be ahead of the sentences or behind, as a share of all: what is repeated moves the rest. */
const MOST_ASTRAY = 0.25

/** What it costs to be e times as slow or as fast as the whole reading: as much as a third of another sentence. */
const UNEVENNESS = 1.5

/** Places are compared in steps of this many steps, which is nine times as quick and as sure. */
const COARSE = 3

/** What fits hardly better than other sentences would was not said. */
const FITS_BETTER = 0.97

/**
 * Finds out which pieces of a sound are which sentences, whose order is known: some may be missing, some pieces may
 * be none of them.
 *
 * @param fineSentences,fineSound as they sound (`cepstra`).
 */
export function placeSentences(fineSentences: Pieces, fineSound: Pieces): Placement[] {
  const [sentences, sound] = [coarse(fineSentences), coarse(fineSound)]
  const limit = FITS_BETTER * strangeness(sentences, sound)
  const [rows, columns] = [sentences.borders.length - 1, sound.borders.length - 1]
  const states = new Map<number, State>([[0, { cost: 0, last: null }]])
  const reach = (row: number, column: number, state: State): void => {
    const key = row * (columns + 1) + column
    if (state.cost < (states.get(key)?.cost ?? Infinity)) states.set(key, state)
  }
  for (let row = 0; row <= rows; row += 1)
    for (let column = 0; column <= columns; column += 1) {
      const state = states.get(row * (columns + 1) + column)
      if (!state) continue
      // Leaving out a sentence and a piece is worth as much as matching them when they do not fit.
      const leave = (pieces: Pieces, piece: number): number =>
        (limit * lengthOf(pieces, piece, piece + 1)) / 2
      if (row < rows) reach(row + 1, column, { ...state, cost: state.cost + leave(sentences, row) })
      if (column < columns) reach(row, column + 1, { ...state, cost: state.cost + leave(sound, column) })
      for (const placement of placementsAt(sentences, sound, row, column)) {
        const length =
          (lengthOf(sentences, ...placement.sentences) + lengthOf(sound, ...placement.pieces)) / 2
        const cost = state.cost + placement.cost * length
        reach(placement.sentences[1], placement.pieces[1], { cost, last: { placement, before: state.last } })
      }
    }
  return chainOf(states.get(rows * (columns + 1) + columns)?.last ?? null)
}

interface State {
  readonly cost: number
  readonly last: Link | null
}

interface Link {
  readonly placement: Placement
  readonly before: Link | null
}

function chainOf(last: Link | null): Placement[] {
  const placements: Placement[] = []
  for (let link = last; link; link = link.before) placements.unshift(link.placement)
  return placements
}

function lengthOf({ borders }: Pieces, from: number, to: number): number {
  return (borders[to] ?? 0) - (borders[from] ?? 0)
}

function shareBefore({ borders }: Pieces, piece: number): number {
  return (borders[piece] ?? 0) / Math.max(1, borders.at(-1) ?? 0)
}

/** All ways in which the next sentences may begin at a piece. */
function placementsAt(sentences: Pieces, sound: Pieces, row: number, column: number): Placement[] {
  if (Math.abs(shareBefore(sentences, row) - shareBefore(sound, column)) > MOST_ASTRAY) return []
  const usualPace = (sound.borders.at(-1) ?? 0) / Math.max(1, sentences.borders.at(-1) ?? 0)
  const placements: Placement[] = []
  for (let to = row + 1; to <= Math.min(row + MOST_SENTENCES, sentences.borders.length - 1); to += 1)
    for (let end = column + 1; end <= Math.min(column + MOST_PIECES, sound.borders.length - 1); end += 1) {
      const pace = lengthOf(sound, column, end) / lengthOf(sentences, row, to)
      if (pace > PACE.most) break
      if (pace < PACE.least) continue
      const uneven = UNEVENNESS * Math.abs(Math.log(pace / usualPace))
      const cost = uneven + difference(sentences, sound, [row, to], [column, end])
      placements.push({ sentences: [row, to], pieces: [column, end], cost })
    }
  return placements
}

/** How differently sentences and pieces sound where they are most alike. */
function difference(sentences: Pieces, sound: Pieces, rows: Range, columns: Range): number {
  const said = stepsOf(sentences, rows)
  const heard = stepsOf(sound, columns)
  const path = warp(said, heard)
  const sum = said.reduce((total, step, index) => total + distance(step, heard[path[index] ?? 0]), 0)
  return sum / Math.max(1, said.length)
}

/** The steps of some pieces. */
export function stepsOf({ steps, borders }: Pieces, [from, to]: Range): readonly Float32Array[] {
  return steps.slice(borders[from], borders[to])
}

/** How differently sentences sound from what they are not: the median over places where they cannot be. */
function strangeness(sentences: Pieces, sound: Pieces): number {
  const costs: number[] = []
  for (let row = 0; row + 1 < sentences.borders.length; row += 1) {
    const column = sound.borders.findIndex(
      (_, piece) => Math.abs(shareBefore(sentences, row) - shareBefore(sound, piece)) > MOST_ASTRAY,
    )
    for (let end = column + 1; column >= 0 && end < sound.borders.length; end += 1) {
      const pace = lengthOf(sound, column, end) / lengthOf(sentences, row, row + 1)
      if (pace > PACE.most) break
      if (pace >= PACE.least) costs.push(difference(sentences, sound, [row, row + 1], [column, end]))
    }
  }
  costs.sort((one, other) => one - other)
  return costs[costs.length >> 1] ?? Infinity
}

/** Every few steps as one: their mean. */
function coarse({ steps, borders }: Pieces): Pieces {
  const means = Array.from({ length: Math.ceil(steps.length / COARSE) }, (_, index) => {
    const group = steps.slice(index * COARSE, (index + 1) * COARSE)
    return Float32Array.from(
      group[0] ?? [],
      (_value, order) => group.reduce((sum, step) => sum + (step[order] ?? 0), 0) / group.length,
    )
  })
  return { steps: means, borders: borders.map((border) => Math.round(border / COARSE)) }
}
