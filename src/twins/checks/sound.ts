import { levels } from './signals/signals.ts'
import { quantile, shareOf } from './signals/statistics.ts'
import { verdict } from './verdict.ts'
import type { TakeCheck } from '../../domain/twin/twin-take.ts'
import type { RecordedTake } from './take.ts'

/** dB below the loudest that can be, in the loudest tenth of the take. Below the first nothing is heard. */
const SPEECH = { heard: -55, failed: -42, warning: -30 } as const

/** How far what is between the words is below the words, in dB. */
const ABOVE_NOISE = { failed: 10, warning: 20 } as const

/** A sample at the end of the range, and the share of them that is heard as crackling. */
const CLIPPED = 32_700
const MOST_CLIPPED = 0.001

/** Speech is heard: loud enough, above the noise of the room, and not distorted. */
export function checkSound({ track, sound }: RecordedTake): TakeCheck {
  const loudness = levels(sound, track.frames)
  const [noise, speech] = [quantile(loudness, 0.1), quantile(loudness, 0.9)]
  if (speech < SPEECH.warning) return quiet(speech)
  const clipped = shareOf(sound.samples, (sample) => Math.abs(sample) >= CLIPPED)
  if (clipped > MOST_CLIPPED) {
    return verdict('sound', {
      outcome: 'failed',
      measured: clipped,
      limit: MOST_CLIPPED,
      message: 'Your voice is distorted: turn the microphone down, or sit further away from it.',
    })
  }
  const above = speech - noise
  const failed = above < ABOVE_NOISE.failed
  return verdict('sound', {
    outcome: failed ? 'failed' : above < ABOVE_NOISE.warning ? 'warning' : 'passed',
    measured: above,
    limit: failed ? ABOVE_NOISE.failed : ABOVE_NOISE.warning,
    message:
      'It is loud around you: close doors and windows, turn off what hums, and come closer to the microphone.',
  })
}

function quiet(speech: number): TakeCheck {
  const failed = speech < SPEECH.failed
  return verdict('sound', {
    outcome: failed ? 'failed' : 'warning',
    measured: speech,
    limit: failed ? SPEECH.failed : SPEECH.warning,
    message:
      speech < SPEECH.heard
        ? 'Nothing is heard: turn the microphone on, or choose another one.'
        : 'Your voice is too quiet: come closer to the microphone, or turn it up.',
  })
}
