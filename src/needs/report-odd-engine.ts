import type { ProcessState } from '../domain/health/needs.ts'
import { oddEngines } from '../domain/health/odd-engine.ts'
import type { Log } from '../ports/process/log.ts'

/**
 * Makes what hears of all processes, and writes a line each time when this one turns out to be set to another speech engine
 * than the installation.
 */
export function reportOddEngine(
  ownId: string,
  log: Pick<Log, 'warn'>,
): (processes: readonly ProcessState[]) => void {
  let told: string | null = null
  return (processes) => {
    const found = oddEngines(processes)
    const own = found?.odd.find(({ id }) => id === ownId)
    const usual = own && found ? found.usual : null
    if (usual !== null && usual !== told) {
      log.warn(
        { speechEngine: own?.speechEngine, installation: usual },
        'SPEECH_ENGINE is not that of the installation: set the same in every process',
      )
    }
    told = usual
  }
}
