import { medianOf } from '../points/median.ts'
import { emptyRows, rowOf } from './rows.ts'
import type { Rows } from './rows.ts'

/** How much wider than usual in silence a closed mouth may be, in distances between the eyes. */
const CLOSED_TOLERANCE = 0.015

/** Frames of a rest that are enough for a mean. */
const FEWEST_FRAMES = 3

/** The closed mouth at rest, from which shapes are differences. */
export interface Rest {
  /** The mean over all rests: one row of the table. */
  readonly mean: Float64Array
  /** For each frame what it differs in from the mouth at rest around its time. */
  readonly differences: Rows
  /** 1 where the mouth is closed and at rest. */
  readonly closed: Uint8Array
}

/**
 * Takes the mouth at rest out of the shapes of a face. What is at rest drifts with the head, and so is taken from the
 * silent moments before and after each frame: otherwise how the head is turned would be the first thing that the
 * shapes say.
 *
 * @param faces one row for each frame, in canonical coordinates.
 * @param gaps between the lips.
 * @param silent 1 for frames without speech around them.
 * @returns null when the mouth never rests.
 */
export function restOf(faces: Rows, gaps: Float32Array, silent: Uint8Array): Rest | null {
  const silentGaps = [...gaps].filter((_, frame) => silent[frame] === 1)
  const widest = medianOf(silentGaps) + CLOSED_TOLERANCE
  const closed = silent.map((isSilent, frame) => Number(isSilent === 1 && (gaps[frame] ?? 0) <= widest))
  const rests = restsIn(faces, closed)
  if (rests.length === 0) return null
  const differences = emptyRows(faces.count, faces.width)
  for (let frame = 0; frame < faces.count; frame += 1) {
    const rest = restAt(rests, frame)
    rowOf(differences, frame).set(rowOf(faces, frame).map((value, place) => value - (rest[place] ?? 0)))
  }
  return { mean: meanOf(rests.map(({ face }) => face)), differences, closed }
}

interface RestingFace {
  /** The middle of the rest. */
  readonly frame: number
  readonly face: Float64Array
}

function restsIn(faces: Rows, closed: Uint8Array): RestingFace[] {
  const rests: RestingFace[] = []
  let from = 0
  for (let frame = 0; frame <= closed.length; frame += 1) {
    if (closed[frame] === 1) continue
    if (frame - from >= FEWEST_FRAMES) {
      const rows = Array.from({ length: frame - from }, (_, index) => rowOf(faces, from + index))
      rests.push({ frame: (from + frame - 1) / 2, face: meanOf(rows) })
    }
    from = frame + 1
  }
  return rests
}

/** Between two rests the mouth at rest goes over from one to the other. */
function restAt(rests: readonly RestingFace[], frame: number): Float64Array {
  const next = rests.findIndex((rest) => rest.frame >= frame)
  const [before, after] = [rests[next - 1], next < 0 ? rests.at(-1) : rests[next]]
  if (!after) return new Float64Array()
  if (!before || after.frame < frame) return after.face
  const share = (frame - before.frame) / (after.frame - before.frame)
  return before.face.map((value, place) => value + share * ((after.face[place] ?? 0) - value))
}

function meanOf(rows: readonly Float64Array[]): Float64Array {
  const mean = new Float64Array(rows[0]?.length ?? 0)
  for (const row of rows)
    row.forEach((value, place) => (mean[place] = (mean[place] ?? 0) + value / rows.length))
  return mean
}
