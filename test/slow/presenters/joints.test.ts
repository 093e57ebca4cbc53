import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HANDS, mixedHand } from '../../../src/render/figure/arm/hand-shapes.ts'
import { SIDES } from '../../../src/render/motion/arm-pose.ts'
import { USUAL_OPTIONS } from '../../../src/domain/video/video-options.ts'
import { performanceOf } from '../../../src/render/motion/performance.ts'
import { roundArms } from '../../../src/render/scene/round-arms.ts'
import { prepareScript } from '../../../src/speech/phrases.ts'
import { seededRandom } from '../../support/run/random.ts'
import { script, speechOf } from '../../unit/render/motion/random-speech.ts'
import type { ArmPose } from '../../../src/render/motion/arm-pose.ts'

const SCRIPTS = 1_000

/** How far people bend, radians, as physicians measure it; a forearm turns from palm up to palm down. */
const HUMAN = {
  wrist: [-1.3, 1.2],
  tilt: [-0.35, 0.6],
  twist: [-Math.PI, 0.3],
  knuckle: [-0.3, 1.6],
  middle: [0, 1.9],
  end: [-0.1, 1.4],
  aside: [-0.45, 0.45],
  thumbOut: [0, 1.2],
  thumbOver: [0, 1.2],
  thumbEnd: [-0.2, 1.4],
} as const satisfies Record<string, readonly [number, number]>

function bendsOf({ hand, to, share, wrist, tilt, twist }: ArmPose): [keyof typeof HUMAN, number][] {
  const { fingers, thumb } = mixedHand(HANDS[hand], HANDS[to], share)
  return [
    ['wrist', wrist],
    ['tilt', tilt],
    ['twist', twist],
    ...fingers.flatMap(([knuckle, middle, end, aside]): [keyof typeof HUMAN, number][] => [
      ['knuckle', knuckle],
      ['middle', middle],
      ['end', end],
      ['aside', aside],
    ]),
    ['thumbOut', thumb.out],
    ['thumbOver', thumb.over],
    ['thumbEnd', thumb.end],
  ]
}

/** The poses of arms in random scripts, and where each was seen first. */
function seenPoses(): Map<string, { readonly pose: ArmPose; readonly where: string }> {
  const seen = new Map<string, { readonly pose: ArmPose; readonly where: string }>()
  for (const [text, seed] of fc.sample(fc.tuple(script, fc.nat()), { numRuns: SCRIPTS, seed: 56 })) {
    const { whole } = speechOf(prepareScript(text), seededRandom(seed))
    const gestures = seed % 3 === 0 ? 'calm' : 'lively'
    const poseAt = performanceOf(whole, text, { ...USUAL_OPTIONS, gestures })
    for (let second = 0; second < whole.durationSeconds; second += 0.1) {
      const arms = roundArms(poseAt(second).arms, 0, 1)
      for (const side of SIDES) {
        const { name, pose } = arms[side]
        const where = `${side} arm, ${name}, second ${second.toFixed(1)} with seed ${seed} of: ${text}`
        if (!seen.has(name)) seen.set(name, { pose, where })
      }
    }
  }
  return seen
}

test('over a thousand random scripts, no wrist and no finger bends farther than that of a person', () => {
  const seen = seenPoses()
  expect(seen.size).toBeGreaterThan(100)
  for (const { pose, where } of seen.values()) {
    for (const [joint, angle] of bendsOf(pose)) {
      const [least, most] = HUMAN[joint]
      expect(angle, `${joint}: ${where}`).toBeGreaterThanOrEqual(least)
      expect(angle, `${joint}: ${where}`).toBeLessThanOrEqual(most)
    }
  }
})
