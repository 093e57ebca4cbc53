/** How well a part of the service works, the best first. */
export const PART_STATUSES = ['operational', 'degraded', 'unavailable'] as const
export type PartStatus = (typeof PART_STATUSES)[number]

/** What customers use of the service, and how well that works. */
export interface PartOfService {
  readonly id: 'api' | 'creation' | 'videos' | 'files' | 'webhooks'
  readonly name: string
  readonly status: PartStatus
  /** What it means for customers, in a sentence; null when there is nothing to say. */
  readonly message: string | null
}

/** What is there of the servers that the service depends on. */
export interface Available {
  readonly database: boolean
  readonly orchestrator: boolean
  readonly media: boolean
  /** Whether some worker takes work from each queue that every video goes through. */
  readonly workers: boolean
  /** False when nothing can be made, and has not been for so long that creations are refused. */
  readonly acceptance: boolean
}

/** How the service is for its customers, part by part. Says nothing of servers and processes: those are for operators. */
export function partsOfService({
  database,
  orchestrator,
  media,
  workers,
  acceptance,
}: Available): PartOfService[] {
  const goesOn = database && orchestrator
  return [
    part('api', 'API and application', database ? null : 'unavailable', 'Requests are answered with 503.'),
    part(
      'creation',
      'New videos',
      goesOn && acceptance ? null : 'unavailable',
      'Creations are answered with 503. Repeat them later with the same idempotency key.',
    ),
    part(
      'videos',
      'Making videos',
      goesOn && workers && media ? null : 'degraded',
      'Videos that were accepted are finished later. None is lost.',
    ),
    part('files', 'Video files', media ? null : 'degraded', 'Downloads can fail. No file is lost.'),
    part('webhooks', 'Webhooks', goesOn ? null : 'degraded', 'Events are kept and delivered later.'),
  ]
}

/** That of the part that works worst. */
export function statusOfAll(parts: readonly PartOfService[]): PartStatus {
  const worst = Math.max(...parts.map(({ status }) => PART_STATUSES.indexOf(status)))
  return PART_STATUSES[worst]!
}

function part(
  id: PartOfService['id'],
  name: string,
  trouble: PartStatus | null,
  message: string,
): PartOfService {
  return { id, name, status: trouble ?? 'operational', message: trouble === null ? null : message }
}
