import { TURN_PROMPTS } from '../../domain/twin/twin-script.ts'
import { TRACK_RATE } from '../../face/face-track.ts'
import { headTurns } from './signals/signals.ts'
import { runsOf } from './signals/statistics.ts'
import { verdict } from './verdict.ts'
import type { TakeCheck } from '../../domain/twin/twin-take.ts'
import type { RecordedTake } from './take.ts'

/** How far the head has to be turned, by the nose between the edges of the face, and for how many frames. */
const FAR = 0.3
const LEAST_FRAMES = TRACK_RATE / 10

/** The person turned the head as was asked, in that order: a photograph cannot. */
export function checkTurn({ track }: RecordedTake): TakeCheck {
  const turns = headTurns(track)
  const seen = [
    ...turned(turns, (turn) => turn >= FAR).map((from) => ({ from, side: 'left' })),
    ...turned(turns, (turn) => turn <= -FAR).map((from) => ({ from, side: 'right' })),
  ].toSorted((one, other) => one.from - other.from)
  const order = seen.map(({ side }) => side).filter((side, index, sides) => side !== sides[index - 1])
  const asked = order.join(' ') === TURN_PROMPTS.join(' ')
  return verdict('turn', {
    outcome: asked ? 'passed' : 'failed',
    measured: order.length,
    limit: TURN_PROMPTS.length,
    message: `Turn your head when you are asked: first to your ${TURN_PROMPTS.join(', then to your ')}, slowly and far.`,
  })
}

function turned(turns: Float32Array, far: (turn: number) => boolean): number[] {
  return runsOf(turns.length, (frame) => far(turns[frame] ?? Number.NaN))
    .filter(({ from, to }) => to - from >= LEAST_FRAMES)
    .map(({ from }) => from)
}
