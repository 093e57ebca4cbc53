import { measureOf } from './signals/signals.ts'
import { median } from './signals/statistics.ts'
import { verdict } from './verdict.ts'
import type { TakeCheck } from '../../domain/twin/twin-take.ts'
import type { RecordedTake } from './take.ts'

/**
 * Mean brightness of the face, 0 to 255. A dark skin in good light has some 60, which is why less than that alone
 * is only a warning: what is black holds no picture any more, whatever the skin.
 */
const DARK = { failed: 40, warning: 60 } as const
const BRIGHT = { failed: 215, warning: 200 } as const

/** Shares of the face that are black or white. */
const MOST_BLACK = 0.2
const MOST_WHITE = 0.1

const TOO_DARK = 'Your face is too dark: turn towards a window or a lamp, and have no light behind you.'
const TOO_BRIGHT = 'Your face is too bright: turn away from the window or the lamp, or dim it.'

/** The face is lit: neither dark nor so bright that parts of it are white. */
export function checkLight({ track }: RecordedTake): TakeCheck {
  const measured = median(measureOf(track, 'brightness'))
  const black = median(measureOf(track, 'black'))
  const white = median(measureOf(track, 'white'))
  if (measured < DARK.warning || black > MOST_BLACK) {
    const failed = measured < DARK.failed || black > MOST_BLACK
    return verdict('light', {
      outcome: failed ? 'failed' : 'warning',
      measured,
      limit: failed ? DARK.failed : DARK.warning,
      message: TOO_DARK,
    })
  }
  const failed = measured > BRIGHT.failed || white > MOST_WHITE
  return verdict('light', {
    outcome: failed ? 'failed' : measured > BRIGHT.warning ? 'warning' : 'passed',
    measured,
    limit: failed ? BRIGHT.failed : BRIGHT.warning,
    message: TOO_BRIGHT,
  })
}
