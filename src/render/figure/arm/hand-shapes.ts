import type { HandName } from '../../motion/arm-pose.ts'

/** How the joints of a finger are bent, radians: knuckle, middle joint, end joint, and aside from its neighbours. */
export type Finger = readonly [knuckle: number, middle: number, end: number, aside: number]

/** How the joints of a thumb are held, radians: away from the palm's side, over the palm, and bent at its end. */
interface Thumb {
  readonly out: number
  readonly over: number
  readonly end: number
}

/** The joints of a hand, from the index finger to the little one. */
export interface HandShape {
  readonly fingers: readonly [Finger, Finger, Finger, Finger]
  readonly thumb: Thumb
}

const curled = (aside: number): Finger => [1.42, 1.72, 0.85, aside]
const straight = (aside: number): Finger => [0.03, 0.07, 0.05, aside]
const foldedThumb: Thumb = { out: 0.1, over: 1.02, end: 0.7 }

/** A hand is never quite flat and its fingers are never quite alike. */
export const HANDS: Readonly<Record<HandName, HandShape>> = {
  /** Laid down: bent a little, the more the nearer to the little finger. */
  rest: {
    fingers: [
      [0.22, 0.3, 0.16, -0.03],
      [0.26, 0.34, 0.18, 0.01],
      [0.3, 0.36, 0.2, 0.04],
      [0.34, 0.38, 0.22, 0.09],
    ],
    thumb: { out: 0.34, over: 0.3, end: 0.2 },
  },
  open: {
    fingers: [
      [0.12, 0.18, 0.1, -0.13],
      [0.1, 0.16, 0.1, -0.02],
      [0.15, 0.2, 0.12, 0.09],
      [0.2, 0.28, 0.15, 0.24],
    ],
    thumb: { out: 0.75, over: 0.1, end: 0.15 },
  },
  soft: {
    fingers: [
      [0.32, 0.4, 0.22, -0.08],
      [0.42, 0.48, 0.28, 0],
      [0.52, 0.54, 0.3, 0.06],
      [0.58, 0.6, 0.3, 0.14],
    ],
    thumb: { out: 0.55, over: 0.3, end: 0.25 },
  },
  cup: {
    fingers: [
      [0.2, 0.26, 0.16, -0.1],
      [0.28, 0.34, 0.2, -0.02],
      [0.34, 0.4, 0.22, 0.07],
      [0.38, 0.46, 0.24, 0.18],
    ],
    thumb: { out: 0.7, over: 0.18, end: 0.1 },
  },
  flat: {
    fingers: [
      [0.05, 0.1, 0.05, -0.03],
      [0.05, 0.1, 0.05, 0],
      [0.06, 0.1, 0.05, 0.03],
      [0.08, 0.12, 0.06, 0.07],
    ],
    thumb: { out: 0.42, over: 0.15, end: 0.1 },
  },
  pinch: {
    fingers: [
      [0.82, 0.92, 0.4, -0.04],
      [0.5, 0.5, 0.28, 0.02],
      [0.42, 0.44, 0.22, 0.1],
      [0.36, 0.4, 0.2, 0.22],
    ],
    thumb: { out: 0.4, over: 0.8, end: 0.3 },
  },
  one: { fingers: [straight(-0.03), curled(0), curled(0.02), curled(0.05)], thumb: foldedThumb },
  two: { fingers: [straight(-0.15), straight(0.1), curled(0.02), curled(0.05)], thumb: foldedThumb },
  three: { fingers: [straight(-0.19), straight(0), straight(0.17), curled(0.06)], thumb: foldedThumb },
  four: { fingers: [straight(-0.19), straight(-0.05), straight(0.1), straight(0.26)], thumb: foldedThumb },
  five: {
    fingers: [straight(-0.2), straight(-0.05), straight(0.1), straight(0.28)],
    thumb: { out: 0.85, over: 0.05, end: 0.05 },
  },
}

/** A hand on the way from one shape to another. */
export function mixedHand(from: HandShape, to: HandShape, share: number): HandShape {
  const mix = (a: number, b: number) => a + (b - a) * share
  const finger = (index: 0 | 1 | 2 | 3): Finger => {
    const [a, b] = [from.fingers[index], to.fingers[index]]
    return [mix(a[0], b[0]), mix(a[1], b[1]), mix(a[2], b[2]), mix(a[3], b[3])]
  }
  return {
    fingers: [finger(0), finger(1), finger(2), finger(3)],
    thumb: {
      out: mix(from.thumb.out, to.thumb.out),
      over: mix(from.thumb.over, to.thumb.over),
      end: mix(from.thumb.end, to.thumb.end),
    },
  }
}
