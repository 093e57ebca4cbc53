import { randomUUID } from 'node:crypto'

import type { Config } from '../../config/config.ts'
import type { ProcessRole } from '../../config/database-config.ts'
import { isReachable } from '../../db/database.ts'
import type { Db } from '../../db/database.ts'
import type { PoolWatch } from '../../db/pool-watch.ts'
import { createProcessStates } from '../../db/processes.ts'
import { needsOfAll } from '../../domain/health/needs.ts'
import type { Need } from '../../domain/health/needs.ts'
import { whyUnserved } from '../../domain/health/unserved.ts'
import type { MediaStore } from '../../media/media-store.ts'
import { createFleetView } from '../../needs/fleet-view.ts'
import { diskProbe, storeProbe } from '../../needs/probes.ts'
import { reportOddEngine } from '../../needs/report-odd-engine.ts'
import { reportState } from '../../needs/report-state.ts'
import { createNeedsWatch } from '../../needs/watch-needs.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { Log } from '../../ports/process/log.ts'
import type { FleetReadiness, FleetView, NeedsWatch } from '../../ports/process/needs.ts'
import type { WorkWatch } from '../../ports/process/work-watch.ts'
import type { Scratch } from '../../ports/process/scratch.ts'
import { VERSION } from '../shipped.ts'
import type { InstallationVoices } from './speech-engines.ts'
import type { Studio } from './studio.ts'

/** What an API process writes and reads itself. */
export const NEEDS_OF_API: readonly Need[] = ['database', 'disk', 'store']

/** As long as a statement waits for a connection. */
const BUSY_FOR_MS = 5_000

/** What it is looked at with. */
export interface NeedsFacts {
  readonly db: Db
  readonly role: ProcessRole
  /** As Temporal calls a worker. */
  readonly name: string
  readonly voices: InstallationVoices
  readonly poolWatch: PoolWatch
  readonly whyStuck: () => string | null
  readonly scratch: Scratch
  readonly store: Pick<MediaStore, 'put' | 'withFile' | 'removeAll'>
  readonly studio: Pick<Studio, 'speaker' | 'renderer'>
  /** Knows whose workers begin new work. */
  readonly orchestrator: { readonly watch: Pick<WorkWatch, 'currentRelease'> }
  readonly clock: Clock
  readonly log: Log
}

/** A process among others: what it needs, and that the others hear of it. */
export interface FleetMember extends FleetReadiness {
  readonly needs: NeedsWatch
  /** Why this process cannot go on and has to be started anew, in a few words; null while it can. */
  readonly whyStuck: () => string | null
  /** What this process sees of all. */
  readonly fleet: FleetView
  /** Begins to look at what this process needs, and to tell the others. Safe to repeat. */
  joinFleet(): Promise<void>
  /** Looks and tells no more. Safe to repeat. */
  leaveFleet(): Promise<void>
}

/** Puts together what a process looks at. Nothing is looked at yet. */
export function provideNeeds(config: Config, facts: NeedsFacts): FleetMember {
  const { db, role, name, voices, poolWatch, scratch, store, studio, clock, log } = facts
  const needs = createNeedsWatch({ clock })
  needs.add('database', () => answers(db, poolWatch))
  needs.add('disk', diskProbe(`${config.dataDir}/scratch`))
  needs.add('store', storeProbe(store, scratch))
  needs.add('voices', voices.keepTo)
  const { speaker, renderer } = studio
  needs.add('speaking processes', async () => speaker.probe?.())
  needs.add('drawing processes', async () => renderer.probe?.('drawing'))
  needs.add('joining processes', async () => renderer.probe?.('joining'))

  const queues = role === 'api' ? [] : config.taskQueues
  const own = {
    id: randomUUID(),
    name,
    role,
    version: VERSION,
    buildId: config.deployment?.buildId ?? null,
    queues,
    speechEngine: config.speechEngine,
    startedAt: clock(),
  }
  let leave: (() => Promise<void>) | null = null
  const states = createProcessStates(db, clock)
  const currentRelease = () => facts.orchestrator.watch.currentRelease()
  const fleet = createFleetView(states, { clock, log, currentRelease, hear: reportOddEngine(own.id, log) })
  return {
    needs,
    whyStuck: facts.whyStuck,
    fleet,
    async whyUnready() {
      if (fleet.whyNothingIsMade() !== null) return 'no video can be made'
      // Its own row may not be there yet when it looks for the first time.
      return whyUnserved([own, ...fleet.processes()], await currentRelease())
    },
    async joinFleet() {
      if (leave) return
      leave = reportState(own, { needs, states, log })
      await Promise.all([voices.begin(), fleet.begin()])
      await needs.begin([...(role === 'worker' ? [] : NEEDS_OF_API), ...needsOfAll(queues)])
    },
    async leaveFleet() {
      needs.end()
      voices.end()
      fleet.end()
      await leave?.()
    },
  }
}

/** A pool whose connections are all in use is busy, and its database is there. */
async function answers(db: Db, poolWatch: PoolWatch): Promise<void> {
  try {
    await isReachable(db)
  } catch (error) {
    if (poolWatch.gaveWithin(BUSY_FOR_MS)) return
    throw error
  }
}
