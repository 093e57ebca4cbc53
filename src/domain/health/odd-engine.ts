import type { ProcessState } from './needs.ts'

/** Processes that are set to another speech engine than the installation. */
export interface OddEngines {
  /** What the installation is set to. */
  readonly usual: string
  readonly odd: readonly ProcessState[]
}

/**
 * Who is set to another speech engine than most processes; of two settings that as many have, than the process that began
 * first. Voices that one process offers may then be spoken by none, or by others than were chosen.
 *
 * @param processes the first to begin first.
 */
export function oddEngines(processes: readonly ProcessState[]): OddEngines | null {
  const counts = new Map<string, number>()
  for (const { speechEngine } of processes) {
    if (speechEngine !== null) counts.set(speechEngine, (counts.get(speechEngine) ?? 0) + 1)
  }
  const most = Math.max(...counts.values())
  const usual = [...counts].find(([, count]) => count === most)?.[0]
  if (usual === undefined || counts.size === 1) return null
  return {
    usual,
    odd: processes.filter(({ speechEngine }) => speechEngine !== null && speechEngine !== usual),
  }
}
