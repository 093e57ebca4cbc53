import { TRACK_RATE } from '../../face/face-track.ts'
import { LANDMARKS, STABLE } from '../../face/landmarks.ts'
import { spreadOf } from '../../face/spread.ts'
import type { BaseFootage } from '../../face/mouth-model.ts'

/**
 * Says how lively chosen frames of the base are: how far the head moves about in them and how often the person blinks, against as
 * many frames in which the person reads.
 *
 * @param frames how many are chosen.
 * @returns the least of the shares of head across, head down and blinks; at most 1.
 */
export function livelinessIn(base: BaseFootage, frames: number): (chosen: Int32Array) => number {
  const places = [headPlaces(base, 0), headPlaces(base, 1)]
  const usual = places.map((place) => usualSpread(place.subarray(base.listening), frames))
  const reading = base.eyesOpen.subarray(base.listening)
  const usualBlinks = Math.floor((blinksIn(reading) / Math.max(1, reading.length)) * frames)
  return (chosen) =>
    Math.min(
      ...places.map((place, axis) =>
        shareOf(spreadOf(Float32Array.from(chosen, (at) => place[at] ?? 0)), usual[axis]),
      ),
      shareOf(blinksIn(Uint8Array.from(chosen, (at) => base.eyesOpen[at] ?? 1)), usualBlinks),
    )
}

/** 1 where there is nothing of it in the reading. */
function shareOf(own: number, usual = 0): number {
  return usual > 0 ? Math.min(1, own / usual) : 1
}

/** Where the head is in each frame: the mean of the points that speaking does not move, pixels. */
function headPlaces({ points, frames }: BaseFootage, axis: number): Float32Array {
  return Float32Array.from({ length: frames }, (_, frame) => {
    const sum = STABLE.reduce((all, point) => all + (points[2 * (frame * LANDMARKS + point) + axis] ?? 0), 0)
    return sum / STABLE.length
  })
}

/** The mean spread of so many places in a row, or of all; 0 of none. */
function usualSpread(places: Float32Array, frames: number): number {
  const spreads: number[] = []
  for (let from = 0; from <= Math.max(0, places.length - frames); from += TRACK_RATE)
    spreads.push(spreadOf(places.subarray(from, from + frames)))
  return places.length === 0 ? 0 : spreads.reduce((sum, spread) => sum + spread) / spreads.length
}

/** How often eyes close. */
function blinksIn(eyesOpen: Uint8Array): number {
  return eyesOpen.filter((open, frame) => open === 0 && eyesOpen[frame - 1] === 1).length
}
