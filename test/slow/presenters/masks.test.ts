import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { elbowOf } from '../../../src/render/figure/arm/arm.ts'
import { createFigure } from '../../../src/render/figure/figure.ts'
import { SIDES } from '../../../src/render/motion/arm-pose.ts'
import { USUAL_OPTIONS } from '../../../src/domain/video/video-options.ts'
import { performanceOf } from '../../../src/render/motion/performance.ts'
import { stageFor } from '../../../src/render/paint/stage.ts'
import { readPresenters } from '../../../src/render/presenter/presenter-file.ts'
import { roundPose } from '../../../src/render/scene/round-pose.ts'
import { prepareScript } from '../../../src/speech/phrases.ts'
import { seededRandom } from '../../support/run/random.ts'
import { script, speechOf } from '../../unit/render/motion/random-speech.ts'
import type { ArmPose, Side } from '../../../src/render/motion/arm-pose.ts'
import type { Layer } from '../../../src/render/paint/layer.ts'
import type { Point } from '../../../src/render/paint/brush.ts'
import type { PresenterFile } from '../../../src/render/presenter/presenter-file.ts'

/*
 * What arms cover, of what random scripts have them do. Poses are measured from the head, in units that are the same in all
 * ratios. Name card, captions and stamps cannot be covered, because they lie over arms: see arms.test.ts.
 */

const SCRIPTS = 1_000

/** Pixels for a unit: enough to see what covers what. */
const SCALE = 0.12

/** One pixel for each unit. */
const FULL_STAGE = stageFor({ width: 1920, height: 1080 }, 'wide')

/** An arm as it is seen in some script. */
interface SeenArm {
  readonly presenter: PresenterFile
  readonly side: Side
  readonly pose: ArmPose
  /** The least and the most that it goes along with the body, in units. */
  readonly shifts: [number, number]
}

/** Every arm that is seen while presenters say random scripts. */
function seenArms(presenters: readonly PresenterFile[]): SeenArm[] {
  const seen = new Map<string, SeenArm>()
  for (const [text, seed] of fc.sample(fc.tuple(script, fc.nat()), { numRuns: SCRIPTS, seed: 56 })) {
    const { whole } = speechOf(prepareScript(text), seededRandom(seed))
    const presenter = presenters[seed % presenters.length]!
    const poseAt = performanceOf(whole, text, {
      ...USUAL_OPTIONS,
      gestures: seed % 3 === 0 ? 'calm' : 'lively',
    })
    for (let second = 0; second < whole.durationSeconds; second += 0.2) {
      const { arms } = roundPose(poseAt(second), FULL_STAGE, second, whole.durationSeconds)
      for (const side of SIDES) {
        const { name, pose } = arms[side]
        const key = `${presenter.id} ${side} ${name}`
        const [least, most]: SeenArm['shifts'] = seen.get(key)?.shifts ?? [Infinity, -Infinity]
        const shifts: [number, number] = [Math.min(least, arms.shift), Math.max(most, arms.shift)]
        seen.set(key, { presenter, side, pose, shifts })
      }
    }
  }
  return [...seen.values()]
}

/** The places that an arm covers for more than half, from the middle of the head at rest. */
function coveredBy({ presenter, side, pose, shifts }: SeenArm): Point[] {
  const figure = createFigure(presenter, SCALE, { keep: (_, paint) => paint() })
  const elbow = elbowOf(presenter.look, pose)
  const x = side === 'right' ? elbow.x : -elbow.x
  return [figure.upperArm(side, pose.elbow), figure.forearm(side, pose, 1)]
    .flatMap(solidPixels)
    .flatMap(([across, down]) => shifts.map((shift): Point => [x + shift + across, elbow.y + down]))
}

/** A shadow is never half as dark as this. */
const SOLID = 128

/** Below the chin, hair lies on the chest, and hands before the chest are before the hair. */
const CHIN = 180

/** Whether a place is hair around a face, or a scarf, while the head is at rest or as far aside as it moves. */
function hairOf(presenter: PresenterFile): (place: Point) => boolean {
  const figure = createFigure(presenter, SCALE, { keep: (_, paint) => paint() })
  const [front, back, body] = (['front', 'back', 'body'] as const).map((part) => isSolidIn(figure.part(part)))
  const isHair = (x: number, y: number) => front!(x, y) || (back!(x, y) && !body!(x, y))
  return ([x, y]) => y < CHIN && [-HEAD_MOVES, 0, HEAD_MOVES].some((aside) => isHair(x + aside, y))
}

function isSolidIn({ canvas, left, top }: Layer): (x: number, y: number) => boolean {
  const rgba = canvas.data()
  return (x, y) => {
    const [across, down] = [Math.floor(x * SCALE) - left, Math.floor(y * SCALE) - top]
    const isInside = across >= 0 && across < canvas.width && down >= 0 && down < canvas.height
    return isInside && rgba[(down * canvas.width + across) * 4 + 3]! >= SOLID
  }
}

function solidPixels({ canvas, left, top }: Layer): Point[] {
  const rgba = canvas.data()
  return Array.from({ length: canvas.width * canvas.height }, (_, at) => at)
    .filter((at) => rgba[at * 4 + 3]! >= SOLID)
    .map((at): Point => [
      (left + (at % canvas.width) + 0.5) / SCALE,
      (top + Math.floor(at / canvas.width) + 0.5) / SCALE,
    ])
}

/** Heads turn and lean by so much. */
const HEAD_MOVES = 25

function isFace([x, y]: Point): boolean {
  const aside = Math.max(0, Math.abs(x) - HEAD_MOVES)
  return (aside / 125) ** 2 + (y / 180) ** 2 < 1
}

/** What stands on a desk (`standing.ts`), in units from the middle of the head. */
const STANDING = { left: 440, right: 572, top: 454 } as const

/** Where the board of the desk ends. */
const BOARD_END = 714

describe('over a thousand random scripts', () => {
  let arms: SeenArm[]
  let hair: Map<string, (place: Point) => boolean>

  beforeAll(async () => {
    const presenters = await readPresenters('presenters')
    arms = seenArms(presenters)
    hair = new Map(presenters.map((presenter) => [presenter.id, hairOf(presenter)]))
  })

  test('arms never cover a face, the hair around it or what stands on the desk, and never hang over its edge', () => {
    expect(arms.length).toBeGreaterThan(1_000)
    for (const arm of arms) {
      const places = coveredBy(arm)
      const what = `${arm.presenter.id}, ${arm.side}: ${JSON.stringify(arm.pose)}`
      expect(places.length, what).toBeGreaterThan(100)
      expect(places.filter(isFace), what).toEqual([])
      expect(places.filter(hair.get(arm.presenter.id)!), what).toEqual([])
      expect(
        places.filter(([x, y]) => x > STANDING.left && x < STANDING.right && y > STANDING.top),
        what,
      ).toEqual([])
      expect(Math.max(...places.map(([, y]) => y)), what).toBeLessThan(BOARD_END + 0.5 / SCALE)
    }
  })
})
