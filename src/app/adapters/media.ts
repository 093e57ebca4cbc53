import type { Config } from '../../config/config.ts'
import { createDiskStore } from '../../media/disk-store.ts'
import { measuredStore } from '../../media/measured-store.ts'
import type { MediaStore } from '../../media/media-store.ts'
import type { Log } from '../../ports/process/log.ts'
import type { Metrics } from '../../ports/process/metrics.ts'
import type { Scratch } from '../../ports/process/scratch.ts'
import type { TwinKeys } from '../../ports/twin/twin-keys.ts'
import { sealTwins } from './twins.ts'

/** Where media are kept. */
export interface Media {
  /** For work in the background, which waits for a store that is away for a minute. */
  readonly forWork: MediaStore
  /** For requests, whose clients ask again. */
  readonly forAnswers: MediaStore
  /** Scheme, host and port from which clients get media themselves; null when the API sends them. */
  readonly origin: string | null
  /** Null while the store answers, or else why it does not. Absent where there is nothing to ask. */
  whyUnavailable?(): Promise<string | null>
  /** Whether files can be kept. A store that is away is logged. @throws an error in words when the settings are wrong. */
  check(): Promise<void>
}

/** What media are kept with. */
export interface MediaNeeds {
  readonly scratch: Scratch
  readonly twinKeys: TwinKeys
  readonly log: Log
  readonly metrics: Metrics
}

/**
 * Media in the configured bucket, whose library is loaded now, or else on the disk; everything of twins encrypted.
 *
 * @param instead a store that replaces the configured one.
 */
export async function openMedia(config: Config, needs: MediaNeeds, instead?: MediaStore): Promise<Media> {
  const { forWork, forAnswers, ...others } = instead ? oneFor(instead) : await openConfigured(config, needs)
  const seal = (store: MediaStore) =>
    sealTwins(measuredStore(store, needs.metrics), needs.scratch, needs.twinKeys)
  return { ...others, forWork: seal(forWork), forAnswers: seal(forAnswers) }
}

async function openConfigured({ bucket, dataDir }: Config, { scratch, log }: MediaNeeds): Promise<Media> {
  if (bucket === null) return oneFor(createDiskStore(`${dataDir}/media`))
  const { openS3 } = await import('../../media/s3/open-s3.ts')
  const media = openS3(bucket, scratch)
  return {
    ...media,
    async check() {
      if (await media.check()) return
      log.warn({ bucket: bucket.bucket }, 'the bucket for media does not answer; work that needs it waits')
    },
  }
}

function oneFor(store: MediaStore): Media {
  return { forWork: store, forAnswers: store, origin: null, check: () => Promise.resolve() }
}

/**
 * Logs what is wrong with the media store. It ends nothing: its owner may still allow what is missing, until when workers
 * pause, and readiness says so.
 */
export async function sayIfMediaAreRefused(
  { checkMedia }: { checkMedia(): Promise<void> },
  log: Pick<Log, 'error'>,
): Promise<void> {
  await checkMedia().catch(({ message }: Error) =>
    log.error({ why: message }, 'the media store refuses this process'),
  )
}
