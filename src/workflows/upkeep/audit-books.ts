import { proxyActivities, setCurrentDetails } from '@temporalio/workflow'

import type { Activities } from '../../activities/index.ts'
import { AUDIT } from '../activity-options.ts'

const { recalculateBooks } = proxyActivities<Activities>(AUDIT)

/** Recalculates all that is stored, once a day. Returns the number of figures that differ: in a healthy service, none does. */
export async function auditBooks(): Promise<number> {
  const differences = await recalculateBooks()
  setCurrentDetails(differences === 0 ? 'no differences' : `${differences} differences: see admin audit`)
  return differences
}
