import { takeKeys } from '../../domain/twin/twin-files.ts'
import { buildTwinId, checkTakeId } from '../../domain/video/workflow-id.ts'
import type { MediaStore } from '../../media/media-store.ts'
import type { Log } from '../../ports/process/log.ts'
import type { Orchestrator } from '../../ports/video/orchestrator.ts'
import type { TwinBuilds } from '../../ports/twin/twin-builds.ts'
import type { TwinRecords } from '../../ports/twin/twin-records.ts'
import type { TwinRemovals } from '../../ports/twin/twin-removals.ts'
import type { TwinTakes } from '../../ports/twin/twin-takes.ts'
import type { TwinWorkflows } from '../../ports/twin/twin-workflows.ts'
import type { Twins } from '../../ports/twin/twins.ts'

/** Stores and workflows for the housekeeping of twins. */
export interface TwinHousekeepingPorts {
  readonly twins: Pick<Twins, 'folder'>
  readonly twinTakes: Pick<TwinTakes, 'unchecked' | 'forgettable' | 'forgotten'>
  readonly twinBuilds: Pick<TwinBuilds, 'underWay'>
  readonly twinRecords: Pick<TwinRecords, 'note' | 'forgetConsents' | 'forgetWords'>
  readonly twinRemovals: Pick<TwinRemovals, 'expireDue' | 'unremoved'>
  readonly twinWorkflows: Pick<TwinWorkflows, 'startTakeCheck' | 'startTwinBuild' | 'startTwinRemoval'>
  readonly orchestrator: Pick<Orchestrator, 'isRunning'>
  readonly media: Pick<MediaStore, 'removeAll'>
  /** Days that films of takes are kept. */
  readonly takesKeptDays: number
  /** Months that the record of a consent is kept after its end. */
  readonly consentRecordsKeptMonths: number
  readonly log: Log
}

/** Starting a workflow takes milliseconds, and a round has two minutes. */
const MOST_AT_ONCE = 200

/** A workflow is started in the moment in which an upload is complete. */
const UNCHECKED_SECONDS = 120

/** Housekeeping of twins: consents that have ended, films that are not kept, and work that got lost. */
export function createTwinHousekeepingActivities(ports: TwinHousekeepingPorts) {
  const { twinTakes, twinBuilds, twinRemovals, twinWorkflows, orchestrator, log } = ports
  return {
    /** Marks twins whose consent has ended; their number. */
    async expireTwins(): Promise<number> {
      const expired = await twinRemovals.expireDue()
      if (expired > 0) log.info({ twins: expired }, 'consents of twins have ended')
      return expired
    },

    /** Starts the removal of twins of which something is left; their number. */
    async removeTwins(): Promise<number> {
      const left = await twinRemovals.unremoved(MOST_AT_ONCE)
      for (const twin of left) await twinWorkflows.startTwinRemoval(twin)
      return left.length
    },

    /** Starts checks and builds that should be under way and are not; their number. */
    async restartTwins(): Promise<number> {
      let restarted = 0
      for (const take of await twinTakes.unchecked(UNCHECKED_SECONDS, MOST_AT_ONCE)) {
        if (await orchestrator.isRunning(checkTakeId(take.takeId))) continue
        await twinWorkflows.startTakeCheck(take)
        restarted += 1
      }
      for (const twin of await twinBuilds.underWay(MOST_AT_ONCE)) {
        if (await orchestrator.isRunning(buildTwinId(twin.twinId))) continue
        await twinWorkflows.startTwinBuild(twin)
        restarted += 1
      }
      if (restarted > 0)
        log.warn({ restarted }, 'checks and builds of twins without a running workflow restarted')
      return restarted
    },

    ...createForgetting(ports),
  }
}

/** What is kept of people for a time only. */
function createForgetting(ports: TwinHousekeepingPorts) {
  return {
    /**
     * Forgets what consents say that ended so long ago that nobody has to prove them any more; their number. What was drawn for
     * a consent that never came is forgotten too.
     */
    async forgetConsents(): Promise<number> {
      const { twinRecords, consentRecordsKeptMonths, log } = ports
      const forgotten = await twinRecords.forgetConsents(consentRecordsKeptMonths, MOST_AT_ONCE)
      await twinRecords.forgetWords(MOST_AT_ONCE)
      if (forgotten > 0) log.info({ consents: forgotten }, 'records of consents are not kept any longer')
      return forgotten
    },

    /** Removes films of takes that are not kept any longer; their number. */
    async forgetTakes(): Promise<number> {
      const { twins, twinTakes, twinRecords, media, takesKeptDays } = ports
      const forgettable = await twinTakes.forgettable(takesKeptDays, MOST_AT_ONCE)
      for (const { takeId, twinId } of forgettable) {
        const folder = await twins.folder(twinId)
        if (folder !== null) await media.removeAll(takeKeys(folder, takeId).all)
        await twinTakes.forgotten(takeId)
        await twinRecords.note(
          twinId,
          'takes_forgotten',
          { actor: 'service', personId: null },
          { take_id: takeId },
        )
      }
      return forgettable.length
    },
  }
}
