import { meanPortrait } from '../../face/likeness.ts'
import { readPortraits } from '../../face/track-file.ts'
import { leastLikeness } from './same-person.ts'
import type { MatchTakesJob } from '../../domain/twin/twin-job.ts'

/**
 * How alike the persons of several takes are: the least likeness of any two takes, 0 to 1. Each take stands for all
 * its portraits. 0 where a take shows nobody.
 */
export async function matchTakes({ portraitFiles }: MatchTakesJob): Promise<number> {
  const takes = await Promise.all(portraitFiles.map((file) => readPortraits(file)))
  if (takes.some(({ frames }) => frames.length === 0)) return 0
  return leastLikeness(takes.map((portraits) => meanPortrait(portraits, [...portraits.frames.keys()])))
}
