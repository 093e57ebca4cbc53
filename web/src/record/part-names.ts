import type { TakePart } from '../../../src/domain/twin/twin-take.ts'

/** What the parts of a recording are called. */
export const PART_NAMES: Readonly<Record<TakePart, string>> = {
  consent: 'Statement',
  turn: 'Head turn',
  reading: 'Reading',
  silence: 'Silence',
}
