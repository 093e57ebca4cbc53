import { contrastOf } from '../paint/colour.ts'
import { HIDES_EARS, SHORT_SLEEVED } from './look.ts'
import type { PresenterFile } from './presenter-file.ts'

/** Lips nearer to their skin than this vanish while they speak, see `contrastOf`. */
export const LEAST_LIP_CONTRAST = 0.07

/** What is allowed but would not look or sound as meant: a line for each, `member: what to do`. */
export function lookFaults({ look, voiceId }: PresenterFile, voiceIds: readonly string[]): string[] {
  const faults: string[] = []
  if (!voiceIds.includes(voiceId)) {
    faults.push(`voiceId: there is no voice "${voiceId}"; voices: ${voiceIds.join(', ')}`)
  }
  if (contrastOf(look.lips.base, look.skin.base) < LEAST_LIP_CONTRAST) {
    faults.push(
      'look.lips.colour: is too near to look.skin.tone, the lips would vanish: make it redder or darker',
    )
  }
  if (look.earrings && (look.headscarf || HIDES_EARS.includes(look.hair.style))) {
    faults.push('look.earrings: are hidden by the hair or the headscarf: remove them')
  }
  if (look.watch && (look.clothes.outer.cut !== 'none' || !SHORT_SLEEVED.includes(look.clothes.top.cut))) {
    faults.push('look.watch: is hidden by the sleeve: remove it, or choose the top "polo" without a jacket')
  }
  if (
    look.clothes.outer.cut !== 'none' &&
    contrastOf(look.clothes.outer.base, look.clothes.top.base) < 0.04
  ) {
    faults.push('look.clothes.top.colour: is too near to the jacket: make it lighter or darker')
  }
  return faults
}
