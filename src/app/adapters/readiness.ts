import type { DependencyName } from '../../api/ports/process.ts'
import { isReachable } from '../../db/database.ts'
import type { Db } from '../../db/database.ts'
import type { Dependency } from '../../domain/health/probes.ts'
import type { TemporalOrchestrator } from '../../temporal/orchestrator.ts'
import type { Media } from './media.ts'
import type { FleetMember } from './needs.ts'

/** What readiness is found out from. */
interface ReadinessFacts {
  readonly db: Db
  readonly orchestrator: Pick<TemporalOrchestrator, 'whyUnavailable'>
  readonly kept: Pick<Media, 'whyUnavailable'>
  readonly member: Pick<FleetMember, 'needs' | 'whyUnready'>
}

/** Reads work without Temporal: it is reported, and takes no API process out of service. */
export function apiReadiness({
  db,
  orchestrator,
  kept: { whyUnavailable },
  member: { needs, whyUnready },
}: ReadinessFacts): Readonly<Record<DependencyName, Dependency>> {
  const media = async () => {
    const lacks = needs.lacks().some(({ need }) => need === 'store' || need === 'disk')
    return (await whyUnavailable?.()) ?? (lacks ? 'takes no files' : null)
  }
  const database = async () => ((await isReachable(db)) ? null : 'no answer')
  return {
    postgresql: { isRequired: true, whyNot: database },
    temporal: { isRequired: false, whyNot: orchestrator.whyUnavailable },
    media: { isRequired: false, whyNot: media },
    workers: { isRequired: false, whyNot: whyUnready },
  }
}

/** A worker is ready when nothing is lacking that the work of its queues needs: some of it pauses otherwise. */
export function workerReadiness({ needs }: Pick<FleetMember, 'needs'>): Readonly<Record<string, Dependency>> {
  const whyNot = (wanted: string) => async () =>
    needs.lacks().find(({ need }) => need === wanted)?.why ?? null
  return Object.fromEntries(needs.watched().map((need) => [need, { isRequired: true, whyNot: whyNot(need) }]))
}
