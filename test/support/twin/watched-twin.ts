import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { twinKeys } from '../../../src/domain/twin/twin-files.ts'
import type { LearnedTwin, TwinSelfTest } from '../../../src/domain/twin/twin-job.ts'
import { openDatabase } from '../../../src/db/database.ts'
import { createTwinKeys } from '../../../src/db/twin/twin-keys.ts'
import type { MediaStore } from '../../../src/media/media-store.ts'
import { createLog } from '../../../src/process/log.ts'
import { createSecretBox } from '../../../src/secrets/secret-box.ts'
import { deriveKeys } from '../../../src/secrets/derive-keys.ts'
import { readTrack } from '../../../src/face/track-file.ts'
import { createDiskStore } from '../../../src/media/disk-store.ts'
import { createScratch } from '../../../src/media/scratch.ts'
import { sealTwins } from '../../../src/app/adapters/twins.ts'
import { readSamples } from '../../../src/speech/engines/wav.ts'
import { lipSyncOf } from '../../../src/twins/checks/lips.ts'
import type { LipSync } from '../../../src/twins/checks/lips.ts'
import { testTwin } from '../../../src/twins/test/test-twin.ts'
import { sayWithRests } from '../speech/said-with-rests.ts'
import type { TestService } from '../service/service.ts'
import { openTakes } from './twin-takes.ts'

/** What is seen and heard in a video of a twin. */
export interface WatchedTwin {
  /** By the sound of the video alone. */
  readonly sync: LipSync
  /** By what the script should look like. */
  readonly selfTest: TwinSelfTest
}

/**
 * Finds the face in every frame of a finished video, and holds the lips against the sound of the file and against
 * what its script should look like.
 *
 * @param script one sentence, which the voice says alike each time.
 */
export async function watchTwin(
  service: TestService,
  {
    videoFile,
    folder,
    script,
    voiceId,
  }: { videoFile: string; folder: string; script: string; voiceId: string },
): Promise<WatchedTwin> {
  const db = openDatabase(service.databaseUrl, createLog({ level: 'silent' }))
  const media = mediaOf(service, db)
  const takes = await openTakes()
  try {
    const seen = await takes.track('video', videoFile)
    const track = await readTrack(seen.trackFile)
    const sound = readSamples(await readFile(seen.soundFile))
    const { timeline } = await sayWithRests([script], voiceId, { before: 0, between: 0, after: 0 })
    const keys = twinKeys(folder)
    const selfTest = await media.withFiles(
      [keys.model, keys.learned],
      async ([modelFile = '', learned = '']) => {
        const { gapSpread } = JSON.parse(await readFile(learned, 'utf8')) as LearnedTwin
        return testTwin({ videoFile, modelFile, cues: timeline.visemes, gapSpread }, () =>
          Promise.resolve(track),
        )
      },
    )
    return { sync: lipSyncOf({ track, sound }), selfTest }
  } finally {
    await takes.close()
    await db.destroy()
  }
}

/** The media of a service as the service itself sees them: those of twins are encrypted. */
function mediaOf({ dataDir, masterKey }: TestService, db: ReturnType<typeof openDatabase>): MediaStore {
  const box = createSecretBox([deriveKeys(masterKey).secretBox])
  return sealTwins(
    createDiskStore(join(dataDir, 'media')),
    createScratch(join(dataDir, 'scratch')),
    createTwinKeys(db, box),
  )
}
