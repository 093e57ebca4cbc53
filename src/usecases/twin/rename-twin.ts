import { problem, problemInWords } from '../../domain/error/errors.ts'
import { requireName } from '../../domain/account/name.ts'
import { LONGEST_TWIN_NAME } from '../../domain/twin/twin.ts'
import type { Twin } from '../../domain/twin/twin.ts'
import type { TwinRecords } from '../../ports/twin/twin-records.ts'
import type { Twins } from '../../ports/twin/twins.ts'

/** Stores for renaming a twin. */
export interface RenameTwinPorts {
  readonly twins: Pick<Twins, 'find' | 'rename'>
  readonly twinRecords: Pick<TwinRecords, 'note' | 'countToday'>
}

/** Gives a twin another name. @throws `not_found`, `invalid_request`, `daily_limit`. */
export type RenameTwin = (input: {
  readonly accountId: string
  readonly twinId: string
  readonly personId: string
  readonly name: string
}) => Promise<Twin>

/** What people of an account change about one twin in a day: each change is written down for good. */
const MOST_CHANGES_A_DAY = 50

/** Renaming a twin. A name that it has already changes nothing. What it was called is not written down. */
export function makeRenameTwin({ twins, twinRecords }: RenameTwinPorts): RenameTwin {
  return async ({ accountId, twinId, personId, name }) => {
    const twin = await twins.find(accountId, twinId)
    if (twin === null) throw problem('not_found')
    const wanted = requireName(name, LONGEST_TWIN_NAME)
    if (wanted === twin.name) return twin
    await requireFewChanges(twinRecords, twinId)
    const renamed = await twins.rename(accountId, twinId, wanted)
    if (renamed === null) throw problem('not_found')
    await twinRecords.note(twinId, 'renamed', { actor: 'account', personId })
    return renamed
  }
}

/** @throws `daily_limit` when a twin was changed often today. */
export async function requireFewChanges(
  twinRecords: Pick<TwinRecords, 'countToday'>,
  twinId: string,
): Promise<void> {
  if ((await twinRecords.countToday(twinId, ['renamed', 'voice_chosen'])) < MOST_CHANGES_A_DAY) return
  const message = `At most ${MOST_CHANGES_A_DAY} changes of one twin a day. Go on after midnight UTC.`
  throw problemInWords('daily_limit', message)
}
