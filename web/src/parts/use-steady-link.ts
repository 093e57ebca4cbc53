import { useState } from 'react'

/**
 * A signed link that stays the same while it works: each answer of the server brings another one for the same
 * file, and a player or picture would start anew with each.
 *
 * @returns the link, and what to call when it does not work any more: then the next one is taken.
 */
export function useSteadyLink(newest: string | null): [link: string | null, markDead: () => void] {
  const [kept, setKept] = useState(newest)
  const [isDead, setIsDead] = useState(false)
  if (newest !== null && newest !== kept && (kept === null || isDead)) {
    setKept(newest)
    setIsDead(false)
  }
  return [kept, () => setIsDead(true)]
}
